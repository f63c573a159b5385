"""Sheets of mentions and relations drawn with a fixed seed, for readers to judge.

    python -m perf.sheets draw SHEET                  draws a sheet anew (over one: --again)
    python -m perf.sheets show SHEET [READER]         rows with their sentences, for a reader
    python -m perf.sheets blind SHEET FILE            every row, after what a reader is told
    python -m perf.sheets judge SHEET READER FILE     merges verdicts: lines "ROW<TAB>VERDICT"
    python -m perf.sheets report                      precision with Wilson interval, agreement

SHEET is `mentions`, `relations` or `pictures` (every distinct relation of PathVQA); READER is `one`
or `two`. What a reader is told stands beside the sheets, in `mentions.md` and `relations.md`. A row
holds no text but names: its sentence is found again in ../shared/data and checked by its hash.
Verdicts of relations: `right`, else what is wrong first: head, tail, relation, direction, sign,
polarity, other. Of mentions: `right`, `span`, `type`, `both`.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from benchmarks.agreement import agreement
from benchmarks.statistics import wilson
from graph.vocabulary import Origin
from hubscope.files import write_atomically
from hubscope.json_values import Json
from ingest.extraction import mined_part
from ingest.items import BenchmarkItem, Paper
from perf.extraction_sources import DATA, SOURCES, extractor, hash_of, name_of, records, texts_of
from retrieval.sentences import split

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "sheets"
SEEDS = {"mentions": 20261202, "relations": 20261130, "pictures": 20261201}
DRAWN = {
    "mentions": {
        "pubmedqa": 50,
        "scifact": 20,
        "check_covid": 20,
        "mmlu": 20,
        "medqa": 20,
        "pathvqa": 20,
    },
    "relations": {
        "pubmedqa": 35,
        "scifact": 20,
        "check_covid": 15,
        "mmlu": 12,
        "bc5cdr_plain": 20,
        "ncbi_plain": 25,
    },
    "pictures": {"pathvqa": 100},
}
_OF_RELATIONS = ("right", "head", "tail", "relation", "direction", "sign", "polarity", "other")
VERDICTS = {
    "mentions": ("right", "span", "type", "both"),
    "relations": _OF_RELATIONS,
    "pictures": _OF_RELATIONS,
}
Row = dict[str, Json]


def main(arguments: Sequence[str]) -> None:
    """Run one of the five commands."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    match list(arguments):
        case ["draw", sheet, *rest]:
            if _path(sheet).exists() and "--again" not in rest:
                sys.exit(f"{_path(sheet)} is drawn; `draw SHEET --again` throws its verdicts away")
            write(sheet, draw(sheet))
        case ["show", sheet, *reader]:
            for row in rows(sheet):
                if not reader or row.get(reader[0]) is None:
                    print(shown(sheet, row))
        case ["blind", sheet, file]:
            told = "mentions" if sheet == "mentions" else "relations"
            text = (FOLDER / f"{told}.md").read_text("utf-8")
            text += "".join(f"\n{shown(sheet, row)}\n" for row in rows(sheet))
            Path(file).write_text(text, "utf-8")
        case ["judge", sheet, ("one" | "two") as reader, file]:
            print(judge(sheet, reader, Path(file).read_text("utf-8")))
        case ["report"]:
            for sheet in VERDICTS:
                print("\n".join(report(sheet)))
        case _:
            sys.exit(__doc__)


def rows(sheet: str) -> list[Row]:
    """Rows of a committed sheet."""
    return [json.loads(line) for line in _path(sheet).read_text("utf-8").splitlines()]


def write(sheet: str, drawn: Sequence[Row]) -> None:
    """Commit a sheet."""
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in drawn]
    write_atomically(_path(sheet), "".join(f"{line}\n" for line in lines).encode("utf-8"))


def _path(sheet: str) -> Path:
    return FOLDER / f"{sheet}.jsonl"


# --- drawing


def draw(sheet: str) -> list[Row]:
    """Rows of a sheet: for each source so many, of different sentences, none seen before.

    Of pictures each relation once, whatever was seen: there are no more.
    """
    seen = set((FOLDER / "seen.txt").read_text("utf-8").split())
    drawn = []
    for source, n in DRAWN[sheet].items():
        found = _mentions(source) if sheet == "mentions" else drawn_relations(source)
        rows_of: dict[str, list[Row]] = defaultdict(list)
        for row in found:
            rows_of[_triple(row) if sheet == "pictures" else str(row["sentence"])].append(row)
        # Of the smallest sources nothing is unseen: all of it is judged, and docs say so.
        is_small = sheet == "pictures" or (sheet == "relations" and source in _ALL_SEEN)
        fresh = sorted(rows_of if is_small else set(rows_of) - seen)
        order = random.Random(f"{SEEDS[sheet]} {sheet} {source}")  # noqa: S311 - a fixed draw
        chosen = order.sample(fresh, min(n, len(fresh)))
        drawn += [order.choice(rows_of[key]) for key in chosen]
    for number, row in enumerate(drawn, 1):
        row["row"] = number
    return drawn


_ALL_SEEN = frozenset({"mmlu"})


def _triple(row: Row) -> str:
    return " ".join(str(row[part]).casefold() for part in ("head", "relation", "tail"))


def drawn_relations(source: str) -> Iterator[Row]:
    """Every relation that is read from a source today, as rows."""
    triples = set()
    for number, record in enumerate(records(source)):
        texts = texts_of(record)
        part = extractor().contribution(record, source, Origin.INTRINSIC).contribution
        concepts = {concept.key: concept for concept in part.concepts}
        for evidence in part.evidence:
            head, tail = concepts[evidence.claim.head], concepts[evidence.claim.tail]
            place = next((p for p, text in texts.items() if evidence.quote in text), None)
            triple = (head.key, evidence.claim.relation, tail.key, hash_of(evidence.quote))
            if place is None or triple in triples:
                continue
            triples.add(triple)
            start = texts[place].index(evidence.quote)
            yield {
                "source": source,
                "record": number,
                "item": name_of(record),
                "place": place,
                "start": start,
                "end": start + len(evidence.quote),
                "sentence": hash_of(evidence.quote),
                "head": head.name,
                "head_type": head.type,
                "relation": evidence.claim.relation,
                "tail": tail.name,
                "tail_type": tail.type,
                "polarity": str(evidence.claim.polarity),
                "sign": evidence.sign,
            }


def _mentions(source: str) -> Iterator[Row]:
    for number, record in enumerate(records(source)):
        texts = texts_of(record)
        texts.pop("completed", None)
        papers = record.papers if isinstance(record, BenchmarkItem) else (record,)
        annotations = papers[0].annotations if len(papers) == 1 else ()
        local = extractor().seeds.local(texts.values(), annotations)
        for place, text in texts.items():
            begin, stop = mined_part(text) if place == "question" else (0, len(text))
            sentences = split(text)
            for mention in extractor().seeds.find(text, local)[1]:
                if not begin <= mention.start <= mention.end <= stop:
                    continue
                start, end = next(
                    (s for s in sentences if s[0] <= mention.start < s[1]), (begin, stop)
                )
                yield {
                    "source": source,
                    "record": number,
                    "item": name_of(record),
                    "place": place,
                    "start": start,
                    "end": end,
                    "from": mention.start,
                    "to": mention.end,
                    "sentence": hash_of(text[start:end]),
                    "name": mention.entry.name,
                    "type": mention.entry.type,
                }


# --- reading


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


# --- reporting


def report(sheet: str) -> Iterator[str]:
    """Precision by source and reader, kinds of errors, agreement."""
    sheet_rows = rows(sheet)
    parts = ["span", "type", "right"] if sheet == "mentions" else ["right"]
    for reader in ("one", "two"):
        judged = [row for row in sheet_rows if reader in row]
        if not judged:
            continue
        yield f"{sheet}, reader {reader}: {len(judged)} of {len(sheet_rows)} rows judged"
        for part in parts:
            yield f"  {part}: {_rate(judged, reader, part)}"
        for source in SOURCES:
            mine = [row for row in judged if row["source"] == source]
            if mine:
                yield f"    {source}: " + ", ".join(
                    f"{part} {_rate(mine, reader, part)}" for part in parts
                )
        errors = Counter(str(row[reader]) for row in judged if row[reader] != "right")
        yield f"  errors: {dict(errors.most_common())}"
    both = [row for row in sheet_rows if "one" in row and "two" in row]
    if both:
        first = ["right" if row["one"] == "right" else "wrong" for row in both]
        second = ["right" if row["two"] == "right" else "wrong" for row in both]
        same = agreement(first, second, ["right", "wrong"])
        yield f"{sheet}: agreement {same.agreement} of {same.n} rows, kappa {same.kappa}"


def _rate(judged: Sequence[Row], reader: str, part: str) -> str:
    bad = {"right": set(), "span": {"type"}, "type": {"span"}}[part]
    hits = sum(row[reader] == "right" or row[reader] in bad for row in judged)
    interval = wilson(hits, len(judged))
    assert interval is not None
    return (
        f"{hits}/{len(judged)} = {hits / len(judged):.2f} ({interval.low:.2f}-{interval.high:.2f})"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
