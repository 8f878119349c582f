"""A server of its own on a free port, and a browser that notes every request."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError

import pytest

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ROOT = Path(__file__).parents[2]


@dataclass
class Server:
    """A running app on its own workspace; it can be killed and started again."""

    home: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        command += ["--server.headless", "true", "--server.port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "ENSI_HOME": str(self.home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 60
        while not self._healthy():
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.1)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1) as reply:
                return reply.status == 200
        except (URLError, OSError):
            return False


@pytest.fixture(scope="session")
def chromium():
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Server(tmp_path / "home", port)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def page(chromium):
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(60_000)
    page.requested = []
    page.on("request", lambda request: page.requested.append(request.url))
    page.on("websocket", lambda socket: page.requested.append(socket.url))
    yield page
    page.close()
