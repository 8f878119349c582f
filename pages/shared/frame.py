"""What every page begins with: page settings, navigation, collection choice, running work."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl

import streamlit as st

from ensi_core.errors import CollectionBusy, CollectionNotFound, EnsiError
from ensi_core.jobs import ACTIVE, JobSnapshot
from ensi_core.tasks import TaskSnapshot, TaskStatus
from ensi_core.types import Answer, CollectionInfo
from ensi_core.workspace import Collection
from pages.shared import render
from pages.shared.resources import Workbench, workbench
from pages.shared.state import Session, address_changed, session

logger = logging.getLogger(__name__)

_HERE = Path(__file__).parent
_ROOT = _HERE.parent.parent
_ORDER = ("Collections", "Ask", "Passages", "Records", "Index", "Graph", "Maps", "Evaluate")


@dataclass(frozen=True, slots=True)
class Here:
    """What a page works with; ``collection`` is None until one is chosen.

    ``names`` are the collections' names by slug, in their order. ``followed`` are the address's
    parameters when the page was reached by a link.
    """

    bench: Workbench
    session: Session
    names: dict[str, str]
    collection: Collection | None
    followed: dict[str, str] | None
    _infos: dict[str, CollectionInfo | None] = field(default_factory=dict)

    def info(self, slug: str) -> CollectionInfo | None:
        """Counts of a collection, None while another process has it open; asked once a run."""
        if slug not in self._infos:
            try:
                self._infos[slug] = self.bench.workspace.collection(slug).info()
            except CollectionBusy:
                self._infos[slug] = None
        return self._infos[slug]

    def need_collection(self) -> Collection:
        """The chosen collection; without one, say what to do and stop the page."""
        if self.collection is None:
            render.empty(
                "No collection is chosen",
                "Create one or load the sample corpus, then choose it above.",
            )
            st.page_link(page_path("Collections"), label="Go to Collections")
            st.stop()
        return self.collection


@contextmanager
def frame(title: str) -> Iterator[Here]:
    """Draw the frame of the page ``title``, then its body, and show errors as plain messages."""
    st.set_page_config(
        page_title=f"{title} · EnSI", page_icon=str(_HERE / "icon.svg"), layout="wide"
    )
    st.html(_HERE / "style.css")
    drawn = False
    with boundary():
        bench, mine = workbench(), session()
        followed = address_changed()
        names = bench.workspace.names()
        problem = _choose(mine, names, followed)
        _top_bar(title, mine, names)
        if title != "Collections":
            _work_strip(bench, mine)
        if problem:
            st.error(problem)
        if mine.notice:
            st.success(mine.notice)
            mine.notice = None
        if mine.warning:
            st.warning(mine.warning)
            mine.warning = None
        drawn = True
        yield Here(bench, mine, names, _collection(bench, mine), followed)
    if not drawn:
        st.stop()


@contextmanager
def boundary() -> Iterator[None]:
    """Show what goes wrong inside as a message; fragments need one of their own."""
    try:
        yield
    except EnsiError as error:
        st.error(str(error))
    except Exception:
        # The last line of defence: the analyst gets a sentence, the log gets the traceback.
        logger.exception("a page failed")
        st.error(
            "This page hit an unexpected error. Nothing that is stored was changed by it. Reload "
            "the page; if it happens again, the program's log has the details."
        )


def follow_link(target: str | None) -> None:
    """Go where a link inside a leaf points (``Passages?doc=…``), within this session."""
    if not target:
        return
    title, _, query = target.partition("?")
    st.switch_page(page_path(title), query_params=dict(parse_qsl(query)))


def page_path(title: str) -> str:
    """The script of a page, as ``st.page_link`` and ``st.switch_page`` want it."""
    return "app.py" if title == "Home" else _pages()[title]


def _pages() -> dict[str, str]:
    """Titles of the pages that exist with their scripts, in the order of the navigation."""
    found = {path.stem.partition("_")[2]: path for path in sorted((_ROOT / "pages").glob("*_*.py"))}
    order = {title: n for n, title in enumerate(_ORDER)}
    titles = sorted(found, key=lambda title: (order.get(title, len(order)), title))
    return {title: f"pages/{found[title].name}" for title in titles}


def _choose(mine: Session, names: dict[str, str], followed: dict[str, str] | None) -> str | None:
    """Settle the chosen collection; a sentence when the address names one that is not there."""
    slugs = list(names)
    wanted = (followed or {}).get("collection")
    if wanted in slugs:
        mine.choose(wanted)
    if mine.collection not in slugs:
        mine.choose(slugs[0] if slugs else None)
    if wanted and wanted not in slugs:
        return (
            f"The link names the collection “{wanted}”, which is not in this workspace. It may "
            "have been deleted."
        )
    return None


def _collection(bench: Workbench, mine: Session) -> Collection | None:
    if mine.collection is None:
        return None
    try:
        return bench.workspace.collection(mine.collection)
    except CollectionNotFound:
        return None


def _top_bar(title: str, mine: Session, names: dict[str, str]) -> None:
    query = {"collection": mine.collection} if mine.collection else None
    with st.container(horizontal=True, key="topbar", vertical_alignment="center", gap=None):
        st.html('<div class="brand">EnSI<span>workbench</span></div>', width="content")
        with st.container(horizontal=True, key="nav", width="content", gap=None):
            for name in ("Home", *_pages()):
                state = "on" if name == title else "off"
                with st.container(key=f"nav-{state}-{name.lower()}", width="content"):
                    st.page_link(page_path(name), label=name, query_params=query)
        with st.container(key="chooser", width="stretch", horizontal_alignment="right"):
            _chooser(mine, names)


def _chooser(mine: Session, names: dict[str, str]) -> None:
    key = f"choose-collection-{mine.collection}"

    def chosen() -> None:
        mine.choose(st.session_state[key])

    st.selectbox(
        "Collection",
        list(names),
        index=list(names).index(mine.collection) if mine.collection else None,
        format_func=lambda slug: names.get(slug, slug),
        placeholder="No collection yet",
        disabled=not names,
        label_visibility="collapsed",
        key=key,
        on_change=chosen,
        width=260,
    )


def _work_strip(bench: Workbench, mine: Session) -> None:
    """Running jobs and questions of all collections, renewed every second while there are any."""
    if _active(bench, mine):
        st.fragment(_live_strip, run_every=1.0)(bench, mine)


def _active(bench: Workbench, mine: Session) -> list[JobSnapshot | TaskSnapshot[Answer]]:
    jobs = [job for job in reversed(bench.jobs.jobs()) if job.status in ACTIVE]
    asked = [
        task
        for task in bench.questions.tasks()
        if task.status is TaskStatus.RUNNING and task.id != mine.task_id
    ]
    return [*jobs, *asked]


def _live_strip(bench: Workbench, mine: Session) -> None:
    with boundary():
        active = _active(bench, mine)
        if not active:
            st.rerun(scope="app")
        st.html(render.work_strip(active, bench.workspace.names()))
