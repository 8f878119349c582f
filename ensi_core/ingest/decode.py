"""Bytes to text: byte order marks, declared and guessed encodings, and what is no text at all."""

from __future__ import annotations

import codecs
import re

from ensi_core.errors import IngestError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"(?:charset|encoding)\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
DECLARATION_BYTES = 4096
SAMPLE_BYTES = 65_536
MIN_FOREIGN_SHARE = 0.2
"""Western texts have fewer bytes beyond ASCII; texts in other scripts have more."""
MAX_CONTROL_SHARE = 0.02


def decode(name: str, content: bytes, declared: bool = False) -> str:
    """The text of ``content``; ``declared`` looks for a charset in the file itself (HTML, XML).

    Raises IngestError(not_text) when it is none.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _checked(name, content[len(mark) :].decode(encoding, "replace"))
    wide = _wide_encoding(content)
    if wide is not None:
        return _checked(name, content.decode(wide, "replace"))
    try:
        return _checked(name, content.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    return _checked(name, _in_legacy_encoding(content, declared))


def _wide_encoding(content: bytes) -> str | None:
    """UTF-16 without a byte order mark: every other byte of Latin text is zero."""
    sample = content[:SAMPLE_BYTES]
    if len(sample) < 8:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _in_legacy_encoding(content: bytes, declared: bool) -> str:
    """A declared encoding that fits, else a guess; Windows-1252 when few bytes are not ASCII."""
    if declared:
        found = _DECLARED.search(content[:DECLARATION_BYTES])
        text = _try(content, found.group(1).decode("ascii")) if found else None
        if text is not None:
            return text
    sample = content[:SAMPLE_BYTES]
    unusual = sum(byte >= 0x80 for byte in sample)
    if unusual > MIN_FOREIGN_SHARE * len(sample):
        text = _try(content, _guess(sample))
        if text is not None:
            return text
    mostly_utf8 = content.decode("utf-8", "replace")
    if mostly_utf8.count("\ufffd") * 10 < _multibyte(mostly_utf8):
        return mostly_utf8
    return content.decode("cp1252", "replace")


def _multibyte(text: str) -> int:
    return sum(char > "\x7f" for char in text[:SAMPLE_BYTES])


def _guess(sample: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return best.encoding if best is not None else None


def _try(content: bytes, encoding: str | None) -> str | None:
    """The text in ``encoding``; None when Python does not know it or the bytes do not fit."""
    if encoding is None:
        return None
    name = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252"}.get(
        encoding.lower(), encoding
    )
    try:
        if codecs.lookup(name).name in (
            "utf-7",
            "idna",
            "punycode",
            "unicode_escape",
            "raw_unicode_escape",
        ):
            return None
        text = content.decode(name)
    except (LookupError, UnicodeError, ValueError):
        return None
    return text if isinstance(text, str) else None


def _checked(name: str, text: str) -> str:
    sample = text[:SAMPLE_BYTES]
    if sample and len(_CONTROL.findall(sample)) > MAX_CONTROL_SHARE * len(sample):
        raise IngestError(
            "not_text",
            f"{name}: the bytes are not readable text and not a known document format. "
            "Convert the file to PDF, DOCX, HTML or plain text and import that.",
        )
    return text
