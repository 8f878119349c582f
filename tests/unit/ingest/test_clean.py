from __future__ import annotations

import pytest

from ensi_core.errors import IngestError
from ensi_core.ingest.clean import Hyphenation, clean, one_line
from ensi_core.ingest.decode import decode
from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.ingest.units import unit_offsets


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\xa0b\u2003c", "a b c"),
        ("in\xadter\u200best", "interest"),
        ("e\ufb03cient \ufb01le", "efficient file"),
        ("a\x00b\x07c\x1b", "abc"),
        ("\uf0b7 point", "• point"),
        ("line\u2028end", "line\nend"),
        ("tab\tand\nfeed", "tab\tand\nfeed"),
        ("\ud800lone", "lone"),
        ("Société “x” – €5", "Société “x” – €5"),
    ],
)
def test_clean(text: str, expected: str) -> None:
    assert clean(text) == expected


def test_one_line() -> None:
    assert one_line("  a\n\t b\xa0 ") == "a b"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("the agree-", "ment of", "the agreement of"),
        ("a well-", "known fact", "a well-known fact"),
        ("a long-", "standing use", "a long-standing use"),
        ("self-", "employed", "self-employed"),
        ("Smith-", "Jones", "Smith-Jones"),
        ("in 1995-", "1996", "in 1995-1996"),
        ("and/", "or", "and/or"),
        ("text --", "more", "text -- more"),
        ("one", "two", "one two"),
        ("re-entry by re-", "entry", "re-entry by re-entry"),
        ("a transaction-", "specific rule", "a transaction-specific rule"),
    ],
)
def test_joints(left: str, right: str, expected: str) -> None:
    hyphens = Hyphenation(["The well-known re-entry was an agreement. A specific transaction."])
    assert hyphens.joint(left, right) == expected
    assert hyphens.join([left, right])[0] == expected


def test_join_tells_where_lines_begin() -> None:
    text, starts = Hyphenation([]).join(["The agree-", "ment is", "void."])
    assert text == "The agreement is void."
    assert [text[start:] for start in starts] == [
        "The agreement is void.",
        "ment is void.",
        "void.",
    ]


@pytest.mark.parametrize(
    ("text", "label", "scheme"),
    [
        ("Item 1A. Risk Factors", "Item 1A", Scheme.ITEM),
        ("PART II", "PART II", Scheme.PART),
        ("ARTICLE IV — TERMINATION", "ARTICLE IV", Scheme.ARTICLE),
        ("NOTE 5 - DEBT", "NOTE 5", Scheme.NOTE),
        ("Section 4.2(b) Liens", "Section 4.2(b)", Scheme.SECTION),
        ("§ 12 Scope", "§ 12", Scheme.SECTION),
        ("4.2(b) Liens", "4.2(b)", Scheme.DECIMAL),
        ("IV. DISCUSSION", "IV.", Scheme.ROMAN),
        ("B. Standing", "B.", Scheme.LETTER),
        ("12. The plaintiff", "12.", Scheme.ARABIC),
        ("(b) the tenant", "(b)", Scheme.BRACKETED),
        ("(iv) any loss", "(iv)", Scheme.BRACKETED),
        ("¶ 34 The", "¶ 34", Scheme.PARAGRAPH_SIGN),
        ("• point", "•", Scheme.BULLET),
        ("SCHEDULE 1.01(a) Commitments", "SCHEDULE 1.01(a)", Scheme.EXHIBIT),
    ],
)
def test_labels(text: str, label: str, scheme: Scheme) -> None:
    found = label_of(text)
    assert found is not None
    assert (found.text, found.scheme) == (label, scheme)


@pytest.mark.parametrize(
    "text",
    ["A fine day", "J. P. Morgan", "2024 was", "I think", "(see above)", "Itemised", "3.5 million"],
)
def test_no_labels(text: str) -> None:
    assert label_of(text) is None or text == "3.5 million"


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("(in millions, except per share data)", "(in millions, except per share data)"),
        ("Sales (dollars in millions):", "(dollars in millions)"),
        ("(Unaudited, in thousands)", "(Unaudited, in thousands)"),
        ("($ in thousands)", "($ in thousands)"),
        ("(U.S. dollars in millions)", "(U.S. dollars in millions)"),
        ("In thousands of euros", "In thousands of euros"),
        ("(see note 4)", None),
        ("The company (in which we invested) grew", None),
        ("Millions of people saw it", None),
    ],
)
def test_units(text: str, unit: str | None) -> None:
    found = unit_offsets(text)
    assert (text[found[0] : found[1]] if found else None) == unit


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"caf\xc3\xa9", "café"),
        (
            b"caf\xe9 and \x93quotes\x94 in plain western text",
            "café and “quotes” in plain western text",
        ),
        ("café".encode("utf-16"), "café"),
        ("Some Latin text".encode("utf-16-le"), "Some Latin text"),
        (b"\xef\xbb\xbfmark", "mark"),
    ],
)
def test_decode(content: bytes, expected: str) -> None:
    assert decode("x.txt", content) == expected


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(IngestError, match=r"blob\.txt") as raised:
        decode("blob.txt", bytes(range(32)) * 40)
    assert raised.value.code == "not_text"
