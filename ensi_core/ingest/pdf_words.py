"""The words of a PDF page with their places and type, as pdfium finds them."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from functools import lru_cache

from ensi_core.ingest.clean import clean
from ensi_core.ingest.pdf_rules import Rule, Rules
from ensi_core.ingest.vendor_types import PdfiumHandle, PdfiumModule

_TOKEN = re.compile(r"[^\s\x02\ufffe]+[\x02\ufffe]?|[\x02\ufffe]")
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi|(?<![a-z])bd(?![a-z])|cmbx|-b$|medi(?:um)?cond", re.IGNORECASE
)
_ITALIC = re.compile(r"italic|oblique|-it$|cmti|(?<![a-z])ital", re.IGNORECASE)
_FONT_BYTES = 128


@dataclass(slots=True)
class Word:
    """A word: edges in points, x to the right, y upwards; ``size`` is the height of its type.

    ``index`` is its order in the file. ``broken`` marks the half before a line-end hyphen.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool
    italic: bool
    index: int
    broken: bool = False


class PageText:
    """pdfium's text of one page, read through preallocated buffers (a call takes about 1 µs)."""

    def __init__(self, raw: PdfiumModule, textpage: PdfiumHandle) -> None:
        self._raw = raw
        self._page = textpage
        self._numbers = [ctypes.c_double() for _ in range(4)]
        self._refs = [ctypes.byref(number) for number in self._numbers]
        self._rect = raw.FS_RECTF()
        self._rect_ref = ctypes.byref(self._rect)
        self._font = ctypes.create_string_buffer(_FONT_BYTES)
        self._flags = ctypes.c_int()
        self._flags_ref = ctypes.byref(self._flags)

    def text(self) -> str:
        """All characters, one code unit each, so that an index is pdfium's character index."""
        count = self._raw.FPDFText_CountChars(self._page)
        if count <= 0:
            return ""
        buffer = ctypes.create_string_buffer((count + 1) * 2)
        written = self._raw.FPDFText_GetText(
            self._page, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        )
        text = buffer.raw[: max(0, written - 1) * 2].decode("utf-16-le", "surrogatepass")
        if len(text) == count:
            return text
        get = self._raw.FPDFText_GetUnicode
        return "".join(_char(get(self._page, index)) for index in range(count))

    def origin(self, index: int) -> tuple[float, float]:
        """Where the base line of a character begins."""
        self._raw.FPDFText_GetCharOrigin(self._page, index, self._refs[0], self._refs[1])
        return self._numbers[0].value, self._numbers[1].value

    def box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of the ink of a character."""
        left, right, bottom, top = self._refs
        self._raw.FPDFText_GetCharBox(self._page, index, left, right, bottom, top)
        a, b, c, d = (number.value for number in self._numbers)
        return a, c, b, d

    def loose_box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of a character's cell, as high as its type."""
        self._raw.FPDFText_GetLooseCharBox(self._page, index, self._rect_ref)
        rect = self._rect
        return rect.left, rect.bottom, rect.right, rect.top

    def type_of(self, index: int) -> tuple[bool, bool]:
        """Whether a character is set bold and italic, by the name of its font."""
        length = self._raw.FPDFText_GetFontInfo(
            self._page, index, self._font, _FONT_BYTES, self._flags_ref
        )
        if not 0 < length <= _FONT_BYTES:
            return False, False
        return _type_by_name(self._font.raw[: length - 1], self._flags.value)


def _char(point: int) -> str:
    return chr(point) if 0 < point < 0x110000 else " "


@lru_cache(maxsize=1024)
def _type_by_name(name: bytes, flags: int) -> tuple[bool, bool]:
    text = _SUBSET.sub("", name.decode("utf-8", "replace"))
    forced_bold, italic_flag = bool(flags & 0x40000), bool(flags & 0x40)
    return forced_bold or _BOLD.search(text) is not None, italic_flag or (
        _ITALIC.search(text) is not None
    )


def words_of(page: PageText) -> tuple[list[Word], int]:
    """The words of a page in the file's order, turned upright; and the quarter turns that took."""
    text = page.text()
    tokens = [found.span() for found in _TOKEN.finditer(text)]
    places = [(page.origin(start), page.box(end - 1)) for start, end in tokens]
    turn = _turn(text, tokens, places, page)
    words: list[Word] = []
    for index, (start, end) in enumerate(tokens):
        word = _word(page, text, start, end, turn, index)
        if word is not None:
            words.append(word)
    return words, turn


def turned_rules(rules: Rules, turn: int) -> Rules:
    """Lines turned as the words of their page were."""
    if turn == 0:
        return rules
    sign = 1 if turn == 1 else -1
    return Rules(
        tuple(
            sorted(
                Rule(-sign * r.at, *sorted((sign * r.start, sign * r.end))) for r in rules.vertical
            )
        ),
        tuple(
            sorted(
                Rule(sign * r.at, *sorted((-sign * r.start, -sign * r.end)))
                for r in rules.horizontal
            )
        ),
    )


def _turn(
    text: str,
    tokens: list[tuple[int, int]],
    places: list[tuple[tuple[float, float], tuple[float, float, float, float]]],
    page: PageText,
) -> int:
    """Quarter turns (clockwise, 0, 1 or 3) that make most words run from left to right."""
    up = down = level = 0
    for (start, end), ((x, y), _) in list(zip(tokens, places, strict=True))[:400]:
        if end - start < 3:
            continue
        last_x, last_y = page.origin(end - 1)
        across, along = abs(last_x - x), last_y - y
        if abs(along) > 2 * across:
            up, down = up + (along > 0), down + (along < 0)
        else:
            level += 1
    if max(up, down) <= level:
        return 0
    return 1 if up > down else 3


def _word(page: PageText, text: str, start: int, end: int, turn: int, index: int) -> Word | None:
    broken = text[end - 1] in "\x02\ufffe"
    shown = clean(text[start : end - 1 if broken else end])
    if broken:
        shown += "-"
    if not shown.strip():
        return None
    origin = _turned(page.origin(start), turn)
    left, low, right, high = _turned_box(page.loose_box(start), turn)
    last = _turned_box(page.box(end - 1), turn)
    x0, x1 = min(left, origin[0]), max(right, last[2])
    if last[2] < left:
        x0, x1 = min(last[0], left), max(right, left)
    size = max(high - low, 1.0)
    bold, italic = page.type_of(start)
    return Word(shown, x0, x1, origin[1], size, bold, italic, index, broken)


def _turned(point: tuple[float, float], turn: int) -> tuple[float, float]:
    x, y = point
    if turn == 1:
        return y, -x
    return (-y, x) if turn == 3 else (x, y)


def _turned_box(
    box: tuple[float, float, float, float], turn: int
) -> tuple[float, float, float, float]:
    if turn == 0:
        return box
    ax, ay = _turned((box[0], box[1]), turn)
    bx, by = _turned((box[2], box[3]), turn)
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
