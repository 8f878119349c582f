"""A read-only picture of an index at one version, in memory, for fast matching and ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from ensi_core.embedding.base import Vectors
from ensi_core.index.keys import MENTION
from ensi_core.query.lexical import LexicalIndex, lexical_index
from ensi_core.query.names import NameCatalogue, name_catalogue
from ensi_core.stores.base import IndexStore, PassageTable
from ensi_core.text import fold
from ensi_core.types import Category, Key

Rows = NDArray[np.int64]
NO_ENTITY = -1


@dataclass(frozen=True, slots=True)
class KeyTable:
    """Keys as columns of entity, type, name, target numbers; ``postings`` is keys x passages.

    ``target`` is the entity that a relation points at, ``NO_ENTITY`` for other keys.
    """

    keys: tuple[Key, ...]
    entity: Rows
    target: Rows
    type_: Rows
    category: Rows
    name: Rows
    types: tuple[str, ...]
    names: tuple[str, ...]
    name_vectors: Vectors
    postings: csr_matrix


@dataclass(frozen=True, slots=True)
class SearchView:
    """Everything that answering a question reads, except passages' full values."""

    version: int
    passages: PassageTable
    row_of: Mapping[str, int]
    document_rows: Rows
    passage_vectors: Vectors
    lexical: LexicalIndex
    catalogue: NameCatalogue
    keys: KeyTable
    entity_passages: csr_matrix
    passage_entities: csr_matrix
    entity_rarity: NDArray[np.float64]
    main_entity: Rows
    uncovered: Rows

    @property
    def size(self) -> int:
        """Number of passages."""
        return len(self.passages.psg_ids)


def load_view(
    store: IndexStore,
    passage_vectors: Vectors,
    encode_names: Callable[[Sequence[str]], Vectors],
) -> SearchView:
    """Read the whole index; ``passage_vectors`` rows follow ``store.passage_table()``."""
    passages = store.passage_table()
    keys = tuple(store.keys())
    catalogue = name_catalogue(keys)
    table = _key_table(store, keys, catalogue, len(passages.psg_ids), encode_names)
    linked = _entity_passages(table, len(catalogue.names))
    documents = sorted(set(passages.doc_ids))
    number = {doc_id: i for i, doc_id in enumerate(documents)}
    return SearchView(
        version=store.index_version(),
        passages=passages,
        row_of={psg_id: row for row, psg_id in enumerate(passages.psg_ids)},
        document_rows=np.array([number[doc_id] for doc_id in passages.doc_ids], dtype=np.int64),
        passage_vectors=passage_vectors,
        lexical=lexical_index(store.term_table(), len(passages.psg_ids)),
        catalogue=catalogue,
        keys=table,
        entity_passages=linked,
        passage_entities=linked.T.tocsr(),
        entity_rarity=_rarity(linked),
        main_entity=_main_entities(passages, catalogue),
        uncovered=_uncovered(table, len(passages.psg_ids)),
    )


def _key_table(
    store: IndexStore,
    keys: tuple[Key, ...],
    catalogue: NameCatalogue,
    passages: int,
    encode_names: Callable[[Sequence[str]], Vectors],
) -> KeyTable:
    types = sorted({key.type for key in keys})
    names = sorted({key.name for key in keys})
    type_number = {kind: i for i, kind in enumerate(types)}
    name_number = {name: i for i, name in enumerate(names)}
    category_number = {category: i for i, category in enumerate(Category)}
    posted = store.posting_table()
    ones = np.ones(len(posted.key_rows), dtype=np.float64)
    postings = csr_matrix(
        (ones, (posted.key_rows, posted.passage_rows)), shape=(len(keys), passages)
    )
    return KeyTable(
        keys=keys,
        entity=_numbers(entity_number(catalogue, key.entity) for key in keys),
        target=_numbers(_target(catalogue, key) for key in keys),
        type_=_numbers(type_number[key.type] for key in keys),
        category=_numbers(category_number[key.category] for key in keys),
        name=_numbers(name_number[key.name] for key in keys),
        types=tuple(types),
        names=tuple(names),
        name_vectors=encode_names(names),
        postings=postings,
    )


def entity_number(catalogue: NameCatalogue, name: str) -> int:
    """The catalogue's number of an entity, ``NO_ENTITY`` when it is not in it or ambiguous."""
    return catalogue.by_name.get(fold(name), NO_ENTITY)


def _target(catalogue: NameCatalogue, key: Key) -> int:
    if key.category is not Category.RELATION:
        return NO_ENTITY
    return entity_number(catalogue, key.value)


def _numbers(values: object) -> Rows:
    return np.fromiter(values, dtype=np.int64)  # type: ignore[call-overload,no-any-return]


def _entity_passages(table: KeyTable, entities: int) -> csr_matrix:
    """Entities x passages, 1 where a passage has a key of the entity or a relation to it."""
    rows = np.concatenate([table.entity, table.target])
    keys = np.concatenate([np.arange(len(table.keys))] * 2)
    known = rows != NO_ENTITY
    chooser = csr_matrix(
        (np.ones(int(known.sum())), (rows[known], keys[known])),
        shape=(entities, len(table.keys)),
    )
    linked = (chooser @ table.postings).tocsr()
    linked.data = np.ones_like(linked.data)
    return linked


def _main_entities(passages: PassageTable, catalogue: NameCatalogue) -> Rows:
    return _numbers(entity_number(catalogue, name) for name in passages.main_entities)


def _rarity(linked: csr_matrix) -> NDArray[np.float64]:
    """Rarity of every entity in (0, 1]: 1 for one passage, falling with the logarithm of more."""
    degree = np.asarray(linked.sum(axis=1)).ravel()
    return np.asarray(1.0 / (1.0 + np.log(np.maximum(degree, 1.0))))


def _uncovered(table: KeyTable, passages: int) -> Rows:
    """Rows of the passages that no record says more of than that an entity is mentioned."""
    telling = np.array([key.name != MENTION for key in table.keys], dtype=np.float64)
    covered = np.asarray(telling @ table.postings).ravel() if len(telling) else np.zeros(passages)
    return np.flatnonzero(covered == 0).astype(np.int64)
