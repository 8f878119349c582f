"""The app as AppTest draws it, with the text of what it shows."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

from streamlit.testing.v1 import AppTest

from ensi_core.jobs import ACTIVE
from pages.shared import resources

APP = Path(__file__).parents[2] / "app.py"


class Screen:
    """The app as AppTest draws it, with the text of what it shows."""

    def __init__(self) -> None:
        self.app = AppTest.from_file(str(APP), default_timeout=60).run()
        assert not self.app.exception

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
