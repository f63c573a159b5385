"""The graph follows from the sources, the fusions and the last file of corrections alone."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.corrections import Corrections
from graph.memory_store import MemoryStore
from ingest.curation import Curation
from tests.ingest.curating import FACTS, file_of, write
from tests.ingest.test_curation import APART, FUSED, MERGE, REJECT, RENAME, RETYPE

SOURCES = {"one": FACTS[:3], "two": FACTS[2:]}
files = st.lists(st.sampled_from([RETYPE, RENAME, MERGE, APART, REJECT]), unique=True).map("".join)
steps = st.one_of(
    st.tuples(st.just("curate"), files),
    st.tuples(st.sampled_from(["ingest", "delete"]), st.sampled_from(sorted(SOURCES))),
    st.tuples(st.sampled_from(["fuse", "undo"]), st.just("")),
)


@given(st.lists(steps, max_size=9))
@settings(max_examples=60)
def test_no_history_leaves_a_trace(history: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store, curation = MemoryStore(), Curation(folder / "walked")
        text, written, fused = "", set(), False
        for what, which in history:
            if what == "curate":
                text = which
                curation.apply(store, file_of(folder, text))
                continue
            if what == "ingest":
                write(store, SOURCES[which], which)
                written.add(which)
            elif what == "delete" and which in written:
                store.delete_source(which)
                written.discard(which)
            elif what in ("fuse", "undo"):
                fused = what == "fuse"
                store.correct(FUSED if fused else Corrections(), layer="fusion")
            curation.again(store)
        straight = MemoryStore()
        for which in sorted(written):
            write(straight, SOURCES[which], which)
        straight.correct(FUSED if fused else Corrections(), layer="fusion")
        Curation(folder / "straight").apply(straight, file_of(folder, text))
        assert list(store.canonical()) == list(straight.canonical())
