"""Markdown to drafts, by way of HTML."""

from __future__ import annotations

from ensi_core.ingest.draft import DraftDocument


def read_markdown(name: str, text: str) -> DraftDocument:
    """Drafts of a Markdown text (CommonMark with tables); HTML inside it is read as HTML."""
    from markdown_it import MarkdownIt

    from ensi_core.ingest.html_reader import read_html

    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return read_html(name, f"<html><body>{rendered}</body></html>")
