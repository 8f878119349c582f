"""Passages: kinds of documents, the design of passages, and their construction."""

from ensi_core.passages.construct import Locate, construct, page_locator
from ensi_core.passages.design import offline_design
from ensi_core.passages.kind import document_kind
from ensi_core.passages.pieces import EntityOf
from ensi_core.passages.sentences import sentence_spans

__all__ = [
    "EntityOf",
    "Locate",
    "construct",
    "document_kind",
    "offline_design",
    "page_locator",
    "sentence_spans",
]
