"""The look of an HTML element, inherited from its parents."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ensi_core.ingest.vendor_types import Element


class Look(NamedTuple):
    """Inherited look of text; ``size`` in points, 0 when not stated."""

    bold: bool = False
    italic: bool = False
    underlined: bool = False
    centred: bool = False
    size: float = 0.0
    hidden: bool = False
    preformatted: bool = False


_BOLD_TAGS = frozenset(("b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"))
_ITALIC_TAGS = frozenset(("i", "em", "cite"))
_HIDDEN_TAGS = frozenset(("ix:hidden", "template", "noscript"))
_FONT_POINTS = {"1": 8.0, "2": 10.0, "3": 12.0, "4": 14.0, "5": 18.0, "6": 24.0, "7": 36.0}
_SIZE = re.compile(r"font(?:-size)?\s*:[^;]*?(\d+(?:\.\d+)?)\s*(pt|px|em|rem|%)")
_BOLD = re.compile(r"font(?:-weight)?\s*:[^;]*?\b(?:bold|bolder|[6-9]00)\b")
_NOT_BOLD = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)\b")
_ITALIC = re.compile(r"font(?:-style)?\s*:[^;]*?\b(?:italic|oblique)\b")
_NOT_ITALIC = re.compile(r"font-style\s*:\s*normal\b")
_UNDERLINED = re.compile(r"text-decoration(?:-line)?\s*:[^;]*\bunderline\b")
_CENTRED = re.compile(r"text-align\s*:\s*(?:-webkit-)?center\b")
_ALIGNED = re.compile(r"text-align\s*:\s*(?:left|right|justify|start)\b")
_HIDDEN = re.compile(
    r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:\.0+)?(?:pt|px|em)?\s*(?:;|$)"
    r"|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$))"
)
_BREAK_BEFORE = re.compile(r"(?:page-)?break-before\s*:\s*(?:always|page|left|right)\b")
_BREAK_AFTER = re.compile(r"(?:page-)?break-after\s*:\s*(?:always|page|left|right)\b")


def look_of(element: Element, tag: str, parent: Look) -> Look:
    """The look of ``element``'s own text."""
    attributes = element.attrib
    if not attributes:
        return derive(parent, tag, "", "", "", False)
    return derive(
        parent,
        tag,
        attributes.get("style", ""),
        attributes.get("align", ""),
        attributes.get("size", "") if tag == "font" else "",
        "hidden" in attributes and attributes.get("hidden") != "false",
    )


@lru_cache(maxsize=8192)
def derive(parent: Look, tag: str, style: str, align: str, font: str, hidden: bool) -> Look:
    """The look that a tag with these attributes gives to text under ``parent``."""
    css = style.lower()
    bold, italic = parent.bold or tag in _BOLD_TAGS, parent.italic or tag in _ITALIC_TAGS
    underlined, centred, size = parent.underlined or tag == "u", parent.centred, parent.size
    if css:
        bold = (bold or _BOLD.search(css) is not None) and not _NOT_BOLD.search(css)
        italic = (italic or _ITALIC.search(css) is not None) and not _NOT_ITALIC.search(css)
        underlined = underlined or _UNDERLINED.search(css) is not None
        size = _points(css, parent.size)
        hidden = hidden or _HIDDEN.search(css) is not None
    centred = _is_centred(tag, css, align.lower(), centred)
    size = _FONT_POINTS.get(font.lstrip("+"), size)
    hidden = hidden or parent.hidden or tag in _HIDDEN_TAGS
    preformatted = parent.preformatted or tag == "pre"
    return Look(bold, italic, underlined, centred, size, hidden, preformatted)


def _is_centred(tag: str, css: str, align: str, inherited: bool) -> bool:
    if tag == "center" or align == "center" or _CENTRED.search(css):
        return True
    if align or _ALIGNED.search(css) or tag in ("table", "li"):
        return False
    return inherited


def _points(css: str, inherited: float) -> float:
    found = _SIZE.search(css)
    if found is None:
        return inherited
    number, unit = float(found.group(1)), found.group(2)
    if unit == "pt":
        return number
    if unit == "px":
        return number * 0.75
    scale = number / 100 if unit == "%" else number
    return (inherited or 12.0) * scale


@lru_cache(maxsize=8192)
def page_breaks(style: str) -> tuple[bool, bool]:
    """Whether an element with this style breaks the page before and after itself."""
    css = style.lower()
    if "break" not in css:
        return False, False
    return _BREAK_BEFORE.search(css) is not None, _BREAK_AFTER.search(css) is not None


@lru_cache(maxsize=8192)
def is_inline(style: str) -> bool:
    """True when a style makes a block element flow inline."""
    return re.search(r"display\s*:\s*inline", style.lower()) is not None
