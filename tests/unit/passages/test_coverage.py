"""Every non-blank body character in exactly one passage, whatever the document looks like."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from ensi_core.passages import construct, offline_design
from ensi_core.text import slice_spans
from ensi_core.types import Document, DocumentKind, Passage
from tests.fixtures.documents import make_document

DESIGN = offline_design([], None)

TEXT = "Seller shall pay 1,200 on May 3, 2021; and (a) the Buyer (“Acme”) means: No. 4.2 U.S. Inc."
_words = st.sampled_from(TEXT.split(" "))
_sentence = st.lists(_words, min_size=1, max_size=30).map(" ".join)
_ending = st.sampled_from([".", ":", ";", "", "?", ".”"])
_text = st.lists(st.tuples(_sentence, _ending).map("".join), min_size=1, max_size=25).map(" ".join)
_opening = st.sampled_from(
    ["", "# ", "## ", "- ", "-- ", "^ ", "= ", "! ", "[4.2] ", "[(a)] ", "[1.] ", "“Term” means ",
     "THE COURT: ", "Q. ", "From: a@b.example\nSubject: "]
)  # fmt: skip
_cell = st.sampled_from(["", "Net sales", "1,234", "(56)", "2023", "Total", "Assets:", "—", "$ 3"])
_row = st.lists(_cell, min_size=1, max_size=4).map(lambda cells: "|" + "|".join(cells) + "|")
_header_row = _row.map(lambda row: "|!" + row[1:])
_table = st.tuples(st.lists(_header_row, max_size=2), st.lists(_row, min_size=1, max_size=6)).map(
    lambda parts: "\n".join([*parts[0], *parts[1]])
)
_block = st.one_of(st.tuples(_opening, _text).map("".join), _table, st.just("<page>"))
_markup = st.lists(_block, min_size=1, max_size=14).map("\n\n".join)


def covered(passages: tuple[Passage, ...]) -> Counter[int]:
    return Counter(
        position
        for passage in passages
        for span in passage.spans
        for position in range(span.start, span.end)
    )


def body_positions(document: Document) -> set[int]:
    marked = {p for mark in document.marks for p in range(mark.span.start, mark.span.end)}
    return {
        position
        for block in document.blocks
        for span in block.spans
        for position in range(span.start, span.end)
        if not document.text[position].isspace() and position not in marked
    }


@settings(max_examples=150, deadline=None)
@given(_markup, st.sampled_from(list(DocumentKind)), st.booleans())
def test_each_body_character_is_in_exactly_one_passage(markup, kind, named):
    document = make_document(markup, title="A title")
    names = {"Seller": ("Seller Ltd", "party"), "Buyer": ("Acme", "party")}

    def entity_of(text: str) -> tuple[str, str] | None:
        return next((entity for word, entity in names.items() if word in text), None)

    design = DESIGN.for_kind(kind)
    passages = construct(document, design, entity_of if named else None)

    counts = covered(passages)
    assert max(counts.values(), default=1) == 1
    blank = {position for position in counts if document.text[position].isspace()}
    assert set(counts) - blank == body_positions(document)
    assert all(p.text == slice_spans(document.text, p.spans) and p.text.strip() for p in passages)
    assert len({passage.psg_id for passage in passages}) == len(passages)
    assert list(passages) == sorted(passages, key=lambda passage: passage.spans[0])
    assert passages == construct(document, design, entity_of if named else None)
    for passage in passages:
        for item in passage.context:
            assert item.text == " ".join(item.text.split())
            assert len(item.text) <= 160
