"""Short work outside the page that asked for it: an answer survives a click, a reload, a close."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from queue import Queue
from typing import Generic, TypeVar

from ensi_core.errors import EnsiError

logger = logging.getLogger(__name__)

T = TypeVar("T")

_KEPT_AFTER_END = 50
"""Finished tasks that are remembered; their lasting results are in the store anyway."""


class TaskStatus(StrEnum):
    """Where a task stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TaskSnapshot(Generic[T]):
    """A task at one moment; ``result`` when DONE, ``error`` (for the analyst) when FAILED."""

    id: str
    slug: str
    title: str
    status: TaskStatus
    started_at: datetime
    result: T | None = None
    error: str | None = None


class TaskDesk(Generic[T]):
    """Runs short tasks in a few threads of this process, first come first served."""

    def __init__(
        self, workers: int = 2, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tasks: dict[str, TaskSnapshot[T]] = {}
        self._waiting: Queue[tuple[str, Callable[[], T]]] = Queue()
        self._workers = workers
        self._started = 0

    def start(self, slug: str, title: str, run: Callable[[], T]) -> str:
        """Run ``run`` in a worker; the task's id."""
        task_id = uuid.uuid4().hex
        with self._lock:
            self._tasks[task_id] = TaskSnapshot(
                task_id, slug, title, TaskStatus.RUNNING, self._clock()
            )
            self._forget_oldest()
            self._start_worker()
        self._waiting.put((task_id, run))
        return task_id

    def task(self, task_id: str) -> TaskSnapshot[T] | None:
        """One task, None when it is not known (any more)."""
        with self._lock:
            return self._tasks.get(task_id)

    def tasks(self, slug: str | None = None) -> tuple[TaskSnapshot[T], ...]:
        """All known tasks, or those of one collection; in the order they were started."""
        with self._lock:
            return tuple(t for t in self._tasks.values() if slug is None or t.slug == slug)

    def forget(self, task_id: str) -> None:
        """Drop a task that is over."""
        with self._lock:
            task = self._tasks.get(task_id)
            if task is not None and task.status is not TaskStatus.RUNNING:
                del self._tasks[task_id]

    def _start_worker(self) -> None:
        if self._started < self._workers:
            self._started += 1
            threading.Thread(target=self._work, name="ensi-tasks", daemon=True).start()

    def _work(self) -> None:
        while True:
            task_id, run = self._waiting.get()
            status, result, error = self._outcome(run)
            with self._lock:
                task = self._tasks[task_id]
                self._tasks[task_id] = replace(task, status=status, result=result, error=error)

    def _outcome(self, run: Callable[[], T]) -> tuple[TaskStatus, T | None, str | None]:
        try:
            return TaskStatus.DONE, run(), None
        except EnsiError as error:
            return TaskStatus.FAILED, None, str(error)
        except Exception as error:
            # The worker must outlive any task; the cause goes to the log and to the analyst.
            logger.exception("task failed")
            return TaskStatus.FAILED, None, f"Unexpected error ({type(error).__name__}: {error})."

    def _forget_oldest(self) -> None:
        over = [t.id for t in self._tasks.values() if t.status is not TaskStatus.RUNNING]
        for task_id in over[:-_KEPT_AFTER_END]:
            del self._tasks[task_id]
