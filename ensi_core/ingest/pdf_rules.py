"""The ruled lines of a PDF page, horizontal and vertical."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ensi_core.ingest.vendor_types import PdfiumHandle, PdfiumModule

MAX_THICKNESS = 2.6
"""A filled rectangle thinner than this many points is a line."""
MIN_LENGTH = 6.0
MAX_OBJECTS = 6_000
"""Pages with more drawing than this are pictures or maps, not tables."""
MAX_SEGMENTS = 400
_PATH = 2
_FORM = 5
_LINE_TO, _BEZIER_TO, _MOVE_TO = 0, 1, 2


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """A line at ``at`` (x of a vertical, y of a horizontal one) from ``start`` to ``end``."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Rules:
    """All lines of a page."""

    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()


def rules_of(raw: PdfiumModule, page: PdfiumHandle) -> Rules:
    """The lines drawn on a page, collinear pieces joined."""
    count = raw.FPDFPage_CountObjects(page)
    if not 2 <= count <= MAX_OBJECTS:
        return Rules()
    horizontal: list[Rule] = []
    vertical: list[Rule] = []
    reader = _PathReader(raw)
    for index in range(count):
        drawing = raw.FPDFPage_GetObject(page, index)
        if raw.FPDFPageObj_GetType(drawing) != _PATH:
            continue
        for x0, y0, x1, y1 in reader.lines(drawing):
            if abs(y1 - y0) <= MAX_THICKNESS and abs(x1 - x0) >= MIN_LENGTH:
                horizontal.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
            elif abs(x1 - x0) <= MAX_THICKNESS and abs(y1 - y0) >= MIN_LENGTH:
                vertical.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
    return Rules(_joined(horizontal), _joined(vertical))


class _PathReader:
    """Reads the straight lines of path objects through preallocated buffers."""

    def __init__(self, raw: PdfiumModule) -> None:
        self._raw = raw
        self._floats = [ctypes.c_float() for _ in range(4)]
        self._refs = [ctypes.byref(number) for number in self._floats]
        self._matrix = raw.FS_MATRIX()

    def lines(self, drawing: PdfiumHandle) -> Iterator[tuple[float, float, float, float]]:
        """Ends of each line; a thin box is one line, a stroked box its four edges."""
        raw = self._raw
        count = raw.FPDFPath_CountSegments(drawing)
        if count < 2 or count > MAX_SEGMENTS:
            return
        if count <= 5:
            yield from self._box(drawing)
            return
        yield from self._segments(drawing, count)

    def _box(self, drawing: PdfiumHandle) -> Iterator[tuple[float, float, float, float]]:
        left, bottom, right, top = self._refs
        if not self._raw.FPDFPageObj_GetBounds(drawing, left, bottom, right, top):
            return
        x0, y0, x1, y1 = (number.value for number in self._floats)
        if x1 - x0 <= MAX_THICKNESS or y1 - y0 <= MAX_THICKNESS:
            yield x0, y0, x1, y1
            return
        if not self._is_stroked(drawing):
            return
        yield from ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1))

    def _is_stroked(self, drawing: PdfiumHandle) -> bool:
        """False for boxes that only shade what stands on them."""
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        self._raw.FPDFPath_GetDrawMode(drawing, ctypes.byref(fill), ctypes.byref(stroke))
        return bool(stroke.value)

    def _segments(
        self,
        drawing: PdfiumHandle,
        count: int,
    ) -> Iterator[tuple[float, float, float, float]]:
        raw = self._raw
        if not raw.FPDFPageObj_GetMatrix(drawing, ctypes.byref(self._matrix)):
            return
        m = self._matrix
        last = start = None
        for index in range(count):
            segment = raw.FPDFPath_GetPathSegment(drawing, index)
            raw.FPDFPathSegment_GetPoint(segment, self._refs[0], self._refs[1])
            px, py = self._floats[0].value, self._floats[1].value
            point = (m.a * px + m.c * py + m.e, m.b * px + m.d * py + m.f)
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == _LINE_TO and last is not None:
                yield (*last, *point)
            if kind == _MOVE_TO:
                start = point
            last = point
            if raw.FPDFPathSegment_GetClose(segment) and start is not None and last != start:
                yield (*last, *start)


def _joined(rules: Sequence[Rule], gap: float = 3.0) -> tuple[Rule, ...]:
    """Lines at (nearly) one place that touch as one line."""
    joined: list[Rule] = []
    for group in _grouped(sorted(rules), gap):
        at = sum(rule.at for rule in group) / len(group)
        spans = sorted((rule.start, rule.end) for rule in group)
        start, end = spans[0]
        for low, high in spans[1:]:
            if low <= end + gap:
                end = max(end, high)
            else:
                joined.append(Rule(at, start, end))
                start, end = low, high
        joined.append(Rule(at, start, end))
    return tuple(sorted(joined))


def _grouped(rules: Sequence[Rule], gap: float) -> Iterator[list[Rule]]:
    group: list[Rule] = []
    for rule in rules:
        if group and rule.at - group[-1].at > gap:
            yield group
            group = []
        group.append(rule)
    if group:
        yield group
