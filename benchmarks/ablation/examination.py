"""Held-out pairs for a trained verifier: what it is calibrated on, and what it is measured on."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.ablation.pairs import Arm, TrainingPair
from benchmarks.ablation.recipe import held_out
from benchmarks.judging.augment import Example, given, mismatched
from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.cross_encoder import CrossEncoder
from benchmarks.judging.encoding import Floats
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.mix import Pair
from benchmarks.judging.quality import Labels, Quality, quality_of
from benchmarks.judging.sample import sampled
from benchmarks.judging.stack import Stack, fit_stack, side_by_side
from retrieval.embeddings import Embedder

# Of the test sets only this one is asked for UNVERIFIABLE pairs that it does not have itself.
_WITH_MISMATCHED, _SHARE = "evidence_inference", 0.5


@dataclass(frozen=True, slots=True)
class Examined:
    """Logits of both judges on labelled pairs, by source.

    Attributes:
        own, features: float32, (pairs, 3): of the cross-encoder, of the feature judge.
        labels: classes, (pairs,).
    """

    own: dict[str, Floats]
    features: dict[str, Floats]
    labels: dict[str, Labels]

    def both(self) -> dict[str, Floats]:
        """Logits of both side by side."""
        return {
            name: side_by_side([values, self.features[name]]) for name, values in self.own.items()
        }


def dev_pairs(mix: Mapping[str, Sequence[Pair]], arm: Arm, seed: int) -> dict[str, list[Example]]:
    """Pairs of the arm's kinds whose documents training never saw."""

    def as_example(one: TrainingPair) -> Example:
        return Example(one.source, one.claim, one.sentences, one.verdict, one.kind)

    return {name: [*map(as_example, pairs)] for name, pairs in held_out(mix, arm, seed).items()}


def test_pairs(
    mix: Mapping[str, Sequence[Pair]], embedder: Embedder, seed: int
) -> dict[str, list[Example]]:
    """The test sets as they are; Evidence Inference with mismatched evidence beside."""
    chosen = sampled(mix, "test", seed)
    examples = {name: [given(pair) for pair in pairs] for name, pairs in chosen.items()}
    own = examples[_WITH_MISMATCHED]
    texts = list(dict.fromkeys(text for one in own for text in one.texts))
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))
    rng = random.Random(seed)  # noqa: S311  # reproducible, no secret
    examples[_WITH_MISMATCHED] = own + mismatched(chosen[_WITH_MISMATCHED], vectors, _SHARE, rng)
    return examples


def examine(
    encoder: CrossEncoder, features: FeatureJudge, sets: Mapping[str, Sequence[Example]]
) -> Examined:
    """What both judges make of some sets."""
    own, counted, labels = {}, {}, {}
    for name, examples in sets.items():
        asked = [(one.claim, one.sentences) for one in examples]
        own[name] = np.array([reading.logits for reading in encoder.read(asked)], np.float32)
        counted[name] = features.score(asked).logits
        labels[name] = np.array([CLASSES.index(one.verdict) for one in examples], np.int64)
    return Examined(own, counted, labels)


def calibrated(dev: Examined) -> tuple[Stack, Stack]:
    """The calibration of the encoder alone, and of both judges together."""
    return fit_stack(dev.own, dev.labels), fit_stack(dev.both(), dev.labels)


def quality_by_set(
    stack: Stack, logits: Mapping[str, Floats], labels: Mapping[str, Labels]
) -> dict[str, Quality]:
    """Quality of a calibrated judge on each set."""
    found = {}
    for name, values in logits.items():
        shares = stack.probabilities(values)
        found[name] = quality_of(shares, stack.decide(shares), labels[name])
    return found


def feature_quality(
    features: FeatureJudge, logits: Mapping[str, Floats], labels: Mapping[str, Labels]
) -> dict[str, Quality]:
    """Quality of the feature judge by itself on the same sets."""
    own = features.classifier
    alone = Stack(
        np.eye(len(CLASSES), dtype=np.float32) / np.float32(own.temperature),
        np.zeros(len(CLASSES), np.float32),
        own.threshold,
        own.threshold,
    )
    return quality_by_set(alone, logits, labels)
