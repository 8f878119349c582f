"""Collections, what an import reports, and the progress of long work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DocumentStatus(StrEnum):
    """Whether a file was read whole, in part, or not at all."""

    OK = "ok"
    PARTIAL = "partial"
    REFUSED = "refused"


class Stage(StrEnum):
    """The stages that a document passes through, in order."""

    QUEUED = "queued"
    READING = "reading"
    PASSAGES = "passages and records"
    INDEXING = "index"
    EMBEDDING = "embed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """The outcome for one file: ``code`` a machine word, ``message`` a sentence with what to do."""

    doc_id: str
    name: str
    status: DocumentStatus
    code: str = "ok"
    message: str = ""
    passages: int = 0
    records: int = 0


@dataclass(frozen=True, slots=True)
class IndexSeconds:
    """Wall time of each offline stage; ``embed`` overlaps the others when it runs beside them."""

    read: float = 0.0
    passages_and_records: float = 0.0
    index: float = 0.0
    embed: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What one indexing run did, and what the collection holds after it."""

    collection: str
    documents: tuple[DocumentReport, ...]
    passages: int
    records: int
    keys: int
    rejected_fields: int
    seconds: IndexSeconds


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a long job: which document is at which stage, and how many are done."""

    stage: Stage
    done: int
    total: int
    document: str = ""


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    """A collection as listed: ``slug`` is its folder's name and never reused."""

    slug: str
    name: str
    documents: int
    passages: int
    records: int
    keys: int
    index_version: int
