"""The seam of text embedding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ModelStamp:
    """Which model made a collection's vectors; vectors of different stamps are never compared."""

    name: str
    dimension: int


class Embedder(Protocol):
    """Texts to unit vectors; the same text gives the same vector whatever it is batched with."""

    @property
    def stamp(self) -> ModelStamp:
        """The model's identity, stored with every collection."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text, shape ``(len(texts), dimension)``, float32, Euclidean length 1.

        Raises ModelError when the model cannot be loaded or reached.
        """
        ...
