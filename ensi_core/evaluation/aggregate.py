"""Means with bootstrap intervals over questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

RESAMPLES = 1_000
SEED = 20_250_101


class Estimate(TypedDict):
    """A mean with its 95% interval over ``n`` questions."""

    mean: float
    low: float
    high: float
    n: int


def estimate(values: Sequence[float]) -> Estimate | None:
    """Mean and percentile bootstrap interval (1,000 resamples, fixed seed); None without values."""
    if not values:
        return None
    array = np.asarray(values, dtype=np.float64)
    draws = np.random.default_rng(SEED).integers(0, len(array), (RESAMPLES, len(array)))
    return _estimate(float(array.mean()), array[draws].mean(axis=1), len(array))


def abstention(pairs: Sequence[tuple[bool, bool]]) -> dict[str, Estimate]:
    """Precision, recall and F1 of abstaining; pairs of (abstained, should have)."""
    if not any(should for _, should in pairs):
        return {}
    array = np.asarray(pairs, dtype=bool)
    draws = np.random.default_rng(SEED).integers(0, len(array), (RESAMPLES, len(array)))
    point = _abstention_scores(array[None, :, :])
    spread = _abstention_scores(array[draws])
    names = ("abstain_precision", "abstain_recall", "abstain_f1")
    return {
        name: _estimate(float(point[i][0]), spread[i], len(array)) for i, name in enumerate(names)
    }


def _abstention_scores(pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    given, should = pairs[..., 0], pairs[..., 1]
    right = (given & should).sum(axis=1).astype(np.float64)
    precision = right / np.maximum(given.sum(axis=1), 1)
    recall = right / np.maximum(should.sum(axis=1), 1)
    total = np.where(precision + recall > 0, precision + recall, 1.0)
    return precision, recall, 2 * precision * recall / total


def _estimate(mean: float, spread: np.ndarray, n: int) -> Estimate:
    low, high = np.percentile(spread, [2.5, 97.5])
    return Estimate(mean=mean, low=float(low), high=float(high), n=n)
