"""Ingestion: bytes of a file to a Document, canonical text with structure as spans."""

from ensi_core.ingest.reader import (
    DEFAULT_LIMITS,
    READER_VERSION,
    ReadLimits,
    read_bytes,
    read_text_document,
)

__all__ = ["DEFAULT_LIMITS", "READER_VERSION", "ReadLimits", "read_bytes", "read_text_document"]
