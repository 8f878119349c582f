"""Pages run on real workspaces: an empty one, and one that was filled once and is copied."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ensi_core.config import Settings
from ensi_core.jobs import ACTIVE
from ensi_core.workspace import Workspace
from pages.shared import resources

APP = Path(__file__).parents[2] / "app.py"
FACILITY = """# Facility Agreement

This Facility Agreement is dated 14 March 2024 and made between Northgate Holdings Ltd. and
Harbour Bank plc. Harbour Bank plc is the lender.

## 1. Definitions

"Commitment" means $45 million, to the extent not cancelled by Harbour Bank plc.

## 2. Governing law

This Facility Agreement is governed by the laws of Scotland. <img src=x onerror=alert(1)>
"""
LEASE = """# Lease of Unit 7

This lease dated 1 September 2021 is made between Harbour Estates Ltd. and Northgate Holdings Ltd.

The yearly rent is $1,250,000. The lease ends on 31 March 2031.
"""


@pytest.fixture(scope="session")
def deal_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deal")
    (folder / "facility.md").write_text(FACILITY, encoding="utf-8")
    (folder / "lease.md").write_text(LEASE, encoding="utf-8")
    (folder / "empty.md").write_text("", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory, deal_files: Path) -> Path:
    home = tmp_path_factory.mktemp("filled")
    workspace = Workspace(Settings(home=home))
    collection = workspace.create("Northgate deal")
    collection.index_paths([deal_files])
    collection.ask("What law governs the Facility Agreement?")
    workspace.close()
    return home


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    yield from _served(tmp_path / "home", monkeypatch)


@pytest.fixture
def filled_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filled_once: Path
) -> Iterator[Path]:
    shutil.copytree(filled_once, tmp_path / "home")
    yield from _served(tmp_path / "home", monkeypatch)


def _served(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("ENSI_HOME", str(home))
    monkeypatch.setenv("ENSI_BUSY_SECONDS", "0.2")
    yield home
    bench = resources.workbench()
    bench.jobs.close()
    bench.workspace.close()


class Screen:
    """The app as AppTest draws it, with the text of what it shows."""

    def __init__(self) -> None:
        self.app = AppTest.from_file(str(APP), default_timeout=60).run()

    def open(self, script: str, **query: str) -> Screen:
        """Go to a page of the app, by a link with ``query`` when one is given."""
        self.app.query_params.clear()
        for name, value in query.items():
            self.app.query_params[name] = value
        self.app.switch_page(script)
        return self.run()

    def run(self) -> Screen:
        self.app.run()
        assert not self.app.exception
        return self

    @property
    def html(self) -> str:
        """The HTML of all static pieces and of all sheets."""
        return "\n".join(_html_of(node) for node in _nodes(self.app._tree))

    @property
    def text(self) -> str:
        """What is readable on screen, white space made single spaces."""
        shown = [self.html]
        for kind in ("error", "warning", "success", "markdown"):
            shown += [str(element.value) for element in self.app.get(kind)]
        reader = _Text()
        reader.feed("\n".join(shown))
        return " ".join(" ".join(reader.pieces).split())

    def press(self, label: str) -> Screen:
        next(button for button in self.app.button if button.label == label).click()
        return self.run()

    def wait(self, done: Callable[[], bool], seconds: float = 60.0) -> Screen:
        """Until ``done``; then draw again."""
        deadline = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < deadline, "did not happen in time"
            time.sleep(0.02)
        return self.run()

    def wait_for_jobs(self) -> Screen:
        return self.wait(lambda: not any(job.status in ACTIVE for job in bench().jobs.jobs()))


def bench() -> resources.Workbench:
    """The workbench of the workspace that the test runs on."""
    assert os.environ["ENSI_HOME"]
    return resources.workbench()


def _nodes(node):
    for child in getattr(node, "children", {}).values():
        yield child
        yield from _nodes(child)


def _html_of(node) -> str:
    if node.type == "html":
        return node.proto.body
    if node.type == "bidi_component":
        return json.loads(node.proto.json or "{}").get("html", "")
    return ""


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)
