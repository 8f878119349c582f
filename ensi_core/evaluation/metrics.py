"""Metrics with their usual definitions; each gives a value for one case, None where it has none."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ensi_core.evaluation.cases import Case, LocatedQuote
from ensi_core.evaluation.systems import Output, Retrieved
from ensi_core.text import fold, one_line, slice_spans
from ensi_core.types import Span

TOUCHED_CHARACTERS = 50
COVERED_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Judged:
    """A case with its located gold and one system's output; ``texts`` are canonical texts."""

    case: Case
    gold: tuple[LocatedQuote, ...]
    output: Output
    texts: Mapping[str, str]

    def located(self) -> list[tuple[str, Span]]:
        """Document and span of the gold quotes that were found in their documents."""
        return [(quote.doc_id, quote.span) for quote in self.gold if quote.span is not None]


Metric = Callable[[Judged], float | None]


def recall_at(k: int) -> Metric:
    """Share of gold documents among the first ``k`` distinct documents."""

    def metric(judged: Judged) -> float | None:
        gold = set(judged.case.gold_doc_ids)
        if not gold:
            return None
        return len(gold & set(_documents(judged.output.retrieved)[:k])) / len(gold)

    return metric


def all_gold_at(k: int) -> Metric:
    """1 when every gold document is among the first ``k`` distinct ones."""
    recall = recall_at(k)

    def metric(judged: Judged) -> float | None:
        value = recall(judged)
        return None if value is None else float(value == 1.0)

    return metric


def reciprocal_rank(judged: Judged) -> float | None:
    """1 / rank of the first gold document among distinct documents, 0 when there is none."""
    gold = set(judged.case.gold_doc_ids)
    if not gold:
        return None
    for rank, doc_id in enumerate(_documents(judged.output.retrieved), start=1):
        if doc_id in gold:
            return 1.0 / rank
    return 0.0


def document_recall_at(k: int) -> Metric:
    """Share of gold documents among the first ``k`` distinct documents of the top 8 passages."""

    def metric(judged: Judged) -> float | None:
        gold = set(judged.case.gold_doc_ids)
        if not gold:
            return None
        return len(gold & set(_documents(judged.output.retrieved[:8])[:k])) / len(gold)

    return metric


def all_required(judged: Judged) -> float | None:
    """1 when all gold documents are among the first 3 distinct ones of the top 8 passages."""
    value = document_recall_at(3)(judged)
    return None if value is None else float(value == 1.0)


def documents_complete(judged: Judged) -> float | None:
    """1 when every gold document is among the documents of the top 8 passages."""
    gold = set(judged.case.gold_doc_ids)
    if not gold:
        return None
    return float(gold <= {item.doc_id for item in judged.output.retrieved[:8]})


def documents_complete_within(characters: int) -> Metric:
    """`documents_complete` for the first passages that fit in so many characters."""

    def metric(judged: Judged) -> float | None:
        gold = set(judged.case.gold_doc_ids)
        if not gold:
            return None
        fitting = _fitting(judged.output.retrieved, characters)
        return float(gold <= {item.doc_id for item in fitting})

    return metric


def wrong_document(judged: Judged) -> float | None:
    """Share of the top 8 passages that are from documents that are not gold."""
    top = judged.output.retrieved[:8]
    if not judged.case.gold_doc_ids or not top:
        return None
    gold = set(judged.case.gold_doc_ids)
    return sum(item.doc_id not in gold for item in top) / len(top)


def context_recall_at(k: int) -> Metric:
    """Share of gold quotes that one of the first ``k`` passages touches."""

    def metric(judged: Judged) -> float | None:
        return _share_of_gold(judged, judged.output.retrieved[:k], _touched)

    return metric


def context_precision_at(k: int) -> Metric:
    """Mean precision at the ranks of relevant passages among the first ``k``."""

    def metric(judged: Judged) -> float | None:
        gold = judged.located()
        if not gold:
            return None
        relevant = [
            any(_touched(place, [item]) for place in gold) for item in judged.output.retrieved[:k]
        ]
        at_hits = [
            sum(relevant[: rank + 1]) / (rank + 1) for rank, hit in enumerate(relevant) if hit
        ]
        return sum(at_hits) / len(at_hits) if at_hits else 0.0

    return metric


def quote_recall_at(k: int) -> Metric:
    """Share of gold quotes that stand in one of the first ``k`` passages, case and space folded."""

    def metric(judged: Judged) -> float | None:
        if not judged.gold:
            return None
        folded = [
            (item.doc_id, one_line(item.text).casefold()) for item in judged.output.retrieved[:k]
        ]
        found = sum(
            any(
                doc_id == quote.doc_id and one_line(quote.quote).casefold() in text
                for doc_id, text in folded
            )
            for quote in judged.gold
        )
        return found / len(judged.gold)

    return metric


def quote80_at(k: int) -> Metric:
    """Share of located gold quotes of which 80% lie in the spans of the first ``k`` passages."""

    def metric(judged: Judged) -> float | None:
        return _share_of_gold(judged, judged.output.retrieved[:k], _covered)

    return metric


def quote80_within(characters: int) -> Metric:
    """`quote80_at` for the first passages that fit in so many characters."""

    def metric(judged: Judged) -> float | None:
        return _share_of_gold(judged, _fitting(judged.output.retrieved, characters), _covered)

    return metric


def touched_within(characters: int) -> Metric:
    """Share of gold quotes that the first passages within so many characters touch."""

    def metric(judged: Judged) -> float | None:
        return _share_of_gold(judged, _fitting(judged.output.retrieved, characters), _touched)

    return metric


def citation_precision(judged: Judged) -> float | None:
    """Share of citations that overlap a gold quote."""
    cited, gold = _cited(judged), judged.located()
    if not gold or not cited:
        return None
    right = sum(
        any(_overlap(place, other) for place in places for other in gold) for places in cited
    )
    return right / len(cited)


def citation_recall(judged: Judged) -> float | None:
    """Share of gold quotes that a citation overlaps."""
    gold = judged.located()
    if not gold or judged.output.answer is None:
        return None
    cited = [place for places in _cited(judged) for place in places]
    return sum(any(_overlap(place, other) for other in cited) for place in gold) / len(gold)


def verbatim(judged: Judged) -> float | None:
    """Share of citations whose quote is the slices of its spans."""
    answer = judged.output.answer
    if answer is None or not answer.composition.citations:
        return None
    citations = answer.composition.citations
    right = sum(slice_spans(judged.texts.get(c.doc_id, ""), c.spans) == c.quote for c in citations)
    return right / len(citations)


def answer_exact(judged: Judged) -> float | None:
    """1 when the short answer equals a gold answer (SQuAD normalisation)."""
    given = _short(judged)
    if given is None or not judged.case.answers:
        return None
    return float(any(_squad(given) == _squad(gold) for gold in judged.case.answers))


def answer_f1(judged: Judged) -> float | None:
    """Best token F1 of the short answer with a gold answer (SQuAD normalisation)."""
    given = _short(judged)
    if given is None or not judged.case.answers:
        return None
    return max(_token_f1(_squad(given), _squad(gold)) for gold in judged.case.answers)


def list_f1(judged: Judged) -> float | None:
    """F1 of the list's items against the gold items; a statement holds an item by its words."""
    answer = judged.output.answer
    if judged.case.type != "list" or answer is None or judged.case.unanswerable:
        return None
    statements = [_squad(statement.text).split() for statement in answer.composition.statements]
    items = [_squad(item).split() for item in judged.case.answers]
    if not statements or not items:
        return 0.0
    found = sum(any(_holds(statement, item) for statement in statements) for item in items)
    useful = sum(any(_holds(statement, item) for item in items) for statement in statements)
    recall, precision = found / len(items), useful / len(statements)
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def count_error(judged: Judged) -> float | None:
    """|given - gold| / gold for counts; 1 when no number is given."""
    if judged.case.type != "count" or judged.output.answer is None or not judged.case.answers:
        return None
    gold, given = _first_number(judged.case.answers[0]), _first_number(_short(judged) or "")
    if gold is None:
        return None
    return 1.0 if given is None else abs(given - gold) / max(abs(gold), 1.0)


ALL_METRICS: Mapping[str, Metric] = {
    "recall@2": recall_at(2),
    "recall@5": recall_at(5),
    "recall@10": recall_at(10),
    "all_gold@5": all_gold_at(5),
    "mrr": reciprocal_rank,
    "doc_recall@1": document_recall_at(1),
    "doc_recall@3": document_recall_at(3),
    "all_required": all_required,
    "docs_complete@8": documents_complete,
    "docs_complete@8000c": documents_complete_within(8_000),
    "context_recall@4": context_recall_at(4),
    "context_recall@8": context_recall_at(8),
    "context_precision@4": context_precision_at(4),
    "quote_recall@4": quote_recall_at(4),
    "quote_recall@8": quote_recall_at(8),
    "quote80@4": quote80_at(4),
    "quote80@8": quote80_at(8),
    "quote80@4000c": quote80_within(4_000),
    "quote80@8000c": quote80_within(8_000),
    "touched@8000c": touched_within(8_000),
    "wrong_document@8": wrong_document,
    "citation_precision": citation_precision,
    "citation_recall": citation_recall,
    "verbatim": verbatim,
    "answer_em": answer_exact,
    "answer_f1": answer_f1,
    "list_f1": list_f1,
    "count_error": count_error,
}


def _documents(retrieved: Sequence[Retrieved]) -> list[str]:
    return list(dict.fromkeys(item.doc_id for item in retrieved))


def _fitting(retrieved: Sequence[Retrieved], characters: int) -> list[Retrieved]:
    """The first passages whose texts together have at most so many characters."""
    fitting: list[Retrieved] = []
    used = 0
    for item in retrieved:
        used += len(item.text)
        if used > characters:
            break
        fitting.append(item)
    return fitting


Place = tuple[str, Span]


def _share_of_gold(
    judged: Judged,
    retrieved: Sequence[Retrieved],
    holds: Callable[[Place, Sequence[Retrieved]], bool],
) -> float | None:
    gold = judged.located()
    if not gold:
        return None
    return sum(holds(place, retrieved) for place in gold) / len(gold)


def _covered(place: Place, retrieved: Sequence[Retrieved]) -> bool:
    return _characters_in(place, retrieved) >= COVERED_SHARE * len(place[1])


def _touched(place: Place, retrieved: Sequence[Retrieved]) -> bool:
    """At least 50 characters of the quote, or all of a shorter one, or a whole row of it."""
    if _characters_in(place, retrieved) >= min(TOUCHED_CHARACTERS, len(place[1])):
        return True
    return any(
        item.doc_id == place[0] and any(place[1].contains(span) for span in item.spans)
        for item in retrieved
    )


def _characters_in(place: Place, retrieved: Sequence[Retrieved]) -> int:
    doc_id, span = place
    parts = sorted(
        (max(other.start, span.start), min(other.end, span.end))
        for item in retrieved
        if item.doc_id == doc_id
        for other in item.spans
        if other.overlaps(span)
    )
    total, reached = 0, span.start
    for start, end in parts:
        total += max(end - max(start, reached), 0)
        reached = max(reached, end)
    return total


def _overlap(one: Place, other: Place) -> bool:
    return one[0] == other[0] and one[1].overlaps(other[1])


def _cited(judged: Judged) -> list[list[Place]]:
    """The places of every citation."""
    answer = judged.output.answer
    if answer is None:
        return []
    return [[(c.doc_id, span) for span in c.spans] for c in answer.composition.citations]


def _short(judged: Judged) -> str | None:
    answer = judged.output.answer
    if answer is None:
        return None
    return answer.composition.short or answer.composition.text


def _squad(text: str) -> str:
    plain = "".join(" " if c in string.punctuation else c for c in fold(text))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", plain).split())


def _token_f1(given: str, gold: str) -> float:
    one, other = Counter(given.split()), Counter(gold.split())
    shared = sum((one & other).values())
    if not shared:
        return 0.0
    precision, recall = shared / sum(one.values()), shared / sum(other.values())
    return 2 * precision * recall / (precision + recall)


def _holds(statement: Sequence[str], item: Sequence[str]) -> bool:
    return bool(item) and set(item) <= set(statement)


def _first_number(text: str) -> float | None:
    found = re.search(r"-?\d[\d,]*(?:\.\d+)?", text)
    return float(found.group().replace(",", "")) if found else None
