"""Ruled tables of a PDF page: the grid of its lines, and the words in each cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.clean import Hyphenation
from ensi_core.ingest.draft import Draft, DraftCell, DraftRow
from ensi_core.ingest.grid import compact, join_signs, mark_header_rows
from ensi_core.ingest.pdf_rows import Row, rows_of
from ensi_core.ingest.pdf_rules import Rule, Rules
from ensi_core.ingest.pdf_words import Word
from ensi_core.types import BlockKind

REACH = 3.0
"""Lines that miss each other by so many points still meet."""
MAX_CELL_CHARACTERS = 1500
MIN_STACKED_LINES = 3


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A ruled table: its box in points, its words, and its draft."""

    x0: float
    x1: float
    bottom: float
    top: float
    words: frozenset[int]
    draft: Draft


@dataclass(frozen=True, slots=True)
class _Grid:
    """Column borders from left to right, row borders from top to bottom, and all lines."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    rules: Rules


@dataclass(slots=True)
class _GridCell:
    row: int
    column: int
    row_span: int
    column_span: int
    words: list[Word]


def ruled_tables(rules: Rules, words: Sequence[Word], hyphens: Hyphenation) -> list[RuledTable]:
    """The ruled tables of a page, from its top down."""
    tables = []
    for grid in _grids(rules):
        table = _table(grid, words, hyphens)
        if table is not None:
            tables.append(table)
    return sorted(tables, key=lambda table: (-table.top, table.x0))


def _grids(rules: Rules) -> list[_Grid]:
    """Lines that meet, directly or through others, make one grid."""
    groups: list[tuple[list[Rule], list[Rule]]] = []
    for vertical in rules.vertical:
        met = [g for g in groups if any(_meet(vertical, h) for h in g[0])]
        crossing = [h for h in rules.horizontal if _meet(vertical, h)]
        merged: tuple[list[Rule], list[Rule]] = (crossing, [vertical])
        for group in met:
            groups.remove(group)
            merged[0].extend(h for h in group[0] if h not in merged[0])
            merged[1].extend(group[1])
        groups.append(merged)
    grids = []
    for horizontal, verticals in groups:
        xs = _places(verticals)
        ys = tuple(reversed(_places(horizontal)))
        if len(xs) >= 3 and len(ys) >= 2:
            found = Rules(tuple(sorted(horizontal)), tuple(sorted(verticals)))
            grids.append(_Grid(xs, ys, found))
    return grids


def _meet(vertical: Rule, horizontal: Rule) -> bool:
    across = horizontal.start - REACH <= vertical.at <= horizontal.end + REACH
    return across and vertical.start - REACH <= horizontal.at <= vertical.end + REACH


def _places(rules: Sequence[Rule]) -> tuple[float, ...]:
    places: list[float] = []
    for at in sorted(rule.at for rule in rules):
        if not places or at - places[-1] > REACH:
            places.append(at)
    return tuple(places)


def _table(grid: _Grid, words: Sequence[Word], hyphens: Hyphenation) -> RuledTable | None:
    inside = [word for word in words if _holds(grid, word)]
    cells = _cells(grid)
    place = {
        (cell.row + down, cell.column + right): cell
        for cell in cells
        for down in range(cell.row_span)
        for right in range(cell.column_span)
    }
    for word in inside:
        cell = place.get(_position(grid, word))
        if cell is not None:
            cell.words.append(word)
    filled = [cell for cell in cells if cell.words]
    if not _is_table(filled) or _is_part(grid, inside, words) or _is_open(filled):
        return None
    rows = _draft_rows(cells, len(grid.ys) - 1, hyphens)
    join_signs(rows)
    rows, columns = compact(rows)
    if columns < 2 or len(rows) < 2:
        return None
    mark_header_rows(rows)
    draft = Draft(BlockKind.TABLE, rows=rows, columns=columns)
    taken = frozenset(word.index for cell in filled for word in cell.words)
    return RuledTable(grid.xs[0], grid.xs[-1], grid.ys[-1], grid.ys[0], taken, draft)


def _holds(grid: _Grid, word: Word) -> bool:
    x, y = (word.x0 + word.x1) / 2, word.y + 0.25 * word.size
    return grid.xs[0] - 1 <= x <= grid.xs[-1] + 1 and grid.ys[-1] - 1 <= y <= grid.ys[0] + 1


def _position(grid: _Grid, word: Word) -> tuple[int, int]:
    column = bisect_right(grid.xs, (word.x0 + word.x1) / 2) - 1
    middle = word.y + 0.25 * word.size
    row = sum(border > middle for border in grid.ys) - 1
    return max(0, min(row, len(grid.ys) - 2)), max(0, min(column, len(grid.xs) - 2))


def _cells(grid: _Grid) -> list[_GridCell]:
    """Cells of the grid; where no line stands between two, they are one."""
    height, width = len(grid.ys) - 1, len(grid.xs) - 1
    free = [[True] * width for _ in range(height)]
    cells: list[_GridCell] = []
    for row in range(height):
        for column in range(width):
            if not free[row][column]:
                continue
            right = column + 1
            while right < width and free[row][right] and not _wall(grid, row, right):
                right += 1
            below = row + 1
            while below < height and not any(_floor(grid, below, c) for c in range(column, right)):
                below += 1
            for r in range(row, below):
                for c in range(column, right):
                    free[r][c] = False
            cells.append(_GridCell(row, column, below - row, right - column, []))
    return cells


def _wall(grid: _Grid, row: int, column: int) -> bool:
    """Whether a line stands left of ``column`` in ``row``."""
    middle = (grid.ys[row] + grid.ys[row + 1]) / 2
    x = grid.xs[column]
    return any(
        abs(rule.at - x) <= REACH and rule.start - 1 <= middle <= rule.end + 1
        for rule in grid.rules.vertical
    )


def _floor(grid: _Grid, row: int, column: int) -> bool:
    """Whether a line stands above ``row`` in ``column``."""
    middle = (grid.xs[column] + grid.xs[column + 1]) / 2
    y = grid.ys[row]
    return any(
        abs(rule.at - y) <= REACH and rule.start - 1 <= middle <= rule.end + 1
        for rule in grid.rules.horizontal
    )


def _is_table(filled: Sequence[_GridCell]) -> bool:
    """Text in at least two rows and two columns, no cell a page of prose."""
    if len({cell.row for cell in filled}) < 1 or len({cell.column for cell in filled}) < 2:
        return False
    sizes = [sum(len(word.text) + 1 for word in cell.words) for cell in filled]
    return len(filled) >= 3 and max(sizes) <= MAX_CELL_CHARACTERS


def _is_part(grid: _Grid, inside: Sequence[Word], words: Sequence[Word]) -> bool:
    """True when the lines of text go on beside the grid: it frames a part of a wider table."""
    heights = sorted({round(word.y, 1) for word in inside})
    beside = {
        round(word.y, 1)
        for word in words
        if not _holds(grid, word) and grid.ys[-1] <= word.y <= grid.ys[0]
    }
    return sum(height in beside for height in heights) >= 0.5 * len(heights)


def _is_open(filled: Sequence[_GridCell]) -> bool:
    """True when many cells hold text in columns of their own: the lines are not the table's."""
    spread = sum(any(len(row.segments) > 1 for row in rows_of(cell.words)) for cell in filled)
    return spread > 0.15 * len(filled)


def _draft_rows(cells: Sequence[_GridCell], height: int, hyphens: Hyphenation) -> list[DraftRow]:
    rows: list[DraftRow] = []
    for index in range(height):
        of_row = sorted((c for c in cells if c.row == index), key=lambda c: c.column)
        lines = [rows_of(cell.words) if cell.words else [] for cell in of_row]
        stacked = _stacked(of_row, lines)
        if stacked:
            rows.extend(stacked)
        else:
            rows.append(
                DraftRow([_draft_cell(c, ls, hyphens) for c, ls in zip(of_row, lines, strict=True)])
            )
    return rows


def _draft_cell(cell: _GridCell, lines: Sequence[Row], hyphens: Hyphenation) -> DraftCell:
    text, _ = hyphens.join([line.text for line in lines])
    bold = bool(lines) and all(line.bold for line in lines)
    return DraftCell(cell.column, text, cell.row_span, cell.column_span, False, bold)


def _stacked(cells: Sequence[_GridCell], lines: Sequence[Sequence[Row]]) -> list[DraftRow]:
    """Rows without lines between them: the cells hold as many lines each, on the same heights."""
    filled = [ls for ls in lines if ls]
    if len(filled) < 2 or len(filled[0]) < MIN_STACKED_LINES:
        return []
    heights = [line.y for line in filled[0]]
    for ls in filled:
        level = len(ls) == len(heights) and all(
            abs(line.y - y) < 0.4 * line.size for line, y in zip(ls, heights, strict=True)
        )
        if not level:
            return []
    return [
        DraftRow(
            [
                DraftCell(cell.column, ls[n].text, 1, cell.column_span, False, ls[n].bold)
                for cell, ls in zip(cells, lines, strict=True)
                if ls
            ]
        )
        for n in range(len(heights))
    ]
