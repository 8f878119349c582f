"""What there is to read at the given paths: files, folders, archives, lines of JSON."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from ensi_core.errors import IngestError, UsageError

ZIP_MAGIC = b"PK\x03\x04"
_DOCUMENT_PARTS = ("word/", "xl/", "ppt/", "META-INF/container.xml", "content.xml")


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What one archive may hold: files, bytes unpacked, growth of a file above ``free_bytes``."""

    files: int = 20_000
    bytes: int = 4_000_000_000
    file_bytes: int = 200_000_000
    ratio: int = 200
    free_bytes: int = 10_000_000


DEFAULT_ARCHIVE_LIMITS = ArchiveLimits()


@dataclass(frozen=True, slots=True)
class Source:
    """Something to read. ``text`` is set for lines of JSON, ``path`` for files and archives.

    ``member`` names the file inside the archive at ``path``. ``refusal`` says why it cannot be
    read, so that it is listed and does not stop the others.
    """

    doc_id: str
    name: str
    path: Path | None = None
    member: str | None = None
    title: str = ""
    text: str | None = None
    refusal: IngestError | None = field(default=None, compare=False)

    def content(self) -> bytes | None:
        """The bytes as received; None for a text that came without a file. Raises IngestError."""
        if self.refusal is not None:
            raise self.refusal
        if self.path is None:
            return None
        try:
            if self.member is None:
                return self.path.read_bytes()
            with zipfile.ZipFile(self.path) as archive:
                return archive.read(self.member)
        except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError) as exc:
            raise _unreadable(self.name) from exc
        except Exception as exc:  # zlib.error of a damaged member
            raise _unreadable(self.name) from exc


def _unreadable(name: str) -> IngestError:
    return IngestError(
        "corrupt",
        f"{name}: the file cannot be read. Check that it exists, is not damaged and may be read.",
    )


def discover(
    paths: Iterable[Path], limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS
) -> Iterator[Source]:
    """The sources at ``paths`` in a fixed order, each with a ``doc_id`` of its own.

    Folders are walked in sorted order; hidden files and links in them are left out.
    Raises UsageError when a path does not exist.
    """
    taken: set[str] = set()
    for path in paths:
        for source in _at(Path(path), limits):
            doc_id = _unique(source.doc_id, taken)
            taken.add(doc_id)
            yield source if doc_id == source.doc_id else replace(source, doc_id=doc_id)


def _unique(doc_id: str, taken: set[str]) -> str:
    """``doc_id``, or "name (2).ext" when that is taken."""
    if doc_id not in taken:
        return doc_id
    path = PurePosixPath(doc_id)
    number = 2
    while (other := str(path.with_name(f"{path.stem} ({number}){path.suffix}"))) in taken:
        number += 1
    return other


def _at(path: Path, limits: ArchiveLimits) -> Iterator[Source]:
    if path.is_dir():
        for file in _files_below(path):
            yield from _of_file(file, file.relative_to(path).as_posix(), limits, nested=True)
    elif path.is_file():
        yield from _of_file(path, path.name, limits, nested=False)
    else:
        raise UsageError(f"There is no file or folder at {path}.")


def _files_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files_below(path)
        elif path.is_file():
            yield path


def _of_file(path: Path, doc_id: str, limits: ArchiveLimits, nested: bool) -> Iterator[Source]:
    if path.suffix.lower() == ".jsonl":
        yield from _of_lines(path, doc_id)
    elif _is_archive(path):
        yield from _of_archive(path, doc_id if nested else "", limits)
    else:
        yield Source(doc_id, path.name, path)


def _is_archive(path: Path) -> bool:
    """True for a ZIP file that is not an Office document, an e-book or the like."""
    try:
        with path.open("rb") as stream:
            if stream.read(4) != ZIP_MAGIC:
                return False
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False
    return not any(name.startswith(_DOCUMENT_PARTS) for name in names)


def _of_archive(path: Path, prefix: str, limits: ArchiveLimits) -> Iterator[Source]:
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
    refusal = _refusal_of_archive(path.name, members, limits)
    if refusal is not None:
        yield Source(prefix or path.name, path.name, refusal=refusal)
        return
    for info in sorted(members, key=lambda member: member.filename):
        parts = PurePosixPath(info.filename.replace("\\", "/")).parts
        if any(part.startswith((".", "__MACOSX")) and part != ".." for part in parts):
            continue
        doc_id = f"{prefix}/{info.filename}" if prefix else info.filename
        yield _of_member(path, doc_id, info, limits)


def _refusal_of_archive(
    name: str, members: Sequence[zipfile.ZipInfo], limits: ArchiveLimits
) -> IngestError | None:
    if len(members) > limits.files:
        return IngestError(
            "too_large",
            f"{name}: {len(members):,} files are more than the limit of {limits.files:,}. "
            "Import it in parts.",
        )
    total = sum(info.file_size for info in members)
    if total > limits.bytes:
        return IngestError(
            "too_large",
            f"{name}: unpacks to {total:,} bytes, more than the limit of {limits.bytes:,}. "
            "Import it in parts.",
        )
    return None


def _of_member(path: Path, doc_id: str, info: zipfile.ZipInfo, limits: ArchiveLimits) -> Source:
    name = PurePosixPath(info.filename.replace("\\", "/")).name or info.filename
    refusal = _refusal_of_member(path.name, info, limits)
    if refusal is not None:
        return Source(doc_id, name, refusal=refusal)
    return Source(doc_id, name, path, info.filename)


def _refusal_of_member(
    archive: str, info: zipfile.ZipInfo, limits: ArchiveLimits
) -> IngestError | None:
    place = f"{info.filename} in {archive}"
    if _leaves_archive(info):
        return IngestError(
            "unsafe_path",
            f"{place}: its path leads out of the archive or it is a link. "
            "Pack the archive anew from the files themselves.",
        )
    if info.flag_bits & 0x1:
        return IngestError(
            "encrypted", f"{place}: it is locked with a password. Unpack it and import the file."
        )
    grown = info.file_size > limits.free_bytes
    if grown and info.file_size > limits.ratio * max(1, info.compress_size):
        return IngestError(
            "too_large",
            f"{place}: it grows {limits.ratio} times and more when unpacked, as no document does. "
            "Unpack it and look at it before importing it.",
        )
    if info.file_size > limits.file_bytes:
        return IngestError(
            "too_large",
            f"{place}: {info.file_size:,} bytes are more than the limit of "
            f"{limits.file_bytes:,}. Split the file and import the parts.",
        )
    return None


def _leaves_archive(info: zipfile.ZipInfo) -> bool:
    name = info.filename
    parts = PurePosixPath(name.replace("\\", "/")).parts
    absolute = name.startswith(("/", "\\")) or ":" in (parts[0] if parts else "")
    return absolute or ".." in parts or stat.S_ISLNK(info.external_attr >> 16)


def _of_lines(path: Path, doc_id: str) -> Iterator[Source]:
    """One source a line: {"doc_id", "title", "text"}; broken lines are refused one by one."""
    try:
        with path.open(encoding="utf-8", errors="replace", newline="\n") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield _of_line(line, doc_id, path.name, number)
    except OSError:
        yield Source(doc_id, path.name, refusal=_unreadable(path.name))


def _of_line(line: str, file_id: str, name: str, number: int) -> Source:
    place = f"{file_id}#{number}"
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return Source(place, place, refusal=_bad_line(name, number, "it is not JSON"))
    if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
        return Source(place, place, refusal=_bad_line(name, number, 'it has no "text"'))
    doc_id = str(entry.get("doc_id") or place)
    return Source(doc_id, doc_id, title=str(entry.get("title") or ""), text=entry["text"])


def _bad_line(name: str, number: int, cause: str) -> IngestError:
    return IngestError(
        "corrupt",
        f'{name}, line {number}: {cause}. Each line must be {{"doc_id", "title", "text"}}.',
    )
