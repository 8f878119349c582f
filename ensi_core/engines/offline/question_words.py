"""Words that steer planning and answering: what a noun stands for, which verbs say little."""

from __future__ import annotations

from collections.abc import Mapping

from ensi_core.types import AnswerType

_PERSON_NOUNS_LIST = """
    person man woman people player actor actress artist singer author writer director president
    minister king queen prince princess emperor empress ruler leader founder creator composer
    performer producer judge justice arbitrator monitor lawyer attorney counsel trustee executor
    witness plaintiff defendant officer executive ceo cfo chairman chairperson chairwoman chair
    spouse wife husband father mother parent son daughter child brother sister sibling uncle
    aunt grandfather grandmother grandson granddaughter cousin nephew niece partner widow
    widower predecessor successor governor mayor senator saint pope bishop coach captain drummer
    guitarist keyboardist bassist vocalist scientist physicist poet novelist playwright
    philosopher inventor explorer architect engineer general admiral commander host narrator
    voice character star celebrity politician athlete footballer wrestler model teacher
    professor student guy girl boy in-law chief signatory whistleblower auditor expert mediator
    principal godfather stepfather stepmother ancestor descendant heir hero villain girlfriend
    boyfriend fiance monarch duke duchess earl count countess baron sultan pharaoh clerk
    employee owner
    """
PERSON_NOUNS = frozenset(_PERSON_NOUNS_LIST.split())

_ORGANIZATION_NOUNS_LIST = """
    company corporation firm organization organisation association agency institution institute
    university college school academy team club band group party league bank lender borrower
    subsidiary affiliate manufacturer maker publisher label studio network station channel
    airline employer union church regulator court tribunal commission committee board ministry
    department government army regiment navy orchestra museum hospital newspaper magazine
    franchise supplier vendor customer contractor landlord tenant licensee licensor guarantor
    acquirer issuer insurer underwriter broadcaster conglomerate startup distributor operator
    developer competitor carrier foundation society federation
    """
ORGANIZATION_NOUNS = frozenset(_ORGANIZATION_NOUNS_LIST.split())

_PLACE_NOUNS_LIST = """
    place city town village county state country province region district territory municipality
    township borough capital island continent river lake mountain sea ocean bay peninsula valley
    location birthplace seat headquarters hometown home nation area neighborhood neighbourhood
    street road highway building stadium park port airport site facility plant venue kingdom
    empire jurisdiction constituency parish prefecture canton commune suburb desert bridge
    stream creek
    """
PLACE_NOUNS = frozenset(_PLACE_NOUNS_LIST.split())


DATE_NOUNS = frozenset(
    [
        "date",
        "day",
        "year",
        "month",
        "deadline",
        "birthday",
        "anniversary",
        "century",
        "decade",
        "time",
        "birthdate",
    ]
)
DURATION_NOUNS = frozenset(["duration", "term", "length", "period", "lifespan", "tenure"])
_MONEY_NOUNS_LIST = """
    amount price cost fee revenue revenues sale sales income profit earnings loss debt expense
    expenses expenditure capex payment salary compensation penalty fine damages budget value
    worth proceeds dividend cash liability liabilities asset assets equity commitment principal
    rent deposit purchase receivables payables inventory inventories ebitda goodwill spending
    reserve reserves borrowings sum cap consideration bonus
    """
MONEY_NOUNS = frozenset(_MONEY_NOUNS_LIST.split())
PERCENT_NOUNS = frozenset(
    [
        "percentage",
        "percent",
        "rate",
        "margin",
        "premium",
        "discount",
        "yield",
        "share",
        "proportion",
        "fraction",
    ]
)
NUMBER_NOUNS = frozenset(
    ["number", "count", "population", "total", "ratio", "size", "height", "area", "altitude"]
)

_TYPES: tuple[tuple[frozenset[str], AnswerType], ...] = (
    (PERSON_NOUNS, AnswerType.PERSON),
    (ORGANIZATION_NOUNS, AnswerType.ORGANIZATION),
    (PLACE_NOUNS, AnswerType.PLACE),
    (DATE_NOUNS, AnswerType.DATE),
    (DURATION_NOUNS, AnswerType.DURATION),
    (MONEY_NOUNS, AnswerType.MONEY),
    (PERCENT_NOUNS, AnswerType.PERCENT),
    (NUMBER_NOUNS, AnswerType.NUMBER),
)
_BY_NOUN: Mapping[str, AnswerType] = {
    noun: kind for nouns, kind in reversed(_TYPES) for noun in sorted(nouns)
}
VALUE_NOUNS = DATE_NOUNS | DURATION_NOUNS | MONEY_NOUNS | PERCENT_NOUNS | NUMBER_NOUNS
_PERSON_ENDINGS = ("er", "or", "ist", "ian", "man", "woman", "ee")
_NOT_PERSONS_LIST = """
    number order letter matter chapter quarter power offer transfer water paper factor sector
    error corner answer center centre theater theatre computer register disorder remainder color
    waiver merger tender tower border chamber character flower software fee guarantee committee
    degree tree coffee indicator parameter behavior behaviour labor labour honor favor consumer
    container buyer reminder ladder folder header footer meter filter layer winter summer
    """
_NOT_PERSONS = frozenset(_NOT_PERSONS_LIST.split())

_LIGHT_VERBS_LIST = """
    be do have get make take give go come can will may must shall
    """
LIGHT_VERBS = frozenset(_LIGHT_VERBS_LIST.split())
"""Verbs that say too little to name a relation by themselves."""

_INSTRUCTION_VERBS_LIST = """
    list name give identify find show tell describe explain summarize summarise state enumerate
    provide compare calculate compute determine specify extract
    """
INSTRUCTION_VERBS = frozenset(_INSTRUCTION_VERBS_LIST.split())


def noun_answer_type(noun: str) -> AnswerType | None:
    """What a head noun (lemma) asks for, None when it says nothing."""
    if noun in _BY_NOUN:
        return _BY_NOUN[noun]
    if noun.endswith(_PERSON_ENDINGS) and len(noun) > 4 and noun not in _NOT_PERSONS:
        return AnswerType.PERSON
    return None


def is_common_noun(word: str) -> bool:
    """True for the nouns listed here, which with a capital are still no names ("Governor")."""
    return word in _BY_NOUN
