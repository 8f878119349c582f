"""Propagation over entities and passages, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ensi_core.query.graph import GraphSettings, passage_graph
from tests.fixtures.views import Told, make_view

ORION, BASALT, HARROW = ("Orion", "x"), ("Basalt", "x"), ("Harrow", "x")
CHAIN = make_view(
    Told("a", "Orion met Basalt", "Orion", {ORION: [], BASALT: []}),
    Told("b", "Basalt met Harrow", "", {BASALT: [], HARROW: []}),
    Told("c", "nobody"),
)
"""Passages 0 (Orion, Basalt) and 1 (Basalt, Harrow) share Basalt; passage 2 has no entity."""


def spread(settings: GraphSettings, passages: list[float], **entities: float) -> list[float]:
    seeds = np.zeros(len(CHAIN.catalogue.names))
    for name, weight in entities.items():
        seeds[CHAIN.catalogue.by_name[name]] = weight
    return passage_graph(CHAIN, settings).spread(np.array(passages), seeds).tolist()


ONE_STEP = GraphSettings(damping=0.5, steps=1, main_weight=3.0, hub_exponent=0.0)


@pytest.mark.parametrize(
    ("passages", "entities", "expected"),
    [
        pytest.param([1, 0, 0], {}, [0.5, 0.0, 0.0], id="a passage keeps its share"),
        pytest.param([0, 0, 7], {}, [0.0, 0.0, 0.5], id="seeds are scaled"),
        pytest.param(
            [0, 0, 0], {"basalt": 1}, [0.25, 0.25, 0.0], id="half to each passage of an entity"
        ),
        pytest.param([0, 0, 0], {"harrow": 1}, [0.0, 0.5, 0.0], id="all to the only passage"),
        pytest.param([0, 0, 0], {}, [0.0, 0.0, 0.0], id="no seeds"),
    ],
)
def test_one_step(passages: list[float], entities: dict[str, float], expected: list[float]) -> None:
    assert spread(ONE_STEP, passages, **entities) == pytest.approx(expected)


def test_two_steps_reach_a_neighbour_over_a_shared_entity() -> None:
    # Step 1 gives Orion and Basalt a quarter each (half of the seed, shared equally);
    # step 2 gives passage 0 half of Orion's quarter and half of Basalt's half, and so on.
    settings = GraphSettings(damping=0.5, steps=2, main_weight=3.0, hub_exponent=0.0)
    assert spread(settings, [1, 0, 0]) == pytest.approx([0.5 + 0.125 + 0.0625, 0.0625, 0.0])


def test_an_entity_leads_to_what_is_about_it_first() -> None:
    view = make_view(Told("a", "one", "Orion", {ORION: []}), Told("b", "two", "", {ORION: []}))
    seeds = np.ones(len(view.catalogue.names))
    found = passage_graph(view, ONE_STEP).spread(np.zeros(2), seeds)
    assert found.tolist() == pytest.approx([0.5 * 4 / 5, 0.5 * 1 / 5])


def test_an_entity_that_is_everywhere_gets_less() -> None:
    settings = GraphSettings(damping=0.5, steps=2, main_weight=0.0, hub_exponent=1.0)
    # Orion has one passage and Basalt two: of passage 0's weight, Orion gets 2/3 and Basalt 1/3.
    expected = 0.25 * (2 / 3 + 1 / 3 / 2), 0.25 * (1 / 3 / 2)
    assert spread(settings, [1, 0, 0]) == pytest.approx([0.5 + expected[0], expected[1], 0.0])


@pytest.mark.parametrize("steps", [1, 5, 30])
def test_weight_is_never_made(steps: int) -> None:
    found = spread(GraphSettings(steps=steps), [1, 2, 3], orion=1.0, harrow=2.0)
    assert all(weight >= 0 for weight in found)
    assert sum(found) <= 1.0 + 1e-9


def test_an_empty_view_has_an_empty_graph() -> None:
    view = make_view(Told("c", "nobody"))
    assert passage_graph(view, GraphSettings()).spread(np.ones(1), np.zeros(0)).tolist() == (
        pytest.approx([0.1])
    )
