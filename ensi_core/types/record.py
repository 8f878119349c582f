"""Entity records, their fields, and the keys and postings that the index is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ensi_core.types.document import Span
from ensi_core.types.passage import Passage


class Category(StrEnum):
    """The three kinds of field: an attribute value, a target entity, a kind of information."""

    PROPERTY = "property"
    RELATION = "relation"
    ASPECT = "aspect"


class Support(StrEnum):
    """How a field's value was found in its evidence span."""

    EXACT = "exact"
    NORMALISED = "normalised"


class ValueKind(StrEnum):
    """What a normalised value is."""

    NUMBER = "number"
    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"
    PERIOD = "period"
    DURATION = "duration"
    QUANTITY = "quantity"
    IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class NormalisedValue:
    """A number, date or amount in comparable form.

    ``number``: the value with its scale applied ("$ 1.2 million" → 1200000.0; percent as printed:
    "4.5%" → 4.5; durations in days). ``unit``: ISO currency code, "%", "days" or the printed unit.
    ``start``/``end``: ISO dates, inclusive, for dates (equal) and periods. ``text``: the canonical
    form of an identifier ("1:21-cv-04512"), whose ``unit`` says what it numbers ("case").
    """

    kind: ValueKind
    number: float | None = None
    unit: str | None = None
    start: str | None = None
    end: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Qualifier:
    """What limits a field: the period, unit or scope it holds for, with where that is said."""

    name: str
    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A supported piece of information about an entity.

    ``evidence`` are the spans (in document text) whose slices contain the value. For relations
    ``value`` is the target entity's canonical name and ``target_type`` its type.
    """

    category: Category
    name: str
    value: str
    evidence: tuple[Span, ...]
    support: Support = Support.EXACT
    normalised: NormalisedValue | None = None
    qualifiers: tuple[Qualifier, ...] = ()
    target_type: str | None = None


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """What one passage says about one entity; ``mentions`` are where the passage names it.

    ``entity`` is the canonical name within the document (a defined term resolved to its bearer).
    ``record_id`` is ``<psg_id>/r<n>``. ``mentions`` may lie in the carried context.
    """

    record_id: str
    psg_id: str
    entity: str
    type: str
    mentions: tuple[Span, ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class RejectedField:
    """A field that could not be located in its passage: counted and shown, never indexed."""

    psg_id: str
    entity: str
    category: Category
    name: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What an engine made of one document."""

    doc_id: str
    kind: str
    passages: tuple[Passage, ...]
    records: tuple[EntityRecord, ...]
    rejected: tuple[RejectedField, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """An entry ``(e, t, c, k, v)`` of the entity-structure index.

    ``key_id`` is a digest of the folded tuple. ``inverse`` marks entries that stand for a relation
    read from its target. ``period`` is the ISO range "start/end" that a value holds for, or "".
    """

    key_id: str
    entity: str
    type: str
    category: Category
    name: str
    value: str
    inverse: bool = False
    normalised: NormalisedValue | None = None
    period: str = ""


@dataclass(frozen=True, slots=True)
class Posting:
    """One member of a key's passage set, with the record that it came from."""

    key_id: str
    psg_id: str
    doc_id: str
    record_id: str
