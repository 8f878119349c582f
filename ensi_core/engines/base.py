"""The seam of the language steps: what an engine does, whichever model stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ensi_core.types import (
    Composition,
    Document,
    Evidence,
    HopPlan,
    Passage,
    PassageDesign,
    Reading,
)


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An index entity that a question names; ``start``/``end`` are offsets in the question."""

    name: str
    type: str
    start: int
    end: int


class Vocabulary(Protocol):
    """What a planner may know of a collection: never its text."""

    def entities_in(self, question: str) -> Sequence[KnownEntity]:
        """Index entities (names, aliases) named in the question, in its order, no overlap."""
        ...

    def types(self) -> Sequence[str]:
        """Entity types, most frequent first."""
        ...

    def field_names(self) -> Sequence[str]:
        """Field names, most frequent first."""
        ...


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """A retrieved passage with what an answer needs to cite it."""

    passage: Passage
    document_name: str
    document_title: str
    version: str


class Engine(Protocol):
    """The language steps; ``tests/contract/test_engine.py`` holds what each must keep."""

    @property
    def name(self) -> str:
        """``offline`` or the model's name."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same document could be read differently."""
        ...

    def design_passages(self, samples: Sequence[Document], task: str | None) -> PassageDesign:
        """Rules for cutting documents like these, from their kinds and the task."""
        ...

    def read_documents(
        self, documents: Iterable[Document], design: PassageDesign
    ) -> Iterator[Reading]:
        """Passages with their records, one reading a document, in the order given.

        Every non-blank body character is in exactly one passage; every field lies in its evidence.
        """
        ...

    def plan(self, question: str, vocabulary: Vocabulary) -> HopPlan:
        """A plan of at least one hop."""
        ...

    def compose(
        self, plan: HopPlan, evidence: Evidence, sources: Sequence[SourcePassage]
    ) -> Composition:
        """An answer from ``sources`` (passages of the evidence, best first), or an abstention."""
        ...
