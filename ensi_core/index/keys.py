"""From entity records to keys and postings: ``I[(e, t, c, k, v)] = {psg_id, …}``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from ensi_core.index.inverse import inverse_names
from ensi_core.text import fold, one_line
from ensi_core.types import Category, EntityRecord, Field, Key, Posting, ValueKind

MENTION = "mention"
"""Field name of the entry that every record gets, so that an entity leads to all its passages."""


@dataclass(frozen=True, slots=True)
class DocumentKeys:
    """The keys that a document's records give, and their postings, each once, ordered by id."""

    keys: tuple[Key, ...]
    postings: tuple[Posting, ...]


def document_keys(doc_id: str, records: Iterable[EntityRecord]) -> DocumentKeys:
    """Keys and postings of one document, inverse entries included."""
    keys: dict[str, Key] = {}
    postings: dict[tuple[str, str], Posting] = {}
    for record in records:
        for key in _record_keys(record):
            keys.setdefault(key.key_id, key)
            place = (key.key_id, record.psg_id)
            postings.setdefault(place, Posting(*place, doc_id, record.record_id))
    return DocumentKeys(
        tuple(keys[key_id] for key_id in sorted(keys)),
        tuple(postings[place] for place in sorted(postings)),
    )


def _record_keys(record: EntityRecord) -> Iterator[Key]:
    mention = Field(Category.ASPECT, MENTION, "", record.mentions)
    yield _key(record.entity, record.type, mention)
    for field in record.fields:
        yield _key(record.entity, record.type, field)
        if field.category is Category.RELATION and field.name in inverse_names():
            yield _inverse(record, field)


def _inverse(record: EntityRecord, field: Field) -> Key:
    turned = Field(Category.RELATION, inverse_names()[field.name], record.entity, field.evidence)
    return _key(field.value, field.target_type or "unknown", turned, inverse=True)


def _key(entity: str, entity_type: str, field: Field, inverse: bool = False) -> Key:
    name, value, period = one_line(field.name), one_line(field.value), period_of(field)
    compared = _sign(field) + fold(value) or value
    parts = (
        fold(entity), entity_type, field.category.value, fold(name), compared, str(inverse), period,
    )  # fmt: skip
    digest = blake2b("\x1f".join(parts).encode(), digest_size=10).hexdigest()
    return Key(
        key_id=digest,
        entity=one_line(entity),
        type=entity_type,
        category=field.category,
        name=name,
        value=value,
        inverse=inverse,
        normalised=field.normalised,
        period=period,
    )


def _sign(field: Field) -> str:
    """A minus for negative numbers: folding a value drops "-" and brackets."""
    number = field.normalised.number if field.normalised else None
    return "-" if number is not None and number < 0 else ""


def period_of(field: Field) -> str:
    """The field's period as written, "" when it is not limited to one."""
    for qualifier in field.qualifiers:
        if qualifier.name == "period":
            return one_line(qualifier.text)
    value = field.normalised
    if value is not None and value.kind is ValueKind.PERIOD:
        return one_line(field.value)
    return ""
