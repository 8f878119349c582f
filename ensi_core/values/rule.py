"""What a recognition rule is: a pattern matched at a position, and a reader of the match."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ensi_core.types import NormalisedValue


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the value of its match; ``read`` gives None when the words mean nothing."""

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], NormalisedValue | None]


def rule(
    pattern: str, read: Callable[[re.Match[str]], NormalisedValue | None], *, any_case: bool = True
) -> Rule:
    """A rule from a pattern's source; case is ignored unless ``any_case`` is false."""
    return Rule(re.compile(pattern, re.IGNORECASE if any_case else 0), read)
