"""The words of a PDF page with their places and type, as pdfium finds them."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Sequence
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
MIN_DIRECTED = 3
"""Shorter tokens do not tell which way they run; they go with the one before."""


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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a token lies as the file has it: base lines and cells of its first and last letter.

    ``direction`` is 0 for text from left to right, 1 upwards, 3 downwards, -1 for short tokens.
    """

    start: int
    end: int
    origin: tuple[float, float]
    last_origin: tuple[float, float]
    box: tuple[float, float, float, float]
    last_box: tuple[float, float, float, float]
    direction: int


@dataclass(frozen=True, slots=True)
class PageWords:
    """The upright words of a page in the file's order; ``turn`` quarter turns made them upright.

    ``aside`` is text that runs across them, such as a stamp in the margin.
    """

    words: list[Word]
    turn: int
    aside: str


def words_of(page: PageText) -> PageWords:
    """The words of a page, turned upright when the page is set sideways."""
    text = page.text()
    places = [_place(page, *found.span()) for found in _TOKEN.finditer(text)]
    turn = _turn(places)
    words: list[Word] = []
    aside: list[str] = []
    direction = turn
    for index, place in enumerate(places):
        direction = place.direction if place.direction >= 0 else direction
        if direction != turn:
            aside.append(clean(text[place.start : place.end]))
            continue
        word = _word(page, text, place, turn, index)
        if word is not None:
            words.append(word)
    return PageWords(words, turn, " ".join(aside))


def _place(page: PageText, start: int, end: int) -> _Place:
    origin = page.origin(start)
    box = page.loose_box(start)
    if end - start == 1:
        return _Place(start, end, origin, origin, box, box, -1)
    last = page.origin(end - 1)
    direction = -1
    if end - start >= MIN_DIRECTED:
        across, along = abs(last[0] - origin[0]), last[1] - origin[1]
        direction = 0 if abs(along) <= 2 * across else (1 if along > 0 else 3)
    return _Place(start, end, origin, last, box, page.loose_box(end - 1), direction)


def _turn(places: Sequence[_Place]) -> int:
    """Quarter turns (clockwise, 0, 1 or 3) that make most words run from left to right."""
    counts = Counter(place.direction for place in places if place.direction >= 0)
    return max((0, 1, 3), key=lambda direction: (counts[direction], -direction))


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


def _word(page: PageText, text: str, place: _Place, turn: int, index: int) -> Word | None:
    start, end = place.start, place.end
    broken = text[end - 1] in "\x02\ufffe"
    shown = clean(text[start : end - 1 if broken else end])
    if broken:
        shown += "-"
    if not shown.strip():
        return None
    first, last = _turned_box(place.box, turn), _turned_box(place.last_box, turn)
    size, last_size = first[3] - first[1], last[3] - last[1]
    origin = place.origin if size >= last_size else place.last_origin
    bold, italic = page.type_of(start if size >= last_size else end - 1)
    return Word(
        shown,
        min(first[0], last[0]),
        max(first[2], last[2]),
        _turned(origin, turn)[1],
        max(size, last_size, 1.0),
        bold,
        italic,
        index,
        broken,
    )


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
