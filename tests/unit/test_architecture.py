"""The shape of the code: who may import whom, and where each vendor package is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = sorted((ROOT / "ensi_core").rglob("*.py"))
PAGES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]
MOST_LINES = 500

LEVELS = (
    ("types", "errors"),
    ("text", "config"),
    ("words",),
    ("values", "ingest", "embedding"),
    ("passages",),
    ("citing",),
    ("engines", "stores"),
    ("index",),
    ("query",),
    ("pipeline", "job_files", "tasks"),
    ("jobs", "workspace"),
    ("evaluation", "demo", "contract"),
    ("cli",),
)
"""A part imports only itself and parts of earlier levels."""

SEAMS = {
    "engines": {"base"},
    "stores": {"base", "lease"},
    "embedding": {"base", "cached"},
}
"""What everything may use of these packages; the rest is concrete and is chosen in one place."""

CHOOSERS = {
    "ensi_core/workspace.py",  # chooses the engine, the store and the embedding model
    "ensi_core/evaluation/run.py",  # keeps the vectors of the baselines' chunks in a store
}

VENDORS = {
    "charset_normalizer": ("ensi_core/ingest/*",),
    "chromadb": ("ensi_core/stores/chroma_*.py",),
    "docx": ("ensi_core/ingest/docx_*.py",),
    "duckdb": ("ensi_core/stores/*",),
    "lxml": ("ensi_core/ingest/*",),
    "markdown_it": ("ensi_core/ingest/markdown_*.py",),
    "numpy": ("ensi_core/*",),
    "onnxruntime": ("ensi_core/embedding/*",),
    "openai": ("ensi_core/engines/llm/*",),
    "pandas": ("pages/*", "ensi_core/stores/*"),
    "pydantic": ("ensi_core/stores/*", "ensi_core/engines/llm/*"),
    "pypdfium2": ("ensi_core/ingest/pdf_*.py",),
    "rapidfuzz": ("ensi_core/query/*", "ensi_core/engines/offline/*"),
    "scipy": ("ensi_core/query/*",),
    "snowballstemmer": ("ensi_core/words.py",),
    "spacy": ("ensi_core/engines/offline/nlp.py",),
    "streamlit": ("app.py", "pages/*"),
    "tokenizers": ("ensi_core/embedding/*",),
}
"""Where each vendor package may be imported; one that is not named here may be nowhere."""

ENTRANCES = {"ensi_core/cli.py", "pages/shared/resources.py"}
"""Where the environment is read, to be handed on as settings."""

VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}

HEAVY = {
    "chromadb", "docx", "duckdb", "lxml", "numpy", "onnxruntime", "openai", "pypdfium2", "scipy",
    "spacy", "streamlit", "tokenizers",
}  # fmt: skip


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> list[str]:
    """Full names of the modules that a file imports, each name of a ``from`` import included."""
    return sorted(set(_imported(tree_of(path))))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def part_of(path: Path) -> str:
    """The package or module directly under ``ensi_core`` that a file belongs to."""
    return path.relative_to(ROOT / "ensi_core").with_suffix("").parts[0]


def attributes(path: Path) -> set[str]:
    """Dotted names of one step (``os.environ``) that a file uses."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def test_every_part_has_a_level() -> None:
    parts = {part_of(path) for path in CORE} - {"__init__"}
    assert parts == {part for level in LEVELS for part in level}


def test_imports_go_one_way() -> None:
    earlier = {part: set(sum(LEVELS[:i], ())) for i, parts in enumerate(LEVELS) for part in parts}
    backward = [
        f"{relative(path)} imports {name}"
        for path in CORE
        for name in imported(path)
        if name.startswith("ensi_core.")
        and name.split(".")[1] not in earlier.get(part_of(path), set()) | {part_of(path)}
    ]
    assert backward == []


def test_concrete_engines_stores_and_models_are_chosen_in_one_place() -> None:
    past_the_seam = [
        f"{relative(path)} imports {name}"
        for path in CORE
        for name in imported(path)
        for package, seam in SEAMS.items()
        if name.startswith(f"ensi_core.{package}.")
        and name.split(".")[2] not in seam
        and part_of(path) != package
        and relative(path) not in CHOOSERS
    ]
    assert past_the_seam == []


def test_the_core_does_not_know_the_pages() -> None:
    known = {name.split(".")[0] for path in CORE for name in imported(path)}
    assert not known & {"app", "pages", "streamlit"}


def test_vendor_packages_are_imported_in_their_place() -> None:
    known = {*sys.stdlib_module_names, "ensi_core", "pages"}
    misplaced = [
        f"{relative(path)} imports {vendor}"
        for path in [*CORE, *PAGES]
        for vendor in sorted({name.split(".")[0] for name in imported(path)} - known)
        if not any(fnmatch(relative(path), place) for place in VENDORS.get(vendor, ()))
    ]
    assert misplaced == []


def test_modules_are_small() -> None:
    lines = {relative(p): len(p.read_text("utf-8").splitlines()) for p in [*CORE, *PAGES]}
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}


def test_modules_are_named_for_what_they_do() -> None:
    vague = [
        relative(path)
        for path in [*CORE, *PAGES]
        if VAGUE_NAMES & set(path.relative_to(ROOT).with_suffix("").parts)
    ]
    assert vague == []


def test_only_the_command_line_prints() -> None:
    printing = [
        relative(path)
        for path in [*CORE, *PAGES]
        if any(isinstance(n, ast.Name) and n.id == "print" for n in ast.walk(tree_of(path)))
    ]
    assert printing == ["ensi_core/cli.py"]


def test_only_the_entrances_read_the_environment() -> None:
    reading = {
        relative(path) for path in [*CORE, *PAGES] if {"os.environ", "os.getenv"} & attributes(path)
    }
    assert reading == ENTRANCES


def test_the_command_line_starts_without_heavy_packages() -> None:
    code = f"import sys, ensi_core.cli; print(sorted(set(sys.modules) & {HEAVY!r}))"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
