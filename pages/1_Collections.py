"""Collections: create, fill, watch, shape and delete them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from ensi_core.demo import SAMPLE_NAME
from ensi_core.errors import CollectionBusy
from ensi_core.jobs import ACTIVE, JobSnapshot
from ensi_core.types import DocumentReport, DocumentStatus, KindDesign, PassageDesign
from ensi_core.workspace import Collection
from pages.shared import render
from pages.shared.design_table import design_from, design_rows, grid_settings
from pages.shared.frame import Here, boundary, follow_link, frame
from pages.shared.jobs_sheet import jobs_sheet
from pages.shared.leaf import leaf
from pages.shared.reports_sheet import REPORTS_SHOWN, Listing, reports_sheet
from pages.shared.state import show_address
from pages.shared.uploads import Batch, discard, receive, waiting
from pages.shared.work import load_sample, resume_import, submit_import

UPLOADED = "Import uploaded files"
UploadKind = Literal[True, "directory"]


def main() -> None:
    """Draw the page."""
    with frame("Collections") as here:
        render.page_title("Collections")
        overview(here)
        show_address({"collection": here.session.collection})
        collection = here.collection
        if collection is None or in_use_elsewhere(collection):
            return
        state_panel(here, collection)
        documents, add, design, remove = st.tabs(
            ["Documents", "Add documents", "Passage design", "Delete collection"]
        )
        with documents:
            every = 2.0 if working(here, collection) else None
            st.fragment(documents_tab, run_every=every)(here, collection)
        with add:
            add_tab(here, collection)
        with design:
            design_tab(here, collection)
        with remove:
            delete_tab(here, collection)


def in_use_elsewhere(collection: Collection) -> bool:
    """True, and said, when another process has the collection open."""
    try:
        with collection.use():
            return False
    except CollectionBusy as error:
        render.section(collection.name)
        st.warning(str(error))
        return True


def overview(here: Here) -> None:
    """All collections with their counts; creating one; the sample corpus."""
    left, right = st.columns([2.4, 1], gap="large")
    with left:
        if not here.names:
            render.empty(
                "No collections yet",
                "A collection holds the documents of one matter or one deal. Create one and import "
                "files, or load the sample corpus to see how it works.",
            )
        else:
            clicked = leaf(collections_table(here), "collections")
            if clicked:
                here.session.choose(clicked.removeprefix("choose:"))
                st.rerun()
    with right:
        create_form(here)
        sample_button(here)


def collections_table(here: Here) -> str:
    """The list of collections; clickable as ``choose:<slug>``."""
    columns = [render.Column("Collection")]
    columns += [
        render.Column(name, "number") for name in ("Documents", "Passages", "Records", "Keys")
    ]
    columns.append(render.Column("", "tight"))
    rows = []
    for slug, name in here.names.items():
        chosen = slug == here.session.collection
        label = f"<b>{render.esc(name)}</b>" if chosen else render.esc(name)
        cell = f'<a href="#" data-go="choose:{render.esc(slug)}">{label}</a>'
        jobs = [job for job in here.bench.jobs.jobs(slug) if job.status in ACTIVE]
        work = render.job_tag(jobs[-1]) if jobs else ""
        rows.append((cell, *counts_of(here, slug), work))
    return render.table(columns, rows, "Collections")


def counts_of(here: Here, slug: str) -> tuple[str, str, str, str]:
    """Counts of one collection; dashes when another process has it open."""
    info = here.info(slug)
    if info is None:
        return ("–", "–", "–", render.tag("in use elsewhere", "warn"))
    counts = (info.documents, info.passages, info.records, info.keys)
    documents, passages, records, keys = (render.number(count) for count in counts)
    return documents, passages, records, keys


def create_form(here: Here) -> None:
    """A new collection by name."""
    with st.form("create", border=False, clear_on_submit=True):
        name = st.text_input("Name of a new collection", max_chars=80)
        created = st.form_submit_button("Create collection")
    if created and not name.strip():
        st.warning("Give the collection a name first.")
    elif created:
        collection = here.bench.workspace.create(name.strip())
        here.session.choose(collection.slug)
        here.session.notice = f"Created “{collection.name}”. Add documents to it below."
        st.rerun()


def sample_button(here: Here) -> None:
    """One click: the sample collection, filled."""
    first = not here.names
    clicked = st.button(
        "Load the sample corpus",
        type="primary" if first else "secondary",
        disabled=SAMPLE_NAME in here.names.values(),
        help="Two invented sets of documents: a civil matter and a listed issuer.",
    )
    if clicked:
        load_sample(here)
        st.rerun()


def title(here: Here, collection: Collection) -> None:
    """The chosen collection with its counts."""
    render.section(collection.name)
    info = collection.info()
    pairs = [
        ("documents", info.documents),
        ("passages", info.passages),
        ("records", info.records),
        ("keys", info.keys),
    ]
    st.html(render.figures(pairs))


def working(here: Here, collection: Collection) -> bool:
    """True while a job of the collection waits or runs."""
    return any(job.status in ACTIVE for job in here.bench.jobs.jobs(collection.slug))


def state_panel(here: Here, collection: Collection) -> None:
    """Counts and jobs; renewed twice a second while one runs."""
    if working(here, collection):
        st.fragment(state_live, run_every=0.5)(here, collection)
    else:
        state_drawn(here, collection)


def state_live(here: Here, collection: Collection) -> None:
    """The panel while something runs; the whole page is drawn again when it ends."""
    with boundary():
        if not working(here, collection):
            st.rerun(scope="app")
        state_drawn(here, collection)


def state_drawn(here: Here, collection: Collection) -> None:
    """Counts, then jobs."""
    title(here, collection)
    jobs = here.bench.jobs.jobs(collection.slug)
    if jobs:
        jobs_drawn(here, collection, jobs)


def jobs_drawn(here: Here, collection: Collection, jobs: Sequence[JobSnapshot]) -> None:
    """Jobs with what can be done about each."""
    clicked = leaf(jobs_sheet(jobs), f"jobs-{collection.slug}")
    if not clicked:
        return
    action, _, job_id = clicked.partition(":")
    if action == "cancel":
        here.bench.jobs.cancel(job_id)
    elif action == "dismiss":
        here.bench.jobs.dismiss(job_id)
    elif action == "resume":
        job = next(job for job in jobs if job.id == job_id)
        here.session.warning = resume_import(here, collection, job)
    st.rerun(scope="app")


def add_tab(here: Here, collection: Collection) -> None:
    """Upload files, a folder or archives, then import them."""
    files, folder = st.columns(2, gap="medium")
    with files:
        received(here, collection, "Files or archives (zip)", True)
    with folder:
        received(here, collection, "A folder with its sub-folders", "directory")
    busy = {path for job in here.bench.jobs.jobs(collection.slug) for path in job.paths}
    for batch in waiting(collection.inbox):
        if str(batch.folder) not in busy:
            waiting_batch(here, collection, batch)
    st.html(
        '<p class="quiet small">Files are written to this machine at once and stay here. A file '
        "with the name of an earlier one replaces it; unchanged files are skipped.</p>"
    )


def received(here: Here, collection: Collection, label: str, kind: UploadKind) -> None:
    """An uploader whose files go to disk and to the queue as soon as they arrive."""
    key = f"upload-{kind}-{here.session.upload_round}"
    uploads = st.file_uploader(label, accept_multiple_files=kind, key=key)
    if isinstance(uploads, list) and uploads:
        batch = receive(collection.inbox, uploads)
        here.session.upload_round += 1
        submit_import(here, collection, f"{UPLOADED} ({len(batch.files)})", [batch.folder])
        st.rerun()


def waiting_batch(here: Here, collection: Collection, batch: Batch) -> None:
    """Files in the inbox that no job imports."""
    with st.container(horizontal=True, vertical_alignment="center"):
        names = ", ".join(batch.files[:4]) + (" …" if len(batch.files) > 4 else "")
        count = f"{render.plural(len(batch.files), 'file')}, {render.size(batch.size)}"
        st.html(
            f'<span class="small">Not imported yet: <b>{count}</b> '
            f'<span class="quiet">{render.esc(names)}</span></span>',
            width="stretch",
        )
        if st.button("Import", key=f"import-{batch.folder.name}"):
            submit_import(here, collection, f"{UPLOADED} ({len(batch.files)})", [batch.folder])
            st.rerun()
        if st.button("Remove", key=f"remove-{batch.folder.name}"):
            discard(collection.inbox, batch.folder)
            st.rerun()


def documents_tab(here: Here, collection: Collection) -> None:
    """Every file with its outcome, cause and next step."""
    with boundary():
        documents_listed(here, collection)


def documents_listed(here: Here, collection: Collection) -> None:
    """The table with its filter."""
    with collection.use() as store:
        reports = list(store.reports())
        indexed = {row.doc_id for row in store.documents()}
    if not reports:
        render.empty("No documents yet", "Add some under “Add documents”; each is listed here.")
        return
    listing = choose_listing(reports)
    clicked = leaf(reports_sheet(listing, collection.slug, indexed), "reports")
    if clicked and clicked.startswith("delete:"):
        confirm_deletion(here, collection, clicked.removeprefix("delete:"))
    else:
        follow_link(clicked)


def choose_listing(reports: Sequence[DocumentReport]) -> Listing:
    """The reports that a filter leaves, one page of them."""
    columns = st.columns([2, 1.4, 0.8], vertical_alignment="bottom")
    words = columns[0].text_input("Filter by name or message", key="reports-filter").casefold()
    counts = {status: sum(r.status is status for r in reports) for status in DocumentStatus}
    status = columns[1].segmented_control(
        "Outcome",
        [status for status in DocumentStatus if counts[status]],
        format_func=lambda s: f"{s.value} {counts[s]:,}",
        key="reports-status",
    )
    left = [
        report
        for report in reports
        if words in f"{report.name} {report.message}".casefold()
        and (status is None or report.status is status)
    ]
    pages = max(1, -(-len(left) // REPORTS_SHOWN))
    page = 1
    if pages > 1:
        page = columns[2].number_input(f"Page of {pages}", 1, pages, 1, key=f"page-of-{pages}")
    first = (int(page) - 1) * REPORTS_SHOWN
    return Listing(tuple(left[first : first + REPORTS_SHOWN]), first, len(left), len(reports))


@st.dialog("Delete a document")
def confirm_deletion(here: Here, collection: Collection, doc_id: str) -> None:
    """Ask before a document is removed."""
    st.write("The document, its passages, records and vectors are removed from this collection.")
    st.code(doc_id, language=None)
    st.caption("Saved answers that cite it stay, marked as citing a deleted source.")
    if st.button("Delete the document", type="primary"):
        here.bench.jobs.submit(
            collection.slug,
            f"Delete {doc_id}",
            lambda progress, cancelled: collection.delete_document(doc_id),
        )
        st.rerun()


def design_tab(here: Here, collection: Collection) -> None:
    """How documents of each kind are cut; numbers and switches can be changed."""
    with collection.use() as store:
        stored = store.design()
    design = stored or here.bench.workspace.engine.design_passages([], None)
    origin = "made at the first import" if stored else "the rules that the first import will use"
    st.html(
        f'<p class="quiet small">This is {origin} (engine: {render.esc(design.engine)}). A prose '
        "passage is closed at the first boundary after the soft size and split at a sentence end "
        "before the hard size, in characters. Changes apply to documents imported from now on; "
        "import a file again to have it cut anew.</p>"
    )
    edited = st.data_editor(design_rows(design), key=f"design-{collection.slug}", **grid_settings())
    try:
        changed = design_from(design, edited)
    except ValueError as error:
        st.error(str(error))
        return
    save, text = st.columns([1, 4], vertical_alignment="center")
    if save.button("Save the design", disabled=changed == design):
        save_design(collection, changed)
        here.session.notice = "The passage design is saved. It applies to the next import."
        st.rerun()
    carried(text, changed.kinds)


def save_design(collection: Collection, design: PassageDesign) -> None:
    """Store the design."""
    with collection.use() as store:
        store.save_design(design)


def carried(place: st.delta_generator.DeltaGenerator, kinds: Sequence[KindDesign]) -> None:
    """Which context passages of each kind carry."""
    with place.expander("What passages carry along"):
        rows = [
            (
                render.esc(kind.kind.value.replace("_", " ")),
                render.esc(", ".join(name.value.replace("_", " ") for name in kind.carried)),
            )
            for kind in kinds
        ]
        columns = (render.Column("Kind", "tight"), render.Column("Context"))
        st.html(render.table(columns, rows, "Carried context"))


def delete_tab(here: Here, collection: Collection) -> None:
    """Delete the collection after its name was typed."""
    st.html(
        '<p class="small">This removes all documents, the index and the history of '
        f"<b>{render.esc(collection.name)}</b> from this machine. It cannot be undone.</p>"
    )
    typed = st.text_input("Type the name of the collection to confirm", key="delete-name")
    if st.button("Delete the collection", disabled=typed.strip() != collection.name):
        for job in here.bench.jobs.jobs(collection.slug):
            here.bench.jobs.cancel(job.id)
        here.bench.workspace.delete(collection.slug)
        for job in here.bench.jobs.jobs(collection.slug):
            here.bench.jobs.dismiss(job.id)
        here.session.choose(None)
        here.session.notice = f"“{collection.name}” was deleted."
        st.rerun()


main()
