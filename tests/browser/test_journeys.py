"""What only a browser sees: clicks in sheets, reloads, deep links, and where requests go."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ensi_core.config import Settings
from ensi_core.workspace import Workspace

pytestmark = pytest.mark.browser

HOSTILE = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'
LEASE = f"""# Lease of Unit 7

This lease is made between Harbour Estates Ltd. and Northgate Holdings Ltd. {HOSTILE}

The yearly rent is $1,250,000. The lease ends on 31 March 2031.

"""


def idle(page) -> None:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def local_only(page) -> None:
    hosts = {urlsplit(url).hostname for url in page.requested if not url.startswith("blob:")}
    assert hosts - {None} == {"127.0.0.1"}


def filler(paragraphs: int) -> str:
    return "\n\n".join(
        f"Clause {n}. In year {n} Northgate Holdings Ltd. pays Harbour Estates Ltd. ${n},000."
        for n in range(1, paragraphs + 1)
    )


@pytest.fixture
def deal(tmp_path: Path) -> tuple[Path, str]:
    """A workspace folder that is filled before its server starts, and the collection's slug."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "lease.md").write_text(LEASE + filler(300) + "\n\nThe last clause is here.\n")
    workspace = Workspace(Settings(home=tmp_path / "home"))
    collection = workspace.create("Deal")
    collection.index_paths([files])
    workspace.close()
    return tmp_path / "home", collection.slug


def test_sample_question_citation_and_highlighted_quote(server, page):
    page.goto(server.url)
    page.get_by_role("button", name="Load the sample corpus").click()
    page.get_by_role("link", name="Collections", exact=True).first.click()
    page.locator(".job .tag.good").wait_for(timeout=240_000)
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
    _, slug = deal
    url = f"{server.url}/Passages?collection={slug}&doc=lease.md&span=2-16"
    page.goto(url)
    assert page.locator("mark.quote").first.inner_text() == "Lease of Unit 7"[:14]
    page.get_by_text("The yearly rent is").first.click()
    page.wait_for_url("**psg=**")
    page.reload()
    assert "The yearly rent is" in page.locator(".body.sel").last.inner_text()
    local_only(page)


def test_text_of_documents_never_runs(deal, server, page):
    _, slug = deal
    page.goto(f"{server.url}/Passages?collection={slug}&doc=lease.md")
    page.get_by_text("window.hacked=1").first.wait_for()
    assert page.evaluate("window.hacked") is None


def test_find_goes_to_a_far_place(deal, server, page):
    _, slug = deal
    page.goto(f"{server.url}/Passages?collection={slug}&doc=lease.md")
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
    for n in range(40):
        files.append(tmp_path / f"clauses-{n}.md")
        files[-1].write_text(f"# Agreement {n}\n\n" + filler(120))
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
    for n in range(12):
        files.append(tmp_path / f"clauses-{n}.md")
        files[-1].write_text(f"# Agreement {n}\n\n" + filler(60))
    page.locator("input[type=file]").first.set_input_files([str(path) for path in files])
    page.locator(".job .tag.accent").wait_for()
    server.kill()
    server.start()
    page.goto(f"{server.url}/Collections")
    page.locator(".job [data-go^=resume]").click()
    page.locator(".job .tag.good").wait_for(timeout=240_000)
    assert "12 documents" in page.locator(".job").first.inner_text()


def test_a_document_is_deleted_after_confirmation(deal, server, page):
    _, slug = deal
    page.goto(f"{server.url}/Collections?collection={slug}")
    page.locator('[data-go="delete:lease.md"]').click()
    page.get_by_role("button", name="Delete the document").click()
    page.get_by_text("No documents yet").wait_for()


def test_an_answer_survives_a_reload_and_opens_from_history(deal, server, page):
    _, slug = deal
    page.goto(f"{server.url}/Ask?collection={slug}")
    box = page.get_by_label("Question", exact=True)
    box.fill("What is the yearly rent?")
    box.press("Control+Enter")
    page.wait_for_url("**asked=**")
    page.reload()
    page.locator(".answer").wait_for()
    page.goto(f"{server.url}/Ask?collection={slug}")
    page.locator(".past a").first.click()
    page.locator(".answer").wait_for()
    page.wait_for_url("**answer=**")
    local_only(page)
