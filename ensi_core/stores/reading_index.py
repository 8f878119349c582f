"""Keys, postings and terms: as values for people, as columns for search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensi_core.stores.base import Counts, PassageTable, PostingTable, TermTable
from ensi_core.stores.database import Cursor
from ensi_core.types import Category, Key, NormalisedValue, ValueKind

_KEY_COLUMNS = (
    "key_id, entity, type, category, name, value, inverse, period, "
    "value_kind, number, unit, start_date, end_date, canonical"
)
_CATEGORIES = {category.value: category for category in Category}
_VALUE_KINDS = {kind.value: kind for kind in ValueKind}


def counts(cursor: Cursor) -> Counts:
    """Totals now."""
    row = cursor.row(
        """
        SELECT
            (SELECT count(*) FROM documents),
            (SELECT count(*) FROM passages),
            (SELECT count(*) FROM records),
            (SELECT count(DISTINCT key_id) FROM key_forms),
            (SELECT count(*) FROM rejected_fields)
        """
    )
    return Counts(*(row or (0, 0, 0, 0, 0)))


def keys(cursor: Cursor, doc_id: str | None) -> list[Key]:
    """Keys by id; of one document when ``doc_id`` is given."""
    if doc_id is None:
        rows = cursor.rows(f"SELECT {_KEY_COLUMNS} FROM keys ORDER BY key_id")
    else:
        rows = cursor.rows(
            f"""
            SELECT {_KEY_COLUMNS}
            FROM keys
            WHERE key_id IN (
                SELECT f.key_id
                FROM key_forms f
                JOIN postings o
                    ON o.form_no = f.form_no
                JOIN passages p
                    ON p.passage_no = o.passage_no
                WHERE p.doc_id = ?
            )
            ORDER BY key_id
            """,
            [doc_id],
        )
    return [_key(row) for row in rows]


def _key(row: tuple[Any, ...]) -> Key:
    key_id, entity, type_, category, name, value, inverse, period, kind = row[:9]
    normalised = None if kind is None else NormalisedValue(_VALUE_KINDS[kind], *row[9:])
    return Key(
        key_id, entity, type_, _CATEGORIES[category], name, value, inverse, normalised, period
    )


def postings(cursor: Cursor, key_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The passage set of each key that exists, ordered by passage."""
    rows = cursor.rows(
        """
        SELECT f.key_id, p.psg_id
        FROM key_forms f
        JOIN postings o
            ON o.form_no = f.form_no
        JOIN passages p
            ON p.passage_no = o.passage_no
        WHERE f.key_id IN (SELECT unnest(?::VARCHAR[]))
        ORDER BY f.key_id, p.doc_id, p.start, p.psg_id
        """,
        [list(key_ids)],
    )
    sets: dict[str, list[str]] = {}
    for key_id, psg_id in rows:
        sets.setdefault(key_id, []).append(psg_id)
    return {key_id: tuple(psg_ids) for key_id, psg_ids in sets.items()}


def passage_table(cursor: Cursor) -> PassageTable:
    """All passages as columns."""
    rows = cursor.rows(
        """
        SELECT psg_id, doc_id, kind, main_entity, text, context_text
        FROM passages
        ORDER BY doc_id, start, psg_id
        """
    )
    columns: list[tuple[str, ...]] = list(zip(*rows, strict=True)) if rows else [()] * 6
    psg_ids, doc_ids, kinds, main_entities, texts, contexts = columns
    lengths = np.fromiter((len(text) for text in texts), np.int64, len(rows))
    return PassageTable(psg_ids, doc_ids, kinds, main_entities, texts, contexts, lengths)


def posting_table(cursor: Cursor) -> PostingTable:
    """All postings as rows of the keys and of the passage table."""
    read = cursor.columns("SELECT form_no, passage_no FROM postings")
    key_rows = _key_rows(cursor)[read["form_no"]]
    passage_rows = _passage_rows(cursor)[read["passage_no"]]
    order = np.lexsort((passage_rows, key_rows))
    return PostingTable(key_rows[order], passage_rows[order])


def term_table(cursor: Cursor) -> TermTable:
    """All lexical postings; terms in order, postings by term row, then passage row."""
    terms = cursor.rows("SELECT term_no, term FROM terms ORDER BY term")
    term_row = _rows_of([number for number, _ in terms])
    read = cursor.columns("SELECT term_no, passage_no, uses FROM term_postings")
    term_rows = term_row[read["term_no"]]
    passage_rows = _passage_rows(cursor)[read["passage_no"]]
    order = np.lexsort((passage_rows, term_rows))
    return TermTable(
        tuple(term for _, term in terms),
        term_rows[order],
        passage_rows[order],
        read["uses"][order],
    )


def _passage_rows(cursor: Cursor) -> NDArray[np.int64]:
    """For every passage number its row in the passage table."""
    read = cursor.columns("SELECT passage_no FROM passages ORDER BY doc_id, start, psg_id")
    return _rows_of(read["passage_no"])


def _key_rows(cursor: Cursor) -> NDArray[np.int64]:
    """For every form number the row of its key among all keys."""
    read = cursor.columns(
        "SELECT form_no, dense_rank() OVER (ORDER BY key_id) - 1 AS key_row FROM key_forms"
    )
    numbers = read["form_no"]
    rows = np.full(int(numbers.max(initial=-1)) + 1, -1, dtype=np.int64)
    rows[numbers] = read["key_row"]
    return rows


def _rows_of(numbers: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The inverse of a list of distinct numbers: where each of them stands, -1 for gaps."""
    listed = np.asarray(numbers, dtype=np.int64)
    rows = np.full(int(listed.max(initial=-1)) + 1, -1, dtype=np.int64)
    rows[listed] = np.arange(len(listed))
    return rows
