"""Label and value on one line: "Governing Law: New York", the headers of messages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.types import Span

_LABELLED = re.compile(
    r"^[ \t]*(?P<label>[A-Z][\w’'&/(). -]{1,48}?)\s*:[ \t]+(?P<value>\S[^\n]{0,160})$", re.MULTILINE
)
_NOT_LABELS = frozenset(
    {"note", "example", "provided", "however", "whereas", "q", "a", "the court", "the witness"}
)
_MOST_LABEL_WORDS = 5
_LONGEST_VALUE = 120
_SENTENCE = re.compile(r"[.;]\s+[A-Z]")


def labelled_values(view: UnitView, main: Bearer) -> Iterator[Finding]:
    """The label is the field's name, the rest of the line its value; sentences are left out."""
    for match in _LABELLED.finditer(view.unit.text):
        label = " ".join(match["label"].split()).casefold()
        shown = match["value"].rstrip(" ;,")
        if label in _NOT_LABELS or len(label.split()) > _MOST_LABEL_WORDS or not shown:
            continue
        if len(shown) > _LONGEST_VALUE or _SENTENCE.search(shown) or not re.search("[a-z]", label):
            continue
        span = Span(match.start("value"), match.start("value") + len(shown))
        inside = [value for value in view.values if span.contains(value.span)]
        whole = len(inside) == 1 and 2 * len(inside[0].span) > len(span)
        yield view.property_(main, label, span, inside[0].value if whole else None)
