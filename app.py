"""EnSI workbench: the entry page, with what is here, what runs, what failed and what to do next."""

from __future__ import annotations

import streamlit as st

from ensi_core.jobs import ACTIVE, JobSnapshot, JobStatus
from ensi_core.types import Answer
from pages.shared import render
from pages.shared.answer_sheet import history_sheet
from pages.shared.frame import Here, follow_link, frame, page_path
from pages.shared.leaf import leaf
from pages.shared.state import show_address
from pages.shared.work import load_sample

_ATTENTION = (JobStatus.FAILED, JobStatus.INTERRUPTED)


def main() -> None:
    """Draw the page."""
    with frame("Home") as here:
        render.page_title("Answers from your documents that you can check")
        answers = recent_answers(here)
        guide(here, answers)
        attention(here)
        left, right = st.columns([1.5, 1], gap="large")
        with left:
            collections(here)
        with right:
            recent(here, answers)
        show_address({"collection": here.session.collection})


def recent_answers(here: Here) -> list[Answer]:
    """The newest answers of the chosen collection."""
    if here.collection is None or here.info(here.collection.slug) is None:
        return []
    with here.collection.use() as store:
        return list(store.answers(6))


def guide(here: Here, answers: list[Answer]) -> None:
    """The path for someone new: load, ask, open a citation."""
    filled = any((info := here.info(slug)) and info.documents for slug in here.names)
    asked = bool(answers)
    steps = (
        ("Load documents", "Take the sample corpus, or create a collection of your own.", filled),
        ("Ask a question", "The answer is made of the documents' own sentences.", asked),
        ("Open a citation", "Each one leads to the exact characters in its source.", False),
    )
    current = next(n for n, step in enumerate(steps) if not step[2])
    cells = "".join(
        f'<div class="{"done" if done else "next" if n == current else ""}">'
        f"<b>{n + 1}. {title}{' · done' if done else ''}</b><p>{text}</p></div>"
        for n, (title, text, done) in enumerate(steps)
    )
    st.html(f'<div class="steps">{cells}</div>')
    next_step(here, current)


def next_step(here: Here, current: int) -> None:
    """The button that the guide's current step needs."""
    query = {"collection": here.session.collection} if here.session.collection else None
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        if current == 0 and not busy(here):
            if st.button("Load the sample corpus", type="primary"):
                load_sample(here)
                st.rerun()
            st.page_link(page_path("Collections"), label="Or create a collection of your own")
        elif current == 1:
            st.page_link(page_path("Ask"), label="Ask a question", query_params=query)
        elif current == 2:
            st.page_link(page_path("Ask"), label="Open the last answer", query_params=query)


def busy(here: Here) -> bool:
    """True while any job waits or runs."""
    return any(job.status in ACTIVE for job in here.bench.jobs.jobs())


def attention(here: Here) -> None:
    """Jobs that failed or were interrupted, with what to do."""
    troubled = [job for job in here.bench.jobs.jobs() if job.status in _ATTENTION]
    if not troubled:
        return
    render.section("Needs attention")
    rows = [(render.job_tag(job), *_trouble(here, job)) for job in troubled]
    columns = [render.Column("", "tight"), render.Column("Job"), render.Column("Collection")]
    columns.append(render.Column("What happened, what to do"))
    follow_link(leaf(render.table(columns, rows, "Jobs that need attention"), "attention"))


def _trouble(here: Here, job: JobSnapshot) -> tuple[str, str, str]:
    name = render.esc(here.names.get(job.slug, job.slug))
    place = render.link("Collections", {"collection": job.slug}, name)
    said = job.error or "The program ended before this job did. Resume it on Collections."
    return render.esc(job.title), place, render.esc(said)


def collections(here: Here) -> None:
    """All collections with their counts."""
    render.section("Collections")
    if not here.names:
        render.empty("No collections yet", "The first step above creates one.")
        return
    columns = [render.Column("Collection")]
    columns += [
        render.Column(name, "number") for name in ("Documents", "Passages", "Records", "Keys")
    ]
    rows = []
    for slug, name in here.names.items():
        info = here.info(slug)
        counts = (
            (info.documents, info.passages, info.records, info.keys) if info is not None else ()
        )
        cells = [render.number(count) for count in counts] or ["–", "–", "–", "in use elsewhere"]
        label = render.link("Collections", {"collection": slug}, render.esc(name))
        rows.append((label, *cells))
    follow_link(leaf(render.table(columns, rows, "Collections"), "collections"))


def recent(here: Here, answers: list[Answer]) -> None:
    """The newest answers of the chosen collection, to open again."""
    render.section("Recent answers", here.collection.name if here.collection else "")
    if not answers:
        st.html('<p class="quiet small">Questions asked here are kept with their whole trace.</p>')
        return
    clicked = leaf(history_sheet(answers, None, deletable=False), "recent")
    if clicked and clicked.startswith("answer:"):
        follow_link(
            f"Ask?collection={here.session.collection}&answer={clicked.removeprefix('answer:')}"
        )


main()
