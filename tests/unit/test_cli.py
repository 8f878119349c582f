"""The command line: exit codes, usage errors, and JSON alone on standard output."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ensi_core import cli
from ensi_core.config import Settings
from ensi_core.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]

LEASE = """LEASE OF THE QUARRY

1. Rent

Orion Minerals Ltd shall pay Basalt Holdings plc a yearly rent of $1.2 million.

2. Guarantor

The guarantor of Orion Minerals Ltd is Harrow Bank AG.
"""
LETTER = """Dear Ms Penhale,

Harrow Bank AG will end its guarantee on 4 March 2025.

Yours sincerely,
Ivo Marchetti
"""


@dataclass(frozen=True)
class Ran:
    """What a command gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in an empty workspace, without leaving the process."""
    monkeypatch.setenv("ENSI_HOME", str(tmp_path / "home"))
    return runner(capsys)


def runner(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str | Path) -> Ran:
        try:
            code = cli.main([str(argument) for argument in arguments])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param((), id="no command"),
        pytest.param(("fly",), id="unknown command"),
        pytest.param(("ask", "Deal"), id="no question"),
        pytest.param(("index", "Deal"), id="no path"),
        pytest.param(("app", "--port", "http"), id="port"),
        pytest.param(("inspect", "x", "--text", "--outline"), id="two views"),
        pytest.param(("bench", "x", "--scope", "some"), id="scope"),
    ],
)
def test_wrong_usage_is_told_with_the_usage(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: ensi")


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "Nothing", "Who?"),
        ("passages", "Nothing"),
        ("records", "Nothing", "--json"),
        ("keys", "Nothing"),
        ("delete", "Nothing", "a.txt"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_an_unknown_collection_is_named(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("ensi: There is no collection named 'Nothing' in ")


def test_a_missing_path_is_named_before_anything_is_made(run: Run, tmp_path: Path) -> None:
    ran = run("index", "Deal", tmp_path / "nowhere.pdf")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"ensi: There is no file or folder {tmp_path / 'nowhere.pdf'}.\n"
    assert run("collections", "--json").json == []


def test_a_senseless_setting_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENSI_THREADS", "many")
    ran = run("collections")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "ensi: ENSI_THREADS must be a number, not 'many'.\n"


def test_an_unknown_set_of_questions_is_named(run: Run, tmp_path: Path) -> None:
    ran = run("eval", "Deal", tmp_path / "none.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "none.jsonl cannot be read" in ran.err


def test_an_empty_folder_has_nothing_to_measure(run: Run, tmp_path: Path) -> None:
    ran = run("bench", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "holds no <set>/questions.jsonl" in ran.err


def test_inspect_gives_what_can_be_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lease.txt"
    path.write_text(LEASE, encoding="utf-8")
    ran = run("inspect", path, "--json")
    assert ran.code == 0
    assert set(ran.json) >= {
        "status", "code", "message", "media_type", "pages", "characters", "headings", "tables",
        "rows", "ocr_pages", "hidden", "warnings",
    }  # fmt: skip
    assert ran.json["status"] == "ok"
    assert ran.json["media_type"] == "text/plain"
    assert "yearly rent of $1.2 million." in run("inspect", path, "--text").out
    assert "Rent" in run("inspect", path, "--outline").out


def test_inspect_refuses_with_a_code_and_a_sentence(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    ran = run("inspect", path, "--json")
    assert ran.code == 4
    assert ran.json["status"] == "refused"
    assert ran.json["code"] == "unsupported"
    assert "scan.png" in ran.json["message"]
    plain = run("inspect", path)
    assert (plain.code, plain.out) == (4, "")
    assert plain.err == f"ensi: {ran.json['message']}\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the collection ``Deal``: a lease, and a picture that was refused."""
    folder = tmp_path_factory.mktemp("deal")
    papers = folder / "papers"
    papers.mkdir()
    (papers / "lease.txt").write_text(LEASE, encoding="utf-8")
    (papers / "letter.txt").write_text(LETTER, encoding="utf-8")
    (papers / "scan.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    workspace = Workspace(Settings(home=folder / "home"))
    workspace.create("Deal").index_paths([papers])
    workspace.close()
    return folder


@pytest.fixture
def deal(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in the workspace with the collection ``Deal``."""
    monkeypatch.setenv("ENSI_HOME", str(home / "home"))
    return runner(capsys)


def test_index_reports_every_file_and_is_done_with_some_refused(deal: Run, home: Path) -> None:
    ran = deal("index", "Deal", home / "papers", "--json")
    assert ran.code == 3
    report = ran.json
    assert set(report) == {
        "collection", "documents", "passages", "records", "keys", "rejected_fields", "seconds",
    }  # fmt: skip
    assert [(d["doc_id"], d["status"], d["code"]) for d in report["documents"]] == [
        ("lease.txt", "ok", "ok"),
        ("letter.txt", "ok", "ok"),
        ("scan.png", "refused", "unsupported"),
    ]


def test_index_in_words(deal: Run, home: Path) -> None:
    ran = deal("index", "Deal", home / "papers" / "lease.txt")
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("ok ")
    assert ran.out.splitlines()[-1].startswith("Deal: ")


def test_ask_quotes_the_source_exactly(deal: Run) -> None:
    ran = deal("ask", "Deal", "Who is the guarantor of Orion Minerals Ltd?", "--json")
    assert ran.code == 0
    answer = ran.json
    assert "Harrow Bank AG" in answer["answer"]
    assert not answer["abstained"]
    texts = {"lease.txt": LEASE, "letter.txt": LETTER}
    for citation in answer["citations"]:
        text = texts[citation["doc_id"]]
        slices = [text[start:end] for start, end in citation["spans"]]
        assert "\n".join(slices) == citation["quote"]


def test_ask_in_words_shows_the_place(deal: Run) -> None:
    ran = deal("ask", "Deal", "What yearly rent does Orion Minerals Ltd pay?")
    assert ran.code == 0
    assert "$1.2 million" in ran.out
    assert "[1] lease.txt, " in ran.out


def test_ask_can_be_held_to_one_document(deal: Run) -> None:
    question = "What does Harrow Bank AG guarantee?"
    ran = deal("ask", "Deal", question, "--doc", "letter.txt", "--json")
    assert {passage["doc_id"] for passage in ran.json["passages"]} == {"letter.txt"}


def test_listings_are_of_the_whole_collection_or_one_document(deal: Run) -> None:
    for command in ("passages", "records", "keys"):
        everything = deal(command, "Deal", "--json")
        of_one = deal(command, "Deal", "--doc", "letter.txt", "--json")
        assert (everything.code, of_one.code) == (0, 0)
        assert 0 < len(of_one.json) < len(everything.json)
    ids = {passage["doc_id"] for passage in deal("passages", "Deal", "--json").json}
    assert ids == {"lease.txt", "letter.txt"}


def test_listings_in_words(deal: Run) -> None:
    assert "yearly rent of $1.2 million" in deal("passages", "Deal").out
    assert "Orion Minerals Ltd" in deal("records", "Deal").out
    assert "Orion Minerals Ltd" in deal("keys", "Deal").out
    assert deal("collections").out.endswith("  Deal\n")


def test_eval_measures_the_systems_asked_for(deal: Run, tmp_path: Path) -> None:
    questions = tmp_path / "questions.jsonl"
    quote = "The guarantor of Orion Minerals Ltd is Harrow Bank AG."
    gold = {"doc_id": "lease.txt", "quote": quote}
    case = {
        "qid": "1",
        "question": "Who is the guarantor of Orion Minerals Ltd?",
        "answers": ["Harrow Bank AG"],
        "gold_doc_ids": ["lease.txt"],
        "gold_passages": [gold],
        "type": "single",
    }
    questions.write_text(json.dumps(case), encoding="utf-8")
    out = tmp_path / "report.json"
    ran = deal("eval", "Deal", questions, "--systems", "bm25,ensi", "--json", "--out", out)
    assert ran.code == 0
    assert json.loads(out.read_text(encoding="utf-8")) == ran.json
    report = ran.json["sets"]["questions"]
    assert set(report["systems"]) == {"bm25", "ensi"}
    assert (report["questions"], report["unlocated_quotes"]) == (1, 0)
    assert report["systems"]["ensi"]["verbatim"]["mean"] == 1.0
    assert report["systems"]["ensi"]["docs_complete@8"]["mean"] == 1.0
    unknown = deal("eval", "Deal", questions, "--systems", "magic")
    assert (unknown.code, unknown.out) == (2, "")
    assert "Unknown system 'magic'" in unknown.err


def test_delete_removes_a_document(run: Run, tmp_path: Path) -> None:
    for name, text in (("lease.txt", LEASE), ("letter.txt", LETTER)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert run("index", "Deal", tmp_path / name).code == 0
    ran = run("delete", "Deal", "lease.txt")
    assert (ran.code, ran.out, ran.err) == (0, "", "Removed lease.txt.\n")
    ids = {passage["doc_id"] for passage in run("passages", "Deal", "--json").json}
    assert ids == {"letter.txt"}
    again = run("delete", "Deal", "lease.txt")
    assert (again.code, again.out) == (1, "")
    assert again.err == "ensi: There is no document 'lease.txt' in Deal.\n"


def test_a_collection_in_use_elsewhere_is_busy(
    deal: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENSI_BUSY_SECONDS", "0.2")
    code = (
        "import sys\nfrom pathlib import Path\nfrom ensi_core.config import Settings\n"
        "from ensi_core.workspace import Workspace\n"
        "with Workspace(Settings(home=Path(sys.argv[1]))).collection('Deal').use():\n"
        "    print('open', flush=True)\n    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(home / "home")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        ran = deal("passages", "Deal", "--json")
        assert holder.stdin is not None
        holder.stdin.close()
        assert (ran.code, ran.out) == (5, "")
        assert str(holder.pid) in ran.err


def test_ending_the_app_ends_its_server(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ensi_core.cli", "app", "--headless", "--port", str(port)]
    environment = {**os.environ, "ENSI_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as app:
        deadline = time.monotonic() + 60
        while not listens(port) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert listens(port)
        app.terminate()
        app.wait(timeout=30)
    assert not listens(port)


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def test_the_installed_command_is_the_module() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "ensi_core.cli", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith("usage: ensi [-h] COMMAND")
