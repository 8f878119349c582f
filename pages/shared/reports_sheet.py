"""The outcome of every imported file as escaped HTML."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ensi_core.types import DocumentReport, DocumentStatus
from pages.shared.render import Column, esc, link, number, table, tag

REPORTS_SHOWN = 100
"""Files listed on one page of the table."""

_TONES = {
    DocumentStatus.OK: "good",
    DocumentStatus.PARTIAL: "warn",
    DocumentStatus.REFUSED: "bad",
}


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of reports: ``first`` is its place among ``matching``; ``total`` are all files."""

    reports: tuple[DocumentReport, ...]
    first: int
    matching: int
    total: int


def reports_sheet(listing: Listing, slug: str, indexed: Collection[str]) -> str:
    """The table; documents open on the Passages page, ``delete:<doc_id>`` asks to delete one."""
    columns = (
        Column("Document"),
        Column("Outcome", "tight"),
        Column("Passages", "number"),
        Column("Records", "number"),
        Column("What happened, what to do"),
        Column("", "tight"),
    )
    rows = [_row(report, slug, report.doc_id in indexed) for report in listing.reports]
    last = listing.first + len(listing.reports)
    note = f"{min(listing.first + 1, last):,}–{last:,} of {listing.matching:,}"
    if listing.matching != listing.total:
        note += f" that fit the filter, of {listing.total:,} in all"
    return table(columns, rows, "Documents") + f'<p class="quiet small">{note}</p>'


def _row(report: DocumentReport, slug: str, indexed: bool) -> Sequence[str]:
    name = _name(report)
    action = ""
    if indexed:
        name = link("Passages", {"collection": slug, "doc": report.doc_id}, name)
        action = (
            f'<button class="plain" data-go="delete:{esc(report.doc_id)}" '
            f'aria-label="Delete {esc(report.name)}">Delete</button>'
        )
    code = f' <span class="quiet">{esc(report.code)}</span>' if report.code != "ok" else ""
    counted = report.status is not DocumentStatus.REFUSED
    return (
        name,
        tag(report.status.value, _TONES[report.status]) + code,
        number(report.passages) if counted else "–",
        number(report.records) if counted else "–",
        esc(report.message),
        action,
    )


def _name(report: DocumentReport) -> str:
    """The file's name, after its folder where the id carries one."""
    if report.doc_id.endswith("/" + report.name):
        folder = report.doc_id.removesuffix(report.name)
        return f'<span class="quiet">{esc(folder)}</span>{esc(report.name)}'
    return esc(report.name)
