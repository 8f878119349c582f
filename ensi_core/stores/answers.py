"""Saved answers, and what is left of them when a source is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ensi_core.stores.codec import decode, decode_all, encode
from ensi_core.stores.database import Cursor
from ensi_core.types import Answer, Composition, Evidence, HopTrace

SOURCE_DELETED = "source deleted"
"""Stands in the place of a deleted source's locator and of what was said from it alone."""


def save(cursor: Cursor, answer: Answer) -> None:
    """Keep an answer; one of the same id is replaced in its place."""
    cursor.run(
        """
        INSERT INTO answers (answer_id, answer_no, asked_at, question, answer)
        VALUES (?, nextval('answer_numbers'), ?, ?, ?)
        ON CONFLICT (answer_id) DO UPDATE SET
            asked_at = excluded.asked_at,
            question = excluded.question,
            answer = excluded.answer
        """,
        [answer.answer_id, answer.asked_at, answer.question, encode(answer)],
    )


def latest(cursor: Cursor, limit: int) -> list[Answer]:
    """Saved answers, newest first."""
    rows = cursor.rows("SELECT answer FROM answers ORDER BY answer_no DESC LIMIT ?", [limit])
    return decode_all(Answer, [text for (text,) in rows])


def one(cursor: Cursor, answer_id: str) -> Answer | None:
    """One saved answer."""
    row = cursor.row("SELECT answer FROM answers WHERE answer_id = ?", [answer_id])
    return None if row is None else decode(Answer, row[0])


def delete(cursor: Cursor, answer_id: str) -> None:
    """Forget a saved answer."""
    cursor.run("DELETE FROM answers WHERE answer_id = ?", [answer_id])


def forget_source(cursor: Cursor, doc_id: str) -> None:
    """Take the text of a deleted document out of every saved answer."""
    rows = cursor.rows("SELECT answer FROM answers ORDER BY answer_no")
    for answer in decode_all(Answer, [text for (text,) in rows]):
        stub = without_source(answer, doc_id)
        if stub != answer:
            save(cursor, stub)


def without_source(answer: Answer, doc_id: str) -> Answer:
    """The answer with nothing left of one document but the places it was cited at."""
    return replace(
        answer,
        evidence=_evidence_without(answer.evidence, doc_id),
        composition=_composition_without(answer.composition, doc_id),
    )


def _composition_without(composition: Composition, doc_id: str) -> Composition:
    gone = {c.marker for c in composition.citations if c.doc_id == doc_id}
    if not gone:
        return composition
    statements = tuple(
        replace(statement, text=SOURCE_DELETED, flags=())
        if gone.intersection(statement.citations)
        else statement
        for statement in composition.statements
    )
    return replace(
        composition,
        text="\n".join(statement.text for statement in statements) or SOURCE_DELETED,
        statements=statements,
        citations=tuple(
            replace(citation, quote="", locator=SOURCE_DELETED)
            if citation.marker in gone
            else citation
            for citation in composition.citations
        ),
        short=None,
    )


def _evidence_without(evidence: Evidence, doc_id: str) -> Evidence:
    passages = tuple(p for p in evidence.passages if p.doc_id != doc_id)
    hops = tuple(_hop_without(hop, doc_id) for hop in evidence.hops)
    return replace(evidence, passages=passages, hops=hops)


def _hop_without(hop: HopTrace, doc_id: str) -> HopTrace:
    """The hop without the document's passages, and without what only they led to."""
    keys = [replace(match, psg_ids=_others(match.psg_ids, doc_id)) for match in hop.keys]
    bindings = [replace(bound, psg_ids=_others(bound.psg_ids, doc_id)) for bound in hop.bindings]
    return replace(
        hop,
        keys=tuple(match for match in keys if match.psg_ids),
        bindings=tuple(bound for bound in bindings if bound.psg_ids),
        psg_ids=_others(hop.psg_ids, doc_id),
    )


def _others(psg_ids: Sequence[str], doc_id: str) -> tuple[str, ...]:
    """Those passages that are of other documents; a psg_id is ``<doc_id>@<version>#…``."""
    return tuple(psg_id for psg_id in psg_ids if psg_id.rpartition("@")[0] != doc_id)
