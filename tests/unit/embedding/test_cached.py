from __future__ import annotations

from pathlib import Path

import numpy as np

from ensi_core.embedding.cached import (
    CachingEmbedder,
    embed_missing,
    stored_vectors,
    text_digest,
)
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from tests.fixtures.hash_embedder import HashEmbedder


def test_each_distinct_text_is_embedded_once(tmp_path: Path) -> None:
    store, embedder = DuckDBIndexStore(tmp_path / "index.duckdb"), HashEmbedder()

    embed_missing(store, embedder, ["red", "blue", "red"])
    embed_missing(store, embedder, ["blue", "green"])
    embed_missing(store, embedder, [])

    assert embedder.encoded == ["red", "blue", "green"]
    texts = ["green", "red", "red"]
    assert np.array_equal(stored_vectors(store, embedder, texts), HashEmbedder().encode(texts))
    assert stored_vectors(store, embedder, []).shape == (0, 64)
    store.close()


def test_models_do_not_share_vectors(tmp_path: Path) -> None:
    store = DuckDBIndexStore(tmp_path / "index.duckdb")
    one, other = HashEmbedder("one"), HashEmbedder("other")

    embed_missing(store, one, ["red"])
    embed_missing(store, other, ["red"])

    assert other.encoded == ["red"]
    store.close()


def test_digests_tell_model_and_text_apart() -> None:
    digests = {text_digest("m", "ab"), text_digest("ma", "b"), text_digest("m", "\ud800")}
    assert len(digests) == 3
    assert {len(digest) for digest in digests} == {64}


def test_questions_asked_again_are_remembered_the_oldest_forgotten() -> None:
    behind = HashEmbedder()
    embedder = CachingEmbedder(behind, capacity=2)

    embedder.encode(["a", "b"])
    embedder.encode(["a"])
    embedder.encode(["c"])
    embedder.encode(["a", "b"])

    assert behind.encoded == ["a", "b", "c", "b"]
    assert embedder.stamp == behind.stamp
