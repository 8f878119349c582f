"""Word lists and tables that lie beside the modules as readable text files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=32)
def lines(file_name: str) -> tuple[str, ...]:
    """The lines of a file of this package that are neither blank nor comments ("#")."""
    text = files("ensi_core.engines.offline").joinpath(file_name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))


@lru_cache(maxsize=32)
def word_set(file_name: str) -> frozenset[str]:
    """Words of a file with several of them a line, separated by commas."""
    return frozenset(
        word.strip() for line in lines(file_name) for word in line.split(",") if word.strip()
    )


@lru_cache(maxsize=32)
def word_table(file_name: str) -> Mapping[str, str]:
    """Word → class from lines ``class<TAB>word, word, …``; the first class of a word counts."""
    table: dict[str, str] = {}
    for line in lines(file_name):
        name, words = line.split("\t")
        for word in words.split(","):
            table.setdefault(word.strip(), name)
    return table


@lru_cache(maxsize=32)
def rows(file_name: str) -> tuple[tuple[str, ...], ...]:
    """The tab-separated cells of each line, trimmed."""
    return tuple(tuple(cell.strip() for cell in line.split("\t")) for line in lines(file_name))
