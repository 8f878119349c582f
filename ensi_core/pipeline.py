"""The stages in order: documents to an index, and a question to an answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from uuid import uuid4

from ensi_core.embedding.base import Embedder
from ensi_core.embedding.cached import embed_missing
from ensi_core.engines.base import Engine, SourcePassage, Vocabulary
from ensi_core.errors import JobCancelled
from ensi_core.index.build import embedding_texts, indexed_document, key_texts
from ensi_core.query.retrieve import Retriever
from ensi_core.stores.base import IndexedDocument, IndexStore
from ensi_core.types import (
    Answer,
    Document,
    DocumentReport,
    Evidence,
    HopPlan,
    IndexSeconds,
    PassageDesign,
    Progress,
    Reading,
    Seconds,
    Stage,
)

BATCH_PASSAGES = 400
"""Documents are written together until they have this many passages: few, large transactions."""


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that was read, with the name of its original in the collection, if it has one."""

    document: Document
    original: str | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """How a long run reports and is stopped: ``cancelled`` is asked between documents."""

    progress: Callable[[Progress], None] = lambda _: None
    cancelled: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class _Clock:
    """Wall seconds by stage."""

    read: float = 0.0
    passages_and_records: float = 0.0
    index: float = 0.0
    embed: float = 0.0
    started: float = field(default_factory=time.perf_counter)

    def seconds(self) -> IndexSeconds:
        total = time.perf_counter() - self.started
        return IndexSeconds(self.read, self.passages_and_records, self.index, self.embed, total)


def fingerprint(engine: Engine, design: PassageDesign, document: Document) -> str:
    """Names what makes a document's rows: reader, engine and design."""
    parts = (document.reader_version, engine.version, repr(design))
    return sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def index_documents(
    store: IndexStore,
    engine: Engine,
    embedder: Embedder,
    documents: Iterable[ReadDocument],
    total: int,
    watch: Watch,
) -> tuple[tuple[DocumentReport, ...], IndexSeconds]:
    """Cut, extract, index and embed documents that were read; what is written stays written.

    ``documents`` may be lazy; ``total`` is how many are expected. Embedding runs beside the rest.
    Raises JobCancelled when ``watch`` says so, after the batch that is being written.
    """
    run = _IndexRun(store, engine, embedder, total, watch)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="ensi-embed") as pool:
        reports = run.consume(documents, pool)
    return reports, run.clock.seconds()


class _IndexRun:
    """One run over a stream of documents."""

    def __init__(
        self, store: IndexStore, engine: Engine, embedder: Embedder, total: int, watch: Watch
    ) -> None:
        self._store = store
        self._engine = engine
        self._embedder = embedder
        self._total = total
        self._watch = watch
        self._pending: dict[str, ReadDocument] = {}
        self._done = 0
        self.clock = _Clock()

    def consume(
        self, documents: Iterable[ReadDocument], pool: ThreadPoolExecutor
    ) -> tuple[DocumentReport, ...]:
        reports: list[DocumentReport] = []
        embedding: list[Future[None]] = []
        for batch in self._batches(self._indexed(documents)):
            started = time.perf_counter()
            self._store.write_documents(batch)
            self.clock.index += time.perf_counter() - started
            embedding.append(pool.submit(self._embed, batch))
            reports += [indexed.report for indexed in batch]
            self._done += len(batch)
            self._report(Stage.INDEXING, batch[-1].document.name)
            self._stop_if_cancelled()
        for future in embedding:
            self._report(Stage.EMBEDDING, "")
            future.result()
        return tuple(reports)

    def _indexed(self, documents: Iterable[ReadDocument]) -> Iterator[IndexedDocument]:
        design = self._store.design()
        stream = self._watched(documents)
        if design is None:
            first = next(stream, None)
            if first is None:
                return
            design = self._engine.design_passages([first.document], None)
            self._store.save_design(design)
            stream = _chained(first, stream)
        readings = self._engine.read_documents((read.document for read in stream), design)
        for reading in self._timed(readings):
            read = self._pending.pop(reading.doc_id)
            mark = fingerprint(self._engine, design, read.document)
            yield indexed_document(read.document, reading, read.original, mark)

    def _watched(self, documents: Iterable[ReadDocument]) -> Iterator[ReadDocument]:
        """The documents, timed while they are read, remembered until their reading comes."""
        iterator = iter(documents)
        while True:
            self._stop_if_cancelled()
            started = time.perf_counter()
            read = next(iterator, None)
            spent = time.perf_counter() - started
            self.clock.read += spent
            self.clock.passages_and_records -= spent
            if read is None:
                return
            self._pending[read.document.doc_id] = read
            self._report(Stage.PASSAGES, read.document.name)
            yield read

    def _timed(self, readings: Iterator[Reading]) -> Iterator[Reading]:
        while True:
            started = time.perf_counter()
            reading = next(readings, None)
            self.clock.passages_and_records += time.perf_counter() - started
            if reading is None:
                return
            yield reading

    def _batches(self, stream: Iterator[IndexedDocument]) -> Iterator[list[IndexedDocument]]:
        batch: list[IndexedDocument] = []
        passages = 0
        for indexed in stream:
            batch.append(indexed)
            passages += len(indexed.reading.passages)
            if passages >= BATCH_PASSAGES:
                yield batch
                batch, passages = [], 0
        if batch:
            yield batch

    def _embed(self, batch: Sequence[IndexedDocument]) -> None:
        started = time.perf_counter()
        texts = [text for indexed in batch for text in embedding_texts(indexed.reading.passages)]
        texts += key_texts(key for indexed in batch for key in indexed.keys)
        embed_missing(self._store, self._embedder, texts)
        self.clock.embed += time.perf_counter() - started

    def _report(self, stage: Stage, document: str) -> None:
        self._watch.progress(Progress(stage, self._done, self._total, document))

    def _stop_if_cancelled(self) -> None:
        if self._watch.cancelled():
            raise JobCancelled("The import was cancelled. What was finished before stays indexed.")


def _chained(first: ReadDocument, rest: Iterator[ReadDocument]) -> Iterator[ReadDocument]:
    yield first
    yield from rest


def answer_question(
    question: str,
    engine: Engine,
    vocabulary: Vocabulary,
    retriever: Retriever,
    load_sources: Callable[[Evidence], Sequence[SourcePassage]],
    doc_ids: Sequence[str] = (),
    passages: int = 0,
) -> Answer:
    """Plan, match, retrieve, compose; ``passages`` 0 means the retriever's own setting."""
    started = time.perf_counter()
    plan: HopPlan = engine.plan(question, vocabulary)
    planned = time.perf_counter()
    walk = retriever.match(plan, doc_ids)
    matched = time.perf_counter()
    evidence = retriever.rank(plan, walk, doc_ids, passages)
    retrieved = time.perf_counter()
    composition = engine.compose(plan, evidence, load_sources(evidence))
    ended = time.perf_counter()
    return Answer(
        answer_id=uuid4().hex[:12],
        question=question,
        kind=plan.kind,
        plan=plan,
        evidence=evidence,
        composition=composition,
        seconds=Seconds(
            plan=planned - started,
            match=matched - planned,
            retrieve=retrieved - matched,
            answer=ended - retrieved,
            total=ended - started,
        ),
        engine=engine.name,
        asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
        index_version=retriever.version,
    )
