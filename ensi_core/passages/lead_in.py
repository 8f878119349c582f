"""Lead-ins: the open sentences above the items of a list, at two levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.passages import wording
from ensi_core.passages.pieces import context_item
from ensi_core.passages.sentences import sentence_spans
from ensi_core.types import ContextItem, ContextName, Span


@dataclass(slots=True)
class LeadIn:
    """The sentence that opens a list, and the one that opens a list inside it."""

    outer: ContextItem | None = None
    inner: ContextItem | None = None
    inner_style: str = ""

    def over(self, item: str) -> tuple[ContextItem, ...]:
        """What leads in to an item; one labelled as the inner list's opener ends that list."""
        if label_style(item) == self.inner_style:
            self.inner, self.inner_style = None, ""
        return tuple(sentence for sentence in (self.outer, self.inner) if sentence)

    def open_inner(self, opening: ContextItem | None, item: str) -> None:
        """Begin an inner list below ``item``, unless one is open."""
        if opening and not self.inner:
            self.inner, self.inner_style = opening, label_style(item)


def opening_sentence(text: str, spans: Sequence[Span], shown: str) -> ContextItem | None:
    """The last sentence of a stretch of ``text`` (``shown``) as a lead-in, when it is left open."""
    if not wording.is_open(shown):
        return None
    last = spans[-1]
    sentence = sentence_spans(text[last.start : last.end], last.start)[-1]
    return context_item(ContextName.LEAD_IN, text[sentence.start : sentence.end], sentence)


def label_style(text: str) -> str:
    """What kind of label an item has, to tell the levels of nested lists apart."""
    label = text.lstrip()[:5]
    if match := re.match(r"\(?([ivx]{2,5}|[A-Za-z]|\d{1,2})[.)]", label):
        mark = match.group(1)
        if mark.isdigit():
            return "1"
        return "A" if mark.isupper() else ("i" if len(mark) > 1 or mark in "ivx" else "a")
    return label[:1]
