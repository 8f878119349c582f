"""`ensi bench`: data sets in the uniform format, each in a collection of its own or merged."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from ensi_core.config import Settings
from ensi_core.errors import CollectionNotFound, UsageError
from ensi_core.evaluation.cases import Case, load_cases
from ensi_core.evaluation.run import Report, Tell, measure
from ensi_core.workspace import Collection, Workspace


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """``sets`` empty: all; ``merged`` and ``extra``: one collection; ``limit``: questions a set."""

    sets: tuple[str, ...]
    merged: tuple[str, ...]
    extra: tuple[str, ...]
    scope: str
    systems: tuple[str, ...]
    limit: int | None


def run_bench(settings: Settings, data: Path, options: BenchOptions, tell: Tell) -> Report:
    """Measure the systems; collections are kept in the workspace's ``bench`` and reused.

    Raises UsageError when a set has no documents.
    """
    workspace = Workspace(replace(settings, home=settings.home / "bench"))
    try:
        if options.merged:
            sets = _merged(workspace, data, options, tell)
        else:
            sets = {
                name: _single(workspace, data / name, options, tell)
                for name in options.sets or _all_sets(data)
            }
    finally:
        workspace.close()
    return {"scope": options.scope, "sets": sets}


def _single(workspace: Workspace, folder: Path, options: BenchOptions, tell: Tell) -> Report:
    documents = folder / "documents.jsonl"
    collection = _indexed(workspace, f"bench {folder.name}", documents, tell)
    cases = load_cases(folder / "questions.jsonl")[: options.limit]
    return _measured(workspace, collection, cases, options, tell)


def _merged(workspace: Workspace, data: Path, options: BenchOptions, tell: Tell) -> Report:
    names = (*options.merged, *options.extra)
    target = workspace.settings.home / "merged" / ("+".join(names) + ".jsonl")
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8") as lines:
        for name in names:
            lines.writelines(_prefixed(data / name / "documents.jsonl", name))
    collection = _indexed(workspace, "bench " + "+".join(names), target, tell)
    results = {}
    for name in options.merged:
        cases = load_cases(data / name / "questions.jsonl", f"{name}/")[: options.limit]
        results[name] = _measured(workspace, collection, cases, options, tell)
    return results


def _measured(
    workspace: Workspace,
    collection: Collection,
    cases: Sequence[Case],
    options: BenchOptions,
    tell: Tell,
) -> Report:
    given = options.scope == "given"
    return measure(workspace, collection, cases, options.systems, given, tell)


def _indexed(workspace: Workspace, name: str, documents: Path, tell: Tell) -> Collection:
    if not documents.is_file():
        raise UsageError(f"There is no {documents}.")
    name = f"{name} {sha256(documents.read_bytes()).hexdigest()[:8]}"
    try:
        collection = workspace.collection(name)
    except CollectionNotFound:
        collection = workspace.create(name)
    tell(f"indexing {documents}")
    report = collection.index_paths([documents])
    seconds = report.seconds
    tell(
        f"{len(report.documents)} documents, {report.passages} passages, {report.keys} keys; "
        f"read {seconds.read:.1f} s, passages and records {seconds.passages_and_records:.1f} s, "
        f"index {seconds.index:.1f} s, embed {seconds.embed:.1f} s, total {seconds.total:.1f} s"
    )
    return collection


def _prefixed(path: Path, name: str) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            raw = json.loads(line)
            raw["doc_id"] = f"{name}/{raw['doc_id']}"
            yield json.dumps(raw, ensure_ascii=False) + "\n"


def _all_sets(data: Path) -> list[str]:
    found = [path.parent.name for path in data.glob("*/questions.jsonl")]
    if not found:
        raise UsageError(f"{data} holds no <set>/questions.jsonl.")
    return sorted(found)
