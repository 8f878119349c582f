"""Part of the sample corpus end to end: the same index and answers on every run, exact quotes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ensi_core.config import Settings
from ensi_core.demo import sample_folder
from ensi_core.text import slice_spans
from ensi_core.types import Answer, Composition, Seconds
from ensi_core.workspace import AskOptions, Collection, Workspace

DOCUMENTS = (
    "03_scheduling_order.html",
    "07_enforcement_order.txt",
    "08_emails_tank_nine.txt",
    "09_emails_compliance.txt",
    "10_letter_pike_to_monitor.txt",
)
QUESTIONS = (
    "When did the waterworks at last receive the money that had been held back?",
    "On which dates must the expert reports be served?",
    "By what date must Station C be commissioned?",
    "How many hours may each witness be questioned?",
)
UNSAVED = AskOptions(save=False)


def paths() -> list[Path]:
    return [sample_folder() / "documents" / "matter" / name for name in DOCUMENTS]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    opened = Workspace(Settings(home=tmp_path_factory.mktemp("home")))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def matter(workspace: Workspace) -> Collection:
    collection = workspace.create("Matter")
    collection.index_paths(paths())
    return collection


@pytest.fixture(scope="module")
def again(workspace: Workspace, matter: Collection) -> Collection:
    """The same documents, taken in one by one in another order, one of them twice."""
    collection = workspace.create("Matter again")
    for path in [*reversed(paths()), paths()[0]]:
        collection.index_paths([path])
    collection.delete_document(DOCUMENTS[1])
    collection.index_paths([paths()[1]])
    return collection


def timeless(answer: Answer) -> Answer:
    return replace(answer, answer_id="", asked_at="", index_version=0, seconds=Seconds())


def test_order_repetition_and_deletion_leave_no_trace_in_the_index(matter, again):
    with matter.use() as one, again.use() as other:
        assert one.passages() == other.passages()
        assert one.records() == other.records()
        keys = one.keys()
        assert keys == other.keys()
        ids = [key.key_id for key in keys]
        assert one.postings(ids) == other.postings(ids)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_question_gets_the_same_answer_and_trace(matter, again, question):
    answers = [timeless(collection.ask(question, UNSAVED)) for collection in (matter, again)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_quote_is_the_slices_of_its_spans(matter, question):
    composition = matter.ask(question, UNSAVED).composition
    with matter.use() as store:
        texts = {row.doc_id: store.document(row.doc_id).text for row in store.documents()}
    assert composition.citations
    for citation in composition.citations:
        assert slice_spans(texts[citation.doc_id], citation.spans) == citation.quote


def test_unchanged_documents_are_skipped_and_keep_the_version(matter):
    with matter.use() as store:
        before = store.index_version()
    report = matter.index_paths(paths())
    with matter.use() as store:
        assert store.index_version() == before
    assert [document.doc_id for document in report.documents] == sorted(DOCUMENTS)


def test_an_empty_collection_abstains_and_says_so(workspace):
    composition: Composition = workspace.create("Empty").ask("Who paid?", UNSAVED).composition
    assert composition.abstained
    assert composition.citations == ()
    assert composition.reason


def test_answers_are_kept_in_the_history(matter):
    asked = matter.ask("Who signed the letter to the monitor?")
    with matter.use() as store:
        assert store.answer(asked.answer_id) == asked


def test_a_list_within_one_document_takes_nothing_from_others(matter):
    only = AskOptions(doc_ids=(DOCUMENTS[3],), save=False)
    answer = matter.ask("Which payments and penalties are mentioned?", only)
    assert answer.evidence.passages
    assert {scored.doc_id for scored in answer.evidence.passages} == {DOCUMENTS[3]}
