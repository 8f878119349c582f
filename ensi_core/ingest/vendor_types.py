"""Names for values of packages that come without types, so that signatures say what they take."""

from __future__ import annotations

from typing import Any, TypeAlias

Element: TypeAlias = Any
"""An lxml element."""
PdfiumModule: TypeAlias = Any
"""The raw functions of pdfium (pypdfium2.raw)."""
PdfiumHandle: TypeAlias = Any
"""A document, page, text page or page object of pdfium."""
