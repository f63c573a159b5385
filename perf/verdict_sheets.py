"""The sheet of verdicts on real runs, judged by hand without seeing the judge's.

    python -m perf.verdict_sheets draw HOME         60 verdicts of the eight MIRAGE runs in HOME
    python -m perf.verdict_sheets again HOME        the verdicts of HOME's runs on the same claims
    python -m perf.verdict_sheets ask HOME          those of today's judge, whoever scored the runs
    python -m perf.verdict_sheets blind HOME FILE   question, claim and evidence, for a reader
    python -m perf.verdict_sheets show HOME         the same with every verdict
    python -m perf.verdict_sheets judge READER FILE merges lines "ROW<TAB>VERDICT"
    python -m perf.verdict_sheets report            agreement with the judge, between readers

HOME is a HUBSCOPE_HOME with the runs scored by `--all` (docs/methods/comparison.md says how). Drawn
are claims that the judge was asked about, 20 of each verdict by a fixed seed, so the sheet holds as
many refuted claims as supported ones: `drawn` is that verdict and `of` how many claims had it, for
figures of all of them. People's verdicts are on claim and evidence, so they outlive the judge:
`again` takes over what another one said when it scored the runs, `ask` judges the claims and
passages of the sheet anew. A row holds no text: a run, a trajectory, a claim's
number, and hashes of claim and evidence.
"""

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.agreement import agreement, kappas
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.hallucination.scored import judged_of
from benchmarks.judging.judge import JUDGES, JudgeInput
from benchmarks.runs import open_run
from benchmarks.statistics import wilson
from graph.vocabulary import Verdict
from hubscope.files import write_atomically
from hubscope.json_values import Json
from hubscope.keys import digest, digest_lines
from hubscope.settings import Settings, load_settings
from perf.extraction_sources import hash_of
from retrieval.embedding_cache import open_embedder
from retrieval.tiers import Limits, fitting
from ui.connection import open_store

SHEET = Path(__file__).parents[1] / "tests" / "data" / "sheets" / "verdicts.jsonl"
RUNS = tuple(
    f"{source}:{way}/{model}"
    for source in ("bioasq", "pubmedqa")
    for way in ("cot", "rag")
    for model in ("gpt-35", "gpt-4")
)
ORDER = (Verdict.SUPPORTED, Verdict.UNVERIFIABLE, Verdict.REFUTED)
EACH, SEED, DRAWS = 20, 20261130, 10_000
READERS = ("one", "two")
Row = dict[str, Json]


def main(arguments: Sequence[str]) -> None:
    """Run one of the commands."""
    match list(arguments):
        case ["draw", home]:
            _write(draw(Path(home)))
        case ["again", home]:
            print(again(Path(home)))
        case ["ask", home]:
            print(ask(Path(home)))
        case ["blind", home, file]:
            Path(file).write_text("\n".join(texts(Path(home))) + "\n", "utf-8")
        case ["show", home]:
            for row, text in zip(rows(), texts(Path(home)), strict=True):
                given = {name: row[name] for name in ("judge", *READERS) if name in row}
                print(f"{text}\n  {given}")
        case ["judge", ("one" | "two") as reader, file]:
            print(judge(reader, Path(file).read_text("utf-8")))
        case ["report"]:
            print("\n".join(report()))
        case _:
            sys.exit(__doc__)


def rows() -> list[Row]:
    """Rows of the committed sheet."""
    return [json.loads(line) for line in SHEET.read_text("utf-8").splitlines()]


def draw(home: Path) -> list[Row]:
    """The rows of a fresh draw, in an order that does not show the verdict."""
    by_verdict: defaultdict[Verdict, list[tuple[str, str, int, JudgedClaim]]] = defaultdict(list)
    for name in RUNS:
        for one in judged_of(open_run(home, name)):
            for number, claim in enumerate(one.claims):
                if claim.verdict is not None and claim.chunks:
                    by_verdict[claim.verdict].append((name, one.id, number, claim))
    drawn = [
        (verdict, len(by_verdict[verdict]), *place)
        for verdict in ORDER
        for place in sorted(by_verdict[verdict], key=_lot)[:EACH]
    ]
    return [
        {
            "row": at,
            "run": run,
            "trajectory": id,
            "number": number,
            "claim": hash_of(claim.text),
            "evidence": digest_lines(claim.chunks)[:16],
            "drawn": verdict,
            "judge": verdict,
            "of": n,
        }
        for at, (verdict, n, run, id, number, claim) in enumerate(
            sorted(drawn, key=lambda one: _lot(one[2:])), 1
        )
    ]


def _lot(place: tuple[str, str, int, JudgedClaim]) -> str:
    return digest([SEED, *place[:3]])


def again(home: Path) -> str:
    """Take over the judge's verdicts on the same claims and evidence; others keep theirs."""
    sheet, changed, missing = rows(), 0, 0
    runs = _runs(home)
    for row in sheet:
        claim = _claim(runs, row)
        if claim is None:
            missing += 1
            continue
        changed += row["judge"] != claim.verdict
        row["judge"] = claim.verdict
    _write(sheet)
    return f"{changed} verdicts differ, {missing} claims are not there or have other evidence"


def _runs(home: Path) -> dict[str, Mapping[str, JudgedTrajectory]]:
    return {name: {one.id: one for one in judged_of(open_run(home, name))} for name in RUNS}


def _claim(runs: Mapping[str, Mapping[str, JudgedTrajectory]], row: Row) -> JudgedClaim | None:
    """The claim of a row, None where the run has no such claim on such evidence."""
    for claim in runs[str(row["run"])][str(row["trajectory"])].claims:
        if (hash_of(claim.text), digest_lines(claim.chunks)[:16]) == (
            row["claim"],
            row["evidence"],
        ):
            return claim
    return None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the judge was shown of a row."""

    question: str
    claim: str
    passages: tuple[str, ...]


def shown(home: Path) -> Iterator[Shown]:
    """What the judge was shown of each row.

    Raises:
        LookupError: a run has no such claim on such evidence.
    """
    settings = _settings(home)
    limits, runs = Limits.of(settings), _runs(home)
    with open_store(settings) as store:
        asked = {item.id: item.question for item in store.items()}
        for row in rows():
            claim = _claim(runs, row)
            if claim is None:
                raise LookupError(f"row {row['row']}: the run has no such claim on such evidence")
            chunks = store.chunk_records(list(claim.chunks))
            passages = fitting([chunks[key].text for key in claim.chunks], limits.characters)
            item = runs[str(row["run"])][str(row["trajectory"])].item
            yield Shown(asked.get(item or "", ""), claim.text, tuple(passages))


def texts(home: Path) -> Iterator[str]:
    """The same, for a reader."""
    for row, one in zip(rows(), shown(home), strict=True):
        passages = "".join(f"\n  - {text}" for text in one.passages if text)
        yield f"{row['row']}\tQ: {one.question}\n  CLAIM: {one.claim}{passages}"


def ask(home: Path) -> str:
    """Let today's judge judge the claims of the sheet on the passages that were shown."""
    embedded = JUDGES.load("embedded")(open_embedder(_settings(home)))
    sheet = rows()
    inputs = [JudgeInput(one.claim, one.passages, one.question) for one in shown(home)]
    changed = 0
    for row, answer in zip(sheet, embedded.judge_many(inputs), strict=True):
        changed += row["judge"] != answer.verdict
        row["judge"] = answer.verdict
    _write(sheet)
    return f"{changed} of {len(sheet)} verdicts differ; judge {embedded.fingerprint[:12]}"


def _settings(home: Path) -> Settings:
    return load_settings({**os.environ, "HUBSCOPE_HOME": str(home)})


def judge(reader: str, text: str) -> str:
    """Merge a reader's verdicts into the sheet."""
    given = dict(line.split("\t")[:2] for line in text.splitlines() if line.strip())
    sheet = rows()
    for row in sheet:
        if (verdict := given.get(str(row["row"]), "").strip()) and verdict not in set(Verdict):
            sys.exit(f"row {row['row']}: give one of {', '.join(Verdict)}")
        if verdict:
            row[reader] = verdict
    _write(sheet)
    left = sum(reader not in row for row in sheet)
    return f"{len(given)} rows of reader {reader} merged, {left} left"


def _write(sheet: Sequence[Row]) -> None:
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in sheet]
    write_atomically(SHEET, "".join(f"{line}\n" for line in lines).encode("utf-8"))


# -- figures --------------------------------------------------------------------------------------


def report() -> Iterator[str]:
    """Agreement of each reader with the judge, and of the readers with each other."""
    sheet = rows()
    for reader in READERS:
        judged = [row for row in sheet if reader in row]
        if judged:
            yield f"reader {reader}, {len(judged)} of {len(sheet)} verdicts"
            yield from _against_the_judge(reader, judged)
    both = [row for row in sheet if all(reader in row for reader in READERS)]
    if both:
        first, second = ([str(row[reader]) for row in both] for reader in READERS)
        same = agreement(first, second, ORDER)
        yield (
            f"readers with each other: {same.agreement} of {same.n}, kappa {same.kappa},"
            f" confusion {same.confusion}"
        )


def _against_the_judge(reader: str, sheet: Sequence[Row]) -> Iterator[str]:
    for verdict in ORDER:
        said = [row for row in sheet if row["judge"] == verdict]
        right = sum(row[reader] == verdict for row in said)
        kinds = dict(Counter(str(row[reader]) for row in said).most_common())
        yield f"  {verdict} is right: {_rate(right, len(said))}; reader: {kinds}"
    for name, weighted in (("drawn", False), ("of all claims", True)):
        for figure, values in figures(reader, sheet, weighted=weighted).items():
            low, high = np.nanpercentile(values[1:], (2.5, 97.5))
            yield f"  {figure}, {name}: {values[0]:.3f} [{low:.3f}, {high:.3f}]"


def figures(reader: str, sheet: Sequence[Row], *, weighted: bool) -> dict[str, NDArray[np.float64]]:
    """Agreement, kappas and HS: the value first, then bootstrap draws within what was drawn."""
    generator = np.random.default_rng(SEED)
    place = {verdict: at for at, verdict in enumerate(ORDER)}
    size = len(ORDER)
    tables = np.zeros((DRAWS + 1, size * size))
    for drawn in ORDER:
        some = [row for row in sheet if row["drawn"] == drawn]
        if not some:
            continue
        cells = [
            size * place[Verdict(str(r[reader]))] + place[Verdict(str(r["judge"]))] for r in some
        ]
        counts = np.bincount(cells, minlength=size * size).astype(float)
        resampled = generator.multinomial(len(some), counts / len(some), size=DRAWS)
        weight = int(str(some[0]["of"])) / len(some) if weighted else 1.0
        tables += weight * np.vstack([counts, resampled])
    confusions = tables.reshape(-1, size, size)
    steps = np.subtract.outer(np.arange(len(ORDER)), np.arange(len(ORDER))).astype(float)
    total = confusions.sum(axis=(1, 2))
    penalties = np.array([0.0, 0.5, 1.0])
    return {
        "agreement": np.trace(confusions, axis1=1, axis2=2) / total,
        "kappa": kappas(confusions, (steps != 0).astype(float)),
        "weighted kappa": kappas(confusions, steps**2),
        "HS by the judge": confusions.sum(axis=1) @ penalties / total,
        "HS by the reader": confusions.sum(axis=2) @ penalties / total,
    }


def _rate(hits: int, n: int) -> str:
    interval = wilson(hits, n)
    if interval is None:
        return "0/0"
    return f"{hits}/{n} = {hits / n:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


if __name__ == "__main__":
    main(sys.argv[1:])
