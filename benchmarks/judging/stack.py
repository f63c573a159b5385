"""Two judges' logits under one calibrated layer, and the probabilities at which it decides.

Stacked generalisation (Wolpert, 1992): a linear layer on the logits of the cross-encoder and of
the feature judge, fitted on dev pairs that neither was trained on. A verdict is given only above
its own threshold; a wrong REFUTED costs an agent most, so its threshold is chosen apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.judging.classifier import CLASSES, softmax
from benchmarks.judging.encoding import Floats
from benchmarks.judging.quality import Labels, macro_f1

SUPPORTED, REFUTED, UNVERIFIABLE = range(3)
_GRID = tuple(round(0.34 + 0.02 * step, 2) for step in range(29))
# How much mean macro F1 on dev is given for abstaining more often.
_PAID_SUPPORTED, _PAID_REFUTED = 0.001, 0.003
_PENALTY = 1e-3


@dataclass(frozen=True, slots=True)
class Stack:
    """A calibrated linear layer with its thresholds.

    Attributes:
        weights: float32, (logits, 3).
        bias: float32, (3,).
        supported, refuted: least probability of that verdict; under it UNVERIFIABLE.
    """

    weights: Floats
    bias: Floats
    supported: float = 0.0
    refuted: float = 0.0

    def probabilities(self, logits: Floats) -> Floats:
        """Probabilities of CLASSES: float32, (pairs, 3), of logits (pairs, logits)."""
        return softmax(logits @ self.weights + self.bias)

    def decide(self, probabilities: Floats) -> Labels:
        """Classes by the highest probability; under its threshold, UNVERIFIABLE."""
        classes = probabilities.argmax(axis=1)
        least = np.array([self.supported, self.refuted, 0.0])
        sure = probabilities.max(axis=1) >= least[classes]
        return np.where(sure, classes, UNVERIFIABLE)

    def as_json(self) -> dict[str, Any]:
        """Plain values, six digits."""
        return {
            "weights": [[round(float(value), 6) for value in row] for row in self.weights],
            "bias": [round(float(value), 6) for value in self.bias],
            "supported": self.supported,
            "refuted": self.refuted,
        }

    @classmethod
    def from_json(cls, stated: Mapping[str, Any]) -> "Stack":
        """The layer of a card."""
        return cls(
            np.array(stated["weights"], np.float32),
            np.array(stated["bias"], np.float32),
            float(stated["supported"]),
            float(stated["refuted"]),
        )


def fit_stack(logits: Mapping[str, Floats], labels: Mapping[str, Labels]) -> Stack:
    """Fit on dev, every source and in it every label counting alike, and choose the thresholds.

    Labels count alike because their shares among agents' claims are not known.

    Args:
        logits: by source: float32, (pairs, logits).
        labels: by source: classes.
    """
    import torch
    from torch.nn import functional

    values = torch.from_numpy(np.concatenate(list(logits.values()))).double()
    wanted = torch.from_numpy(np.concatenate([labels[name] for name in logits]))
    counts = [_share_of_each(labels[name]) for name in logits]
    share = torch.from_numpy(np.concatenate(counts)) / len(counts)
    weights = torch.zeros(values.shape[1], len(CLASSES), dtype=torch.double, requires_grad=True)
    bias = torch.zeros(len(CLASSES), dtype=torch.double, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights, bias], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        each = functional.cross_entropy(values @ weights + bias, wanted, reduction="none")
        total = (each * share).sum() + _PENALTY * (weights**2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    fitted = Stack(_rounded(weights.detach().numpy()), _rounded(bias.detach().numpy()))
    return with_thresholds(fitted, logits, labels)


def _share_of_each(labels: Labels) -> npt.NDArray[np.float64]:
    """What each pair of a set counts, so that its labels count alike and all of it 1."""
    counts = np.bincount(labels, minlength=len(CLASSES))
    shares: npt.NDArray[np.float64] = 1.0 / (counts[labels] * np.count_nonzero(counts))
    return shares


def with_thresholds(
    stack: Stack, logits: Mapping[str, Floats], labels: Mapping[str, Labels]
) -> Stack:
    """The highest thresholds that cost little mean macro F1 on dev, SUPPORTED first."""
    shares = {name: stack.probabilities(values) for name, values in logits.items()}

    def score(supported: float, refuted: float) -> float:
        tried = Stack(stack.weights, stack.bias, supported, refuted)
        scores = [macro_f1(tried.decide(rows), labels[name]) for name, rows in shares.items()]
        return float(np.mean(scores))

    best = max(score(at, at) for at in _GRID)
    reached = {at: score(at, 0.0) for at in _GRID}
    supported = highest(reached, max(reached.values()) - _PAID_SUPPORTED)
    reached = {at: score(supported, at) for at in _GRID}
    refuted = highest(reached, min(max(reached.values()), best) - _PAID_REFUTED)
    return Stack(stack.weights, stack.bias, supported, refuted)


def highest(reached: Mapping[float, float], least: float) -> float:
    """The highest threshold that reaches at least this score."""
    return max(at for at, score in reached.items() if score >= least)


def _rounded(values: Any) -> Floats:
    """As the card will have them, so that what is measured is what is shipped."""
    result: Floats = np.round(values, 6).astype(np.float32)
    return result


def side_by_side(parts: Sequence[Floats]) -> Floats:
    """Logits of several judges for the same pairs: (pairs, logits of all)."""
    joined: Floats = np.concatenate(parts, axis=1, dtype=np.float32)
    return joined
