"""The heading path at each place of a document, and headings that wait for the text below them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ensi_core.passages.pieces import context_item
from ensi_core.passages.wording import without_label
from ensi_core.types import ContextItem, ContextName, Span


@dataclass(slots=True)
class Outline:
    """Where reading stands: the open headings, outermost first, and those without text so far."""

    text: str
    section: int = 0
    waiting: list[Span] = field(default_factory=list)
    _open: list[tuple[int, ContextItem]] = field(default_factory=list)
    _path: tuple[ContextItem, ...] = ()

    def enter(self, spans: tuple[Span, ...], level: int | None) -> None:
        """Read a heading: it closes those of its level and below."""
        depth = level or 1
        while self._open and self._open[-1][0] >= depth:
            self._open.pop()
        shown = " ".join(self.text[span.start : span.end] for span in spans)
        self._open.append((depth, context_item(ContextName.HEADING, shown, spans[0])))
        self._path = tuple(item for _, item in self._open)
        self.waiting.extend(spans)
        self.section += 1

    def path(self) -> tuple[ContextItem, ...]:
        """The open headings, outermost first."""
        return self._path

    def take_waiting(self) -> tuple[Span, ...]:
        """The headings above the text that comes now; they are handed out once."""
        taken = tuple(self.waiting)
        self.waiting.clear()
        return taken

    def subject(self) -> str | None:
        """The innermost heading's words without its number, None without headings."""
        return without_label(self._path[-1].text) if self._path else None
