"""Making the vector cache equal to what the index store says it should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ensi_core.embedding.base import Vectors
from ensi_core.stores.base import VectorStore

PROBES = 8
"""Ids whose own vector is looked up, spread evenly: a lost part of the cache is seen by one."""

WRITTEN_TOGETHER = 2000
"""Vectors read from the index store and written to the cache at a time."""


class StoredVectors(Protocol):
    """The part of the index store that the cache is filled from."""

    def vectors(self, digests: Sequence[str]) -> Vectors:
        """Stored vectors, one row a digest. Raises StoreError when one is missing."""
        ...


@dataclass(frozen=True, slots=True)
class ReconcileReport:
    """What it took: vectors ``added`` and ``removed``, and ``total`` after it.

    ``rebuilt`` when everything was written anew, because the cache had lost what it claimed to
    hold.
    """

    rebuilt: bool
    added: int
    removed: int
    total: int


def reconcile(
    store: StoredVectors, cache: VectorStore, wanted: Mapping[str, str]
) -> ReconcileReport:
    """Give ``cache`` exactly the ids of ``wanted``, with the vectors of their digests.

    ``wanted`` maps ids to text digests. An id must stand for one digest for good (the digests
    themselves do): vectors that are there already are probed, not compared one by one. Nothing is
    embedded. Raises StoreError when the index store lacks a vector.
    """
    held = set(cache.ids())
    kept = sorted(held.intersection(wanted))
    if not _finds(store, cache, wanted, kept):
        cache.reset()
        _add(store, cache, wanted, sorted(wanted))
        return ReconcileReport(True, len(wanted), len(held), cache.count())
    extra, missing = sorted(held.difference(wanted)), sorted(set(wanted).difference(held))
    cache.delete(extra)
    _add(store, cache, wanted, missing)
    return ReconcileReport(False, len(missing), len(extra), cache.count())


def _finds(
    store: StoredVectors, cache: VectorStore, wanted: Mapping[str, str], kept: Sequence[str]
) -> bool:
    """True when the cache counts right and finds its own vectors by themselves."""
    if cache.count() != len(cache.ids()):
        return False
    probes = kept[:: max(1, len(kept) // PROBES)][:PROBES]
    vectors = store.vectors([wanted[probe] for probe in probes])
    return all(cache.healthy(probe, row) for probe, row in zip(probes, vectors, strict=True))


def _add(
    store: StoredVectors, cache: VectorStore, wanted: Mapping[str, str], ids: Sequence[str]
) -> None:
    for start in range(0, len(ids), WRITTEN_TOGETHER):
        part = ids[start : start + WRITTEN_TOGETHER]
        cache.upsert(part, store.vectors([wanted[identifier] for identifier in part]))
