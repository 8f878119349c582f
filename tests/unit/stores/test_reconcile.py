from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ensi_core.embedding.base import ModelStamp
from ensi_core.errors import StoreError
from ensi_core.stores.chroma_store import ChromaVectorStore
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from ensi_core.stores.reconcile import ReconcileReport, reconcile

WIDTH = 16
NAMES = [f"t{n:04}" for n in range(1500)]


@pytest.fixture
def truth(tmp_path: Path) -> Iterator[DuckDBIndexStore]:
    """An index store with a vector for each of ``NAMES``."""
    store = DuckDBIndexStore(tmp_path / "index.duckdb")
    store.set_model_stamp(ModelStamp("m", WIDTH))
    vectors = np.random.default_rng(7).standard_normal((len(NAMES), WIDTH)).astype(np.float32)
    store.write_vectors(NAMES, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    yield store
    store.close()


def _cache(tmp_path: Path) -> ChromaVectorStore:
    return ChromaVectorStore(tmp_path / "vectors", "passages", WIDTH)


def _wanted(count: int) -> dict[str, str]:
    return {name: name for name in NAMES[:count]}


def _holds(cache: ChromaVectorStore, truth: DuckDBIndexStore, count: int) -> bool:
    vectors = truth.vectors(NAMES[:count])
    return list(cache.ids()) == NAMES[:count] and all(
        cache.healthy(name, row) for name, row in zip(NAMES[:count:97], vectors[::97], strict=True)
    )


def test_only_differences_are_written(truth: DuckDBIndexStore, tmp_path: Path) -> None:
    cache = _cache(tmp_path)

    assert reconcile(truth, cache, _wanted(30)) == ReconcileReport(False, 30, 0, 30)
    assert reconcile(truth, cache, _wanted(30)) == ReconcileReport(False, 0, 0, 30)
    assert reconcile(truth, cache, _wanted(20)) == ReconcileReport(False, 0, 10, 20)
    assert reconcile(truth, cache, _wanted(25)) == ReconcileReport(False, 5, 0, 25)
    assert _holds(cache, truth, 25)
    assert reconcile(truth, cache, {}) == ReconcileReport(False, 0, 25, 0)
    cache.close()


def _lose_graph(folder: Path) -> None:
    graphs = [path for path in folder.iterdir() if path.is_dir()]
    assert graphs
    for path in graphs:
        for file in path.iterdir():
            file.unlink()
        path.rmdir()


def _lose_database(folder: Path) -> None:
    (folder / "chroma.sqlite3").unlink()


def _spoil_database(folder: Path) -> None:
    (folder / "chroma.sqlite3").write_bytes(b"spoiled" * 1000)


@pytest.mark.parametrize("damage", [_lose_graph, _lose_database, _spoil_database])
def test_a_damaged_cache_is_built_again_without_embedding(
    truth: DuckDBIndexStore, tmp_path: Path, damage: object
) -> None:
    cache = _cache(tmp_path)
    reconcile(truth, cache, _wanted(1500))
    cache.close()
    assert callable(damage)
    damage(tmp_path / "vectors")

    again = _cache(tmp_path)
    report = reconcile(truth, again, _wanted(1500))

    assert (report.added, report.total) == (1500, 1500)
    assert _holds(again, truth, 1500)
    again.close()


def test_wrong_vectors_under_right_ids_are_noticed(truth: DuckDBIndexStore, tmp_path: Path) -> None:
    cache = _cache(tmp_path)
    cache.upsert(NAMES[:20], truth.vectors(NAMES[20:40]))

    assert reconcile(truth, cache, _wanted(20)) == ReconcileReport(True, 20, 20, 20)
    assert _holds(cache, truth, 20)
    cache.close()


def test_a_cache_of_another_width_is_emptied(truth: DuckDBIndexStore, tmp_path: Path) -> None:
    narrow = ChromaVectorStore(tmp_path / "vectors", "passages", 4)
    narrow.upsert(["a"], np.ones((1, 4), dtype=np.float32))
    narrow.close()

    cache = _cache(tmp_path)

    assert cache.count() == 0
    assert reconcile(truth, cache, _wanted(5)).total == 5
    cache.close()


def test_a_vector_that_the_truth_lacks_is_an_error(truth: DuckDBIndexStore, tmp_path: Path) -> None:
    cache = _cache(tmp_path)

    with pytest.raises(StoreError, match="No vector"):
        reconcile(truth, cache, {"new": "none"})
    cache.close()
