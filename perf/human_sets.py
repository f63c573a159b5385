"""The embedded judge against people, on the labelled sets of ../shared/data that fit.

    python -m perf.human_sets [SET...]

Each set becomes trajectories of claims with the evidence that its people had, or what comes nearest
to it; the judge reads claim and evidence as in `hubscope score`, and `calibration.measure` does the
rest. What each set is and what it can show: docs/methods/calibration.md.
"""

import csv
import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.calibration import Calibration, Conditions, measure
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.human_labels import HumanLabel, claim_id
from benchmarks.judging.judge import JUDGES, JudgeInput
from graph.vocabulary import Verdict
from hubscope.settings import load_settings
from retrieval.embedding_cache import open_embedder

DATA = Path(__file__).parents[2] / "shared" / "data"
SEED, DRAWS = 20260, 2_000

S, U, R = Verdict.SUPPORTED, Verdict.UNVERIFIABLE, Verdict.REFUTED
NLI = {"Entailment": S, "Neutral": U, "Contradiction": R}
CORRECTNESS = {
    "Definitely correct": S,
    "Probably correct": S,
    "Unsure": U,
    "Likely incorrect": R,
    "Definitely incorrect": R,
}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A claim with its evidence and what each rater says of it."""

    trajectory: str
    text: str
    evidence: tuple[str, ...]
    raters: dict[str, Verdict]


def main(arguments: Sequence[str]) -> None:
    """Print a row of figures and a confusion for every set."""
    settings = load_settings()
    judge = JUDGES.load("embedded")(open_embedder(settings))
    for name in arguments or SETS:
        claims = list(SETS[name]())
        answers = judge.judge_many([JudgeInput(one.text, one.evidence) for one in claims])
        verdicts = [answer.verdict for answer in answers]
        _print(name, _measured(claims, verdicts, judge.name, judge.fingerprint))


def _measured(
    claims: Sequence[Labelled], verdicts: Sequence[Verdict | None], judge: str, fingerprint: str
) -> Calibration:
    said: defaultdict[str, dict[str, JudgedClaim]] = defaultdict(dict)
    labels = {}
    for one, verdict in zip(claims, verdicts, strict=True):
        error = "" if verdict else "the judge failed"
        claim = JudgedClaim(one.text, 0, verdict=verdict, error=error, evidence_tier="given")
        said[one.trajectory][one.text] = claim
        for rater, label in one.raters.items():
            id = claim_id(one.trajectory, one.text)
            labels[id, rater] = HumanLabel(id, rater, label, "")
    judged = [JudgedTrajectory(id, tuple(claims.values())) for id, claims in sorted(said.items())]
    conditions = Conditions("people", judge, fingerprint, seed=SEED, draws=DRAWS)
    return measure(judged, list(labels.values()), conditions)


def _print(name: str, found: Calibration) -> None:
    def shown(score: Any) -> str:
        if score.value is None:
            return "–"
        return f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]"

    print(f"\n## {name}: {found.claims} claims, {found.trajectories} clusters, {found.tied} tied")
    for what in ("agreement", "kappa", "weighted_kappa", "alpha", "alpha_people"):
        print(f"{what}: {shown(getattr(found, what))}")
    for label, row in found.confusion.items():
        print(f"  {label}: {row}")
    for verdict, quality in found.per_class.items():
        print(f"{verdict}: precision {shown(quality.precision)}, recall {shown(quality.recall)}")
    if len(found.pairs) > 1:
        for pair in found.pairs:
            print(f"  {pair.first} and {pair.second}: n {pair.n}, agreement {pair.agreement:.3f}")
    one = found.scores["hs_micro"]
    print(f"HS: judge {shown(one.raw)}, people {shown(one.people)}")


# -- sets -----------------------------------------------------------------------------------------


def _kqa() -> Iterator[Labelled]:
    """Does a model's answer state what a doctor's gold answer states? Three doctors a pair."""
    with (DATA / "kqa" / "NLI_medical_annotator.csv").open(encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            doctors = {f"doctor {n}": NLI[row[f"label_{n}"]] for n in range(3)}
            yield Labelled(
                f"{row['llm_x']}: {row['Question']}", row["claim"], (row["answer"],), doctors
            )


def _refchecker(folder: str) -> Iterator[Labelled]:
    """Are a model's claims true? The evidence is what the other two models answer."""
    responses: defaultdict[str, dict[str, str]] = defaultdict(dict)
    claims = []
    for path in sorted((DATA / "refchecker" / folder).glob("*.json")):
        model = path.stem.split("_")[1]
        for record in json.loads(path.read_text("utf-8")):
            responses[record["id"]][model] = record["response"]
            claims += [(record["id"], model, one) for one in record["claude2_response_kg"] or ()]
    for id, model, one in claims:
        others = tuple(text for name, text in sorted(responses[id].items()) if name != model)
        label = {"annotator": NLI[one["human_label"]]}
        yield Labelled(f"{model}: {id}", " ".join(one["triplet"]), others, label)


def _expertqa() -> Iterator[Labelled]:
    """Claims of an answer that its expert reworded, against the expert's own version."""
    path = DATA / "expertqa_science" / "expertqa_science.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    for record in records:
        for system, answer in record["answers"].items():
            revised = answer["revised_answer_string"]
            for claim in answer["claims"]:
                text, label = claim["claim_string"].strip(), CORRECTNESS.get(claim["correctness"])
                if label is not None and text not in revised:
                    where = f"{system}: {record['question']}"
                    yield Labelled(where, text, (revised,), {"expert": label})


SETS: dict[str, Callable[[], Iterator[Labelled]]] = {
    "kqa": _kqa,
    "refchecker zero context": lambda: _refchecker("zero_context"),
    "refchecker noisy context": lambda: _refchecker("noisy_context"),
    "refchecker accurate context": lambda: _refchecker("accurate_context"),
    "expertqa reworded": _expertqa,
}


if __name__ == "__main__":
    main(sys.argv[1:])
