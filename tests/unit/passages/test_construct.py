"""What becomes a passage, what it is centred on, and what it carries."""

from dataclasses import replace

from ensi_core.passages import construct, offline_design
from ensi_core.types import (
    ContextItem,
    ContextName,
    Document,
    DocumentFact,
    DocumentKind,
    Passage,
    PassageKind,
)
from tests.fixtures.documents import make_document, span_of

DESIGN = offline_design([], None)


def passages_of(document: Document, kind: DocumentKind, entity_of=None) -> tuple[Passage, ...]:
    return construct(document, DESIGN.for_kind(kind), entity_of)


def shown(passages: tuple[Passage, ...]) -> list[tuple[PassageKind, str, str, str]]:
    return [(p.kind, p.main_entity, p.main_entity_type, p.text) for p in passages]


def carried(passage: Passage) -> list[tuple[ContextName, str]]:
    return [(item.name, item.text) for item in passage.context]


CONTRACT = """
# SUPPLY AGREEMENT

# ARTICLE I DEFINITIONS

In this Agreement:

“Effective Date” means March 3, 2021.

“Goods” means the pumps listed in Exhibit A, including:

- (a) spare seals; and

- (b) manuals.

# ARTICLE II SALE

[2.1] Sale. Seller shall sell the Goods to Buyer.

[2.2] Price. Buyer shall pay:

- (a) the base price; and

- (b) the freight.
"""


def test_contract_clauses_and_definitions_are_passages_of_their_own():
    document = make_document(CONTRACT, title="Supply Agreement")

    assert shown(passages_of(document, DocumentKind.CONTRACT)) == [
        (
            PassageKind.PROSE,
            "DEFINITIONS",
            "clause",
            "SUPPLY AGREEMENT\n\nARTICLE I DEFINITIONS\n\nIn this Agreement:",
        ),
        (
            PassageKind.PROSE,
            "Effective Date",
            "defined term",
            "“Effective Date” means March 3, 2021.",
        ),
        (
            PassageKind.PROSE,
            "Goods",
            "defined term",
            "“Goods” means the pumps listed in Exhibit A, including:\n\n(a) spare seals; and\n\n"
            "(b) manuals.",
        ),
        (
            PassageKind.PROSE,
            "Sale",
            "clause",
            "ARTICLE II SALE\n\n2.1 Sale. Seller shall sell the Goods to Buyer.",
        ),
        (
            PassageKind.PROSE,
            "Price",
            "clause",
            "2.2 Price. Buyer shall pay:\n\n(a) the base price; and\n\n(b) the freight.",
        ),
    ]


def test_definitions_carry_title_headings_and_the_sentence_that_leads_in():
    document = make_document(CONTRACT, title="Supply Agreement")
    heading = span_of(document, "ARTICLE I DEFINITIONS")
    leading = span_of(document, "In this Agreement:")

    assert passages_of(document, DocumentKind.CONTRACT)[1].context == (
        ContextItem(ContextName.TITLE, "Supply Agreement"),
        ContextItem(ContextName.HEADING, "ARTICLE I DEFINITIONS", heading),
        ContextItem(ContextName.LEAD_IN, "In this Agreement:", leading),
    )


def test_id_page_and_locator_come_from_the_first_span():
    document = make_document(
        "Rent is due monthly.\n\n<page>\n\n# Term\n\nTwo years.", doc_id="lease"
    )
    second = passages_of(document, DocumentKind.CONTRACT)[1]
    span = span_of(document, "Term\n\nTwo years.")

    assert (second.psg_id, second.spans, second.page, second.page_label, second.locator) == (
        f"lease@{document.version}#{span.start}-{span.end}",
        (span,),
        2,
        "2",
        "p. 2",
    )


def test_locate_names_the_place():
    document = make_document("Rent is due.")
    passages = construct(
        document, DESIGN.for_kind(DocumentKind.CONTRACT), None, lambda span: (7, "vii", "Tr. 7:1")
    )
    assert [(p.page, p.page_label, p.locator) for p in passages] == [(7, "vii", "Tr. 7:1")]


STATEMENT = """
= Table 1. Balance sheet at December 31, 2023 (in millions)

|!|2023|2022|
|Current assets:|||
|Cash (1)|1,234|1,100|
|Total current assets|1,290|1,148|
|Goodwill|10|11|
"""


def test_table_rows_are_passages_with_their_headers():
    document = make_document(STATEMENT, title="Annual report")
    passages = passages_of(document, DocumentKind.FINANCIAL_REPORT)

    caption = "Table 1. Balance sheet at December 31, 2023 (in millions)"
    assert shown(passages) == [
        (PassageKind.TABLE_HEAD, caption, "table", f"{caption}\n\n\t2023\t2022"),
        (PassageKind.ROW, "Cash", "line item", "Current assets:\t\t\nCash (1)\t1,234\t1,100"),
        (
            PassageKind.ROW,
            "Total current assets",
            "line item",
            "Total current assets\t1,290\t1,148",
        ),
        (PassageKind.ROW, "Goodwill", "line item", "Goodwill\t10\t11"),
    ]
    year, before = span_of(document, "2023", 2), span_of(document, "2022")
    table = (
        ContextItem(ContextName.TITLE, "Annual report"),
        ContextItem(ContextName.CAPTION, caption, span_of(document, caption)),
        ContextItem(ContextName.UNIT, "(in millions)", span_of(document, "(in millions)")),
        ContextItem(
            ContextName.PERIOD, "December 31, 2023", span_of(document, "December 31, 2023")
        ),
        ContextItem(ContextName.HEADER, "2023", year, 1),
        ContextItem(ContextName.PERIOD, "2023", year, 1),
        ContextItem(ContextName.HEADER, "2022", before, 2),
        ContextItem(ContextName.PERIOD, "2022", before, 2),
    )
    group = ContextItem(
        ContextName.ROW_GROUP, "Current assets:", span_of(document, "Current assets:")
    )
    assert [passage.context for passage in passages[1:]] == [
        (*table, group),
        (*table, group),
        table,
    ]


def test_headers_are_found_without_marks_and_joined_over_their_columns():
    document = make_document(
        "||Three Months Ended June 30,||\n||2024|2023|\n|Net sales|1,200|1,150|\n|Cost|700|650|"
    )
    net_sales = passages_of(document, DocumentKind.FINANCIAL_REPORT)[1]
    assert [(i.name, i.text, i.column) for i in net_sales.context] == [
        (ContextName.HEADER, "Three Months Ended June 30, 2024", 1),
        (ContextName.PERIOD, "Three Months Ended June 30, 2024", 1),
        (ContextName.HEADER, "2023", 2),
        (ContextName.PERIOD, "2023", 2),
    ]


def test_a_table_stays_together_where_the_design_says_so():
    document = make_document(STATEMENT)
    design = replace(DESIGN.for_kind(DocumentKind.FINANCIAL_REPORT), table_rows=False)
    assert [p.kind for p in construct(document, design)] == [
        PassageKind.TABLE_HEAD,
        PassageKind.TABLE,
    ]


def test_turns_carry_their_speaker_and_short_ones_stay_with_the_next():
    long_turn = "THE COURT: " + "The motion to exclude the report was argued at length. " * 4
    document = make_document(
        f"# Hearing\n\n{long_turn}\n\nQ. Where were you?\n\nA. At the mill.\n\n{long_turn}"
    )
    passages = passages_of(document, DocumentKind.TRANSCRIPT)
    assert [(p.kind, p.main_entity, p.context_texts(ContextName.SPEAKER)) for p in passages] == [
        (PassageKind.TURN, "THE COURT", ("THE COURT",)),
        (PassageKind.TURN, "THE COURT", ("Q", "A", "THE COURT")),
    ]


def test_a_message_keeps_its_header_with_the_first_paragraph():
    document = make_document(
        "From: r.lind@mill.example\nSubject: Pump order 4471\n\nThe pumps arrived.\n\n"
        "From: k.odell@mill.example\nSubject: Re: Pump order 4471\n\nPlease return them."
    )
    passages = passages_of(document, DocumentKind.CORRESPONDENCE)
    assert [(p.text, p.context_texts(ContextName.HEADING)) for p in passages] == [
        (
            "From: r.lind@mill.example\nSubject: Pump order 4471\n\nThe pumps arrived.",
            ("Pump order 4471",),
        ),
        (
            "From: k.odell@mill.example\nSubject: Re: Pump order 4471\n\nPlease return them.",
            ("Re: Pump order 4471",),
        ),
    ]


def test_a_footnote_is_a_passage_that_knows_its_section():
    document = make_document("# Facts\n\nThe mill closed.\n\n^ 1 See Lind Decl. ¶ 4.")
    footnote = passages_of(document, DocumentKind.OPINION)[1]
    assert (footnote.kind, footnote.text, footnote.context_texts(ContextName.HEADING)) == (
        PassageKind.FOOTNOTE,
        "1 See Lind Decl. ¶ 4.",
        ("Facts",),
    )


def names_of(text: str) -> tuple[str, str] | None:
    known = {"Harlan": ("Mara Harlan", "person"), "mill": ("Odell Mill", "organization")}
    return next((entity for word, entity in known.items() if word in text), None)


def test_neighbours_about_different_entities_are_kept_apart():
    document = make_document(
        "Harlan lived in Dover.\n\nHarlan moved north.\n\nThe mill opened in 1911.\n\nIt burned."
    )
    assert shown(passages_of(document, DocumentKind.GENERIC, names_of)) == [
        (
            PassageKind.PROSE,
            "Mara Harlan",
            "person",
            "Harlan lived in Dover.\n\nHarlan moved north.",
        ),
        (
            PassageKind.PROSE,
            "Odell Mill",
            "organization",
            "The mill opened in 1911.\n\nIt burned.",
        ),
    ]


def test_list_items_stay_with_their_lead_in_whatever_they_name():
    document = make_document("The parties are:\n\n- Harlan, a person;\n\n- the mill, a company.")
    assert [p.text for p in passages_of(document, DocumentKind.GENERIC, names_of)] == [
        "The parties are:\n\nHarlan, a person;\n\nthe mill, a company."
    ]


def test_items_in_a_later_passage_carry_the_lead_in():
    item = "- the pump shall be tested for " + "pressure, flow and noise under full load " * 12
    document = make_document("Before delivery:\n\n" + "\n\n".join([item] * 4))
    passages = passages_of(document, DocumentKind.CONTRACT)
    assert [p.context_texts(ContextName.LEAD_IN) for p in passages] == [
        (),
        ("Before delivery:",),
    ]


def test_long_paragraphs_are_cut_at_sentence_ends_and_parts_keep_the_title():
    sentence = "The tenant shall keep the boiler, the roof and the yard in good repair. "
    document = make_document(f"[7] Repairs. {sentence * 40}")
    passages = passages_of(document, DocumentKind.CONTRACT)
    assert [p.text.endswith("in good repair.") for p in passages] == [True, True]
    assert [p.main_entity for p in passages] == ["Repairs", "Repairs"]
    assert all(len(p.text) <= 1_900 for p in passages)


def test_clauses_run_together_in_one_block_are_told_apart():
    filler = "and shall keep records of each delivery for the time that the law requires"
    document = make_document(
        f"3.1 Delivery. Seller shall deliver the goods {filler}.   3.2 Risk. Risk passes on "
        f"delivery {filler}.   “Site” means the yard at Dover {filler}."
    )
    passages = passages_of(document, DocumentKind.CONTRACT)
    assert [(p.main_entity, p.main_entity_type) for p in passages] == [
        ("Delivery", "clause"),
        ("Risk", "clause"),
        ("Site", "defined term"),
    ]


def test_a_sentence_cut_by_a_page_end_is_one_passage_in_two_spans():
    document = make_document(
        "The lessee pays\n\n! Page header\n\nthe rent on the first day of each month."
    )
    passage = passages_of(document, DocumentKind.CONTRACT)[0]
    assert passage.text == "The lessee pays\nthe rent on the first day of each month."


def test_a_name_cut_by_a_page_end_is_put_together():
    document = make_document(
        "The mill at Dover has been run since the spring of 2012 by Raymond\n\n<page>\n\nOdell.",
    )
    assert [p.text for p in passages_of(document, DocumentKind.PLEADING)] == [
        "The mill at Dover has been run since the spring of 2012 by Raymond\nOdell."
    ]


def test_drawn_lines_stand_with_what_follows():
    document = make_document("# Notes\n\nThe pumps arrived.\n\n-----\n\nThey leak.")
    assert [p.text for p in passages_of(document, DocumentKind.GENERIC)] == [
        "Notes\n\nThe pumps arrived.",
        "-----\n\nThey leak.",
    ]


def test_a_list_of_speakers_is_a_passage_of_its_own():
    document = make_document(
        "# PARTICIPANTS\n\nKay Odell, President\n\nMara Harlan, Treasurer\n\n# REMARKS\n\n"
        "KAY ODELL: Good morning."
    )
    assert [(p.kind, p.text) for p in passages_of(document, DocumentKind.TRANSCRIPT)] == [
        (PassageKind.PROSE, "PARTICIPANTS\n\nKay Odell, President\n\nMara Harlan, Treasurer"),
        (PassageKind.TURN, "REMARKS\n\nKAY ODELL: Good morning."),
    ]


def test_facts_of_the_document_are_carried_where_the_design_wants_them():
    facts = (
        DocumentFact("issuer", "Odell Mills, Inc."),
        DocumentFact("period", "fiscal 2023"),
        DocumentFact("docket", "2:19-cv-00123"),
    )
    document = make_document("Sales rose.", facts=facts)
    assert carried(passages_of(document, DocumentKind.FINANCIAL_REPORT)[0]) == [
        (ContextName.ISSUER, "Odell Mills, Inc."),
        (ContextName.PERIOD, "fiscal 2023"),
    ]


def test_lines_of_a_title_page_are_gathered():
    document = make_document("# LEASE\n\n# BETWEEN\n\nDover Yard Ltd\n\n# AND\n\nOdell Mill LLC")
    assert [p.text for p in passages_of(document, DocumentKind.CONTRACT)] == [
        "LEASE\n\nBETWEEN\n\nDover Yard Ltd\n\nAND\n\nOdell Mill LLC"
    ]


def test_lines_of_a_table_of_contents_stay_together():
    entries = [f"[{n}.0] Duties of the lessee in year {n} {n + 3}" for n in range(1, 25)]
    document = make_document("\n\n".join(entries) + "\n\nThe lessee pays the rent.")
    passages = passages_of(document, DocumentKind.CONTRACT)
    assert [(p.text[:10], p.text[-10:]) for p in passages] == [
        ("1.0 Duties", "year 24 27"),
        ("The lessee", " the rent."),
    ]


def test_headings_without_text_are_a_passage_at_the_end():
    document = make_document("The rent is due monthly.\n\n# SIGNATURES\n\n# SCHEDULE A")
    assert [p.text for p in passages_of(document, DocumentKind.CONTRACT)] == [
        "The rent is due monthly.",
        "SIGNATURES\n\nSCHEDULE A",
    ]


def test_long_context_is_cut_at_a_word():
    heading = "Consolidated statements of " + "operations and comprehensive income " * 8
    document = make_document(f"# {heading.strip()}\n\nSales rose.")
    passage = passages_of(document, DocumentKind.FINANCIAL_REPORT)[0]
    (text,) = passage.context_texts(ContextName.HEADING)
    assert len(text) <= 160
    assert heading.startswith(text.removesuffix("…"))
