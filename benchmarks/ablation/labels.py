"""Accuracy and macro F1 of a verifier on labelled pairs, UNVERIFIABLE among them.

Evidence ablation leaves claims without evidence out; whether a judge that gives up its verdict
easily also says UNVERIFIABLE where it should not is seen here. Pairs of one document are one
cluster of the bootstrap.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.ablation.figures import Figure
from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.encoding import sentences
from benchmarks.judging.mix import Pair, normalised
from benchmarks.judging.verifier import Verifier, VerifierInput
from benchmarks.statistics import Estimate, Sums, bootstrap, divided
from graph.vocabulary import Verdict

BLOCK = 256
NAMES = ("accuracy", "macro_f1")
_NO_PAIRS = "no labelled pair"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A pair's label, and the verdict that was given; `verdict` None = the verifier's error."""

    document: str
    label: Verdict
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """Accuracy and macro F1 over the pairs without an error.

    Attributes:
        confusion: pairs by label (rows) and verdict (columns), in the order of CLASSES.
        errors: pairs that are in no figure, as the verifier gave no verdict.
    """

    accuracy: Figure
    macro_f1: Figure
    confusion: tuple[tuple[int, ...], ...]
    errors: int


def labelled(verifier: Verifier, pairs: Sequence[Pair]) -> list[Labelled]:
    """What a verifier says of each pair, shown the sentences of its evidence, in order."""
    found: list[Labelled] = []
    for start in range(0, len(pairs), BLOCK):
        block = pairs[start : start + BLOCK]
        asked = [VerifierInput(one.claim, tuple(sentences(one.evidence))) for one in block]
        for pair, answer in zip(block, verifier.verify_many(asked), strict=True):
            document = pair.group or normalised(pair.evidence)
            found.append(Labelled(document, pair.verdict, answer.verdict))
    return found


def label_figures(answers: Sequence[Labelled], *, seed: int, draws: int) -> LabelFigures:
    """Both figures with 95 % intervals.

    Args:
        answers: in any order.
        seed, draws: of the bootstrap.
    """
    used = [one for one in answers if one.verdict is not None]
    errors = len(answers) - len(used)
    if not used:
        none = Figure(None, None, None, 0, _NO_PAIRS)
        return LabelFigures(none, none, ((0,) * 3,) * 3, errors)
    cells = confusions(used)
    accuracy, macro_f1 = (
        figure_of(one, len(used)) for one in bootstrap(cells, rates, seed=seed, draws=draws)
    )
    whole = cells.sum(axis=0).reshape(3, 3).astype(int)
    return LabelFigures(accuracy, macro_f1, tuple(tuple(map(int, row)) for row in whole), errors)


def label_changes(
    before: Sequence[Labelled], after: Sequence[Labelled], *, seed: int, draws: int
) -> dict[str, Figure]:
    """How much higher both figures of `after` are, with paired intervals.

    Args:
        before, after: answers to the same pairs, in the same order.
        seed, draws: of the bootstrap.
    """
    both = [
        (one, other)
        for one, other in zip(before, after, strict=True)
        if one.verdict is not None and other.verdict is not None
    ]
    if not both:
        return {name: Figure(None, None, None, 0, _NO_PAIRS) for name in NAMES}
    cells = np.hstack([confusions([pair[at] for pair in both]) for at in (0, 1)])
    found = bootstrap(
        cells, lambda total: rates(total[:, 9:]) - rates(total[:, :9]), seed=seed, draws=draws
    )
    return {name: figure_of(one, len(both)) for name, one in zip(NAMES, found, strict=True)}


def confusions(answers: Sequence[Labelled]) -> Sums:
    """Confusion of each document, by its name: float64, (documents, label x verdict)."""
    number = {name: at for at, name in enumerate(sorted({one.document for one in answers}))}
    cells = np.zeros((len(number), len(CLASSES), len(CLASSES)))
    for one in answers:
        assert one.verdict is not None  # answers with an error are left out before
        at = number[one.document], CLASSES.index(one.label), CLASSES.index(one.verdict)
        cells[at] += 1
    return cells.reshape(len(number), -1)


def rates(total: Sums) -> NDArray[np.float64]:
    """Accuracy and macro F1 over the classes that occur: (resamples, 9) to (resamples, 2)."""
    cells = total.reshape(-1, 3, 3)
    right = np.einsum("rii->ri", cells)
    there, said = cells.sum(axis=2), cells.sum(axis=1)
    f1 = np.where(there > 0, divided(2 * right, there + said), np.nan)
    accuracy = divided(right.sum(axis=1), there.sum(axis=1))
    occurs = (there > 0).sum(axis=1)
    return np.stack([accuracy, divided(np.nansum(f1, axis=1), occurs.astype(float))], axis=1)


def figure_of(found: Estimate, n: int) -> Figure:
    """An estimate over `n` claims or pairs as a figure."""
    low, high = (found.interval.low, found.interval.high) if found.interval else (None, None)
    return Figure(found.value, low, high, n, found.note)
