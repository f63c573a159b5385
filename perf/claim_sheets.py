"""The sheet of claims that rules take from sentences of real trajectories, judged by hand.

    python -m perf.claim_sheets show                    every row: sentence, claims, verdicts
    python -m perf.claim_sheets blind FILE              sentences and claims for a second reader
    python -m perf.claim_sheets judge READER FILE       merges lines "ROW<TAB>COUNT<TAB>VERDICTS"
    python -m perf.claim_sheets report                  precision, recall, agreement

A row holds no text: its sentence and its claims are found again in ../shared/data and checked by
their hashes. `holds` is the number of claims that the reader counted in the sentence before the
rules were asked; docs/methods/claims.md says what one claim is. Verdicts: `right`; `compound` = it
holds more than one assertion; `unclaimed` = the sentence asserts no such thing; `garbled` = cut
amiss or changed in meaning; `unnamed` = its subject is a bare pronoun. Only `right` counts.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from benchmarks.agreement import agreement
from benchmarks.judging.claims import AgentClaimText, claims_of
from benchmarks.judging.clauses import subject_of
from benchmarks.judging.pronouns import UNNAMED
from benchmarks.statistics import wilson
from hubscope.files import write_atomically
from hubscope.json_values import Json
from perf.claim_texts import SOURCES, Unit, units
from perf.extraction_sources import DATA

SHEET = Path(__file__).parents[1] / "tests" / "data" / "sheets" / "claims.jsonl"
VERDICTS = ("right", "compound", "unclaimed", "garbled", "unnamed")
READERS = {"one": "holds", "two": "holds_two"}
Row = dict[str, Json]


def main(arguments: Sequence[str]) -> None:
    """Run one of the four commands."""
    match list(arguments):
        case ["report"]:
            print("\n".join(report()))
        case _ if not DATA.is_dir():
            sys.exit(f"needs the shared data at {DATA}")
        case ["show"]:
            for row in rows():
                print(_shown(row, with_verdicts=True))
        case ["blind", file]:
            text = "".join(_shown(row, with_verdicts=False) + "\n" for row in rows())
            Path(file).write_text(text, "utf-8")
        case ["judge", ("one" | "two") as reader, file]:
            print(judge(reader, Path(file).read_text("utf-8")))
        case _:
            sys.exit(__doc__)


def rows() -> list[Row]:
    """Rows of the committed sheet."""
    return [json.loads(line) for line in SHEET.read_text("utf-8").splitlines()]


def write(sheet: Sequence[Row]) -> None:
    """Commit a sheet."""
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in sheet]
    write_atomically(SHEET, "".join(f"{line}\n" for line in lines).encode("utf-8"))


def unit_of(row: Row) -> Unit:
    """The sentence of a row.

    Raises:
        LookupError: the data has no such sentence any more.
    """
    found = _places().get((str(row["source"]), str(row["record"]), int(str(row["number"]))))
    if found is None or found.hash != row["sentence"]:
        raise LookupError(f"row {row['row']}: the sentence has changed")
    return found


def claims_today(unit: Unit) -> list[AgentClaimText]:
    """What the rules take from a sentence, read in its text, as a run takes it."""
    known = subject_of(unit.question)
    mine = _folded(unit.sentence)
    found = [
        claim
        for claim in claims_of(unit.text, 0, known)
        if claim.note != UNNAMED and _is_part(_folded(claim.sentence), mine)
    ]
    # A sentence that a text says again: its claims in the order of its places.
    same = [
        other.number
        for other in units(unit.source)
        if other.record == unit.record and other.sentence == unit.sentence
    ]
    if len(same) == 1 or len(found) % len(same):
        return found
    each = len(found) // len(same)
    at = same.index(unit.number)
    return found[at * each : (at + 1) * each]


@cache
def _places() -> dict[tuple[str, str, int], Unit]:
    return {
        (unit.source, unit.record, unit.number): unit for name in SOURCES for unit in units(name)
    }


def _folded(text: str) -> str:
    return "".join(text.split())


def _is_part(sentence: str, unit: str) -> bool:
    """Whether a sentence as the rules read it is the unit, or an item of a list that it begins."""
    return len(sentence) > 5 and (unit.startswith(sentence) or unit.endswith(sentence))


def _shown(row: Row, with_verdicts: bool) -> str:
    unit = unit_of(row)
    claims = claims_today(unit)
    verdicts = _verdicts(row, "one") if with_verdicts else [""] * len(claims)
    head = f"{row['row']}\t{unit.sentence}"
    if with_verdicts:
        head += f"\n\tholds {row['holds']}"
    taken = [f"\t{verdict}\t{claim.text}" for claim, verdict in zip(claims, verdicts, strict=False)]
    return "\n".join([head, *taken])


def judge(reader: str, text: str) -> str:
    """Merge a reader's counts and verdicts into the sheet."""
    given = {}
    for line in text.splitlines():
        if line.strip():
            number, count, said = (*line.split("\t"), "-")[:3]
            given[number.strip()] = (int(count), [each for each in said.split() if each != "-"])
    sheet = rows()
    for row in sheet:
        if str(row["row"]) not in given:
            continue
        holds, verdicts = given[str(row["row"])]
        if set(verdicts) - set(VERDICTS) or len(verdicts) != len(_verdicts(row, "claims")):
            sys.exit(f"row {row['row']}: give one of {', '.join(VERDICTS)} for each claim")
        row[READERS[reader]] = holds
        row[reader] = list(verdicts)
    write(sheet)
    missing = sum(reader not in row for row in sheet)
    return f"{len(given)} rows of reader {reader} merged, {missing} without a verdict"


def _verdicts(row: Row, name: str) -> list[str]:
    found = row.get(name)
    return [str(each) for each in found] if isinstance(found, list) else []


def precision(reader: str, sheet: Sequence[Row]) -> tuple[int, int]:
    """Right claims, claims taken."""
    verdicts = [verdict for row in sheet for verdict in _verdicts(row, reader)]
    return verdicts.count("right"), len(verdicts)


def recall(reader: str, sheet: Sequence[Row]) -> tuple[int, int]:
    """Claims that a right one was taken for, claims that the sentences hold."""
    held = [
        (int(str(row[READERS[reader]])), _verdicts(row, reader).count("right")) for row in sheet
    ]
    return sum(min(holds, right) for holds, right in held), sum(holds for holds, _ in held)


def report() -> Iterator[str]:
    """Precision and recall by reader and source, kinds of errors, agreement."""
    sheet = rows()
    for reader in READERS:
        judged = [row for row in sheet if reader in row]
        if not judged:
            continue
        yield f"reader {reader}: {len(judged)} of {len(sheet)} sentences"
        yield f"  precision {_rate(*precision(reader, judged))}"
        yield f"  recall {_rate(*recall(reader, judged))}"
        for source in SOURCES:
            own = [row for row in judged if row["source"] == source]
            if precision(reader, own)[1]:
                yield (
                    f"    {source}: precision {_rate(*precision(reader, own))},"
                    f" recall {_rate(*recall(reader, own))}"
                )
        kinds = Counter(verdict for row in judged for verdict in _verdicts(row, reader))
        yield f"  verdicts: {dict(kinds.most_common())}"
    both = [row for row in sheet if all(reader in row for reader in READERS)]
    if both:
        first = ["right" if v == "right" else "wrong" for r in both for v in _verdicts(r, "one")]
        second = ["right" if v == "right" else "wrong" for r in both for v in _verdicts(r, "two")]
        same = agreement(first, second, ["right", "wrong"])
        yield f"agreement {same.agreement} of {same.n} claims, kappa {same.kappa}"


def _rate(hits: int, n: int) -> str:
    interval = wilson(hits, n)
    if interval is None:
        return "0/0"
    return f"{hits}/{n} = {hits / n:.3f} ({interval.low:.3f}-{interval.high:.3f})"


if __name__ == "__main__":
    main(sys.argv[1:])
