"""Join the question sets of the sample corpus and put their gold quotes into exact words.

The sets under ``sample_corpus/source`` quote the documents as their authors typed them. Here every
quote is looked up in the document as the readers give it, by letters and digits only, and replaced
by the exact slice of the canonical text. A quote that is nowhere in its document stops the run,
and nothing is written.

    python sample_corpus/build_questions.py
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from ensi_core.evaluation.cases import LettersOnly
from ensi_core.ingest import read_bytes

FOLDER = Path(__file__).resolve().parent
SOURCES = ("questions_matter.jsonl", "questions_issuer.jsonl")
TARGET = FOLDER / "questions.jsonl"

Question = dict[str, Any]


def main() -> int:
    """Write ``questions.jsonl``; 1 when a quote cannot be found."""
    questions = [question for name in SOURCES for question in _questions(FOLDER / "source" / name)]
    missing: list[str] = []
    exact = [_with_exact_quotes(question, missing) for question in questions]
    if missing:
        print("\n".join(missing), file=sys.stderr)
        return 1
    lines = [json.dumps(question, ensure_ascii=False) + "\n" for question in exact]
    TARGET.write_text("".join(lines), encoding="utf-8")
    return 0


def _questions(path: Path) -> Iterator[Question]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            yield json.loads(line)


def _with_exact_quotes(question: Question, missing: list[str]) -> Question:
    """The question with its quotes as they stand; what is not found is added to ``missing``."""
    passages: list[Mapping[str, str]] = []
    for gold in question["gold_passages"]:
        quote = exact_quote(gold["doc_id"], gold["quote"])
        if quote is None:
            missing.append(f"{question['qid']}: not in {gold['doc_id']}: {gold['quote']!r}")
        else:
            passages.append({"doc_id": gold["doc_id"], "quote": quote})
    documents: Sequence[str] = sorted({passage["doc_id"] for passage in passages})
    return {**question, "gold_doc_ids": documents, "gold_passages": passages}


def exact_quote(doc_id: str, quote: str) -> str | None:
    """The slice of the document with the letters and digits of ``quote``, its outer signs too."""
    text, letters = _canonical(doc_id)
    span = letters.find(quote)
    if span is None:
        return None
    start, end = span.start, span.end
    for sign in reversed(list(takewhile(_is_sign, quote))):
        if text[start - 1 : start] != sign:
            break
        start -= 1
    for sign in reversed(list(takewhile(_is_sign, reversed(quote)))):
        if text[end : end + 1] != sign:
            break
        end += 1
    return text[start:end]


def _is_sign(character: str) -> bool:
    return not character.isalnum()


@cache
def _canonical(doc_id: str) -> tuple[str, LettersOnly]:
    path = FOLDER / "documents" / doc_id
    text = read_bytes(doc_id, path.name, path.read_bytes()).text
    return text, LettersOnly(text)


if __name__ == "__main__":
    sys.exit(main())
