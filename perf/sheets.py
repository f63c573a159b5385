"""Sheets of mentions and relations drawn with a fixed seed, for readers to judge.

    python -m perf.sheets draw SHEET                  draws a sheet anew (over one: --again)
    python -m perf.sheets count                       what rules read today in every source
    python -m perf.sheets show SHEET [READER]         rows with their sentences, for a reader
    python -m perf.sheets blind SHEET FILE            every row, after what a reader is told
    python -m perf.sheets judge SHEET READER FILE     merges verdicts: lines "ROW<TAB>VERDICT"
    python -m perf.sheets report                      precision with Wilson interval, agreement

SHEET is `mentions`, `relations`, `pictures` (every distinct relation of PathVQA), `sources` (those
sources that the sheet of relations lacks) or `redrawn` (sources whose patterns were mended since);
READER is `one` or `two`. What a reader is told stands beside the sheets, in `mentions.md` and
`relations.md`. A row holds no text but names: its sentence is found again in ../shared/data and
checked by its hash. Verdicts of relations: `right`, else what is wrong first: head, tail, relation,
direction, sign, polarity, other. Of mentions: `right`, `span`, `type`, `both`.
"""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ingest.items import BenchmarkItem, Paper
from perf.extraction_sources import DATA, hash_of, records, texts_of
from perf.sheet_draws import draw, write_counts
from perf.sheet_report import relation_tables, report
from perf.sheet_rows import FOLDER, RELATION_SHEETS, VERDICTS, Row, path_of, rows, write


def main(arguments: Sequence[str]) -> None:
    """Run one of the commands."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    match list(arguments):
        case ["draw", sheet, *rest]:
            if path_of(sheet).exists() and "--again" not in rest:
                sys.exit(
                    f"{path_of(sheet)} is drawn; `draw SHEET --again` throws its verdicts away"
                )
            write(sheet, draw(sheet))
        case ["count"]:
            print(write_counts())
        case ["show", sheet, *reader]:
            for row in rows(sheet):
                if not reader or row.get(reader[0]) is None:
                    print(shown(sheet, row))
        case ["blind", sheet, file]:
            told = "relations" if sheet in RELATION_SHEETS else sheet
            text = (FOLDER / f"{told}.md").read_text("utf-8")
            text += "".join(f"\n{shown(sheet, row)}\n" for row in rows(sheet))
            Path(file).write_text(text, "utf-8")
        case ["judge", sheet, ("one" | "two") as reader, file]:
            print(judge(sheet, reader, Path(file).read_text("utf-8")))
        case ["report"]:
            for sheet in VERDICTS:
                print("\n".join(report(sheet)))
            print("\n".join(relation_tables()))
        case _:
            sys.exit(__doc__)


def shown(sheet: str, row: Row) -> str:
    """One row for a reader, with its sentence; nothing of what the extractor thinks of it."""
    record = _records(str(row["source"]))[int(str(row["record"]))]
    text = texts_of(record)[str(row["place"])]
    start, end = int(str(row["start"])), int(str(row["end"]))
    sentence = text[start:end]
    if hash_of(sentence) != row["sentence"]:
        return f"{row['row']}\tthe sentence has changed"
    if sheet == "mentions":
        at, to = int(str(row["from"])) - start, int(str(row["to"])) - start
        marked = f"{sentence[:at]}>>{sentence[at:to]}<<{sentence[to:]}"
        return f"{row['row']}\t{marked}\n\t= {row['name']} : {row['type']}"
    said = ""
    if isinstance(record, BenchmarkItem) and row["place"] == "question":
        said = f"  [gold: {record.decision or record.answer}]"
    sign = {"-1": " (effect turned round)", "1": "", "0": ""}[str(row["sign"])]
    denied = "NOT " if row["polarity"] == "negative" else ""
    return (
        f"{row['row']}\t{sentence}{said}\n\t= {row['head']} : {row['head_type']}"
        f" -- {denied}{row['relation']}{sign} --> {row['tail']} : {row['tail_type']}"
    )


@cache
def _records(source: str) -> list[BenchmarkItem | Paper]:
    return list(records(source))


def judge(sheet: str, reader: str, text: str) -> str:
    """Merge a reader's verdicts into the sheet."""
    verdicts = dict(line.split("\t")[:2] for line in text.splitlines() if line.strip())
    sheet_rows = rows(sheet)
    unknown = set(verdicts.values()) - set(VERDICTS[sheet])
    strange = set(verdicts) - {str(row["row"]) for row in sheet_rows}
    if unknown or strange:
        sys.exit(f"no such verdict or row: {sorted(unknown | strange)[:5]}")
    for row in sheet_rows:
        if str(row["row"]) in verdicts:
            row[reader] = verdicts[str(row["row"])]
    write(sheet, sheet_rows)
    missing = sum(reader not in row for row in sheet_rows)
    return f"{len(verdicts)} verdicts of reader {reader} merged, {missing} rows without one"


if __name__ == "__main__":
    main(sys.argv[1:])
