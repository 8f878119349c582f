"""Uploads go to disk under safe names, whatever the browser sends."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from pages.shared.uploads import discard, receive, safe_path, waiting


@dataclass
class Sent:
    name: str
    content: bytes

    def getbuffer(self) -> memoryview:
        return memoryview(self.content)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("lease.pdf", "lease.pdf", id="plain"),
        pytest.param("deal/annex/a.pdf", "deal/annex/a.pdf", id="folders stay"),
        pytest.param("../../etc/passwd", "etc/passwd", id="climbing"),
        pytest.param("/etc/passwd", "etc/passwd", id="absolute"),
        pytest.param("C:\\tmp\\a.pdf", "C_/tmp/a.pdf", id="drive"),
        pytest.param("a\x00b?.txt", "a_b_.txt", id="forbidden characters"),
        pytest.param("Vertrag für 2024.docx", "Vertrag für 2024.docx", id="letters stay"),
        pytest.param("..", "unnamed", id="only dots"),
        pytest.param("", "unnamed", id="empty"),
    ],
)
def test_safe_path(name: str, expected: str):
    assert str(safe_path(name)) == expected


def test_received_files_are_a_batch_that_can_be_discarded(tmp_path: Path):
    inbox = tmp_path / "inbox"
    batch = receive(inbox, [Sent("b/two.txt", b"22"), Sent("one.txt", b"1")])
    assert (batch.files, batch.size) == (("b/two.txt", "one.txt"), 3)
    assert (batch.folder / "b" / "two.txt").read_bytes() == b"22"
    assert waiting(inbox) == (batch,)
    discard(inbox, tmp_path)
    assert tmp_path.is_dir()
    discard(inbox, batch.folder)
    assert waiting(inbox) == ()
