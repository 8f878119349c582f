"""Names: cleaning of surface forms, and what a name's own words say about its type."""

from __future__ import annotations

import re

from ensi_core.engines.offline.lexicon import word_set, word_table
from ensi_core.text import fold, one_line

MOST_WORDS = 12
MOST_CHARACTERS = 100

_EDGES = " \t\n,;:.!?\"'“”‘’`*•·–—-|/\\_"
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$")
_ARTICLE = re.compile(r"^(?:the|a|an|this|that|such|any|each|every|our|its|their|his|her)\s+", re.I)
_HONORIFIC = re.compile(
    r"^(?:(?:mr|mrs|ms|miss|dr|prof|hon|rev|messrs|judge|justice|magistrate|honorable|sir"
    r"|inspector|officer|attorney|counsel|chief|professor|doctor|general|captain|colonel|sergeant"
    r"|lieutenant|senator|president|governor|secretary)\b\.?\s+)+(?=[A-Z])",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r",?\s+(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|ltd|limited|plc|lp|l\.p|llp"
    r"|l\.l\.p|n\.?a|ag|s\.?a|gmbh|n\.?v|b\.?v|p\.c|pllc|s\.?p\.?a|k\.k|holdings?|group|trust"
    r"|partners)\.?$",
    re.IGNORECASE,
)
_ABBREVIATION_END = re.compile(
    r"\b(?:inc|corp|co|ltd|jr|sr|l\.p|l\.l\.c|l\.l\.p|n\.a|s\.a|n\.v|b\.v|u\.s|d\.c|p\.c|no|st|bros)$"
    r"|(?:\b[a-z]\.)+[a-z]$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_LOOSE_END = re.compile(r"(?:\s+(?:and|or|of|the|for|in|to|&|by|with|at|from))+$")
_NOT_LAST = frozenset({"No", "Nos", "Dkt", "Fig", "Vol", "Ch", "Sec", "Art", "Id"})
_BAD = re.compile(r"[$%=<>{}@#~^|]|https?:|\.{3}|_{2}")


def clean_name(surface: str, keep_article: bool = False) -> str:
    """A name without line breaks, article, possessive and stray punctuation; "" for junk."""
    name = _SENTENCE_INSIDE.split(one_line(surface))[0].strip(_EDGES)
    name = _POSSESSIVE.sub("", name)
    if not keep_article:
        name = _VERB_INSIDE.split(_ARTICLE.sub("", name))[0]
    name = _LOOSE_END.sub("", _balanced(name).strip(_EDGES)).strip(_EDGES)
    name = _POSSESSIVE.sub("", name)
    if _ABBREVIATION_END.search(name) and one_line(surface).find(name + ".") >= 0:
        name += "."
    return name if _is_name(name) else ""


_SENTENCE_INSIDE = re.compile(
    r"(?<=[a-z][a-z][a-z])(?<!Corp)(?<!Bros)(?<!Assn)(?<!Dept)(?<!Univ)(?<!Messrs)(?<!Prof)\.\s"
)
_VERB_INSIDE = re.compile(r"\s(?:was|is|were|are|has|had|who|which|whom|that|but|because)\s")


def _balanced(name: str) -> str:
    """A name cut before a bracket that is opened and not closed, or after one closed unopened."""
    for opening, closing in ("()", "[]"):
        if name.count(opening) > name.count(closing):
            name = name[: name.rindex(opening)]
        elif name.count(closing) > name.count(opening):
            name = (
                name[name.index(closing) + 1 :]
                if name.index(closing) < 3
                else (name[: name.rindex(closing)])
            )
    return name


def _is_name(name: str) -> bool:
    if not 2 <= len(name) <= MOST_CHARACTERS or not _LETTER.search(name) or _BAD.search(name):
        return False
    words = name.split()
    if len(words) > MOST_WORDS or not any(c.isupper() for c in name):
        return False
    if words[-1].rstrip(".") in _NOT_LAST:
        return False
    folded = fold(name)
    return len(folded) > 1 and folded not in generic_words()


def generic_words() -> frozenset[str]:
    """Folded words that name no particular entity on their own."""
    return word_set("generic_words.txt")


def without_honorific(name: str) -> str:
    """ "Judge Elena Ruiz" → "Elena Ruiz"; unchanged when nothing would be left."""
    return _HONORIFIC.sub("", name) or name


def has_honorific(name: str) -> bool:
    """True for "Mr. Hale", "Judge Ruiz"."""
    return _HONORIFIC.match(name) is not None


def without_company_suffix(name: str) -> str:
    """ "Acme Chemical, Inc." → "Acme Chemical"; unchanged when nothing would be left."""
    shorter = name
    while (cut := _COMPANY.sub("", shorter)) != shorter and len(cut) > 2:
        shorter = cut.rstrip(", ")
    return shorter


def acronym(name: str) -> str:
    """The initials of the capitalised words of a name of at least two ("" otherwise)."""
    words = [word for word in re.split(r"[\s\-/&]+", name) if word]
    letters = [word[0] for word in words if word[0].isupper()]
    return "".join(letters) if len(letters) >= 2 else ""


def type_from_words(name: str) -> str | None:
    """The type that a name's own last (or marking) words give away, else None."""
    if re.search(r"\bv\.?s?\.?\s", name) and re.search(r"\w\s+vs?\.\s+\w", name):
        return "case"
    if _COMPANY.search(name):
        return "organization"
    table = word_table("name_endings.tsv")
    words = [word.strip(",.()").casefold() for word in name.split()]
    if len(words) < 2:
        return None
    if words[-1] in table:
        return table[words[-1]]
    for position, word in enumerate(words[:-1]):
        if words[position + 1] in ("of", "for", "at") and word in table:
            return table[word]
    return None
