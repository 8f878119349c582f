"""References to other places and papers: sections, exhibits, notes, docket entries, authorities."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.text import one_line
from ensi_core.types import Span

_INTERNAL = re.compile(
    r"\b(?P<kind>Sections?|Articles?|Exhibits?|Schedules?|Appendix|Annex|Notes?|Items?|Paragraphs?"
    r"|Clauses?|Counts?|Parts?)\s+(?P<number>\d+[A-Z]?(?:[.-]\d+)*(?:\(\w{1,4}\))*|[IVX]{1,5}\b|[A-Z](?:-\d+)?\b)"
)
_DOCKET = re.compile(r"\b(?:Dkt\.|ECF|Doc(?:ket)?\.)(?:\s+No\.)?\s*#?\s*\d+(?:-\d+)?")
_CITED = ("case", "statute", "law")
_AFTER_LAW = re.compile(
    r"\s+of\s+(?:the\s+)?[A-Z][\w’']*(?:\s+[A-Z][\w’']*)*\s+(?:Act|Code|Rules?)\b"
)


def references(view: UnitView, main: Bearer, legal: bool) -> Iterator[Finding]:
    """What a text unit refers to, borne by the document's main entity."""
    text = view.unit.text
    for match in _INTERNAL.finditer(text):
        if _AFTER_LAW.match(text, match.end()) is None:
            kind = match["kind"].casefold().rstrip("s")
            yield _reference(view, main, "refers to", match, kind)
    if not legal:
        return
    for match in _DOCKET.finditer(text):
        yield _reference(view, main, "cites", match, "docket entry")
    for named in view.named:
        if named.bearer.type in _CITED and named.bearer != main:
            yield view.relation(main, "cites", named, named.span)


def _reference(view: UnitView, main: Bearer, name: str, match: re.Match[str], kind: str) -> Finding:
    span = Span(*match.span())
    place = view.unit.place(span)
    return view.relation(
        main, name, Named(span, Bearer(one_line(match.group()), kind, place), True), span
    )
