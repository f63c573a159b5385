"""The whole graph as a file and back: the round trip, and the formats that only go out."""

import csv
import gzip
import io
import json
import tempfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph.bulk_csv import DELIMITER, OPTIONS
from graph.corrections import Corrections
from graph.export import Format, export, graph_sha256
from graph.importing import import_graph
from graph.memory_store import MemoryStore
from graph.model import Concept, Contribution, Naming
from graph.vocabulary import ConceptType
from hubscope.errors import InputError, IntegrityError, UnavailableError
from hubscope.keys import digest_lines
from tests.conformance.store import PAPER, SEPSIS, TNF, WHOLE, A, B, ingest
from tests.properties.worlds import SOURCES, corrections, layer_names, whole_contributions

ODD = Concept(ConceptType("Gene"), "=HYPERLINK(1)")
ODDLY_NAMED = Contribution(
    concepts=(ODD,),
    documents=(PAPER,),
    namings=(Naming(PAPER.key, ODD.key, '=HYPERLINK("a", \x0b"b")', 1, ("X:1", "Y:2")),),
)


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    ingest(store, A, WHOLE)
    ingest(store, B, ODDLY_NAMED)
    return store


def test_equal_graphs_make_equal_files_that_say_what_they_hold(
    store: MemoryStore, tmp_path: Path
) -> None:
    counts = export(store, tmp_path / "graph.jsonl")
    assert (counts.concepts, counts.relations, counts.claims) == (3, 1, 1)
    other = MemoryStore()
    ingest(other, B, ODDLY_NAMED)
    ingest(other, A, WHOLE)
    export(other, tmp_path / "other.jsonl")
    assert (tmp_path / "graph.jsonl").read_bytes() == (tmp_path / "other.jsonl").read_bytes()
    head, *lines, end = (tmp_path / "graph.jsonl").read_text().splitlines()
    assert json.loads(head)["format"] == "hubscope-graph"
    assert json.loads(end) == {"kind": "end", "lines": len(lines), "sha256": counts.sha256}
    assert counts.sha256 == digest_lines(lines) == graph_sha256(store)


@pytest.mark.parametrize("name", ["graph.jsonl", "graph.jsonl.gz"])
def test_an_export_comes_back_as_the_same_graph(
    store: MemoryStore, tmp_path: Path, name: str
) -> None:
    counts = export(store, tmp_path / name)
    again = MemoryStore()
    found = import_graph(again, tmp_path / name, batch_elements=2)
    assert list(again.canonical()) == list(store.canonical())
    assert (found.sha256, found.unchanged) == (counts.sha256, False)
    export(again, tmp_path / f"again-{name}")
    assert (tmp_path / f"again-{name}").read_bytes() == (tmp_path / name).read_bytes()


@pytest.mark.slow
@settings(
    max_examples=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    whole_contributions(SOURCES[0]),
    whole_contributions(SOURCES[1]),
    st.lists(st.tuples(layer_names, corrections), max_size=2),
)
def test_any_graph_comes_back(
    tmp_path: Path,
    one: Contribution,
    other: Contribution,
    layers: list[tuple[str, Corrections]],
) -> None:
    store, again = MemoryStore(), MemoryStore()
    ingest(store, SOURCES[0], one)
    ingest(store, SOURCES[1], other)
    for name, layer in layers:
        store.correct(layer, layer=name)
    export(store, tmp_path / "graph.jsonl")
    import_graph(again, tmp_path / "graph.jsonl", batch_elements=3)
    assert list(again.canonical()) == list(store.canonical())


def test_a_half_written_source_is_not_exported(store: MemoryStore, tmp_path: Path) -> None:
    store.begin(A)
    with pytest.raises(InputError, match="'a' is half written") as caught:
        export(store, tmp_path / "graph.jsonl")
    assert caught.value.reason == "pending"
    assert list(tmp_path.iterdir()) == []


def test_a_graph_that_changes_meanwhile_leaves_no_file(store: MemoryStore, tmp_path: Path) -> None:
    def change(what: str, done: int) -> None:
        if done == 0:
            store.delete_source("b")

    with pytest.raises(IntegrityError, match="Export again"):
        export(store, tmp_path / "graph.jsonl", progress=change)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_whole_or_not_at_all(store: MemoryStore, tmp_path: Path) -> None:
    file = tmp_path / "graph.jsonl"
    file.write_text("before")

    def fail(what: str, done: int) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        export(store, file, progress=fail)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


def test_where_nothing_can_be_written_is_said(store: MemoryStore, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        export(store, tmp_path / "nowhere" / "graph.jsonl")


@pytest.mark.parametrize("format", list(Format))
def test_a_full_disk_is_said(
    store: MemoryStore, format: Format, tmp_path: Path, monkeypatch: Any
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    monkeypatch.setattr("tempfile.mkdtemp", full)
    with pytest.raises(UnavailableError, match="the disk is full") as caught:
        export(store, tmp_path / "graph", format)
    assert caught.value.reason == "disk_full"


def test_graphml_opens_in_networkx(store: MemoryStore, tmp_path: Path) -> None:
    file = tmp_path / "graph.graphml"
    export(store, file, Format.GRAPHML)
    graph = networkx.read_graphml(file)
    assert graph.is_directed()
    assert graph.nodes[TNF.key]["label"] == "TNF-α"
    assert graph.nodes[TNF.key]["degree"] == 1
    assert graph.edges[TNF.key, SEPSIS.key]["relation"] == "causes"
    # XML cannot hold a vertical tab.
    assert graph.nodes[ODD.key]["label"] == '=HYPERLINK("a", \ufffd"b")'
    assert graph.nodes[ODD.key]["identifiers"] == "X:1 | Y:2"


def test_graphml_is_valid_xml_with_declared_data(store: MemoryStore, tmp_path: Path) -> None:
    export(store, tmp_path / "graph.graphml.gz", Format.GRAPHML)
    with gzip.open(tmp_path / "graph.graphml.gz") as file:
        root = ElementTree.parse(file).getroot()
    space = "{http://graphml.graphdrawing.org/xmlns}"
    declared = {key.get("id") for key in root.iter(f"{space}key")}
    assert {data.get("key") for data in root.iter(f"{space}data")} <= declared


def _rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(gzip.open(file).read().decode(), newline="")))


def test_bulk_csv_has_a_file_a_kind_and_says_how_to_read_it(
    store: MemoryStore, tmp_path: Path
) -> None:
    folder = tmp_path / "bulk"
    export(store, folder, Format.CSV)
    names = {path.name for path in folder.iterdir()}
    options = (folder / "import.args").read_text().splitlines()
    named = {option.rpartition("=")[2].removeprefix("./") for option in options if ".csv" in option}
    assert names == named | {"import.args"}
    assert set(OPTIONS) <= set(options)
    concepts = {row["key"]: row for row in _rows(folder / "concepts.csv.gz")}
    # Exact, as a database needs it; compressed, so that no sheet runs it.
    assert concepts[ODD.key]["name"] == '=HYPERLINK("a", \x0b"b")'
    assert concepts[ODD.key]["identifiers:string[]"] == DELIMITER.join(("X:1", "Y:2"))
    [relation] = _rows(folder / "relations.csv.gz")
    assert (relation[":TYPE"], relation["support:long"]) == ("CAUSES", "1")
    assert relation[":START_ID"] == concepts[TNF.key][":ID"]
    assert relation[":END_ID"] == concepts[SEPSIS.key][":ID"]


@given(whole_contributions(SOURCES[0]), whole_contributions(SOURCES[1]))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_bulk_csv_numbers_every_node_once_and_counts_what_each_source_contributes(
    one: Contribution, other: Contribution
) -> None:
    store = MemoryStore()
    ingest(store, SOURCES[0], one)
    ingest(store, SOURCES[1], other)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "bulk"
        export(store, folder, Format.CSV)
        nodes = ("sources", "documents", "chunks", "concepts", "items", "claims")
        numbers = [row[":ID"] for name in nodes for row in _rows(folder / f"{name}.csv.gz")]
        sources = {row["name"]: row for row in _rows(folder / "sources.csv.gz")}
    assert sorted(map(int, numbers)) == list(range(len(numbers)))
    kinds = ("items", "documents", "chunks", "concepts", "claims", "relations")
    for source in store.sources():
        counted = {kind: int(sources[source.name][f"{kind}:long"]) for kind in kinds}
        assert counted == {kind: getattr(source, kind) for kind in kinds}


def test_bulk_csv_holds_no_corrections_and_says_so(store: MemoryStore, tmp_path: Path) -> None:
    store.correct(Corrections(rejected=frozenset({"k"})))
    with pytest.raises(InputError, match="JSON Lines") as caught:
        export(store, tmp_path / "bulk", Format.CSV)
    assert caught.value.reason == "corrected"
    assert list(tmp_path.iterdir()) == []


def test_bulk_csv_never_replaces_a_folder(store: MemoryStore, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is there already") as caught:
        export(store, tmp_path, Format.CSV)
    assert caught.value.reason == "exists"
