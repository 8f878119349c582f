from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ensi_core.errors import CollectionBusy, StoreError
from ensi_core.stores.base import IndexStore
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from ensi_core.stores.lease import StoreLease


class Opener:
    """Opens stores; the first ``busy`` attempts find the file held by process 77."""

    def __init__(self, busy: int = 0) -> None:
        self.busy = busy
        self.opened: list[DuckDBIndexStore] = []

    def __call__(self, path: Path) -> IndexStore:
        if self.busy:
            self.busy -= 1
            raise CollectionBusy("held by process 77", 77)
        self.opened.append(DuckDBIndexStore(path))
        return self.opened[-1]


def _is_closed(store: IndexStore) -> bool:
    try:
        store.counts()
    except StoreError:
        return True
    return False


def _wait_until_closed(store: IndexStore, seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while not _is_closed(store) and time.monotonic() < deadline:
        time.sleep(0.02)
    return _is_closed(store)


def test_the_store_opens_on_demand_and_closes_when_idle(tmp_path: Path) -> None:
    opener = Opener()
    lease = StoreLease(tmp_path / "index.duckdb", idle_seconds=0.05, open_store=opener)
    assert opener.opened == []

    with lease.use() as store:
        store.save_setting("note", "kept")
    assert _wait_until_closed(store)

    with lease.use() as again:
        assert again.setting("note") == "kept"
    assert len(opener.opened) == 2
    lease.close()


def test_users_share_one_store_that_stays_open_for_the_last(tmp_path: Path) -> None:
    opener = Opener()
    lease = StoreLease(tmp_path / "index.duckdb", idle_seconds=0.05, open_store=opener)

    with lease.use() as outer:
        with lease.use() as inner:
            assert inner is outer
        time.sleep(0.3)
        assert not _is_closed(outer)

    assert _wait_until_closed(outer)
    lease.close()


def test_an_idle_store_is_used_again(tmp_path: Path) -> None:
    opener = Opener()
    lease = StoreLease(tmp_path / "index.duckdb", idle_seconds=60, open_store=opener)

    for _ in range(3):
        with lease.use():
            pass

    assert len(opener.opened) == 1
    lease.close()
    assert _is_closed(opener.opened[0])


def test_a_store_held_by_another_is_waited_for(tmp_path: Path) -> None:
    opener = Opener(busy=2)
    lease = StoreLease(tmp_path / "index.duckdb", busy_seconds=5, open_store=opener)

    with lease.use() as store:
        assert store.index_version() == 0
    lease.close()


def test_waiting_ends(tmp_path: Path) -> None:
    lease = StoreLease(tmp_path / "index.duckdb", busy_seconds=0.2, open_store=Opener(busy=99))

    with pytest.raises(CollectionBusy) as caught, lease.use():
        pass
    assert caught.value.pid == 77
    lease.close()


def test_a_closed_lease_says_so(tmp_path: Path) -> None:
    lease = StoreLease(tmp_path / "index.duckdb")
    lease.close()

    with pytest.raises(StoreError, match="closed"), lease.use():
        pass


def test_closing_waits_for_users_and_gives_up_when_they_stay(tmp_path: Path) -> None:
    lease = StoreLease(tmp_path / "index.duckdb", busy_seconds=0.2)

    with lease.use() as store, pytest.raises(CollectionBusy, match="worked on"):
        lease.close()
    with lease.use() as same:
        assert same is store
    lease.close()
    assert _is_closed(store)


def test_the_file_is_free_after_a_failure_inside(tmp_path: Path) -> None:
    lease = StoreLease(tmp_path / "index.duckdb")

    with pytest.raises(ZeroDivisionError), lease.use() as store:
        raise ZeroDivisionError
    lease.close()

    assert _is_closed(store)


def test_many_threads_come_and_go(tmp_path: Path) -> None:
    opener = Opener()
    lease = StoreLease(tmp_path / "index.duckdb", idle_seconds=0.0, open_store=opener)

    def use(_: int) -> int:
        with lease.use() as store:
            return store.index_version()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(use, range(40))) == [0] * 40
    lease.close()
    assert all(_is_closed(store) for store in opener.opened)
