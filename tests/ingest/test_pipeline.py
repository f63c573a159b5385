"""The pipeline on the store in memory: unchanged, replaced, killed, rolled forward, refused."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from graph.memory_store import MemoryStore
from graph.model import Contribution, Naming, Source
from graph.store import SourceState
from hubscope.errors import InputError
from hubscope.files import Journal
from ingest.batches import merge
from ingest.extraction import Extractor
from ingest.pipeline import Plan, ingest, load_extractor, preview, remove
from ingest.spool import roll_forward

ZINC = '{"id": "q1", "question": "Does zinc inhibit angiotensin?", "answer": "yes"}\n'
IRON = '{"id": "q3", "question": "Does iron prevent anemia?", "answer": "yes"}\n'
COPPER = '{"id": "q2", "question": "Does aspirin cause asthma?", "answer": "yes"}\n'


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return load_extractor()


def _file(folder: Path, text: str, name: str = "items.jsonl") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


class Killed(BaseException):
    """Stands for a signal: nothing may catch it."""


class DyingStore(MemoryStore):
    """A store whose process is killed after some writes."""

    def __init__(self, writes: int) -> None:
        super().__init__()
        self.writes_left = writes

    def write(self, source: Source, part: Contribution) -> None:
        if self.writes_left == 0:
            raise Killed
        self.writes_left -= 1
        super().write(source, part)


def test_the_same_content_again_changes_nothing(tmp_path: Path, extractor: Extractor) -> None:
    store, plan = MemoryStore(), Plan((_file(tmp_path, ZINC + COPPER),), name="s")
    first = ingest(store, plan, extractor, spool_folder=tmp_path / "spool")
    before = list(store.canonical())
    again = ingest(store, plan, extractor, spool_folder=tmp_path / "spool")
    assert (first.unchanged, again.unchanged) == (False, True)
    assert first.items == again.items == 2
    assert list(store.canonical()) == before
    assert not list((tmp_path / "spool").glob("*.jsonl"))


def test_other_content_under_the_same_name_replaces_it(
    tmp_path: Path, extractor: Extractor
) -> None:
    store, spool = MemoryStore(), tmp_path / "spool"
    ingest(store, Plan((_file(tmp_path, ZINC),), name="s"), extractor, spool_folder=spool)
    again = ingest(store, Plan((_file(tmp_path, COPPER),), name="s"), extractor, spool_folder=spool)
    assert again.replaced
    alone = MemoryStore()
    ingest(alone, Plan((_file(tmp_path, COPPER),), name="s"), extractor, spool_folder=spool)
    assert list(store.canonical()) == list(alone.canonical())


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_source_that_was_killed_while_it_wrote_is_rolled_forward_without_its_file(
    writes: int, tmp_path: Path, extractor: Extractor
) -> None:
    path, spool = _file(tmp_path, ZINC + COPPER + IRON), tmp_path / "spool"
    plan, dying = Plan((path,), name="s"), DyingStore(writes)
    with pytest.raises(Killed):
        ingest(dying, plan, extractor, spool_folder=spool, batch_elements=1)
    assert dying.sources()[0].state is SourceState.PENDING
    whole = MemoryStore()
    ingest(whole, plan, extractor, spool_folder=tmp_path / "other")
    path.unlink()
    dying.writes_left = -1
    assert roll_forward(dying, spool) == ["s"]
    assert list(dying.canonical()) == list(whole.canonical())
    assert not list(spool.glob("*.jsonl"))


def test_a_deleted_source_does_not_come_back_with_the_next_ingest(
    tmp_path: Path, extractor: Extractor
) -> None:
    path, spool = _file(tmp_path, ZINC + COPPER + IRON), tmp_path / "spool"
    store = DyingStore(1)
    with pytest.raises(Killed):
        ingest(store, Plan((path,), name="s"), extractor, spool_folder=spool, batch_elements=1)
    store.writes_left = -1
    remove(store, "s", spool_folder=spool)
    other = _file(tmp_path, COPPER, "other.jsonl")
    done = ingest(store, Plan((other,), name="other"), extractor, spool_folder=spool)
    assert done.rolled_forward == ()
    assert [one.name for one in store.sources()] == ["other"]
    with pytest.raises(InputError, match="no source"):
        remove(store, "s", spool_folder=spool)


def test_an_ingest_names_what_it_finished(tmp_path: Path, extractor: Extractor) -> None:
    path, spool = _file(tmp_path, ZINC + COPPER + IRON), tmp_path / "spool"
    store = DyingStore(0)
    with pytest.raises(Killed):
        ingest(store, Plan((path,), name="s"), extractor, spool_folder=spool)
    store.writes_left = -1
    other = _file(tmp_path, COPPER, "other.jsonl")
    done = ingest(store, Plan((other,), name="other"), extractor, spool_folder=spool)
    assert done.rolled_forward == ("s",)
    assert not done.replaced


def test_two_ingests_at_once_wait_for_each_other(tmp_path: Path, extractor: Extractor) -> None:
    store, spool = MemoryStore(), tmp_path / "spool"
    many = "".join(ZINC.replace("q1", f"z{n}") for n in range(40))
    plans = [Plan((_file(tmp_path, many, f"{name}.jsonl"),), name=name) for name in ("one", "two")]
    threads = [
        Thread(target=ingest, args=(store, plan, extractor), kwargs={"spool_folder": spool})
        for plan in plans
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(one.name, one.items) for one in store.sources()] == [("one", 40), ("two", 40)]


def test_a_file_read_beside_another_belongs_to_its_content(
    tmp_path: Path, extractor: Extractor
) -> None:
    record = '{"id": 1, "claim": "Zinc inhibits ACE.", "evidence": {"7": [{"sentences": [0],'
    path = _file(tmp_path, record + ' "label": "SUPPORT"}]}, "cited_doc_ids": [7]}\n', "c.jsonl")
    store, spool = MemoryStore(), tmp_path / "spool"
    alone = ingest(store, Plan((path,)), extractor, spool_folder=spool)
    corpus = '{"doc_id": 7, "title": "T", "abstract": ["Zinc inhibits ACE."]}\n'
    _file(tmp_path, corpus, "corpus.jsonl")
    both = ingest(store, Plan((path,)), extractor, spool_folder=spool)
    assert not both.unchanged
    assert both.chunks > alone.chunks


def test_a_spool_that_is_not_whole_is_dropped(tmp_path: Path) -> None:
    with Journal(tmp_path / "s.jsonl") as journal:
        journal.append({"part": {}})
    store = MemoryStore()
    assert roll_forward(store, tmp_path) == []
    assert store.sources() == []
    assert not list(tmp_path.iterdir())


def test_bad_input_leaves_the_graph_and_the_folder_as_they_were(
    tmp_path: Path, extractor: Extractor
) -> None:
    path = _file(tmp_path, ZINC + ZINC.replace("zinc", "lead"))
    store = MemoryStore()
    with pytest.raises(InputError, match="q1"):
        ingest(store, Plan((path,), reader="table"), extractor, spool_folder=tmp_path / "spool")
    assert store.sources() == []
    assert not list((tmp_path / "spool").glob("*.jsonl"))


def test_what_is_skipped_is_counted_with_its_reason(tmp_path: Path, extractor: Extractor) -> None:
    path = _file(tmp_path, ZINC + "not json\n")
    done = ingest(
        MemoryStore(), Plan((path,), reader="table"), extractor, spool_folder=tmp_path / "spool"
    )
    assert done.n_skipped == 1
    assert (done.skipped[0].line, done.skipped[0].reason) == (2, "invalid_json")


def test_preview_writes_nothing_and_shows_quotes(tmp_path: Path, extractor: Extractor) -> None:
    path = _file(tmp_path, COPPER)
    (where, extracted), *rest = preview(Plan((path,), reader="table"), extractor, 5)
    assert not rest
    assert where.endswith(":1")
    assert [one.quote for one in extracted.contribution.evidence] == ["Does aspirin cause asthma?"]
    assert [one.name for one in tmp_path.iterdir()] == ["items.jsonl"]


def _parts() -> Iterator[Contribution]:
    yield Contribution(namings=(Naming("d", "c", "zinc", 2, ("MESH:1",)),))
    yield Contribution(namings=(Naming("d", "c", "zinc", 1, ("MESH:2",)),))


def test_one_form_of_one_document_in_two_parts_is_counted_at_its_largest() -> None:
    parts = list(_parts())
    joined = merge(parts).namings
    assert joined == (Naming("d", "c", "zinc", 2, ("MESH:1", "MESH:2")),)
    assert merge(parts[::-1]).namings == joined
