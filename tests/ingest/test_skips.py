"""What was left out of a source: counted exactly, listed up to a bound, forgotten with it."""

from pathlib import Path

from graph.memory_store import MemoryStore
from hubscope.files import Skipped
from ingest.pipeline import Plan, ingest, load_extractor, remove
from ingest.skips import LEAST_OF_A_REASON, MOST_PLACES, SkipCounter, Skips, forget, keep, kept


def counted(*reasons: str) -> Skips:
    counter = SkipCounter()
    counter.add(Skipped(f"f:{n}", reason, n) for n, reason in enumerate(reasons, 1))
    return counter.done()


def test_counts_are_exact_and_places_are_bounded() -> None:
    found = counted(*["often"] * 1_000, *["seldom"] * 3, *["rarely"] * 9)
    assert found.reasons == {"often": 1_000, "rarely": 9, "seldom": 3}
    assert list(found.reasons) == ["often", "rarely", "seldom"]
    assert found.total == 1_012
    assert len(found.places) == MOST_PLACES + 3 + LEAST_OF_A_REASON
    assert [one.line for one in found.places[:3]] == [1, 2, 3]


def test_what_is_kept_belongs_to_one_content_of_a_source(tmp_path: Path) -> None:
    skips = counted("missing_question")
    keep(tmp_path, "a/b c", "1" * 64, skips)
    assert kept(tmp_path, "a/b c", "1" * 64) == skips
    assert kept(tmp_path, "a/b c", "2" * 64) is None
    assert kept(tmp_path, "other", "1" * 64) is None
    forget(tmp_path, "a/b c")
    assert kept(tmp_path, "a/b c", "1" * 64) is None


def test_an_ingest_says_why_again_when_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "facts.csv"
    path.write_text("head,relation,tail\nzinc,frobs,ACE\nzinc,inhibits,ACE\n,treats,x\n", "utf-8")
    store, extractor, spool = MemoryStore(), load_extractor(), tmp_path / "spool"
    first = ingest(store, Plan((path,)), extractor, spool_folder=spool)
    assert first.reasons == {"missing_head": 1, "unknown_relation": 1}
    again = ingest(store, Plan((path,)), extractor, spool_folder=spool)
    assert again.unchanged
    assert (again.reasons, again.skipped, again.n_skipped) == (first.reasons, first.skipped, 2)
    remove(store, "facts", spool_folder=spool)
    assert not list(spool.glob("skipped/*"))
