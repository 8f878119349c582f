"""From a passage's text to its document and back, on planted spans."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ensi_core.citing.offsets import document_spans, joints, quote_of
from ensi_core.text import slice_spans
from ensi_core.types import Passage, PassageKind, Span

DOCUMENT = "Alpha beta.|||Gamma delta|epsilon."


def passage(document: str, *ranges: tuple[int, int]) -> Passage:
    spans = tuple(Span(a, b) for a, b in ranges)
    return Passage("p", "d", spans, PassageKind.PROSE, slice_spans(document, spans), "", "")


WHOLE = passage(DOCUMENT, (0, 11), (14, 25), (26, 34))


def test_range_inside_one_slice() -> None:
    assert document_spans(WHOLE, 6, 10) == (Span(6, 10),)


def test_range_over_joints() -> None:
    assert document_spans(WHOLE, 6, 27) == (Span(6, 11), Span(14, 25), Span(26, 29))


def test_joint_alone_is_nothing() -> None:
    assert document_spans(WHOLE, 11, 12) == ()
    assert quote_of(WHOLE, 11, 12) == ""


def test_joints() -> None:
    assert [WHOLE.text[place] for place in joints(WHOLE)] == ["\n", "\n"]


@st.composite
def cut_documents(draw: st.DrawFn) -> tuple[str, Passage, int, int]:
    document = draw(st.text(min_size=2, max_size=60))
    ends = st.integers(0, len(document))
    cuts = sorted(draw(st.lists(ends, min_size=2, max_size=8, unique=True)))
    ranges = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    made = passage(document, *ranges)
    start, end = sorted(
        (draw(st.integers(0, len(made.text))), draw(st.integers(0, len(made.text))))
    )
    return document, made, start, end


@given(cut_documents())
def test_quote_is_the_slices_of_its_spans(case: tuple[str, Passage, int, int]) -> None:
    document, made, start, end = case
    assert quote_of(made, start, end) == slice_spans(document, document_spans(made, start, end))
