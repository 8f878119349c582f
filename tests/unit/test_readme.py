"""README tells the truth: its commands, settings and paths exist; the locks are what it says."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from ensi_core import cli
from ensi_core.config import Settings

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]
ENSI_LINES = [line for line in LINES if line.startswith("ensi ")]
LOCKS = ("requirements.lock", "requirements-dev.lock")


def marked(name: str) -> list[str]:
    """The lines of the command block between the marks of that name."""
    found = re.search(rf"<!-- {name} -->\n```sh\n(.*?)```\n<!-- end -->", README, re.DOTALL)
    assert found
    return found.group(1).splitlines()


def subcommands() -> set[str]:
    (group,) = (
        action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    return set(group.choices)


@pytest.mark.parametrize("line", ENSI_LINES)
def test_commands_are_understood(line: str) -> None:
    cli.parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize("line", ENSI_LINES)
def test_files_that_commands_name_are_there(line: str) -> None:
    named = [word for word in shlex.split(line) if word.startswith("sample_corpus/")]
    assert [word for word in named if not (ROOT / word).exists()] == []


def test_all_commands_are_shown_and_no_other() -> None:
    shown = set(re.findall(r"(?:^|[/`])ensi (?!COMMAND)([a-z]+)", README, re.MULTILINE))
    assert shown == subcommands()


def test_the_settings_table_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| `(ENSI_\w+)` \| `?([^|`]+)`? \|", README, re.MULTILINE)
    default = Settings()
    expected = {
        f"ENSI_{field.name.upper()}": written(getattr(default, field.name))
        for field in fields(Settings)
    }
    assert {name: value.strip() for name, value in rows} == expected


def written(value: object) -> str:
    """A default as README writes it."""
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value).replace(str(Path.home()), "~")


def test_paths_exist() -> None:
    quoted = re.findall(r"`([\w./-]+)`", README)
    paths = [p for p in quoted if "/" in p or p.endswith((".lock", ".py", ".toml"))]
    own = [p for p in paths if not p.startswith((".venv", "~"))]
    assert len(own) > 15
    assert [p for p in own if not (ROOT / p).exists()] == []


def test_the_gate_ends_with_the_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (function,) = re.findall(r"^test_command\(\).*$", script, re.MULTILINE)
    printed = subprocess.run(
        ["bash", "-c", f"{function}\ntest_command"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.splitlines() == marked("test command")
    assert 'bash -euo pipefail -c "$(test_command)"' in script


@pytest.mark.parametrize(
    ("name", "lock", "last"),
    [
        ("demo command", "requirements.lock", ".venv/bin/ensi demo"),
        ("test command", "requirements-dev.lock", ".venv/bin/python -m pytest"),
    ],
)
def test_one_command_sets_up_and_starts(name: str, lock: str, last: str) -> None:
    assert marked(name) == [
        "python3 -m venv .venv &&",
        f".venv/bin/pip install --no-compile -r {lock} &&",
        ".venv/bin/pip install --no-deps --no-build-isolation -e . &&",
        last,
    ]


def pins(lock: str) -> set[str]:
    text = (ROOT / lock).read_text(encoding="utf-8")
    return set(re.findall(r"^[a-z0-9._-]+==\S+", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_name_hashes_and_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"://|^--|@ ", text, re.MULTILINE)


def test_the_lock_for_tests_has_the_same_packages_and_more() -> None:
    assert pins(LOCKS[0]) < pins(LOCKS[1])


def test_the_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [project["dependencies"], project["optional-dependencies"]["dev"]]
    for lock, requirements in zip(LOCKS, wanted, strict=True):
        locked = {pin.split("==")[0] for pin in pins(lock)}
        asked = {re.split(r"[<>=!~ ;\[]", line)[0].lower() for line in requirements}
        assert asked - locked == set()


def test_setuptools_is_locked_for_the_install_of_the_project_itself() -> None:
    assert any(pin.startswith("setuptools==") for pin in pins(LOCKS[0]))
