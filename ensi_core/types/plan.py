"""Hop plans: what a question requires, in the vocabulary of the index."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ensi_core.types.record import Category


class QuestionKind(StrEnum):
    """What kind of answer is wanted."""

    LOOKUP = "lookup"
    LIST = "list"
    COUNT = "count"
    COMPARE = "compare"
    YES_NO = "yes_no"


class Operator(StrEnum):
    """How a hop's value constrains a key's value."""

    EQUAL = "="
    NOT_EQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    BETWEEN = "between"
    CONTAINS = "contains"


class AnswerType(StrEnum):
    """The type of short answer that the question word asks for."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    DATE = "date"
    DURATION = "duration"
    MONEY = "money"
    PERCENT = "percent"
    NUMBER = "number"
    YES_NO = "yes_no"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Hop:
    """One retrieval requirement; ``None`` leaves a field open, ``?x`` stands for a binding.

    ``asks`` is the part of the question that this hop answers, as readable text; it is also what
    passages are ranked against. ``binds`` is the variable that the hop's open value or entity
    fills; ``depends_on`` are hop ids whose variables it uses. ``period`` is the time the question
    restricts it to, as written.
    """

    id: str
    asks: str
    entity: str | None = None
    type: str | None = None
    category: Category | None = None
    name: str | None = None
    value: str | None = None
    operator: Operator = Operator.EQUAL
    depends_on: tuple[str, ...] = ()
    binds: str | None = None
    period: str | None = None


@dataclass(frozen=True, slots=True)
class HopPlan:
    """The hops of a question in an order in which every dependency comes first."""

    question: str
    kind: QuestionKind
    hops: tuple[Hop, ...]
    answer_type: AnswerType = AnswerType.TEXT
    engine: str = "offline"
