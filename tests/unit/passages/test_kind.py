import pytest

from ensi_core.passages import document_kind, offline_design
from ensi_core.types import DocumentKind
from tests.fixtures.documents import make_document

CASES = {
    "annual report": (
        DocumentKind.FINANCIAL_REPORT,
        "# FORM 10-K\n\nANNUAL REPORT for the fiscal year ended June 30, 2023\n\n# ODELL MILLS, "
        "INC.\n\nNet sales were $12 million.",
    ),
    "earnings release": (
        DocumentKind.FINANCIAL_REPORT,
        "# Odell Mills reports second-quarter results\n\nNet sales rose 4%. Earnings per share "
        "were $1.10.\n\n# Consolidated Balance Sheets\n\n(in thousands)",
    ),
    "lease": (
        DocumentKind.CONTRACT,
        "# LEASE AGREEMENT\n\nThis Lease is made as of May 1, 2020 by and between Dover Yard Ltd "
        "and Odell Mill LLC.\n\nNOW, THEREFORE, the parties hereto agree as follows:",
    ),
    "short addendum": (
        DocumentKind.CONTRACT,
        "ADDENDUM I\n\nThis Addendum is effective May 1, 2020. The parties hereby agree to extend "
        "the term.",
    ),
    "complaint": (
        DocumentKind.PLEADING,
        "IN THE DISTRICT COURT OF KENT COUNTY\n\nMARA HARLAN, Plaintiff,\n\nv.\n\nODELL MILL LLC, "
        "Defendant.\n\n# COMPLAINT\n\n[1.] Plaintiff is a resident of Dover.\n\n"
        "JURY TRIAL DEMANDED",
    ),
    "opinion": (
        DocumentKind.OPINION,
        "UNITED STATES COURT OF APPEALS\n\nHARLAN v. ODELL MILL\n\n# OPINION\n\nBefore Lind, Roe, "
        "Circuit Judges.\n\nAppellant argues that the lease ended. We hold that it did not. "
        "We affirm.",
    ),
    "paper": (
        DocumentKind.PAPER,
        "# Wear of pump seals\n\nR. Lind, University of Dover\n\n# Abstract\n\nWe measure wear.\n\n"
        "# Introduction\n\nOkafor et al. [3] measured seals.\n\n# References",
    ),
    "deposition": (
        DocumentKind.TRANSCRIPT,
        "# DEPOSITION OF MARA HARLAN\n\nQ. Where were you?\n\nA. At the mill.\n\nQ. When?\n\n"
        "A. In May.",
    ),
    "results call": (
        DocumentKind.TRANSCRIPT,
        "ODELL MILLS, INC.\n\nSECOND QUARTER RESULTS CALL\n\nEdited transcript\n\n"
        "OPERATOR: Good morning.\n\nKAY ODELL: Thank you. Net sales rose in the quarter.\n\n"
        "MARA HARLAN: Net income and earnings per share rose as well.",
    ),
    "order with a caption": (
        DocumentKind.OPINION,
        "DISTRICT COURT OF KENT\n\nHARLAN, Plaintiff, v. ODELL MILL LLC, Defendant.\n\n"
        "ORDER ON MOTION TO DISMISS\n\nThe motion is denied. IT IS SO ORDERED.",
    ),
    "letter": (
        DocumentKind.CORRESPONDENCE,
        "VIA CERTIFIED MAIL\n\nRe: Lease of the Dover yard\n\nDear Ms. Odell:\n\nThe rent is late."
        "\n\nSincerely,\n\nMara Harlan",
    ),
    "message": (
        DocumentKind.CORRESPONDENCE,
        "From: r.lind@mill.example\nTo: k.odell@mill.example\nDate: May 1, 2020\nSubject: Pumps\n\n"
        "They arrived.",
    ),
    "encyclopaedia": (
        DocumentKind.GENERIC,
        "Dover is a town on the river Lea. It has a mill and two bridges.",
    ),
    "mostly rows": (
        DocumentKind.TABLE,
        "|!Well|Depth|Owner|\n" + "\n".join(f"|W-{n}|{900 + n}|Odell|" for n in range(20)),
    ),
}


@pytest.mark.parametrize(("kind", "markup"), CASES.values(), ids=CASES)
def test_kind_is_recognised_from_words_and_structure(kind, markup):
    assert document_kind(make_document(markup)) is kind


def test_media_type_tells_messages_and_sheets():
    text = "The pumps arrived."
    kinds = {
        media: document_kind(make_document(text, media_type=media))
        for media in ("message/rfc822", "text/csv", "text/plain")
    }
    assert kinds == {
        "message/rfc822": DocumentKind.CORRESPONDENCE,
        "text/csv": DocumentKind.TABLE,
        "text/plain": DocumentKind.GENERIC,
    }


def test_design_has_rules_for_every_kind_and_starts_with_those_seen():
    samples = [
        make_document(CASES[name][1], doc_id=name) for name in ("opinion", "lease", "letter")
    ]
    samples.append(make_document(CASES["short addendum"][1]))
    design = offline_design(samples, "termination rights")

    kinds = [rules.kind for rules in design.kinds]
    assert sorted(kinds) == sorted(DocumentKind)
    assert kinds[:3] == [
        DocumentKind.CONTRACT,
        DocumentKind.OPINION,
        DocumentKind.CORRESPONDENCE,
    ]
    assert design.kinds[0].units.endswith("(seen in 2 of 4 samples)")
    assert design.task == "termination rights"
    assert all(rules.soft_characters < rules.hard_characters <= 2_000 for rules in design.kinds)


def test_samples_change_no_rule():
    plain = {rules.kind: rules for rules in offline_design([], None).kinds}
    seen = offline_design([make_document(CASES["lease"][1])], None)
    for rules in seen.kinds:
        known = plain[rules.kind]
        assert (rules.soft_characters, rules.hard_characters, rules.carried) == (
            known.soft_characters,
            known.hard_characters,
            known.carried,
        )
