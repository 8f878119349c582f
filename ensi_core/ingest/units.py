"""The unit line of a table: "(in millions, except per share data)"."""

from __future__ import annotations

import re

_SCALE = r"(?:thousands?|millions?|billions?|hundreds?|000'?s|\$000'?s)"
_CURRENCY = (
    r"(?:(?:U\.?S\.?\s*)?dollars?|euros?|pounds?(?:\s+sterling)?|yen|RMB|renminbi|Swiss\s+francs?"
    r"|USD|EUR|GBP|CAD|US\$|\$|€|£|¥)"
)
_UNIT = re.compile(
    rf"\([^()]{{0,60}}?\b(?:in\s+)?(?:{_CURRENCY}\s+)?(?:amounts?\s+|dollars?\s+|expressed\s+)?"
    rf"in\s+(?:{_CURRENCY}\s+)?(?:{_SCALE}|{_CURRENCY}|percent(?:ages?)?|%)[^()]{{0,120}}\)"
    rf"|\(\s*(?:{_CURRENCY}\s*)?(?:{_SCALE})(?:\s+of\s+[^()]{{1,40}})?(?:[,;][^()]{{0,100}})?\s*\)"
    rf"|\(\s*{_CURRENCY}\s+in\s+{_SCALE}[^()]{{0,100}}\)"
    rf"|\(\s*(?:unaudited[,;]\s*)?in\s+{_SCALE}[^()]{{0,120}}\)",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"^(?:(?:all\s+)?(?:dollar\s+)?(?:amounts?|figures?|{_CURRENCY})\s+(?:are\s+)?(?:expressed\s+|"
    rf"stated\s+|shown\s+)?)?in\s+(?:{_CURRENCY}\s+)?(?:{_SCALE})\b"
    rf"(?:\s+of\s+{_CURRENCY})?(?:[,;]?\s*(?:except|unless|excluding)\b.{{0,100}})?[.:]?$",
    re.IGNORECASE,
)


def unit_offsets(text: str) -> tuple[int, int] | None:
    """Where ``text`` states the unit of a table, as (start, end); None where it does not."""
    found = _UNIT.search(text) or _BARE.search(text)
    return found.span() if found else None
