"""Adapter of the battery ingest_hostile_inputs: dispatch on `op`, expectations by key."""

import base64
import gzip
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest

from graph.memory_store import MemoryStore
from graph.model import Claim, Concept
from graph.vocabulary import LIFE_SCIENCE, OTHER, Polarity, RelationType
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import Json
from ingest.extraction import Extractor
from ingest.ingested import Ingested
from ingest.items import BenchmarkItem, Paper
from ingest.pipeline import Plan, ingest, load_extractor
from ingest.readers import READERS, read_source
from retrieval.chunking import chunk
from tests.batteries.reading import cases

MEMORY = 160 << 20  # bytes; the limits of a record are 16 MB of text


class NotYet(Exception):
    """A part that is still to come."""


@dataclass
class Outcome:
    """What reading a file came to."""

    path: Path
    items: list[BenchmarkItem] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    error: InputError | None = None
    peak: int = 0

    @property
    def reason(self) -> str | None:
        return self.error.reason if self.error else None


def text_of(value: Any) -> str:
    """Literal text or a recipe for it."""
    if isinstance(value, str):
        return value
    if value["recipe"] == "numbered_words":
        return " ".join(f"w{n}" for n in range(1, value["times"] + 1))
    if value["recipe"] == "code_points":
        return "".join(map(chr, value["points"]))
    repeated = value["unit"] * value["times"]
    return f"{value.get('prefix', '')}{repeated}{value.get('suffix', '')}"


def lay_out(given: dict[str, Any], folder: Path) -> Path:
    """The case's file on disk."""
    path = folder / str(given["file"])
    recipe = given.get("recipe", {})
    if given.get("absent"):
        return path
    if given.get("directory"):
        path.mkdir()
    elif "text" in given:
        path.write_bytes(given["text"].encode("utf-8"))
    elif "bytes_b64" in given:
        path.write_bytes(base64.b64decode(given["bytes_b64"]))
    elif "gzip_of" in recipe:
        packed = gzip.compress(recipe["gzip_of"].encode("utf-8"), mtime=0)
        path.write_bytes(packed[: recipe.get("cut_to_bytes")])
    elif "gzip_of_repeat" in recipe:
        unit, times = recipe["gzip_of_repeat"].encode("utf-8"), recipe["times"]
        at_once = max(1, (1 << 20) // len(unit))
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(recipe.get("prefix", "").encode("utf-8"))
            for start in range(0, times, at_once):
                file.write(unit * min(at_once, times - start))
            file.write(recipe.get("suffix", "").encode("utf-8"))
    else:
        repeated = recipe["repeat"] * recipe["times"]
        text = f"{recipe.get('prefix', '')}{repeated}{recipe.get('suffix', '')}"
        path.write_bytes(text.encode("utf-8"))
    return path


def read(path: Path, *, measured: bool = False) -> Outcome:
    outcome = Outcome(path)
    if measured:
        tracemalloc.start()
    try:
        for record in read_source([path]):
            if isinstance(record, Skipped):
                outcome.skipped.append(record)
            elif isinstance(record, BenchmarkItem):
                outcome.items.append(record)
    except InputError as error:
        outcome.error = error
    if measured:
        outcome.peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return outcome


def gold_text(item: BenchmarkItem) -> Json:
    return dict(item.options).get(item.answer) if isinstance(item.answer, str) else None


def error_names(outcome: Outcome, *words: object) -> bool:
    return all(str(word) in str(outcome.error) for word in words)


def check_items(outcome: Outcome, expected: list[str] | int) -> None:
    ids = [item.id for item in outcome.items]
    assert (len(ids) if isinstance(expected, int) else ids) == expected
    assert outcome.error is None


def check_skipped(outcome: Outcome, expected: list[dict[str, Any]] | int) -> None:
    found = [{"line": one.line, "reason": one.reason} for one in outcome.skipped]
    assert (len(found) if isinstance(expected, int) else found) == expected


def check_error_or_skip(outcome: Outcome, reasons: str) -> None:
    found = {outcome.reason, *(one.reason for one in outcome.skipped)}
    assert found & set(reasons.split("_or_"))


def check_ids(outcome: Outcome, expected: list[str] | str) -> None:
    if isinstance(expected, list):
        assert error_names(outcome, *(repr(id) for id in expected))
    else:  # derived from content: see test_intake.py for every order
        assert all(item.id.startswith("content-") for item in outcome.items)


def check_names(outcome: Outcome, expected: list[str]) -> None:
    words = {"file": str(outcome.path), "byte offset": " byte "}
    assert error_names(outcome, *(words[name] for name in expected))


def check_lines(outcome: Outcome, *numbers: int) -> None:
    assert error_names(outcome, *(f":{number}" for number in numbers))


CHECKS: dict[str, Callable[[Outcome, Any], None]] = {
    "items": check_items,
    "skipped": check_skipped,
    "error_or_skip": check_error_or_skip,
    "ids": check_ids,
    "names": check_names,
    "lines": lambda outcome, numbers: check_lines(outcome, *numbers),
    "line": lambda outcome, number: check_lines(outcome, number),
}


def check_file(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    outcome = read(lay_out(given, folder), measured="memory" in expected)
    by_id = {item.id: item for item in outcome.items}
    for name, wanted in expected.items():
        if name in CHECKS:
            CHECKS[name](outcome, wanted)
        elif name == "error":
            # With `error_or_items` beside it, either will do.
            assert outcome.reason == wanted or "error_or_items" in expected
        elif name == "error_or_items":
            assert outcome.reason == expected.get("error", "") or list(by_id) == wanted
        elif name == "memory":
            assert outcome.peak < MEMORY
        elif name == "gold":
            assert [item.answer for item in outcome.items] == wanted
        elif name == "gold_text":
            assert [gold_text(item) for item in outcome.items] == wanted
        elif name == "lists":
            assert error_names(outcome, *READERS.names())
        elif name == "column":
            assert error_names(outcome, repr(wanted))
        elif name in ("columns", "found"):
            assert error_names(outcome, *wanted)
        elif name.startswith("question_of_"):
            assert by_id[name.removeprefix("question_of_")].question == wanted
        elif name == "meta":
            assert [item.meta["meta"] for item in outcome.items] == [wanted]
        else:  # any other word is a field of the one record
            assert [item.meta[name] for item in outcome.items] == [wanted]


def check_chunk(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    text = text_of(given["text"])
    if "error" in expected:
        with pytest.raises(InputError) as caught:
            chunk(text, size=given["size"], overlap=given["overlap"])
        assert caught.value.reason == expected["error"]
        return
    windows = chunk(text, size=given["size"], overlap=given["overlap"])
    for name, wanted in expected.items():
        if name == "chunks":
            spans = [
                [len(text[: w.start].split()) + 1, len(text[: w.end].split())] for w in windows
            ]
            assert spans == wanted
        elif name == "covers_all_text":
            covered = {at for w in windows for at in range(w.start, w.end)}
            assert wanted == all(at in covered for at, c in enumerate(text) if not c.isspace())
        else:
            assert name == "ends"  # it did: we are here


def check_edge_keys(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    keys = {
        Claim(Concept(OTHER, head).key, RelationType(relation), Concept(OTHER, tail).key).key
        for head, relation, tail in given["edges"]
    }
    assert len(keys) == expected["distinct"]


class Graph:
    """An in-memory graph that files are ingested into."""

    def __init__(self, folder: Path) -> None:
        self.store = MemoryStore()
        self._folder = folder

    def ingest(self, text: str, source: str, name: str = "a.jsonl") -> Ingested:
        path = self._folder / name
        path.write_bytes(text.encode("utf-8"))
        plan = Plan((path,), name=source)
        return ingest(self.store, plan, extractor(), spool_folder=self._folder / "spool")

    def lines(self) -> list[str]:
        return list(self.store.canonical())

    def edges(self) -> list[list[str]]:
        claims = [claim for claim in self.store.claims() if claim.polarity is Polarity.POSITIVE]
        return sorted([c.head.name, str(c.relation), c.tail.name] for c in claims)


@cache
def extractor() -> Extractor:
    return load_extractor()


def triples_of(rows: list[list[str]], **more: str) -> str:
    names = ("head", "relation", "tail")
    return "".join(
        json.dumps({**dict(zip(names, row, strict=True)), **more}) + "\n" for row in rows
    )


def statement_of(text: str) -> list[str]:
    """Head, relation, tail of a text whose verb is a relation: "Zinc inhibits ACE."."""
    words = text.partition(".")[0].split()
    at = next(at for at, word in enumerate(words) if is_relation(word))
    return [" ".join(words[:at]), words[at], " ".join(words[at + 1 :])]


def is_relation(word: str) -> bool:
    try:
        LIFE_SCIENCE.relation(word)
    except InputError:
        return False
    return True


def check_ingest_chunks(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    graph = Graph(folder)
    for document in given["documents"]:
        text = text_of(document["text"])
        more = {"quote": text, "document": f"The document named {document['id']}"}
        graph.ingest(triples_of([statement_of(text)], **more), document["id"])
    graph.store.delete_source(given["then_delete"])
    left = [source for chunk in graph.store.chunks() for source in chunk.sources]
    assert sorted(left) == sorted(expected["chunks_left"])
    assert bool(graph.edges()) == expected["relation_kept"]


def check_ingest_twice(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    graph = Graph(folder)
    first, before = graph.ingest(given["text"], "a", given["file"]), graph.lines()
    second, after = graph.ingest(given["text"], "a", given["file"]), graph.lines()
    assert (not first.unchanged, second.unchanged) == (True, expected["second_run"] == "no_change")
    assert (before == after) == expected["counts_equal"]


def check_two_orders(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    graphs = []
    for order in islice(permutations(given["records"]), 24):
        graph = Graph(folder)
        graph.ingest("".join(order), "a")
        # The hash is of the file's bytes; all else must be the same.
        graphs.append([line for line in graph.lines() if '"sha256"' not in line])
    assert all(lines == graphs[0] for lines in graphs) == expected["graphs_equal"]
    assert graphs[0]


def check_then_delete(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    graph, alone = Graph(folder), Graph(folder)
    for source in given["sources"]:
        graph.ingest(triples_of(source["triples"]), source["id"])
        if source["id"] != given["delete"]:
            alone.ingest(triples_of(source["triples"]), source["id"])
    graph.store.delete_source(given["delete"])
    assert graph.lines() == alone.lines()
    for name, wanted in expected.items():
        if name == "edges":
            assert graph.edges() == sorted(wanted)
        elif name == "sources_of_first":
            (claim, *_) = graph.store.claims()
            assert list(claim.sources) == wanted
        elif name == "degree":
            degrees = {concept: graph.store.find(concept)[0].degree for concept in wanted}
            assert degrees == wanted
        else:
            assert name == "gone"
            assert not [found for concept in wanted for found in graph.store.find(concept)]


def check_fail_then_ok(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    graph = Graph(folder)
    good = '{"id": "q1", "question": "Does zinc inhibit ACE?", "answer": "yes"}\n'
    with pytest.raises(InputError):
        graph.ingest(good + good.replace("yes", "no"), "a", given["file"])
    assert graph.store.sources() == []
    done = graph.ingest(good, "a", given["file"])
    (source,) = graph.store.sources()
    assert (done.state, str(source.state)) == (expected["state"], expected["state"])
    assert (expected["error"], source.skipped) == (None, 0)


def pubmed_article(given: dict[str, Any]) -> tuple[str, str]:
    """A case's record as PubMed XML: markup stands in it as it is."""
    title = f"<ArticleTitle>{given.get('title', 'On zinc')}</ArticleTitle>"
    parts = given.get("abstract", [])
    parts = [["", parts]] if isinstance(parts, str) else parts
    texts = "".join(
        f'<AbstractText Label="{label}">{text}</AbstractText>'
        if label
        else f"<AbstractText>{text}</AbstractText>"
        for label, text in parts
    )
    return "a.xml", (
        '<?xml version="1.0" ?><PubmedArticleSet><PubmedArticle><MedlineCitation>'
        f"<PMID>1</PMID><Article>{title}<Abstract>{texts}</Abstract></Article>"
        "</MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )


def jats_article(given: dict[str, Any]) -> tuple[str, str]:
    """A case's record as JATS XML."""
    title = given.get("title", "On zinc")
    parts = given.get("abstract", [])
    texts = (
        f"<p>{parts}</p>"
        if isinstance(parts, str)
        else "".join(f"<sec><title>{a}</title><p>{b}</p></sec>" for a, b in parts)
    )
    return "a.nxml", (
        f"<article><front><article-meta><title-group><article-title>{title}</article-title>"
        f"</title-group><abstract>{texts}</abstract></article-meta></front></article>"
    )


def medline_record(given: dict[str, Any]) -> tuple[str, str]:
    """A case's record as MEDLINE text."""
    parts = given.get("abstract", [])
    text = parts if isinstance(parts, str) else " ".join(f"{a}: {b}" for a, b in parts)
    abstract = f"AB  - {text}\n" if text else ""
    return "a.nbib", f"PMID- 1\nTI  - {given.get('title', 'On zinc')}\n{abstract}"


RECORDS: dict[str, Callable[[dict[str, Any]], tuple[str, str]]] = {
    "pubmed": pubmed_article,
    "jats": jats_article,
    "pmc": jats_article,
    "medline": medline_record,
}


def check_record(given: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    name, text = RECORDS[given["record"].split()[0].lower()](given)
    path = folder / name
    path.write_text(text, "utf-8")
    (paper,) = [record for record in read_source([path]) if isinstance(record, Paper)]
    sections = [section for section in paper.sections if section.label != "title"]
    for key, wanted in expected.items():
        if key == "sections":
            assert [section.label for section in sections] == wanted
        elif key == "text_contains":
            text = "\n".join(section.text for section in sections)
            assert [part for part in wanted if part not in text] == []
        else:
            assert getattr(paper, key) == wanted


OPS: dict[str, Callable[[dict[str, Any], dict[str, Any], Path], None]] = {
    "file": check_file,
    "record": check_record,
    "chunk": check_chunk,
    "edge_keys": check_edge_keys,
    "ingest_chunks": check_ingest_chunks,
    "ingest_twice": check_ingest_twice,
    "ingest_two_orders": check_two_orders,
    "ingest_then_delete": check_then_delete,
    "ingest_fail_then_ok": check_fail_then_ok,
}


def op_of(given: dict[str, Any]) -> str:
    return str(given.get("op") or (given.get("record") and "record") or "file")


def marked_cases() -> list[Any]:
    params = []
    for parameter in cases("ingest_hostile_inputs"):
        op = op_of(parameter.values[0]["input"])
        later = pytest.mark.xfail(strict=True, raises=NotYet, reason=f"{op} is still to come")
        params.append(
            pytest.param(*parameter.values, id=parameter.id, marks=() if op in OPS else (later,))
        )
    return params


@pytest.mark.parametrize("case", marked_cases())
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    op = op_of(case["input"])
    if op not in OPS:
        raise NotYet(op)
    OPS[op](case["input"], case["expect"], tmp_path)
