"""What only a browser sees: clicks in sheets, reloads, deep links, and where requests go."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ensi_core.config import Settings
from ensi_core.workspace import Workspace

INDEXED_MS = 900_000
"""How long the sample may take to be indexed: a busy machine of two cores needs minutes."""

pytestmark = pytest.mark.browser

HOSTILE = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'
LEASE = f"""Lease of Unit 7

This lease is made between Harbour Estates Ltd. and Northgate Holdings Ltd. {HOSTILE}

The yearly rent is $1,250,000. The lease ends on 31 March 2031.

"""


def local_only(page) -> None:
    hosts = {urlsplit(url).hostname for url in page.requested if not url.startswith("blob:")}
    assert hosts - {None} == {"127.0.0.1"}


def filler(paragraphs: int) -> str:
    return "\n\n".join(
        f"Clause {n}. In year {n} Northgate Holdings Ltd. pays Harbour Estates Ltd. ${n},000."
        for n in range(1, paragraphs + 1)
    )


@pytest.fixture(scope="session")
def deal_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one collection of one lease, made once."""
    files, home = tmp_path_factory.mktemp("files"), tmp_path_factory.mktemp("deal")
    text = LEASE + filler(150) + "\n\nThe last clause is here.\n"
    (files / "lease.txt").write_text(text, encoding="utf-8")
    workspace = Workspace(Settings(home=home))
    workspace.create("Deal").index_paths([files])
    workspace.close()
    return home


@pytest.fixture
def deal(tmp_path: Path, deal_once: Path) -> str:
    """Puts that workspace where the server will look; the collection's slug."""
    shutil.copytree(deal_once, tmp_path / "home")
    (folder,) = (tmp_path / "home" / "collections").iterdir()
    return folder.name


def test_sample_question_citation_and_highlighted_quote(server, page):
    page.goto(server.url)
    page.get_by_role("button", name="Load the sample corpus").click()
    page.get_by_role("link", name="Collections", exact=True).first.click()
    page.locator(".job .tag.good").wait_for(timeout=INDEXED_MS)
    page.get_by_role("link", name="Ask", exact=True).first.click()
    page.locator("[class*=st-key-suggested] button").first.click()
    page.locator(".answer").wait_for()
    page.get_by_text("Open in the document").first.click()
    quote = page.locator("mark.quote").first
    quote.wait_for()
    pane, box = page.locator(".pane").first.bounding_box(), quote.bounding_box()
    assert pane["y"] <= box["y"] <= pane["y"] + pane["height"]
    local_only(page)


def test_deep_link_selects_and_survives_a_reload(deal, server, page):
    url = f"{server.url}/Passages?collection={deal}&doc=lease.txt&span=0-13"
    page.goto(url)
    assert page.locator("mark.quote").first.inner_text() == "Lease of Unit"
    page.get_by_text("Clause 40.").first.click()
    page.wait_for_url("**psg=**")
    page.reload()
    page.locator(".body.sel").first.wait_for()
    assert any("Clause 40." in text for text in page.locator(".body.sel").all_inner_texts())
    local_only(page)


def test_text_of_documents_never_runs(deal, server, page):
    page.goto(f"{server.url}/Passages?collection={deal}&doc=lease.txt")
    page.get_by_text("window.hacked=1").first.wait_for()
    assert page.evaluate("window.hacked") is None


def test_find_goes_to_a_far_place(deal, server, page):
    page.goto(f"{server.url}/Passages?collection={deal}&doc=lease.txt")
    box = page.get_by_label("Find in the document")
    box.fill("the last clause")
    box.press("Enter")
    hit = page.locator("mark.now")
    hit.wait_for()
    pane, place = page.locator(".pane").first.bounding_box(), hit.bounding_box()
    assert pane["y"] <= place["y"] <= pane["y"] + pane["height"]


def test_reload_during_an_import_shows_it_and_cancel_stops_it(server, page, tmp_path):
    page.goto(f"{server.url}/Collections")
    page.get_by_label("Name of a new collection").fill("Deal")
    page.get_by_role("button", name="Create collection").click()
    page.get_by_role("tab", name="Add documents").click()
    files = []
    for n in range(30):
        files.append(tmp_path / f"clauses-{n}.md")
        files[-1].write_text(f"# Agreement {n}\n\n" + filler(60))
    page.locator("input[type=file]").first.set_input_files([str(path) for path in files])
    page.locator(".job .tag.accent").wait_for()
    page.reload()
    page.locator(".job .tag.accent").wait_for()
    page.locator(".job [data-go^=cancel]").click()
    page.locator(".job .tag.warn").wait_for()
    assert "Stopped" in page.locator(".job").first.inner_text()
    assert page.locator(".job [data-go^=resume]").count() == 1


def test_after_a_kill_the_import_resumes_to_its_end(server, page, tmp_path):
    page.goto(f"{server.url}/Collections")
    page.get_by_label("Name of a new collection").fill("Deal")
    page.get_by_role("button", name="Create collection").click()
    page.get_by_role("tab", name="Add documents").click()
    files = []
    for n in range(6):
        files.append(tmp_path / f"clauses-{n}.md")
        files[-1].write_text(f"# Agreement {n}\n\n" + filler(20))
    page.locator("input[type=file]").first.set_input_files([str(path) for path in files])
    page.locator(".job .tag.accent").wait_for()
    server.kill()
    server.start()
    page.goto(f"{server.url}/Collections")
    page.locator(".job [data-go^=resume]").click()
    page.locator(".job .tag.good").wait_for(timeout=INDEXED_MS)
    assert "6 documents" in page.locator(".job").first.inner_text()


def test_a_document_is_deleted_after_confirmation(deal, server, page):
    page.goto(f"{server.url}/Collections?collection={deal}")
    page.locator('[data-go="delete:lease.txt"]').click()
    page.get_by_role("button", name="Delete the document").click()
    page.get_by_text("No documents yet").wait_for()


def test_an_answer_survives_a_reload_and_opens_from_history(deal, server, page):
    page.goto(f"{server.url}/Ask?collection={deal}")
    box = page.get_by_label("Question", exact=True)
    box.fill("What is the yearly rent?")
    box.press("Control+Enter")
    page.wait_for_url("**asked=**")
    page.reload()
    page.locator(".answer").wait_for()
    page.goto(f"{server.url}/Ask?collection={deal}")
    page.locator(".past a").first.click()
    page.locator(".answer").wait_for()
    page.wait_for_url("**answer=**")
    local_only(page)
