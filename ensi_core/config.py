"""Settings from the environment; nothing else in the product reads it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ensi_core.errors import UsageError

DEFAULT_HOME = Path.home() / ".ensi"


@dataclass(frozen=True, slots=True)
class Settings:
    """One value a setting; every name is documented in README's table.

    ``idle_seconds``: an unused collection is closed after this long, so that another process can
    open it. ``busy_seconds``: how long to wait for one that another process has open.
    ``threads``: of the embedding model, 0 for all cores. ``reader_memory_mb`` and
    ``reader_seconds``: limits of the process that parses files. ``max_file_mb``: larger files are
    refused. ``model_folder``: an embedding model of the user's own.
    """

    home: Path = DEFAULT_HOME
    host: str = "127.0.0.1"
    port: int = 8501
    spacy_model: str = "en_core_web_sm"
    model_folder: Path | None = None
    threads: int = 0
    idle_seconds: float = 2.0
    busy_seconds: float = 6.0
    reader_memory_mb: int = 4096
    reader_seconds: float = 120.0
    max_file_mb: int = 200

    @staticmethod
    def from_env(environment: Mapping[str, str]) -> Settings:
        """Settings from ``ENSI_*`` variables; unset ones keep their default.

        Raises UsageError when a value is not of its kind.
        """
        default = Settings()
        folder = environment.get("ENSI_MODEL_FOLDER")

        def number(name: str, unset: float) -> float:
            return _number(environment, name, unset)

        def whole(name: str, unset: int) -> int:
            return _whole(environment, name, unset)

        return Settings(
            home=Path(environment.get("ENSI_HOME") or DEFAULT_HOME).expanduser(),
            host=environment.get("ENSI_HOST") or default.host,
            port=whole("ENSI_PORT", default.port),
            spacy_model=environment.get("ENSI_SPACY_MODEL") or default.spacy_model,
            model_folder=Path(folder).expanduser() if folder else None,
            threads=whole("ENSI_THREADS", default.threads),
            idle_seconds=number("ENSI_IDLE_SECONDS", default.idle_seconds),
            busy_seconds=number("ENSI_BUSY_SECONDS", default.busy_seconds),
            reader_memory_mb=whole("ENSI_READER_MEMORY_MB", default.reader_memory_mb),
            reader_seconds=number("ENSI_READER_SECONDS", default.reader_seconds),
            max_file_mb=whole("ENSI_MAX_FILE_MB", default.max_file_mb),
        )


def _number(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name)
    if not text:
        return default
    try:
        value = float(text)
    except ValueError as exc:
        raise UsageError(f"{name} must be a number, not {text!r}.") from exc
    if not math.isfinite(value):
        raise UsageError(f"{name} must be a number, not {text!r}.")
    if value < 0:
        raise UsageError(f"{name} must not be negative, but is {text}.")
    return value


def _whole(environment: Mapping[str, str], name: str, default: int) -> int:
    value = _number(environment, name, default)
    if value != int(value):
        raise UsageError(f"{name} must be a whole number, not {environment[name]!r}.")
    return int(value)
