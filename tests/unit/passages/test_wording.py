import pytest

from ensi_core.passages import wording

TITLES = {
    "numbered": ("4.2 Term. The term is two years.", "Term"),
    "capitals": ("GOVERNING LAW. This Lease is governed by the law of Kent.", "GOVERNING LAW"),
    "small words inside": ("(c) Right of First Refusal. Tenant may buy.", "Right of First Refusal"),
    "country": (
        "2.9 U.S. GOVERNMENT RIGHTS. It is commercial.",
        "U.S. GOVERNMENT RIGHTS",
    ),
    "dash": ("Section 3 Notices — Notices are in writing.", "Notices"),
    "sentence": ("The Seller shall deliver. The Buyer shall pay.", None),
    "company": ("9. Defendant Odell Mills, Inc. is a corporation.", None),
    "no text after": ("4.2 Term.", None),
}


@pytest.mark.parametrize(("text", "title"), TITLES.values(), ids=TITLES)
def test_run_in_titles(text, title):
    found = wording.run_in_title(text)
    assert (text[found[0] : found[1]] if found else None) == title


TERMS = {
    "means": ("“Effective Date” means May 1.", "Effective Date"),
    "shall mean": ("1.1 'Purpose' shall mean any talks.", "Purpose"),
    "the term": ('The term "Goods" refers to pumps.', "Goods"),
    "two names": ("“Goods” or “Products” means pumps.", "Goods"),
    "has the meaning": ("(a) “Site” has the meaning in Section 2.", "Site"),
    "quotation": ("“We agreed,” said the witness.", None),
    "comma after": ("“Margin” means, for any day, the rate in Section 2.", "Margin"),
    "plain": ("The Seller means to pay.", None),
}


@pytest.mark.parametrize(("text", "term"), TERMS.values(), ids=TERMS)
def test_defined_terms(text, term):
    assert wording.defined_term(text) == term


HEADINGS = {
    "1. GRANT OF RIGHTS": "GRANT OF RIGHTS",
    "ARTICLE IV - TERM": "TERM",
    "Item 7A. Market risk": "Market risk",
    "Section 9.1. Notices.": "Notices",
    "ARTICLE IV": "ARTICLE IV",
    "Assets": "Assets",
}


@pytest.mark.parametrize(("heading", "words"), HEADINGS.items(), ids=HEADINGS)
def test_headings_without_their_number(heading, words):
    assert wording.without_label(heading) == words


@pytest.mark.parametrize(
    ("text", "sub", "numbered"),
    [
        ("(a) the price; and", True, False),
        ("ii. the freight", True, False),
        ("• seals", True, False),
        ("1. make and sell", True, False),
        ("1. Payment. Buyer shall pay.", False, True),
        ("4.2 Term", False, True),
        ("Section 3 Notices", False, True),
        ("The price is due.", False, False),
    ],
)
def test_labels_tell_items_from_clauses(text, sub, numbered):
    assert (wording.is_sub_item(text), wording.is_numbered(text)) == (sub, numbered)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("THE COURT: Be seated.", "THE COURT"),
        ("MR. OKAFOR: Thank you.", "MR. OKAFOR"),
        ("Q. Where were you?", "Q"),
        ("A   At the mill.", "A"),
        ("Kay Odell: Good morning.", "Kay Odell"),
        ("The parties agree: nothing is due.", None),
    ],
)
def test_speakers(text, name):
    assert wording.speaker(text) == name
