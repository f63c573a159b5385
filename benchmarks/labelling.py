"""Labelling: claims drawn for people, shown without anything that the judge made of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.hallucination.scored import judged_of
from benchmarks.human_labels import SaidClaim, draw, said_claims
from benchmarks.runs import RunFolder

SHEET_COLUMNS = ("claim", "label", "rater", "text", "question", "evidence")

# Texts of chunks by their keys; a chunk that is gone is missing.
ChunkTexts = Callable[[Sequence[str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class LabellingTask:
    """A claim to label, blind: neither verdict nor confidence nor the judge's quote is in it.

    Attributes:
        evidence: the texts that the judge was given, in their order.
        lost: how many of them the graph no longer holds.
    """

    claim: str
    trajectory: str
    text: str
    question: str
    evidence: tuple[str, ...]
    lost: int = 0


def labelling_tasks(run: RunFolder, n: int, seed: int, texts: ChunkTexts) -> list[LabellingTask]:
    """Draw scored claims of a run for people to label.

    Args:
        run: scored.
        n: claims to draw; all of them where there are fewer.
        seed: of the draw. A larger draw begins with the smaller one.
        texts: looks up the evidence.

    Raises:
        InputError: the run is not scored, or holds no scored claim.
    """
    drawn = draw(said_claims(judged_of(run)), n, seed)
    found = texts(sorted({key for one in drawn for key in one.claim.chunks}))
    questions = {one.id: one.question for one in run.trajectories()}
    return [_task(one, questions.get(one.trajectory, ""), found) for one in drawn]


def _task(said: SaidClaim, question: str, found: Mapping[str, str]) -> LabellingTask:
    evidence = tuple(found[key] for key in said.claim.chunks if key in found)
    return LabellingTask(
        claim=said.id,
        trajectory=said.trajectory,
        text=said.claim.text,
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
        "question": task.question,
        "evidence": "\n\n".join(task.evidence) or "(none found)",
    }
