from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ensi_core.errors import IngestError, UsageError
from ensi_core.ingest.sources import ArchiveLimits, Source, discover
from tests.unit.ingest.building import word, zipped


def _ids(*paths: Path, **limits: int) -> list[str]:
    return [source.doc_id for source in discover(paths, ArchiveLimits(**limits))]


def _refusals(path: Path, **limits: int) -> dict[str, str]:
    return {
        source.doc_id: source.refusal.code
        for source in discover([path], ArchiveLimits(**limits))
        if source.refusal is not None
    }


def test_folders_are_walked_in_order_without_hidden_files_and_links(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "sub/c.txt", ".hidden", ".git/x.txt", "sub/.d.txt"):
        target = tmp_path / "in" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(name)
    (tmp_path / "secret.txt").write_text("no")
    (tmp_path / "in" / "link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "in" / "loop").symlink_to(tmp_path)
    sources = list(discover([tmp_path / "in"]))
    assert [source.doc_id for source in sources] == ["a.txt", "b.txt", "sub/c.txt"]
    assert sources[2].name == "c.txt"
    assert sources[2].content() == b"sub/c.txt"


def test_a_single_file_is_called_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "brief.pdf").write_bytes(b"x")
    assert _ids(tmp_path / "brief.pdf") == ["brief.pdf"]


def test_equal_names_are_told_apart(tmp_path: Path) -> None:
    for folder in ("one", "two", "three"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "brief.pdf").write_bytes(folder.encode())
    paths = [tmp_path / folder for folder in ("one", "two", "three")]
    assert _ids(*paths) == ["brief.pdf", "brief (2).pdf", "brief (3).pdf"]


def test_missing_paths_are_a_mistake_of_the_caller(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        list(discover([tmp_path / "nowhere"]))


def test_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "documents.jsonl"
    path.write_text(
        '{"doc_id": "a", "title": "Alpha", "text": "one\\u2028two"}\n\n'
        'no json\n{"title": "x"}\n{"text": "anonymous"}\n',
        encoding="utf-8",
    )
    sources = list(discover([path]))
    assert sources[0] == Source("a", "a", title="Alpha", text="one\u2028two")
    assert sources[0].content() is None
    assert [source.doc_id for source in sources] == [
        "a",
        "documents.jsonl#3",
        "documents.jsonl#4",
        "documents.jsonl#5",
    ]
    assert [source.refusal.code if source.refusal else None for source in sources] == [
        None,
        "corrupt",
        "corrupt",
        None,
    ]
    assert "line 3" in str(sources[1].refusal)


def test_archives_give_their_files(tmp_path: Path) -> None:
    archive = tmp_path / "papers.zip"
    archive.write_bytes(zipped({"b/x.txt": b"x", "a.txt": b"a", "__MACOSX/a.txt": b"", ".h": b""}))
    sources = list(discover([archive]))
    assert [source.doc_id for source in sources] == ["a.txt", "b/x.txt"]
    assert [source.content() for source in sources] == [b"a", b"x"]
    assert _ids(tmp_path) == ["papers.zip/a.txt", "papers.zip/b/x.txt"]


def test_office_files_are_no_archives(tmp_path: Path) -> None:
    (tmp_path / "paper.docx").write_bytes(word("x"))
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 broken")
    assert _ids(tmp_path) == ["broken.zip", "paper.docx"]


@pytest.mark.parametrize(
    "name", ["../evil.txt", "/etc/passwd", "a/../../b.txt", "C:/x.txt", "..\\x.txt"]
)
def test_paths_out_of_an_archive_are_refused(tmp_path: Path, name: str) -> None:
    archive = tmp_path / "evil.zip"
    with zipfile.ZipFile(archive, "w") as stream:
        stream.writestr(name, "x")
        stream.writestr("good.txt", "y")
    sources = list(discover([archive]))
    assert [source.doc_id for source in sources if source.refusal is None] == ["good.txt"]
    refused = next(source for source in sources if source.refusal is not None)
    with pytest.raises(IngestError, match=r"evil\.zip") as raised:
        refused.content()
    assert raised.value.code == "unsafe_path"


def test_links_in_archives_are_refused(tmp_path: Path) -> None:
    archive = tmp_path / "links.zip"
    info = zipfile.ZipInfo("link.txt")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(archive, "w") as stream:
        stream.writestr(info, "/etc/passwd")
    assert _refusals(archive) == {"link.txt": "unsafe_path"}


def test_bombs_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    archive = tmp_path / "bomb.zip"
    archive.write_bytes(zipped({"zeros.txt": bytes(2_000_000), "good.txt": b"x"}))
    assert _refusals(archive, free_bytes=1_000_000) == {"zeros.txt": "too_large"}
    assert _refusals(archive, file_bytes=1_000) == {"zeros.txt": "too_large"}
    assert _refusals(archive, files=1) == {"bomb.zip": "too_large"}
    assert _refusals(archive, bytes=1_000) == {"bomb.zip": "too_large"}
