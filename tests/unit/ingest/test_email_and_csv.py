from __future__ import annotations

import pytest

from ensi_core.errors import IngestError
from ensi_core.ingest import read_bytes
from ensi_core.types import Document
from tests.contract.test_readers import assert_invariants
from tests.unit.ingest.building import grid, header_rows, texts


def read(name: str, content: bytes) -> Document:
    document = read_bytes("d", name, content)
    assert_invariants(document)
    return document


PLAIN = b"""From: Ada Holm <ada@example.org>
To: Ben <ben@example.org>
Date: Fri, 3 May 2024 10:00:00 +0000
Subject: =?utf-8?q?Caf=C3=A9_lease?=
MIME-Version: 1.0
Content-Type: text/plain; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

Dear Ben,

the caf=E9 lease ends in May.
"""
MIXED = b"""From: Ada <ada@example.org>
To: Ben <ben@example.org>
Subject: Papers
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset=utf-8

<p>See the <b>papers</b>.</p>
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="lease.pdf"

%PDF-1.4
--b--
"""


def test_a_message_shows_its_heads_and_body() -> None:
    document = read("mail.txt", PLAIN)
    assert document.media_type == "message/rfc822"
    assert document.title == "Café lease"
    assert texts(document) == [
        "From: Ada Holm <ada@example.org>",
        "To: Ben <ben@example.org>",
        "Date: Fri, 03 May 2024 10:00:00 +0000",
        "Subject: Café lease",
        "Dear Ben,",
        "the café lease ends in May.",
    ]


def test_html_bodies_and_attachments() -> None:
    document = read("mail.eml", MIXED)
    assert texts(document)[-1] == "See the papers."
    assert document.warnings == ("attachments are not read, import them as files: lease.pdf",)


ALTERNATIVE = b"""From: Ada <ada@example.org>
To: Ben <ben@example.org>
Subject: Lease
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain

%s
--b
Content-Type: text/html

<p>The lease of the quay ends in May.</p>
--b--
"""


@pytest.mark.parametrize(
    ("plain", "shown"),
    [
        (b"The lease of the quay ends in June.", "The lease of the quay ends in June."),
        (b"See HTML.", "The lease of the quay ends in May."),
    ],
)
def test_of_alternative_bodies_one_is_read(plain: bytes, shown: str) -> None:
    assert texts(read("mail.eml", ALTERNATIVE % plain))[3:] == [shown]


def test_a_letter_with_two_fields_is_no_message() -> None:
    assert read("letter.txt", b"To: Ben\nRe: lease\n\nDear Ben.\n").media_type == "text/plain"


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_separated_values_are_one_table(sign: str) -> None:
    rows = [["Port", "Ships", "Note"], ["Oban", "3", '"a b"'], ["Ayr", "", "c"]]
    content = "\n".join(sign.join(row) for row in rows)
    document = read("ports.csv", content.encode())
    assert grid(document) == [["Port", "Ships", "Note"], ["Oban", "3", "a b"], ["Ayr", "", "c"]]
    assert header_rows(document) == [True, False, False]


def test_empty_files_are_refused() -> None:
    with pytest.raises(IngestError):
        read("x.csv", b",,\n,,\n")
