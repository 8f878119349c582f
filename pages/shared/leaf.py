"""A sheet of our own HTML that tells which of its marked places was clicked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

_HTML = '<div class="leaf"></div>\n'

_SCRIPT = Path(__file__).parent / "leaf.js"


@cache
def _component() -> Callable[..., Any]:
    return st.components.v2.component(
        "ensi_leaf", html=_HTML, js=_SCRIPT.read_text(encoding="utf-8"), isolate_styles=False
    )


def leaf(html: str, key: str, reveal: str | None = None, reveal_again: str = "") -> str | None:
    """Show ``html`` (every text in it already escaped); the ``data-go`` that was clicked, if any.

    ``data-jump`` places scroll inside the sheet. ``reveal`` is a CSS selector to bring into view,
    once for each different ``reveal_again``.
    """
    signature = hashlib.sha256(html.encode()).hexdigest()
    result = _component()(
        key=key,
        data={
            "html": html,
            "signature": signature,
            "reveal": reveal,
            "reveal_signature": f"{reveal}|{reveal_again}",
        },
        on_go_change=lambda: None,
    )
    clicked = result.go
    return str(clicked) if clicked else None
