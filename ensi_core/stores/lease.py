"""A lease on a collection's store: open while it is used, closed soon after."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ensi_core.errors import CollectionBusy, StoreError
from ensi_core.stores.base import IndexStore

RETRY_SECONDS = 0.1
"""Pause between two attempts to open a store that another process holds."""


def _open_duckdb(path: Path) -> IndexStore:
    from ensi_core.stores.duckdb_store import DuckDBIndexStore

    return DuckDBIndexStore(path)


class StoreLease:
    """Opens the store at ``path`` on demand and closes it ``idle_seconds`` after its last user.

    So that a command line works beside an open app: each holds the file only while it works, and
    waits up to ``busy_seconds`` for the other. Any number of threads may use one lease.
    ``on_close`` is called just before the store is closed.
    """

    def __init__(
        self,
        path: Path,
        idle_seconds: float = 2.0,
        busy_seconds: float = 6.0,
        open_store: Callable[[Path], IndexStore] = _open_duckdb,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self._path = path
        self._idle_seconds = idle_seconds
        self._busy_seconds = busy_seconds
        self._open_store = open_store
        self._on_close = on_close
        self._changed = threading.Condition()
        self._store: IndexStore | None = None
        self._users = 0
        self._timer: threading.Timer | None = None
        self._closed = False

    @contextmanager
    def use(self) -> Iterator[IndexStore]:
        """The store, open as long as the block runs.

        Raises CollectionBusy when another process keeps it, StoreError when the lease is closed.
        """
        store = self._acquire()
        try:
            yield store
        finally:
            self._release()

    def close(self) -> None:
        """End the lease: new users are refused, present ones are waited for, the file is freed.

        Raises CollectionBusy, and stays as it was, when work goes on for ``busy_seconds``.
        """
        with self._changed:
            self._closed = True
            if not self._changed.wait_for(lambda: self._users == 0, self._busy_seconds):
                self._closed = False
                raise CollectionBusy(
                    f"The collection in {self._path.parent} is being worked on. Cancel that work "
                    "or wait until it is done, and try again.",
                    os.getpid(),
                )
            self._stop_timer()
            self._close_store()

    def _acquire(self) -> IndexStore:
        with self._changed:
            if self._closed:
                raise StoreError(f"The collection in {self._path.parent} was closed.")
            self._stop_timer()
            if self._store is None:
                self._store = self._open_waiting()
            self._users += 1
            return self._store

    def _release(self) -> None:
        with self._changed:
            self._users -= 1
            if self._users == 0:
                self._start_timer()
                self._changed.notify_all()

    def _open_waiting(self) -> IndexStore:
        deadline = time.monotonic() + self._busy_seconds
        while True:
            try:
                return self._open_store(self._path)
            except CollectionBusy:
                if time.monotonic() + RETRY_SECONDS > deadline:
                    raise
                time.sleep(RETRY_SECONDS)

    def _start_timer(self) -> None:
        self._stop_timer()
        timer = threading.Timer(self._idle_seconds, self._close_if_idle)
        timer.daemon = True
        self._timer = timer
        timer.start()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_if_idle(self) -> None:
        """What the timer does; a user who came in between has stopped or replaced the timer."""
        with self._changed:
            due = self._timer
            if self._users == 0 and due is not None and due is threading.current_thread():
                self._timer = None
                self._close_store()

    def _close_store(self) -> None:
        if self._store is not None:
            store, self._store = self._store, None
            self._on_close()
            store.close()
