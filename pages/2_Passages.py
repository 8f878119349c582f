"""Passages: the document as it was read, cut and understood."""

from __future__ import annotations

from bisect import bisect_right

import streamlit as st

from ensi_core.stores.base import DocumentRow
from ensi_core.types import BlockKind, Span
from ensi_core.workspace import Collection
from pages.shared import render
from pages.shared.frame import Here, frame, page_path
from pages.shared.leaf import leaf
from pages.shared.panel import field_named, passage_panel
from pages.shared.paper import PASSAGES_SHOWN, Highlights, Paper, found_in, sheet
from pages.shared.resources import DocumentView, document_view
from pages.shared.state import PassagesState, show_address, spans_from, spans_to

# Passages shown before the one that a link or a jump goes to.
_LEAD = 8
_LEGEND = (
    '<div class="legend"><span><i></i>passage</span><span><i class="bare"></i>uncovered: no field '
    'was read</span><span><i class="sel"></i>chosen</span><span><i class="quote"></i>'
    'cited quote</span><span><i class="evidence"></i>evidence of a field</span></div>'
)


def main() -> None:
    """Draw the page."""
    with frame("Passages") as here:
        collection = here.need_collection()
        with collection.use() as store:
            documents = list(store.documents())
        if not documents:
            render.page_title("Passages", collection.name)
            render.empty(
                "This collection has no documents yet",
                "Import files on the Collections page; each is then shown here as it was read.",
            )
            st.page_link(page_path("Collections"), label="Import documents")
            show_address({"collection": collection.slug})
            return
        follow(here, documents)
        doc_id = here.session.passages.doc_id or documents[0].doc_id
        view = document_view(here.bench.home, collection, doc_id)
        if view is None:
            st.error("This document was deleted meanwhile. Choose another one.")
            return
        draw(here, collection, documents, view)


def follow(here: Here, documents: list[DocumentRow]) -> None:
    """Go where a followed link points; keep to documents that exist."""
    state, known = here.session.passages, {row.doc_id for row in documents}
    link = here.followed or {}
    wanted = link.get("doc")
    if wanted is not None and wanted not in known:
        st.warning(
            f"The link names the document “{wanted}”, which is not in this collection. It may have "
            "been deleted or renamed."
        )
    elif wanted is not None:
        here.session.passages = state = PassagesState(
            doc_id=wanted,
            psg_id=link.get("psg"),
            quote=spans_from(link.get("span", "")),
            version=link.get("version"),
            arrived=True,
        )
    if state.doc_id not in known:
        here.session.passages = PassagesState(doc_id=documents[0].doc_id)


def draw(
    here: Here, collection: Collection, documents: list[DocumentRow], view: DocumentView
) -> None:
    """The whole page for one document."""
    state = here.session.passages
    paper = view.paper
    if not view.passages:
        choose_document(state, documents)
        render.empty("No text could be read from this document", view.document.name)
        return
    drop_stale_quote(state, view)
    settle(state, view, paper)
    hits = toolbar(state, documents, view, paper)
    left, right = st.columns([1.75, 1], gap="small")
    with left:
        document_pane(state, view, paper, hits)
    with right:
        passage_pane(state, view)
    footer(collection, view)
    show_address(
        {
            "collection": collection.slug,
            "doc": view.document.doc_id,
            "span": spans_to(state.quote) or None,
            "version": view.document.version if state.quote else None,
            "psg": None if state.quote else state.psg_id,
        }
    )


def drop_stale_quote(state: PassagesState, view: DocumentView) -> None:
    """Highlight nothing rather than something else than what was cited."""
    other_version = state.version not in (None, view.document.version)
    past_the_end = any(span.end > len(view.document.text) for span in state.quote)
    if state.quote and (other_version or past_the_end):
        st.warning(
            "The citation was made from another version of this document than the one in the "
            "collection now, so its place is not highlighted. Ask again to cite the present one."
        )
        state.quote = ()
    state.version = None


def settle(state: PassagesState, view: DocumentView, paper: Paper) -> None:
    """Turn a wish to go somewhere into a window and a chosen passage."""
    if state.arrived:
        chosen = view.index_of.get(state.psg_id or "")
        if state.quote:
            state.go_to = state.quote[0].start
        elif chosen is not None:
            state.go_to = view.passages[chosen].spans[0].start
        state.arrived = False
    if state.go_to is not None:
        at = paper.passage_at(min(state.go_to, len(view.document.text)))
        if at is not None:
            if not state.first <= at < state.first + PASSAGES_SHOWN:
                state.first = max(0, at - _LEAD)
            state.psg_id = view.passages[at].psg_id
    state.go_to = None
    state.first = max(0, min(state.first, len(view.passages) - 1))
    if state.psg_id not in view.index_of:
        state.psg_id = view.passages[state.first].psg_id


def toolbar(
    state: PassagesState, documents: list[DocumentRow], view: DocumentView, paper: Paper
) -> tuple[Span, ...]:
    """Choices of document, heading, page and words to find; the places where the words stand."""
    columns = st.columns([2.2, 2.2, 0.8, 1.8], gap="small", vertical_alignment="bottom")
    with columns[0]:
        choose_document(state, documents)
    with columns[1]:
        choose_heading(state, view, paper)
    with columns[2]:
        choose_page(state, view, paper)
    with columns[3]:
        hits = find(state, view)
    return hits


def choose_document(state: PassagesState, documents: list[DocumentRow]) -> None:
    """The document chooser."""
    names = {row.doc_id: row.name for row in documents}
    key = f"document-{state.doc_id}"

    def chosen() -> None:
        fresh = PassagesState(doc_id=st.session_state[key])
        for name in PassagesState.__slots__:
            setattr(state, name, getattr(fresh, name))

    st.selectbox(
        "Document",
        list(names),
        index=list(names).index(state.doc_id) if state.doc_id in names else 0,
        format_func=lambda doc_id: names[doc_id],
        key=key,
        on_change=chosen,
    )


def choose_heading(state: PassagesState, view: DocumentView, paper: Paper) -> None:
    """Jump to a heading; shows the one that the window is under."""
    headings = [b for b in view.document.blocks if b.kind is BlockKind.HEADING and b.spans]
    starts = [heading.spans[0].start for heading in headings]
    shown = paper.range_shown(state.first)
    chosen_at = view.passages[view.index_of[state.psg_id or ""]].spans[0].start
    here = bisect_right(starts, max(chosen_at, shown.start)) - 1
    key = f"heading-{state.doc_id}-{here}"

    def name(n: int) -> str:
        text = " ".join(view.document.text[s.start : s.end] for s in headings[n].spans)
        return "\u2003" * ((headings[n].level or 1) - 1) + " ".join(text.split())[:110]

    def chosen() -> None:
        if st.session_state[key] is not None:
            state.go_to, state.quote, state.evidence = starts[st.session_state[key]], (), ()

    st.selectbox(
        "Heading",
        range(len(headings)),
        index=here if here >= 0 else None,
        format_func=name,
        placeholder="No heading before this place" if headings else "No headings",
        disabled=not headings,
        key=key,
        on_change=chosen,
    )


def choose_page(state: PassagesState, view: DocumentView, paper: Paper) -> None:
    """Jump to a printed page."""
    pages = view.document.pages
    chosen_at = view.passages[view.index_of[state.psg_id or ""]].spans[0].start
    at = paper.page_at(chosen_at)
    key = f"page-{state.doc_id}-{at}"

    def chosen() -> None:
        page = pages[int(st.session_state[key]) - 1]
        state.go_to, state.quote, state.evidence = page.span.start, (), ()

    st.number_input(
        f"Page of {len(pages):,}" if pages else "Page",
        min_value=1,
        max_value=max(1, len(pages)),
        value=(at + 1) if at is not None else (1 if pages else None),
        disabled=not pages,
        placeholder="none",
        key=key,
        on_change=chosen,
    )


def find(state: PassagesState, view: DocumentView) -> tuple[Span, ...]:
    """Words to find in the document, and where they stand."""
    key = f"find-{state.doc_id}"

    def changed() -> None:
        state.find, state.hit = st.session_state[key].strip(), 0
        hits = found_in(view.document.text, state.find)
        if hits:
            state.go_to, state.quote, state.evidence = hits[0].start, (), ()

    st.text_input("Find in the document", value=state.find, key=key, on_change=changed)
    return found_in(view.document.text, state.find) if state.find else ()


def document_pane(
    state: PassagesState, view: DocumentView, paper: Paper, hits: tuple[Span, ...]
) -> None:
    """The document's text, with the controls that move the window."""
    movement(state, view, hits)
    shown = paper.range_shown(state.first)
    now = hits[state.hit] if hits and state.hit < len(hits) else None
    highlights = Highlights(
        chosen=state.psg_id,
        quote=state.quote,
        evidence=state.evidence,
        value=value_spans(state, view),
        found=tuple(hit for hit in hits if hit.overlaps(shown)),
        found_now=now,
    )
    html = f'<div class="pane" data-pane="text">{sheet(paper, state.first, highlights)}</div>'
    target = (
        "mark.quote"
        if state.quote
        else "mark.evidence"
        if state.evidence
        else "mark.now"
        if now
        else ".sel"
    )
    again = f"{state.doc_id}|{state.first}|{state.quote}|{state.evidence}|{now}" + (
        "" if state.quote or state.evidence or now else f"|{state.psg_id}"
    )
    clicked = leaf(html, "document-sheet", reveal=target, reveal_again=again)
    if clicked and clicked.startswith("psg:"):
        state.psg_id, state.evidence = clicked.removeprefix("psg:"), ()
        if state.quote and view.index_of.get(state.psg_id) is not None:
            chosen = view.passages[view.index_of[state.psg_id]]
            if not any(q.overlaps(s) for q in state.quote for s in chosen.spans):
                state.quote = ()
        st.rerun()


def value_spans(state: PassagesState, view: DocumentView) -> tuple[Span, ...]:
    """Where the chosen field's value stands in its evidence, as far as it stands there verbatim."""
    records = view.records.get(state.psg_id or "", ())
    field = field_named(records, state.field or "")
    if field is None:
        return ()
    return tuple(
        Span(span.start + hit.start, span.start + hit.end)
        for span in state.evidence
        for hit in found_in(view.document.text[span.start : span.end], field.value)
    )


def movement(state: PassagesState, view: DocumentView, hits: tuple[Span, ...]) -> None:
    """Earlier and later passages, hits, and where the window is."""
    last = min(len(view.passages), state.first + PASSAGES_SHOWN)

    def shift(by: int) -> None:
        state.first = max(0, min(state.first + by, len(view.passages) - 1))
        state.psg_id, state.quote, state.evidence = view.passages[state.first].psg_id, (), ()

    def next_hit(by: int) -> None:
        state.hit = (state.hit + by) % len(hits)
        state.go_to, state.quote, state.evidence = hits[state.hit].start, (), ()

    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="movement"):
        text = f"Passages <b>{state.first + 1:,}–{last:,}</b> of {len(view.passages):,}"
        if not state.find:
            text += f" · {len(view.uncovered):,} uncovered"
        st.html(f'<span class="small quiet">{text}</span>', width="stretch")
        if state.find:
            at = f"Hit <b>{state.hit + 1:,}</b> of {len(hits):,}" if hits else "Not found"
            st.html(f'<span class="small">{at}</span>', width="content")
            st.button("Previous hit", on_click=next_hit, args=(-1,), disabled=len(hits) < 2)
            st.button("Next hit", on_click=next_hit, args=(1,), disabled=len(hits) < 2)
        st.button("Earlier", on_click=shift, args=(-PASSAGES_SHOWN,), disabled=state.first == 0)
        st.button(
            "Later", on_click=shift, args=(PASSAGES_SHOWN,), disabled=last >= len(view.passages)
        )


def passage_pane(state: PassagesState, view: DocumentView) -> None:
    """The chosen passage, with steps to its neighbours."""
    at = view.index_of[state.psg_id or ""]
    passage = view.passages[at]
    bare = [n for n in view.uncovered if n > at] or [n for n in view.uncovered if n != at]

    def go(position: int) -> None:
        state.psg_id, state.quote, state.evidence = view.passages[position].psg_id, (), ()
        state.go_to = view.passages[position].spans[0].start

    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="stepping"):
        st.html(f'<span class="small quiet">Passage <b>{at + 1:,}</b></span>', width="stretch")
        st.button("Previous", on_click=go, args=(at - 1,), disabled=at == 0)
        st.button("Next", on_click=go, args=(at + 1,), disabled=at + 1 == len(view.passages))
        st.button(
            "Next uncovered",
            on_click=go,
            args=(bare[0] if bare else at,),
            disabled=not bare,
            help="Go to the next passage from which no field was read",
        )
    records = view.records.get(passage.psg_id, ())
    rejected = [field for field in view.rejected if field.psg_id == passage.psg_id]
    chosen = state.field if state.evidence else None
    clicked = leaf(passage_panel(passage, records, rejected, chosen), "passage-panel")
    field = field_named(records, (clicked or "").removeprefix("field:"))
    if field is not None:
        state.field = (clicked or "").removeprefix("field:")
        state.evidence, state.quote = field.evidence, ()
        show_evidence(state, view)
        st.rerun()


def show_evidence(state: PassagesState, view: DocumentView) -> None:
    """Bring evidence into the window; it may lie in the context, outside the chosen passage."""
    chosen = state.psg_id
    state.go_to = state.evidence[0].start if state.evidence else None
    settle(state, view, view.paper)
    state.psg_id = chosen


def footer(collection: Collection, view: DocumentView) -> None:
    """The legend, warnings of the reader, and the file as received."""
    with st.container(horizontal=True, vertical_alignment="center", key="footer"):
        st.html(_LEGEND, width="stretch")
        original = collection.original(view.document.doc_id)
        if original is not None:
            st.download_button(
                "Download the file as received",
                data=original.read_bytes,
                file_name=view.document.name.rpartition("/")[2],
                on_click="ignore",
                type="tertiary",
            )
    if view.document.warnings:
        with st.expander(f"What the reader reports ({len(view.document.warnings)})"):
            items = "".join(f"<li>{render.esc(w)}</li>" for w in view.document.warnings)
            st.html(f"<ul>{items}</ul>")


main()
