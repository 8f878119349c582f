"""Speakers' turns inside a block of a transcript."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ensi_core.passages.body import Body
from ensi_core.types import Span

_TURN_START = re.compile(r"\n(?=\s*(?:[A-Z][\w.’'() -]{0,60}:|[QA][.:]?)\s)")


def turn_spans(body: Body, spans: Sequence[Span]) -> list[tuple[Span, ...]]:
    """The spans of a block, apart where a line begins with a speaker.

    A turn that runs over a page break keeps its spans together.
    """
    parts: list[tuple[Span, ...]] = []
    for position, span in enumerate(spans):
        text = body.text[span.start : span.end]
        cuts = [0, *(match.end() for match in _TURN_START.finditer(text)), len(text)]
        for start, end in pairwise(cuts):
            part = body.spans((Span(span.start + start, span.start + end),))
            if position and start == 0 and parts:
                parts[-1] = (*parts[-1], *part)
            elif part:
                parts.append(part)
    return parts
