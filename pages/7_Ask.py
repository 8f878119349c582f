"""Ask: a question, its answer with citations, and how it was found."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import streamlit as st

from ensi_core.contract import answer_json
from ensi_core.demo import SAMPLE_NAME, suggested_questions
from ensi_core.stores.base import DocumentRow
from ensi_core.tasks import TaskStatus
from ensi_core.types import Answer
from ensi_core.workspace import AskOptions, Collection
from pages.shared import render
from pages.shared.answer_sheet import answer_sheet, history_sheet, trace_sheet
from pages.shared.ask_options import choose_options
from pages.shared.frame import Here, boundary, follow_link, frame, page_path
from pages.shared.leaf import leaf
from pages.shared.resources import warm_up
from pages.shared.state import show_address

# Saved answers listed beside the question.
_HISTORY = 40


def main() -> None:
    """Draw the page."""
    with frame("Ask") as here:
        collection = here.need_collection()
        with collection.use() as store:
            documents, version = list(store.documents()), store.index_version()
        if not documents:
            render.page_title("Ask", collection.name)
            render.empty(
                "There is nothing to ask yet",
                "Import documents first; questions are answered from their text alone.",
            )
            st.page_link(page_path("Collections"), label="Import documents")
            show_address({"collection": collection.slug})
            return
        warm_up(here.bench, collection, version)
        follow(here)
        with collection.use() as store:
            answers = list(store.answers(_HISTORY))
        left, right = st.columns([3.3, 1], gap="medium")
        with left:
            ask_form(here, collection, documents)
            waiting(here)
            shown = answer_area(here, collection, documents)
        with right:
            history(here, collection, answers)
        show_address(
            {"collection": collection.slug, "answer": shown, "asked": here.session.task_id}
        )


def follow(here: Here) -> None:
    """Show what a followed link names: a saved answer, or a question that is being answered."""
    link = here.followed or {}
    if link.get("answer"):
        here.session.answer_id, here.session.task_id = link["answer"], None
    elif link.get("asked"):
        here.session.task_id = link["asked"]


def ask_form(here: Here, collection: Collection, documents: list[DocumentRow]) -> None:
    """The question, its options, and suggestions when the sample corpus is loaded."""
    mine = here.session
    with st.form(f"ask-{mine.question_round}", border=False, enter_to_submit=True):
        box, button = st.columns([6, 1], vertical_alignment="bottom")
        question = box.text_area(
            "Question",
            value=mine.question,
            height=72,
            placeholder="Ask about these documents. Ctrl+Enter sends the question.",
        )
        asked = button.form_submit_button("Ask", type="primary", width="stretch")
        options = choose_options(documents)
    if asked and question.strip():
        start(here, collection, question.strip(), options)
    elif asked:
        st.warning("Write a question first.")
    suggestions(here, collection)


def start(here: Here, collection: Collection, question: str, options: AskOptions) -> None:
    """Hand the question to a worker; its answer is saved even when this page goes away."""
    mine = here.session
    mine.question, mine.answer_id = question, None
    mine.task_id = here.bench.questions.start(
        collection.slug, question, lambda: collection.ask(question, options)
    )
    st.rerun()


def suggestions(here: Here, collection: Collection) -> None:
    """One-click questions about the sample corpus, until something was asked."""
    if here.session.answer_id or here.session.task_id or collection.name != SAMPLE_NAME:
        return
    st.html('<span class="small quiet">Questions to try with the sample corpus</span>')
    with st.container(key="suggestions", gap=None):
        for n, question in enumerate(suggested_questions()):
            if st.button(question, type="tertiary", key=f"suggested-{n}"):
                here.session.question_round += 1
                start(here, collection, question, AskOptions())


def waiting(here: Here) -> None:
    """The question that is being answered, renewed until it is done."""
    mine = here.session
    task = here.bench.questions.task(mine.task_id) if mine.task_id else None
    if task is None:
        mine.task_id = None
        return
    if task.status is TaskStatus.RUNNING:
        st.fragment(_wait, run_every=0.4)(here)
        return
    mine.task_id = None
    here.bench.questions.forget(task.id)
    if task.result is not None:
        mine.answer_id = task.result.answer_id
        st.rerun()
    st.error(f"The question could not be answered. {task.error}")


def _wait(here: Here) -> None:
    with boundary():
        task_id = here.session.task_id
        task = here.bench.questions.task(task_id) if task_id else None
        if task is None or task.status is not TaskStatus.RUNNING:
            st.rerun(scope="app")
        seconds = (datetime.now(UTC) - task.started_at).total_seconds()
        st.html(
            f'<div class="wait" role="status"><b>{render.esc(task.title)}</b><div class="quiet '
            f'small">Planning, matching keys and reading passages · {seconds:.0f} s. The answer is '
            'kept in the history even if you leave this page.</div><div class="bar"><i></i></div>'
            "</div>"
        )


def answer_area(here: Here, collection: Collection, documents: list[DocumentRow]) -> str | None:
    """The chosen answer with its trace; its id, None when there is none to show."""
    answer_id = here.session.answer_id
    if answer_id is None:
        return None
    with collection.use() as store:
        answer = store.answer(answer_id)
        passages = dict(store.passages_by_id(_passages_of(answer))) if answer else {}
    if answer is None:
        st.warning("This answer is not in the history any more: it was deleted.")
        here.session.answer_id = None
        return None
    names = {row.doc_id: row.name for row in documents}
    follow_link(leaf(answer_sheet(answer, collection.slug, passages), "answer"))
    with st.expander("How it was found", expanded=True):
        sheet = trace_sheet(answer, collection.slug, passages, names)
        follow_link(leaf(sheet, "trace"))
    st.download_button(
        "Download as JSON",
        data=json.dumps(answer_json(answer), ensure_ascii=False, indent=2),
        file_name=f"answer-{answer_id}.json",
        mime="application/json",
        on_click="ignore",
    )
    return answer_id


def _passages_of(answer: Answer) -> list[str]:
    """Every passage that the answer or its trace names."""
    ids = {citation.psg_id for citation in answer.composition.citations}
    ids |= {found.psg_id for found in answer.evidence.passages}
    ids |= {p for hop in answer.evidence.hops for match in hop.keys[:40] for p in match.psg_ids[:1]}
    return sorted(ids)


def history(here: Here, collection: Collection, answers: list[Answer]) -> None:
    """Saved answers: reopen or delete."""
    render.section("History", f"{len(answers)} saved" if answers else "")
    if not answers:
        st.html('<p class="quiet small">Answers are saved here with their whole trace.</p>')
        return
    clicked = leaf(history_sheet(answers, here.session.answer_id), "history")
    if not clicked:
        return
    action, _, answer_id = clicked.partition(":")
    if action == "answer":
        here.session.answer_id, here.session.task_id = answer_id, None
        here.session.question = next(a.question for a in answers if a.answer_id == answer_id)
        here.session.question_round += 1
    elif action == "forget":
        with collection.use() as store:
            store.delete_answer(answer_id)
        if here.session.answer_id == answer_id:
            here.session.answer_id = None
    st.rerun()


main()
