"""The vector cache in Chroma: fast candidates, always rebuildable from the index store."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ensi_core.embedding.base import Vectors
from ensi_core.errors import StoreError
from ensi_core.stores.base import Neighbour

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection

BATCH = 2000
"""Vectors an upsert call; Chroma refuses more than 5,461."""

GRAPH: CreateHNSWConfiguration = {
    "space": "cosine",
    "max_neighbors": 32,
    "ef_construction": 100,
    "ef_search": 400,
}
"""On 5,000 random unit vectors 99.9% of the 50 nearest were found, against 97.2% with 16
neighbours at 84% of the time to build."""

PROBED = 10
"""Neighbours among which a stored vector must find its own id."""

SAME = 0.9999
"""From this similarity on two vectors count as the same: a twin may stand before the probe."""


class ChromaVectorStore:
    """``VectorStore`` in the folder ``path``; vectors of ``dimension`` numbers.

    A folder that Chroma cannot read, or that holds vectors of another width, is emptied: it is a
    cache. Raises StoreError when an operation fails.
    """

    def __init__(self, path: Path, collection: str, dimension: int) -> None:
        self._path = path
        self._name = collection
        self._dimension = dimension
        self._lock = threading.Lock()
        self._client: Client | None = None
        if not _readable(path / "chroma.sqlite3"):
            shutil.rmtree(path)
        with self._reported():
            self._client = _client(path)
            self._vectors = self._opened(self._client)

    def close(self) -> None:
        """Release the files, so that the folder can be moved; further calls raise StoreError."""
        with self._lock, self._reported():
            if self._client is not None:
                self._client.close()
                self._client = None

    def upsert(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace vectors; of two with one id the later is kept."""
        if vectors.shape != (len(ids), self._dimension):
            raise StoreError(
                f"{len(ids)} ids came with vectors of shape {vectors.shape}; the cache "
                f"{self._path} holds vectors of {self._dimension} numbers."
            )
        last = {identifier: row for row, identifier in enumerate(ids)}
        for part in _parts(list(last)):
            rows = vectors[[last[identifier] for identifier in part]]
            with self._reported():
                self._collection().upsert(ids=part, embeddings=rows)

    def delete(self, ids: Sequence[str]) -> None:
        """Remove vectors; unknown ids are ignored."""
        for part in _parts(list(dict.fromkeys(ids))):
            with self._reported():
                self._collection().delete(ids=part)

    def count(self) -> int:
        """How many vectors the cache holds."""
        with self._reported():
            return int(self._collection().count())

    def ids(self) -> Sequence[str]:
        """All ids, sorted."""
        with self._reported():
            return sorted(self._collection().get(include=[])["ids"])

    def query(self, vector: Vectors, k: int) -> Sequence[Neighbour]:
        """Up to ``k`` nearest ids, most similar first, ties by id; approximate."""
        if k < 1 or self.count() == 0:
            return []
        with self._reported():
            found: Any = self._collection().query(
                query_embeddings=np.asarray(vector, dtype=np.float32).reshape(1, -1),
                n_results=k,
                include=["distances"],
            )
        neighbours = [
            Neighbour(identifier, 1.0 - float(distance))
            for identifier, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]
        return sorted(neighbours, key=lambda near: (-near.similarity, near.id))

    def healthy(self, probe_id: str, probe: Vectors) -> bool:
        """True when a query with a stored vector finds its own id, or only twins of it."""
        try:
            near = self.query(probe, PROBED)
        except StoreError:
            return False
        found = next((n for n in near if n.id == probe_id), None)
        if found is not None:
            return found.similarity >= SAME
        return len(near) == PROBED and near[-1].similarity >= SAME

    def reset(self) -> None:
        """Empty the cache."""
        with self._lock, self._reported():
            client = self._open_client()
            client.delete_collection(self._name)
            self._vectors = self._opened(client)

    def _opened(self, client: Client) -> Collection:
        """The collection, made anew when it was made for vectors of another width."""
        found = self._get_or_create(client)
        if (found.metadata or {}).get("dimension") == self._dimension:
            return found
        client.delete_collection(self._name)
        return self._get_or_create(client)

    def _get_or_create(self, client: Client) -> Collection:
        return client.get_or_create_collection(
            self._name,
            metadata={"dimension": self._dimension},
            configuration={"hnsw": GRAPH},
            embedding_function=None,
        )

    def _collection(self) -> Collection:
        self._open_client()
        return self._vectors

    def _open_client(self) -> Client:
        if self._client is None:
            raise StoreError(f"The vector cache {self._path} is closed.")
        return self._client

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Failures of Chroma in our words; it raises many unrelated types."""
        try:
            yield
        except StoreError:
            raise
        except Exception as exc:
            raise StoreError(
                f"The vector cache {self._path} failed: {exc}. Close the program and remove that "
                "folder; it is built again from the collection's database."
            ) from exc


def _client(path: Path) -> Client:
    import chromadb
    from chromadb.config import Settings

    path.mkdir(parents=True, exist_ok=True)
    settings = Settings(anonymized_telemetry=False)
    return cast("Client", chromadb.PersistentClient(path, settings=settings))


def _readable(database: Path) -> bool:
    """False for a damaged SQLite file; Chroma cannot be opened a second time after meeting one."""
    if not database.is_file():
        return True
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _parts(ids: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]
