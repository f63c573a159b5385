"""Labelling: claims drawn for people, shown blind; the book that keeps what they say.

The book lies beside the runs, not in one: labels cost people's time and outlive a run that is
removed, imported anew or judged again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from benchmarks.hallucination.scored import judged_of
from benchmarks.human_labels import ADJUDICATED, HumanLabel, SaidClaim, by_claim, draw, said_claims
from benchmarks.judging.claims import extract_claims, normalised
from benchmarks.runs import RunFolder
from graph.vocabulary import Verdict
from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import Journal, locked
from hubscope.journals import read_records

SHEET_COLUMNS = ("claim", "label", "rater", "text", "sentence", "question", "evidence")
EXPORT_COLUMNS = ("claim", "label", "rater", "text", "trajectory")
LONGEST_NAME = 60

# Texts by keys of chunks or ids of items; what is gone is missing.
Texts = Callable[[Sequence[str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class LabellingTask:
    """A claim to label, blind: neither verdict nor confidence nor the judge's quote is in it.

    Attributes:
        sentence: what the agent wrote, of which the claim is taken; "" where that is the claim.
        evidence: the texts that the judge was given, in their order.
        lost: how many of them the graph no longer holds.
    """

    claim: str
    trajectory: str
    text: str
    sentence: str
    question: str
    evidence: tuple[str, ...]
    lost: int = 0


def labelling_tasks(
    run: RunFolder, n: int, seed: int, chunks: Texts, questions: Texts
) -> list[LabellingTask]:
    """Draw scored claims of a run for people to label.

    Args:
        run: scored.
        n: claims to draw; all of them where there are fewer.
        seed: of the draw. A larger draw begins with the smaller one.
        chunks: looks up the evidence.
        questions: looks up the items' questions, where trajectories name none.

    Raises:
        InputError: the run is not scored, or holds no scored claim.
    """
    drawn = draw(said_claims(judged_of(run)), n, seed)
    found = _looked_up(chunks, (key for one in drawn for key in one.claim.chunks))
    wanted = {one.trajectory for one in drawn}
    said = {one.id: one for one in run.trajectories() if one.id in wanted}
    asked = _looked_up(questions, (t.item for t in said.values() if t.item and not t.question))
    sentences = {
        id: {claim.text: claim.sentence for claim in extract_claims(one, include_reasoning=True)}
        for id, one in said.items()
    }
    return [
        _task(
            one,
            sentences[one.trajectory].get(one.claim.text, ""),
            said[one.trajectory].question or asked.get(said[one.trajectory].item or "", ""),
            found,
        )
        for one in drawn
    ]


def _looked_up(texts: Texts, wanted: Iterable[str]) -> Mapping[str, str]:
    keys = sorted({*wanted})
    return texts(keys) if keys else {}


def _task(said: SaidClaim, sentence: str, question: str, found: Mapping[str, str]) -> LabellingTask:
    evidence = tuple(found[key] for key in said.claim.chunks if key in found)
    return LabellingTask(
        claim=said.id,
        trajectory=said.trajectory,
        text=said.claim.text,
        sentence="" if normalised(sentence) == normalised(said.claim.text) else sentence,
        question=question,
        evidence=evidence,
        lost=len(said.claim.chunks) - len(evidence),
    )


def sheet_row(task: LabellingTask) -> dict[str, str]:
    """A task as a row of a sheet to fill in: `label` and `rater` are empty."""
    return {
        "claim": task.claim,
        "label": "",
        "rater": "",
        "text": task.text,
        "sentence": task.sentence,
        "question": task.question,
        "evidence": "\n\n".join(task.evidence) or "(none found)",
    }


class LabelBook:
    """What people say of a run's claims, as a journal: a later label replaces an earlier one."""

    def __init__(self, home: Path, run: str) -> None:
        name = quote(run, safe="").replace(".", "%2E")
        self.path = home / "labels" / f"{name}.jsonl"

    def give(self, claim: str, rater: str, verdict: Verdict) -> None:
        """Write down a label.

        Raises:
            InputError: the rater has no name, or too long a one.
        """
        name = " ".join(rater.split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise InputError(f"a rater has a name of 1 to {LONGEST_NAME} characters")
        label = HumanLabel(claim, name, verdict, "app")
        with locked(self.path.with_suffix(".lock")), Journal(self.path) as journal:
            journal.append(to_json(label))

    def labels(self) -> list[HumanLabel]:
        """The last label that each rater gave each claim, in the order in which they came."""
        if not self.path.exists():
            return []
        last: dict[tuple[str, str], HumanLabel] = {}
        for label in read_records(HumanLabel, self.path):
            last.pop((label.claim, label.rater), None)
            last[label.claim, label.rater] = label
        return list(last.values())


def disagreed(labels: Iterable[HumanLabel]) -> list[str]:
    """Ids of the claims on which raters disagree and nobody has decided, sorted."""
    return sorted(
        claim
        for claim, given in by_claim(labels).items()
        if len({*given.values()}) > 1 and ADJUDICATED not in given
    )


def export_rows(labels: Iterable[HumanLabel], claims: Iterable[SaidClaim]) -> list[dict[str, str]]:
    """Labels of some claims as rows of a human.csv that `hubscope calibrate` reads."""
    known = {one.id: one for one in claims}
    return [
        {
            "claim": one.claim,
            "label": one.verdict,
            "rater": one.rater,
            "text": known[one.claim].claim.text,
            "trajectory": known[one.claim].trajectory,
        }
        for one in sorted(labels, key=lambda one: (one.claim, one.rater))
        if one.claim in known
    ]
