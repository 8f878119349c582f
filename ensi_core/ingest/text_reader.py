"""Plain text to drafts: pages, furniture, paragraphs from wrapped lines, tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.clean import Hyphenation, one_line
from ensi_core.ingest.draft import Draft, DraftDocument, DraftMark, DraftPage, Item, Style
from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.ingest.text_lines import Line, body_lines, mark_furniture, split_lines
from ensi_core.ingest.text_tables import FoundTable, find_tables
from ensi_core.types import BlockKind, Span

LONG_LINE = 200
"""Lines longer than this are not wrapped by hand: each is a paragraph."""
FILL = 0.85
"""A line ends a paragraph when the next word had fitted into this share of the usual width."""
_SENTENCE_END = re.compile(r"[.:;?!][\"'”’)\]]*(?:\d{1,2})?$")
_RULE = re.compile(r"^[-_=*~.#\s]{3,}$")
_FIELD = re.compile(r"^[A-Z][A-Za-z.'-]{0,20}(?: [A-Za-z.'-]{1,16}){0,2}:\s+\S")
"""A line such as "Subject: …" of a letter or form."""
_CONTENTS = re.compile(r"(?:\.\s?){4,}\s*[\divxlc-]*$")
_MIN_WIDTH = 40
UNDERLINED = Style(underlined=True, known=False)
SHORT = 0.3
"""Lines below this share of the width, one after the other, are cells or an address, no prose."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """How the text is wrapped: ``width`` of full lines, 0 when lines are whole paragraphs."""

    width: int
    spaced: bool


def read_text(text: str) -> DraftDocument:
    """Drafts of a plain text (pages apart by form feeds), each with its source."""
    if "\n" not in text and "\f" not in text:
        return DraftDocument(_single(text))
    lines, page_starts = split_lines(text)
    labels = mark_furniture(lines, len(page_starts))
    body = body_lines(lines)
    measure = _measure(body)
    tables = find_tables(body, measure.width or LONG_LINE)
    drafts = _drafts(body, tables, measure, Hyphenation([text]))
    return DraftDocument(_in_order(drafts, lines, page_starts, labels))


def _single(text: str) -> list[Item]:
    content = text.strip()
    if not content:
        return []
    start = len(text) - len(text.lstrip())
    span = Span(start, start + len(content))
    return [Draft(BlockKind.PARAGRAPH, one_line(content), source=span)]


def _measure(lines: Sequence[Line]) -> _Measure:
    """The width to which lines are filled: the 90th percentile of those that could be prose."""
    lengths = sorted(len(line.text) for line in lines if len(line.text) >= _MIN_WIDTH)
    spaced = sum(line.blank_before > 0 for line in lines) >= 0.15 * len(lines)
    if not lengths:
        return _Measure(0, spaced)
    width = lengths[int(0.9 * (len(lengths) - 1))]
    if width > LONG_LINE:
        return _Measure(0, spaced)
    return _Measure(width, spaced)


def _drafts(
    lines: Sequence[Line], tables: Sequence[FoundTable], measure: _Measure, hyphens: Hyphenation
) -> list[Draft]:
    drafts: list[Draft] = []
    position = 0
    for table in tables:
        drafts.extend(_paragraphs(lines[position : table.first], measure, hyphens))
        drafts.append(table.draft)
        position = table.last
    drafts.extend(_paragraphs(lines[position:], measure, hyphens))
    return drafts


def _paragraphs(lines: Sequence[Line], measure: _Measure, hyphens: Hyphenation) -> list[Draft]:
    drafts: list[Draft] = []
    group: list[Line] = []
    for line in lines:
        if group and _ends(group, line, measure):
            drafts.extend(_made(group, drafts, hyphens))
            group = []
        group.append(line)
    if group:
        drafts.extend(_made(group, drafts, hyphens))
    return drafts


def _made(group: list[Line], drafts: list[Draft], hyphens: Hyphenation) -> list[Draft]:
    """The paragraph of a group of lines: one draft a page that it touches."""
    if _RULE.match(group[0].text) and drafts and len(group) == 1:
        drafts[-1].style = UNDERLINED if _is_underline(group[0], drafts[-1]) else drafts[-1].style
    made: list[Draft] = []
    for page_lines in _by_section(group):
        texts = [one_line(line.text) for line in page_lines]
        text, _ = hyphens.join(texts)
        span = Span(page_lines[0].start, page_lines[-1].end)
        draft = Draft(BlockKind.PARAGRAPH, text, _style(page_lines), source=span)
        draft.contents_entry = _CONTENTS.search(page_lines[-1].text) is not None
        draft.continues = made[-1] if made else None
        made.append(draft)
    return made


def _is_underline(line: Line, above: Draft) -> bool:
    """A rule of dashes just below a short line underlines it."""
    return line.blank_before == 0 and len(above.text) <= 100 and set(line.text) <= set("-=~")


def _style(lines: Sequence[Line]) -> Style:
    centred = all(line.indent >= 12 and len(line.text) <= 70 for line in lines)
    return Style(centred=centred, known=False)


def _by_section(group: Sequence[Line]) -> list[list[Line]]:
    sections: list[list[Line]] = []
    for line in group:
        if sections and sections[-1][-1].section == line.section:
            sections[-1].append(line)
        else:
            sections.append([line])
    return sections


def _ends(group: Sequence[Line], line: Line, measure: _Measure) -> bool:
    """Whether ``line`` begins a new paragraph after those of ``group``."""
    above = group[-1]
    if len(group) == 1 and line.section == above.section and _is_lone_label(above.text):
        return label_of(line.text) is not None
    if _RULE.match(line.text) or _RULE.match(above.text):
        return True
    if line.section != above.section:
        return not _runs_over(above.text, line.text)
    if line.blank_before:
        return not _is_spaced_out(above, line, measure)
    if measure.width == 0:
        return True
    return _starts_block(group, line) or _was_short(group, line, measure)


def _is_lone_label(text: str) -> bool:
    """A bullet or "(1)" whose text the file puts on the next line."""
    label = label_of(text)
    return label is not None and label.scheme > Scheme.ROMAN and label.end >= len(text)


def _runs_over(above: str, below: str) -> bool:
    """A sentence that is not finished on one page goes on with a small letter on the next."""
    if _SENTENCE_END.search(above):
        return False
    return (
        below[:1].islower()
        or above.endswith((",", "-", "–"))
        or (len(above) > 60 and below[:1] in '(“"$')
    )


def _is_spaced_out(above: Line, line: Line, measure: _Measure) -> bool:
    """A blank line between the halves of one sentence (page ends in files without page breaks)."""
    if measure.width == 0 or _SENTENCE_END.search(above.text):
        return False
    unfinished = len(above.text) > 0.6 * measure.width or above.text.endswith((",", "-"))
    return unfinished and line.text[:1].islower() and label_of(line.text) is None


def _starts_block(group: Sequence[Line], line: Line) -> bool:
    """A bullet, a number after a finished line, or the indent of a first line."""
    above = group[-1]
    if _FIELD.match(line.text) and (_FIELD.match(above.text) or _SENTENCE_END.search(above.text)):
        return True
    label = label_of(line.text)
    if label is not None and label.scheme is Scheme.BULLET:
        return line.text[0] not in "-–—o*" or _SENTENCE_END.search(above.text) is not None
    finished = _SENTENCE_END.search(above.text) is not None
    if label is not None and label.end < len(line.text) and (finished or len(above.text) < 40):
        return label.scheme is not Scheme.LETTER or finished
    usual = above.indent if len(group) > 1 else None
    return usual is not None and line.indent >= usual + 2 and finished


def _was_short(group: Sequence[Line], line: Line, measure: _Measure) -> bool:
    """The author ended the line above although the next word had fitted into it."""
    above = group[-1]
    word = line.text.split(None, 1)[0]
    fitted = len(above.text) + 1 + len(word) < FILL * measure.width
    if not fitted:
        return False
    if _SENTENCE_END.search(above.text):
        return True
    if line.text[:1].islower() or above.text.endswith((",", "-", "—")):
        return False
    if _are_fragments(group, line, measure):
        return _FIELD.match(line.text) is not None
    return len(above.text) < 0.7 * measure.width or len(group) == 1


def _are_fragments(group: Sequence[Line], line: Line, measure: _Measure) -> bool:
    """Short lines on end, as column titles and addresses are broken, stay together."""
    if line.text.isupper() or any(above.text.isupper() for above in group):
        return False
    return all(len(piece.text) < SHORT * measure.width for piece in (*group, line))


def _in_order(
    drafts: Sequence[Draft],
    lines: Sequence[Line],
    page_starts: Sequence[int],
    labels: dict[int, str],
) -> list[Item]:
    """Drafts, furniture and page starts by their place in the source."""
    placed: list[tuple[int, int, int, Item]] = []
    if len(page_starts) > 1:
        for number, start in enumerate(page_starts):
            page = DraftPage(number + 1, labels.get(number), start)
            placed.append((start, 0, len(placed), page))
    for line in lines:
        if line.furniture is not None:
            mark = DraftMark(line.furniture, one_line(line.text), source=Span(line.start, line.end))
            placed.append((line.start, 1, len(placed), mark))
    for draft in drafts:
        if draft.source is not None:
            placed.append((draft.source.start, 1, len(placed), draft))
    return [item for *_, item in sorted(placed, key=lambda entry: entry[:3])]
