"""What one browser session remembers, in one value under one key, and how it meets the URL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from ensi_core.types import Span

_KEY = "ensi_session"
_SPAN = re.compile(r"(\d{1,10})-(\d{1,10})")


@dataclass(slots=True)
class PassagesState:
    """Where the Passages page stands.

    ``first`` is the index of the first passage shown. ``quote`` and ``evidence`` are highlighted
    spans; ``version`` is the document version that the quote was cited from, None when the link
    did not say; ``field`` is the field that the evidence is for, as the panel names it. ``go_to``
    is the offset to bring into view at the next drawing; ``arrived`` says that a link was followed
    and its place is to be brought into view.
    """

    doc_id: str | None = None
    psg_id: str | None = None
    version: str | None = None
    arrived: bool = False
    quote: tuple[Span, ...] = ()
    evidence: tuple[Span, ...] = ()
    field: str | None = None
    first: int = 0
    go_to: int | None = None
    find: str = ""
    hit: int = 0


@dataclass(slots=True)
class Session:
    """What a session remembers between runs; ``url`` is what it last wrote into the address."""

    collection: str | None = None
    passages: PassagesState = field(default_factory=PassagesState)
    answer_id: str | None = None
    task_id: str | None = None
    question: str = ""
    question_round: int = 0
    upload_round: int = 0
    notice: str | None = None
    warning: str | None = None
    url: dict[str, str] = field(default_factory=dict)

    def choose(self, slug: str | None) -> None:
        """Switch to another collection and forget what belonged to the one before."""
        if slug == self.collection:
            return
        self.collection = slug
        self.passages = PassagesState()
        self.answer_id = self.task_id = None
        self.question = ""
        self.question_round += 1


def session() -> Session:
    """This browser session's memory."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Session()
    found: Session = st.session_state[_KEY]
    return found


def address_changed() -> dict[str, str] | None:
    """The address's parameters when someone followed a link since the last run, else None."""
    now = dict(st.query_params.to_dict())
    return None if now == session().url else now


def show_address(parameters: Mapping[str, str | None]) -> None:
    """Make the address name what is on screen, so that a reload or a copied link returns to it."""
    wanted = {name: value for name, value in parameters.items() if value}
    if dict(st.query_params.to_dict()) != wanted:
        st.query_params.from_dict(wanted)
    session().url = wanted


def spans_from(text: str) -> tuple[Span, ...]:
    """Spans from an address: ``"12-40,60-80"``; what is not a span is left out."""
    pairs = ((int(a), int(b)) for a, b in _SPAN.findall(text))
    return tuple(Span(start, end) for start, end in pairs if start < end)


def spans_to(spans: tuple[Span, ...]) -> str:
    """Spans for an address."""
    return ",".join(f"{span.start}-{span.end}" for span in spans)
