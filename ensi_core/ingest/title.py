"""The title of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from ensi_core.ingest.draft import Draft, Item
from ensi_core.types import BlockKind

_MACHINE_TITLE = re.compile(
    r"^(?:untitled|document\d*|microsoft word|slide \d|word|\(anonymous\)"
    r"|.*\.(?:docx?|pdf|html?|txt|indd|qxd|rtf|wpd|xls)\b|https?://|[\W\d_]*$|[\w-]{0,40}_[\w-]*$"
    r"|\S{1,24}\d\S*$|(?:DEF|PRE|DEFA|DEFM)\s*14A$|(?:exhibit|ex)[-\s]*[\d.]+$"
    r"|(?:form\s+)?\d+-[kq]$)",
    re.IGNORECASE,
)
_LETTERHEAD = re.compile(
    r"^(?:united states(?: of america)?$|securities and exchange commission|washington,? d\.?\s?c"
    r"|table of contents|\(?mark one|page\b|exhibit\s+[\d.]+$|form\s+[\w-]+$"
    r"|no\.\s|case\s+no|index$|filed$|entered$"
    r"|(?:in\s+the\s+)?(?:united states|u\.s\.|supreme|superior|circuit|district|state"
    r"|commonwealth)\b.*\b(?:court|district|circuit|division|appeals)|.*\bdistrict of\b"
    r"|for the\b.*\b(?:circuit|district)|.*\bdivision$)",
    re.IGNORECASE,
)
_FORM = re.compile(r"\bFORM\s+((?:10|8|20|40|6|11)-[KQF](?:/A)?)\b", re.IGNORECASE)
_EXACT_NAME = re.compile(r"^\(?\s*exact\s+name\s+of\s+(?:the\s+)?registrant", re.IGNORECASE)
_PERIOD = re.compile(
    r"for\s+the\s+(?:fiscal\s+)?(?:year|quarterly\s+period|period|quarter)\s+ended:?\s+"
    r"([A-Z][a-z]+\s+\d{1,2},\s+\d{4})",
    re.IGNORECASE,
)
MAX_TITLE_CHARACTERS = 200
HEADING_SEARCH_BLOCKS = 25
COVER_BLOCKS = 80
"""A filing's cover page, with its form, period and registrant, is within so many blocks."""


def is_sensible(title: str) -> bool:
    """False for what programs put there by themselves: file names, "Untitled", codes."""
    return 3 <= len(title) <= MAX_TITLE_CHARACTERS and _MACHINE_TITLE.match(title) is None


def title_of(stated: str, items: Sequence[Item], name: str) -> str:
    """The stated title when sensible, else the filing or first heading, else the file's name."""
    if is_sensible(stated):
        return stated
    drafts = [item for item in items if isinstance(item, Draft)]
    return _filing_title(drafts) or _heading_title(drafts) or PurePosixPath(name).name


def _filing_title(drafts: Sequence[Draft]) -> str:
    """ "Acme Inc. Form 10-K for the period ended June 30, 2024" from the cover of a filing."""
    cover = drafts[:COVER_BLOCKS]
    form = next((m for d in cover if len(d.text) < 120 and (m := _FORM.search(d.text))), None)
    issuer = _registrant(cover)
    if form is None or not issuer:
        return ""
    period = next((found for d in cover if (found := _PERIOD.search(d.text))), None)
    ended = f" for the period ended {period.group(1)}" if period else ""
    return f"{issuer} Form {form.group(1).upper()}{ended}"


def _registrant(cover: Sequence[Draft]) -> str:
    """The line above "(Exact name of registrant as specified in its charter)"."""
    for above, draft in pairwise(cover):
        if _EXACT_NAME.match(draft.text) and 2 < len(above.text) <= 100:
            return above.text
    return ""


def _heading_title(drafts: Sequence[Draft]) -> str:
    """The first heading near the top that is no letterhead, else the first heading."""
    headings = [
        draft.text
        for draft in drafts[:HEADING_SEARCH_BLOCKS]
        if draft.kind is BlockKind.HEADING and 3 <= len(draft.text) <= MAX_TITLE_CHARACTERS
    ]
    plain = [text for text in headings if not _LETTERHEAD.match(text)]
    return next(iter([*plain, *headings]), "")
