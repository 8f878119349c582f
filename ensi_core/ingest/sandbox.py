"""A process of its own for reading files, so that a hostile one cannot hang or end the program."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import ensi_core
from ensi_core.errors import IngestError
from ensi_core.ingest.reader import DEFAULT_LIMITS, ReadLimits, read_text_document
from ensi_core.ingest.sources import Source
from ensi_core.ingest.worker import Reply, Request, receive, send
from ensi_core.types import Document

_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from ensi_core.ingest.worker import main; main(int(sys.argv[2]))"
)
START_SECONDS = 60.0
"""Starting takes about 0.3 s; a machine under full load gets this long."""
_ALLOWED_MODULES = frozenset(
    ("ensi_core.types.document", "ensi_core.ingest.worker", "ensi_core.types")
)


class _ReplyUnpickler(pickle.Unpickler):
    """Takes nothing but documents from the process that has read a hostile file."""

    def find_class(self, module: str, name: str) -> object:
        """Classes of documents only. Raises UnpicklingError."""
        if module in _ALLOWED_MODULES and "." not in name:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a document")


class ReaderProcess:
    """Reads files in a process that is limited in memory and in time a file, and is restarted.

    It is started at the first read. Calls from several threads wait for each other. The program's
    main module is not imported again in it (``python -c``, not multiprocessing).
    """

    def __init__(
        self,
        memory_mb: int = 4096,
        seconds: float = 120.0,
        limits: ReadLimits = DEFAULT_LIMITS,
    ) -> None:
        self._memory_mb = memory_mb
        self._seconds = seconds
        self._limits = limits
        self._lock = threading.Lock()
        self._worker: _Worker | None = None

    def read_source(self, source: Source) -> Document:
        """The document of a source; texts without a file are read in this process.

        Raises IngestError.
        """
        if source.refusal is not None:
            raise source.refusal
        if source.text is not None:
            return read_text_document(source.doc_id, source.title, source.text)
        if source.path is not None and source.member is None:
            return self.read(source.doc_id, source.name, source.path)
        return self.read(source.doc_id, source.name, source.content() or b"")

    def read(self, doc_id: str, name: str, file: Path | bytes) -> Document:
        """The document of a file's bytes, or of the file at a path.

        Raises IngestError: ``timeout``, or ``corrupt`` when the process ended over it, or what
        ``read_bytes`` raises.
        """
        path = str(Path(file).absolute()) if isinstance(file, Path) else None
        content = None if isinstance(file, Path) else file
        request = Request(doc_id, name, content, path, self._limits, self._seconds)
        with self._lock:
            reply = self._exchange(request)
        if reply.document is None:
            raise IngestError(reply.code, reply.message)
        return reply.document

    def close(self) -> None:
        """End the process; a later read starts another one."""
        with self._lock:
            self._stop()

    def _exchange(self, request: Request) -> Reply:
        worker = self._running(request.name)
        message, expired = _timed(worker, self._seconds, lambda: worker.ask(request))
        reply = _unpickled(message) if message is not None else None
        if reply is not None:
            return reply
        self._stop()
        raise _timed_out(request.name, self._seconds) if expired else _ended(request.name)

    def _running(self, name: str) -> _Worker:
        if self._worker is not None and self._worker.process.poll() is None:
            return self._worker
        self._stop()
        worker = _started(self._memory_mb)
        self._worker = worker
        ready, _ = _timed(worker, START_SECONDS, lambda: receive(worker.output))
        if ready is None:
            self._stop()
            raise IngestError(
                "reader_failed",
                f"{name}: the process that reads files did not start. Raise "
                f"ENSI_READER_MEMORY_MB (now {self._memory_mb}) and try again.",
            )
        return worker

    def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()


@dataclass(frozen=True, slots=True)
class _Worker:
    """A running reader process and its two pipes."""

    process: subprocess.Popen[bytes]
    input: IO[bytes]
    output: IO[bytes]

    def ask(self, request: Request) -> bytes | None:
        """The pickled reply; None when the process ends first."""
        try:
            send(self.input, pickle.dumps(request, protocol=5))
            return receive(self.output)
        except OSError:
            return None

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        for stream in (self.input, self.output):
            with suppress(OSError):
                stream.close()
        self.process.wait()


def _started(memory_mb: int) -> _Worker:
    root = str(Path(ensi_core.__file__).resolve().parent.parent)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _START, root, str(memory_mb)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process started with pipes has none")
    return _Worker(process, process.stdin, process.stdout)


def _unpickled(message: bytes) -> Reply | None:
    """The reply in ``message``; None when it is anything else."""
    try:
        reply = _ReplyUnpickler(io.BytesIO(message)).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ValueError, TypeError, IndexError):
        return None
    return reply if isinstance(reply, Reply) else None


def _timed(
    worker: _Worker, seconds: float, call: Callable[[], bytes | None]
) -> tuple[bytes | None, bool]:
    """The result of ``call`` and whether the process was ended because time ran out."""
    expired = threading.Event()

    def end() -> None:
        expired.set()
        worker.process.kill()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        result = call()
    finally:
        timer.cancel()
    return result, expired.is_set()


def _timed_out(name: str, seconds: float) -> IngestError:
    return IngestError(
        "timeout",
        f"{name}: reading took longer than {seconds:g} seconds and was stopped. Split the file, or "
        "raise ENSI_READER_SECONDS.",
    )


def _ended(name: str) -> IngestError:
    return IngestError(
        "corrupt",
        f"{name}: the file ended the process that read it; it is damaged or needs more memory than "
        "is allowed. Save it anew in its program, or as PDF, and import that copy.",
    )
