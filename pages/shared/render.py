"""Small pieces of escaped HTML and the designed states that pages are made of."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

import streamlit as st

from ensi_core.jobs import JobSnapshot, JobStatus
from ensi_core.tasks import TaskSnapshot
from ensi_core.types import Answer, Stage


def esc(text: object) -> str:
    """Text made safe for element content and attribute values."""
    return html.escape(str(text), quote=True)


def tag(text: object, tone: str = "plain") -> str:
    """A small label; ``tone`` is plain, good, warn, bad or accent."""
    return f'<span class="tag {esc(tone)}">{esc(text)}</span>'


def number(value: int) -> str:
    """A whole number with thousands separators."""
    return f"{value:,}"


def plural(count: int, one: str, many: str | None = None) -> str:
    """``1 passage``, ``2 passages``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def meter(value: float, label: str | None = None) -> str:
    """A score in [0, 1] as a bar with its figure."""
    share = min(1.0, max(0.0, value))
    shown = f"{value:.2f}" if label is None else label
    return (
        f'<span class="meter"><i style="width:{share * 100:.0f}%"></i></span>'
        f'<span class="figure">{esc(shown)}</span>'
    )


@dataclass(frozen=True, slots=True)
class Column:
    """A table column; ``kind`` is text, number or tight."""

    title: str
    kind: str = "text"


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]], label: str) -> str:
    """A dense table; cells are HTML already escaped, ``label`` names it for screen readers."""
    head = "".join(f'<th class="{c.kind}" scope="col">{esc(c.title)}</th>' for c in columns)
    body = "".join(
        "<tr>"
        + "".join(f'<td class="{c.kind}">{cell}</td>' for c, cell in zip(columns, row, strict=True))
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll"><table class="dense" aria-label="{esc(label)}">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def link(page: str, parameters: Mapping[str, str | None], text: str, css: str = "") -> str:
    """A link to another page that keeps the session when plainly clicked inside a leaf."""
    query = urlencode({name: value for name, value in parameters.items() if value})
    go = esc(f"{page}?{query}")
    return f'<a href="{go}" data-go="{go}" class="{esc(css)}">{text}</a>'


def section(title: str, note: str = "") -> None:
    """A section heading with a quiet note beside it."""
    aside = f"<small>{esc(note)}</small>" if note else ""
    st.html(f'<h2 class="section">{esc(title)}{aside}</h2>')


def page_title(title: str, note: str = "") -> None:
    """The page's own heading."""
    aside = f"<small>{esc(note)}</small>" if note else ""
    st.html(f'<h1 class="page">{esc(title)}{aside}</h1>')


def empty(title: str, text: str) -> None:
    """A designed empty state: what is missing and what to do next."""
    st.html(f'<div class="empty"><b>{esc(title)}</b><p>{esc(text)}</p></div>')


def figures(pairs: Sequence[tuple[str, int]]) -> str:
    """Counts in a row, each with its word."""
    cells = "".join(f"<div><b>{number(n)}</b> {esc(name)}</div>" for name, n in pairs)
    return f'<div class="figures">{cells}</div>'


_JOB_TONES = {
    JobStatus.QUEUED: "plain",
    JobStatus.RUNNING: "accent",
    JobStatus.DONE: "good",
    JobStatus.FAILED: "bad",
    JobStatus.CANCELLED: "warn",
    JobStatus.INTERRUPTED: "warn",
}


def job_tag(job: JobSnapshot) -> str:
    """The status of a job as a label."""
    return tag(job.status.value, _JOB_TONES[job.status])


def job_share(job: JobSnapshot) -> float:
    """How far a job is, in [0, 1], by documents finished."""
    progress = job.progress
    return progress.done / progress.total if progress.total else 0.0


def job_line(job: JobSnapshot) -> str:
    """One line on where a job stands."""
    if job.status is JobStatus.QUEUED:
        return "Waiting for the job before it."
    progress = job.progress
    if progress.stage in (Stage.QUEUED, Stage.DONE) and not progress.total:
        return ""
    count = f"{progress.done:,} of {progress.total:,} documents"
    stage = f"{progress.stage.value}: {progress.document}" if progress.document else ""
    return " · ".join(part for part in (count, stage) if part)


def work_strip(
    active: Sequence[JobSnapshot | TaskSnapshot[Answer]], names: Mapping[str, str]
) -> str:
    """One line for each thing that runs."""
    lines = []
    for work in active:
        where = esc(names.get(work.slug, work.slug))
        if isinstance(work, JobSnapshot):
            lines.append(
                f'<div class="strip">{job_tag(work)}<b>{esc(work.title)}</b><span>{where}</span>'
                f"{meter(job_share(work), f'{job_share(work):.0%}')}"
                f"<span>{esc(job_line(work))}</span></div>"
            )
        else:
            lines.append(
                f'<div class="strip">{tag("answering", "accent")}<b>{esc(work.title)}</b>'
                f"<span>{where}</span></div>"
            )
    return "".join(lines)


def when(moment: str | datetime | None) -> str:
    """A moment in short form in the server's local time; empty for None or what is not a time."""
    if not moment:
        return ""
    try:
        parsed = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    except ValueError:
        return str(moment)
    if parsed.tzinfo is None:
        parsed = parsed.replace(tzinfo=UTC)
    return f"{parsed.astimezone():%d %b %Y, %H:%M}"


def size(count: int) -> str:
    """A number of bytes for people."""
    value = float(count)
    for unit in ("bytes", "KB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"
