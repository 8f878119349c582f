"""Question sets in the uniform format, and where their gold quotes stand in the documents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from ensi_core.errors import UsageError
from ensi_core.types import Span


@dataclass(frozen=True, slots=True)
class GoldQuote:
    """A piece of evidence as the question set states it."""

    doc_id: str
    quote: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its gold answer and evidence; ``type`` groups the report."""

    qid: str
    question: str
    answers: tuple[str, ...]
    gold_doc_ids: tuple[str, ...]
    quotes: tuple[GoldQuote, ...]
    type: str
    unanswerable: bool
    scope: tuple[str, ...]


def load_cases(path: Path, prefix: str = "") -> tuple[Case, ...]:
    """The questions of a JSON-lines file; ``prefix`` is put before every document id.

    Raises UsageError naming the line that cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as exc:
        raise UsageError(f"The question set {path} cannot be read: {exc.strerror}.") from exc
    return tuple(
        _case(line, f"{path}:{number}", prefix)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    )


def _case(line: str, place: str, prefix: str) -> Case:
    try:
        raw = json.loads(line)
        return Case(
            qid=str(raw["qid"]),
            question=str(raw["question"]),
            answers=tuple(str(answer) for answer in raw.get("answers", ())),
            gold_doc_ids=tuple(prefix + str(doc) for doc in raw.get("gold_doc_ids", ())),
            quotes=tuple(
                GoldQuote(prefix + str(gold["doc_id"]), str(gold["quote"]))
                for gold in raw.get("gold_passages", ())
            ),
            type=str(raw.get("type", "all")),
            unanswerable=bool(raw.get("unanswerable", False)),
            scope=tuple(prefix + str(doc) for doc in raw.get("collection_doc_ids", ())),
        )
    except (json.JSONDecodeError, KeyError, TypeError) as exc:
        raise UsageError(f"{place} is not a question in the uniform format: {exc!r}.") from exc


class LettersOnly:
    """A text reduced to its folded letters and digits, with the way back to offsets."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _reduced(self) -> tuple[str, np.ndarray]:
        kept = [(c, i) for i, c in enumerate(self._text) if c.isalnum()]
        folded = "".join(c.lower()[0] for c, _ in kept)
        return folded, np.array([i for _, i in kept], dtype=np.int64)

    def find(self, quote: str) -> Span | None:
        """Where a quote stands, compared by letters and digits only; None when it does not."""
        wanted = "".join(c.lower()[0] for c in quote if c.isalnum())
        if not wanted:
            return None
        folded, offsets = self._reduced
        start = folded.find(wanted)
        if start < 0:
            return None
        return Span(int(offsets[start]), int(offsets[start + len(wanted) - 1]) + 1)


@dataclass(frozen=True, slots=True)
class LocatedQuote:
    """A gold quote with its span in the document's text, None when it could not be found."""

    doc_id: str
    quote: str
    span: Span | None


def locate_quotes(
    cases: Sequence[Case], texts: Mapping[str, str]
) -> dict[str, tuple[LocatedQuote, ...]]:
    """The located gold quotes of every case by qid; ``texts`` are canonical texts by doc_id."""
    reduced: dict[str, LettersOnly] = {}
    located: dict[str, tuple[LocatedQuote, ...]] = {}
    for case in cases:
        found = []
        for gold in case.quotes:
            if gold.doc_id in texts and gold.doc_id not in reduced:
                reduced[gold.doc_id] = LettersOnly(texts[gold.doc_id])
            source = reduced.get(gold.doc_id)
            span = source.find(gold.quote) if source else None
            found.append(LocatedQuote(gold.doc_id, gold.quote, span))
        located[case.qid] = tuple(found)
    return located
