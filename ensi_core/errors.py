"""Errors with a message for the analyst: what failed, on what, and what to do.

EnsiError
├── UsageError            wrong arguments or settings (exit code 2)
├── IngestError           a file could not be read; ``code`` says why
├── CollectionError
│   ├── CollectionNotFound
│   ├── CollectionBusy    another process has it open; ``pid`` when known (exit code 5)
│   └── CollectionDamaged
├── StoreError            the database or the vector cache failed
├── ModelError            a model file or endpoint failed
└── JobCancelled          the user stopped the work
"""

from __future__ import annotations


class EnsiError(Exception):
    """Base of all errors that the product raises on purpose; ``str()`` is shown to the analyst."""


class UsageError(EnsiError):
    """The command or a setting makes no sense as given."""


class IngestError(EnsiError):
    """A file could not be read; ``code`` is a short machine word such as ``encrypted``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class CollectionError(EnsiError):
    """A collection cannot be used as asked."""


class CollectionNotFound(CollectionError):
    """There is no collection of that name in the workspace."""


class CollectionBusy(CollectionError):
    """Another process has the collection open; ``pid`` is that process, None when unknown."""

    def __init__(self, message: str, pid: int | None) -> None:
        super().__init__(message)
        self.pid = pid


class CollectionDamaged(CollectionError):
    """The collection's files are not what this version wrote or can migrate."""


class StoreError(EnsiError):
    """The database or the vector cache failed."""


class ModelError(EnsiError):
    """A model file or a model endpoint failed."""


class JobCancelled(EnsiError):
    """The user stopped the work; what was finished stays."""
