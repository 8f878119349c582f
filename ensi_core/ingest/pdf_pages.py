"""The pages of a PDF as pdfium gives them: rows of words, ruled lines, pages that are pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

from ensi_core.errors import IngestError
from ensi_core.ingest.clean import one_line
from ensi_core.ingest.pdf_rows import Row, rows_of
from ensi_core.ingest.pdf_rules import Rules, rules_of
from ensi_core.ingest.pdf_words import PageText, turned_rules, words_of
from ensi_core.ingest.vendor_types import PdfiumHandle, PdfiumModule

MIN_PAGE_CHARACTERS = 200
"""A page with a large picture and less text than this is a scan with a stamp on it."""
MIN_PICTURE_SHARE = 0.5
_IMAGE, _FORM = 3, 5
NO_RULES = Rules()


@dataclass(slots=True)
class PdfPage:
    """One page: its rows from the top down, its lines; ``scan`` when it is a picture.

    ``aside`` is text that runs across the others, such as a stamp in the margin.
    """

    rows: list[Row]
    rules: Rules = NO_RULES
    scan: bool = False
    readable: bool = True
    aside: str = ""


@dataclass(slots=True)
class PdfPages:
    """What is taken out of the file before any layout is judged."""

    pages: list[PdfPage] = field(default_factory=list)
    title: str = ""

    @property
    def scans(self) -> list[int]:
        """1-based numbers of the pages that are pictures."""
        return [number for number, page in enumerate(self.pages, 1) if page.scan]

    @property
    def unreadable(self) -> list[int]:
        """1-based numbers of the pages that pdfium cannot load."""
        return [number for number, page in enumerate(self.pages, 1) if not page.readable]


def take_pages(name: str, content: bytes, max_pages: int) -> PdfPages:
    """All pages of a PDF. Raises IngestError: encrypted, corrupt, no_text_layer, too_large."""
    import pypdfium2
    import pypdfium2.raw as raw

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as exc:
        raise _unopened(name, raw, exc) from exc
    try:
        count = len(document)
        if count > max_pages:
            raise IngestError(
                "too_large",
                f"{name}: {count:,} pages are more than the limit of {max_pages:,}. "
                "Split the file and import the parts.",
            )
        if count == 0:
            raise _corrupt(name, "it has no pages")
        title = one_line(str(document.get_metadata_value("Title") or ""))
        taken = PdfPages([_page(document, raw, index) for index in range(count)], title)
    finally:
        document.close()
    if not any(page.rows for page in taken.pages):
        raise _no_text(name, taken)
    return taken


def _page(document: PdfiumHandle, raw: PdfiumModule, index: int) -> PdfPage:
    import pypdfium2

    try:
        page = document[index]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        return PdfPage([], readable=False)
    try:
        found = words_of(PageText(raw, textpage.raw))
        words = found.words
        rows = rows_of(words)
        rules = turned_rules(rules_of(raw, page.raw), found.turn) if words else NO_RULES
        few = sum(len(word.text) for word in words) < MIN_PAGE_CHARACTERS
        scan = few and _is_picture(raw, page)
    finally:
        textpage.close()
        page.close()
    for row in rows:
        row.page = index
    return PdfPage(rows, rules, scan, aside=found.aside)


def _is_picture(raw: PdfiumModule, page: PdfiumHandle) -> bool:
    """Whether pictures cover at least half of the page."""
    import ctypes

    width, height = page.get_size()
    edges = [ctypes.c_float() for _ in range(4)]
    refs = [ctypes.byref(edge) for edge in edges]
    covered = 0.0
    for index in range(min(200, raw.FPDFPage_CountObjects(page.raw))):
        drawing = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(drawing) not in (_IMAGE, _FORM):
            continue
        if raw.FPDFPageObj_GetBounds(drawing, *refs):
            left, bottom, right, top = (edge.value for edge in edges)
            covered += max(0.0, right - left) * max(0.0, top - bottom)
    return bool(covered >= MIN_PICTURE_SHARE * width * height)


def _unopened(name: str, raw: PdfiumModule, exc: Exception) -> IngestError:
    code = getattr(exc, "err_code", None)
    if code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY) or "password" in str(exc).lower():
        return IngestError(
            "encrypted",
            f"{name}: the PDF is locked with a password. Save a copy without the password and "
            "import that.",
        )
    return _corrupt(name, "it cannot be opened as a PDF")


def _corrupt(name: str, cause: str) -> IngestError:
    return IngestError(
        "corrupt", f"{name}: the PDF is damaged ({cause}). Get an intact copy and import that."
    )


def _no_text(name: str, taken: PdfPages) -> IngestError:
    if taken.unreadable:
        return _corrupt(name, "its pages cannot be read")
    if not taken.scans:
        return IngestError(
            "empty", f"{name}: its pages are blank. Check that it is the right file."
        )
    count = len(taken.pages)
    shown = "its page has no" if count == 1 else f"none of its {count} pages has a"
    return IngestError(
        "no_text_layer",
        f"{name}: {shown} text layer: needs OCR. Run OCR on the file and import the result.",
    )
