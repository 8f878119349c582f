"""Values of the product as JSON text and back, for columns that hold nested values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from ensi_core.types import (
    Block,
    ContextItem,
    Document,
    DocumentFact,
    Field,
    Mark,
    Page,
    Span,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class DocumentStructure:
    """What a document holds beside its text and its columns."""

    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    marks: tuple[Mark, ...]
    facts: tuple[DocumentFact, ...]
    warnings: tuple[str, ...]

    @staticmethod
    def of(document: Document) -> DocumentStructure:
        """The structure of a document."""
        return DocumentStructure(
            document.blocks, document.pages, document.marks, document.facts, document.warnings
        )


@dataclass(frozen=True, slots=True)
class PassageNested:
    """A passage's spans and carried context."""

    spans: tuple[Span, ...]
    context: tuple[ContextItem, ...]


@dataclass(frozen=True, slots=True)
class RecordNested:
    """A record's mentions and fields."""

    mentions: tuple[Span, ...]
    fields: tuple[Field, ...]


def encode(value: object) -> str:
    """JSON text of a value of any of the product's types."""
    adapter = _adapter(type(value))  # type: ignore[arg-type]
    return str(adapter.dump_json(value), "utf-8")


def decode(kind: type[Value], text: str) -> Value:
    """The value of that type that ``text`` was made from."""
    adapter = _adapter(kind)  # type: ignore[arg-type]
    return adapter.validate_json(text)  # type: ignore[no-any-return]


def decode_all(kind: type[Value], texts: Sequence[str]) -> list[Value]:
    """Many values at once; faster than one by one."""
    adapter = _list_adapter(kind)  # type: ignore[arg-type]
    return adapter.validate_json(f"[{','.join(texts)}]")  # type: ignore[no-any-return]


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


@cache
def _list_adapter(kind: type[Any]) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(list[kind])  # type: ignore[valid-type]
