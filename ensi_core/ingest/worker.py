"""The reader process: takes files on its standard input, gives documents on its standard output.

Started by ``sandbox.ReaderProcess`` with an import of this module, so that the program's own main
module is never run again. Messages are a length (8 bytes, big endian) and a pickle.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import sys
from dataclasses import dataclass
from typing import IO

from ensi_core.errors import IngestError
from ensi_core.ingest.reader import ReadLimits, read_bytes
from ensi_core.types import Document

LENGTH_BYTES = 8
GRACE_SECONDS = 20.0
"""The process ends itself so long after the time limit, should nobody end it."""


@dataclass(frozen=True, slots=True)
class Request:
    """A file to read: its bytes, or the path to find them at."""

    doc_id: str
    name: str
    content: bytes | None
    path: str | None
    limits: ReadLimits
    seconds: float


@dataclass(frozen=True, slots=True)
class Reply:
    """The document, or the code and message of the refusal."""

    document: Document | None
    code: str = ""
    message: str = ""


def main(memory_mb: int) -> None:
    """Answer requests until the input ends."""
    source, target = _private_streams()
    _limit_memory(memory_mb)
    send(target, b"ready")
    while (message := receive(source)) is not None:
        request = pickle.loads(message)
        faulthandler.dump_traceback_later(request.seconds + GRACE_SECONDS, exit=True)
        reply = _answer(request)
        faulthandler.cancel_dump_traceback_later()
        send(target, pickle.dumps(reply, protocol=5))


def _private_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The two pipes, moved away from where libraries write warnings to."""
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return source, target


def _limit_memory(memory_mb: int) -> None:
    """Bound the address space, where the system can (not on Windows)."""
    if sys.platform == "win32":
        return
    import resource

    size = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(request: Request) -> Reply:
    try:
        content = request.content
        if content is None:
            with open(request.path or "", "rb") as stream:
                content = stream.read(request.limits.bytes + 1)
        return Reply(read_bytes(request.doc_id, request.name, content, request.limits))
    except IngestError as error:
        return Reply(None, error.code, str(error))
    except MemoryError:
        return Reply(None, "too_large", _message(request, "it needs more memory than is allowed"))
    except OSError:
        return Reply(None, "corrupt", _message(request, "it cannot be opened"))
    except RecursionError:
        return Reply(None, "corrupt", _message(request, "it is nested too deeply"))
    except Exception as error:  # a reader's defect must name its file and not stop the others
        cause = f"the reader failed on it ({type(error).__name__}: {error})"
        return Reply(None, "corrupt", _message(request, cause))


def _message(request: Request, cause: str) -> str:
    return f"{request.name}: {cause}. Save it anew in its program, or as PDF, and import that copy."


def send(stream: IO[bytes], message: bytes) -> None:
    """Write one message."""
    stream.write(len(message).to_bytes(LENGTH_BYTES, "big"))
    stream.write(message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message; None when the stream has ended."""
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    return message if len(message) == length else None
