"""The opening of an encyclopedic text: dates and places in the brackets after the name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.engines.offline.referents import Subject
from ensi_core.types import Span, ValueKind
from ensi_core.values import find_values

_LEAD = 160
"""How far into the text the bracket may open (code points)."""

_BRACKET = re.compile(r"\((?P<inside>[^()]{4,160}(?:\([^()]*\)[^()]*)?)\)")
_DASH = re.compile(r"\s?(?:[–—-]|--| to )\s?")
_BORN = re.compile(r"\b(?:born|b\.)\s", re.IGNORECASE)
_DIED = re.compile(r"\b(?:died|d\.)\s", re.IGNORECASE)
_PERSONS = ("person", "unknown")


def lead_bracket(view: UnitView, main: Subject) -> Span | None:
    """Where the bracket with a person's dates stands, None without one."""
    if not main.titled or main.bearer.type not in _PERSONS:
        return None
    match = _BRACKET.search(view.unit.text, 0, 2 * _LEAD)
    return None if match is None or match.start() > _LEAD else Span(*match.span("inside"))


def lead_values(view: UnitView, main: Subject) -> Iterator[Finding]:
    """ "X (3 May 1860, Bonn – 1 June 1920)": birth and death with their places."""
    bracket = lead_bracket(view, main)
    if bracket is None:
        return
    bearer = _before(view, bracket.start - 1) or main.bearer
    first, second = _halves(view, bracket)
    if first is not None:
        yield from _life(view, bearer, first, "birth")
    if second is not None:
        yield from _life(view, bearer, second, "death")


def _before(view: UnitView, bracket: int) -> Bearer | None:
    return next((n.bearer for n in view.named if 0 <= bracket - n.span.end <= 2), None)


def _halves(view: UnitView, inside: Span) -> tuple[Span | None, Span | None]:
    """The part about birth and the part about death; None for what is not said."""
    text = view.unit.text
    died = _DIED.search(text, inside.start, inside.end)
    if _BORN.search(text, inside.start, inside.end):
        end = died.start() if died else inside.end
        return Span(inside.start, end), Span(end, inside.end) if died else None
    for dash in _DASH.finditer(text, inside.start, inside.end):
        before, after = text[inside.start : dash.start()], text[dash.end() : inside.end]
        if re.search(r"\d{3,4}\b", before) and re.search(r"\d{3,4}\b", after):
            return Span(inside.start, dash.start()), Span(dash.end(), inside.end)
    return None, Span(died.start(), inside.end) if died else None


def _life(view: UnitView, bearer: Bearer, part: Span, event: str) -> Iterator[Finding]:
    text = view.unit.text[part.start : part.end]
    dates = [
        v for v in find_values(text, part.start) if v.value.kind is ValueKind.DATE or v.value.end
    ]
    if dates:
        yield view.property_(bearer, f"{event} date", dates[0].span, dates[0].value)
    for named in view.named_in(part):
        if named.bearer.type == "place":
            yield view.relation(bearer, f"{event} place", named, named.span)
            return
