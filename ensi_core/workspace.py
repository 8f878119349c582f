"""The workspace: a folder of collections; here concrete engines and stores are chosen."""

from __future__ import annotations

import json
import re
import shutil
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from ensi_core.config import Settings
from ensi_core.embedding.base import Embedder, Vectors
from ensi_core.embedding.cached import (
    CachingEmbedder,
    embed_missing,
    stored_vectors,
    text_digests,
)
from ensi_core.engines.base import Engine, SourcePassage
from ensi_core.errors import CollectionError, CollectionNotFound, IngestError
from ensi_core.index.build import embedding_texts, key_texts
from ensi_core.ingest import ReadLimits
from ensi_core.ingest.sandbox import ReaderProcess
from ensi_core.ingest.sources import Source, discover
from ensi_core.pipeline import ReadDocument, Watch, answer_question, fingerprint, index_documents
from ensi_core.query.retrieve import RetrievalSettings, Retriever
from ensi_core.query.view import SearchView, load_view
from ensi_core.query.vocabulary import ViewVocabulary
from ensi_core.stores.base import DocumentRow, IndexStore
from ensi_core.stores.lease import StoreLease
from ensi_core.stores.strings import StringSearch
from ensi_core.types import (
    Answer,
    CollectionInfo,
    Document,
    DocumentReport,
    DocumentStatus,
    Evidence,
    IndexReport,
    IndexSeconds,
    PassageDesign,
    Progress,
    Stage,
)

DESCRIPTION = "collection.json"
INDEX = "index.duckdb"


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a question is answered: within ``doc_ids`` (empty: all), from how many passages."""

    doc_ids: tuple[str, ...] = ()
    passages: int = 8
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    save: bool = True


class Workspace:
    """A folder of collections and the engine and models that serve them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._root = settings.home / "collections"
        self._trash = settings.home / "trash"
        self._lock = threading.RLock()
        self._open: dict[str, Collection] = {}
        self._root.mkdir(parents=True, exist_ok=True)
        self._purge_trash()

    @cached_property
    def embedder(self) -> Embedder:
        """The local embedding model."""
        from ensi_core.embedding.onnx import OnnxEmbedder

        return CachingEmbedder(
            OnnxEmbedder(self.settings.model_folder, threads=self.settings.threads)
        )

    @cached_property
    def engine(self) -> Engine:
        """The offline engine."""
        from ensi_core.engines.offline.engine import OfflineEngine

        return OfflineEngine(self.settings.spacy_model, self.embedder.encode)

    @cached_property
    def reader(self) -> ReaderProcess:
        """The process that parses files."""
        return ReaderProcess(
            memory_mb=self.settings.reader_memory_mb,
            seconds=self.settings.reader_seconds,
            limits=ReadLimits(bytes=self.settings.max_file_mb * 1_000_000),
        )

    def collections(self) -> tuple[CollectionInfo, ...]:
        """All collections, by name."""
        found = [self._at(folder).info() for folder in sorted(self._folders())]
        return tuple(sorted(found, key=lambda info: (info.name.casefold(), info.slug)))

    def names(self) -> dict[str, str]:
        """The name of every collection by its slug, ordered by name; opens none of them."""
        found = [(folder.name, _name_of(folder)) for folder in self._folders()]
        return dict(sorted(found, key=lambda pair: (pair[1].casefold(), pair[0])))

    def create(self, name: str) -> Collection:
        """A new empty collection. Raises CollectionError when the name is taken or empty."""
        clean = " ".join(name.split())
        if not clean:
            raise CollectionError("A collection needs a name.")
        with self._lock:
            if self._named(clean) is not None:
                raise CollectionError(f"There is already a collection named {clean!r}.")
            folder = self._root / _new_slug(clean)
            folder.mkdir()
            description = json.dumps({"name": clean}, ensure_ascii=False)
            (folder / DESCRIPTION).write_text(description, encoding="utf-8")
            return self._at(folder)

    def collection(self, slug_or_name: str) -> Collection:
        """A collection by folder name or by name. Raises CollectionNotFound."""
        with self._lock:
            for folder in self._folders():
                if folder.name == slug_or_name:
                    return self._at(folder)
            named = self._named(slug_or_name)
        if named is None:
            raise CollectionNotFound(
                f"There is no collection named {slug_or_name!r} in {self.settings.home}. "
                "`ensi collections` lists those there are."
            )
        return self._at(named)

    def delete(self, slug: str) -> None:
        """Close a collection and move its folder to the trash, which the next start empties."""
        with self._lock:
            collection = self.collection(slug)
            collection.close()
            self._open.pop(collection.slug, None)
            self._trash.mkdir(parents=True, exist_ok=True)
            collection.folder.rename(self._trash / f"{collection.slug}-{uuid4().hex[:6]}")

    def close(self) -> None:
        """Close all collections and the reader process."""
        with self._lock:
            for collection in self._open.values():
                collection.close()
            self._open.clear()
            if "reader" in self.__dict__:
                self.reader.close()

    def _folders(self) -> list[Path]:
        return [path for path in self._root.iterdir() if (path / DESCRIPTION).is_file()]

    def _named(self, name: str) -> Path | None:
        for folder in sorted(self._folders()):
            if _name_of(folder).casefold() == name.casefold():
                return folder
        return None

    def _at(self, folder: Path) -> Collection:
        with self._lock:
            if folder.name not in self._open:
                self._open[folder.name] = Collection(self, folder)
            return self._open[folder.name]

    def _purge_trash(self) -> None:
        if self._trash.is_dir():
            shutil.rmtree(self._trash, ignore_errors=True)


class Collection:
    """One collection: its documents, its index, its history of answers."""

    def __init__(self, workspace: Workspace, folder: Path) -> None:
        self.folder = folder
        self.slug = folder.name
        self.name = _name_of(folder)
        self.inbox = folder / "inbox"
        self._workspace = workspace
        self._originals = folder / "originals"
        self._lease = StoreLease(
            folder / INDEX,
            idle_seconds=workspace.settings.idle_seconds,
            busy_seconds=workspace.settings.busy_seconds,
            on_close=lambda: self._strings.release() if self._strings else None,
        )
        self._strings: StringSearch | None = None
        self._retriever_lock = threading.Lock()
        self._retriever: Retriever | None = None

    def use(self) -> AbstractContextManager[IndexStore]:
        """The index store, opened on demand and closed when idle. Raises CollectionBusy."""
        return self._lease.use()

    def info(self) -> CollectionInfo:
        """Counts of the collection."""
        with self.use() as store:
            counts, version = store.counts(), store.index_version()
        return CollectionInfo(
            self.slug,
            self.name,
            counts.documents,
            counts.passages,
            counts.records,
            counts.keys,
            version,
        )

    def index_paths(
        self,
        paths: Sequence[Path],
        on_progress: Callable[[Progress], None] = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> IndexReport:
        """Read and index files, folders, archives; unchanged documents are skipped.

        Refused files are in the report and do not stop the rest.
        Raises JobCancelled, CollectionBusy.
        """
        with self.use() as store:
            sources = list(discover(paths))
            refused: list[DocumentReport] = []
            unchanged: list[DocumentReport] = []
            documents = self._documents(store, sources, refused, unchanged)
            watch = Watch(on_progress, cancelled)
            engine, embedder = self._workspace.engine, self._workspace.embedder
            store.set_model_stamp(embedder.stamp)
            reports, seconds = index_documents(
                store, engine, embedder, documents, len(sources), watch
            )
            on_progress(Progress(Stage.DONE, len(sources), len(sources)))
            return self._report(store, (*reports, *refused, *unchanged), seconds)

    def delete_document(self, doc_id: str) -> None:
        """Remove a document exactly. Raises CollectionError when there is none of that id."""
        with self.use() as store:
            row = next((row for row in store.documents() if row.doc_id == doc_id), None)
            if row is None:
                raise CollectionError(f"There is no document {doc_id!r} in {self.name}.")
            store.delete_document(doc_id)
            self._drop_original(store, row)

    def ask(self, question: str, options: AskOptions | None = None) -> Answer:
        """Answer a question and keep the answer in the history."""
        chosen = options or AskOptions()
        with self.use() as store:
            retriever = self._current_retriever(store, chosen.retrieval)
            answer = answer_question(
                question,
                self._workspace.engine,
                ViewVocabulary(retriever.view),
                retriever,
                lambda evidence: _sources(store, evidence),
                chosen.doc_ids,
                chosen.passages,
            )
            if chosen.save:
                store.save_answer(answer)
            return answer

    def search(self, question: str, options: AskOptions) -> tuple[SourcePassage, ...]:
        """The ranked passages for a question, best first, without an answer."""
        with self.use() as store:
            retriever = self._current_retriever(store, options.retrieval)
            plan = self._workspace.engine.plan(question, ViewVocabulary(retriever.view))
            walk = retriever.match(plan, options.doc_ids)
            evidence = retriever.rank(plan, walk, options.doc_ids, options.passages)
            return tuple(_sources(store, evidence))

    def original(self, doc_id: str) -> Path | None:
        """The file as received, None for documents that came without one."""
        with self.use() as store:
            rows = {row.doc_id: row for row in store.documents()}
        row = rows.get(doc_id)
        return self._originals / row.original if row and row.original else None

    def close(self) -> None:
        """Release the collection's files."""
        self._lease.close()
        self._retriever = None

    def _documents(
        self,
        store: IndexStore,
        sources: Sequence[Source],
        refused: list[DocumentReport],
        unchanged: list[DocumentReport],
    ) -> Iterator[ReadDocument]:
        """Sources that are new or changed, read one by one; the others go to the two lists."""
        known = {row.doc_id: row for row in store.documents()}
        design = store.design()
        engine = self._workspace.engine
        for source in sources:
            try:
                read = self._read(source)
            except IngestError as error:
                report = DocumentReport(
                    source.doc_id, source.name, DocumentStatus.REFUSED, error.code, str(error)
                )
                store.record_refusal(report)
                refused.append(report)
                continue
            row = known.get(source.doc_id)
            if row is not None and _unchanged(row, engine, design, read.document):
                unchanged.append(row.report)
            else:
                yield read

    def _read(self, source: Source) -> ReadDocument:
        document = self._workspace.reader.read_source(source)
        return ReadDocument(document, self._keep_original(source, document))

    def _keep_original(self, source: Source, document: Document) -> str | None:
        """Store the bytes under their hash; the file's name in ``originals/``."""
        content = source.content()
        if content is None:
            return None
        suffix = Path(source.name).suffix.lower()[:12]
        name = f"{sha256(content).hexdigest()}{suffix}"
        target = self._originals / name
        if not target.is_file():
            self._originals.mkdir(parents=True, exist_ok=True)
            partial = target.with_suffix(target.suffix + ".part")
            partial.write_bytes(content)
            partial.replace(target)
        return name

    def _drop_original(self, store: IndexStore, row: DocumentRow) -> None:
        used = {other.original for other in store.documents()}
        if row.original and row.original not in used:
            (self._originals / row.original).unlink(missing_ok=True)

    def _report(
        self, store: IndexStore, reports: Iterable[DocumentReport], seconds: IndexSeconds
    ) -> IndexReport:
        counts = store.counts()
        return IndexReport(
            collection=self.name,
            documents=tuple(sorted(reports, key=lambda report: report.doc_id)),
            passages=counts.passages,
            records=counts.records,
            keys=counts.keys,
            rejected_fields=counts.rejected_fields,
            seconds=seconds,
        )

    def _current_retriever(self, store: IndexStore, settings: RetrievalSettings) -> Retriever:
        """The retriever of the present index version, made anew when the index changed."""
        with self._retriever_lock:
            known = self._retriever
            if known is None or known.version != store.index_version():
                known = self._new_retriever(self._view(store), settings)
            elif known.settings != settings:
                known = self._new_retriever(known.view, settings)
            self._retriever = known
            return known

    def _new_retriever(self, view: SearchView, settings: RetrievalSettings) -> Retriever:
        return Retriever(view, self._workspace.embedder.encode, settings, self._search().near)

    def _search(self) -> StringSearch:
        if self._strings is None:
            self._strings = StringSearch(
                self.folder / "vectors", self._workspace.embedder, self.use
            )
        return self._strings

    def _view(self, store: IndexStore) -> SearchView:
        """The index in memory; vectors that are missing are made, ones of gone texts forgotten."""
        embedder = self._workspace.embedder
        texts = embedding_texts(store.passages())
        strings = key_texts(store.keys())

        def encode(wanted: Sequence[str]) -> Vectors:
            embed_missing(store, embedder, wanted)
            return stored_vectors(store, embedder, wanted)

        view = load_view(store, encode(texts), encode)
        self._search().refresh(strings)
        store.prune_vectors(text_digests(embedder, [*texts, *strings]))
        return view


def _unchanged(
    row: DocumentRow, engine: Engine, design: PassageDesign | None, document: Document
) -> bool:
    return (
        design is not None
        and row.content_sha256 == document.content_sha256
        and row.fingerprint == fingerprint(engine, design, document)
    )


def _sources(store: IndexStore, evidence: Evidence) -> list[SourcePassage]:
    """The evidence's passages with what a citation needs, in the evidence's order."""
    passages = store.passages_by_id([scored.psg_id for scored in evidence.passages])
    rows = {row.doc_id: row for row in store.documents()}
    return [
        SourcePassage(
            passages[scored.psg_id],
            rows[scored.doc_id].name,
            rows[scored.doc_id].title,
            rows[scored.doc_id].version,
        )
        for scored in evidence.passages
        if scored.psg_id in passages and scored.doc_id in rows
    ]


def _name_of(folder: Path) -> str:
    try:
        described = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError):
        return folder.name
    return str(described.get("name") or folder.name)


def _new_slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    return f"{words or 'collection'}-{uuid4().hex[:8]}"
