"""An answer as escaped HTML: what is said, on what it rests, and how it was found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ensi_core.text import one_line
from ensi_core.types import (
    Answer,
    Citation,
    FieldScore,
    Hop,
    HopStatus,
    HopTrace,
    KeyMatch,
    Passage,
    QuestionKind,
    ScoredPassage,
    Statement,
)
from pages.shared.paper import marked
from pages.shared.render import Column, esc, link, meter, plural, table, tag, when
from pages.shared.state import spans_to

KEYS_SHOWN = 6
"""Keys listed for a hop at once; more are behind a fold."""

KEYS_FOLDED = 40
"""Keys behind that fold; the rest is counted."""

_BLANK_LINES = re.compile(r"\n\s*\n")

_STATUS = {
    HopStatus.FOUND: ("found by keys", "good"),
    HopStatus.FILLED_BY_SEARCH: ("filled by text search", "warn"),
    HopStatus.EMPTY: ("nothing found", "bad"),
}

_KIND = {
    QuestionKind.LOOKUP: "lookup",
    QuestionKind.LIST: "list",
    QuestionKind.COUNT: "count",
    QuestionKind.COMPARE: "comparison",
    QuestionKind.YES_NO: "yes or no",
}


def answer_sheet(answer: Answer, slug: str, passages: Mapping[str, Passage]) -> str:
    """The answer with its statements and citation cards."""
    said = answer.composition
    short = f'<div class="short">{esc(said.short)}</div>' if said.short else ""
    body = _abstention(answer) if said.abstained else short + _statements(answer)
    return (
        f'<div class="answer"><p class="asked">{esc(answer.question)}</p>{_meta(answer)}{body}'
        f"{_bound(answer)}</div>{_citations(said.citations, slug, passages)}"
    )


def _meta(answer: Answer) -> str:
    said = answer.composition
    count = plural(len(said.citations), "citation")
    documents = plural(len({c.doc_id for c in said.citations}), "document")
    calls = answer.usage.calls
    model = (
        f"<span>{plural(calls, 'model call')}, "
        f"{answer.usage.input_tokens + answer.usage.output_tokens:,} tokens</span>"
        if calls
        else ""
    )
    return (
        f'<div class="meta">{tag(_KIND[answer.kind])}<span>{count} in {documents}</span>'
        f"<span>{answer.seconds.total:.2f} s</span><span>{esc(answer.engine)} engine</span>{model}"
        f"<span>{esc(when(answer.asked_at))}</span></div>"
    )


def _statements(answer: Answer) -> str:
    said = answer.composition
    if not said.statements:
        return f'<p class="statement">{esc(said.text)}</p>'
    if answer.kind in (QuestionKind.LIST, QuestionKind.COUNT) and len(said.statements) > 1:
        return (
            '<ol class="statements">'
            + "".join(f"<li>{_statement(s)}</li>" for s in said.statements)
            + "</ol>"
        )
    return "".join(f'<p class="statement">{_statement(s)}</p>' for s in said.statements)


def _statement(statement: Statement) -> str:
    marks = "".join(
        f'<a class="mark" href="#cite-{n}" data-jump="#cite-{n}" aria-label="Citation {n}">{n}</a>'
        for n in statement.citations
    )
    flags = "".join(
        f'<span class="flag" title="This part does not occur in the cited text">not in the cited '
        f"text: {esc(flag)}</span>"
        for flag in statement.flags
    )
    bare = '<span class="flag">no citation</span>' if not statement.citations else ""
    return f"{esc(statement.text)}{marks}{flags}{bare}"


def _bound(answer: Answer) -> str:
    bound = answer.evidence.bound
    if bound is None:
        return ""
    verb = "is" if bound.uncovered_passages == 1 else "are"
    gap = (
        f" {plural(bound.uncovered_passages, 'passage')} of the searched documents {verb} covered "
        "by no record: what only they say is not in it."
        if bound.uncovered_passages
        else " Every passage of the searched documents is covered by records."
    )
    return (
        f'<p class="quiet small">Made from the complete set of {plural(bound.keys, "key")}, '
        f"{plural(bound.passages, 'passage')} and {plural(bound.documents, 'document')}.{gap}</p>"
    )


def _abstention(answer: Answer) -> str:
    asks = {hop.id: hop.asks for hop in answer.plan.hops}
    rows = "".join(
        f"<li><b>{esc(trace.hop_id)}</b> {esc(asks.get(trace.hop_id, ''))}: {_searched(trace)}</li>"
        for trace in answer.evidence.hops
    )
    reason = f"<p>{esc(answer.composition.reason)}</p>" if answer.composition.reason else ""
    searched = f"<p>What was searched:</p><ul>{rows}</ul>" if rows else ""
    return (
        '<div class="abstain"><b>Not found in these documents</b>'
        f"{reason}{searched}<p>Try the words of the documents, another document filter, or look at "
        "the nearest passages below.</p></div>"
    )


def _searched(trace: HopTrace) -> str:
    label, tone = _STATUS[trace.status]
    keys, passages = plural(len(trace.keys), "key"), plural(len(trace.psg_ids), "passage")
    return f"{tag(label, tone)} {keys} compared, {passages} read"


def _citations(citations: Sequence[Citation], slug: str, passages: Mapping[str, Passage]) -> str:
    if not citations:
        return ""
    cards = "".join(_card(citation, slug, passages.get(citation.psg_id)) for citation in citations)
    return f'<h3 class="part">Sources</h3>{cards}'


def _card(citation: Citation, slug: str, passage: Passage | None) -> str:
    place = " · ".join(part for part in (citation.locator, _page(citation)) if part)
    parameters = {
        "collection": slug,
        "doc": citation.doc_id,
        "span": spans_to(citation.spans),
        "version": citation.version,
    }
    opened = link("Passages", parameters, "Open in the document")
    if passage is None:
        opened = tag("source deleted or replaced since", "warn")
    return (
        f'<div class="cite" id="cite-{citation.marker}"><div class="n">{citation.marker}</div><div>'
        f'<div class="where"><b>{esc(citation.document)}</b>'
        f'<span class="quiet">{esc(place)}</span>{opened}</div>'
        f"<blockquote>{esc(_closed_up(citation.quote))}</blockquote>"
        f"{_in_place(citation, passage)}</div></div>"
    )


def _closed_up(quote: str) -> str:
    """A quote without the blank lines between its paragraphs, for a card."""
    return _BLANK_LINES.sub("\n", quote)


def _page(citation: Citation) -> str:
    if citation.page is None:
        return ""
    label = citation.page_label
    name = f"page {citation.page}" + (
        f" (printed {label})" if label and label != str(citation.page) else ""
    )
    return "" if citation.locator == f"p. {citation.page}" else name


def _in_place(citation: Citation, passage: Passage | None) -> str:
    if passage is None or one_line(passage.text) == one_line(citation.quote):
        return ""
    pieces, at = [], 0
    for span in passage.spans:
        length = len(span)
        pieces.append(marked(passage.text[at : at + length], span.start, citation.spans, "quote"))
        at += length + 1
    text = "\n".join(pieces)
    return (
        "<details><summary>Show in its passage</summary>"
        f'<div class="inplace">{text}</div></details>'
    )


def trace_sheet(
    answer: Answer, slug: str, passages: Mapping[str, Passage], documents: Mapping[str, str]
) -> str:
    """How the answer was found: hops with their keys, then passages, then time."""
    traces = {trace.hop_id: trace for trace in answer.evidence.hops}
    hops = "".join(
        _hop(hop, traces.get(hop.id), slug, passages, documents) for hop in answer.plan.hops
    )
    return (
        f"{_route(answer, documents)}{hops}"
        f"{_passages(answer.evidence.passages, slug, passages, documents)}{_seconds(answer)}"
    )


def _route(answer: Answer, documents: Mapping[str, str]) -> str:
    route = answer.evidence.route
    if route is None:
        return ""
    names = ", ".join(documents.get(doc_id, doc_id) for doc_id in route.doc_ids)
    return (
        f'<p class="small">Restricted by {esc(route.strategy)} to '
        f"{plural(len(route.doc_ids), 'document')}: {esc(names)}</p>"
    )


def _variable(text: str) -> str:
    return f'<span class="var">{esc(text)}</span>' if text.startswith("?") else esc(text)


def _hop(
    hop: Hop,
    trace: HopTrace | None,
    slug: str,
    passages: Mapping[str, Passage],
    documents: Mapping[str, str],
) -> str:
    label, tone = _STATUS[trace.status] if trace else ("not reached", "plain")
    after = f'<span class="quiet">after {esc(", ".join(hop.depends_on))}</span>'
    found = _bindings(trace) + _keys(trace, slug, passages, documents) if trace else ""
    return (
        f'<section class="hop"><header><b>{esc(hop.id)}</b><span class="asks">{esc(hop.asks)}'
        f"</span>{tag(label, tone)}{after if hop.depends_on else ''}</header><div>"
        f"{_requires(hop)}{found}</div></section>"
    )


def _requires(hop: Hop) -> str:
    stated = (
        ("entity", hop.entity),
        ("type", hop.type),
        ("category", hop.category.value if hop.category else None),
        ("field", hop.name),
        (f"value {esc(hop.operator.value)}" if hop.operator.value != "=" else "value", hop.value),
        ("period", hop.period),
    )
    items = "".join(f"<span><i>{name}</i>{_variable(text)}</span>" for name, text in stated if text)
    binds = f"<span><i>binds</i>{_variable(hop.binds)}</span>" if hop.binds else ""
    open_ = "<span><i>requires</i>nothing: text search only</span>" if not items else ""
    return f'<div class="requires">{items or open_}{binds}</div>'


def _bindings(trace: HopTrace) -> str:
    return "".join(
        f'<div class="binding">{_variable(b.variable)} = <b>{esc(one_line(b.value))}</b> '
        f"{meter(b.score)} "
        f"<span class='quiet'>from {plural(len(b.psg_ids), 'passage')}</span></div>"
        for b in trace.bindings
    )


def _keys(
    trace: HopTrace, slug: str, passages: Mapping[str, Passage], documents: Mapping[str, str]
) -> str:
    if not trace.keys:
        return '<p class="quiet small">No key of the index fits this hop.</p>'
    columns = (
        Column("Score", "tight"),
        Column("Entity"),
        Column("Field"),
        Column("Value"),
        Column("How it matched"),
        Column("Passages", "number"),
    )
    rows = [_key(match, slug, passages) for match in trace.keys[: KEYS_SHOWN + KEYS_FOLDED]]
    shown = table(columns, rows[:KEYS_SHOWN], f"Keys matched at {trace.hop_id}")
    if len(rows) <= KEYS_SHOWN:
        return shown
    folded = table(columns, rows[KEYS_SHOWN:], f"More keys matched at {trace.hop_id}")
    left = len(trace.keys) - len(rows)
    note = f'<p class="quiet small">and {plural(left, "key")} more</p>' if left else ""
    return (
        f"{shown}<details><summary>Show {plural(len(rows) - KEYS_SHOWN, 'more key')}</summary>"
        f"{folded}{note}</details>"
    )


def _key(match: KeyMatch, slug: str, passages: Mapping[str, Passage]) -> tuple[str, ...]:
    key = match.key
    inverse = " (inverse)" if key.inverse else ""
    period = f'<br><span class="quiet small">{esc(key.period)}</span>' if key.period else ""
    first = next((passages[p] for p in match.psg_ids if p in passages), None)
    count = f"{len(match.psg_ids):,}"
    if first is not None:
        count = _open(first, slug, count)
    return (
        meter(match.score),
        f'{esc(one_line(key.entity))}<br><span class="quiet small">{esc(key.type)}</span>',
        f'{esc(key.name)}{inverse}<br><span class="quiet small">{esc(key.category.value)}</span>',
        f"{esc(one_line(key.value))}{period}",
        f'<div class="why">{"".join(_why(score) for score in match.field_scores)}</div>',
        count,
    )


def _why(score: FieldScore) -> str:
    return (
        f'<span title="weight {score.weight:.2f}">{meter(score.score)} {esc(score.field)}: '
        f"{esc(score.how)}</span>"
    )


def _open(passage: Passage, slug: str, text: str) -> str:
    parameters = {"collection": slug, "doc": passage.doc_id, "psg": passage.psg_id}
    return link("Passages", parameters, esc(text))


def _passages(
    scored: Sequence[ScoredPassage],
    slug: str,
    passages: Mapping[str, Passage],
    documents: Mapping[str, str],
) -> str:
    columns = (
        Column("#", "number"),
        Column("Score", "tight"),
        Column("Passage"),
        Column("Hop", "tight"),
        *(Column(name, "number") for name in ("Key", "Graph", "Words", "Meaning")),
    )
    rows = [
        _passage(n, found, slug, passages.get(found.psg_id), documents)
        for n, found in enumerate(scored, start=1)
    ]
    if not rows:
        return '<h3 class="part">Passages</h3><p class="quiet small">No passage was retrieved.</p>'
    return f'<h3 class="part">Passages, best first</h3>{table(columns, rows, "Passages")}'


def _passage(
    place: int,
    found: ScoredPassage,
    slug: str,
    passage: Passage | None,
    documents: Mapping[str, str],
) -> tuple[str, ...]:
    text = esc(found.psg_id)
    if passage is not None:
        start = one_line(passage.text)
        cut = start if len(start) <= 170 else start[:168].rstrip() + " …"
        name = " · ".join(p for p in (documents.get(found.doc_id), passage.locator) if p)
        text = f"{_open(passage, slug, name)}<br><span>{esc(cut)}</span>"
    parts = found.parts
    return (
        str(place),
        meter(found.score),
        text,
        esc(found.hop_id or "search"),
        *(f"{part:.2f}" for part in (parts.key, parts.graph, parts.lexical, parts.vector)),
    )


def _seconds(answer: Answer) -> str:
    spent = answer.seconds
    stages = (
        ("plan", spent.plan),
        ("match keys", spent.match),
        ("retrieve", spent.retrieve),
        ("answer", spent.answer),
        ("total", spent.total),
    )
    text = " · ".join(f"{name} {seconds:.3f} s" for name, seconds in stages)
    return f'<h3 class="part">Time</h3><p class="small figure">{text}</p>'


def history_sheet(answers: Sequence[Answer], chosen: str | None, deletable: bool = True) -> str:
    """Saved answers as given; clickable as ``answer:<id>`` and, if deletable, ``forget:<id>``."""
    rows = "".join(_past(a, a.answer_id == chosen, deletable) for a in answers)
    return f'<div class="past">{rows}</div>'


def _past(answer: Answer, chosen: bool, deletable: bool) -> str:
    said = answer.composition
    short = "not found" if said.abstained else said.short or one_line(said.text)
    cut = short if len(short) <= 70 else short[:68].rstrip() + " …"
    name = esc(answer.answer_id)
    delete = (
        f'<button class="plain" data-go="forget:{name}" aria-label="Delete this answer">Delete'
        "</button>"
        if deletable
        else ""
    )
    return (
        f'<div class="{"on" if chosen else ""}"><a href="#" data-go="answer:{name}">'
        f"{esc(answer.question)}</a>{delete}"
        f"<small>{esc(cut)} · {esc(when(answer.asked_at))}</small></div>"
    )
