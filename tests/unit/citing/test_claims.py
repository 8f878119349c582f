"""What of a statement its quotes do not say."""

from __future__ import annotations

import pytest

from ensi_core.citing.claims import unsupported_parts

CASES = [
    pytest.param("Sales were $1.2 million.", ["sales of $1,200,000"], (), id="scaled-amount"),
    pytest.param(
        "Sales were $1.3 million.", ["sales of $1,200,000"], ("$1.3 million",), id="amount"
    ),
    pytest.param("It fell 4.5%.", ["a fall of 4.5 percent"], (), id="percent"),
    pytest.param("Signed on 3 May 2021.", ["dated May 3, 2021"], (), id="date-form"),
    pytest.param("Signed on 4 May 2021.", ["dated May 3, 2021"], ("4 May 2021",), id="date"),
    pytest.param("He met Ira Voss.", ["Ms. Ira Voss spoke"], (), id="name"),
    pytest.param("He met Ira Voss.", ["Ira Vale spoke"], ("Ira Voss",), id="other-name"),
    pytest.param("Paid by Voss.", ["Ira Voss paid"], (), id="part-of-name"),
    pytest.param("The wall held.", ["nothing"], (), id="first-word-is-no-name"),
    pytest.param("", ["nothing"], (), id="empty"),
    pytest.param(
        "Orla Finch paid $5 in 1990.", [], ("Orla Finch", "$5", "1990"), id="order-of-statement"
    ),
    pytest.param("See Orla Finch and $7 and $7.", [""], ("Orla Finch", "$7"), id="each-once"),
]


@pytest.mark.parametrize(("statement", "quotes", "expected"), CASES)
def test_unsupported_parts(statement: str, quotes: list[str], expected: tuple[str, ...]) -> None:
    assert unsupported_parts(statement, quotes) == expected
