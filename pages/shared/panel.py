"""The chosen passage beside its document: what it is about, its context, what was read from it."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.text import one_line
from ensi_core.types import EntityRecord, Field, NormalisedValue, Passage, RejectedField
from pages.shared.render import esc, plural, tag


def passage_panel(
    passage: Passage,
    records: Sequence[EntityRecord],
    rejected: Sequence[RejectedField],
    chosen: str | None,
) -> str:
    """The panel as HTML; a field is clickable as ``field:<name>``, see ``field_named``."""
    return (
        '<div class="pane" data-pane="panel"><div class="panel">'
        + _head(passage, records)
        + _context(passage)
        + "".join(_record(record, chosen) for record in records if record.fields)
        + _only_named(records)
        + _rejected(rejected)
        + f'<h3 class="part">Identity</h3><code class="id">{esc(passage.psg_id)}</code>'
        + "</div></div>"
    )


def _head(passage: Passage, records: Sequence[EntityRecord]) -> str:
    covered = tag("uncovered: no field was read", "warn")
    if any(record.fields for record in records):
        covered = tag(plural(len(records), "record"), "good")
    page = f"page {passage.page}" if passage.page else ""
    if passage.page_label and passage.page_label != str(passage.page):
        page += f" (printed {passage.page_label})"
    parts = [passage.locator, page if page != passage.locator.replace("p.", "page") else ""]
    place = "".join(f"<span>{esc(part)}</span>" for part in parts if part)
    scan = tag("read by OCR", "warn") if passage.ocr else ""
    kind = passage.kind.value.replace("_", " ")
    words = "".join(tag(word) for word in dict.fromkeys((passage.main_entity_type, kind)))
    return (
        f'<h2>{esc(passage.main_entity)}</h2><div class="meta">{words}{covered}{scan}{place}</div>'
    )


def _context(passage: Passage) -> str:
    rows = "".join(
        f"<dt>{esc(item.name.value.replace('_', ' '))}</dt><dd>{esc(one_line(item.text))}</dd>"
        for item in passage.context
        if item.text.strip()
    )
    return f'<h3 class="part">Context</h3><dl class="context">{rows}</dl>' if rows else ""


def field_named(records: Sequence[EntityRecord], name: str) -> Field | None:
    """The field that the panel calls ``name``: ``<record_id> <place in the record>``."""
    return next(
        (
            field
            for record in records
            for n, field in enumerate(record.fields)
            if _field_name(record, n) == name
        ),
        None,
    )


def _field_name(record: EntityRecord, place: int) -> str:
    return f"{record.record_id} {place}"


def _record(record: EntityRecord, chosen: str | None) -> str:
    names = [_field_name(record, n) for n in range(len(record.fields))]
    rows = "".join(
        _field(field, name, name == chosen)
        for field, name in zip(record.fields, names, strict=True)
    )
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("Category", "Name", "Value", "Normalised")
    )
    table = f'<table class="dense"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<div class="record"><b>{esc(record.entity)}</b> {tag(record.type)}{table}</div>'


def _only_named(records: Sequence[EntityRecord]) -> str:
    names = [
        f'<li>{esc(record.entity)} <span class="quiet">{esc(record.type)}</span></li>'
        for record in records
        if not record.fields
    ]
    if not names:
        return ""
    return (
        '<h3 class="part">Also named<small>no field was read</small></h3>'
        f'<ul class="named">{"".join(names)}</ul>'
    )


def _field(field: Field, name: str, chosen: bool) -> str:
    limits = "; ".join(f"{q.name}: {one_line(q.text)}" for q in field.qualifiers)
    value = esc(one_line(field.value))
    if limits:
        value += f'<br><span class="quiet small">{esc(limits)}</span>'
    css = "field sel" if chosen else "field"
    return (
        f'<tr class="{css}" data-go="field:{esc(name)}" data-mark role="button"'
        f' tabindex="0" title="Show the evidence in the document">'
        f'<td class="tight">{esc(field.category.value)}</td><td>{esc(field.name)}</td>'
        f"<td>{value}</td><td>{esc(normalised(field.normalised))}</td></tr>"
    )


def normalised(value: NormalisedValue | None) -> str:
    """A normalised value in words; empty when there is none."""
    if value is None:
        return ""
    if value.number is not None:
        figure = f"{value.number:,.4f}".rstrip("0").rstrip(".")
        return f"{figure} {value.unit or ''}".strip()
    if value.start and value.end and value.start != value.end:
        return f"{value.start} to {value.end}"
    return value.start or value.end or value.unit or ""


def _rejected(rejected: Sequence[RejectedField]) -> str:
    if not rejected:
        return ""
    rows = "".join(
        f"<tr><td>{esc(r.entity)}</td><td>{esc(r.name)}</td><td>{esc(one_line(r.value))}</td>"
        f"<td>{esc(r.reason)}</td></tr>"
        for r in rejected
    )
    return (
        '<h3 class="part">Rejected fields<small>not indexed</small></h3>'
        f'<table class="dense"><thead><tr><th>Entity</th><th>Name</th><th>Value</th><th>Why</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>"
    )
