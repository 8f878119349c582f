"""Uploaded files, written to the collection's inbox at once: they would vanish with the session."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Protocol
from uuid import uuid4

_NOT_A_NAME = re.compile(r'[\x00-\x1f<>:"|?*\\]')
_PART_CHARACTERS = 180


class Upload(Protocol):
    """What the file uploader hands over."""

    name: str

    def getbuffer(self) -> memoryview:
        """The bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Batch:
    """Files that came together and wait for their import; ``size`` in bytes."""

    folder: Path
    files: tuple[str, ...]
    size: int


def receive(inbox: Path, uploads: Iterable[Upload]) -> Batch:
    """Write ``uploads`` into a fresh folder of the inbox, keeping sub-folders of their names."""
    folder = inbox / f"{datetime.now():%Y%m%d-%H%M%S}-{uuid4().hex[:6]}"
    for upload in uploads:
        target = folder / safe_path(upload.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(target.name + ".part")
        part.write_bytes(upload.getbuffer())
        part.replace(target)
    return _batch(folder)


def waiting(inbox: Path) -> tuple[Batch, ...]:
    """Batches in the inbox, oldest first."""
    if not inbox.is_dir():
        return ()
    return tuple(_batch(folder) for folder in sorted(inbox.iterdir()) if folder.is_dir())


def discard(inbox: Path, folder: Path) -> None:
    """Remove a batch; nothing outside the inbox is ever touched."""
    if folder.parent == inbox and folder.is_dir():
        shutil.rmtree(folder)


def safe_path(name: str) -> PurePosixPath:
    """A relative path without drive, ``..`` or characters that some system refuses."""
    parts = [
        _NOT_A_NAME.sub("_", part).strip().rstrip(".")[:_PART_CHARACTERS]
        for part in name.replace("\\", "/").split("/")
    ]
    kept = [part for part in parts if part and set(part) != {"."}]
    return PurePosixPath(*kept) if kept else PurePosixPath("unnamed")


def _batch(folder: Path) -> Batch:
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix != ".part")
    names = tuple(str(p.relative_to(folder)) for p in files)
    return Batch(folder, names, sum(p.stat().st_size for p in files))
