"""How the embedded judge decides: one layer over what was read and what was counted.

Two readers of a passage err in different ways. The cross-encoder takes contradictions of meaning,
and reads past a word that is exchanged for another ("caused by a bacterium", "caused by a virus");
counting sees the exchanged word, and takes whatever differs for a contradiction. The layer reads
the probabilities of the feature judge, what is counted of the pair, and the logits of the
cross-encoder. It was fitted on dev pairs, those among them that only retrieval makes included
(silence.py), by benchmarks/ablation/decisions.py.
"""

from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.judging.cautious import CautiousJudge
from benchmarks.judging.cross_encoder import CrossEncoder
from benchmarks.judging.encoding import Floats
from benchmarks.judging.quality import Labels
from benchmarks.judging.refutation import FORMAT, load_card, read
from benchmarks.judging.stack import Stack, side_by_side
from hubscope.errors import IntegrityError
from hubscope.keys import digest

FILE = "decision.json"
# What counting refutes is given up where the layer finds it supported this surely.
SURE = 0.6


@dataclass(frozen=True)
class Decision:
    """The layer, with the card that says what it was fitted on and what it reaches."""

    card: dict[str, Any]

    @cached_property
    def layer(self) -> Stack:
        """The linear layer with its thresholds."""
        return Stack.from_json(self.card["layer"])

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides a verdict."""
        return digest([FORMAT, self.card["fitted_to"], self.card["layer"], SURE])

    def check(self, counting: CautiousJudge, encoder: CrossEncoder) -> None:
        """Hold the layer against the judges that it reads.

        Raises:
            IntegrityError: it was fitted to others.
        """
        if self.card["fitted_to"] != fingerprints(counting, encoder):
            raise IntegrityError(f"{FILE} was fitted to other weights: fit it anew.")

    def applied(self, shares: Floats, scalars: Floats, logits: Floats) -> tuple[Floats, Labels]:
        """Probabilities of CLASSES, (pairs, 3), and the class that is decided, (pairs,).

        Args:
            shares: of the feature judge: float32, (pairs, 3).
            scalars: what is counted of the pairs: float32, (pairs, len(SCALARS)).
            logits: of the cross-encoder: float32, (pairs, 3).
        """
        decided = self.layer.probabilities(inputs(shares, scalars, logits))
        return decided, self.layer.decide(decided)


def stands(
    refuted: npt.NDArray[np.bool_], supported: npt.NDArray[np.floating[Any]]
) -> npt.NDArray[np.bool_]:
    """Which REFUTED of counting alone stand beside the layer.

    Args:
        refuted: whether counting refutes: (pairs,).
        supported: probability of SUPPORTED by the layer: (pairs,).

    >>> stands(np.array([True, True, False]), np.array([0.5, 0.7, 0.5])).tolist()
    [True, False, False]
    """
    return refuted & (supported < SURE)


def inputs(shares: Floats, scalars: Floats, logits: Floats) -> Floats:
    """What the layer reads: float32, (pairs, n)."""
    return side_by_side([read(shares, scalars), logits])


def fingerprints(counting: CautiousJudge, encoder: CrossEncoder) -> dict[str, str]:
    """Whose outputs the layer reads, and whose verdicts stand beside it."""
    return {
        "features": counting.classifier.fingerprint,
        "refutation": counting.refutation.fingerprint,
        "adapter": encoder.fingerprint,
    }


def load_decision(folder: Traversable | None = None) -> Decision:
    """The committed layer, or that of another folder.

    Raises:
        IntegrityError: it is of another format.
    """
    return Decision(load_card(FILE, folder))
