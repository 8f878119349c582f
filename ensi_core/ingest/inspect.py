"""What can be read of a file, for the person who is about to import it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ensi_core.config import Settings
from ensi_core.errors import UsageError
from ensi_core.ingest.reader import PAGE_WITHOUT_TEXT, ReadLimits
from ensi_core.ingest.sandbox import ReaderProcess
from ensi_core.types import BlockKind, Document, DocumentStatus, MarkKind

_FURNITURE = (
    MarkKind.RUNNING_HEADER,
    MarkKind.RUNNING_FOOTER,
    MarkKind.PAGE_NUMBER,
    MarkKind.LINE_NUMBER,
    MarkKind.NAVIGATION,
)


@dataclass(frozen=True, slots=True)
class Inspection:
    """The outcome for one file; ``hidden`` counts the marks of text that readers do not see."""

    status: DocumentStatus
    code: str
    message: str
    headings: int
    tables: int
    rows: int
    ocr_pages: int
    hidden: tuple[tuple[str, int], ...]
    document: Document


def inspect_file(path: Path, settings: Settings) -> Inspection:
    """What can be read of the file at ``path``.

    Raises IngestError when it is refused, UsageError when there is no such file.
    """
    if not path.is_file():
        raise UsageError(f"There is no file at {path}.")
    limits = ReadLimits(bytes=settings.max_file_mb * 1_000_000)
    reader = ReaderProcess(settings.reader_memory_mb, settings.reader_seconds, limits)
    try:
        return inspect_document(reader.read(path.name, path.name, path))
    finally:
        reader.close()


def inspect_document(document: Document) -> Inspection:
    """The inspection of a document that has been read."""
    tables = [block.table for block in document.blocks if block.table is not None]
    hidden = Counter(mark.kind.value for mark in document.marks if mark.kind not in _FURNITURE)
    ocr_pages = sum(fact.name == PAGE_WITHOUT_TEXT for fact in document.facts)
    partial = bool(document.warnings)
    return Inspection(
        status=DocumentStatus.PARTIAL if partial else DocumentStatus.OK,
        code="partial" if partial else "ok",
        message=f"{document.name}: {'; '.join(document.warnings)}" if partial else "",
        headings=sum(block.kind is BlockKind.HEADING for block in document.blocks),
        tables=len(tables),
        rows=sum(len(table.rows) for table in tables),
        ocr_pages=ocr_pages,
        hidden=tuple(sorted(hidden.items())),
        document=document,
    )


def inspection_json(inspection: Inspection) -> dict[str, object]:
    """The value of ``ensi inspect --json``."""
    document = inspection.document
    return {
        "status": inspection.status.value,
        "code": inspection.code,
        "message": inspection.message,
        "media_type": document.media_type,
        "pages": len(document.pages),
        "characters": len(document.text),
        "headings": inspection.headings,
        "tables": inspection.tables,
        "rows": inspection.rows,
        "ocr_pages": inspection.ocr_pages,
        "hidden": dict(inspection.hidden),
        "warnings": list(document.warnings),
    }


def outline_lines(inspection: Inspection, full: bool) -> Iterator[str]:
    """Lines to print: a summary, and with ``full`` the headings and tables in order."""
    document = inspection.document
    yield f"{document.title} ({document.media_type})"
    yield (
        f"{len(document.pages)} pages, {len(document.text):,} characters, "
        f"{inspection.headings} headings, {inspection.tables} tables with {inspection.rows} rows"
    )
    for kind, count in inspection.hidden:
        yield f"{kind} text in {count} places"
    for warning in document.warnings:
        yield f"warning: {warning}"
    if full:
        yield from _outline(document)


def _outline(document: Document) -> Iterator[str]:
    depth = 0
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            depth = block.level or 1
            text = document.text[block.spans[0].start : block.spans[-1].end]
            yield f"{'  ' * (depth - 1)}{' '.join(text.split())}"
        elif block.table is not None:
            table = block.table
            caption = " ".join(document.text[s.start : s.end] for s in table.caption)
            size = f"{len(table.rows)} rows x {table.columns} columns"
            yield f"{'  ' * depth}[table {size}] {' '.join(caption.split())}".rstrip()
