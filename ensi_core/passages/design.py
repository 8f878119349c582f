"""The offline passage design: rules for every kind of document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ensi_core.passages.kind import document_kind
from ensi_core.types import ContextName, Document, DocumentKind, KindDesign, PassageDesign

_ALWAYS = (ContextName.TITLE, ContextName.HEADING, ContextName.LEAD_IN)
_TABLES = (
    ContextName.CAPTION,
    ContextName.HEADER,
    ContextName.UNIT,
    ContextName.PERIOD,
    ContextName.ROW_GROUP,
)

_RULES: tuple[KindDesign, ...] = (
    KindDesign(
        DocumentKind.FINANCIAL_REPORT,
        units="A table row; a paragraph, or a run of short paragraphs under one heading",
        main_entity="The issuer, segment, product or line item that the passage reports on",
        soft_characters=700,
        hard_characters=1_600,
        carried=(*_ALWAYS, ContextName.ISSUER, *_TABLES),
    ),
    KindDesign(
        DocumentKind.CONTRACT,
        units="A clause or numbered paragraph with its short sub-items; a definition on its own",
        main_entity="The clause's subject, or the term that it defines",
        soft_characters=700,
        hard_characters=1_900,
        carried=(*_ALWAYS, ContextName.PARTIES, *_TABLES),
    ),
    KindDesign(
        DocumentKind.PLEADING,
        units="A numbered allegation, or short neighbouring ones that concern the same person",
        main_entity="The person, organization, event or filing that the allegation is about",
        soft_characters=700,
        hard_characters=1_600,
        carried=(*_ALWAYS, ContextName.PARTIES, ContextName.CITATION, *_TABLES),
    ),
    KindDesign(
        DocumentKind.OPINION,
        units="A paragraph of the opinion, or short neighbouring ones under one heading",
        main_entity="The party, claim, authority or ruling that the paragraph treats",
        soft_characters=800,
        hard_characters=1_800,
        carried=(*_ALWAYS, ContextName.PARTIES, ContextName.CITATION, *_TABLES),
    ),
    KindDesign(
        DocumentKind.PAPER,
        units="A paragraph, or short neighbouring ones of one section; a table row",
        main_entity="The method, data set, material or finding that the paragraph is about",
        soft_characters=900,
        hard_characters=1_800,
        carried=(*_ALWAYS, ContextName.CITATION, *_TABLES),
    ),
    KindDesign(
        DocumentKind.TRANSCRIPT,
        units="A speaker's turn, or a question with its answer; long turns in parts",
        main_entity="The speaker, or the person or matter spoken of",
        soft_characters=600,
        hard_characters=1_600,
        carried=(*_ALWAYS, ContextName.SPEAKER, *_TABLES),
    ),
    KindDesign(
        DocumentKind.CORRESPONDENCE,
        units="A message's header with its first paragraph; then a paragraph or short neighbours",
        main_entity="The person, matter or thing that the paragraph is about",
        soft_characters=700,
        hard_characters=1_600,
        carried=(*_ALWAYS, *_TABLES),
    ),
    KindDesign(
        DocumentKind.TABLE,
        units="A row with its caption, column headers and unit",
        main_entity="What the row's first text cell names",
        soft_characters=500,
        hard_characters=1_600,
        carried=(*_ALWAYS, *_TABLES),
    ),
    KindDesign(
        DocumentKind.GENERIC,
        units="A paragraph, or short neighbouring ones under one heading on the same subject",
        main_entity="What the heading or the paragraph is about",
        soft_characters=800,
        hard_characters=1_800,
        carried=(*_ALWAYS, *_TABLES),
    ),
)


def offline_design(samples: Sequence[Document], task: str | None) -> PassageDesign:
    """Rules for all kinds, those found among ``samples`` first and saying how many they are.

    The rules themselves do not depend on the samples, so that a later import of another kind finds
    rules too and an import in another order gives the same passages.
    """
    counts = Counter(document_kind(document) for document in samples)
    order = {design.kind: position for position, design in enumerate(_RULES)}
    ranked = sorted(_RULES, key=lambda design: (-counts[design.kind], order[design.kind]))
    kinds = tuple(_with_reason(design, counts[design.kind], len(samples)) for design in ranked)
    return PassageDesign(kinds, task)


def _with_reason(design: KindDesign, count: int, total: int) -> KindDesign:
    if not count:
        return design
    return replace(design, units=f"{design.units} (seen in {count} of {total} samples)")
