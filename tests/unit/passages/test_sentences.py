import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensi_core.passages import sentence_spans

CASES = {
    "two plain": ["The rent is due.", "It was not paid."],
    "versus": ["The court followed Marbury v. Madison.", "It reversed."],
    "rules of procedure": ["See Fed. R. Civ. P. 12(b)(6).", "The motion is denied."],
    "company suffix inside": ["Acme Widgets, Inc. filed the suit.", "Beta Corp. answered."],
    "company suffix last": ["It was sold to Acme Widgets, Inc.", "The buyer paid cash."],
    "initials": ["J. R. Harlan signed.", "Ms. K. Odell did not."],
    "number sign": ["See Dkt. No. 41 at 7.", "Nothing followed."],
    "decimal": ["Sales rose 3.5% to $1.2 million.", "Costs fell."],
    "clause label": ["4.2 Term.", "The term is two years."],
    "section label": ["Section 9.1. Notices shall be in writing.", "Copies go to counsel."],
    "list label": ["1. Payment is due.", "2. Interest accrues."],
    "quote after stop": ["He said “Stop.”", "She went on."],
    "bracket after stop": ["(The lease ended in May.)", "The keys were returned."],
    "note number after stop": ["The court so held.12", "The panel agreed."],
    "exhibit letter": ["It is attached as Exhibit B.", "The parties signed it."],
    "country": ["It sells in the U.S.", "The rest is exported."],
    "country inside": ["The U.S. Supreme Court heard it.", "It affirmed."],
    "time of day": [
        "Work stops at 5 p.m. on Fridays.",
        "It starts at 9 a.m.",
        "The gate is locked.",
    ],
    "question": ["Was it late?", "Yes!", "It was."],
    "et al": ["Okafor et al. (2020) measured it.", "Lind et al. did not."],
    "statute": ["He relied on 42 U.S.C. § 1983.", "She did not."],
    "ordinary no": ["The answer is no.", "The claim fails."],
    "ellipsis": ["“We agreed . . . to pay.”", "Nobody paid."],
    "lower case goes on": ["Sold to Northwind Ltd. under seal.", "Closed."],
    "pilcrow": ["Compl. ¶ 12.", "Defendant denies this."],
}


def sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentence_spans(text)]


@pytest.mark.parametrize("case", CASES)
def test_sentences_end_where_a_reader_ends_them(case):
    assert sentences(" ".join(CASES[case])) == CASES[case]


def test_a_blank_line_ends_a_sentence_and_a_line_end_does_not():
    assert sentences("ARTICLE IV\n\nThe Seller shall\npay. Done") == [
        "ARTICLE IV",
        "The Seller shall\npay.",
        "Done",
    ]


def test_offset_is_added_to_every_span():
    assert [(s.start, s.end) for s in sentence_spans("One. Two.", 100)] == [(100, 104), (105, 109)]


@given(st.text(alphabet="ab AB.1!?”)(\n\t“,:v U.S", max_size=300))
def test_every_character_that_is_not_blank_is_in_one_sentence(text):
    spans = sentence_spans(text)
    inside = [p for s in spans for p in range(s.start, s.end)]
    assert len(inside) == len(set(inside))
    assert {p for p, c in enumerate(text) if not c.isspace()} <= set(inside)
    assert all(text[s.start : s.end].strip() == text[s.start : s.end] != "" for s in spans)
