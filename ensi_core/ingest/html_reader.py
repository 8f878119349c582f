"""HTML to drafts: paragraphs with their look, lists, tables, page breaks, hidden text."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from ensi_core.errors import IngestError
from ensi_core.ingest.clean import Hyphenation, clean, one_line
from ensi_core.ingest.draft import Draft, DraftDocument, DraftMark, DraftPage, Item, Style
from ensi_core.ingest.html_furniture import mark_html_furniture
from ensi_core.ingest.html_style import Look, is_inline, look_of, page_breaks
from ensi_core.ingest.html_tables import HtmlTable, common_look, read_cell, read_table
from ensi_core.ingest.list_numbers import ListCounter
from ensi_core.ingest.over_pages import join_over_pages
from ensi_core.ingest.vendor_types import Element
from ensi_core.types import BlockKind, MarkKind

_BLOCK_NAMES = """
address article aside blockquote body caption center dd details dir div dl dt fieldset
figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option
p page pre section select summary table tbody td tfoot th thead tr ul
"""
_BLOCK_TAGS = frozenset(_BLOCK_NAMES.split())
_SKIPPED_NAMES = """
script style head meta link title base ix:references ix:resources object embed svg math xml
textarea
"""
_SKIPPED_TAGS = frozenset(_SKIPPED_NAMES.split())
_NAVIGATION_ROLES = frozenset(("navigation", "menu", "menubar", "search"))
_NAVIGATION_NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navbox|navigation|menu|sidebar|breadcrumbs?|site-?(?:header|footer)|"
    r"cookie|skip-?link|toc-?sidebar|catlinks|noprint|vector-(?:header|menu|page-toolbar|column-start|"
    r"sticky-header|dropdown)|mw-(?:editsection|jump-link|navigation|footer|panel))(?:[\w-]*)(?:\s|$)",
    re.IGNORECASE,
)
_END_OF_PAGE = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


def read_html(name: str, content: str) -> DraftDocument:
    """Drafts of an HTML page, decoded. Raises IngestError(corrupt) when it is nested too deeply."""
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, recover=True, no_network=True, remove_pis=True
    )
    root = etree.fromstring(_parseable(content).encode("utf-8"), parser)
    if root is None:
        return DraftDocument([])
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise IngestError(
            "corrupt",
            f"{name}: its elements are nested more deeply than any page needs. "
            "Open it in a browser, save it as PDF, and import that.",
        )
    walker = _Walker()
    walk = etree.iterwalk(root, events=("start", "end", "comment"))
    for event, element in walk:
        if event == "start":
            if walker.start(element):
                walk.skip_subtree()
        elif event == "end":
            walker.end(element)
        else:
            walker.comment(element)
    walker.flush()
    _set_relative_sizes(walker)
    items = mark_html_furniture(_without_lone_pages(walker.items))
    join_over_pages(items, Hyphenation([]))
    title = root.find(".//title")
    return DraftDocument(items, one_line(title.text or "") if title is not None else "")


def _parseable(content: str) -> str:
    """Text that libxml2 takes whole: nothing after NUL or after an early `</html>` is lost."""
    whole = _END_OF_PAGE.sub("", content.replace("\x00", ""))
    return whole.encode("utf-8", "ignore").decode("utf-8")


def _without_lone_pages(items: list[Item]) -> list[Item]:
    """A file with a single page break or none has no pages worth a name."""
    pages = [item for item in items if isinstance(item, DraftPage)]
    if len(pages) < 3:
        return [item for item in items if not isinstance(item, DraftPage)]
    return [DraftPage(1), *items]


class _Walker:
    """Turns the walk over the tree into items."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.sizes: list[tuple[Draft, float]] = []
        self.looks: list[Look] = [Look()]
        self.runs: list[str] = []
        self.run_looks: list[tuple[Look, int]] = []
        self.hidden: list[str] = []
        self.lists: list[ListCounter] = []
        self.navigation_depth = 0
        self.depth = 0
        self.kinds: list[tuple[BlockKind, int | None, str]] = [(BlockKind.PARAGRAPH, None, "")]
        self.breaks_in_row = 0
        self.pages = 1

    def start(self, element: Element) -> bool:
        """Enter an element; True when its children are not to be walked."""
        tag = element.tag
        self.depth += 1
        look = look_of(element, tag, self.looks[-1])
        self.looks.append(look)
        if tag in _SKIPPED_TAGS:
            return True
        if tag == "br":
            self._line_break()
            return False
        is_block = tag in _BLOCK_TAGS and not (tag == "div" and is_inline(element.get("style", "")))
        if is_block and self._start_block(element, tag, look):
            return True
        self._add(element.text)
        return False

    def _start_block(self, element: Element, tag: str, look: Look) -> bool:
        self.flush()
        before, _ = page_breaks(element.get("style", ""))
        if before or tag == "page":
            self._page_break()
        if not self.navigation_depth and _is_navigation(element, tag):
            self.navigation_depth = self.depth
        if tag in _HEADINGS:
            self.kinds.append((BlockKind.HEADING, _HEADINGS[tag], ""))
        elif tag == "li":
            marker = self.lists[-1].next_marker(element.get("value")) if self.lists else ""
            self.kinds.append((BlockKind.LIST_ITEM, max(1, len(self.lists)), marker))
        elif tag in ("ul", "ol"):
            self.lists.append(ListCounter.of_html(tag, element.get("type"), element.get("start")))
        elif tag == "table":
            return self._start_table(element, look)
        return False

    def _start_table(self, element: Element, look: Look) -> bool:
        if look.hidden or self.navigation_depth:
            return False
        table = read_table(element, self.looks[-2])
        if table.rows is None and table.lines is None:
            return False
        self._add_caption(element, look)
        self._add_table(table)
        return True

    def _add_caption(self, element: Element, look: Look) -> None:
        for caption in element.findall("caption"):
            content = read_cell(caption, look)
            if content.text:
                self.items.append(Draft(BlockKind.CAPTION, content.text))

    def _add_table(self, table: HtmlTable) -> None:
        if table.rows is not None:
            self.items.append(Draft(BlockKind.TABLE, rows=table.rows, columns=table.columns))
        for text, look in table.lines or []:
            self._emit(text, look, BlockKind.PARAGRAPH, None)
        if table.hidden:
            self.items.append(
                DraftMark(MarkKind.HIDDEN, table.hidden, "hidden by the page's style")
            )

    def end(self, element: Element) -> None:
        """Leave an element."""
        tag = element.tag
        self.looks.pop()
        if tag in _BLOCK_TAGS:
            self._end_block(element, tag)
        if self.navigation_depth == self.depth:
            self.flush()
            self.navigation_depth = 0
        self.depth -= 1
        self._add(element.tail)

    def _end_block(self, element: Element, tag: str) -> None:
        if not (tag == "div" and is_inline(element.get("style", ""))):
            if self.navigation_depth == self.depth:
                self._flush_navigation()
            self.flush()
        if tag in _HEADINGS or tag == "li":
            self.kinds.pop()
        elif tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        if page_breaks(element.get("style", ""))[1]:
            self._page_break()

    def comment(self, element: Element) -> None:
        """Old filings mark their pages by comments; the text after a comment goes on."""
        if "pagebreak" in (element.text or "").lower().replace(" ", ""):
            self.flush()
            self._page_break()
        self._add(element.tail)

    def _page_break(self) -> None:
        if self.items and isinstance(self.items[-1], DraftPage):
            return
        if not any(isinstance(item, Draft) for item in self.items):
            return
        self.pages += 1
        self.items.append(DraftPage(self.pages))

    def _line_break(self) -> None:
        """One line break goes on with the paragraph, two in a row end it."""
        self.breaks_in_row += 1
        if self.looks[-1].preformatted:
            self.runs.append("\n")
        elif self.breaks_in_row > 1:
            self.flush()
        else:
            self.runs.append("\n")

    def _add(self, text: str | None) -> None:
        if not text:
            return
        look = self.looks[-1]
        if look.hidden:
            self.hidden.append(text)
            return
        self.runs.append(text)
        letters = len(text) if not text.isspace() else 0
        if letters and text.strip("\xa0 \n\t\r"):
            self.breaks_in_row = 0
            self.run_looks.append((look, letters))

    def _flush_navigation(self) -> None:
        text = one_line("".join(self.runs))
        self.runs, self.run_looks = [], []
        if text:
            self.items.append(DraftMark(MarkKind.NAVIGATION, text, "navigation of the page"))

    def flush(self) -> None:
        """End the current paragraph."""
        if self.navigation_depth:
            self._flush_navigation()
        elif self.run_looks:
            self._flush_paragraph()
        else:
            self.runs = []
        self.breaks_in_row = 0
        hidden = one_line(" ".join(self.hidden))
        self.hidden = []
        if hidden:
            self.items.append(DraftMark(MarkKind.HIDDEN, hidden, "hidden by the page's style"))

    def _flush_paragraph(self) -> None:
        text = "".join(self.runs)
        look = common_look(self.run_looks)
        self.runs, self.run_looks = [], []
        if look.preformatted:
            self._add_preformatted(text)
            return
        kind, level, marker = self.kinds[-1]
        plain = one_line(text)
        if marker:
            plain = f"{marker} {plain}"
            self.kinds[-1] = (kind, level, "")
        self._emit(plain, look, kind, level)

    def _emit(self, text: str, look: Look, kind: BlockKind, level: int | None) -> None:
        if not text:
            return
        heading = level if kind is BlockKind.HEADING else None
        style = Style(look.bold, look.italic, look.underlined, look.centred, 1.0, heading)
        list_level = level if kind is BlockKind.LIST_ITEM else None
        draft = Draft(kind, text, style, level=list_level)
        self.sizes.append((draft, look.size))
        self.items.append(draft)

    def _add_preformatted(self, text: str) -> None:
        """Text set in columns by blanks: read as plain text is."""
        from ensi_core.ingest.text_reader import read_text

        document = read_text(clean(text.replace("\r\n", "\n")).strip("\n"))
        pages = any(isinstance(item, DraftPage) and item.number > 1 for item in document.items)
        for item in document.items:
            if isinstance(item, DraftPage):
                if pages:
                    self._page_break()
                continue
            self.items.append(item)


def _is_navigation(element: Element, tag: str) -> bool:
    if tag == "nav" or element.get("role", "").lower() in _NAVIGATION_ROLES:
        return True
    names = f"{element.get('class', '')} {element.get('id', '')}"
    if len(names) < 2 or _NAVIGATION_NAMES.search(names) is None:
        return False
    return _is_mostly_links(element)


def _is_mostly_links(element: Element) -> bool:
    """True when at least 60% of the letters are link text: then a name like "menu" is believed."""
    whole = len("".join("".join(element.itertext()).split()))
    links = sum(len("".join("".join(link.itertext()).split())) for link in element.iter("a"))
    return whole > 0 and links >= 0.6 * whole


def _set_relative_sizes(walker: _Walker) -> None:
    """Sizes as ratios to the size of most of the text."""
    letters: Counter[float] = Counter()
    for draft, size in walker.sizes:
        letters[size] += len(draft.text)
    if not letters:
        return
    body = max(letters, key=lambda size: (letters[size], size))
    for draft, size in walker.sizes:
        if size and body:
            style = draft.style
            draft.style = Style(
                style.bold,
                style.italic,
                style.underlined,
                style.centred,
                size / body,
                style.heading,
            )
