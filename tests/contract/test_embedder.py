"""What every embedder keeps."""

from __future__ import annotations

import numpy as np
import pytest

from ensi_core.embedding.base import Embedder
from ensi_core.embedding.cached import CachingEmbedder
from ensi_core.embedding.onnx import OnnxEmbedder
from tests.fixtures.hash_embedder import HashEmbedder

SENTENCES = (
    "The lender may terminate the facility.",
    "Revenue rose by four percent.",
    "",
    "été, 東京, 😀",
    "termination " * 3_000,
    "Revenue rose by four percent.",
    "x",
    "The bank can end the loan agreement.",
)

EMBEDDERS = {
    "onnx": lambda: OnnxEmbedder(threads=1),
    "cached": lambda: CachingEmbedder(HashEmbedder(), capacity=2),
    "hash": HashEmbedder,
}


@pytest.fixture(scope="module", params=EMBEDDERS.values(), ids=EMBEDDERS.keys())
def embedder(request: pytest.FixtureRequest) -> Embedder:
    made: Embedder = request.param()
    return made


def test_one_unit_vector_a_text(embedder: Embedder) -> None:
    vectors = embedder.encode(SENTENCES)

    assert vectors.dtype == np.float32
    assert vectors.shape == (len(SENTENCES), embedder.stamp.dimension)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    vectors = embedder.encode([])

    assert vectors.dtype == np.float32
    assert vectors.shape == (0, embedder.stamp.dimension)


def test_a_text_has_one_vector_whatever_it_comes_with(embedder: Embedder) -> None:
    together = embedder.encode(SENTENCES)
    alone = np.vstack([embedder.encode([text]) for text in SENTENCES])
    backwards = embedder.encode(SENTENCES[::-1])[::-1]

    assert np.abs(together - alone).max() < 1e-5
    assert np.abs(together - backwards).max() < 1e-5
    assert np.array_equal(together[1], together[5])


def test_the_stamp_names_the_model(embedder: Embedder) -> None:
    assert embedder.stamp == embedder.stamp
    assert embedder.stamp.name


def test_the_local_model_sees_meaning() -> None:
    vectors = OnnxEmbedder(threads=1).encode(SENTENCES)

    lender, revenue, bank = vectors[0], vectors[1], vectors[7]
    assert lender @ bank > 0.5 > lender @ revenue
