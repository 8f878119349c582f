"""Many documents through one parser: their text units batched together, given back by document."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ensi_core.engines.offline.nlp import ParsedText, parse_texts
from ensi_core.engines.offline.units import TextUnit, prose_units
from ensi_core.types import Document


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document with its text units and their analyses, in reading order."""

    document: Document
    units: tuple[TextUnit, ...]
    parsed: tuple[ParsedText, ...]


def parsed_documents(documents: Iterable[Document], pipeline: str) -> Iterator[ParsedDocument]:
    """Documents with their text units parsed, in order; only a batch is read ahead."""
    waiting: deque[tuple[Document, tuple[TextUnit, ...]]] = deque()

    def texts() -> Iterator[str]:
        for document in documents:
            units = tuple(prose_units(document))
            waiting.append((document, units))
            for unit in units:
                yield unit.text

    found: list[ParsedText] = []
    for parsed in parse_texts(texts(), pipeline):
        yield from _without_text(waiting)
        found.append(parsed)
        document, units = waiting[0]
        if len(found) == len(units):
            waiting.popleft()
            yield ParsedDocument(document, units, tuple(found))
            found = []
    yield from _without_text(waiting)


def _without_text(
    waiting: deque[tuple[Document, tuple[TextUnit, ...]]],
) -> Iterator[ParsedDocument]:
    while waiting and not waiting[0][1]:
        yield ParsedDocument(waiting.popleft()[0], (), ())
