"""What every vector cache keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from ensi_core.embedding.base import Vectors
from ensi_core.errors import StoreError
from ensi_core.stores.base import VectorStore
from ensi_core.stores.chroma_store import ChromaVectorStore

WIDTH = 8
STORES = {"chroma": lambda path: ChromaVectorStore(path, "passages", WIDTH)}


def _axis(*places: int) -> Vectors:
    """Unit vectors along axes, one row a place."""
    return np.eye(WIDTH, dtype=np.float32)[list(places)]


@pytest.fixture(params=STORES.values(), ids=STORES.keys())
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], VectorStore]]:
    """Opens the same cache each time it is called."""
    made: list[VectorStore] = []

    def opener() -> VectorStore:
        made.append(request.param(tmp_path / "vectors"))
        return made[-1]

    yield opener
    for store in made:
        store.close()


@pytest.fixture
def store(opened: Callable[[], VectorStore]) -> VectorStore:
    return opened()


def test_an_empty_cache_finds_nothing(store: VectorStore) -> None:
    assert store.count() == 0
    assert list(store.ids()) == []
    assert list(store.query(_axis(0)[0], 5)) == []
    assert not store.healthy("a", _axis(0)[0])
    store.upsert([], _axis())
    store.delete([])


def test_the_nearest_come_first_with_their_cosine(store: VectorStore) -> None:
    between = np.zeros((1, WIDTH), dtype=np.float32)
    between[0, :2] = 0.6, 0.8
    store.upsert(["x", "y", "xy"], np.vstack([_axis(0, 1), between]))

    found = store.query(_axis(1)[0], 3)

    assert [near.id for near in found] == ["y", "xy", "x"]
    assert [near.similarity for near in found] == pytest.approx([1.0, 0.8, 0.0], abs=1e-5)
    assert [near.id for near in store.query(_axis(1)[0], 1)] == ["y"]


def test_twins_come_by_id(store: VectorStore) -> None:
    store.upsert(["c", "a", "b"], _axis(2, 2, 2))

    assert [near.id for near in store.query(_axis(2)[0], 3)] == ["a", "b", "c"]


def test_upsert_replaces_and_the_later_of_two_is_kept(store: VectorStore) -> None:
    store.upsert(["a", "b"], _axis(0, 1))
    store.upsert(["a", "a"], _axis(2, 3))

    assert store.count() == 2
    assert store.query(_axis(3)[0], 1)[0].id == "a"
    assert store.healthy("a", _axis(3)[0])
    assert not store.healthy("a", _axis(0)[0])


def test_deleted_vectors_are_gone_and_unknown_ids_ignored(store: VectorStore) -> None:
    store.upsert(["b", "a"], _axis(0, 1))

    store.delete(["b", "none"])

    assert list(store.ids()) == ["a"]
    assert [near.id for near in store.query(_axis(0)[0], 5)] == ["a"]


def test_reset_empties_a_cache_that_can_be_used_again(store: VectorStore) -> None:
    store.upsert(["a"], _axis(0))

    store.reset()

    assert store.count() == 0
    store.upsert(["b"], _axis(0))
    assert list(store.ids()) == ["b"]


def test_vectors_last(opened: Callable[[], VectorStore]) -> None:
    store = opened()
    store.upsert(["a", "b"], _axis(0, 1))
    store.close()

    again = opened()

    assert list(again.ids()) == ["a", "b"]
    assert again.healthy("b", _axis(1)[0])


def test_more_twins_than_a_query_gives_are_still_healthy(store: VectorStore) -> None:
    store.upsert([f"t{n:02}" for n in range(40)], _axis(*[0] * 40))

    assert store.healthy("t39", _axis(0)[0])


@pytest.mark.parametrize("rows", [1, 3], ids=["too few", "too many"])
def test_a_vector_an_id_is_asked_for(store: VectorStore, rows: int) -> None:
    with pytest.raises(StoreError, match="2 ids"):
        store.upsert(["a", "b"], _axis(*range(rows)))


def test_a_closed_cache_says_so_and_its_folder_can_be_moved(
    opened: Callable[[], VectorStore], tmp_path: Path
) -> None:
    store = opened()
    store.upsert(["a"], _axis(0))
    store.close()
    store.close()

    with pytest.raises(StoreError, match="closed"):
        store.count()
    (tmp_path / "vectors").rename(tmp_path / "trash")
    assert opened().count() == 0
