"""An import writes the file's graph or nothing, and says which line is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graph.canonical import PLACES, ordered
from graph.corrections import Corrections
from graph.export import export
from graph.fields import known
from graph.importing import import_graph
from graph.memory_store import MemoryStore
from graph.portable import VERSION
from graph.portable_fields import shapes
from hubscope.errors import InputError, UnavailableError
from hubscope.keys import canonical_json, digest_lines
from tests.conformance.store import WHOLE, A, B, ingest

Lines = list[dict[str, Any]]


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    ingest(store, A, WHOLE)
    ingest(store, B, WHOLE.__class__(documents=WHOLE.documents))
    return store


@pytest.fixture
def file(store: MemoryStore, tmp_path: Path) -> Path:
    export(store, tmp_path / "graph.jsonl")
    return tmp_path / "graph.jsonl"


def sealed(file: Path, lines: Lines) -> None:
    """Write lines, in their order, with a head and an end that fit."""
    texts = ordered(lines)
    head = file.read_text().splitlines()[0]
    end = {"kind": "end", "lines": len(texts), "sha256": digest_lines(texts)}
    file.write_text("\n".join([head, *texts, canonical_json(end)]) + "\n")


def lines_of(file: Path) -> Lines:
    return [json.loads(line) for line in file.read_text().splitlines()[1:-1]]


def of_kind(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["kind"] == kind)


def refused(file: Path) -> InputError:
    into = MemoryStore()
    with pytest.raises(InputError) as caught:
        import_graph(into, file)
    assert list(into.canonical()) == []
    assert "\n" not in str(caught.value)
    return caught.value


def test_every_kind_of_line_has_its_place_and_its_fields() -> None:
    fields = shapes(known())
    assert PLACES.keys() == fields.keys()
    assert all(place.owner in fields[kind] for kind, place in PLACES.items())


def test_the_same_graph_again_changes_nothing(store: MemoryStore, file: Path) -> None:
    before = list(store.canonical())
    assert import_graph(store, file).unchanged
    assert list(store.canonical()) == before


def test_another_graph_is_left_as_it_is(file: Path) -> None:
    other = MemoryStore()
    ingest(other, B, WHOLE.__class__(documents=WHOLE.documents))
    before = list(other.canonical())
    with pytest.raises(InputError, match="an import fills an empty graph only") as caught:
        import_graph(other, file)
    assert caught.value.reason == "not_empty"
    assert list(other.canonical()) == before


def test_corrections_that_are_not_the_files_are_left_as_they_are(file: Path) -> None:
    other = MemoryStore()
    other.correct(Corrections(rejected=frozenset({"k"})))
    with pytest.raises(InputError, match="under corrections 'people'") as caught:
        import_graph(other, file)
    assert caught.value.reason == "not_empty"


@pytest.mark.parametrize("dies_after", range(10))
def test_an_import_that_was_killed_is_finished_by_the_next(
    store: MemoryStore, file: Path, dies_after: int
) -> None:
    class Dying(MemoryStore):
        left = dies_after

        def _one_less(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise UnavailableError("gone")

        def begin(self, source: Any) -> None:
            self._one_less()
            super().begin(source)

        def write(self, source: Any, part: Any) -> None:
            self._one_less()
            super().write(source, part)

        def commit(self, source: Any) -> None:
            self._one_less()
            super().commit(source)

    again = Dying()
    with pytest.raises(UnavailableError):
        import_graph(again, file, batch_elements=2)
    again.left = 1000
    import_graph(again, file, batch_elements=2)
    assert list(again.canonical()) == list(store.canonical())


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: "", "unknown_format"),
        (lambda text: text.replace("hubscope-graph", "other"), "unknown_format"),
        (lambda text: text.replace(f'"version":{VERSION}', '"version":99'), "newer_format"),
        (lambda text: text[: text.rindex("\n", 0, -1) + 1], "cut_off"),
        (lambda text: text.replace("TNF in sepsis", "TNF in fever!"), "wrong_hash"),
        (lambda text: text.replace('"lines":', '"lines":1'), "wrong_hash"),
        (lambda text: text + "{}\n", "after_end"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(
    file: Path, damage: Callable[[str], str], reason: str
) -> None:
    file.write_text(damage(file.read_text()))
    error = refused(file)
    assert error.reason == reason
    assert str(file) in str(error)


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        ("source", {"name": "z"}, "wrong_key"),
        ("source", {"state": "done"}, "wrong_value"),
        ("source", {"skipped": True}, "wrong_value"),
        ("document", {"title": 7}, "wrong_value"),
        ("from", {"source": "nobody"}, "unknown_key"),
        ("from", {"document": "pmid:2"}, "unknown_key"),
        ("part_of", {"source": "c"}, "unknown_key"),
        ("concept", {"identity": "TNF"}, "wrong_value"),
        ("concept", {"type": "Planet"}, "wrong_value"),
        ("names", {"document": "x"}, "unknown_key"),
        ("names", {"form": "a\x00b"}, "wrong_value"),
        ("item", {"id": "8"}, "wrong_key"),
        ("mentions", {"role": "hero"}, "wrong_value"),
        ("gold", {"document": "x"}, "unknown_key"),
        ("claim", {"polarity": "negative"}, "wrong_key"),
        ("evidence", {"hedge": 1}, "wrong_value"),
        ("evidence", {"chunk": "x"}, "unknown_key"),
        ("evidence", {"more": 1}, "wrong_fields"),
        ("relation", {"type": "TREATS"}, "wrong_key"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_written(
    file: Path, kind: str, change: dict[str, Any], reason: str
) -> None:
    lines = lines_of(file)
    of_kind(lines, kind).update(change)
    sealed(file, lines)
    error = refused(file)
    assert error.reason == reason
    assert re.search(r"graph\.jsonl:\d+: ", str(error))
    assert str(error).startswith(error.where)


def test_text_of_a_chunk_makes_its_key(file: Path) -> None:
    lines = lines_of(file)
    of_kind(lines, "chunk")["text"] += "!"
    sealed(file, lines)
    assert refused(file).reason == "wrong_key"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("document", {"title": "A"}),
        ("concept", {"degree": 7}),
        ("concept", {"name": "tnf"}),
        ("concept", {"identifiers": ["X:1"]}),
        ("names", {"n": 9}),
        ("evidence", {"sign": -1}),
        ("evidence", {"hedge": 0.5}),
        ("relation", {"support": 2}),
        ("relation", {"strength": "faint"}),
    ],
)
def test_what_does_not_follow_from_its_sources_is_refused(
    file: Path, kind: str, change: dict[str, Any]
) -> None:
    lines = lines_of(file)
    if kind == "names":  # a second form, so that its count decides the shown name
        lines.append(of_kind(lines, kind) | {"form": "TNFA", "n": 1})
    of_kind(lines, kind).update(change)
    sealed(file, lines)
    assert refused(file).reason == "does_not_follow"


def test_a_relation_that_is_missing_is_noticed(file: Path) -> None:
    sealed(file, [line for line in lines_of(file) if line["kind"] != "relation"])
    assert refused(file).reason == "does_not_follow"


def test_a_line_that_stands_twice_or_elsewhere_is_refused(file: Path) -> None:
    head, *lines, end = file.read_text().splitlines()
    for texts in ([lines[0], *lines], [lines[1], lines[0], *lines[2:]]):
        seal = json.loads(end) | {"lines": len(texts), "sha256": digest_lines(texts)}
        file.write_text("\n".join([head, *texts, canonical_json(seal)]) + "\n")
        assert refused(file).reason == "out_of_order"


@pytest.mark.parametrize("text", ["[1]", "{", '{"kind":"moon"}', "[" * 100_000, '{"kind":NaN}'])
def test_a_line_of_something_else_is_refused(file: Path, text: str) -> None:
    head, *others = file.read_text().splitlines()
    file.write_text("\n".join([head, text, *others]) + "\n")
    assert refused(file).where == f"{file}:2"


def test_a_graph_of_another_vocabulary_brings_what_follows_here(
    store: MemoryStore, file: Path
) -> None:
    lines = lines_of(file)
    of_kind(lines, "relation")["strength"] = "faint"
    sealed(file, lines)
    file.write_text(re.sub('"vocabulary":"[0-9a-f]+"', '"vocabulary":"older"', file.read_text()))
    again = MemoryStore()
    found = import_graph(again, file)
    assert list(again.canonical()) == list(store.canonical())
    assert found.sha256 == digest_lines(store.canonical())
