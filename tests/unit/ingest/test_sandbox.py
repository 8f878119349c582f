from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ensi_core.errors import IngestError
from ensi_core.ingest.reader import ReadLimits
from ensi_core.ingest.sandbox import ReaderProcess, _unpickled
from ensi_core.ingest.sources import Source
from tests.unit.ingest.building import Pdf

PAGE = b"<html><body><p>Read elsewhere.</p></body></html>"


@pytest.fixture(scope="module")
def reader() -> ReaderProcess:
    return ReaderProcess(seconds=60)


def test_bytes_and_paths_are_read_in_another_process(reader: ReaderProcess, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    by_path = reader.read("d", "page.html", path)
    assert by_path.text == "Read elsewhere."
    assert by_path == reader.read("d", "page.html", PAGE)
    assert by_path == reader.read_source(Source("d", "page.html", path))


def test_texts_are_read_here() -> None:
    lazy = ReaderProcess()
    document = lazy.read_source(Source("d", "d", title="T", text="Plain words."))
    assert (document.title, document.text) == ("T", "Plain words.")
    assert lazy._worker is None


def test_refusals_come_through(reader: ReaderProcess) -> None:
    with pytest.raises(IngestError, match=r"x\.pdf") as raised:
        reader.read("d", "x.pdf", b"%PDF-1.4 nonsense")
    assert raised.value.code == "corrupt"
    refusal = IngestError("unsafe_path", "x: no.")
    with pytest.raises(IngestError, match="x: no"):
        reader.read_source(Source("d", "d", refusal=refusal))


def test_missing_files_are_named(reader: ReaderProcess, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"gone\.txt"):
        reader.read("d", "gone.txt", tmp_path / "gone.txt")


def test_a_file_that_takes_too_long_is_stopped_and_the_next_one_is_read() -> None:
    pdf = Pdf()
    for _ in range(60):
        pdf.lines(72, 80, ["words and words and more words on each line of the page"] * 50).page()
    reader = ReaderProcess(seconds=0.15)
    with pytest.raises(IngestError, match=r"long\.pdf.*ENSI_READER_SECONDS") as raised:
        reader.read("d", "long.pdf", pdf.done() * 1)
    assert raised.value.code == "timeout"
    reader._seconds = 60
    assert reader.read("d", "page.html", PAGE).text == "Read elsewhere."
    reader.close()


def test_a_killed_process_is_started_again() -> None:
    reader = ReaderProcess()
    reader.read("d", "page.html", PAGE)
    assert reader._worker is not None
    reader._worker.process.kill()
    reader._worker.process.wait()
    assert reader.read("d", "page.html", PAGE).text == "Read elsewhere."
    reader.close()


def test_too_large_files_are_refused() -> None:
    reader = ReaderProcess(limits=ReadLimits(bytes=10))
    with pytest.raises(IngestError) as raised:
        reader.read("d", "page.html", PAGE)
    assert raised.value.code == "too_large"
    reader.close()


def test_many_threads_share_one_process(reader: ReaderProcess) -> None:
    found: list[str] = []

    def read(number: int) -> None:
        page = f"<html><p>Page {number}.</p></html>".encode()
        found.append(reader.read("d", "page.html", page).text)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [f"Page {number}." for number in range(6)]


def test_the_main_module_is_not_run_again(tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text(
        "print('started')\n"
        "from ensi_core.ingest.sandbox import ReaderProcess\n"
        "reader = ReaderProcess()\n"
        f"print(reader.read('d', 'p.html', {PAGE!r}).text)\nreader.close()\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert done.stdout == "started\nRead elsewhere.\n"


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (eval, ("1",))


def test_replies_hold_documents_only() -> None:
    assert _unpickled(pickle.dumps(_Evil())) is None
    assert _unpickled(pickle.dumps({"a": 1})) is None
    assert _unpickled(b"rubbish") is None
