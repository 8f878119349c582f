"""Citations of an answer: numbered in the order of first use, each place once."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.citing.offsets import document_spans, quote_of
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.composer_rows import row_cells
from ensi_core.types import Citation, ContextItem, ContextName, Span

_CITED_WITH_ROW = (ContextName.CAPTION, ContextName.UNIT, ContextName.HEADER)


class CitationBook:
    """Collects citations; the same spans of the same passage keep their marker."""

    def __init__(self) -> None:
        self._markers: dict[tuple[str, tuple[Span, ...]], int] = {}
        self._citations: list[Citation] = []
        self._cited: list[tuple[Unit, int]] = []

    @property
    def citations(self) -> tuple[Citation, ...]:
        """All citations by marker."""
        return tuple(self._citations)

    def cite(self, unit: Unit) -> int:
        """The marker of a unit's own text, with the header cells over it when it is a row."""
        passage = unit.source.passage
        own = document_spans(passage, unit.start, unit.end)
        pieces = [(span, text) for span, text in zip(own, _slices(unit), strict=True)]
        if unit.is_row:
            pieces += _header_pieces(passage.context, own)
        pieces.sort(key=lambda piece: piece[0])
        spans = tuple(span for span, _ in pieces)
        place = (passage.psg_id, spans)
        if place not in self._markers:
            self._markers[place] = len(self._citations) + 1
            self._citations.append(
                Citation(
                    marker=self._markers[place],
                    doc_id=passage.doc_id,
                    document=unit.source.document_name,
                    version=unit.source.version,
                    psg_id=passage.psg_id,
                    spans=spans,
                    quote="\n".join(text for _, text in pieces),
                    page=passage.page,
                    page_label=passage.page_label,
                    locator=passage.locator,
                )
            )
            self._cited.append((unit, self._markers[place]))
        return self._markers[place]

    def support(self, markers: Sequence[int]) -> list[str]:
        """The quotes behind some markers, with the context that their passages carry along."""
        units = [unit for unit, marker in self._cited if marker in markers]
        context = [item.text for unit in units for item in unit.source.passage.context]
        cells = [
            f"{cell.header}: {cell.text}"
            for unit in units
            if unit.is_row
            for cell in row_cells(unit.source.passage)
        ]
        return [*self.quotes(markers), *dict.fromkeys(context), *cells]

    def quotes(self, markers: Sequence[int]) -> list[str]:
        """The quotes behind some markers."""
        return [self._citations[marker - 1].quote for marker in markers]


def _slices(unit: Unit) -> list[str]:
    """The unit's text by document span, in order."""
    passage = unit.source.passage
    texts = []
    position = 0
    for span in passage.spans:
        first, last = max(unit.start, position), min(unit.end, position + len(span))
        if first < last:
            texts.append(quote_of(passage, first, last))
        position += len(span) + 1
    return texts


def _is_slice(item: ContextItem) -> bool:
    """True when the item's text is surely the slice of its span: of its length, without blanks.

    Blanks may have been other white space in the document.
    """
    return item.span is not None and len(item.span) == len(item.text) and " " not in item.text


def _header_pieces(context: Sequence[ContextItem], own: Sequence[Span]) -> list[tuple[Span, str]]:
    """Context that the document says in just these characters, outside the row itself."""
    found: dict[Span, str] = {}
    for item in context:
        if item.name not in _CITED_WITH_ROW or item.span is None:
            continue
        if not _is_slice(item) or any(item.span.overlaps(span) for span in own):
            continue
        if not any(item.span.overlaps(span) for span in found):
            found[item.span] = item.text
    return sorted(found.items(), key=lambda piece: piece[0])
