"""What is embedded for a passage, a row and a table's head."""

from dataclasses import replace

from ensi_core.index.build import TABLE_CHARACTERS, embedding_text, embedding_texts
from ensi_core.types import ContextItem, ContextName, Passage, PassageKind, Span

TITLE = ContextItem(ContextName.TITLE, "Harbour Mills annual report")
HEADING = ContextItem(ContextName.HEADING, "Note 4. Mills")


def passage(text: str, kind: PassageKind, *context: ContextItem, doc_id: str = "r") -> Passage:
    return Passage(
        f"{doc_id}@0#{text}", doc_id, (Span(0, len(text)),), kind, text, "", "", (TITLE, *context)
    )


HEAD = passage("Mill\tSpindles", PassageKind.TABLE_HEAD, HEADING)
ROW = passage(
    "Dover\t410",
    PassageKind.ROW,
    HEADING,
    ContextItem(ContextName.CAPTION, "Mills by size"),
    ContextItem(ContextName.ROW_GROUP, "North:"),
    ContextItem(ContextName.HEADER, "Spindles", column=1),
)


def test_a_paragraph_is_embedded_with_title_and_innermost_heading():
    prose = passage("The mill burned.", PassageKind.PROSE, HEADING)
    assert embedding_text(prose) == (
        "Harbour Mills annual report - Note 4. Mills\nThe mill burned."
    )


def test_a_row_is_embedded_with_caption_group_and_headers():
    assert embedding_text(ROW) == (
        "Harbour Mills annual report - Note 4. Mills - Mills by size\nNorth: Dover\t410\nSpindles"
    )


def test_the_head_of_a_table_is_embedded_with_its_rows_and_no_other_documents():
    other = replace(ROW, doc_id="s")
    texts = embedding_texts([HEAD, ROW, other])
    assert texts[0] == f"{embedding_text(HEAD)}\nDover\t410"
    assert texts[1:] == [embedding_text(ROW), embedding_text(other)]


def test_a_long_table_is_cut():
    rows = [replace(ROW, text="x" * 300)] * 9
    assert len(embedding_texts([HEAD, *rows])[0]) == TABLE_CHARACTERS
