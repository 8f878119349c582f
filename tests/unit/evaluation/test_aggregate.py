"""Means, intervals, abstention."""

from __future__ import annotations

import pytest

from ensi_core.evaluation.aggregate import abstention, estimate


def test_no_values_give_no_estimate() -> None:
    assert estimate([]) is None


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
def test_equal_values_leave_no_doubt(value: float) -> None:
    assert estimate([value] * 9) == {"mean": value, "low": value, "high": value, "n": 9}


def test_the_interval_holds_the_mean_and_is_the_same_every_time() -> None:
    values = [0.0, 1.0] * 50
    found = estimate(values)
    assert found is not None
    assert found == estimate(values)
    assert found["mean"] == 0.5
    # The interval of a fair coin thrown 100 times is 0.5 ± 1.96 · 0.05.
    assert found["low"] == pytest.approx(0.402, abs=0.02)
    assert found["high"] == pytest.approx(0.598, abs=0.02)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        pytest.param([(True, True), (False, False)], (1.0, 1.0, 1.0), id="always right"),
        pytest.param([(False, True), (False, False)], (0.0, 0.0, 0.0), id="never abstains"),
        pytest.param([(True, True), (True, False)], (0.5, 1.0, 2 / 3), id="too often"),
        pytest.param(
            [(True, True), (False, True), (False, True), (True, False)],
            (0.5, 1 / 3, 0.4),
            id="mixed",
        ),
    ],
)
def test_abstention(pairs: list[tuple[bool, bool]], expected: tuple[float, float, float]) -> None:
    found = abstention(pairs)
    means = tuple(
        found[name]["mean"] for name in ("abstain_precision", "abstain_recall", "abstain_f1")
    )
    assert means == pytest.approx(expected)
    assert {found[name]["n"] for name in found} == {len(pairs)}


@pytest.mark.parametrize("pairs", [[], [(True, False), (False, False)]])
def test_abstention_counts_only_where_a_question_has_no_answer(
    pairs: list[tuple[bool, bool]],
) -> None:
    assert abstention(pairs) == {}
