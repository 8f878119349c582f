"""How well a key's value meets what a hop requires of it: equality, order, containment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensi_core.query.tokens import token_index
from ensi_core.text import fold
from ensi_core.types import Key, NormalisedValue, Operator, ValueKind
from ensi_core.values import find_values, same_value

Scores = NDArray[np.float64]
PARTIAL_VALUE = 0.9
"""Fit of a value that contains all required words but is not equal to them."""

NEAR = 0.02
"""Numbers further apart than this share are not compared closely: no rounding joins them."""

_FAMILIES = {
    ValueKind.NUMBER: "counted",
    ValueKind.MONEY: "counted",
    ValueKind.PERCENT: "counted",
    ValueKind.QUANTITY: "counted",
    ValueKind.DATE: "time",
    ValueKind.PERIOD: "time",
    ValueKind.DURATION: "duration",
    ValueKind.IDENTIFIER: "identifier",
}


@dataclass(frozen=True, slots=True)
class Interval:
    """What values are ordered by; dates and periods as yyyymmdd of their first and last day."""

    low: float
    high: float


_ORDER: dict[Operator, Callable[[Scores, Scores, Interval], NDArray[np.bool_]]] = {
    Operator.LESS: lambda low, high, bound: high < bound.low,
    Operator.AT_MOST: lambda low, high, bound: high <= bound.high,
    Operator.GREATER: lambda low, high, bound: low > bound.high,
    Operator.AT_LEAST: lambda low, high, bound: low >= bound.low,
    Operator.BETWEEN: lambda low, high, bound: (low >= bound.low) & (high <= bound.high),
}


class ValueIndex:
    """The distinct values of some keys, ready for comparison with what a hop states."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self._strings = sorted({key.value for key in keys})
        number = {value: row for row, value in enumerate(self._strings)}
        self._string_rows = np.array([number[key.value] for key in keys], dtype=np.int64)
        self._folded = [fold(value) for value in self._strings]
        self._tokens = token_index(self._strings)
        self._distinct = list(dict.fromkeys(k.normalised for k in keys if k.normalised is not None))
        row_of = {value: row for row, value in enumerate(self._distinct)}
        none = len(self._distinct)
        self._rows = np.array(
            [none if k.normalised is None else row_of[k.normalised] for k in keys], dtype=np.int64
        )
        self._families = np.array([_FAMILIES[value.kind] for value in self._distinct], dtype=str)
        self._units = np.array([_unit(value) for value in self._distinct], dtype=str)
        intervals = [_interval(value) for value in self._distinct]
        self._low = np.array([interval.low for interval in intervals], dtype=np.float64)
        self._high = np.array([interval.high for interval in intervals], dtype=np.float64)

    def fit(self, operator: Operator, wanted: str) -> Scores:
        """Fit of every key's value with a required one, in [0, 1], shape ``(len(keys),)``."""
        values = [found.value for found in find_values(wanted)]
        bounds = 2 if operator is Operator.BETWEEN else 1
        if operator in _ORDER and len(values) == bounds:
            return self._ordered(operator, values)
        scores = self._equal(wanted)
        if len(values) == 1:
            scores = np.maximum(scores, self._same(values[0]))
        return 1.0 - scores if operator is Operator.NOT_EQUAL else scores

    def _ordered(self, operator: Operator, bounds: Sequence[NormalisedValue]) -> Scores:
        first, last = _interval(bounds[0]), _interval(bounds[-1])
        holds = _ORDER[operator](self._low, self._high, Interval(first.low, last.high))
        return self._of_keys(holds & self._comparable(bounds[0]))

    def _equal(self, wanted: str) -> Scores:
        folded = fold(wanted)
        by_value = PARTIAL_VALUE * self._tokens.shares(wanted)
        for row, value in enumerate(self._folded):
            if value == folded:
                by_value[row] = 1.0
        return np.asarray(by_value[self._string_rows])

    def _same(self, wanted: NormalisedValue) -> Scores:
        candidates = self._comparable(wanted)
        if _FAMILIES[wanted.kind] in ("counted", "duration"):
            candidates &= np.isclose(self._low, _interval(wanted).low, rtol=NEAR, atol=1e-9)
        for row in np.flatnonzero(candidates).tolist():
            candidates[row] = same_value(wanted, self._distinct[row])
        return self._of_keys(candidates)

    def _comparable(self, wanted: NormalisedValue) -> NDArray[np.bool_]:
        """Which values are of the same family and, if both state one, of the same unit."""
        alike = self._families == _FAMILIES[wanted.kind]
        unit = _unit(wanted)
        if unit:
            alike = alike & ((self._units == unit) | (self._units == ""))
        return np.asarray(alike, dtype=np.bool_)

    def _of_keys(self, holds: NDArray[np.bool_]) -> Scores:
        """1 for the keys whose value is one of those that hold, else 0."""
        return np.append(holds, False)[self._rows].astype(np.float64)


def _unit(value: NormalisedValue) -> str:
    """The unit by which amounts are told apart; "" when there is none or it does not matter."""
    if _FAMILIES[value.kind] != "counted" or value.unit is None:
        return ""
    return value.unit.casefold()


def _interval(value: NormalisedValue) -> Interval:
    """NaN at a side that is not known: no order holds there."""
    if value.number is not None:
        return Interval(value.number, value.number)
    return Interval(_day(value.start), _day(value.end))


def _day(iso: str | None) -> float:
    return float(iso.replace("-", "").ljust(8, "0")) if iso else float("nan")
