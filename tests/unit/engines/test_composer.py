"""Answers composed of small hand-made passages; all texts are invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from ensi_core.citing.claims import unsupported_parts
from ensi_core.engines.base import KnownEntity, SourcePassage
from ensi_core.engines.offline.composer import Language, compose_answer
from ensi_core.engines.offline.nlp import named_spans, parse_question
from ensi_core.engines.offline.planner import plan_question
from ensi_core.text import slice_spans
from ensi_core.types import (
    Bound,
    Category,
    Composition,
    ContextItem,
    ContextName,
    Evidence,
    FieldScore,
    HopPlan,
    HopStatus,
    HopTrace,
    Key,
    KeyMatch,
    Passage,
    PassageKind,
    ScoredPassage,
    ScoreParts,
    Span,
)

LANGUAGE = Language(named_spans)


class Known:
    """A vocabulary of given names."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def entities_in(self, question: str) -> Sequence[KnownEntity]:
        hits = [(question.find(name), name) for name in self._names]
        return [KnownEntity(n, "unknown", a, a + len(n)) for a, n in sorted(hits) if a >= 0]

    def types(self) -> Sequence[str]:
        return ()

    def field_names(self) -> Sequence[str]:
        return ()


@dataclass(frozen=True)
class Library:
    """Documents and the passages cut from them."""

    documents: dict[str, str]
    sources: tuple[SourcePassage, ...]


def library(*passages: tuple[str, str, list[tuple[int, int]], dict[str, object]]) -> Library:
    """Passages given as (doc_id, document text, spans, other fields)."""
    documents: dict[str, str] = {}
    sources = []
    for doc_id, text, ranges, fields in passages:
        documents[doc_id] = text
        spans = tuple(Span(a, b) for a, b in ranges or [(0, len(text))])
        start, end = spans[0].start, spans[0].end
        passage = Passage(
            psg_id=f"{doc_id}@00000000#{start}-{end}",
            doc_id=doc_id,
            spans=spans,
            kind=fields.get("kind", PassageKind.PROSE),  # type: ignore[arg-type]
            text=slice_spans(text, spans),
            main_entity=str(fields.get("entity", "")),
            main_entity_type="unknown",
            context=tuple(fields.get("context", ())),  # type: ignore[arg-type]
            locator="p. 1",
        )
        sources.append(SourcePassage(passage, f"{doc_id}.txt", doc_id, "00000000"))
    return Library(documents, tuple(sources))


def prose(doc_id: str, text: str, entity: str = "") -> tuple[str, str, list, dict]:  # type: ignore[type-arg]
    return doc_id, text, [], {"entity": entity}


def row(
    doc_id: str, text: str, headers: Sequence[str], caption: str, unit: str = ""
) -> tuple[str, str, list, dict]:  # type: ignore[type-arg]
    """A row passage whose headers and caption stand before it in its document."""
    head = "\t".join(headers)
    document = f"{caption}\n{head}\n{text}"
    context = [ContextItem(ContextName.CAPTION, caption, Span(0, len(caption)))]
    place = len(caption) + 1
    for column, header in enumerate(headers, start=1):
        span = Span(place, place + len(header))
        context.append(ContextItem(ContextName.HEADER, header, span, column))
        place += len(header) + 1
    if unit:
        context.append(ContextItem(ContextName.UNIT, unit))
    start = len(caption) + len(head) + 2
    fields = {"kind": PassageKind.ROW, "context": context, "entity": text.split("\t")[0]}
    return doc_id, document, [(start, start + len(text))], fields


def evidence_for(plan: HopPlan, shelf: Library, keys: Sequence[KeyMatch] = ()) -> Evidence:
    traces = tuple(
        HopTrace(hop.id, (), tuple(keys), (), HopStatus.FILLED_BY_SEARCH) for hop in plan.hops
    )
    ranked = tuple(
        ScoredPassage(s.passage.psg_id, s.passage.doc_id, 1.0, ScoreParts()) for s in shelf.sources
    )
    return Evidence(traces, ranked)


def answer(question: str, shelf: Library, *names: str) -> Composition:
    plan = plan_question(question, Known(*names), parse_question)
    composition = compose_answer(plan, evidence_for(plan, shelf), shelf.sources, LANGUAGE)
    assert_verbatim(composition, shelf)
    return composition


def assert_verbatim(composition: Composition, shelf: Library) -> None:
    """Quotes are document slices; markers exist; nothing in a statement is without support."""
    markers = [citation.marker for citation in composition.citations]
    assert markers == list(range(1, len(markers) + 1))
    for citation in composition.citations:
        assert citation.quote == slice_spans(shelf.documents[citation.doc_id], citation.spans)
    for statement in composition.statements:
        assert statement.citations
        assert set(statement.citations) <= set(markers)
        if not statement.text.startswith("Computed:"):
            assert statement.flags == ()


FILM = library(
    prose(
        "film",
        "The Glass Harbor is a 1994 film. It was directed by Mara Lindqvist and shot in Oslo.",
        "The Glass Harbor",
    ),
    prose(
        "person",
        "Mara Lindqvist (4 May 1951 – 2 June 2019) was a Swedish director. She married the "
        "composer Johan Ek in 1980. She was born in Malmö.",
        "Mara Lindqvist",
    ),
    prose("other", "Oslo is the capital of Norway. Anders Berg directed plays there.", "Oslo"),
)

LOOKUPS = [
    ("Who is the spouse of the director of The Glass Harbor?", "Johan Ek"),
    ("When was the director of The Glass Harbor born?", "4 May 1951"),
    ("When did the director of The Glass Harbor die?", "2 June 2019"),
    ("Who directed The Glass Harbor?", "Mara Lindqvist"),
]


@pytest.mark.parametrize(("question", "short"), LOOKUPS, ids=[q for q, _ in LOOKUPS])
def test_chain_gives_short_answer(question: str, short: str) -> None:
    assert answer(question, FILM, "The Glass Harbor").short == short


def test_chain_states_one_sentence_a_hop_in_order() -> None:
    question = "Who is the spouse of the director of The Glass Harbor?"
    composition = answer(question, FILM, "The Glass Harbor")
    assert [s.text for s in composition.statements] == [
        "It was directed by Mara Lindqvist and shot in Oslo.",
        "She married the composer Johan Ek in 1980.",
    ]
    assert [c.doc_id for c in composition.citations] == ["film", "person"]


SALES = library(
    row(
        "report",
        "Net sales\t$412.5\t$380.1",
        ["2023", "2022"],
        "Results of operations",
        "(in millions)",
    ),
    row("report2", "Cost of sales\t$301.0\t$290.4", ["2023", "2022"], "Results of operations"),
)


def test_row_is_put_in_words_with_the_asked_period() -> None:
    composition = answer("What were the net sales in 2022?", SALES)
    first = composition.statements[0].text
    assert first == "Results of operations — Net sales: 2022: $380.1 (in millions)"
    quote = composition.citations[0].quote
    assert quote.splitlines()[-1] == "Net sales\t$412.5\t$380.1"


def test_change_between_periods_shows_values_and_formula() -> None:
    composition = answer("How much did net sales change from 2022 to 2023?", SALES)
    texts = [statement.text for statement in composition.statements]
    assert texts[0].startswith("2022: ")
    assert "$380.1" in texts[0]
    assert "$412.5" in texts[1]
    assert texts[2] == (
        "Computed: difference $412.5 − $380.1 = 32.40; growth ($412.5 − $380.1) / $380.1 = 8.5%;"
        " ratio $412.5 / $380.1 = 1.09"
    )


BIRTHS = library(
    prose("a", "Orla Finch was born on 3 March 1930 in Cork.", "Orla Finch"),
    prose("b", "Piet Anders was born on 9 July 1941 in Delft.", "Piet Anders"),
)


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Who was born first, Orla Finch or Piet Anders?", "Orla Finch"),
        ("Who was born later, Orla Finch or Piet Anders?", "Piet Anders"),
        ("Who is younger, Orla Finch or Piet Anders?", "Piet Anders"),
        ("Who is older, Orla Finch or Piet Anders?", "Orla Finch"),
    ],
)
def test_comparison_names_a_side(question: str, short: str) -> None:
    composition = answer(question, BIRTHS, "Orla Finch", "Piet Anders")
    assert composition.short == short
    assert len(composition.statements) == 2


CLAUSE = library(
    prose("lease", "The Tenant shall not sublet the premises without the Landlord's consent."),
    prose("side", "The Landlord shall repair the roof within thirty days."),
)


def test_yes_no_needs_clear_support() -> None:
    assert answer("Is the Tenant allowed to keep pets?", CLAUSE).short is None


def test_prohibition_is_a_no() -> None:
    question = "May the Tenant sublet the premises without the Landlord's consent?"
    assert answer(question, CLAUSE, "Tenant", "Landlord").short == "No"


PAYMENTS = library(
    prose("letter", "Harrow Mills paid a fine of $40,000 for the spill.", "Harrow Mills"),
    prose("report", "Harrow Mills paid a fine of $55,000 for the spill.", "Harrow Mills"),
)


def test_contradicting_values_are_both_shown() -> None:
    question = "How much did Harrow Mills pay as a fine for the spill?"
    composition = answer(question, PAYMENTS, "Harrow Mills")
    shown = " ".join(statement.text for statement in composition.statements)
    assert composition.short == "$40,000"
    assert "$40,000" in shown
    assert "Stated otherwise: Harrow Mills paid a fine of $55,000 for the spill." in shown


def key_match(entity: str, name: str, value: str, *psg_ids: str) -> KeyMatch:
    key = Key(f"{entity}/{name}/{value}", entity, "organization", Category.RELATION, name, value)
    return KeyMatch(key, 0.9, (FieldScore("name", 1.0, 0.3, "exact"),), psg_ids)


LENDERS = library(
    prose("deal", "The lenders are Brightwater Bank and Coldstream Trust.", "Credit Agreement"),
    prose("note", "Brightwater Bank is a lender. Mill Street Savings joined later as lender."),
)


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("List all lenders of Ostrander.", "Brightwater Bank; Coldstream Trust"),
        ("How many lenders does Ostrander have?", "2"),
    ],
)
def test_list_reads_items_at_their_places(question: str, short: str) -> None:
    plan = plan_question(question, Known("Ostrander"), parse_question)
    deal, note = (source.passage.psg_id for source in LENDERS.sources)
    keys = [
        key_match("Ostrander", "lender", "Brightwater Bank", deal, note),
        key_match("Ostrander", "lender", "Coldstream Trust", deal),
        key_match("Ostrander", "lender", "Nowhere Bank", deal),
    ]
    evidence = evidence_for(plan, LENDERS, keys)
    bounded = Evidence(evidence.hops, evidence.passages, Bound(3, 2, 2, 5))
    composition = compose_answer(plan, bounded, LENDERS.sources, LANGUAGE)
    assert_verbatim(composition, LENDERS)
    assert composition.short == short
    assert [(s.text, s.citations) for s in composition.statements] == [
        ("Brightwater Bank", (1, 2)),
        ("Coldstream Trust", (1,)),
    ]
    assert "5 passages have no record" in composition.text


def test_no_passages_is_an_abstention() -> None:
    composition = answer("Who audits the fund?", library())
    assert composition.abstained
    assert composition.statements == ()
    assert "h1: Who audits the fund?" in (composition.reason or "")


def test_nothing_in_common_is_an_abstention() -> None:
    shelf = library(prose("a", "The harbor was dredged twice."), prose("b", "Gulls nest there."))
    composition = answer("Which insurer covered pollution at the refinery?", shelf)
    assert composition.abstained
    assert composition.reason is not None


def test_empty_hop_is_named_in_the_reason() -> None:
    plan = plan_question("Who directed The Glass Harbor?", Known(), parse_question)
    evidence = Evidence((HopTrace("h1", (), (), (), HopStatus.EMPTY),), ())
    composition = compose_answer(plan, evidence, FILM.sources, LANGUAGE)
    assert composition.abstained
    assert "step h1" in composition.text


def test_passage_over_a_page_break_is_cited_in_two_spans() -> None:
    text = "The monitor found that the wall\n12\nhad been sealed on 4 June 2021 by Ira Voss."
    first, second = text.index("\n12\n"), text.index("had been")
    shelf = library(("doc", text, [(0, first), (second, len(text))], {}))
    composition = answer("When had the wall been sealed?", shelf)
    assert composition.short == "4 June 2021"
    assert composition.citations[0].spans == (Span(0, first), Span(second, len(text)))


def test_same_evidence_gives_the_same_answer() -> None:
    question = "Who is the spouse of the director of The Glass Harbor?"
    assert answer(question, FILM, "The Glass Harbor") == answer(question, FILM, "The Glass Harbor")


def test_values_of_statements_stand_in_their_quotes() -> None:
    question = "Who is the spouse of the director of The Glass Harbor?"
    composition = answer(question, FILM, "The Glass Harbor")
    for statement in composition.statements:
        quotes = [composition.citations[m - 1].quote for m in statement.citations]
        assert unsupported_parts(statement.text, quotes) == ()
