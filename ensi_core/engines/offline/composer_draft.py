"""The answer being written: statements with their citations, and our own words around them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.composer_citations import CitationBook
from ensi_core.engines.offline.composer_rows import row_statement
from ensi_core.text import one_line
from ensi_core.types import Statement


@dataclass(slots=True)
class AnswerDraft:
    """An answer being written: ``lead`` and ``tail`` are lines of ours around the statements.

    ``computed`` are statements of arithmetic (formula shown), ``said`` texts that a statement may
    repeat without citing them (labels of ours).
    """

    statements: list[Statement] = field(default_factory=list)
    book: CitationBook = field(default_factory=CitationBook)
    short: str | None = None
    lead: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    computed: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)

    def state(self, unit: Unit, period: str | None = None, label: str = "") -> None:
        """Add a unit as a cited statement, once; ``label`` is put before it."""
        text = statement_text(unit, period)
        text = f"{label}: {text}" if label else text
        if label:
            self.said.append(label)
        marker = self.book.cite(unit)
        if not any(s.text == text and s.citations == (marker,) for s in self.statements):
            self.statements.append(Statement(text, (marker,)))


def statement_text(unit: Unit, period: str | None = None) -> str:
    """A unit as a statement: a sentence as it stands, a row in words."""
    return row_statement(unit, period) if unit.is_row else one_line(unit.text)
