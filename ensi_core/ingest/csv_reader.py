"""Files of separated values to one table."""

from __future__ import annotations

import csv
import io

from ensi_core.errors import IngestError
from ensi_core.ingest.clean import one_line
from ensi_core.ingest.draft import Draft, DraftCell, DraftDocument, DraftRow
from ensi_core.ingest.grid import compact, mark_header_rows
from ensi_core.types import BlockKind

SEPARATORS = ",;\t|"
SAMPLE_CHARACTERS = 20_000
MAX_CELL_CHARACTERS = 10_000_000


def read_csv(name: str, text: str) -> DraftDocument:
    """One table of the rows; the first row is its header when it holds no figures.

    Raises IngestError(corrupt) when quotes do not match up.
    """
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    try:
        read = list(csv.reader(io.StringIO(text), delimiter=separator_of(text)))
    except csv.Error as exc:
        raise IngestError(
            "corrupt",
            f"{name}: its rows cannot be told apart ({exc}). Save it anew as CSV and import that.",
        ) from exc
    rows = [
        DraftRow([DraftCell(column, one_line(cell)) for column, cell in enumerate(row)])
        for row in read
    ]
    rows, columns = compact(rows)
    mark_header_rows(rows)
    if rows and not rows[0].header and _names_columns(rows[0]):
        rows[0].header = True
        for cell in rows[0].cells:
            cell.header = bool(cell.text)
    return DraftDocument([Draft(BlockKind.TABLE, rows=rows, columns=columns)] if rows else [])


def separator_of(text: str) -> str:
    """The separator that most lines have in equal number."""
    lines = [line for line in text[:SAMPLE_CHARACTERS].split("\n")[:50] if line.strip()]
    scores = {sign: _evenness([line.count(sign) for line in lines]) for sign in SEPARATORS}
    return max(SEPARATORS, key=lambda sign: (scores[sign], -SEPARATORS.index(sign)))


def _evenness(counts: list[int]) -> float:
    usual = max(set(counts), key=lambda count: (counts.count(count), count)) if counts else 0
    return counts.count(usual) * min(usual, 10) if usual else 0.0


def _names_columns(row: DraftRow) -> bool:
    return all(cell.text and not any(c.isdigit() for c in cell.text) for cell in row.cells)
