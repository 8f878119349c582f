"""Paragraph styles of a DOCX file, with what they inherit."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ensi_core.ingest.docx_package import W, is_on, value
from ensi_core.ingest.vendor_types import Element

_HEADING = re.compile(r"^heading\s*([1-9])$", re.IGNORECASE)
MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a style gives to its paragraphs; sizes in half points, None where it says nothing."""

    heading: int | None = None
    bold: bool | None = None
    italic: bool | None = None
    underlined: bool | None = None
    hidden: bool | None = None
    centred: bool | None = None
    size: int | None = None
    number: tuple[str, int] | None = None


class Styles:
    """Styles by id."""

    def __init__(self, root: Element) -> None:
        self._elements: dict[str, Element] = {}
        self._known: dict[str, ParagraphStyle] = {}
        self.default = ParagraphStyle()
        if root is None:
            return
        for element in root.iter(f"{W}style"):
            style_id = value(element, "styleId")
            if style_id:
                self._elements[style_id] = element
                if (
                    value(element, "default") in ("1", "true")
                    and value(element, "type") == "paragraph"
                ):
                    self.default = self.style(style_id)

    def style(self, style_id: str | None, depth: int = 0) -> ParagraphStyle:
        """The style with all that it is based on."""
        if style_id is None:
            return self.default
        if style_id in self._known:
            return self._known[style_id]
        element = self._elements.get(style_id)
        if element is None or depth > MAX_DEPTH:
            return ParagraphStyle()
        base_id = value(element.find(f"{W}basedOn"))
        base = self.style(base_id, depth + 1) if base_id else ParagraphStyle()
        style = _extended(base, element)
        self._known[style_id] = style
        return style


def _extended(base: ParagraphStyle, element: Element) -> ParagraphStyle:
    name = value(element.find(f"{W}name")) or ""
    style = with_paragraph_properties(base, element.find(f"{W}pPr"))
    style = with_run_properties(style, element.find(f"{W}rPr"))
    found = _HEADING.match(name)
    if found:
        return replace(style, heading=int(found.group(1)))
    if name.lower() == "title":
        return replace(style, heading=1)
    return style


def with_paragraph_properties(style: ParagraphStyle, properties: Element) -> ParagraphStyle:
    """``style`` with what ``w:pPr`` says on top of it."""
    if properties is None:
        return style
    alignment = value(properties.find(f"{W}jc"))
    outline = value(properties.find(f"{W}outlineLvl"))
    heading = style.heading
    if outline is not None and outline.isdecimal():
        heading = int(outline) + 1 if int(outline) < 9 else None
    return replace(
        style,
        heading=heading,
        centred=alignment == "center" if alignment else style.centred,
        number=_number(properties, style.number),
    )


def _number(properties: Element, inherited: tuple[str, int] | None) -> tuple[str, int] | None:
    """(numId, level) of the paragraph's list; numId 0 takes it out of its style's list."""
    element = properties.find(f"{W}numPr")
    if element is None:
        return inherited
    number = value(element.find(f"{W}numId"))
    level = value(element.find(f"{W}ilvl"))
    if number is None:
        number = inherited[0] if inherited else None
    if number is None or number == "0":
        return None
    inherited_level = inherited[1] if inherited and inherited[0] == number else 0
    return number, int(level) if level and level.isdecimal() else inherited_level


def with_run_properties(style: ParagraphStyle, properties: Element) -> ParagraphStyle:
    """``style`` with what ``w:rPr`` says on top of it."""
    if properties is None:
        return style

    def toggled(name: str, inherited: bool | None) -> bool | None:
        stated = is_on(properties.find(f"{W}{name}"))
        return inherited if stated is None else stated

    size = value(properties.find(f"{W}sz"))
    return replace(
        style,
        bold=toggled("b", style.bold),
        italic=toggled("i", style.italic),
        underlined=toggled("u", style.underlined),
        hidden=toggled("vanish", style.hidden),
        size=int(float(size)) if size and size.replace(".", "").isdecimal() else style.size,
    )
