"""Checking claims: the numbers, dates and names of a statement that its quotes do not contain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.text import fold
from ensi_core.values import FoundValue, find_values, same_value

_WORD = re.compile(r"[^\W_]+(?:[.’'&-][^\W_]+)*")
_DASHES = re.compile(r"[-–—]{2,}|—|(?<=[^\W\d])–(?=[^\W\d])")
"""Dashes that part words; a hyphen joins them."""

_NAME_LINKS_LIST = """
    of the and for de von van der la le du & v vs
    """
_NAME_LINKS = frozenset(_NAME_LINKS_LIST.split())
_NO_NAMES_LIST = """
    i the a an it he she they we you his her their our its this that these those there here in
    on at by for from to of with as and or but if when while where which who what whose whom how
    why yes no not is was are were be been has have had do does did will would shall should may
    must can could all any each every some both either neither after before during since until
    under over between according however therefore also computed difference growth ratio total
    section article item see note
    """
_NO_NAMES = frozenset(_NO_NAMES_LIST.split())


def unsupported_parts(statement: str, quotes: Sequence[str]) -> tuple[str, ...]:
    """Numbers, dates, amounts and names of a statement that occur in none of the quotes.

    Values are compared in normalised form ("$1.2 million" is supported by "1,200,000"), names by
    folded words. Parts come in the order of the statement, each once.
    """
    quoted = "\n".join(quotes)
    said = find_values(quoted)
    folded = f" {fold(_DASHES.sub(' ', quoted))} "
    values = find_values(statement)
    missing = [
        (value.span.start, value.surface)
        for value in values
        if f" {fold(value.surface)} " not in folded and not _supported(value, said)
    ]
    missing += [
        (start, name)
        for start, name in _names(statement, values)
        if f" {fold(name)} " not in folded and not _words_in(name, folded)
    ]
    return tuple(dict.fromkeys(part for _, part in sorted(missing)))


def _supported(value: FoundValue, said: Sequence[FoundValue]) -> bool:
    return any(same_value(value.value, other.value) for other in said)


def _words_in(name: str, folded: str) -> bool:
    """True when every word of a name stands in the quotes ("Smith" for "Jane Smith" counts)."""
    words = [word for word in fold(name).split() if word not in _NAME_LINKS]
    return bool(words) and all(
        f" {word} " in folded
        or f" {word.removesuffix(chr(39) + 's')} " in folded
        or f" {word}'s " in folded
        for word in words
    )


def _names(statement: str, values: Sequence[FoundValue]) -> list[tuple[int, str]]:
    """Runs of capitalised words outside values; a sentence's first word alone is no name."""
    inside = [(v.span.start, v.span.end) for v in values]
    found: list[tuple[int, str]] = []
    run: list[re.Match[str]] = []
    for match in [*_WORD.finditer(statement), None]:
        if match is not None and _continues(statement, run, match):
            run.append(match)
            continue
        found += _closed(statement, run, inside)
        run = [match] if match is not None and _is_capital(match.group()) else []
    return found


def _continues(statement: str, run: Sequence[re.Match[str]], match: re.Match[str]) -> bool:
    if not run:
        return False
    between = statement[run[-1].end() : match.start()]
    if between.strip(" .&") or ". " in between:
        return False
    return _is_capital(match.group()) or match.group() in _NAME_LINKS


def _is_capital(word: str) -> bool:
    return word[0].isupper() and fold(word) not in _NO_NAMES


def _closed(
    statement: str, run: Sequence[re.Match[str]], inside: Sequence[tuple[int, int]]
) -> list[tuple[int, str]]:
    words = list(run)
    while words and not words[-1].group()[0].isupper():
        words.pop()
    if not words:
        return []
    start, end = words[0].start(), words[-1].end()
    if any(first < end and start < last for first, last in inside):
        return []
    begins = start == 0 or statement[:start].rstrip()[-1:] in (".", ":", "!", "?", "“", '"')
    if begins and len(words) == 1 and not words[0].group().isupper():
        return []
    return [(start, statement[start:end])]
