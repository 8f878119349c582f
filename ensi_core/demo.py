"""The sample corpus: where it is, which questions to try, and its ready collection."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from ensi_core.errors import CollectionNotFound, UsageError
from ensi_core.types import IndexReport, Progress
from ensi_core.workspace import Collection, Workspace

SAMPLE_NAME = "Sample corpus"


def sample_folder() -> Path:
    """The folder of the sample corpus. Raises UsageError when the checkout has none."""
    folder = Path(str(files("ensi_core"))).parent / "sample_corpus"
    if not (folder / "documents").is_dir():
        raise UsageError(
            f"The sample corpus is not at {folder}. Run from a checkout of the project."
        )
    return folder


def sample_paths() -> tuple[Path, ...]:
    """What to index for the sample collection."""
    return (sample_folder() / "documents",)


def suggested_questions() -> tuple[str, ...]:
    """Questions to try on the sample, one a line of ``suggested_questions.txt``."""
    text = (sample_folder() / "suggested_questions.txt").read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def sample_collection(workspace: Workspace) -> Collection:
    """The sample collection, created empty when it is not there."""
    try:
        return workspace.collection(SAMPLE_NAME)
    except CollectionNotFound:
        return workspace.create(SAMPLE_NAME)


def prepare_sample(
    workspace: Workspace,
    on_progress: Callable[[Progress], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> IndexReport:
    """Index the sample's files; what is already indexed and unchanged is skipped."""
    return sample_collection(workspace).index_paths(sample_paths(), on_progress, cancelled)
