"""The judged sheets: their targets hold, they hold no text, and what was right is still read."""

from pathlib import Path

import pytest

from hubscope.json_values import Json
from ingest.readers import READERS
from perf import data_folder
from perf.data_folder import DATA, files
from perf.extraction_sources import SOURCES
from perf.sheet_draws import mined_relations
from perf.sheet_rows import READERS as JUDGES
from perf.sheet_rows import RELATION_SHEETS, VERDICTS, Row, counts, rows, standing_relations
from tests.ingest.extracting import lexicon

SPAN_RIGHT, TYPE_RIGHT = {"right", "type"}, {"right", "span"}
# A source is judged by so many sentences, or by all that rules read a relation in.
FEWEST = 20
# Formats that the data folder has no file of, and what stands for them.
UNDRAWN = {
    "bioc_xml": "as bioc_json",
    "pdf": "as jats",
    "text": "as jats",
    "pubtator_bulk": "holds no text",
    "triples": "states its relations itself",
    "table": "columns are the user's: claims as scifact, questions as pubmedqa",
}


@pytest.mark.parametrize(
    ("reader", "sheet", "fine", "target", "at_least"),
    [
        ("one", "relations", {"right"}, 0.85, 100),
        ("one", "mentions", SPAN_RIGHT, 0.92, 150),
        ("one", "mentions", TYPE_RIGHT, 0.88, 150),
        ("two", "relations", {"right"}, 0.85, 100),
        ("two", "mentions", SPAN_RIGHT, 0.92, 150),
        ("two", "mentions", TYPE_RIGHT, 0.88, 150),
    ],
)
def test_the_judged_rate_reaches_its_target(
    reader: str, sheet: str, fine: set[str], target: float, at_least: int
) -> None:
    verdicts = [row[reader] for row in rows(sheet)]
    if len(verdicts) < at_least or not set(verdicts) <= set(VERDICTS[sheet]):
        pytest.fail("a sheet is not whole")
    assert sum(verdict in fine for verdict in verdicts) / len(verdicts) >= target


def test_every_format_is_drawn_from() -> None:
    """A reader that is added needs a source here, or a reason why it has none."""
    drawn_from = {source.reader for source in SOURCES.values()}
    assert drawn_from.isdisjoint(UNDRAWN)
    assert drawn_from | UNDRAWN.keys() == set(READERS.names())


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="shared data is not there")
def test_every_file_of_the_graph_is_counted(tmp_path: Path) -> None:
    counted = {path for one in SOURCES.values() for path in files(DATA, one.files, tmp_path)}
    for source in data_folder.SOURCES:
        assert counted.issuperset(files(DATA, source.patterns, tmp_path)), source.name


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_whose_relations_are_mined_is_judged_and_right_in_four_fifths(source: str) -> None:
    """Any source that rules read something in stands on a sheet, judged by both readers."""
    judged = standing_relations().get(source, [])
    assert len({row["sentence"] for row in judged}) >= min(FEWEST, counts()[source])
    for judge in JUDGES:
        right = sum(row[judge] == "right" for row in judged)
        assert right >= 0.8 * len(judged), f"reader {judge}: {right} of {len(judged)}"


def test_a_row_holds_names_and_a_hash_and_no_sentence() -> None:
    for sheet in VERDICTS:
        for row in rows(sheet):
            assert len(str(row["sentence"])) == 16
            assert all(len(str(value)) < 80 for value in row.values())


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="shared data is not there")
@pytest.mark.parametrize("source", ["scifact", "mmlu", "ncbi_plain"])
def test_what_was_judged_right_is_still_read(source: str) -> None:
    today = {_said(row) for row in mined_relations(source)}
    own = [
        row
        for sheet in RELATION_SHEETS
        for row in rows(sheet)
        if row["source"] == source and row["one"] == "right"
    ]
    kept = [row for row in own if _said(row) in today]
    assert len(kept) >= 0.9 * len(own)


def _said(row: Row) -> tuple[Json, ...]:
    """What a row states, in the lexicon's own names: a synonym that became known is no change."""
    known = {part: lexicon().by_name(str(row[part])) for part in ("head", "tail")}
    names = [str(row[part]) if entry is None else entry.name for part, entry in known.items()]
    return (row["sentence"], *names, row["relation"], row["polarity"], row["sign"])
