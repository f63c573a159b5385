"""Rows of the judged sheets of extraction: names, places, hashes of sentences, verdicts."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from hubscope.files import write_atomically
from hubscope.json_values import Json

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "sheets"
COUNTS = FOLDER / "mined.tsv"
READERS = ("one", "two")
OF_MENTIONS = ("right", "span", "type", "both")
OF_RELATIONS = ("right", "head", "tail", "relation", "direction", "sign", "polarity", "other")
# Sheets of relations in the order in which they were drawn: of a source the last one counts.
RELATION_SHEETS = ("relations", "pictures", "sources", "redrawn", "redrawn_again")
VERDICTS = {"mentions": OF_MENTIONS} | dict.fromkeys(RELATION_SHEETS, OF_RELATIONS)
Row = dict[str, Json]


def rows(sheet: str) -> list[Row]:
    """Rows of a committed sheet."""
    return [json.loads(line) for line in path_of(sheet).read_text("utf-8").splitlines()]


def write(sheet: str, drawn: Sequence[Row]) -> None:
    """Commit a sheet."""
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in drawn]
    write_atomically(path_of(sheet), "".join(f"{line}\n" for line in lines).encode("utf-8"))


def path_of(sheet: str) -> Path:
    """Where a sheet lies."""
    return FOLDER / f"{sheet}.jsonl"


def counts() -> dict[str, int]:
    """Source to the number of sentences in which rules read a relation, as last counted."""
    with COUNTS.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t")
        return {row["source"]: int(row["sentences"]) for row in table}


def standing_relations() -> dict[str, list[Row]]:
    """Every source whose relations are judged, with the rows of its last sheet.

    A source in which rules read nothing any more is left out.
    """
    last: dict[str, list[Row]] = {}
    for sheet in RELATION_SHEETS:
        found: dict[str, list[Row]] = {}
        for row in rows(sheet):
            found.setdefault(str(row["source"]), []).append(row)
        last |= found
    mined = counts()
    return {source: mine for source, mine in last.items() if mined[source]}
