"""E-mail messages (RFC 822) to drafts: the heads that people read, then the body."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from ensi_core.ingest.clean import clean, one_line
from ensi_core.ingest.decode import decode
from ensi_core.ingest.draft import Draft, DraftDocument, Item
from ensi_core.ingest.html_reader import read_html
from ensi_core.ingest.text_reader import read_text
from ensi_core.types import BlockKind

SHOWN_HEADS = ("From", "To", "Cc", "Date", "Subject")
MAX_DEPTH = 20
"""Parts nested more deeply are hostile, not mail."""


def read_email(name: str, content: bytes) -> DraftDocument:
    """Drafts of a message; attachments are named in the warnings, not read."""
    message = BytesParser(policy=policy.compat32).parsebytes(content)
    parsed = BytesParser(policy=policy.default).parsebytes(content)
    heads = [(head, _head(parsed, message.get(head), head)) for head in SHOWN_HEADS]
    items: list[Item] = [
        Draft(BlockKind.PARAGRAPH, f"{head}: {value}") for head, value in heads if value
    ]
    items.extend(_body(name, parsed))
    return DraftDocument(items, dict(heads)["Subject"], _attachments(parsed))


def _head(parsed: EmailMessage, raw: object, head: str) -> str:
    """A head as text; one that breaks the rules is shown as it stands."""
    try:
        value = parsed.get(head)
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):
        value = raw
    return one_line(str(value)) if value else ""


def _body(name: str, part: EmailMessage, depth: int = 0) -> list[Item]:
    """The items of all text parts; of alternative ones the plain one, unless it is a remnant."""
    if part.get_content_disposition() == "attachment" or depth > MAX_DEPTH:
        return []
    if part.is_multipart():
        bodies = [_body(name, child, depth + 1) for child in _children(part)]
        if part.get_content_type() != "multipart/alternative":
            return [item for body in bodies for item in body]
        return _fullest(bodies)
    if part.get_content_type() == "text/html":
        return read_html(name, _text(name, part)).items
    return _plain(name, part) if part.get_content_type() == "text/plain" else []


def _children(part: EmailMessage) -> list[EmailMessage]:
    return [child for child in part.get_payload() if isinstance(child, EmailMessage)]


def _fullest(bodies: list[list[Item]]) -> list[Item]:
    """The first of alternative bodies that has at least half of the most text."""
    sizes = [sum(len(i.text) for i in body if isinstance(i, Draft)) for body in bodies]
    return next(
        (body for body, size in zip(bodies, sizes, strict=True) if 2 * size >= max(sizes)), []
    )


def _plain(name: str, part: EmailMessage) -> list[Item]:
    items = read_text(clean(_text(name, part)).replace("\r", "")).items
    for item in items:
        if isinstance(item, Draft):
            item.source = None
    return items


def _text(name: str, part: EmailMessage) -> str:
    """The text of a part in its stated encoding, else in the one its bytes show."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return str(part.get_payload())
    charset = part.get_content_charset()
    try:
        return payload.decode(charset or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return decode(name, payload)


def _attachments(message: EmailMessage) -> list[str]:
    names = [
        one_line(part.get_filename() or "unnamed")
        for part in message.walk()
        if part.get_content_disposition() == "attachment"
    ]
    if not names:
        return []
    return [f"attachments are not read, import them as files: {', '.join(names)}"]
