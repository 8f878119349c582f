"""Imports as jobs: queue one, run one again, load the sample corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ensi_core.demo import sample_collection, sample_paths
from ensi_core.jobs import JobSnapshot
from ensi_core.types import IndexReport, Progress
from ensi_core.workspace import Collection
from pages.shared.frame import Here
from pages.shared.uploads import discard


def submit_import(here: Here, collection: Collection, title: str, paths: Sequence[Path]) -> str:
    """Queue an import; uploaded batches leave the inbox when they are in the index."""
    inbox = collection.inbox

    def run(progress: Callable[[Progress], None], cancelled: Callable[[], bool]) -> IndexReport:
        report = collection.index_paths(paths, progress, cancelled)
        for path in paths:
            discard(inbox, path)
        return report

    return here.bench.jobs.submit(collection.slug, title, run, paths)


def resume_import(here: Here, collection: Collection, job: JobSnapshot) -> str | None:
    """Run a job again on its paths: what is indexed and unchanged is skipped.

    A sentence for the analyst when the files are gone, else None.
    """
    paths = [Path(path) for path in job.paths]
    missing = [path for path in paths if not path.exists()]
    if missing:
        return f"{missing[0].name} is not there any more: add the files again to import the rest."
    here.bench.jobs.dismiss(job.id)
    submit_import(here, collection, job.title, paths)
    return None


def load_sample(here: Here) -> None:
    """Queue the import of the sample corpus and choose its collection."""
    collection = sample_collection(here.bench.workspace)
    submit_import(here, collection, "Load the sample corpus", sample_paths())
    here.session.choose(collection.slug)
