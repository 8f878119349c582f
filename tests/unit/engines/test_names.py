"""Cleaning of names, and what their own words tell."""

from __future__ import annotations

import pytest

from ensi_core.engines.offline.names import (
    acronym,
    clean_name,
    type_from_words,
    without_company_suffix,
    without_honorific,
)


@pytest.mark.parametrize(
    ("surface", "name"),
    [
        pytest.param("the Clean Harbour Act", "Clean Harbour Act", id="article"),
        pytest.param("Fennimore's", "Fennimore", id="possessive"),
        pytest.param("Ravel\nMills", "Ravel Mills", id="line-break"),
        pytest.param("“Tidewater,”", "Tidewater", id="quotes"),
        pytest.param("Acme Corp.", "Acme Corp.", id="abbreviation-keeps-its-stop"),
        pytest.param("Mr. Kessel. He", "Mr. Kessel", id="next-sentence"),
        pytest.param("Ostrava (Moravia", "Ostrava", id="open-bracket"),
        pytest.param("Hollow Lane was Ada Finch", "Hollow Lane", id="verb-inside"),
        pytest.param("Company", "", id="generic-word"),
        pytest.param("Case No", "", id="label"),
        pytest.param("$4 million", "", id="amount"),
        pytest.param("reservoir", "", id="no-capital"),
        pytest.param("12/31", "", id="figures"),
    ],
)
def test_a_name_is_cleaned(surface: str, name: str) -> None:
    assert clean_name(surface) == name


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Roe v. Harrowgate Mills Inc.", "case"),
        ("Brindle Storage LLC", "organization"),
        ("University of Wexmoor", "organization"),
        ("Carrow County", "place"),
        ("Clean Harbour Act", "law"),
        ("Superior Court of Wexmoor", "court"),
        ("Supply Agreement", "agreement"),
        ("Battle of Elm Ford", "event"),
        ("Ada Finch", None),
        ("River", None),
    ],
)
def test_words_of_a_name_tell_its_type(name: str, kind: str | None) -> None:
    assert type_from_words(name) == kind


def test_shorter_forms() -> None:
    assert without_honorific("Magistrate Judge Elena Ruiz") == "Elena Ruiz"
    assert without_honorific("Elena Ruiz") == "Elena Ruiz"
    assert without_company_suffix("Quillon Marine Co., Inc.") == "Quillon Marine"
    assert acronym("Kenoska Department of Environmental Stewardship") == "KDES"
    assert acronym("Kenoska") == ""
