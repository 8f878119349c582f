"""The workspace, the workers and cached reads: everything that pages share with other sessions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from ensi_core.config import Settings
from ensi_core.jobs import JobQueue
from ensi_core.tasks import TaskDesk
from ensi_core.types import Answer, Document, EntityRecord, Passage, RejectedField
from ensi_core.workspace import AskOptions, Collection, Workspace
from pages.shared.paper import Paper


@dataclass(frozen=True, slots=True)
class Workbench:
    """What the process holds for all sessions."""

    home: str
    workspace: Workspace
    jobs: JobQueue
    questions: TaskDesk[Answer]
    warming: TaskDesk[Answer]


def warm_up(bench: Workbench, collection: Collection, index_version: int) -> None:
    """Load models and the collection's index beside the page, so that the first answer is quick.

    Done once for each version of the index; nothing is saved, and a failure only costs time later.
    """
    mark = f"{collection.slug} {index_version}"
    if all(task.title != mark for task in bench.warming.tasks(collection.slug)):
        quiet = AskOptions(save=False)
        bench.warming.start(collection.slug, mark, lambda: collection.ask("What is said?", quiet))


def workbench() -> Workbench:
    """The workbench of the workspace that ``ENSI_HOME`` names."""
    settings = Settings.from_env(os.environ)
    return _open(str(settings.home), settings)


@st.cache_resource(show_spinner="Opening the workspace")
def _open(home: str, _settings: Settings) -> Workbench:
    return Workbench(
        home=home,
        workspace=Workspace(_settings),
        jobs=JobQueue(_settings.home),
        questions=TaskDesk[Answer](workers=2),
        warming=TaskDesk[Answer](workers=1),
    )


@dataclass(frozen=True)
class DocumentView:
    """A document with all that was made from it; passages in order of position."""

    document: Document
    passages: Sequence[Passage]
    records: Mapping[str, tuple[EntityRecord, ...]]
    rejected: Sequence[RejectedField]

    @cached_property
    def paper(self) -> Paper:
        """The document laid out for drawing."""
        return Paper(self.document, self.passages, self.covered)

    @cached_property
    def index_of(self) -> Mapping[str, int]:
        """Position of each passage by id."""
        return {passage.psg_id: n for n, passage in enumerate(self.passages)}

    @cached_property
    def covered(self) -> frozenset[str]:
        """Passages from which at least one field was read: those that keys can lead to."""
        return frozenset(
            psg_id for psg_id, found in self.records.items() if any(r.fields for r in found)
        )

    @cached_property
    def uncovered(self) -> tuple[int, ...]:
        """Positions of the other passages."""
        return tuple(n for n, p in enumerate(self.passages) if p.psg_id not in self.covered)


def document_view(home: str, collection: Collection, doc_id: str) -> DocumentView | None:
    """A document ready to show, None when the collection has no such document."""
    version = collection.info().index_version
    return _document_view(home, collection.slug, version, doc_id, collection)


@st.cache_resource(max_entries=12, show_spinner="Opening the document")
def _document_view(
    home: str, slug: str, index_version: int, doc_id: str, _collection: Collection
) -> DocumentView | None:
    with _collection.use() as store:
        document = store.document(doc_id)
        if document is None:
            return None
        passages = sorted(store.passages(doc_id), key=lambda p: (p.spans[0], p.psg_id))
        records: dict[str, tuple[EntityRecord, ...]] = {}
        for record in store.records(doc_id):
            records[record.psg_id] = (*records.get(record.psg_id, ()), record)
        return DocumentView(document, passages, records, tuple(store.rejected(doc_id)))
