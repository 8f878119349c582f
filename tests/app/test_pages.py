"""Each page on an empty and on a filled workspace, one journey, and each error that is shown."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ensi_core.jobs import JobQueue, JobStatus
from tests.app.screen import Screen, bench

PAGES = {
    "Home": "app.py",
    "Collections": "pages/1_Collections.py",
    "Passages": "pages/2_Passages.py",
    "Ask": "pages/7_Ask.py",
}


def only_slug() -> str:
    (slug,) = bench().workspace.names()
    return slug


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("Home", "The first step above creates one", id="home"),
        pytest.param("Collections", "Create one and import files", id="collections"),
        pytest.param("Passages", "No collection is chosen", id="passages"),
        pytest.param("Ask", "No collection is chosen", id="ask"),
    ],
)
def test_an_empty_workspace_says_what_to_do(empty_home: Path, page: str, expected: str):
    screen = Screen().open(PAGES[page])
    assert expected in screen.text
    assert not screen.app.error


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("Passages", "This collection has no documents yet", id="passages"),
        pytest.param("Ask", "There is nothing to ask yet", id="ask"),
        pytest.param("Collections", "No documents yet", id="collections"),
    ],
)
def test_an_empty_collection_says_what_to_do(empty_home: Path, page: str, expected: str):
    bench().workspace.create("Lease review")
    screen = Screen().open(PAGES[page])
    assert expected in screen.text


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("Home", "What law governs the Facility Agreement?", id="home"),
        pytest.param("Collections", "facility.md", id="collections"),
        pytest.param("Passages", "Harbour Bank plc is the lender", id="passages"),
        pytest.param("Ask", "What law governs the Facility Agreement?", id="ask"),
    ],
)
def test_a_filled_workspace_is_shown(filled_home: Path, page: str, expected: str):
    screen = Screen().open(PAGES[page])
    assert expected in screen.text
    assert not screen.app.error
    assert screen.app.query_params["collection"] == only_slug()


def test_journey_from_an_empty_workspace_to_a_cited_place(empty_home: Path, deal_files: Path):
    screen = Screen().open(PAGES["Collections"])
    screen.app.text_input[0].set_value("Deal")
    screen.press("Create collection")
    assert "Created “Deal”" in screen.text
    files = [(path.name, path.read_bytes(), "text/markdown") for path in deal_files.iterdir()]
    screen.app.file_uploader[0].set_value(files)
    screen.run().wait_for_jobs()
    assert "4 documents" in screen.text
    screen.open(PAGES["Ask"])
    screen.app.text_area[0].set_value("What law governs the Facility Agreement?")
    screen.press("Ask")
    screen.wait(lambda: all(t.status.value != "running" for t in bench().questions.tasks()))
    assert "Scotland" in screen.text
    link = re.search(r'href="(Passages\?[^"]+)"', screen.html)
    query = dict(re.findall(r"[?;&](\w+)=([^&]+)", link[1].replace("&amp;", "&")))
    screen.open(PAGES["Passages"], **query)
    quoted = re.findall(r'<mark class="quote[^>]*>([^<]+)', screen.html)
    assert "Scotland" in " ".join(quoted)


def test_hostile_text_is_shown_as_text(filled_home: Path):
    screen = Screen().open(PAGES["Passages"], collection=only_slug(), doc="note.txt")
    assert "&lt;img src=x onerror=alert(1)&gt;" in screen.html
    assert "<img" not in screen.html


def test_passages_can_be_searched_and_stepped(filled_home: Path):
    screen = Screen().open(PAGES["Passages"], collection=only_slug(), doc="lease.md")
    screen.app.text_input[0].set_value("yearly RENT")
    screen.run()
    assert "Hit 1 of 1" in screen.text
    assert '<mark class="found now start">yearly rent</mark>' in screen.html
    screen.app.text_input[0].set_value("submarine")
    screen.run()
    assert "Not found" in screen.text


def test_a_link_to_characters_highlights_exactly_these(filled_home: Path):
    with bench().workspace.collection(only_slug()).use() as store:
        text = store.document("lease.md").text
    start = text.index("31 March 2031")
    screen = Screen().open(
        PAGES["Passages"],
        collection=only_slug(),
        doc="lease.md",
        span=f"{start}-{start + len('31 March 2031')}",
    )
    assert re.findall(r'<mark class="quote[^>]*>([^<]+)', screen.html) == ["31 March 2031"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        pytest.param({"doc": "gone.md"}, "“gone.md”, which is not in this collection", id="doc"),
        pytest.param({"doc": "lease.md", "span": "5-99999"}, "another version", id="past the end"),
        pytest.param(
            {"doc": "lease.md", "span": "5-9", "version": "00000000"},
            "another version",
            id="version",
        ),
        pytest.param({"collection": "nowhere"}, "“nowhere”, which is not in this", id="collection"),
    ],
)
def test_links_that_lead_nowhere_say_so(filled_home: Path, query: dict[str, str], message: str):
    screen = Screen().open(PAGES["Passages"], **({"collection": only_slug()} | query))
    assert message in screen.text
    assert '<mark class="quote' not in screen.html


def test_a_link_to_a_deleted_answer_says_so(filled_home: Path):
    screen = Screen().open(PAGES["Ask"], collection=only_slug(), answer="gone")
    assert "not in the history any more" in screen.text


def test_an_empty_question_is_refused(filled_home: Path):
    screen = Screen().open(PAGES["Ask"])
    screen.press("Ask")
    assert "Write a question first." in screen.text


def test_a_question_outside_the_documents_is_not_answered(filled_home: Path):
    screen = Screen().open(PAGES["Ask"])
    screen.app.text_area[0].set_value("Who discovered the moons of Jupiter?")
    screen.press("Ask")
    screen.wait(lambda: all(t.status.value != "running" for t in bench().questions.tasks()))
    assert "Not found in these documents" in screen.text
    assert "What was searched" in screen.text


def test_a_refused_file_is_listed_with_its_cause(filled_home: Path):
    screen = Screen().open(PAGES["Collections"])
    row = re.search(r"<tr><td[^>]*>empty\.md.*?</tr>", screen.html)
    assert row is not None
    assert "refused" in row[0]


def test_a_collection_needs_a_name_that_is_free(filled_home: Path):
    screen = Screen().open(PAGES["Collections"])
    screen.press("Create collection")
    assert "Give the collection a name first." in screen.text
    screen.app.text_input[0].set_value("Northgate deal")
    screen.press("Create collection")
    assert "already a collection named" in screen.text


def test_deleting_a_collection_needs_its_name(filled_home: Path):
    screen = Screen().open(PAGES["Collections"])
    box = next(b for b in screen.app.text_input if b.label.startswith("Type the name"))
    box.set_value("Northgate")
    screen.run()
    assert next(b for b in screen.app.button if b.label == "Delete the collection").disabled
    box = next(b for b in screen.app.text_input if b.label.startswith("Type the name"))
    box.set_value("Northgate deal")
    screen.run()
    screen.press("Delete the collection")
    assert "“Northgate deal” was deleted" in screen.text
    assert bench().workspace.names() == {}


def test_an_interrupted_import_is_shown_with_what_to_do(filled_home: Path, deal_files: Path):
    slug = next((filled_home / "collections").iterdir()).name
    script = (
        "import sys, time; from pathlib import Path; from ensi_core.jobs import JobQueue\n"
        "q = JobQueue(Path(sys.argv[1]))\n"
        "work = lambda p, c: time.sleep(60)\n"
        "q.submit(sys.argv[2], 'Import the deal', work, [Path(sys.argv[3])])\n"
        "time.sleep(0.2); print('on', flush=True); time.sleep(60)"
    )
    arguments = [sys.executable, "-c", script, str(filled_home), slug, str(deal_files)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.kill()
    process.wait()
    assert [job.status for job in JobQueue(filled_home).jobs()] == [JobStatus.INTERRUPTED]
    screen = Screen()
    assert "Needs attention" in screen.text
    assert "Import the deal" in screen.text
    assert 'data-go="resume:' in screen.open(PAGES["Collections"]).html


def test_a_collection_that_another_process_has_open_names_that_process(filled_home: Path):
    index = next((filled_home / "collections").iterdir()) / "index.duckdb"
    script = (
        "import sys, time, duckdb; c = duckdb.connect(sys.argv[1]); print('on', flush=True);"
        "time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(index)], stdout=subprocess.PIPE, text=True
    )
    try:
        process.stdout.readline()
        assert "in use elsewhere" in Screen().text
        screen = Screen().open(PAGES["Ask"])
        assert str(process.pid) in screen.app.error[0].value
        assert str(process.pid) in screen.open(PAGES["Collections"]).app.warning[0].value
    finally:
        process.kill()
        process.wait()


def test_an_unexpected_error_shows_a_sentence_and_no_traceback(filled_home: Path):
    shutil.rmtree(next((filled_home / "collections").iterdir()) / "originals")
    (filled_home / "collections" / "broken").mkdir()
    (filled_home / "collections" / "broken" / "collection.json").write_text('["not", "a", "dict"]')
    screen = Screen()
    assert "unexpected error" in screen.text
    assert "Traceback" not in screen.text


def test_a_setting_that_makes_no_sense_is_named(empty_home: Path, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.setenv("ENSI_PORT", "many")
        screen = Screen()
    assert "ENSI_PORT must be" in screen.app.error[0].value
