"""For all tests: nothing outside this machine is reachable; an empty workspace to work in."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ensi_core.config import Settings
from ensi_core.workspace import Workspace

LOOPBACK = ("localhost", "::1", "")


class OutsideConnection(AssertionError):
    """A test tried to reach another machine."""


def _is_local(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    return name is None or name in LOOPBACK or str(name).startswith("127.")


def _refuse_outside(patch: pytest.MonkeyPatch) -> None:
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not _is_local(address[0]):
            raise OutsideConnection(f"connection to {address}")
        connect(self, address)

    def guarded_look_up(host: Any, *rest: Any, **named: Any) -> Any:
        if not _is_local(host):
            raise OutsideConnection(f"look-up of {host!r}")
        return look_up(host, *rest, **named)

    patch.setattr(socket.socket, "connect", guarded_connect)
    patch.setattr(socket, "getaddrinfo", guarded_look_up)


@pytest.fixture(autouse=True, scope="session")
def _offline_session() -> Iterator[None]:
    """Fixtures of wider scope are offline too; tests marked ``live`` are let out one by one."""
    with pytest.MonkeyPatch.context() as patch:
        _refuse_outside(patch)
        yield


_REAL = (socket.socket.connect, socket.getaddrinfo)


@pytest.fixture(autouse=True)
def _live(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests marked ``live`` may reach their endpoint."""
    if request.node.get_closest_marker("live") is not None:
        monkeypatch.setattr(socket.socket, "connect", _REAL[0])
        monkeypatch.setattr(socket, "getaddrinfo", _REAL[1])


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """An empty workspace in a temporary folder."""
    made = Workspace(Settings(home=tmp_path / "home", busy_seconds=0.5))
    yield made
    made.close()
