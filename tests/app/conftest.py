"""Pages run on real workspaces: an empty one, and one that was filled once and is copied."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ensi_core.config import Settings
from ensi_core.tasks import TaskStatus
from ensi_core.workspace import Workspace
from pages.shared import resources

FACILITY = """# Facility Agreement

This Facility Agreement is dated 14 March 2024 and made between Northgate Holdings Ltd. and
Harbour Bank plc. Harbour Bank plc is the lender.

## 1. Definitions

"Commitment" means $45 million, to the extent not cancelled by Harbour Bank plc.

## 2. Governing law

This Facility Agreement is governed by the laws of Scotland.
"""
LEASE = """# Lease of Unit 7

This lease dated 1 September 2021 is made between Harbour Estates Ltd. and Northgate Holdings Ltd.

The yearly rent is $1,250,000. The lease ends on 31 March 2031.
"""
NOTE = """Call of 3 May 2024 with Northgate Holdings Ltd. <img src=x onerror=alert(1)>

Northgate Holdings Ltd. asked Harbour Bank plc for a waiver.
"""


@pytest.fixture(scope="session")
def deal_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deal")
    (folder / "facility.md").write_text(FACILITY, encoding="utf-8")
    (folder / "lease.md").write_text(LEASE, encoding="utf-8")
    (folder / "note.txt").write_text(NOTE, encoding="utf-8")
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
    while any(task.status is TaskStatus.RUNNING for task in bench.warming.tasks()):
        time.sleep(0.02)
    bench.jobs.close()
    bench.workspace.close()
