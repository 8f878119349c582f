"""The tables of a collection's database, their version, and how older files are brought up."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Protocol

from ensi_core.errors import CollectionDamaged

MIGRATIONS: tuple[str, ...] = ()
"""SQL that turns version 1 into 2, 2 into 3, and so on; ``schema.sql`` is the newest version."""


class Cursor(Protocol):
    """What this module needs of a database cursor."""

    def run(self, query: str, parameters: Sequence[object] = ...) -> None:
        """Run statements for their effect."""
        ...

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        ...


def prepare(cursor: Cursor, migrations: Sequence[str] = MIGRATIONS) -> bool:
    """Create the tables of a new file or bring up those of an older one; True when it changed.

    Raises CollectionDamaged for a file of a newer version or of something else.
    """
    newest = 1 + len(migrations)
    found = _version(cursor)
    if found is None:
        _create(cursor, newest)
        return True
    if found > newest:
        raise CollectionDamaged(
            f"This collection was written by a newer version of the program (schema {found}; "
            f"this version knows {newest}). Open it with that version, or update this one."
        )
    pending = migrations[found - 1 :]
    for version, statements in enumerate(pending, start=found + 1):
        _run(cursor, statements, version)
    return bool(pending)


def _version(cursor: Cursor) -> int | None:
    """The schema version of the file, None for an empty one."""
    tables = {
        name
        for (name,) in cursor.rows(
            "SELECT table_name FROM information_schema.tables ORDER BY table_name"
        )
    }
    if not tables:
        return None
    stored = []
    if "meta" in tables:
        stored = cursor.rows("SELECT value FROM meta WHERE name = 'schema_version'")
    if not stored:
        raise CollectionDamaged(
            "The database in this collection's folder was not written by this program. "
            "Restore index.duckdb from a backup, or remove it and import the documents again."
        )
    return int(stored[0][0])


def _create(cursor: Cursor, version: int) -> None:
    schema = files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
    _run(cursor, schema, version)


def _run(cursor: Cursor, statements: str, version: int) -> None:
    """Run statements and stamp the version, all or nothing."""
    cursor.run("BEGIN TRANSACTION")
    try:
        cursor.run(statements)
        cursor.run("INSERT OR REPLACE INTO meta VALUES ('schema_version', ?)", [str(version)])
        cursor.run("COMMIT")
    except BaseException:
        cursor.run("ROLLBACK")
        raise
