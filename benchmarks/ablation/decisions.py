"""Fit the embedded judge's layer: `python -m benchmarks.ablation.decisions ../shared/data`.

The feature judge, its rule for REFUTED and the cross-encoder stay as they are; the layer of
judging/decision.py over them is fitted on labelled dev pairs, claims beside themselves and their
contraries, and statements of abstracts beside what retrieval gives them. The threshold of SUPPORTED
is chosen by macro F1 on dev; that of REFUTED is the lowest at which it is expected to be right in
the stated share of cases. Takes about a quarter of an hour of a core.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.ablation.examination import dev_pairs
from benchmarks.ablation.pairs import Arm
from benchmarks.ablation.refutals import (
    GRID,
    SEED,
    Seen,
    alarm_rates,
    labelled,
    linear,
    near,
    precision,
    qualities,
    restated,
    seen,
    silent,
    with_threshold,
)
from benchmarks.judging.augment import Example
from benchmarks.judging.cautious import CautiousJudge
from benchmarks.judging.cross_encoder import CrossEncoder
from benchmarks.judging.decision import FILE, fingerprints, inputs, stands
from benchmarks.judging.encoding import Floats
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.mix import read_mix
from benchmarks.judging.opinions import Asked
from benchmarks.judging.quality import Labels, macro_f1, table
from benchmarks.judging.refutation import COUNTED, FORMAT, Refutation
from benchmarks.judging.silence import Nearness, Retrieved, read_abstracts
from benchmarks.judging.stack import REFUTED, SUPPORTED, Stack, highest
from benchmarks.judging.trained import open_encoder
from benchmarks.judging.weights_file import WEIGHTS
from hubscope.files import write_atomically
from hubscope.settings import load_settings
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import SentenceEncoder

# Pairs of a labelled set that are read.
MOST_DEV = 400
# Of the statements of dev abstracts every second one is read.
STEP = 2
# What a pair of a kind counts beside one of a labelled set.
RESTATED, SILENT = 8.0, 3.0
# REFUTED is to be right this often where one claim in ten is refuted (refutals.SHARE).
PRECISION = 0.65
# Mean macro F1 on dev that is given for a higher threshold of SUPPORTED.
_PAID = 0.001
_PENALTY = 0.003


@dataclass(frozen=True, slots=True)
class Read(Seen):
    """Pairs as the feature judge and the cross-encoder see them.

    Attributes:
        logits: of the cross-encoder: float32, (pairs, 3).
        rule: what it refutes stands, unless the layer is sure of the contrary.
    """

    logits: Floats
    rule: Refutation

    def decided(self, rule: Stack) -> tuple[Floats, Labels]:
        """Probabilities and classes under a layer."""
        counted, refuted = self.rule.applied(self.shares, self.classes, self.scalars)
        shares = rule.probabilities(self.inputs)
        kept = stands(refuted == REFUTED, shares[:, SUPPORTED])
        classes = np.where(kept, REFUTED, rule.decide(shares))
        return np.where(kept[:, None], counted, shares), classes

    @property
    def inputs(self) -> Floats:
        """What the layer reads of each pair."""
        return inputs(self.shares, self.scalars, self.logits)


Sets = Mapping[str, Read]


def see(
    features: FeatureJudge,
    encoder: CrossEncoder,
    rule: Refutation,
    asked: Sequence[Asked],
    labels: Labels,
    claims: Labels,
) -> Read:
    """What the feature judge and the cross-encoder make of pairs."""
    counted = seen(features, asked, labels, claims)
    logits = np.array([one.logits for one in encoder.read(asked)], np.float32)
    return Read(
        counted.shares, counted.classes, counted.scalars, labels, claims, logits=logits, rule=rule
    )


def fitted(labelled_sets: Sets, plain: Read, silent_sets: Sets) -> Stack:
    """The layer with its thresholds.

    The labels of a set count alike, and a set by the root of its pairs. What is plain is learned
    from, and left out where thresholds are chosen.
    """
    parts = [
        *((one, 1.0) for one in labelled_sets.values()),
        (plain, RESTATED),
        *((one, SILENT) for one in silent_sets.values()),
    ]
    layer = linear(
        np.concatenate([one.inputs for one, _ in parts]),
        np.concatenate([one.labels for one, _ in parts]),
        np.concatenate([share * _alike(one.labels) for one, share in parts]),
        _PENALTY,
    )
    reached = {at: _score(replace(layer, supported=at), labelled_sets) for at in GRID}
    layer = replace(layer, supported=highest(reached, max(reached.values()) - _PAID))
    return with_threshold(layer, labelled_sets, silent_sets, PRECISION)


def _alike(labels: Labels) -> npt.NDArray[np.float64]:
    counts = np.bincount(labels)
    shares: npt.NDArray[np.float64] = np.sqrt(len(labels)) / (
        counts[labels] * np.count_nonzero(counts)
    )
    return shares


def _score(layer: Stack, sets: Sets) -> float:
    return float(np.mean([macro_f1(one.decided(layer)[1], one.labels) for one in sets.values()]))


def some(
    sets: Mapping[str, Sequence[Example]], most: int
) -> Iterator[tuple[str, Sequence[Example]]]:
    """Up to `most` pairs of every set."""
    for name, examples in sets.items():
        if len(examples) > most:
            order = np.random.default_rng(SEED).permutation(len(examples))[:most]
            yield name, [examples[at] for at in order]
        else:
            yield name, examples


def every(found: Sequence[Retrieved], step: int) -> list[Retrieved]:
    """Every second, third, ... statement, of either nearness."""
    return [
        one
        for nearness in Nearness
        for one in [each for each in found if each.nearness is nearness][::step]
    ]


def made(
    fitted_to: Mapping[str, str], layer: Stack, labelled_sets: Sets, silent_sets: Sets
) -> dict[str, Any]:
    """The card of a layer; shipped.py adds what the whole judge reaches on the test splits.

    Args:
        fitted_to: fingerprint of each judge that it reads.
        layer: with its thresholds.
        labelled_sets, silent_sets: of dev.
    """
    return {
        "format": FORMAT,
        "fitted_to": dict(fitted_to),
        "counted": list(COUNTED),
        "layer": layer.as_json(),
        "expected_precision": round(precision(layer, labelled_sets, silent_sets), 4),
        "false_alarms": {
            "dev": {
                "features": alarm_rates(None, silent_sets),
                "embedded": alarm_rates(layer, silent_sets),
            }
        },
        "quality": {
            "dev": {name: one.as_json() for name, one in qualities(layer, labelled_sets).items()}
        },
    }


def main() -> None:
    """Fit, measure on dev, write the layer with its card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with verifier_mix and the sources")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--cache", type=Path, help="file for vectors, to resume or repeat")
    chosen = parser.parse_args()
    settings = load_settings()
    cache = chosen.cache or settings.home / "judge-training.sqlite"
    embedder = CachedEmbedder(SentenceEncoder(settings.embedding_model), cache)
    counting, encoder = CautiousJudge(embedder), open_encoder()
    read = partial(see, FeatureJudge(embedder), encoder, counting.refutation)
    dev = dev_pairs(read_mix(chosen.data), Arm.FULL, SEED)
    labelled_sets = {name: labelled(read, one) for name, one in some(dev, MOST_DEV)}
    silent_sets = silent(read, every(near(read_abstracts(chosen.data), embedder, "dev"), STEP))
    layer = fitted(labelled_sets, labelled(read, restated(dev)), silent_sets)
    card = made(fingerprints(counting, encoder), layer, labelled_sets, silent_sets)
    print(table(qualities(layer, labelled_sets)))
    print(json.dumps(card["false_alarms"], indent=1))
    write_atomically(chosen.out / FILE, json.dumps(card, indent=1, ensure_ascii=False) + "\n")
    print("now measure the whole judge: python -m benchmarks.ablation.shipped")


if __name__ == "__main__":
    main()
