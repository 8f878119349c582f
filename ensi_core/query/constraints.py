"""How well a key's value meets what a hop requires of it: equality, order, containment."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ensi_core.query.tokens import token_index
from ensi_core.text import fold
from ensi_core.types import Key, NormalisedValue, Operator
from ensi_core.values import find_values, same_value

Scores = NDArray[np.float64]
PARTIAL_VALUE = 0.9
"""Fit of a value that contains all required words but is not equal to them."""

_ORDER: dict[Operator, Callable[[Scores, float], NDArray[np.bool_]]] = {
    Operator.LESS: lambda values, bound: values < bound,
    Operator.AT_MOST: lambda values, bound: values <= bound,
    Operator.GREATER: lambda values, bound: values > bound,
    Operator.AT_LEAST: lambda values, bound: values >= bound,
}


class ValueIndex:
    """The distinct values of some keys, ready for comparison with what a hop states."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self._keys = keys
        self._strings = sorted({key.value for key in keys})
        number = {value: row for row, value in enumerate(self._strings)}
        self._value_rows = np.array([number[key.value] for key in keys], dtype=np.int64)
        self._folded = [fold(value) for value in self._strings]
        self._tokens = token_index(self._strings)
        self._numbers = np.array([_comparable(key.normalised) for key in keys], dtype=np.float64)

    def fit(self, operator: Operator, wanted: str) -> Scores:
        """Fit of every key's value with a required one, in [0, 1], shape ``(len(keys),)``."""
        found = find_values(wanted)
        normalised = found[0].value if len(found) == 1 else None
        if operator in _ORDER and normalised is not None:
            return self._ordered(operator, normalised)
        scores = self._equal(wanted)
        if normalised is not None:
            scores = np.maximum(scores, self._same(normalised))
        return 1.0 - scores if operator is Operator.NOT_EQUAL else scores

    def _ordered(self, operator: Operator, wanted: NormalisedValue) -> Scores:
        holds = _ORDER[operator](self._numbers, _comparable(wanted))
        kinds = np.array([_kind(key.normalised) == wanted.kind.value for key in self._keys])
        return np.where(holds & kinds, 1.0, 0.0)

    def _equal(self, wanted: str) -> Scores:
        folded = fold(wanted)
        by_value = PARTIAL_VALUE * self._tokens.shares(wanted)
        for row, value in enumerate(self._folded):
            if value == folded:
                by_value[row] = 1.0
        return np.asarray(by_value[self._value_rows])

    def _same(self, wanted: NormalisedValue) -> Scores:
        number = _comparable(wanted)
        near = np.isclose(self._numbers, number, rtol=0.02, atol=0.0)
        scores = np.zeros(len(self._keys))
        for row in np.flatnonzero(near).tolist():
            value = self._keys[row].normalised
            scores[row] = 1.0 if value is not None and same_value(wanted, value) else 0.0
        return scores


def _kind(value: NormalisedValue | None) -> str:
    return value.kind.value if value is not None else ""


def _comparable(value: NormalisedValue | None) -> float:
    """A number to order by: the value itself, or the start date as yyyymmdd; NaN when unknown."""
    if value is None:
        return float("nan")
    if value.number is not None:
        return value.number
    if value.start is not None:
        return float(value.start.replace("-", "").ljust(8, "0"))
    return float("nan")
