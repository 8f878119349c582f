"""What a file is, judged by its bytes; its name only decides between kinds of plain text."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from enum import StrEnum

from ensi_core.errors import IngestError


class MediaType(StrEnum):
    """Media types that there is a reader for."""

    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    HTML = "text/html"
    MARKDOWN = "text/markdown"
    CSV = "text/csv"
    EMAIL = "message/rfc822"
    TEXT = "text/plain"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A kind of file that is recognised and not read: error code, what it is, what to do."""

    code: str
    what: str
    advice: str


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SAVE_AS = "Open it in its program, save it as PDF or DOCX, and import that."
_MAGIC: tuple[tuple[bytes, Refusal], ...] = (
    (b"{\\rtf", Refusal("unsupported", "a rich text (RTF) file", _SAVE_AS)),
    (
        b"\x89PNG",
        Refusal("unsupported", "a picture without text", "Run OCR on it and import the PDF."),
    ),
    (
        b"\xff\xd8\xff",
        Refusal("unsupported", "a picture without text", "Run OCR on it and import the PDF."),
    ),
    (
        b"GIF8",
        Refusal("unsupported", "a picture without text", "Run OCR on it and import the PDF."),
    ),
    (b"II*\x00", Refusal("unsupported", "a scan (TIFF)", "Run OCR on it and import the PDF.")),
    (b"MM\x00*", Refusal("unsupported", "a scan (TIFF)", "Run OCR on it and import the PDF.")),
    (b"\x1f\x8b", Refusal("unsupported", "a gzip archive", "Unpack it and import the files.")),
    (b"7z\xbc\xaf", Refusal("unsupported", "a 7-Zip archive", "Unpack it and import the files.")),
    (b"Rar!", Refusal("unsupported", "a RAR archive", "Unpack it and import the files.")),
    (b"MZ", Refusal("unsupported", "a program", "Leave it out.")),
    (b"\x7fELF", Refusal("unsupported", "a program", "Leave it out.")),
)
_HTML_START = re.compile(
    r"^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|div|p|table|"
    r"h[1-6]|span|center|font|article|section|ul|ol)\b",
    re.IGNORECASE | re.DOTALL,
)
_HTML_TAG = re.compile(r"<(?:html|body|head)\b[^<>]*>", re.IGNORECASE)
_ATX = re.compile(r"^#{1,6} \S", re.MULTILINE)
_MARKDOWN_SIGN = re.compile(
    r"^```|^\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?\s*)?$|\[[^\]\n]+\]\([^)\s]+\)|\*\*\S[^*\n]*\*\*",
    re.MULTILINE,
)
_HEAD = re.compile(rb"^([A-Za-z][A-Za-z0-9-]{1,40}):[ \t]?\S?", re.MULTILINE)
_HEADS_END = re.compile(rb"\r?\n\r?\n")
_MAIL_HEADS = frozenset(
    (
        b"from",
        b"to",
        b"date",
        b"subject",
        b"received",
        b"message-id",
        b"mime-version",
        b"content-type",
        b"return-path",
        b"content-transfer-encoding",
    )
)
EMAIL_HEAD_BYTES = 65_536
HTML_HEAD_CHARACTERS = 20_000


def sniff(name: str, content: bytes) -> MediaType | None:
    """The type of binary content, or None for what must be decoded as text first.

    Raises IngestError for kinds that are recognised and cannot be read.
    """
    if _is_email(content):
        return MediaType.EMAIL
    if b"%PDF-" in content[:1024]:
        return MediaType.PDF
    if content.startswith(b"PK\x03\x04"):
        return _sniff_zip(name, content)
    if content.startswith(_OLE):
        raise _refused(name, _sniff_ole(content))
    for magic, refusal in _MAGIC:
        if content.startswith(magic) and not (magic == b"MZ" and _looks_textual(content)):
            raise _refused(name, refusal)
    return None


def _is_email(content: bytes) -> bool:
    """A message begins with heads, among them some that only mail programs write."""
    head = _HEADS_END.split(content[:EMAIL_HEAD_BYTES], maxsplit=1)[0]
    names = {found.group(1).lower() for found in _HEAD.finditer(head)}
    return _HEAD.match(head) is not None and len(names & _MAIL_HEADS) >= 3


def _looks_textual(content: bytes) -> bool:
    return b"\x00" not in content[:1024]


def _refused(name: str, refusal: Refusal) -> IngestError:
    return IngestError(refusal.code, f"{name}: this is {refusal.what}. {refusal.advice}")


def _sniff_zip(name: str, content: bytes) -> MediaType:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = frozenset(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as exc:
        raise IngestError(
            "corrupt",
            f"{name}: the file is damaged (its ZIP directory cannot be read). "
            "Get an intact copy and import that.",
        ) from exc
    if any(part.startswith("word/") for part in names):
        return MediaType.DOCX
    raise _refused(name, _zip_refusal(names))


def _zip_refusal(names: frozenset[str]) -> Refusal:
    if any(part.startswith("xl/") for part in names):
        return Refusal(
            "unsupported", "a spreadsheet (XLSX)", "Save the sheets as PDF or HTML and import that."
        )
    if any(part.startswith("ppt/") for part in names):
        return Refusal("unsupported", "a presentation (PPTX)", "Save it as PDF and import that.")
    if "META-INF/container.xml" in names:
        return Refusal(
            "unsupported", "an e-book (EPUB)", "Convert it to HTML or PDF and import that."
        )
    if "content.xml" in names:
        return Refusal("unsupported", "an OpenDocument file", _SAVE_AS)
    return Refusal("unsupported", "a ZIP archive", "Import the archive itself or unpack it.")


def _sniff_ole(content: bytes) -> Refusal:
    def holds(stream: str) -> bool:
        return stream.encode("utf-16-le") in content

    if holds("EncryptedPackage"):
        return Refusal(
            "encrypted",
            "an Office file locked with a password",
            "Remove the password and import it.",
        )
    if holds("WordDocument"):
        return Refusal(
            "unsupported", "a Word 97–2003 file (DOC)", "Save it as DOCX or PDF and import that."
        )
    if holds("__nameid_version1.0"):
        return Refusal(
            "unsupported", "an Outlook message (MSG)", "Save it as PDF or HTML and import that."
        )
    if holds("Workbook"):
        return Refusal(
            "unsupported", "an Excel 97–2003 file (XLS)", "Save it as PDF or HTML and import that."
        )
    return Refusal("unsupported", "an older Office file", _SAVE_AS)


def sniff_text(name: str, text: str) -> MediaType:
    """The type of decoded text: HTML, separated values, Markdown or plain."""
    head = text[:HTML_HEAD_CHARACTERS]
    if _HTML_START.match(head) or _HTML_TAG.search(head):
        return MediaType.HTML
    lowered = name.lower()
    if lowered.endswith((".csv", ".tsv")):
        return MediaType.CSV
    if lowered.endswith((".md", ".markdown")):
        return MediaType.MARKDOWN
    headings = len(_ATX.findall(head))
    if headings >= 2 and len(_MARKDOWN_SIGN.findall(head)) >= 2:
        return MediaType.MARKDOWN
    return MediaType.TEXT
