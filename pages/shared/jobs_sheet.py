"""Jobs of a collection as escaped HTML: where each stands, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.jobs import ACTIVE, JobSnapshot, JobStatus
from ensi_core.types import DocumentStatus
from pages.shared.render import esc, job_line, job_share, job_tag, meter, plural, when

_OLD_SHOWN = 4
"""Finished jobs listed; older ones are over and their documents are in the table below."""


def jobs_sheet(jobs: Sequence[JobSnapshot]) -> str:
    """Jobs, newest first; clickable as ``cancel:<id>``, ``resume:<id>``, ``dismiss:<id>``."""
    active = [job for job in jobs if job.status in ACTIVE]
    ended = [job for job in jobs if job.status not in ACTIVE][:_OLD_SHOWN]
    rows = "".join(_job(job) for job in (*reversed(active), *ended))
    return f'<div class="jobs">{rows}</div>'


def _job(job: JobSnapshot) -> str:
    bar = meter(job_share(job), f"{job_share(job):.0%}") if job.status is JobStatus.RUNNING else ""
    moment = when(job.finished_at or job.started_at or job.submitted_at)
    return (
        f'<div class="job">{job_tag(job)}<b>{esc(job.title)}</b>{bar}'
        f'<span class="said">{esc(_said(job))}</span>'
        f'<span class="quiet">{esc(moment)}</span>{_actions(job)}</div>'
    )


def _said(job: JobSnapshot) -> str:
    if job.status in ACTIVE:
        return job_line(job)
    if job.error:
        return job.error
    if job.status is JobStatus.INTERRUPTED:
        return "The program ended before this job did. What was finished is kept."
    if job.status is JobStatus.CANCELLED:
        return "Stopped. What was finished is kept."
    if not job.documents:
        return ""
    refused = sum(report.status is DocumentStatus.REFUSED for report in job.documents)
    partial = sum(report.status is DocumentStatus.PARTIAL for report in job.documents)
    parts = [plural(len(job.documents), "document")]
    parts += [f"{partial:,} read in part"] if partial else []
    parts += [f"{refused:,} refused: the table below says why"] if refused else []
    return " · ".join(parts)


def _actions(job: JobSnapshot) -> str:
    actions = []
    if job.status in ACTIVE:
        actions.append(("cancel", "Cancel"))
    elif job.resumable:
        actions.append(("resume", "Resume"))
    if job.status not in ACTIVE:
        actions.append(("dismiss", "Dismiss"))
    buttons = "".join(
        f'<button class="plain" data-go="{action}:{esc(job.id)}">{label}</button>'
        for action, label in actions
    )
    return f'<span class="actions">{buttons}</span>'
