from __future__ import annotations

import json
from pathlib import Path

import pytest

from ensi_core.config import Settings
from ensi_core.errors import IngestError, UsageError
from ensi_core.ingest.inspect import inspect_file, inspection_json, outline_lines
from tests.unit.ingest.building import Pdf

PAGE = """<html><title>Dues</title><h1>Harbour</h1><p>Text of it.</p><h2>Fees</h2>
<p hidden>secret</p><table><caption>Fees by port</caption><tr><th>Port</th><th>Fee</th></tr>
<tr><td>Oban</td><td>3</td></tr><tr><td>Ayr</td><td>4</td></tr></table></html>"""


def test_what_a_file_holds(tmp_path: Path) -> None:
    path = tmp_path / "dues.html"
    path.write_text(PAGE)
    inspection = inspect_file(path, Settings())
    shown = inspection_json(inspection)
    assert json.loads(json.dumps(shown)) == {
        "status": "ok",
        "code": "ok",
        "message": "",
        "media_type": "text/html",
        "pages": 0,
        "characters": len(inspection.document.text),
        "headings": 2,
        "tables": 1,
        "rows": 3,
        "ocr_pages": 0,
        "hidden": {"hidden": 1},
        "warnings": [],
    }
    assert list(outline_lines(inspection, full=True))[-3:] == [
        "Harbour",
        "  Fees",
        "    [table 3 rows x 2 columns] Fees by port",
    ]


def test_scanned_pages_make_it_partial(tmp_path: Path) -> None:
    path = tmp_path / "part.pdf"
    path.write_bytes(Pdf().write(72, 100, "Some words of text.").page().picture().done())
    shown = inspection_json(inspect_file(path, Settings()))
    assert (shown["status"], shown["ocr_pages"]) == ("partial", 1)
    assert shown["warnings"] == ["page 2 has no text layer: needs OCR"]


def test_refusals_and_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "x.rtf"
    path.write_text("{\\rtf1 x}")
    with pytest.raises(IngestError) as raised:
        inspect_file(path, Settings())
    assert raised.value.code == "unsupported"
    with pytest.raises(UsageError):
        inspect_file(tmp_path / "nowhere.pdf", Settings())
