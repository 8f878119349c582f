"""The local embedding model, run by onnxruntime."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ensi_core.embedding.base import ModelStamp, Vectors
from ensi_core.embedding.model_files import ModelFiles, model_in, packaged_model
from ensi_core.errors import ModelError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

MAX_TOKENS = 256
"""Longer texts are cut: the model was trained with this length."""

BATCH_TOKENS = 1024
"""Texts of a batch times its longest. Larger batches leave the processor's cache: 4,096 took about
17% longer a text."""

TOKENIZED_TOGETHER = 4096
"""Texts tokenised at a time; bounds the memory that tokens of a large import take."""

Tokens = Sequence[int]


class OnnxEmbedder:
    """``Embedder`` with mean-pooled sentence vectors.

    ``folder`` holds a model of the user's own (``model.onnx``, ``tokenizer.json``); None takes the
    one that is installed with the product. ``threads`` 0 means all cores. Files are checked and
    loaded at first use, which may raise ModelError.
    """

    def __init__(self, folder: Path | None = None, threads: int = 0) -> None:
        self._folder = folder
        self._threads = threads or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._loaded: _Model | None = None

    @property
    def stamp(self) -> ModelStamp:
        """The model's name (with a digest of its files for the user's own) and its width."""
        model = self._model()
        return ModelStamp(model.files.name, model.dimension)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text, shape ``(len(texts), dimension)``, float32, Euclidean length 1."""
        model = self._model()
        vectors = np.empty((len(texts), model.dimension), dtype=np.float32)
        for start in range(0, len(texts), TOKENIZED_TOGETHER):
            part = list(texts[start : start + TOKENIZED_TOGETHER])
            model.encode_into(part, vectors[start : start + len(part)])
        return vectors

    def _model(self) -> _Model:
        with self._lock:
            if self._loaded is None:
                files = packaged_model() if self._folder is None else model_in(self._folder)
                self._loaded = _Model(files, self._threads)
            return self._loaded


class _Model:
    """Loaded weights and tokenizer."""

    def __init__(self, files: ModelFiles, threads: int) -> None:
        self.files = files
        try:
            self._tokenizer = _tokenizer(files.tokenizer)
            self._session = _session(files.weights, threads)
        except Exception as exc:  # both libraries raise undocumented types for bad files
            raise ModelError(
                f"The embedding model {files.weights} cannot be loaded: {exc}"
            ) from exc
        self._inputs = {node.name for node in self._session.get_inputs()}

    @cached_property
    def dimension(self) -> int:
        """Width of the vectors."""
        declared = self._session.get_outputs()[0].shape[-1]
        if isinstance(declared, int):
            return declared
        return int(self._pooled([self._tokenizer.encode("x").ids]).shape[1])

    def encode_into(self, texts: list[str], rows: Vectors) -> None:
        """Write the vectors of ``texts`` to ``rows``; texts of like length run together."""
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        for batch in _batches(tokens):
            rows[batch] = self._pooled([tokens[place] for place in batch])

    def _pooled(self, tokens: Sequence[Tokens]) -> Vectors:
        """Means of the token vectors, scaled to length 1."""
        ids, mask = _padded(tokens)
        states = self._states(ids, mask)
        weights = mask[:, :, None].astype(np.float32)
        means = (states * weights).sum(axis=1) / weights.sum(axis=1)
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return np.asarray(means / np.maximum(lengths, 1e-12), dtype=np.float32)

    def _states(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> Vectors:
        offered = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        feed = {name: array for name, array in offered.items() if name in self._inputs}
        try:
            outputs = self._session.run(None, feed)
        except Exception as exc:  # onnxruntime raises its own untyped errors
            raise ModelError(f"The embedding model {self.files.name} failed: {exc}") from exc
        return np.asarray(outputs[0], dtype=np.float32)


def _batches(tokens: Sequence[Tokens]) -> Iterator[list[int]]:
    """Places in ``tokens``, shortest first, in groups of at most ``BATCH_TOKENS`` when padded."""
    batch: list[int] = []
    for place in sorted(range(len(tokens)), key=lambda place: len(tokens[place])):
        if batch and (len(batch) + 1) * len(tokens[place]) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _padded(tokens: Sequence[Tokens]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids and attention mask, both ``(texts, longest)``."""
    longest = max(len(row) for row in tokens)
    ids = np.zeros((len(tokens), longest), dtype=np.int64)
    mask = np.zeros_like(ids)
    for place, row in enumerate(tokens):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    return ids, mask


def _tokenizer(path: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=MAX_TOKENS)
    return tokenizer


def _session(path: Path, threads: int) -> InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait must not spin: import runs spaCy on the same cores. On two busy cores
    # spinning took 37% more processor time a text.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
