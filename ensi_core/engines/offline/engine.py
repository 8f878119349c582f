"""The offline engine: spaCy, rules and a local embedding model; deterministic, no network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ensi_core.embedding.base import Vectors
from ensi_core.engines.base import SourcePassage, Vocabulary
from ensi_core.engines.offline.answer_scoring import EncodedSimilarity
from ensi_core.engines.offline.composer import Language, compose_answer
from ensi_core.engines.offline.nlp import DEFAULT_PIPELINE, named_spans, parse_question
from ensi_core.engines.offline.planner import plan_question
from ensi_core.engines.offline.reading import read_document
from ensi_core.engines.offline.stream import parsed_documents
from ensi_core.passages.design import offline_design
from ensi_core.types import (
    Composition,
    Document,
    Evidence,
    HopPlan,
    PassageDesign,
    Reading,
)

READING_VERSION = "2"
"""Raised whenever the same document could be read differently."""

Encode = Callable[[Sequence[str]], Vectors]


class OfflineEngine:
    """Language steps by rules and small local models.

    ``pipeline`` names the spaCy pipeline; ``encode`` embeds texts and is used for answers only.
    """

    def __init__(self, pipeline: str = DEFAULT_PIPELINE, encode: Encode | None = None) -> None:
        self._pipeline = pipeline
        self._encode = encode

    @property
    def name(self) -> str:
        """``offline``."""
        return "offline"

    @property
    def version(self) -> str:
        """The version of the reading rules with the pipeline that they build on."""
        return f"offline-{READING_VERSION}/{self._pipeline}"

    def design_passages(self, samples: Sequence[Document], task: str | None) -> PassageDesign:
        """Rules for every kind of document, those of the samples' kinds first."""
        return offline_design(samples, task)

    def read_documents(
        self, documents: Iterable[Document], design: PassageDesign
    ) -> Iterator[Reading]:
        """Passages with their records, in order; short documents share the parser's batches."""
        for parsed in parsed_documents(documents, self._pipeline):
            yield read_document(parsed.document, design, parsed.units, parsed.parsed)

    def plan(self, question: str, vocabulary: Vocabulary) -> HopPlan:
        """A plan of at least one hop."""
        return plan_question(question, vocabulary, partial(parse_question, pipeline=self._pipeline))

    def compose(
        self, plan: HopPlan, evidence: Evidence, sources: Sequence[SourcePassage]
    ) -> Composition:
        """An answer of sentences of the sources, or an abstention."""
        similarity = EncodedSimilarity(self._encode) if self._encode is not None else None
        language = Language(partial(named_spans, pipeline=self._pipeline), similarity)
        return compose_answer(plan, evidence, sources, language)
