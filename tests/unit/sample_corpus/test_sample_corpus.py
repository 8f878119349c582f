"""The sample corpus: large enough, self-consistent, its questions quoted exactly."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ensi_core.demo import sample_paths, suggested_questions
from ensi_core.ingest import read_bytes
from ensi_core.types import BlockKind, Document

FOLDER = Path(__file__).resolve().parents[3] / "sample_corpus"
DOCUMENTS = FOLDER / "documents"
FEWEST_DOCUMENTS = 8
FEWEST_WORDS = 15_000
REPEATED_WORDS = 14

TYPES = {"single", "multi", "chained", "list", "count", "compare", "contradiction", "unanswerable"}
QUESTION_KEYS = {
    "qid", "question", "answers", "gold_doc_ids", "gold_passages", "type", "collection_doc_ids",
    "unanswerable",
}  # fmt: skip

BOILERPLATE = re.compile(
    r"securities|exchange act|forward.looking|registrant|generally accepted accounting|"
    r"internal control|pursuant to|hereof|thereof|in witness whereof|clerk of the court|"
    r"dated?:|respectfully submitted|attorneys? for|united states district court",
    re.IGNORECASE,
)
"""Words of formulas that real documents of these kinds repeat."""

PROSE = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE}


@cache
def documents() -> dict[str, Document]:
    paths = sorted(path for path in DOCUMENTS.rglob("*") if path.is_file())
    names = {path.relative_to(DOCUMENTS).as_posix(): path for path in paths}
    return {name: read_bytes(name, path.name, path.read_bytes()) for name, path in names.items()}


@cache
def questions() -> list[dict[str, Any]]:
    lines = (FOLDER / "questions.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def test_it_is_large_enough() -> None:
    words = sum(len(document.text.split()) for document in documents().values())
    assert len(documents()) >= FEWEST_DOCUMENTS
    assert words >= FEWEST_WORDS


def test_nothing_but_documents_is_indexed() -> None:
    assert sample_paths() == (DOCUMENTS,)
    suffixes = {path.suffix for path in DOCUMENTS.rglob("*") if path.is_file()}
    assert suffixes == {".docx", ".html", ".pdf", ".txt"}
    assert not any("question" in doc_id for doc_id in documents())


def test_every_document_is_read_whole() -> None:
    assert {doc_id: d.warnings for doc_id, d in documents().items() if d.warnings} == {}


def test_questions_are_well_formed() -> None:
    faults = [
        (question.get("qid"), fault)
        for question in questions()
        for fault, holds in {
            "keys": set(question) == QUESTION_KEYS,
            "type": question["type"] in TYPES,
            "question": question["question"].endswith("?"),
            "unanswerable": question["unanswerable"] == (question["type"] == "unanswerable"),
            "answers": bool(question["answers"]) != question["unanswerable"],
            "gold": bool(question["gold_passages"]) != question["unanswerable"],
            "gold documents": question["gold_doc_ids"]
            == sorted({gold["doc_id"] for gold in question["gold_passages"]}),
        }.items()
        if not holds
    ]
    assert faults == []


def test_questions_are_told_apart() -> None:
    assert len({question["qid"] for question in questions()}) == len(questions())
    assert len({question["question"] for question in questions()}) == len(questions())


def test_there_are_questions_of_every_type_about_both_sets() -> None:
    types = defaultdict(set)
    for question in questions():
        types[question["qid"].split("-")[0]].add(question["type"])
    assert types == {"issuer": TYPES, "matter": TYPES}


def test_gold_quotes_are_exact_slices() -> None:
    absent = [
        (question["qid"], gold)
        for question in questions()
        for gold in question["gold_passages"]
        if gold["quote"] not in documents()[gold["doc_id"]].text
    ]
    assert absent == []


def test_suggested_questions_are_of_the_set_and_of_different_types() -> None:
    types = {question["question"]: question["type"] for question in questions()}
    suggested = suggested_questions()
    assert len(suggested) == 8
    assert {types[text] for text in suggested} >= {
        "single", "chained", "list", "count", "compare", "contradiction", "unanswerable",
    }  # fmt: skip


def test_prose_does_not_repeat_itself() -> None:
    places: Counter[tuple[str, ...]] = Counter()
    for document in documents().values():
        for paragraph in prose(document):
            words = re.findall(r"[^\W_]+", paragraph.lower())
            runs = zip(*(words[i:] for i in range(REPEATED_WORDS)), strict=False)
            places.update(runs)
    repeated = {" ".join(run) for run, count in places.items() if count > 1}
    assert sorted(run for run in repeated if not BOILERPLATE.search(run)) == []


def prose(document: Document) -> list[str]:
    """The texts of blocks that are prose, without tables, captions and headings."""
    return [
        " ".join(document.text[span.start : span.end] for span in block.spans)
        for block in document.blocks
        if block.kind in PROSE
    ]


@pytest.mark.parametrize("words", ["lorem ipsum", "TODO", "TBD", "[●]", "XXX"])
def test_no_placeholder_was_left(words: str) -> None:
    assert [doc_id for doc_id, d in documents().items() if words in d.text] == []
