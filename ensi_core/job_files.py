"""What is kept of a job: its snapshot, and the small JSON file in the collection's folder."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from ensi_core.types import DocumentReport, DocumentStatus, Progress, Stage

logger = logging.getLogger(__name__)


class JobStatus(StrEnum):
    """Where a job stands; INTERRUPTED means that its process ended before the job did."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


ACTIVE = frozenset({JobStatus.QUEUED, JobStatus.RUNNING})
FINISHED = frozenset(JobStatus) - ACTIVE


@dataclass(frozen=True, slots=True)
class JobSnapshot:
    """A job at one moment. Times are ISO 8601 in UTC; ``documents`` are the reports it ended with.

    ``paths`` are what it imports; running it again on them resumes it.
    """

    id: str
    slug: str
    title: str
    status: JobStatus
    progress: Progress
    submitted_at: str
    documents: tuple[DocumentReport, ...] = ()
    error: str | None = None
    started_at: str | None = None
    finished_at: str | None = None
    paths: tuple[str, ...] = ()

    @property
    def resumable(self) -> bool:
        """True when the job ended early and knows what to run on again."""
        return bool(self.paths) and self.status in FINISHED - {JobStatus.DONE}


@dataclass(frozen=True, slots=True)
class ProcessMark:
    """Which process runs a job: its id, and its start time where the system tells it."""

    pid: int
    started: str | None = None


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A snapshot with the process that ran it."""

    snapshot: JobSnapshot
    process: ProcessMark


class JobFiles:
    """Job snapshots on disk: ``collections/<slug>/jobs/<id>.json`` below the workspace folder."""

    def __init__(self, workspace_home: Path) -> None:
        self._collections = workspace_home / "collections"

    def save(self, stored: StoredJob) -> None:
        """Write by atomic rename; nothing when the collection's folder is gone."""
        path = self._path(stored.snapshot)
        if not path.parent.parent.is_dir():
            return
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(asdict(stored), ensure_ascii=False), encoding="utf-8")
        os.replace(part, path)

    def load(self) -> Iterator[StoredJob]:
        """All readable jobs, ordered by path; an unreadable file is left alone and logged."""
        for path in sorted(self._collections.glob("*/jobs/*.json")):
            stored = _read(path)
            if stored is not None:
                yield stored

    def reload(self, stored: StoredJob) -> StoredJob:
        """The job as it is on disk now, else as given."""
        return _read(self._path(stored.snapshot)) or stored

    def remove(self, snapshot: JobSnapshot) -> None:
        """Delete the job's file."""
        self._path(snapshot).unlink(missing_ok=True)

    def _path(self, snapshot: JobSnapshot) -> Path:
        return self._collections / snapshot.slug / "jobs" / f"{snapshot.id}.json"


def this_process() -> ProcessMark:
    """The mark of the running process."""
    return ProcessMark(os.getpid(), _start_time(os.getpid()))


def process_alive(mark: ProcessMark) -> bool:
    """True when another process of that id, started at that time, is alive.

    This process itself counts as not alive: its own jobs are known without their files.
    """
    if mark.pid == os.getpid() or mark.pid <= 0:
        return False
    try:
        os.kill(mark.pid, 0)
    except PermissionError:
        pass
    except OSError:
        return False
    return mark.started is None or mark.started == _start_time(mark.pid)


def _start_time(pid: int) -> str | None:
    """Clock ticks from boot to the start of a process (field 22 of Linux's ``/proc/PID/stat``)."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return stat.rpartition(")")[2].split()[19]


def _read(path: Path) -> StoredJob | None:
    try:
        value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        process = ProcessMark(int(value["process"]["pid"]), value["process"]["started"])
        return StoredJob(_snapshot(value["snapshot"]), process)
    except (OSError, ValueError, KeyError, TypeError) as error:
        logger.warning("job file %s cannot be read: %s", path.name, error)
        return None


def _snapshot(value: dict[str, Any]) -> JobSnapshot:
    progress = value["progress"]
    return JobSnapshot(
        id=value["id"],
        slug=value["slug"],
        title=value["title"],
        status=JobStatus(value["status"]),
        progress=Progress(
            Stage(progress["stage"]), progress["done"], progress["total"], progress["document"]
        ),
        submitted_at=value["submitted_at"],
        documents=tuple(_report(report) for report in value["documents"]),
        error=value["error"],
        started_at=value["started_at"],
        finished_at=value["finished_at"],
        paths=tuple(value["paths"]),
    )


def _report(value: dict[str, Any]) -> DocumentReport:
    return DocumentReport(
        doc_id=value["doc_id"],
        name=value["name"],
        status=DocumentStatus(value["status"]),
        code=value["code"],
        message=value["message"],
        passages=value["passages"],
        records=value["records"],
    )
