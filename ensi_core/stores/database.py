"""A DuckDB file: opened once, a cursor a call, writes one at a time, errors in our words."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from ensi_core.errors import CollectionBusy, CollectionDamaged, StoreError
from ensi_core.stores.schema import prepare

if TYPE_CHECKING:
    from pandas import DataFrame

Parameters = Sequence[object] | Mapping[str, object]
Row = tuple[Any, ...]

_LOG = logging.getLogger(__name__)
_LOCKED = re.compile(r"conflicting lock|set lock on file|being used by another process", re.I)
_PID = re.compile(r"\(PID (\d+)\)|PID:? ?(\d+)")
_REPLAY = re.compile(r"replaying WAL|corrupt WAL|WAL file", re.I)
_SEALED = {"enable_external_access": "false", "lock_configuration": "true"}
"""SQL can read no other file and cannot be talked out of that."""


class Cursor:
    """Statements on one connection, each run to its end before the next."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def run(self, query: str, parameters: Parameters = ()) -> None:
        """Run one or more statements for their effect."""
        self._connection.execute(query, parameters).complete()

    def rows(self, query: str, parameters: Parameters = ()) -> list[Row]:
        """All rows of a query."""
        return self._connection.execute(query, parameters).fetchall()

    def row(self, query: str, parameters: Parameters = ()) -> Row | None:
        """The first row of a query, None when there is none."""
        found = self.rows(query, parameters)
        return found[0] if found else None

    def columns(self, query: str, parameters: Parameters = ()) -> dict[str, NDArray[np.int64]]:
        """The columns of a query whose values are all whole numbers."""
        read = self._connection.execute(query, parameters).fetchnumpy()
        return {name: np.asarray(column, dtype=np.int64) for name, column in read.items()}

    def stage(self, name: str, frame: DataFrame) -> None:
        """Make a frame readable as the table ``name`` for the rest of this cursor's life."""
        self._connection.register(name, frame)


class Database:
    """An open database file. Raises CollectionBusy and CollectionDamaged when it cannot be opened.

    ``recovery_note`` says what was set aside when the file had to be opened without its log.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._write_lock = threading.RLock()
        self._gate = threading.Lock()
        self._closed = False
        self.recovery_note: str | None = None
        self._connection = self._open()

    def close(self) -> None:
        """Release the file, after a write that is under way."""
        with self._write_lock, self._gate:
            if not self._closed:
                self._closed = True
                self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        """A cursor that sees one state of the database throughout."""
        with self._cursor() as cursor:
            cursor.run("BEGIN TRANSACTION")
            yield cursor
            cursor.run("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        """A cursor whose changes are kept together when the block ends well, else none of them."""
        with self._write_lock, self._cursor() as cursor:
            cursor.run("BEGIN TRANSACTION")
            try:
                yield cursor
                cursor.run("COMMIT")
            except BaseException:
                _roll_back(cursor)
                raise
            cursor.run("CHECKPOINT")

    @contextmanager
    def _cursor(self) -> Iterator[Cursor]:
        try:
            with self._connected() as connection:
                yield Cursor(connection)
        except duckdb.Error as exc:
            raise StoreError(f"The database {self._path} failed: {exc}") from exc

    def _connected(self) -> duckdb.DuckDBPyConnection:
        """A connection of its own; the first one refuses calls while it makes one or closes."""
        with self._gate:
            if self._closed:
                raise StoreError(f"The database {self._path} is closed.")
            return self._connection.cursor()

    def _open(self) -> duckdb.DuckDBPyConnection:
        try:
            connection = _connect(self._path)
        except duckdb.Error as exc:
            if _LOCKED.search(str(exc)):
                raise _busy(self._path, str(exc)) from exc
            if not _REPLAY.search(str(exc)):
                raise _damaged(self._path, exc) from exc
            connection = self._open_without_log(exc)
        try:
            if prepare(Cursor(connection)):
                connection.execute("CHECKPOINT")
        except duckdb.Error as exc:
            connection.close()
            raise _damaged(self._path, exc) from exc
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_without_log(self, cause: duckdb.Error) -> duckdb.DuckDBPyConnection:
        """Move a log that cannot be replayed aside and open what was written before it."""
        log = self._path.with_name(self._path.name + ".wal")
        aside = _free_name(log)
        try:
            log.rename(aside)
            connection = _connect(self._path)
        except (OSError, duckdb.Error) as exc:
            raise _damaged(self._path, exc) from exc
        self.recovery_note = (
            f"The last changes of {self._path.parent.name} could not be read back after an "
            f"interruption. They were set aside as {aside.name}; import the last documents again."
        )
        _LOG.warning("%s (%s)", self.recovery_note, cause)
        return connection


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(str(path), config=dict(_SEALED))


def _roll_back(cursor: Cursor) -> None:
    """End a failed transaction; one that the database ended itself has nothing to roll back."""
    try:
        cursor.run("ROLLBACK")
    except duckdb.Error as exc:
        _LOG.debug("nothing to roll back: %s", exc)


def _busy(path: Path, message: str) -> CollectionBusy:
    found = _PID.search(message)
    pid = int(found.group(1) or found.group(2)) if found else None
    holder = f"process {pid}" if pid is not None else "another process"
    return CollectionBusy(
        f"The collection in {path.parent} is in use by {holder}. Wait until its work is done, or "
        "close that program, and try again.",
        pid,
    )


def _damaged(path: Path, cause: Exception) -> CollectionDamaged:
    return CollectionDamaged(
        f"The database {path} cannot be opened: {cause}. Restore it from a backup, or remove it "
        "and import the documents again from the originals folder beside it."
    )


def _free_name(log: Path) -> Path:
    """A name beside ``log`` that no earlier damaged log has."""
    number = 1
    while (aside := log.with_name(f"{log.name}.damaged-{number}")).exists():
        number += 1
    return aside
