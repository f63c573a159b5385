"""Does HS^w see a process that was invented for random genes? Runs of `gene_sets`, set against set.

    python -m perf.gene_sets HOME [RUN]
    python -m perf.gene_sets --ask HOME [RUN]       claims about sets alone, by today's judge

HOME is a HUBSCOPE_HOME with gene_sets.jsonl.gz ingested and analyses.jsonl.gz imported as RUN
(`genes`), all of it scored with `--all`. Each process has a real set, a half random and a wholly
random one of the same model: scores are compared process by process, processes resampled. Claims
about the set as a whole are counted apart: they are what a random set makes false. `--ask` has
these judged anew on the passages that they were judged on, whoever scored the runs.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.arms import Arm, arm_of
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.judging.judge import JUDGES, Judge, JudgeInput
from benchmarks.runs import list_runs, open_run
from benchmarks.score_differences import score_differences
from benchmarks.statistics import Estimate, bootstrap_ratios
from graph.store import GraphStore
from graph.vocabulary import Verdict
from hubscope.settings import load_settings
from retrieval.embedding_cache import open_embedder
from retrieval.tiers import Limits, fitting, texts_of
from ui.connection import open_store

KINDS = ("real", "half_random", "random")
SCORES = ("hs_macro", "hsw_micro", "hr")
SEED = 20261130
_KIND = "(?:interacting |provided |given |unrelated )?(?:proteins|genes)"
_OF_THE_SET = re.compile(
    rf"\b(?:these|the) {_KIND}\b|\b(?:this|the|provided|given) (?:gene )?(?:set|system)\b"
    rf"|\b(?:set|system) of {_KIND}\b",
    re.IGNORECASE,
)


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    match list(arguments):
        case ["--ask", home, *run]:
            ask(Path(home), *run)
        case [home, *run]:
            compare(Path(home), *run)
        case _:
            sys.exit(__doc__)


def compare(home: Path, run: str = "genes") -> None:
    """Scores set against set, then the claims about sets."""
    arms = _arms(home, run)
    print("| model | second | processes | HS macro, second less real | HS^w micro | HR |")
    print("|---|---|---:|---|---|---|")
    for model in sorted({model for model, _ in arms}):
        for kind in KINDS[1:]:
            if {(model, "real"), (model, kind)} <= arms.keys():
                print(_contrast(model, kind, arms[model, "real"], arms[model, kind]))
    print()
    _print_sets(arms)


def ask(home: Path, run: str = "genes") -> None:
    """The claims about sets, as the judge that `score` uses judges them today."""
    settings = load_settings({**os.environ, "HUBSCOPE_HOME": str(home)})
    judge = JUDGES.load("embedded")(open_embedder(settings))
    arms = _arms(home, run)
    with open_store(settings) as store:
        again = {
            place: replace(arm, items=_asked(arm, store, judge, Limits.of(settings)))
            for place, arm in arms.items()
        }
    print(f"judge {judge.fingerprint[:12]}")
    _print_sets(again)


def _asked(
    arm: Arm, store: GraphStore, judge: Judge, limits: Limits
) -> dict[str, list[JudgedTrajectory]]:
    """The items of an arm with their claims about sets judged anew, the others as they were."""
    own = [
        claim
        for some in arm.items.values()
        for one in some
        for claim in one.claims
        if _is_of_the_set(claim)
    ]
    texts = texts_of(store, {key for claim in own for key in claim.chunks})
    inputs = [
        JudgeInput(
            claim.text, tuple(fitting([texts[key] for key in claim.chunks], limits.characters))
        )
        for claim in own
    ]
    answers = iter(judge.judge_many(inputs))

    def again(claim: JudgedClaim) -> JudgedClaim:
        if not _is_of_the_set(claim):
            return claim
        return replace(claim, verdict=next(answers).verdict)

    return {
        item: [replace(one, claims=tuple(map(again, one.claims))) for one in some]
        for item, some in arm.items.items()
    }


def _arms(home: Path, run: str) -> dict[tuple[str, str], Arm]:
    scored = {one.name.removeprefix(f"{run}:") for one in list_runs(home) if one.has("scores.json")}
    models = sorted({name.rpartition("/")[0] for name in scored if name.endswith("/random")})
    return {
        (model, kind): _by_process(arm_of(open_run(home, f"{run}:{model}/{kind}")))
        for model in models
        for kind in KINDS
        if f"{model}/{kind}" in scored
    }


def _print_sets(arms: Mapping[tuple[str, str], Arm]) -> None:
    print(
        "| model | set | claims | of the set | SUPPORTED | UNVERIFIABLE | REFUTED | HS of these |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---|")
    for (model, kind), arm in arms.items():
        for answer, judged in _by_answer(arm, kind):
            print(f"| {model} | {kind}{answer} | {_of_the_set(judged)} |")


def _by_process(arm: Arm) -> Arm:
    """The items of an arm by their process, which is the trajectory's own id."""
    return replace(arm, items={one.id: [one] for some in arm.items.values() for one in some})


def _contrast(model: str, kind: str, real: Arm, other: Arm) -> str:
    found, n = score_differences(sorted(real.items.keys() & other.items.keys()), real, other)
    cells = [
        f"{one.first.value:.3f} to {one.second.value:.3f}: {one.difference.value:+.3f}"
        f" [{one.difference.low:+.3f}, {one.difference.high:+.3f}]"
        for one in (found[name] for name in SCORES)
    ]
    return f"| {model} | {kind} | {n} | {' | '.join(cells)} |"


def _by_answer(arm: Arm, kind: str) -> Iterator[tuple[str, list[JudgedTrajectory]]]:
    """The trajectories of a run; of random sets those that name a process and those that do not."""
    judged = [one for some in arm.items.values() for one in some]
    if kind != "random":
        yield "", judged
        return
    for score, answer in ((0.0, ", named"), (1.0, ", declined")):
        if some := [one for one in judged if one.score == score]:
            yield answer, some


def _of_the_set(judged: Sequence[JudgedTrajectory]) -> str:
    own = [[claim for claim in one.claims if _is_of_the_set(claim)] for one in judged]
    verdicts = Counter(claim.verdict for some in own for claim in some)
    n = sum(verdicts.values())
    shares = [f"{verdicts[verdict]}" for verdict in Verdict]
    return " | ".join(
        [str(sum(len(one.claims) for one in judged)), str(n), *shares, _shown(_penalty(own))]
    )


def _is_of_the_set(claim: JudgedClaim) -> bool:
    return claim.verdict is not None and _OF_THE_SET.search(claim.text) is not None


def _penalty(own: Sequence[Sequence[JudgedClaim]]) -> Estimate:
    """Mean penalty of claims, trajectories resampled."""
    cost = {Verdict.SUPPORTED: 0.0, Verdict.UNVERIFIABLE: 0.5, Verdict.REFUTED: 1.0}
    tops = [sum(cost[claim.verdict] for claim in some if claim.verdict) for some in own]
    bottoms = [float(len(some)) for some in own]
    (found,) = bootstrap_ratios(np.array([tops]).T, np.array([bottoms]).T, seed=SEED)
    return found


def _shown(estimate: Estimate) -> str:
    if estimate.value is None or estimate.interval is None:
        return estimate.note
    low, high = estimate.interval.low, estimate.interval.high
    return f"{estimate.value:.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    main(sys.argv[1:])
