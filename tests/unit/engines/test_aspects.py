"""Aspects from headings and cues."""

from __future__ import annotations

import pytest

from ensi_core.engines.offline.aspects import cued_aspects, heading_aspects, triggers


@pytest.mark.parametrize(
    ("heading", "aspects"),
    [
        ("Item 1A. Risk Factors", ("risk factors", "risk")),
        ("12. GOVERNING LAW", ("governing law",)),
        ("Section 9.2 Limitation on Damages", ("limitation on damages", "limitation of liability")),
        ("IV. DISCUSSION", ("discussion",)),
        ("Early life and education", ("early life and education", "biography", "education")),
        ("3.55", ()),
        ("(BCMA/CD3)", ()),
        ("In August 2022, Acme and Brindle filed a claim", ()),
    ],
)
def test_headings_name_aspects(heading: str, aspects: tuple[str, ...]) -> None:
    assert heading_aspects(heading) == aspects


@pytest.mark.parametrize(
    ("text", "scope", "aspect"),
    [
        ("Either party may terminate this Agreement.", "legal", "termination"),
        ("Seller shall hold Buyer harmless and indemnify it.", "legal", "indemnification"),
        (
            "In no event shall either party be liable for consequential damages.",
            "legal",
            "limitation of liability",
        ),
        ("The Court reviews the ruling de novo.", "legal", "standard of review"),
        ("Net sales rose in the quarter.", "financial", "revenue"),
        ("The term loan matures in 2027.", "financial", "debt"),
        ("She was born in Oslo and grew up there.", "general", "biography"),
    ],
)
def test_cues_name_aspects(text: str, scope: str, aspect: str) -> None:
    assert aspect in [cue.name for cue in cued_aspects(text, (scope,))]


def test_a_cue_is_where_it_says() -> None:
    text = "They met. Either party may terminate this lease."
    (cue,) = [cue for cue in cued_aspects(text, ("legal",)) if cue.name == "termination"]
    assert text[cue.span.start : cue.span.end] == "terminate"


def test_general_aspects_do_not_show_in_legal_texts() -> None:
    assert "politics" not in [
        cue.name for cue in cued_aspects("Each party and the other party agree.", ("legal",))
    ]


@pytest.mark.parametrize(
    ("cue", "expected"),
    [
        (r"\bterminat(?:e|ed)\b", ("terminat",)),
        (r"\b(?:mother|father)\b", ("mother", "father")),
        (r"\bnon-?compet", ("compet",)),
        (r"\bR&D\b", ()),
    ],
)
def test_triggers_are_literals_that_a_match_must_hold(cue: str, expected: tuple[str, ...]) -> None:
    assert triggers(cue) == expected
