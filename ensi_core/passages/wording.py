"""What the words of a paragraph say about its place: labels, run-in titles, definitions, turns."""

from __future__ import annotations

import re

_LABEL = re.compile(
    r"(?:(?:ARTICLE|Article|SECTION|Section|Sec\.|PART|Part|ITEM|Item|NOTE|Note|§+|¶+)\s*"
    r"(?:[IVXLC]+\b|\d+[A-Za-z]?(?:[.\-]\d+)*)|\d{1,3}(?:\.\d{1,3})*|[IVX]{1,5}(?=\.)|[A-Z](?=\.\s)|"
    r"\([A-Za-z0-9]{1,4}\)|[a-z](?=[.)]))(?:\([A-Za-z0-9]{1,4}\))*[.):]?[\s:.—–-]*"
)
_SUB_LABEL = re.compile(
    r"\s*(?:\((?:[a-z]{1,4}|[A-Z]{1,2}|\d{1,2}|[IVX]{1,4})\)|(?:[a-z]|[ivx]{2,5})[.)]|[•▪●○◦‣·■□►➢✓*–—-])(?=\s|\w|$)"
)
_LOWER_ITEM = re.compile(r"\s*\d{1,2}[.)]\s+[a-z]")
_UNIT_LABEL = re.compile(
    r"\s*(?:(?:SECTION|Section|Sec\.|ARTICLE|Article|§+|¶+)\s*[\dIVX]|\d{1,3}(?:\.\d{1,3})*[.)]?\s|"
    r"[IVX]{1,5}\.\s|[A-Z]\.\s)"
)
_CONTENTS_ENTRY = re.compile(
    r"\s*(?:(?i:section|article|item|part|note)\s+\S{1,8}|[\dIVX]{1,4}(?:\.\d{1,3})*[.)]?)\s+"
    r"(?:[^.;:!?\n]|\.(?!\s*$)){3,110}?[\s.]\d{1,3}\s*"
)
_RUN_IN = re.compile(
    r"[A-Z“\"](?:[^.:!?\n]|(?<=[A-Z])\.(?=[A-Z]\.|\s[A-Z]{3})){1,78}?(?=[.:](?<![A-Z]\.[A-Z]\.)(?:\s|$)|\s?[–—-]{1,2}\s)"
)
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "per",
        "the",
        "to",
        "with",
        "without",
        "upon",
        "under",
        "&",
        "-",
        "–",
        "/",
        "vs",
        "v",
    ]
)
_RULE_CHARACTERS = frozenset("-_=*~·—–.#")
_LONG_LINE = 60
"""Shorter lines may be titles, which end without a stop."""

_ABBREVIATED = frozenset(
    ["Inc", "Corp", "Co", "Ltd", "No", "Nos", "Mr", "Ms", "Mrs", "Dr", "Jr", "Sr", "St", "v", "vs"]
)
"""A full stop after these ends no title."""

_TERM = r"[\"“”'‘](?P<term>[^\"“”’]{2,80}?)[,.]?[\"“”'’]"
_DEFINITION = re.compile(
    rf"\s*(?:the\s+terms?\s+)?{_TERM}(?:\s*(?:,|or|and)\s*[\"“”'‘][^\"“”’]{{2,80}}[\"“”'’])*"
    r"\s*,?\s*(?:\([^)]{0,120}\)\s*)?(?:as\s+used\s+\w+,?\s+|when\s+used\s+[^,]{0,60},?\s+)?"
    r"(?:(?:shall|will)\s+)?(?:also\s+)?(?:means?|mean|ha(?:s|ve)|refers?|is|are|be|includes?|:|[–—-])(?=[\s,:]|$)",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"\s*(?P<name>(?:THE\s+[A-Z]+(?:\s+[A-Z]+)?|(?:MR|MS|MRS|DR|JUDGE|JUSTICE|CHIEF\s+JUSTICE|SENATOR|"
    r"CHAIRMAN|CHAIR)\.?\s+[A-Z][A-Za-z’'.-]+(?:\s[A-Z][A-Za-z’'.-]+)?|(?:Mr|Ms|Mrs|Dr)\.\s[A-Z][\w’'-]+|"
    r"[A-Z][A-Za-z’'.-]+(?:\s+[A-Z][A-Za-z’'.-]*){0,3}(?:\s*\([^)]{1,40}\))?)\s*(?=:)|[QA](?=[.:]?\s+\S))"
    r"[.:]?\s+"
)
_NAME_LINE = re.compile(
    r"\s*(?P<name>(?:Operator|[A-Z][\w’'.-]+(?:\s[A-Z][\w’'.-]*){1,3}))"
    r"(?:\s*(?:--?|–|—|,)\s*[A-Z][\w ,.&’'()-]{2,90})?\s*"
)
_MAIL_HEADER = re.compile(
    r"\s*(?:from|to|cc|bcc|sent|date|subject|re|attachments?|importance|reply-to|message-id|x-[\w-]+)"
    r"\s*:(?=\s|$)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?im)^\s*(?:subject|re)\s*:[ \t]*(?P<subject>\S.*)$")


def without_label(text: str) -> str:
    """Heading text without its printed number and closing punctuation."""
    line = " ".join(text.split())
    rest = _LABEL.sub("", line, count=1) if _LABEL.match(line) else line
    return (rest or line).strip(" .:;—–-")


def is_sub_item(text: str) -> bool:
    """True for a paragraph labelled as part of another: "(a) …", "ii. …", "• …"."""
    return _SUB_LABEL.match(text) is not None or _LOWER_ITEM.match(text) is not None


def is_numbered(text: str) -> bool:
    """True for a paragraph with a number of its own: "4.2 …", "12. …", "Section 3 …"."""
    return _UNIT_LABEL.match(text) is not None and _LOWER_ITEM.match(text) is None


def run_in_title(text: str) -> tuple[int, int] | None:
    """Offsets of a title at the start of a paragraph ("4.2 Term. The term …"), None without one.

    A title has capitals on all but small words, or is in capitals, and text follows it.
    """
    label = _LABEL.match(text)
    start = label.end() if label else 0
    match = _RUN_IN.match(text, start)
    if not match or match.end() + 3 > len(text.rstrip()):
        return None
    words = [word.strip("“”\"'(),") for word in match.group().split()]
    telling = [word for word in words if word and word.casefold() not in _SMALL_WORDS]
    if not telling or len(words) > 10 or words[-1].rstrip(".") in _ABBREVIATED:
        return None
    if not label and len(words) < 2 and not words[0].isupper():
        return None
    capital = sum(word[0].isupper() or not word[0].isalpha() for word in telling)
    return (match.start(), match.end()) if capital == len(telling) else None


def is_bare_label(text: str) -> bool:
    """True for a block that holds nothing but a printed number."""
    return len(text) < 24 and _LABEL.fullmatch(text) is not None


def is_rule(text: str) -> bool:
    """True for a drawn line ("-----", "* * *")."""
    return all(character in _RULE_CHARACTERS or character.isspace() for character in text)


def is_title_line(text: str) -> bool:
    """True for a numbered line in capitals without a full stop: "2.0 GRANT OF LICENSE"."""
    label = _LABEL.match(text)
    rest = text[label.end() :].strip() if label else ""
    if not rest or len(rest) > 90 or rest[-1] in ".;,":
        return False
    words = [word.strip("“”\"'(),") for word in rest.split()]
    telling = [word for word in words if word and word.casefold() not in _SMALL_WORDS]
    return bool(telling) and all(word[0].isupper() for word in telling)


def is_contents_entry(text: str) -> bool:
    """True for a title with a page number: "4.2 Term ..... 17"."""
    return len(text) < 140 and _CONTENTS_ENTRY.fullmatch(text) is not None


def label_depth(text: str) -> int:
    """How deep a printed number says that it stands: 1 for "2.0" and "3.", 2 for "3.1"."""
    label = re.match(r"\D{0,12}?(\d+(?:\.\d+)*)", text)
    return len(label.group(1).removesuffix(".0").split(".")) if label else 1


def is_open(text: str) -> bool:
    """True for text that ends in a colon or dash, or without any stop: something follows."""
    last = text.rstrip(" \n\t-")[-1:]
    return last in ":—–," or last.isalpha()


def goes_on(before: str, text: str) -> bool:
    """True when ``text`` is the rest of a sentence that ``before`` leaves unfinished."""
    last = before[-1:]
    unfinished = last == "," or last.isalnum()
    return text[:1].islower() and unfinished and not is_sub_item(text)


def runs_over(before: str, text: str) -> bool:
    """True when a long paragraph stops without a stop at a page end and ``text`` may end it."""
    last = before[-1:]
    unfinished = len(before) > _LONG_LINE and (last == "," or last.isalnum())
    return unfinished and not (is_sub_item(text) or is_numbered(text))


def defined_term(text: str) -> str | None:
    """The term that a paragraph defines ("“Effective Date” means …"), None when it defines none."""
    label = _LABEL.match(text)
    for start in (0, label.end() if label else 0):
        match = _DEFINITION.match(text, start)
        if match:
            return " ".join(match["term"].split())
    return None


def speaker(text: str) -> str | None:
    """Who speaks in a paragraph that begins a turn ("THE COURT: …", "Q. …")."""
    match = _SPEAKER.match(text)
    return " ".join(match["name"].split()) if match else None


def speaker_line(text: str) -> str | None:
    """Who speaks next, where a line holds only a name and perhaps an office."""
    match = _NAME_LINE.fullmatch(text) if len(text) < 140 else None
    return " ".join(match["name"].split()) if match else None


def is_mail_header(text: str) -> bool:
    """True for a line or block of a message's header."""
    return _MAIL_HEADER.match(text) is not None


def mail_subject(text: str) -> tuple[int, int] | None:
    """Offsets of the subject in a message's header."""
    match = _SUBJECT.search(text)
    return match.span("subject") if match else None
