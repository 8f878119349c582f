"""Files that cannot be opened as they are, and what is said about them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ensi_core.errors import CollectionBusy, CollectionDamaged, StoreError
from ensi_core.stores.database import Database
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from ensi_core.stores.schema import prepare
from tests.fixtures.indexed import indexed

ROOT = Path(__file__).resolve().parents[3]

HOLD = """
import sys
from pathlib import Path
from ensi_core.stores.duckdb_store import DuckDBIndexStore
store = DuckDBIndexStore(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""

DIE = """
import os, sys
from pathlib import Path
from ensi_core.stores.database import Database
database = Database(Path(sys.argv[1]))
with database._cursor() as cursor:
    cursor.run("CREATE TABLE big AS SELECT i, 'x' || i AS s FROM range(5000) r(i)")
    os._exit(9)
"""


def _python(code: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_file_held_by_another_process_names_it(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    holder = _python(HOLD, path)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "open\n"

    with pytest.raises(CollectionBusy, match="try again") as caught:
        DuckDBIndexStore(path)
    holder.communicate("")

    assert caught.value.pid == holder.pid
    assert str(holder.pid) in str(caught.value)
    DuckDBIndexStore(path).close()


def test_a_log_that_cannot_be_replayed_is_set_aside_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    store = DuckDBIndexStore(path)
    store.write_documents([indexed("a", "Acme pays.")])
    store.close()
    assert _python(DIE, path).wait() == 9
    log = tmp_path / "index.duckdb.wal"
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 0xFF
    log.write_bytes(content)

    store = DuckDBIndexStore(path)

    note = store.recovery_note()
    assert note is not None
    assert "index.duckdb.wal.damaged-1" in note
    assert (tmp_path / "index.duckdb.wal.damaged-1").is_file()
    assert [row.doc_id for row in store.documents()] == ["a"]
    store.close()
    assert DuckDBIndexStore(path).recovery_note() is None


def test_a_log_of_a_killed_process_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    assert _python(DIE, path).wait() == 9

    database = Database(path)

    with database.reading() as cursor:
        assert cursor.row("SELECT count(*) FROM big") == (5000,)
    assert database.recovery_note is None
    database.close()


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    path.write_bytes(b"not a database" * 1000)

    with pytest.raises(CollectionDamaged, match="backup"):
        DuckDBIndexStore(path)


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    database = Database(path)
    with database.writing() as cursor:
        cursor.run("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    database.close()

    with pytest.raises(CollectionDamaged, match="newer version"):
        DuckDBIndexStore(path)


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    database = Database(path)
    with database.writing() as cursor:
        cursor.run("DELETE FROM meta WHERE name = 'schema_version'")
    database.close()

    with pytest.raises(CollectionDamaged, match="not written by this program"):
        DuckDBIndexStore(path)


def test_an_older_file_is_brought_up_step_by_step(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.duckdb")
    steps = ("CREATE TABLE one (x INTEGER)", "ALTER TABLE one RENAME TO two")

    with database._cursor() as cursor:
        assert prepare(cursor, steps[:1])
        assert prepare(cursor, steps)
        assert not prepare(cursor, steps)
        assert cursor.rows("SELECT * FROM two") == []
        assert cursor.row("SELECT value FROM meta WHERE name = 'schema_version'") == ("3",)
    database.close()


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.duckdb")

    with pytest.raises(StoreError), database._cursor() as cursor:
        prepare(cursor, ("CREATE TABLE one (x INTEGER); SELECT nonsense",))

    with database.reading() as cursor:
        assert cursor.row("SELECT value FROM meta WHERE name = 'schema_version'") == ("1",)
        assert cursor.rows("SELECT table_name FROM duckdb_tables() WHERE table_name = 'one'") == []
    database.close()


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("SELECT * FROM read_text('{file}')", id="read"),
        pytest.param("COPY (SELECT 1) TO '{file}'", id="write"),
        pytest.param("ATTACH '{file}' AS other", id="attach"),
        pytest.param("SET enable_external_access = true", id="unlock"),
    ],
)
def test_sql_reaches_no_other_file(tmp_path: Path, query: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("private")
    database = Database(tmp_path / "index.duckdb")

    with pytest.raises(StoreError), database.writing() as cursor:
        cursor.run(query.format(file=outside))

    assert outside.read_text() == "private"
    database.close()


def test_a_failed_write_leaves_nothing_and_the_next_goes_on(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.duckdb")

    with pytest.raises(StoreError), database.writing() as cursor:
        cursor.run("INSERT INTO settings VALUES ('a', '1'); SELECT nonsense")
    with database.writing() as cursor:
        cursor.run("INSERT INTO settings VALUES ('b', '2')")

    with database.reading() as cursor:
        assert cursor.rows("SELECT name FROM settings ORDER BY name") == [("b",)]
    database.close()


def test_nothing_waits_in_the_log_after_a_write(tmp_path: Path) -> None:
    store = DuckDBIndexStore(tmp_path / "index.duckdb")
    store.write_documents([indexed("a", "Acme pays.")])

    log = tmp_path / "index.duckdb.wal"
    assert not log.exists() or os.path.getsize(log) == 0
    store.close()
