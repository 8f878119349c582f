"""What every index store keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ensi_core.embedding.base import ModelStamp
from ensi_core.errors import StoreError
from ensi_core.stores.base import (
    Counts,
    DocumentRow,
    IndexedDocument,
    IndexStore,
    PassageTable,
)
from ensi_core.stores.duckdb_store import DuckDBIndexStore
from ensi_core.types import (
    ContextName,
    DocumentKind,
    KindDesign,
    PassageDesign,
    PassageKind,
)
from tests.fixtures.answers import answer_citing
from tests.fixtures.indexed import indexed, refusal

STORES = {"duckdb": DuckDBIndexStore}

ACME = indexed("b/acme.txt", "Acme owes Borealis ?much.\n\nBorealis waits for Acme.", "On Acme")
CYAN = indexed("a.txt", "BOREALIS sued Cyan.", "On Cyan")


@pytest.fixture(params=STORES.values(), ids=STORES.keys())
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], IndexStore]]:
    """Opens the same store each time it is called."""
    made: list[IndexStore] = []

    def opener() -> IndexStore:
        made.append(request.param(tmp_path / "index.duckdb"))
        return made[-1]

    yield opener
    for store in made:
        store.close()


@pytest.fixture
def store(opened: Callable[[], IndexStore]) -> IndexStore:
    return opened()


def _key_ids(store: IndexStore) -> list[str]:
    found = store.keys()
    return [key.key_id for key in found]


def _psg(document: IndexedDocument, place: int) -> str:
    return document.reading.passages[place].psg_id


def test_a_new_store_is_empty(store: IndexStore) -> None:
    assert store.index_version() == 0
    assert store.counts() == Counts(0, 0, 0, 0, 0)
    assert store.design() is None
    assert store.model_stamp() is None
    assert store.setting("note") is None
    for listed in (
        store.documents(), store.reports(), store.passages(), store.records(), store.rejected(),
        store.keys(), store.answers(), store.missing_vectors([]),
    ):  # fmt: skip
        assert list(listed) == []
    assert store.document("a.txt") is None
    assert store.answer("x") is None
    assert store.passages_by_id(["x"]) == {}
    assert store.postings(["x"]) == {}
    assert store.passage_table().psg_ids == ()
    assert store.posting_table().key_rows.tolist() == []
    assert store.term_table().terms == ()


def test_what_is_written_is_read_back_whole(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])

    assert store.counts() == Counts(documents=2, passages=3, records=6, keys=3, rejected_fields=1)
    assert store.documents() == [_row(CYAN), _row(ACME)]
    assert store.reports() == [CYAN.report, ACME.report]
    assert store.document("b/acme.txt") == ACME.document
    assert store.passages() == [*CYAN.reading.passages, *ACME.reading.passages]
    assert store.passages("b/acme.txt") == list(ACME.reading.passages)
    assert store.records() == [*CYAN.reading.records, *ACME.reading.records]
    assert store.records(doc_id="a.txt") == list(CYAN.reading.records)
    assert store.records(psg_ids=[_psg(ACME, 1)]) == list(ACME.reading.records[2:])
    assert store.records(psg_ids=[]) == []
    assert store.rejected() == list(ACME.reading.rejected)
    assert store.rejected("a.txt") == []


def _row(written: IndexedDocument) -> DocumentRow:
    document = written.document
    return DocumentRow(
        doc_id=document.doc_id,
        name=document.name,
        title=document.title,
        media_type=document.media_type,
        kind=written.reading.kind,
        version=document.version,
        content_sha256=document.content_sha256,
        original=written.original,
        characters=len(document.text),
        pages=len(document.pages),
        report=written.report,
        fingerprint=written.fingerprint,
    )


def test_a_structured_document_is_read_back_whole(store: IndexStore) -> None:
    text = (
        "# Head\n\n= Sales (in millions)\n\n|! a | b |\n| c | |\n\n! run\n\n<page>\n\n[4.2] Rest."
    )
    written = replace(indexed("t", "Rest."), document=indexed("t", text).document)

    store.write_documents([written])

    assert store.document("t") == written.document


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("nul \x00 inside", id="nul"),
        pytest.param("𝔄stral and 😀", id="beyond the basic plane"),
        pytest.param("e\u0301 is not é", id="combining"),
        pytest.param('it\'s "quoted" \\ and ; -- not SQL', id="quotes"),
        pytest.param("word " * 50_000 + "end", id="long"),
    ],
)
def test_text_comes_back_as_it_was(store: IndexStore, text: str) -> None:
    written = indexed("odd", text)

    store.write_documents([written])

    assert store.document("odd") == written.document
    assert store.passages() == list(written.reading.passages)


def test_passages_are_paged_by_document_and_position(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])

    assert store.passages(limit=1, offset=1) == [ACME.reading.passages[0]]
    assert store.passages("b/acme.txt", limit=5, offset=1) == [ACME.reading.passages[1]]


def test_passages_are_found_by_id_and_unknown_ids_left_out(store: IndexStore) -> None:
    store.write_documents([ACME])

    found = store.passages_by_id([_psg(ACME, 1), "none"])

    assert found == {_psg(ACME, 1): ACME.reading.passages[1]}


def test_keys_are_merged_over_documents_and_lead_to_all_passages(store: IndexStore) -> None:
    store.write_documents([ACME])
    store.write_documents([CYAN])

    assert _key_ids(store) == ["acme", "borealis", "cyan"]
    assert [key.key_id for key in store.keys("a.txt")] == ["borealis", "cyan"]
    assert store.postings(["borealis", "cyan", "none"]) == {
        "borealis": (_psg(CYAN, 0), _psg(ACME, 0), _psg(ACME, 1)),
        "cyan": (_psg(CYAN, 0),),
    }


def test_a_key_has_the_form_that_is_used_most(store: IndexStore) -> None:
    store.write_documents([CYAN])
    assert _key(store, "borealis") == _written_key(CYAN, "borealis")

    store.write_documents([ACME])
    assert _key(store, "borealis") == _written_key(ACME, "borealis")

    store.delete_document("b/acme.txt")
    assert _key(store, "borealis") == _written_key(CYAN, "borealis")


def _key(store: IndexStore, key_id: str) -> object:
    found = store.keys()
    return next(key for key in found if key.key_id == key_id)


def _written_key(written: IndexedDocument, key_id: str) -> object:
    return next(key for key in written.keys if key.key_id == key_id)


def test_tables_hold_the_same_as_the_values(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])
    passages, keys = store.passages(), store.keys()

    table = store.passage_table()
    assert _columns(table) == (
        tuple(p.psg_id for p in passages),
        tuple(p.doc_id for p in passages),
        ("prose", "prose", "prose"),
        ("BOREALIS", "Acme", "Borealis"),
        tuple(p.text for p in passages),
        ("On Cyan | 2023", "On Acme | 2023", "On Acme | 2023"),
        [len(p.text) for p in passages],
    )
    posted = store.posting_table()
    pairs = list(zip(posted.key_rows.tolist(), posted.passage_rows.tolist(), strict=True))
    assert pairs == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0)]
    assert store.postings([keys[0].key_id]) == {"acme": table.psg_ids[1:]}


def _columns(table: PassageTable) -> tuple[object, ...]:
    return (
        table.psg_ids, table.doc_ids, table.kinds, table.main_entities, table.texts,
        table.contexts, table.lengths.tolist(),
    )  # fmt: skip


def test_terms_come_back_with_their_counts(store: IndexStore) -> None:
    store.write_documents([indexed("x", "tick tock tick"), indexed("w", "tock\n\nmute")])

    table = store.term_table()

    assert table.terms == ("mute", "tick", "tock")
    rows = zip(
        table.term_rows.tolist(), table.passage_rows.tolist(), table.counts.tolist(), strict=True
    )
    assert list(rows) == [(0, 1, 1), (1, 2, 2), (2, 0, 1), (2, 2, 1)]


def test_a_document_is_replaced_whole(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])
    later = indexed("b/acme.txt", "Dune is silent.", "On Dune")

    store.write_documents([later])

    assert store.passages("b/acme.txt") == list(later.reading.passages)
    assert _key_ids(store) == ["borealis", "cyan", "dune"]
    assert store.rejected() == []
    assert store.term_table().terms == ("borealis", "cyan.", "dune", "is", "silent.", "sued")
    assert store.document("b/acme.txt") == later.document


def test_of_two_documents_with_one_id_in_a_batch_the_later_is_kept(store: IndexStore) -> None:
    later = indexed("a.txt", "Dune is silent.")

    store.write_documents([CYAN, later])

    assert store.passages() == list(later.reading.passages)


def test_a_key_goes_with_its_last_passage(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])

    store.delete_document("b/acme.txt")

    assert _key_ids(store) == ["borealis", "cyan"]
    assert store.postings(["acme", "borealis"]) == {"borealis": (_psg(CYAN, 0),)}
    assert store.counts() == Counts(1, 1, 2, 2, 0)
    assert store.reports() == [CYAN.report]
    assert store.document("b/acme.txt") is None


def test_deleting_what_is_not_there_changes_nothing(store: IndexStore) -> None:
    store.write_documents([CYAN])

    store.delete_document("none")

    assert store.index_version() == 1
    assert store.documents() == [_row(CYAN)]


@pytest.mark.parametrize("broken", ["key_id", "psg_id", "record_id"])
def test_a_batch_is_written_whole_or_not_at_all(store: IndexStore, broken: str) -> None:
    store.write_documents([CYAN])
    posting = replace(ACME.postings[0], **{broken: "none"})

    with pytest.raises(StoreError, match="'none'"):
        store.write_documents([indexed("a.txt", "New text."), replace(ACME, postings=(posting,))])

    assert store.index_version() == 1
    assert store.documents() == [_row(CYAN)]
    assert store.passages() == list(CYAN.reading.passages)


def test_a_psg_id_that_comes_twice_is_refused(store: IndexStore) -> None:
    passage = CYAN.reading.passages[0]
    doubled = replace(CYAN.reading, passages=(passage, passage))

    with pytest.raises(StoreError, match=passage.psg_id):
        store.write_documents([replace(CYAN, reading=doubled, terms=CYAN.terms * 2)])


def test_the_version_grows_with_changes_of_the_index_only(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])
    store.write_documents([])
    store.record_refusal(refusal("locked.pdf"))
    store.save_setting("note", "x")
    store.save_answer(answer_citing("q1", "a.txt"))
    store.write_vectors(["d"], np.ones((1, 2), dtype=np.float32))
    assert store.index_version() == 1

    store.delete_document("a.txt")
    assert store.index_version() == 2


def test_refusals_are_reported_beside_what_is_indexed(store: IndexStore) -> None:
    store.record_refusal(refusal("locked.pdf"))
    store.write_documents([CYAN])
    store.record_refusal(refusal("a.txt"))

    assert store.reports() == [refusal("a.txt"), refusal("locked.pdf")]
    assert store.documents() == [_row(CYAN)]

    store.delete_document("locked.pdf")
    store.write_documents([CYAN])
    assert store.reports() == [CYAN.report]


def test_settings_last(opened: Callable[[], IndexStore]) -> None:
    design = PassageDesign(
        (
            KindDesign(
                DocumentKind.GENERIC, "paragraphs", "subject", 800, 2000, (ContextName.TITLE,)
            ),
        ),
        task="find payments",
    )
    store = opened()
    store.save_design(replace(design, task=None))
    store.save_design(design)
    store.save_setting("note", "old")
    store.save_setting("note", "new")
    store.set_model_stamp(ModelStamp("m", 2))
    store.write_documents([CYAN])
    store.close()

    again = opened()

    assert again.design() == design
    assert again.setting("note") == "new"
    assert again.model_stamp() == ModelStamp("m", 2)
    assert again.index_version() == 1
    assert again.passages() == list(CYAN.reading.passages)


def test_vectors_are_kept_by_digest_once(store: IndexStore) -> None:
    first = np.array([[1, 2], [3, 4]], dtype=np.float32)
    store.write_vectors(["b", "a"], first)
    store.write_vectors(["a", "c"], np.array([[9, 9], [5, 6]], dtype=np.float32))

    assert store.missing_vectors(["x", "a", "w", "c"]) == ["x", "w"]
    read = store.vectors(["c", "a", "b", "a"])
    assert read.dtype == np.float32
    assert read.tolist() == [[5, 6], [3, 4], [1, 2], [3, 4]]
    with pytest.raises(StoreError, match="No vector"):
        store.vectors(["a", "x"])

    store.prune_vectors(["c"])
    assert store.missing_vectors(["a", "b", "c"]) == ["a", "b"]


def test_vectors_of_another_model_are_forgotten(store: IndexStore) -> None:
    store.set_model_stamp(ModelStamp("m", 2))
    store.write_vectors(["a"], np.ones((1, 2), dtype=np.float32))
    store.set_model_stamp(ModelStamp("m", 2))
    assert store.missing_vectors(["a"]) == []
    assert store.vectors([]).shape == (0, 2)

    store.set_model_stamp(ModelStamp("n", 3))
    assert store.missing_vectors(["a"]) == ["a"]
    with pytest.raises(StoreError, match="2"):
        store.write_vectors(["a"], np.ones((1, 2), dtype=np.float32))


def test_vectors_without_a_row_a_digest_are_refused(store: IndexStore) -> None:
    with pytest.raises(StoreError, match="2 texts"):
        store.write_vectors(["a", "b"], np.ones((1, 2), dtype=np.float32))


def test_answers_are_kept_whole_and_listed_newest_first(store: IndexStore) -> None:
    first, second = answer_citing("q1", "a.txt"), answer_citing("q0", "a.txt", "b")
    store.save_answer(first)
    store.save_answer(second)
    changed = replace(first, engine="other")
    store.save_answer(changed)

    assert store.answers() == [second, changed]
    assert store.answers(limit=1) == [second]
    assert store.answer("q1") == changed

    store.delete_answer("q0")
    assert store.answers() == [changed]


def test_an_answer_keeps_a_stub_of_a_deleted_source(store: IndexStore) -> None:
    store.write_documents([ACME, CYAN])
    answer = answer_citing("q1", "a.txt", "b/acme.txt")
    store.save_answer(answer)

    store.delete_document("a.txt")

    left = store.answer("q1")
    assert left is not None
    gone, kept = left.composition.citations
    assert (gone.doc_id, gone.quote, gone.locator) == ("a.txt", "", "source deleted")
    assert kept == answer.composition.citations[1]
    assert "secret-a.txt" not in repr(left)


def test_a_closed_store_says_so(store: IndexStore) -> None:
    store.close()
    store.close()

    with pytest.raises(StoreError, match="closed"):
        store.counts()
    with pytest.raises(StoreError, match="closed"):
        store.write_documents([CYAN])


def test_readers_see_whole_states_while_documents_are_written(store: IndexStore) -> None:
    text = {False: "Acme one.\n\nAcme two.", True: "Acme.\n\nAcme.\n\nAcme.\n\nAcme."}
    store.write_documents([indexed("x", text[False])])

    def read(_: int) -> tuple[int, int]:
        return len(store.posting_table().key_rows), len(store.postings(["acme"])["acme"])

    with ThreadPoolExecutor(4) as pool:
        writing = pool.submit(
            lambda: [store.write_documents([indexed("x", text[n % 2 == 0])]) for n in range(6)]
        )
        seen = Counter(size for pair in pool.map(read, range(30)) for size in pair)
        writing.result()
    assert set(seen) <= {2, 4}
    assert store.index_version() == 7


def test_every_kind_of_passage_is_kept(store: IndexStore) -> None:
    written = indexed("k", "\n\n".join(f"w{n}" for n in range(len(PassageKind))))
    passages = tuple(
        replace(passage, kind=kind, page=None, page_label=None, ocr=True)
        for passage, kind in zip(written.reading.passages, PassageKind, strict=True)
    )

    store.write_documents([replace(written, reading=replace(written.reading, passages=passages))])

    assert store.passages() == list(passages)
