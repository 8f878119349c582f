"""Running systems over cases, and putting what they gave into the report's form."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ensi_core.embedding.base import Vectors
from ensi_core.embedding.cached import embed_missing, stored_vectors
from ensi_core.errors import UsageError
from ensi_core.evaluation.aggregate import abstention, estimate
from ensi_core.evaluation.cases import Case, LocatedQuote, load_cases, locate_quotes
from ensi_core.evaluation.metrics import ALL_METRICS, Judged
from ensi_core.evaluation.systems import (
    RETRIEVED,
    ChunkIndex,
    Output,
    Retrieved,
    System,
    chunk_index,
)
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from ensi_core.types import Document, Span
from ensi_core.workspace import AskOptions, Collection, Workspace

CHUNK_SYSTEMS = ("flat", "bm25", "hybrid")
SYSTEMS = (*CHUNK_SYSTEMS, "ensi")

Report = dict[str, Any]
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Subject:
    """A collection under measurement, with its texts and its gold located in them."""

    collection: Collection
    texts: Mapping[str, str]
    gold: Mapping[str, tuple[LocatedQuote, ...]]


def evaluate_collection(
    workspace: Workspace, name: str, questions: Path, systems: Sequence[str], tell: Tell
) -> Report:
    """`ensi eval`: a question set over one collection. Raises UsageError for unknown systems."""
    cases = load_cases(questions)
    collection = workspace.collection(name)
    return {
        "scope": "all",
        "sets": {questions.stem: measure(workspace, collection, cases, systems, False, tell)},
    }


def measure(
    workspace: Workspace,
    collection: Collection,
    cases: Sequence[Case],
    systems: Sequence[str],
    given: bool,
    tell: Tell,
) -> Report:
    """All systems over all cases; ``given`` restricts a question to the documents it names."""
    unknown = sorted(set(systems) - set(SYSTEMS))
    if unknown:
        raise UsageError(f"Unknown system {unknown[0]!r}. There are: {', '.join(SYSTEMS)}.")
    with collection.use() as store:
        texts = {row.doc_id: _text(store.document(row.doc_id)) for row in store.documents()}
        units = [(p.doc_id, p.spans) for p in store.passages()]
        counts = store.counts()
    subject = Subject(collection, texts, locate_quotes(cases, texts))
    built = _systems(workspace, subject, systems)
    judged: dict[str, list[Judged]] = {}
    for system, run in built.items():
        tell(f"{system}: {len(cases)} questions")
        judged[system] = [
            Judged(
                case,
                subject.gold[case.qid],
                run(case.question, case.scope if given else ()),
                texts,
            )
            for case in cases
        ]
    return {
        "documents": counts.documents,
        "passages": counts.passages,
        "questions": len(cases),
        "systems": {system: _estimates(cases) for system, cases in judged.items()},
        "by_type": _by_type(judged),
        "seconds": {system: _seconds(outputs) for system, outputs in judged.items()},
        "containment": _containment(subject, units),
        "unlocated_quotes": sum(q.span is None for quotes in subject.gold.values() for q in quotes),
        "cases": _case_rows(judged),
    }


def _systems(workspace: Workspace, subject: Subject, names: Sequence[str]) -> dict[str, System]:
    chunks = _chunks(workspace, subject) if set(names) & set(CHUNK_SYSTEMS) else None
    built: dict[str, System] = {}
    for name in names:
        if name in CHUNK_SYSTEMS and chunks is not None:
            built[name] = _chunk_system(chunks, name)
        else:
            built[name] = _ensi_system(subject.collection)
    return built


def _chunks(workspace: Workspace, subject: Subject) -> ChunkIndex:
    embedder = workspace.embedder
    folder = workspace.settings.home / "evaluation"
    folder.mkdir(parents=True, exist_ok=True)
    cache = DuckDBIndexStore(folder / "embeddings.duckdb")

    def encode_documents(texts: Sequence[str]) -> Vectors:
        cache.set_model_stamp(embedder.stamp)
        embed_missing(cache, embedder, texts)
        return stored_vectors(cache, embedder, texts)

    try:
        return chunk_index(subject.texts, encode_documents, embedder.encode)
    finally:
        cache.close()


def _chunk_system(chunks: ChunkIndex, mode: str) -> System:
    def run(question: str, doc_ids: Sequence[str]) -> Output:
        started = time.perf_counter()
        found = chunks.search(mode, question, doc_ids)
        return Output(found, time.perf_counter() - started)

    return run


def _ensi_system(collection: Collection) -> System:
    def run(question: str, doc_ids: Sequence[str]) -> Output:
        started = time.perf_counter()
        answer = collection.ask(question, AskOptions(doc_ids=tuple(doc_ids), save=False))
        seconds = time.perf_counter() - started
        ranked = collection.search(question, AskOptions(doc_ids=tuple(doc_ids), passages=RETRIEVED))
        retrieved = tuple(
            Retrieved(s.passage.doc_id, s.passage.spans, s.passage.text) for s in ranked
        )
        return Output(retrieved, seconds, answer)

    return run


def _estimates(judged: Sequence[Judged]) -> Report:
    found: Report = {}
    for name, metric in ALL_METRICS.items():
        values = [value for case in judged if (value := metric(case)) is not None]
        result = estimate(values)
        if result is not None:
            found[name] = result
    pairs = [
        (case.output.answer.composition.abstained, case.case.unanswerable)
        for case in judged
        if case.output.answer is not None
    ]
    return found | abstention(pairs)


def _by_type(judged: Mapping[str, Sequence[Judged]]) -> Report:
    groups: dict[str, dict[str, list[Judged]]] = defaultdict(lambda: defaultdict(list))
    for system, cases in judged.items():
        for case in cases:
            groups[case.case.type][system].append(case)
    return {
        kind: {system: _estimates(cases) for system, cases in systems.items()}
        for kind, systems in sorted(groups.items())
    }


def _seconds(judged: Sequence[Judged]) -> Report:
    times = np.array([case.output.seconds for case in judged])
    if not len(times):
        return {}
    return {
        "mean": float(times.mean()),
        "p50": float(np.percentile(times, 50)),
        "p95": float(np.percentile(times, 95)),
    }


def _containment(subject: Subject, units: Sequence[tuple[str, tuple[Span, ...]]]) -> Report | None:
    """Share of located gold quotes that lie wholly in one passage."""
    by_document: dict[str, list[tuple[Span, ...]]] = defaultdict(list)
    for doc_id, spans in units:
        by_document[doc_id].append(spans)
    values = [
        float(any(_holds(spans, quote.span) for spans in by_document[quote.doc_id]))
        for quotes in subject.gold.values()
        for quote in quotes
        if quote.span is not None
    ]
    result = estimate(values)
    return dict(result) if result is not None else None


def _holds(spans: Sequence[Span], quote: Span) -> bool:
    """True when nothing of the quote but gaps between spans lies outside the passage."""
    return bool(spans) and spans[0].start <= quote.start and quote.end <= spans[-1].end


def _case_rows(judged: Mapping[str, Sequence[Judged]]) -> list[Report]:
    """One row a case and system, for reading misses."""
    return [
        {
            "qid": case.case.qid,
            "type": case.case.type,
            "system": system,
            "question": case.case.question,
            "gold_answers": list(case.case.answers),
            "answer": case.output.answer.composition.text if case.output.answer else None,
            "metrics": {
                name: value
                for name, metric in ALL_METRICS.items()
                if (value := metric(case)) is not None
            },
        }
        for system, cases in judged.items()
        for case in cases
    ]


def _text(document: Document | None) -> str:
    return document.text if document is not None else ""
