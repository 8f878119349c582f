"""The command line: the same functions as the pages, with JSON for other programs."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ensi_core.config import Settings
from ensi_core.errors import CollectionBusy, CollectionNotFound, EnsiError, IngestError, UsageError

if TYPE_CHECKING:
    from ensi_core.stores.base import IndexStore
    from ensi_core.types import Key, Progress
    from ensi_core.workspace import Collection, Workspace

Listed = TypeVar("Listed")

DONE, FAILED, USAGE, SOME_REFUSED, REFUSED, BUSY = 0, 1, 2, 3, 4, 5

Command = Callable[[argparse.Namespace, Settings], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code of CONTRACTS: 0 done, 2 usage, 3 some refused, 4, 5 busy."""
    options = parser().parse_args(arguments)
    command: Command = options.command
    try:
        return command(options, Settings.from_env(os.environ))
    except UsageError as error:
        return _failed(error, USAGE)
    except CollectionNotFound as error:
        return _failed(error, USAGE)
    except CollectionBusy as error:
        return _failed(error, BUSY)
    except EnsiError as error:
        return _failed(error, FAILED)
    except BrokenPipeError:
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return FAILED


def _failed(error: EnsiError, code: int) -> int:
    print(f"ensi: {error}", file=sys.stderr)
    return code


def parser() -> argparse.ArgumentParser:
    """The commands and their options; ``command`` of a parsed result is what to run."""
    top = argparse.ArgumentParser(
        prog="ensi", description="Answers over collections of long documents that can be checked."
    )
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, command: Command, summary: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=summary, description=summary)
        sub.set_defaults(command=command)
        return sub

    demo = add("demo", _demo, "start the app on the sample corpus, indexing it first if needed")
    _server_options(demo)
    _server_options(add("app", _app, "start the app"))

    index = add("index", _index, "index files, folders or archives into a collection")
    index.add_argument("collection", metavar="COLLECTION")
    index.add_argument("paths", metavar="PATH", nargs="+", type=Path)
    _json_option(index)

    ask = add("ask", _ask, "answer a question from a collection")
    ask.add_argument("collection", metavar="COLLECTION")
    ask.add_argument("question", metavar="QUESTION")
    ask.add_argument("--doc", action="append", default=[], metavar="ID", help="only this document")
    _json_option(ask)

    inspect = add("inspect", _inspect, "show what can be read of a file")
    inspect.add_argument("file", metavar="FILE", type=Path)
    shown = inspect.add_mutually_exclusive_group()
    shown.add_argument("--outline", action="store_true", help="headings and tables")
    shown.add_argument("--text", action="store_true", help="the canonical text")
    _json_option(inspect)

    _json_option(add("collections", _collections, "list the collections"))
    for name, command, summary in (
        ("passages", _passages, "list a collection's passages"),
        ("records", _records, "list a collection's entity records"),
        ("keys", _keys, "list a collection's keys with their passages"),
    ):
        listing = add(name, command, summary)
        listing.add_argument("collection", metavar="COLLECTION")
        listing.add_argument("--doc", metavar="ID", default=None, help="only this document")
        _json_option(listing)

    delete = add("delete", _delete, "remove a document from a collection")
    delete.add_argument("collection", metavar="COLLECTION")
    delete.add_argument("doc_id", metavar="DOC_ID")

    evaluate = add("eval", _evaluate, "measure systems on a question set over a collection")
    evaluate.add_argument("collection", metavar="COLLECTION")
    evaluate.add_argument("questions", metavar="QUESTIONS", type=Path)
    _evaluation_options(evaluate)

    bench = add("bench", _bench, "measure systems on data sets in the uniform format")
    bench.add_argument("data", metavar="DATA_DIR", type=Path)
    bench.add_argument("--set", action="append", default=[], metavar="NAME", dest="sets")
    bench.add_argument("--merged", default="", metavar="A,B", help="one collection of these sets")
    bench.add_argument("--extra", default="", metavar="C", help="more documents for it")
    bench.add_argument("--scope", choices=("all", "given"), default="all")
    bench.add_argument("--limit", type=int, default=None, metavar="N", help="questions a set")
    _evaluation_options(bench)
    return top


def _server_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=None, metavar="N")
    parser.add_argument("--headless", action="store_true", help="do not open a browser")


def _json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON value on standard output")


def _evaluation_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--systems", default="flat,bm25,hybrid,ensi", metavar="A,B")
    parser.add_argument("--out", type=Path, default=None, metavar="FILE", help="write the JSON")
    _json_option(parser)


def _print_json(value: object) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def _note(text: str) -> None:
    print(text, file=sys.stderr)


def _demo(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.demo import prepare_sample
    from ensi_core.workspace import Workspace

    workspace = Workspace(settings)
    try:
        _note(f"Preparing the sample corpus in {settings.home} …")
        report = prepare_sample(workspace, _progress_line())
        _note(
            f"Ready: {len(report.documents)} documents, {report.passages} passages, "
            f"{report.keys} keys ({report.seconds.total:.1f} s)."
        )
    finally:
        workspace.close()
    return _app(options, settings)


def _app(options: argparse.Namespace, settings: Settings) -> int:
    script = Path(__file__).resolve().parent.parent / "app.py"
    if not script.is_file():
        raise UsageError(f"The app is not at {script}. Run from a checkout of the project.")
    port = options.port or settings.port
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.port", str(port), "--server.address", settings.host]
    if options.headless:
        command += ["--server.headless", "true"]
    environment = {**os.environ, "ENSI_HOME": str(settings.home)}
    if os.name == "posix":
        os.chdir(script.parent)
        os.execve(sys.executable, command, environment)  # so that signals reach the server
    try:
        return subprocess.call(command, cwd=script.parent, env=environment)
    except KeyboardInterrupt:
        return DONE


def _index(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.contract import index_json
    from ensi_core.types import DocumentStatus
    from ensi_core.workspace import Workspace

    missing = [path for path in options.paths if not path.exists()]
    if missing:
        raise UsageError(f"There is no file or folder {missing[0]}.")
    workspace = Workspace(settings)
    try:
        collection = _found_or_created(workspace, options.collection)
        report = collection.index_paths(options.paths, _progress_line())
    finally:
        workspace.close()
    refused = [d for d in report.documents if d.status is DocumentStatus.REFUSED]
    if options.json:
        _print_json(index_json(report))
    else:
        for document in report.documents:
            told = f"  {document.message}" if document.message else ""
            print(f"{document.status.value:8}{document.passages:6} {document.name}{told}")
        print(
            f"{report.collection}: {report.passages} passages, {report.records} records, "
            f"{report.keys} keys, {report.rejected_fields} fields rejected, "
            f"{report.seconds.total:.1f} s"
        )
    return SOME_REFUSED if refused else DONE


def _found_or_created(workspace: Workspace, name: str) -> Collection:
    try:
        return workspace.collection(name)
    except CollectionNotFound:
        return workspace.create(name)


def _progress_line() -> Callable[[Progress], None]:
    """A reporter that keeps one line on standard error up to date, if that is a terminal."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(progress: Progress) -> None:
        line = f"{progress.done}/{progress.total} {progress.stage.value} {progress.document}"
        sys.stderr.write(f"\r\x1b[K{line[:100]}")
        if progress.done >= progress.total:
            sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()

    return show


def _ask(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.contract import answer_json
    from ensi_core.workspace import AskOptions, Workspace

    workspace = Workspace(settings)
    try:
        collection = workspace.collection(options.collection)
        answer = collection.ask(options.question, AskOptions(doc_ids=tuple(options.doc)))
    finally:
        workspace.close()
    if options.json:
        _print_json(answer_json(answer))
        return DONE
    print(answer.composition.text)
    for citation in answer.composition.citations:
        quote = " ".join(citation.quote.split())
        print(f"\n[{citation.marker}] {citation.document}, {citation.locator}\n    {quote}")
    if answer.composition.reason:
        print(f"\n{answer.composition.reason}")
    return DONE


def _inspect(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.ingest.inspect import inspect_file, inspection_json, outline_lines

    try:
        inspection = inspect_file(options.file, settings)
    except IngestError as error:
        if options.json:
            _print_json({"status": "refused", "code": error.code, "message": str(error)})
            return REFUSED
        return _failed(error, REFUSED)
    if options.text:
        print(inspection.document.text)
    elif options.json:
        _print_json(inspection_json(inspection))
    else:
        for line in outline_lines(inspection, full=options.outline):
            print(line)
    return DONE


def _collections(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.contract import collection_json
    from ensi_core.workspace import Workspace

    workspace = Workspace(settings)
    try:
        found = workspace.collections()
    finally:
        workspace.close()
    if options.json:
        _print_json([collection_json(info) for info in found])
    else:
        for info in found:
            print(f"{info.documents:6} documents {info.passages:8} passages  {info.name}")
    return DONE


def _listed(
    options: argparse.Namespace, settings: Settings, read: Callable[[IndexStore], Listed]
) -> Listed:
    from ensi_core.workspace import Workspace

    workspace = Workspace(settings)
    try:
        with workspace.collection(options.collection).use() as store:
            return read(store)
    finally:
        workspace.close()


def _passages(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.contract import passage_json

    rows = _listed(options, settings, lambda store: store.passages(options.doc))
    if options.json:
        _print_json([passage_json(passage) for passage in rows])
    else:
        for passage in rows:
            print(f"{passage.psg_id}\t{passage.locator}\t{passage.main_entity}")
            print("    " + " ".join(passage.text.split()))
    return DONE


def _records(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.contract import record_json

    rows = _listed(options, settings, lambda store: store.records(options.doc))
    if options.json:
        _print_json([record_json(record) for record in rows])
    else:
        for record in rows:
            print(f"{record.entity} ({record.type})\t{record.psg_id}")
            for field in record.fields:
                print(f"    {field.category.value:9}{field.name} = {field.value}")
    return DONE


def _keys(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.contract import key_json

    def read(store: IndexStore) -> tuple[Sequence[Key], Mapping[str, tuple[str, ...]]]:
        keys = store.keys(options.doc)
        return keys, store.postings([key.key_id for key in keys])

    keys, postings = _listed(options, settings, read)
    if options.json:
        _print_json([key_json(key, postings[key.key_id]) for key in keys])
    else:
        for key in keys:
            count = len(postings[key.key_id])
            turned = " (inverse)" if key.inverse else ""
            print(
                f"{key.entity} ({key.type})\t{key.category.value}{turned}\t"
                f"{key.name}\t{key.value}\t{count}"
            )
    return DONE


def _delete(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.workspace import Workspace

    workspace = Workspace(settings)
    try:
        workspace.collection(options.collection).delete_document(options.doc_id)
    finally:
        workspace.close()
    _note(f"Removed {options.doc_id}.")
    return DONE


def _evaluate(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.evaluation.report import report_lines
    from ensi_core.evaluation.run import evaluate_collection
    from ensi_core.workspace import Workspace

    workspace = Workspace(settings)
    try:
        result = evaluate_collection(
            workspace, options.collection, options.questions, _systems(options), _note
        )
    finally:
        workspace.close()
    return _reported(options, result, report_lines(result))


def _bench(options: argparse.Namespace, settings: Settings) -> int:
    from ensi_core.evaluation.bench import BenchOptions, run_bench
    from ensi_core.evaluation.report import report_lines

    asked = BenchOptions(
        sets=tuple(options.sets),
        merged=tuple(filter(None, options.merged.split(","))),
        extra=tuple(filter(None, options.extra.split(","))),
        scope=options.scope,
        systems=_systems(options),
        limit=options.limit,
    )
    result = run_bench(settings, options.data, asked, _note)
    return _reported(options, result, report_lines(result))


def _systems(options: argparse.Namespace) -> tuple[str, ...]:
    return tuple(name.strip() for name in options.systems.split(",") if name.strip())


def _reported(options: argparse.Namespace, result: dict[str, Any], lines: Sequence[str]) -> int:
    if options.out:
        options.out.write_text(json.dumps(result, indent=2, ensure_ascii=False), encoding="utf-8")
    if options.json:
        _print_json(result)
    else:
        for line in lines:
            print(line)
    return DONE


if __name__ == "__main__":
    sys.exit(main())
