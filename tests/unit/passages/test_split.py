import pytest

from ensi_core.passages.body import Body, merged
from ensi_core.passages.segments import segments
from ensi_core.passages.split import split_spans
from ensi_core.types import Span
from tests.fixtures.documents import make_document


def parts_of(text: str, hard: int, spans: tuple[Span, ...] | None = None) -> list[list[str]]:
    whole = spans or (Span(0, len(text)),)
    return [[text[s.start : s.end] for s in part] for part in split_spans(text, whole, hard)]


def test_short_text_is_left_alone():
    assert parts_of("One. Two.", 20) == [["One. Two."]]


def test_parts_are_balanced_and_end_with_sentences():
    text = " ".join(f"Sentence number {n:02} ends here." for n in range(10))
    parts = parts_of(text, 160)
    assert [len(part[0]) for part in parts] == [149, 149]
    assert " ".join(part[0] for part in parts) == text


def test_a_cut_is_not_made_before_a_sentence_that_leans_on_the_last():
    text = "Rent is due on the first day. This rule has no exception. Heat is paid by the owner."
    assert parts_of(text, 60) == [
        ["Rent is due on the first day. This rule has no exception."],
        ["Heat is paid by the owner."],
    ]


def test_a_sentence_longer_than_hard_is_cut_before_an_enumerator():
    text = "The lessee shall: (a) keep the roof whole; (b) clear the yard; and (c) pay the rates."
    assert parts_of(text, 60) == [
        ["The lessee shall: (a) keep the roof whole;"],
        ["(b) clear the yard; and (c) pay the rates."],
    ]


def test_a_sentence_that_runs_over_a_page_end_stays_whole():
    text = "Rent is due. The lessee pays HEADER on the first day. Heat is extra."
    spans = (Span(0, 28), Span(36, len(text)))
    assert parts_of(text, 52, spans) == [
        ["Rent is due. The lessee pays", "on the first day."],
        ["Heat is extra."],
    ]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Pay.   4.1 Rent. Rent is due.   4.2 Heat. Heat is extra.", ["4.1", "4.2"]),
        ("as set out in\nSection 4.2 of this lease.", []),
        ("Terms:\n(a) rent;\n(b) heat; and\n(c) light.", ["(a)", "(b)", "(c)"]),
        ("DEFINITIONS   “Site” means the yard.   “Rent” means the sum.", ["“Site”", "“Rent”"]),
    ],
    ids=["wide gaps", "cited section", "lines", "definitions"],
)
def test_segments_begin_at_numbers_and_definitions(text, starts):
    padded = text + " " + "It is so agreed by the parties and by their heirs for ever" * 6
    found = segments(padded, (Span(0, len(padded)),))
    assert [padded[part[0].start :].split()[0] for part in found[1:]] == starts


def test_body_leaves_out_marks():
    document = make_document("Before\n\n! Page 4\n\nafter")
    body = Body(document)
    assert body.spans((Span(0, len(document.text)),)) == (Span(0, 6), Span(16, 21))
    assert body.joined([Span(0, 6), Span(16, 21)]) == (Span(0, 6), Span(16, 21))
    assert body.without((Span(0, 6),), [Span(2, 4)]) == (Span(0, 2), Span(4, 6))


def test_merged_spans_are_sorted_and_apart():
    assert merged([Span(5, 9), Span(0, 3), Span(2, 6)]) == [Span(0, 9)]
