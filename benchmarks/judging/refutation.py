"""When a REFUTED of the feature judge stands: a rule of its own, with a threshold of its own.

A false REFUTED accuses an agent, and a concept with it, so it has to be rare also where evidence is
merely near the claim. A linear layer reads the probabilities of the feature judge and what is
counted of the pair again: how much of the claim the evidence covers at all, whether an opposite, a
direction, a number or a negation stands beside shared words, how many sentences there are. It was
fitted on pairs that the feature judge calls REFUTED, those among them that only retrieval makes
included (silence.py). Under its threshold nothing is refuted.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from benchmarks.judging.encoding import SCALARS, Floats
from benchmarks.judging.quality import Labels
from benchmarks.judging.stack import REFUTED, Stack, side_by_side
from hubscope.errors import IntegrityError
from hubscope.keys import digest

FORMAT = 1
FILE = "refutation.json"
# What a share of 0 is taken for.
_LEAST_SHARE = np.float32(1e-6)
# Counts that bear on whether a contradiction is one: overlap, signs of it, length.
COUNTED = (
    "best_coverage",
    "focus_coverage",
    "best_jaccard",
    "best_n_missing",
    "best_one_missing",
    "best_opposites_beside_overlap",
    "best_near_direction_opposes",
    "best_direction_opposes",
    "best_negation_differs_near",
    "best_negation_both",
    "best_numbers_replaced",
    "best_names_missing",
    "best_names_replaced",
    "best_log_evidence_length",
    "focus_log_evidence_length",
    "best_log_claim_length",
    "cosine_best",
    "cosine_second",
    "several_sentences",
)
_COLUMNS = [SCALARS.index(name) for name in COUNTED]


@dataclass(frozen=True)
class Refutation:
    """The rule, with the card that says what it was fitted on and what it reaches."""

    card: dict[str, Any]

    @cached_property
    def layer(self) -> Stack:
        """The linear layer with its thresholds."""
        return Stack.from_json(self.card["rule"])

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides a verdict."""
        return digest([FORMAT, self.card["features"], self.card["rule"]])

    def check(self, features: str) -> None:
        """Hold the rule against the weights whose verdicts it reads.

        Args:
            features: fingerprint of the feature judge's classifier.

        Raises:
            IntegrityError: it was fitted to others.
        """
        if self.card["features"] != features:
            raise IntegrityError(f"{FILE} was fitted to other weights: fit it anew.")

    def applied(self, shares: Floats, classes: Labels, scalars: Floats) -> tuple[Floats, Labels]:
        """Probabilities and classes in which every REFUTED has passed the rule.

        Args:
            shares: of the feature judge: float32, (pairs, 3).
            classes: what it decides: (pairs,).
            scalars: what is counted of the pairs: float32, (pairs, len(SCALARS)).
        """
        doubted = classes == REFUTED
        if doubted.any():
            shares, classes = shares.copy(), classes.copy()
            shares[doubted] = self.layer.probabilities(read(shares[doubted], scalars[doubted]))
            classes[doubted] = self.layer.decide(shares[doubted])
        return shares, classes


def read(shares: Floats, scalars: Floats) -> Floats:
    """What the layer reads: logarithms of the shares, and the counts: float32, (pairs, n)."""
    return side_by_side([np.log(np.maximum(shares, _LEAST_SHARE)), scalars[:, _COLUMNS]])


def load_refutation(folder: Traversable | None = None) -> Refutation:
    """The committed rule, or that of another folder.

    Raises:
        IntegrityError: it is of another format.
    """
    return Refutation(load_card(FILE, folder))


def load_card(file: str, folder: Traversable | None = None) -> dict[str, Any]:
    """The card of a layer that reads these counts, committed or in another folder.

    Raises:
        IntegrityError: it is of another format.
    """
    folder = folder or files(__package__).joinpath("weights")
    card: dict[str, Any] = json.loads(folder.joinpath(file).read_text("utf-8"))
    if card.get("format") != FORMAT or card.get("counted") != list(COUNTED):
        raise IntegrityError(f"{folder}: {file} is of another format.")
    return card
