"""Adding, replacing and removing documents. All functions run inside a caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from ensi_core.errors import StoreError
from ensi_core.stores.base import IndexedDocument
from ensi_core.stores.codec import DocumentStructure, PassageNested, RecordNested, encode
from ensi_core.stores.database import Cursor, Row
from ensi_core.stores.frames import REAL, TEXT, TRUTH, WHOLE, frame
from ensi_core.types import DocumentReport, EntityRecord, Key, Passage

CONTEXT_JOINT = " | "

_REPORT = {"doc_id": TEXT, "report": TEXT}
_DOCUMENT = {
    "doc_id": TEXT, "name": TEXT, "title": TEXT, "media_type": TEXT, "kind": TEXT,
    "content_sha256": TEXT, "reader_version": TEXT, "original": TEXT, "characters": WHOLE,
    "pages": WHOLE, "fingerprint": TEXT, "report": TEXT, "text": TEXT, "structure": TEXT,
}  # fmt: skip
_PASSAGE = {
    "passage_no": WHOLE, "psg_id": TEXT, "doc_id": TEXT, "start": WHOLE, "page": WHOLE,
    "page_label": TEXT, "kind": TEXT, "main_entity": TEXT, "main_entity_type": TEXT,
    "locator": TEXT, "ocr": TRUTH, "text": TEXT, "context_text": TEXT, "nested": TEXT,
}  # fmt: skip
_RECORD = {
    "record_no": WHOLE, "record_id": TEXT, "doc_id": TEXT, "passage_no": WHOLE, "place": WHOLE,
    "entity": TEXT, "type": TEXT, "nested": TEXT,
}  # fmt: skip
_REJECTED = {
    "doc_id": TEXT, "place": WHOLE, "psg_id": TEXT, "entity": TEXT, "category": TEXT,
    "name": TEXT, "value": TEXT, "reason": TEXT,
}  # fmt: skip
_FORM = {
    "key_id": TEXT, "form": TEXT, "entity": TEXT, "type": TEXT, "category": TEXT, "name": TEXT,
    "value": TEXT, "inverse": TRUTH, "period": TEXT, "value_kind": TEXT, "number": REAL,
    "unit": TEXT, "start_date": TEXT, "end_date": TEXT, "canonical": TEXT,
}  # fmt: skip
_POSTING = {"place": WHOLE, "passage_no": WHOLE, "record_no": WHOLE}
_TERM = {"place": WHOLE, "term": TEXT}
_TERM_POSTING = {"place": WHOLE, "passage_no": WHOLE, "uses": WHOLE}


def write_batch(cursor: Cursor, batch: Sequence[IndexedDocument]) -> None:
    """Add or replace the documents of a batch; of two with one id the later is kept."""
    documents = list({indexed.document.doc_id: indexed for indexed in batch}.values())
    replaced = remove_rows(cursor, [indexed.document.doc_id for indexed in documents])
    _Batch(cursor, documents).write()
    if replaced:
        remove_orphans(cursor)
    count_change(cursor)


def write_reports(cursor: Cursor, reports: Sequence[DocumentReport]) -> None:
    """Keep the latest report of each file."""
    rows = [(report.doc_id, encode(report)) for report in reports]
    cursor.stage("new_reports", frame(_REPORT, rows))
    cursor.run("INSERT OR REPLACE INTO reports SELECT doc_id, report FROM new_reports")


def count_change(cursor: Cursor) -> None:
    """Grow the index version by one."""
    cursor.run(
        "UPDATE meta SET value = CAST(CAST(value AS BIGINT) + 1 AS VARCHAR) "
        "WHERE name = 'index_version'"
    )


def remove_rows(cursor: Cursor, doc_ids: Sequence[str]) -> bool:
    """Remove all rows of those documents that exist; True when there were any.

    Forms and terms that nothing uses any more stay until ``remove_orphans``.
    """
    found = cursor.rows(
        "SELECT doc_id FROM documents WHERE doc_id IN (SELECT unnest(?::VARCHAR[])) "
        "ORDER BY doc_id",
        [list(doc_ids)],
    )
    if not found:
        return False
    known = [doc_id for (doc_id,) in found]
    for table in ("postings", "term_postings"):
        cursor.run(
            f"DELETE FROM {table} WHERE passage_no IN (SELECT passage_no FROM passages "
            "WHERE doc_id IN (SELECT unnest(?::VARCHAR[])))",
            [known],
        )
    for table in ("passages", "records", "rejected_fields", "documents"):
        cursor.run(f"DELETE FROM {table} WHERE doc_id IN (SELECT unnest(?::VARCHAR[]))", [known])
    return True


def remove_orphans(cursor: Cursor) -> None:
    """Remove key forms and terms that no posting uses."""
    cursor.run("DELETE FROM key_forms WHERE form_no NOT IN (SELECT form_no FROM postings)")
    cursor.run("DELETE FROM terms WHERE term_no NOT IN (SELECT term_no FROM term_postings)")


class _Batch:
    """New documents on their way into the tables, with the numbers they get there."""

    def __init__(self, cursor: Cursor, documents: Sequence[IndexedDocument]) -> None:
        self._cursor = cursor
        self._documents = documents
        passages = [p for indexed in documents for p in indexed.reading.passages]
        records = [r for indexed in documents for r in indexed.reading.records]
        self._passage_no = _numbered(
            (passage.psg_id for passage in passages), self._next("passage_no", "passages")
        )
        self._record_no = _numbered(
            (record.record_id for record in records), self._next("record_no", "records")
        )

    def write(self) -> None:
        """Insert everything."""
        self._insert("documents", _DOCUMENT, [_document_row(d) for d in self._documents])
        write_reports(self._cursor, [indexed.report for indexed in self._documents])
        self._insert("passages", _PASSAGE, list(self._passages()))
        self._insert("records", _RECORD, list(self._records()))
        self._insert("rejected_fields", _REJECTED, list(self._rejected()))
        self._write_postings()
        self._write_terms()

    def _passages(self) -> Iterator[Row]:
        for indexed in self._documents:
            for passage in indexed.reading.passages:
                yield (self._passage_no[passage.psg_id], *_passage_columns(passage))

    def _records(self) -> Iterator[Row]:
        for indexed in self._documents:
            for place, record in enumerate(indexed.reading.records):
                yield (
                    self._record_no[record.record_id],
                    record.record_id,
                    indexed.document.doc_id,
                    self._number(self._passage_no, record.psg_id),
                    place,
                    *_record_columns(record),
                )

    def _rejected(self) -> Iterator[Row]:
        for indexed in self._documents:
            for place, field in enumerate(indexed.reading.rejected):
                yield (
                    indexed.document.doc_id, place, field.psg_id, field.entity,
                    field.category.value, field.name, field.value, field.reason,
                )  # fmt: skip

    def _write_postings(self) -> None:
        forms: dict[tuple[str, str], int] = {}
        form_rows: list[Row] = []
        postings: dict[tuple[int, int], Row] = {}
        for indexed in self._documents:
            places: dict[str, int] = {}
            for key in indexed.keys:
                columns = _key_columns(key)
                form = _digest(columns)
                place = forms.setdefault((key.key_id, form), len(forms))
                if place == len(form_rows):
                    form_rows.append((place, key.key_id, form, *columns))
                places[key.key_id] = place
            for posting in indexed.postings:
                at = self._number(places, posting.key_id)
                passage_no = self._number(self._passage_no, posting.psg_id)
                record_no = self._number(self._record_no, posting.record_id)
                postings.setdefault((at, passage_no), (at, passage_no, record_no))
        used = {place for place, _ in postings}
        self._stage("new_forms", {"place": WHOLE, **_FORM}, [r for r in form_rows if r[0] in used])
        self._stage("new_postings", _POSTING, list(postings.values()))
        self._cursor.run(_INSERT_FORMS, [self._next("form_no", "key_forms")])
        self._cursor.run(_INSERT_POSTINGS)

    def _write_terms(self) -> None:
        places: dict[str, int] = {}
        postings: list[Row] = []
        for indexed in self._documents:
            for passage, terms in zip(indexed.reading.passages, indexed.terms, strict=True):
                number = self._passage_no[passage.psg_id]
                postings += [
                    (places.setdefault(term, len(places)), number, uses)
                    for term, uses in terms.items()
                ]
        self._stage("new_terms", _TERM, [(place, term) for term, place in places.items()])
        self._stage("new_term_postings", _TERM_POSTING, postings)
        self._cursor.run(_INSERT_TERMS, [self._next("term_no", "terms")])
        self._cursor.run(_INSERT_TERM_POSTINGS)

    def _insert(self, table: str, kinds: dict[str, str], rows: Sequence[Row]) -> None:
        if rows:
            columns = ", ".join(kinds)
            self._stage("new_rows", kinds, rows)
            self._cursor.run(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new_rows")

    def _stage(self, name: str, kinds: dict[str, str], rows: Sequence[Row]) -> None:
        self._cursor.stage(name, frame(kinds, rows))

    def _next(self, column: str, table: str) -> int:
        found = self._cursor.row(f"SELECT max({column}) FROM {table}")
        return 0 if found is None or found[0] is None else int(found[0]) + 1

    @staticmethod
    def _number(numbers: dict[str, int], name: str) -> int:
        if name not in numbers:
            raise StoreError(
                f"A row of the index refers to {name!r}, which its document does not have. "
                "Nothing of this batch was written."
            )
        return numbers[name]


_INSERT_FORMS = f"""
INSERT INTO key_forms (form_no, {", ".join(_FORM)})
SELECT ? + row_number() OVER (ORDER BY n.place) - 1, {", ".join(f"n.{name}" for name in _FORM)}
FROM new_forms n
ANTI JOIN key_forms f
    ON f.key_id = n.key_id AND f.form = n.form
ORDER BY n.place
"""
_INSERT_POSTINGS = """
INSERT INTO postings (form_no, passage_no, record_no)
SELECT f.form_no, p.passage_no, p.record_no
FROM new_postings p
JOIN new_forms n
    ON n.place = p.place
JOIN key_forms f
    ON f.key_id = n.key_id AND f.form = n.form
ORDER BY f.form_no, p.passage_no
"""
_INSERT_TERMS = """
INSERT INTO terms (term_no, term)
SELECT ? + row_number() OVER (ORDER BY n.place) - 1, n.term
FROM new_terms n
ANTI JOIN terms t
    ON t.term = n.term
ORDER BY n.place
"""
_INSERT_TERM_POSTINGS = """
INSERT INTO term_postings (term_no, passage_no, uses)
SELECT t.term_no, p.passage_no, p.uses
FROM new_term_postings p
JOIN new_terms n
    ON n.place = p.place
JOIN terms t
    ON t.term = n.term
ORDER BY t.term_no, p.passage_no
"""


def _numbered(ids: Iterable[str], first: int) -> dict[str, int]:
    """Consecutive numbers for ids. Raises StoreError when one comes twice."""
    numbers: dict[str, int] = {}
    for identifier in ids:
        if identifier in numbers:
            raise StoreError(
                f"Two passages or records have the id {identifier!r}. "
                "Nothing of this batch was written."
            )
        numbers[identifier] = first + len(numbers)
    return numbers


def _document_row(indexed: IndexedDocument) -> Row:
    document = indexed.document
    return (
        document.doc_id,
        document.name,
        document.title,
        document.media_type,
        indexed.reading.kind,
        document.content_sha256,
        document.reader_version,
        indexed.original,
        len(document.text),
        len(document.pages),
        indexed.fingerprint,
        encode(indexed.report),
        document.text,
        encode(DocumentStructure.of(document)),
    )


def _passage_columns(passage: Passage) -> Row:
    return (
        passage.psg_id,
        passage.doc_id,
        passage.spans[0].start if passage.spans else 0,
        passage.page,
        passage.page_label,
        passage.kind.value,
        passage.main_entity,
        passage.main_entity_type,
        passage.locator,
        passage.ocr,
        passage.text,
        CONTEXT_JOINT.join(item.text for item in passage.context),
        encode(PassageNested(passage.spans, passage.context)),
    )


def _record_columns(record: EntityRecord) -> Row:
    nested = encode(RecordNested(record.mentions, record.fields))
    return (record.entity, record.type, nested)


def _key_columns(key: Key) -> Row:
    value = key.normalised
    normalised: Row = (None,) * 6
    if value is not None:
        normalised = (
            value.kind.value, value.number, value.unit, value.start, value.end, value.text,
        )  # fmt: skip
    return (
        key.entity, key.type, key.category.value, key.name, key.value, key.inverse, key.period,
        *normalised,
    )  # fmt: skip


def _digest(columns: Row) -> str:
    return blake2b(repr(columns).encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()
