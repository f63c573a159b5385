"""Real runs from their files to the tables of docs/methods: graph, import, scores, comparisons.

    python -m perf.real_runs literature DATA HOME [N]   eight runs of MIRAGE, six of InstructGPT
    python -m perf.real_runs genes DATA HOME [N]        15 runs of gene_set_analyses
    python -m perf.real_runs tables HOME                the tables of docs/methods/comparison.md

The first two go the way of a user: `ingest`, `import`, `index build`, `score --all` and `verify` by
the command line, in a HOME of their own; killed, they go on where they were. N questions of each
benchmark, or N processes, are drawn by a fixed seed; without N all of them. The tables of genes are
perf.gene_sets'; verdicts to be read by hand are drawn by perf.verdict_sheets.
"""

import gzip
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.comparison import Comparison, compare
from benchmarks.hallucination.score import Score
from benchmarks.hallucination.scored import Scored
from benchmarks.runs import list_runs, open_run
from benchmarks.score_differences import Difference
from benchmarks.statistics import spearman
from hubscope.files import write_atomically
from hubscope.keys import digest

SEED = 20260
COLUMNS = ("run=prompt", "text=completion", "score=right", "item=id")

COT, RAG = (("cot/gpt-35", "cot/gpt-4"), ("rag/gpt-35", "rag/gpt-4"))
DIRECT, INDUCTIVE, STEPS = (
    "instruct:--",
    "instruct:Let's use step by step inductive reasoning, given the medical nature of the question",
    "instruct:Let's think step by step",
)
# The first of each row is compared with the others, and p adjusted for them.
COMPARED = (
    *(
        (f"{source}:{first}", f"{source}:{second}")
        for source in ("bioasq", "pubmedqa")
        for first, second in (COT, (COT[0], RAG[0]), (COT[1], RAG[1]), RAG)
    ),
    ("pubmedqa:cot/gpt-35", INDUCTIVE),
    (STEPS, INDUCTIVE, "pubmedqa:rag/gpt-35"),
)


def main(arguments: Sequence[str]) -> None:
    """Run one of the commands."""
    match list(arguments):
        case ["literature", data, home, *n]:
            literature(Path(data), Path(home), *map(int, n))
        case ["genes", data, home, *n]:
            genes(Path(data), Path(home), *map(int, n))
        case ["tables", home]:
            print("\n".join(tables(Path(home))))
        case _:
            sys.exit(__doc__)


def literature(data: Path, home: Path, questions: int | None = None) -> None:
    """BC5CDR, PubMedQA and BioASQ in one graph, and 14 runs on questions of the last two."""
    runs = data / "mirage_medrag_runs"
    cdr = [data / "bc5cdr" / f"CDR_{one}Set.PubTator.txt.gz" for one in ("Training", "Development")]
    _hubscope(home, "ingest", *map(str, cdr), "--source", "bc5cdr")
    _hubscope(home, "ingest", str(data / "pubmedqa" / "ori_pqal.json"), "--source", "pubmedqa")
    _hubscope(home, "ingest", str(runs / "bioasq_questions.jsonl.gz"), "--source", "bioasq")
    for items in ("bioasq", "pubmedqa"):
        file = _drawn(runs / f"{items}_outputs.jsonl.gz", "id", questions, home)
        _hubscope(home, "import", file, "--items", items, "--run", items)
    file = _drawn(data / "pubmedqa_cot_runs" / "instructgpt_cot.jsonl.gz", "id", questions, home)
    named = ("--map", ",".join(COLUMNS), "--items", "pubmedqa", "--run", "instruct")
    _hubscope(home, "import", file, *named)
    _score(home)


def genes(data: Path, home: Path, processes: int | None = None) -> None:
    """Gene sets in a graph, and what five models say of those of some processes."""
    folder = data / "gene_set_analyses"
    file = _drawn(folder / "analyses.jsonl.gz", "go", processes, home)
    _hubscope(home, "ingest", str(folder / "gene_sets.jsonl.gz"), "--source", "gene_sets")
    _hubscope(home, "import", file, "--items", "gene_sets", "--run", "genes")
    _score(home)


def _drawn(path: Path, field: str, n: int | None, home: Path) -> str:
    """A file of the lines about `n` values of a field; the same values in every file of them."""
    by_value: defaultdict[str, list[str]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            by_value[json.loads(line)[field]].append(line)
    chosen = sorted(by_value, key=lambda value: digest([SEED, value]))[:n]
    file = home / path.name.removesuffix(".gz")
    write_atomically(file, "".join(line for value in chosen for line in by_value[value]))
    return str(file)


def _score(home: Path) -> None:
    _hubscope(home, "index", "build")
    for run in list_runs(home):
        _hubscope(home, "score", run.name, "--all", "--json")
        _hubscope(home, "verify", run.name)
    _hubscope(home, "db", "stop")


def _hubscope(home: Path, *arguments: str) -> None:
    """One command of the command line; its scores are read from the run folder.

    Raises:
        SystemExit: it failed.
    """
    environment = {**os.environ, "HUBSCOPE_HOME": str(home)}
    environment.pop("NEO4J_URI", None)
    command = [sys.executable, "-m", "ui.cli", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    print(" ".join(arguments), "-", done.stdout[:300] if "--json" not in arguments else "scored")
    if done.returncode:
        sys.exit(f"exit code {done.returncode}: {done.stderr}")


# -- tables ---------------------------------------------------------------------------------------


def tables(home: Path) -> Iterator[str]:
    """Accuracy and scores item by item, then each run for itself."""
    prompts = [one.name for one in list_runs(home) if one.name.startswith("instruct:")]
    others = [*(name for name in prompts if name != DIRECT), *(f"pubmedqa:{one}" for one in RAG)]
    answers = _compared(home, [*COMPARED[:8], (DIRECT, *others)])
    yield "| first | second | items | both / gain / loss / neither | net items, 95 % | p | Holm |"
    yield "|---|---|---:|---|---|---:|---:|"
    for one in answers:
        low, high = (one.interval.low, one.interval.high) if one.interval else (None, None)
        cells = f"{one.both} / {one.gain} / {one.loss} / {one.neither}"
        net = f"{one.net:+d} [{_signed(low, 1)}, {_signed(high, 1)}]"
        p = f"{one.mcnemar_p:.2g} | {one.holm_p:.2g}"
        yield f"| {one.first} | {one.second} | {one.items} | {cells} | {net} | {p} |"
    yield ""
    yield "| first | second | items | HS macro, second less first | HS^w micro | HR |"
    yield "|---|---|---:|---|---|---|"
    for one in _compared(home, COMPARED):
        found = [_changed(one.scores[name]) for name in ("hs_macro", "hsw_micro", "hr")]
        yield f"| {one.first} | {one.second} | {one.scored_in_both} | {' | '.join(found)} |"
    yield ""
    yield from _each(home)


def _compared(home: Path, rows: Sequence[Sequence[str]]) -> Iterator[Comparison]:
    for row in rows:
        yield from compare([open_run(home, name) for name in row])


def _each(home: Path) -> Iterator[str]:
    yield (
        "| run | accuracy | claims | name a concept | one with a relation | HR | HS macro"
        " | HS^w micro | HF | without a claim |"
    )
    yield "|---|---:|---:|---:|---:|---:|---|---|---:|---:|"
    scored = {one.name: one.read_as(Scored, "scores.json") for one in list_runs(home)}
    for name, one in scored.items():
        s, coverage = one.scores, one.coverage
        counts = f"{coverage.scored:,} | {coverage.anchored:,} | {coverage.with_edge:,}"
        weighed = " | ".join(_level(s[which]) for which in ("hs_macro", "hsw_micro"))
        cells = f"{_plain(s['acc'])} | {counts} | {_plain(s['hr'])} | {weighed} | {_plain(s['hf'])}"
        yield f"| {name} | {cells} | {coverage.no_claims} |"
    for items in ("bioasq", "pubmedqa"):
        mine = [one for name, one in scored.items() if items == _items_of(name)]
        for which in ("hs_macro", "hsw_micro"):
            known = [(one.scores["acc"].value, one.scores[which].value) for one in mine]
            pairs = [(acc, hs) for acc, hs in known if acc is not None and hs is not None]
            rank = spearman([acc for acc, _ in pairs], [hs for _, hs in pairs])
            yield f"\n{items}: rank correlation of accuracy and {which}, {len(pairs)} runs: {rank}"


def _items_of(run: str) -> str:
    return run.partition(":")[0].replace("instruct", "pubmedqa")


def _level(score: Score) -> str:
    if score.value is None or score.low is None or score.high is None:
        return score.note
    return f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]"


def _plain(score: Score) -> str:
    return "" if score.value is None else f"{score.value:.3f}"


def _changed(one: Difference) -> str:
    found = one.difference
    return f"{_signed(found.value, 3)} [{_signed(found.low, 3)}, {_signed(found.high, 3)}]"


def _signed(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:+.{digits}f}"


if __name__ == "__main__":
    main(sys.argv[1:])
