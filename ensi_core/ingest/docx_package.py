"""The parts of a DOCX package as XML trees, strict and transitional files alike."""

from __future__ import annotations

import io
import zipfile

from lxml import etree

from ensi_core.errors import IngestError
from ensi_core.ingest.vendor_types import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
MAX_RATIO = 200
"""A part that grows more than this when unpacked, beyond 50 MB, is a bomb."""
_RATIO_FREE_BYTES = 50_000_000


class Package:
    """Reads parts by name. Raises IngestError: corrupt, encrypted, too_large."""

    def __init__(self, name: str, content: bytes, max_bytes: int) -> None:
        self._name = name
        self._max_bytes = max_bytes
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as exc:
            raise self._corrupt("its ZIP directory cannot be read") from exc
        self.parts = tuple(sorted(self._archive.namelist()))

    def _corrupt(self, cause: str) -> IngestError:
        return IngestError(
            "corrupt",
            f"{self._name}: the Word file is damaged ({cause}). Open it in Word, let it repair it, "
            "save it, and import that copy.",
        )

    def tree(self, part: str, required: bool = False) -> Element:
        """The root element of a part; None when there is no such part and it is not required."""
        if part not in self.parts:
            if required:
                raise self._corrupt(f"its part {part} is missing")
            return None
        content = self._read(part)
        for strict, transitional in _STRICT:
            content = content.replace(strict, transitional)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, recover=not required, huge_tree=True
        )
        try:
            root = etree.fromstring(content, parser)
        except (etree.XMLSyntaxError, ValueError) as exc:
            raise self._corrupt(f"its part {part} cannot be read") from exc
        return root

    def _read(self, part: str) -> bytes:
        try:
            with self._archive.open(part) as stream:
                info = self._archive.getinfo(part)
                limit = max(_RATIO_FREE_BYTES, MAX_RATIO * info.compress_size)
                limit = min(limit, self._max_bytes)
                content = stream.read(limit + 1)
        except RuntimeError as exc:
            raise IngestError(
                "encrypted",
                f"{self._name}: the Word file is locked with a password. Save a copy without the "
                "password and import that.",
            ) from exc
        except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, ValueError) as exc:
            raise self._corrupt(f"its part {part} cannot be unpacked") from exc
        except Exception as exc:  # zlib.error and lzma errors of broken streams
            raise self._corrupt(f"its part {part} cannot be unpacked") from exc
        if len(content) > limit:
            raise IngestError(
                "too_large",
                f"{self._name}: a part of it unpacks to more than {limit:,} bytes. "
                "Split the file and import the parts.",
            )
        return content


def value(element: Element, name: str = "val") -> str | None:
    """The attribute ``w:name`` of an element, None when it or the element is missing."""
    if element is None:
        return None
    found = element.get(f"{W}{name}")
    return str(found) if found is not None else None


def is_on(element: Element) -> bool | None:
    """Whether a toggle such as ``<w:b/>`` is set; None when it is absent."""
    if element is None:
        return None
    return (value(element) or "1").lower() not in ("0", "false", "off", "none")
