"""After any changes the tables are those of a fresh index of what remains."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ensi_core.stores.base import IndexedDocument
from ensi_core.stores.database import Database
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from tests.fixtures.indexed import indexed, refusal

IDS = ("a", "b", "c/d")
WORDS = ("Acme", "ACME", "Acmé", "Borealis", "BOREALIS", "owes", "sues", "?doubt", "\n\n")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(
    lambda words: "Start " + " ".join(words) + " end"
)
documents = st.builds(indexed, st.sampled_from(IDS), texts, st.sampled_from(["Title", "Other"]))
changes = st.one_of(
    st.lists(documents, min_size=1, max_size=3),
    st.sampled_from(IDS),
    st.sampled_from(IDS).map(refusal),
)

LOGICAL_TABLES = {
    "documents": "SELECT * FROM documents",
    "reports": "SELECT * FROM reports",
    "passages": "SELECT * EXCLUDE (passage_no) FROM passages",
    "records": (
        "SELECT r.* EXCLUDE (record_no, passage_no), p.psg_id FROM records r "
        "LEFT JOIN passages p USING (passage_no)"
    ),
    "rejected_fields": "SELECT * FROM rejected_fields",
    "key_forms": "SELECT * EXCLUDE (form_no) FROM key_forms",
    "keys": "SELECT * EXCLUDE (form_no) FROM keys",
    "postings": (
        "SELECT f.key_id, f.form, p.psg_id, r.record_id FROM postings o "
        "LEFT JOIN key_forms f USING (form_no) LEFT JOIN passages p USING (passage_no) "
        "LEFT JOIN records r USING (record_no)"
    ),
    "terms": "SELECT term FROM terms",
    "term_postings": (
        "SELECT t.term, p.psg_id, o.uses FROM term_postings o "
        "LEFT JOIN terms t USING (term_no) LEFT JOIN passages p USING (passage_no)"
    ),
}
"""Every table of the index, with numbers replaced by what they stand for."""


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(changes, max_size=6))
def test_the_tables_are_those_of_a_fresh_index_of_what_remains(steps: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        changed = DuckDBIndexStore(Path(folder) / "changed.duckdb")
        remaining: dict[str, IndexedDocument] = {}
        refused: dict[str, Any] = {}
        for step in steps:
            _apply(changed, step, remaining, refused)
        changed.close()
        fresh = DuckDBIndexStore(Path(folder) / "fresh.duckdb")
        fresh.write_documents([remaining[doc_id] for doc_id in sorted(remaining)])
        for doc_id in sorted(refused):
            fresh.record_refusal(refused[doc_id])
        fresh.close()

        assert _dump(Path(folder) / "changed.duckdb") == _dump(Path(folder) / "fresh.duckdb")


def _apply(
    store: DuckDBIndexStore,
    step: Any,
    remaining: dict[str, IndexedDocument],
    refused: dict[str, Any],
) -> None:
    if isinstance(step, list):
        store.write_documents(step)
        for written in step:
            remaining[written.document.doc_id] = written
            refused.pop(written.document.doc_id, None)
    elif isinstance(step, str):
        store.delete_document(step)
        remaining.pop(step, None)
        refused.pop(step, None)
    else:
        store.record_refusal(step)
        refused[step.doc_id] = step


def _dump(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    database = Database(path)
    with database.reading() as cursor:
        dump = {name: sorted(cursor.rows(sql), key=repr) for name, sql in LOGICAL_TABLES.items()}
    database.close()
    return dump


def test_numbers_of_deleted_rows_may_be_used_again(tmp_path: Path) -> None:
    store = DuckDBIndexStore(tmp_path / "index.duckdb")
    first, second = indexed("a", "Acme owes Borealis."), indexed("b", "Cyan sues.")
    for _ in range(3):
        store.write_documents([first, second])
        store.delete_document("b")
        store.write_documents([replace(second, fingerprint="f2")])
        store.delete_document("a")

    assert store.postings(["acme", "cyan"]) == {"cyan": (second.reading.passages[0].psg_id,)}
    assert store.term_table().terms == ("cyan", "sues.")
    store.close()
