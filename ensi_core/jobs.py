"""Long jobs in a worker of the process: progress, cancelling, and what a crash left unfinished."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from queue import Queue

from ensi_core.errors import EnsiError, JobCancelled
from ensi_core.job_files import (
    ACTIVE,
    FINISHED,
    JobFiles,
    JobSnapshot,
    JobStatus,
    StoredJob,
    process_alive,
    this_process,
)
from ensi_core.types import DocumentReport, IndexReport, Progress, Stage

__all__ = ["ACTIVE", "FINISHED", "JobQueue", "JobRun", "JobSnapshot", "JobStatus"]

logger = logging.getLogger(__name__)

JobRun = Callable[[Callable[[Progress], None], Callable[[], bool]], IndexReport | None]
"""The work of a job: given a progress reporter and a "was it cancelled?" question."""

_SAVE_EVERY_SECONDS = 1.0
"""Progress is written to disk at most this often; every change of status is written at once."""


@dataclass(slots=True)
class _Job:
    snapshot: JobSnapshot
    run: JobRun
    cancelled: threading.Event = field(default_factory=threading.Event)
    saved_at: datetime | None = None


class JobQueue:
    """Runs one heavy job at a time, first come first served, in a thread of this process.

    ``workspace_home`` is the workspace folder; the state of each job is kept as a small JSON file
    in its collection's folder. Jobs that an earlier process left unfinished are INTERRUPTED.
    """

    def __init__(
        self, workspace_home: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._files = JobFiles(workspace_home)
        self._clock = clock
        self._lock = threading.RLock()
        self._own: dict[str, _Job] = {}
        self._earlier: dict[str, StoredJob] = {}
        self._waiting: Queue[str | None] = Queue()
        self._worker: threading.Thread | None = None
        self._load_earlier()

    def submit(self, slug: str, title: str, run: JobRun, paths: Sequence[Path] = ()) -> str:
        """Queue a job of collection ``slug``; its id.

        ``paths`` are what it imports: kept so that an interrupted job can be run again on them.
        """
        now = self._clock()
        snapshot = JobSnapshot(
            id=f"{now:%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:6]}",
            slug=slug,
            title=title,
            status=JobStatus.QUEUED,
            progress=Progress(Stage.QUEUED, 0, 0),
            submitted_at=now.isoformat(),
            paths=tuple(str(path) for path in paths),
        )
        with self._lock:
            self._own[snapshot.id] = _Job(snapshot, run)
            self._save(self._own[snapshot.id])
            self._waiting.put(snapshot.id)
            self._start_worker()
        return snapshot.id

    def jobs(self, slug: str | None = None) -> tuple[JobSnapshot, ...]:
        """All jobs that are known, or those of one collection; newest first."""
        with self._lock:
            self._refresh_foreign()
            found = [job.snapshot for job in self._own.values()]
            found += [stored.snapshot for stored in self._earlier.values()]
        wanted = [job for job in found if slug is None or job.slug == slug]
        return tuple(sorted(wanted, key=lambda job: job.id, reverse=True))

    def job(self, job_id: str) -> JobSnapshot | None:
        """One job, None when it is not known."""
        return next((job for job in self.jobs() if job.id == job_id), None)

    def cancel(self, job_id: str) -> None:
        """Stop a job: at once while it waits, at its next look at ``cancelled`` while it runs."""
        with self._lock:
            own = self._own.get(job_id)
            if own is not None:
                own.cancelled.set()
                if own.snapshot.status is JobStatus.QUEUED:
                    self._finish(own, JobStatus.CANCELLED)
            elif job_id in self._earlier:
                self._interrupt(self._earlier[job_id])

    def dismiss(self, job_id: str) -> None:
        """Forget a job that is over; one that waits or runs stays."""
        with self._lock:
            snapshot = self.job(job_id)
            if snapshot is None or snapshot.status in ACTIVE:
                return
            self._own.pop(job_id, None)
            self._earlier.pop(job_id, None)
            self._files.remove(snapshot)

    def close(self, timeout_seconds: float = 5.0) -> None:
        """Cancel what runs and wait for the worker to stop."""
        with self._lock:
            for job in self._own.values():
                if job.snapshot.status in ACTIVE:
                    self.cancel(job.snapshot.id)
            worker, self._worker = self._worker, None
            self._waiting.put(None)
        if worker is not None:
            worker.join(timeout_seconds)

    def _start_worker(self) -> None:
        if self._worker is None or not self._worker.is_alive():
            self._worker = threading.Thread(target=self._work, name="ensi-jobs", daemon=True)
            self._worker.start()

    def _work(self) -> None:
        while (job_id := self._waiting.get()) is not None:
            with self._lock:
                job = self._own.get(job_id)
                if job is None or job.snapshot.status is not JobStatus.QUEUED:
                    continue
                job.snapshot = replace(
                    job.snapshot, status=JobStatus.RUNNING, started_at=self._clock().isoformat()
                )
                self._save(job)
            self._run(job)

    def _run(self, job: _Job) -> None:
        try:
            report = job.run(lambda progress: self._progressed(job, progress), job.cancelled.is_set)
        except JobCancelled:
            self._finish(job, JobStatus.CANCELLED)
        except EnsiError as error:
            self._finish(job, JobStatus.FAILED, error=str(error))
        except Exception as error:
            # The worker must outlive any job; the cause goes to the log and to the analyst.
            logger.exception("job %s failed", job.snapshot.id)
            self._finish(job, JobStatus.FAILED, error=_unexpected(error))
        else:
            stopped = job.cancelled.is_set()
            documents = report.documents if report is not None else ()
            status = JobStatus.CANCELLED if stopped else JobStatus.DONE
            self._finish(job, status, documents=documents)

    def _progressed(self, job: _Job, progress: Progress) -> None:
        with self._lock:
            job.snapshot = replace(job.snapshot, progress=progress)
            now = self._clock()
            since = None if job.saved_at is None else (now - job.saved_at).total_seconds()
            if since is None or since >= _SAVE_EVERY_SECONDS:
                self._save(job)

    def _finish(
        self,
        job: _Job,
        status: JobStatus,
        documents: tuple[DocumentReport, ...] = (),
        error: str | None = None,
    ) -> None:
        with self._lock:
            job.snapshot = replace(
                job.snapshot,
                status=status,
                documents=documents,
                error=error,
                finished_at=self._clock().isoformat(),
            )
            self._save(job)

    def _save(self, job: _Job) -> None:
        job.saved_at = self._clock()
        self._files.save(StoredJob(job.snapshot, this_process()))

    def _load_earlier(self) -> None:
        for stored in self._files.load():
            self._earlier[stored.snapshot.id] = stored
            if stored.snapshot.status in ACTIVE and not process_alive(stored.process):
                self._interrupt(stored)

    def _refresh_foreign(self) -> None:
        """Re-read the jobs that another live process runs; mark those whose process has died."""
        for stored in list(self._earlier.values()):
            if stored.snapshot.status not in ACTIVE:
                continue
            current = self._files.reload(stored)
            self._earlier[stored.snapshot.id] = current
            if current.snapshot.status in ACTIVE and not process_alive(current.process):
                self._interrupt(current)

    def _interrupt(self, stored: StoredJob) -> None:
        if stored.snapshot.status not in ACTIVE:
            return
        ended = replace(
            stored.snapshot, status=JobStatus.INTERRUPTED, finished_at=self._clock().isoformat()
        )
        self._earlier[ended.id] = StoredJob(ended, stored.process)
        self._files.save(self._earlier[ended.id])


def _unexpected(error: Exception) -> str:
    return (
        f"The job stopped on an unexpected error ({type(error).__name__}: {error}). What was "
        "finished is kept; resume to go on, and see the program's log for the details."
    )
