"""How good a classifier is on labelled pairs, and what is chosen by it on dev."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.judging.classifier import CLASSES, Classifier
from benchmarks.judging.encoding import Encoded, Floats

Labels = npt.NDArray[np.int64]
UNVERIFIABLE = CLASSES.index("UNVERIFIABLE")
_THRESHOLDS = tuple(round(0.34 + 0.02 * step, 2) for step in range(24))


@dataclass(frozen=True, slots=True)
class Quality:
    """A classifier on one labelled set.

    Attributes:
        n: pairs.
        accuracy: share of right verdicts.
        macro_f1: mean F1 over the classes that occur among the labels.
        majority: accuracy of always giving the commonest label.
        f1: of each class of CLASSES; None where the class does not occur.
        confusion: pairs by label (rows) and verdict (columns), in the order of CLASSES.
        decided: share of pairs with a verdict other than UNVERIFIABLE.
        decided_accuracy: accuracy over those; None without any.
        calibration_error: mean gap of confidence and accuracy over ten bins of confidence.
    """

    n: int
    accuracy: float
    macro_f1: float
    majority: float
    f1: tuple[float | None, ...]
    confusion: tuple[tuple[int, ...], ...]
    decided: float
    decided_accuracy: float | None
    calibration_error: float

    def as_json(self) -> dict[str, Any]:
        """Plain values, rounded to four digits."""
        return {name: _rounded(value) for name, value in asdict(self).items()}


def decide(probabilities: Floats, threshold: float) -> Labels:
    """Classes by the highest probability; under the threshold, UNVERIFIABLE."""
    classes = probabilities.argmax(axis=1)
    return np.where(probabilities.max(axis=1) < threshold, UNVERIFIABLE, classes)


def measure(classifier: Classifier, batch: Encoded, labels: Labels) -> Quality:
    """Quality of a classifier with its own temperature and threshold."""
    probabilities = classifier.probabilities(batch)
    return quality_of(probabilities, decide(probabilities, classifier.threshold), labels)


def quality_of(probabilities: Floats, verdicts: Labels, labels: Labels) -> Quality:
    """Quality of verdicts that were given with these probabilities.

    Args:
        probabilities: float32, (pairs, 3).
        verdicts, labels: classes, (pairs,).
    """
    confusion = np.zeros((len(CLASSES), len(CLASSES)), np.int64)
    np.add.at(confusion, (labels, verdicts), 1)
    decided = verdicts != UNVERIFIABLE
    right = verdicts == labels
    return Quality(
        n=len(labels),
        accuracy=float(right.mean()),
        macro_f1=macro_f1(verdicts, labels),
        majority=float(np.bincount(labels).max() / len(labels)),
        f1=tuple(_f1(verdicts, labels, number) for number in range(len(CLASSES))),
        confusion=tuple(tuple(int(count) for count in row) for row in confusion),
        decided=float(decided.mean()),
        decided_accuracy=float(right[decided].mean()) if decided.any() else None,
        calibration_error=_calibration_error(probabilities, labels),
    )


def macro_f1(verdicts: Labels, labels: Labels) -> float:
    """Mean F1 over the classes that occur among the labels."""
    scores = [_f1(verdicts, labels, number) for number in range(len(CLASSES))]
    return float(np.mean([score for score in scores if score is not None]))


def _f1(verdicts: Labels, labels: Labels, number: int) -> float | None:
    given, said = labels == number, verdicts == number
    if not given.any():
        return None
    return float(2 * (given & said).sum() / (given.sum() + said.sum()))


def _calibration_error(probabilities: Floats, labels: Labels) -> float:
    """Expected calibration error (Guo et al., ICML 2017), ten bins of equal width."""
    confidence, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == labels
    bins = np.minimum(9, (confidence * 10).astype(np.int64))
    gaps = [
        abs(float(confidence[bins == number].mean() - right[bins == number].mean()))
        * float((bins == number).mean())
        for number in np.unique(bins)
    ]
    return float(sum(gaps))


def best_temperature(logits: Mapping[str, Floats], labels: Mapping[str, Labels]) -> float:
    """Temperature with the least log loss, every source counting alike (Guo et al., 2017)."""
    candidates = np.exp(np.linspace(np.log(0.4), np.log(4.0), 73))

    def loss(temperature: float) -> float:
        return float(
            np.mean(
                [
                    -_log_softmax(values / temperature)[np.arange(len(values)), labels[name]].mean()
                    for name, values in logits.items()
                ]
            )
        )

    return round(float(min(candidates, key=loss)), 4)


def best_threshold(logits: Mapping[str, Floats], labels: Mapping[str, Labels]) -> float:
    """Highest threshold whose mean macro F1 over the sources is within a point of the best.

    A wrong REFUTED costs the claim's agent more than an UNVERIFIABLE, so a point of F1 is paid
    for abstaining more often.
    """
    probabilities = {name: np.exp(_log_softmax(values)) for name, values in logits.items()}

    def score(threshold: float) -> float:
        scores = [
            macro_f1(decide(values, threshold), labels[name])
            for name, values in probabilities.items()
        ]
        return float(np.mean(scores))

    scores = {threshold: score(threshold) for threshold in _THRESHOLDS}
    return max(at for at, reached in scores.items() if reached >= max(scores.values()) - 0.01)


def _log_softmax(values: Floats) -> Floats:
    shifted = values - values.max(axis=1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def table(sets: Mapping[str, Quality]) -> str:
    """One line a set: n, accuracy, macro F1, majority, F1 by class, what is decided."""
    head = f"{'set':22} {'n':>5} {'acc':>6} {'mF1':>6} {'major':>6}   S/R/U F1        decided acc"
    lines = [head]
    for name, quality in sets.items():
        f1 = "/".join("  - " if score is None else f"{score:.2f}" for score in quality.f1)
        right = quality.decided_accuracy
        lines.append(
            f"{name:22} {quality.n:5} {quality.accuracy:6.3f} {quality.macro_f1:6.3f} "
            f"{quality.majority:6.3f}   {f1}   {quality.decided:.2f} "
            f"{'-' if right is None else f'{right:.3f}'}"
        )
    return "\n".join(lines)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    return [_rounded(item) for item in value] if isinstance(value, tuple) else value
