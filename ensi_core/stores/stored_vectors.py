"""Vectors by text digest: the truth that the vector cache is rebuilt from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ensi_core.embedding.base import ModelStamp, Vectors
from ensi_core.errors import StoreError
from ensi_core.stores.codec import decode, encode
from ensi_core.stores.database import Cursor
from ensi_core.stores.frames import BYTES, TEXT, frame

_STAMP = "model_stamp"


def model_stamp(cursor: Cursor) -> ModelStamp | None:
    """The model of the stored vectors."""
    row = cursor.row("SELECT value FROM meta WHERE name = ?", [_STAMP])
    return None if row is None else decode(ModelStamp, row[0])


def set_model_stamp(cursor: Cursor, stamp: ModelStamp) -> None:
    """Replace the stamp and forget the vectors of the former model."""
    cursor.run("DELETE FROM vectors")
    cursor.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", [_STAMP, encode(stamp)])


def missing(cursor: Cursor, digests: Sequence[str]) -> list[str]:
    """Those digests that have no vector, each once, in the order given."""
    known = {
        digest
        for (digest,) in cursor.rows(
            """
            SELECT digest
            FROM vectors
            WHERE digest IN (SELECT unnest(?::VARCHAR[]))
            ORDER BY digest
            """,
            [list(digests)],
        )
    }
    return [digest for digest in dict.fromkeys(digests) if digest not in known]


def write(cursor: Cursor, digests: Sequence[str], vectors: Vectors) -> None:
    """Store the vectors of digests that have none yet. Raises StoreError for a wrong shape."""
    stamp = model_stamp(cursor)
    if vectors.shape != (len(digests), vectors.shape[-1]):
        raise StoreError(f"{len(digests)} texts came with vectors of shape {vectors.shape}.")
    if stamp is not None and vectors.shape[1] != stamp.dimension:
        raise StoreError(
            f"The model {stamp.name} gives {stamp.dimension} numbers a text, but vectors of "
            f"{vectors.shape[1]} were to be stored."
        )
    rows = dict(zip(digests, np.ascontiguousarray(vectors, dtype=np.float32), strict=True))
    new = [(digest, rows[digest].tobytes()) for digest in missing(cursor, digests)]
    if new:
        cursor.stage("new_vectors", frame({"digest": TEXT, "vector": BYTES}, new))
        cursor.run("INSERT INTO vectors (digest, vector) SELECT digest, vector FROM new_vectors")


def read(cursor: Cursor, digests: Sequence[str]) -> Vectors:
    """Stored vectors, one row a digest. Raises StoreError when one is missing."""
    stored: dict[str, bytes] = dict(
        cursor.rows(
            """
            SELECT digest, vector
            FROM vectors
            WHERE digest IN (SELECT unnest(?::VARCHAR[]))
            ORDER BY digest
            """,
            [list(digests)],
        )
    )
    absent = next((digest for digest in digests if digest not in stored), None)
    if absent is not None:
        raise StoreError(f"No vector is stored for the text with digest {absent[:12]}….")
    stamp = model_stamp(cursor)
    joined = b"".join(stored[digest] for digest in digests)
    width = len(joined) // (4 * len(digests)) if digests else (stamp.dimension if stamp else 0)
    return np.frombuffer(joined, dtype=np.float32).reshape(len(digests), width).copy()


def prune(cursor: Cursor, kept: Sequence[str]) -> None:
    """Forget all vectors but those of ``kept``."""
    cursor.run(
        "DELETE FROM vectors WHERE digest NOT IN (SELECT unnest(?::VARCHAR[]))", [list(kept)]
    )
