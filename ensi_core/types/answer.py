"""The trace of a question: matched keys, scored passages, the answer and its citations."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ensi_core.types.document import Span
from ensi_core.types.plan import HopPlan, QuestionKind
from ensi_core.types.record import Key


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Compatibility of one field of a hop with a key, in [0, 1], with its weight and the reason."""

    field: str
    score: float
    weight: float
    how: str


@dataclass(frozen=True, slots=True)
class KeyMatch:
    """A key that fits a hop; ``score`` in [0, 1]; ``psg_ids`` is the key's whole passage set."""

    key: Key
    score: float
    field_scores: tuple[FieldScore, ...]
    psg_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Binding:
    """A value that a hop found for its variable, with the passages it was read from."""

    variable: str
    value: str
    score: float
    psg_ids: tuple[str, ...]


class HopStatus(StrEnum):
    """Whether keys answered a hop, search had to fill it up, or nothing was found."""

    FOUND = "found"
    EMPTY = "empty"
    FILLED_BY_SEARCH = "filled_by_search"


@dataclass(frozen=True, slots=True)
class HopTrace:
    """What happened at one hop."""

    hop_id: str
    bindings: tuple[Binding, ...]
    keys: tuple[KeyMatch, ...]
    psg_ids: tuple[str, ...]
    status: HopStatus


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """The parts of a passage's score, each in [0, 1]."""

    key: float = 0.0
    graph: float = 0.0
    lexical: float = 0.0
    vector: float = 0.0


@dataclass(frozen=True, slots=True)
class ScoredPassage:
    """A retrieved passage; lists are best first. ``hop_id`` is the hop that brought it, if any."""

    psg_id: str
    doc_id: str
    score: float
    parts: ScoreParts
    hop_id: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a source: ``quote`` is the slices of ``spans`` joined as a passage's text is."""

    marker: int
    doc_id: str
    document: str
    version: str
    psg_id: str
    spans: tuple[Span, ...]
    quote: str
    page: int | None = None
    page_label: str | None = None
    locator: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or list item of an answer with the markers that it rests on.

    ``flags`` name parts of the text that do not occur in the cited spans.
    """

    text: str
    citations: tuple[int, ...]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """What a list or count was made from, and how much text no record covers."""

    keys: int
    passages: int
    documents: int
    uncovered_passages: int


@dataclass(frozen=True, slots=True)
class Composition:
    """What an engine writes from evidence: the answer before it is joined with the trace.

    ``short`` is the bare answer where one was asked for (a name, an amount), else None.
    """

    text: str
    statements: tuple[Statement, ...]
    citations: tuple[Citation, ...]
    abstained: bool = False
    reason: str | None = None
    short: str | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """Which documents a question was restricted to, and by what."""

    strategy: str
    doc_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seconds:
    """Wall time of each online stage."""

    plan: float = 0.0
    match: float = 0.0
    retrieve: float = 0.0
    answer: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Usage:
    """Model calls and tokens; zero for the offline engine."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What retrieval hands to the answer: per-hop traces and the ranked passages."""

    hops: tuple[HopTrace, ...]
    passages: tuple[ScoredPassage, ...]
    bound: Bound | None = None
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answered question with its whole trace; page, JSON and store share this value."""

    answer_id: str
    question: str
    kind: QuestionKind
    plan: HopPlan
    evidence: Evidence
    composition: Composition
    seconds: Seconds = field(default_factory=Seconds)
    usage: Usage = field(default_factory=Usage)
    engine: str = "offline"
    asked_at: str = ""
    index_version: int = 0
