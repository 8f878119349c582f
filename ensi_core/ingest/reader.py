"""Bytes or text to a Document: the type is told by content, each type has one reader."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from ensi_core.errors import IngestError
from ensi_core.ingest.assemble import Assembled, assemble
from ensi_core.ingest.captions import mark_captions
from ensi_core.ingest.clean import clean
from ensi_core.ingest.decode import decode
from ensi_core.ingest.draft import Draft, DraftDocument
from ensi_core.ingest.headings import mark_structure
from ensi_core.ingest.sniff import MediaType, sniff, sniff_text
from ensi_core.ingest.text_reader import read_text
from ensi_core.ingest.title import title_of
from ensi_core.ingest.verbatim import assemble_verbatim
from ensi_core.types import Document, DocumentFact

PAGE_WITHOUT_TEXT = "page_without_text"
"""Name of the fact that a page (its 1-based number is the value) is a picture: needs OCR."""

READER_VERSION = "1"
"""Changes whenever the same bytes could give another Document."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What one file may cost: bytes, characters of text, pages."""

    bytes: int = 200_000_000
    characters: int = 20_000_000
    pages: int = 5_000


DEFAULT_LIMITS = ReadLimits()


def read_bytes(
    doc_id: str, name: str, content: bytes, limits: ReadLimits = DEFAULT_LIMITS
) -> Document:
    """The Document of a file's bytes.

    Raises IngestError: ``empty``, ``encrypted``, ``corrupt``, ``not_text``, ``no_text_layer``,
    ``unsupported``, ``too_large``.
    """
    _check_size(name, content, limits)
    media_type, draft = _read(name, content, limits)
    mark_structure(draft.items)
    mark_captions(draft.items)
    assembled = assemble(draft.items)
    if not assembled.text.strip():
        raise _empty(name)
    if len(assembled.text) > limits.characters:
        raise _too_large(name, f"{len(assembled.text):,} characters of text", limits)
    digest = hashlib.sha256(content).hexdigest()
    title = title_of(draft.title, draft.items, name)
    return _document(doc_id, name, title, media_type, digest, assembled, draft)


def read_text_document(doc_id: str, title: str, text: str) -> Document:
    """The Document of a text that is canonical as given (line ends apart); form feeds end pages.

    Raises IngestError(empty).
    """
    canonical = text.replace("\r\n", "\n").replace("\r", "\n")
    if not canonical.strip():
        raise _empty(doc_id)
    draft = read_text(canonical)
    mark_structure(draft.items)
    mark_captions(draft.items)
    assembled = assemble_verbatim(canonical, draft.items)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    shown = title.strip() or title_of("", draft.items, doc_id)
    return _document(doc_id, doc_id, shown, MediaType.TEXT, digest, assembled, draft)


def _document(
    doc_id: str,
    name: str,
    title: str,
    media_type: MediaType,
    digest: str,
    assembled: Assembled,
    draft: DraftDocument,
) -> Document:
    return Document(
        doc_id=doc_id,
        name=name,
        title=title,
        media_type=media_type.value,
        content_sha256=digest,
        reader_version=READER_VERSION,
        text=assembled.text,
        blocks=assembled.blocks,
        pages=assembled.pages,
        marks=assembled.marks,
        facts=tuple(DocumentFact(PAGE_WITHOUT_TEXT, str(n)) for n in draft.pages_without_text),
        warnings=tuple(draft.warnings),
    )


def _check_size(name: str, content: bytes, limits: ReadLimits) -> None:
    if not content.strip():
        raise _empty(name)
    if len(content) > limits.bytes:
        raise _too_large(name, f"{len(content):,} bytes", limits)


def _empty(name: str) -> IngestError:
    return IngestError("empty", f"{name}: the file has no text. Check that it is the right file.")


def _too_large(name: str, size: str, limits: ReadLimits) -> IngestError:
    return IngestError(
        "too_large",
        f"{name}: {size} is more than is read at once (limits: {limits.bytes:,} bytes, "
        f"{limits.characters:,} characters, {limits.pages:,} pages). Split the file and "
        "import the parts.",
    )


def _read(name: str, content: bytes, limits: ReadLimits) -> tuple[MediaType, DraftDocument]:
    binary = sniff(name, content)
    if binary is not None:
        return binary, _BINARY_READERS[binary](name, content, limits)
    text = decode(name, content, declared=b"<" in content[:4096])
    media_type = sniff_text(name, text)
    return media_type, _TEXT_READERS[media_type](
        name, text.replace("\r\n", "\n").replace("\r", "\n")
    )


def _read_pdf(name: str, content: bytes, limits: ReadLimits) -> DraftDocument:
    from ensi_core.ingest.pdf_reader import read_pdf

    return read_pdf(name, content, limits.pages)


def _read_docx(name: str, content: bytes, limits: ReadLimits) -> DraftDocument:
    from ensi_core.ingest.docx_reader import read_docx

    return read_docx(name, content, limits.bytes)


def _read_html(name: str, text: str) -> DraftDocument:
    from ensi_core.ingest.html_reader import read_html

    return read_html(name, text)


def _read_markdown(name: str, text: str) -> DraftDocument:
    from ensi_core.ingest.markdown_reader import read_markdown

    return read_markdown(name, text)


def _read_plain(_name: str, text: str) -> DraftDocument:
    """Plain text files are cleaned first; their canonical text is rebuilt from the drafts."""
    document = read_text(_cleaned(text))
    for item in document.items:
        if isinstance(item, Draft):
            item.source = None
    return document


def _cleaned(text: str) -> str:
    return "\f".join(clean(page) for page in text.split("\f"))


def _read_email(name: str, content: bytes, _limits: ReadLimits) -> DraftDocument:
    from ensi_core.ingest.email_reader import read_email

    return read_email(name, content)


def _read_csv(name: str, text: str) -> DraftDocument:
    from ensi_core.ingest.csv_reader import read_csv

    return read_csv(name, text)


_BINARY_READERS: dict[MediaType, Callable[[str, bytes, ReadLimits], DraftDocument]] = {
    MediaType.PDF: _read_pdf,
    MediaType.DOCX: _read_docx,
    MediaType.EMAIL: _read_email,
}
_TEXT_READERS: dict[MediaType, Callable[[str, str], DraftDocument]] = {
    MediaType.HTML: _read_html,
    MediaType.MARKDOWN: _read_markdown,
    MediaType.CSV: _read_csv,
    MediaType.TEXT: _read_plain,
}
