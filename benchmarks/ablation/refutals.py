"""Fit the rule for REFUTED: `python -m benchmarks.ablation.refutals ../shared/data`.

The feature judge stays as it is. On what it calls REFUTED, the layer of judging/refutation.py is
fitted: labelled dev pairs, and statements of abstracts beside what retrieval gives them. The
threshold is the lowest at which REFUTED is expected to be right in the stated share of cases.
Everything follows from the seed and the data. Takes about six minutes of a core.
"""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from benchmarks.ablation.examination import dev_pairs, test_pairs
from benchmarks.ablation.pairs import Arm
from benchmarks.judging.augment import Example, restatements
from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.encoding import Floats
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.mix import read_mix
from benchmarks.judging.opinions import BLOCK, Asked
from benchmarks.judging.quality import Labels, Quality, quality_of, table
from benchmarks.judging.refutation import Refutation, read
from benchmarks.judging.refutation_file import made, write_refutation
from benchmarks.judging.silence import (
    Abstract,
    Nearness,
    Retrieved,
    read_abstracts,
    retrieved,
    statements,
)
from benchmarks.judging.stack import REFUTED, UNVERIFIABLE, Stack
from benchmarks.judging.weights_file import WEIGHTS
from hubscope.settings import load_settings
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import Embedder, SentenceEncoder

SEED = 0
# A label that only says what a pair is not.
NOT_REFUTED = len(CLASSES)
PASSAGES = 3
# Abstracts of the training split that join those of dev.
MORE_ABSTRACTS = 200
# Sources of dev whose claims are restated, how many, and the characters of the longest.
RESTATED = ("evidence_inference", "vitaminc_real", "snli", "feverous")
MOST_RESTATED, LONGEST_RESTATED = 300, 200
# REFUTED is to be right this often where this share of claims is refuted by its evidence.
PRECISION, SHARE = 0.7, 0.1
# What the features call REFUTED is not called SUPPORTED lightly.
SUPPORTED = 0.5
GRID = tuple(round(0.34 + 0.02 * step, 2) for step in range(30))
_PENALTY = 0.01


@dataclass(frozen=True, slots=True)
class Seen:
    """Pairs as the feature judge sees them.

    Attributes:
        shares: its probabilities: float32, (pairs, 3).
        classes: what it decides: (pairs,).
        scalars: float32, (pairs, len(SCALARS)).
        labels: classes of CLASSES, or NOT_REFUTED: (pairs,).
        claims: number of the claim of each pair: (pairs,).
    """

    shares: Floats
    classes: Labels
    scalars: Floats
    labels: Labels
    claims: Labels

    def decided(self, rule: Stack) -> tuple[Floats, Labels]:
        """Probabilities and classes under a rule."""
        card = {"rule": rule.as_json()}
        return Refutation(card).applied(self.shares, self.classes, self.scalars)

    def false_alarms(self, classes: Labels) -> float:
        """Share of claims of which some passage is called REFUTED, where none refutes."""
        return len(set(self.claims[classes == REFUTED])) / len(set(self.claims))


Sets = Mapping[str, Seen]
S = TypeVar("S", bound=Seen)
# Makes of pairs, their labels and the numbers of their claims what the judges see.
See = Callable[[Sequence[Asked], Labels, Labels], S]


def restated(dev: Mapping[str, Sequence[Example]]) -> list[Example]:
    """Claims of dev beside themselves and beside their contraries: plain contradictions."""
    rng = random.Random(SEED)  # noqa: S311  # reproducible, no secret
    claims = dict.fromkeys(
        (one.source, one.claim)
        for name in RESTATED
        for one in dev[name]
        if len(one.claim) < LONGEST_RESTATED
    )
    return restatements(rng.sample(list(claims), MOST_RESTATED), random.Random(SEED))  # noqa: S311


def seen(judge: FeatureJudge, asked: Sequence[Asked], labels: Labels, claims: Labels) -> Seen:
    """What the feature judge makes of pairs."""
    parts = [judge.score(asked[at : at + BLOCK]) for at in range(0, len(asked), BLOCK)]
    decided = [judge.decide(part) for part in parts]
    return Seen(
        np.concatenate([shares for shares, _ in decided]),
        np.concatenate([classes for _, classes in decided]),
        np.concatenate([part.scalars for part in parts]),
        labels,
        claims,
    )


def labelled(see: See[S], examples: Sequence[Example]) -> S:
    """Labelled pairs, each a claim of its own."""
    labels = np.array([CLASSES.index(one.verdict) for one in examples], np.int64)
    asked = [(one.claim, one.sentences) for one in examples]
    return see(asked, labels, np.arange(len(asked)))


def silent(see: See[S], found: Sequence[Retrieved]) -> dict[str, S]:
    """Statements beside retrieved passages, by where these are from."""
    sets = {}
    for nearness, label in ((Nearness.OWN, NOT_REFUTED), (Nearness.ANOTHER, UNVERIFIABLE)):
        some = [one for one in found if one.nearness is nearness]
        asked = [(one.statement.text, passage) for one in some for passage in one.passages]
        claims = [number for number, one in enumerate(some) for _ in one.passages]
        labels = np.full(len(asked), label, np.int64)
        sets[nearness.value] = see(asked, labels, np.array(claims, np.int64))
    return sets


def near(abstracts: Sequence[Abstract], embedder: Embedder, split: str) -> list[Retrieved]:
    """Statements of one split's abstracts beside what is near them."""
    rng = random.Random(f"{SEED} {split}")  # noqa: S311  # reproducible, no secret
    own = [one for one in abstracts if one.split == split]
    if split == "dev":
        train = [one for one in abstracts if one.split == "train"]
        random.Random(3).shuffle(train)  # noqa: S311  # reproducible, no secret
        own += train[:MORE_ABSTRACTS]
    stated = statements(own, rng)
    texts = [text for one in own for text in one.sentences] + [one.text for one in stated]
    distinct = list(dict.fromkeys(texts))
    vectors = dict(zip(distinct, embedder.embed(distinct), strict=True))
    return retrieved(stated, own, vectors, rng, PASSAGES)


def fitted(labelled_sets: Sets, plain: Sets, silent_sets: Sets) -> Stack:
    """The layer on what the features call REFUTED, with its thresholds.

    A set counts by the root of its pairs, so that none of them drowns the others. A pair that is
    only known not to be REFUTED is as likely as SUPPORTED and UNVERIFIABLE together. What is
    `plain` is learned from, and left out where the threshold is chosen.
    """
    inputs, labels, counts = [], [], []
    for one in (*labelled_sets.values(), *plain.values(), *silent_sets.values()):
        doubted = one.classes == REFUTED
        inputs.append(read(one.shares[doubted], one.scalars[doubted]))
        labels.append(one.labels[doubted])
        counts.append(np.full(doubted.sum(), 1.0 / np.sqrt(max(1, doubted.sum()))))
    layer = linear(np.concatenate(inputs), np.concatenate(labels), np.concatenate(counts), _PENALTY)
    return with_threshold(replace(layer, supported=SUPPORTED), labelled_sets, silent_sets)


def linear(
    inputs: Floats, labels: Labels, counts: npt.NDArray[np.float64], penalty: float
) -> Stack:
    """The linear layer that makes the labels likeliest.

    Args:
        inputs: float32, (pairs, n).
        labels: classes of CLASSES, or NOT_REFUTED, which is either of the two others.
        counts: what each pair counts.
        penalty: on the squared weights of inputs that vary by 1.
    """
    import torch

    rows = inputs.astype(np.float64)
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    values = torch.from_numpy((rows - mean) / scale)
    wanted = torch.from_numpy(labels)
    share = torch.from_numpy(counts / counts.sum())
    weights = torch.zeros(values.shape[1], len(CLASSES), dtype=torch.double, requires_grad=True)
    bias = torch.zeros(len(CLASSES), dtype=torch.double, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights, bias], max_iter=300, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        likely = torch.log_softmax(values @ weights + bias, dim=1)
        other = [number for number in range(len(CLASSES)) if number != REFUTED]
        not_refuted = torch.logsumexp(likely[:, other], dim=1, keepdim=True)
        each = torch.cat([likely, not_refuted], dim=1).gather(1, wanted[:, None])[:, 0]
        total = -(each * share).sum() + penalty * (weights**2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    slopes = weights.detach().numpy() / scale[:, None]
    offset = bias.detach().numpy() - mean @ slopes
    return Stack(np.round(slopes, 6).astype(np.float32), np.round(offset, 6).astype(np.float32))


def with_threshold(
    layer: Stack, labelled_sets: Sets, silent_sets: Sets, least: float = PRECISION
) -> Stack:
    """The lowest threshold at which REFUTED is precise enough; the highest tried where none is.

    Args:
        layer: its threshold of SUPPORTED stays.
        labelled_sets: where refuted claims are found.
        silent_sets: where nothing is refuted.
        least: how often REFUTED is to be right.
    """
    tried = [replace(layer, refuted=at) for at in GRID]
    good = (one for one in tried if precision(one, labelled_sets, silent_sets) >= least)
    return next(good, tried[-1])


def precision(rule: Stack | None, labelled_sets: Sets, silent_sets: Sets) -> float:
    """How often REFUTED is right where SHARE of the claims is refuted by its evidence.

    Refuted claims are found as on the labelled sets, each counting alike; all other claims give
    false alarms as statements of abstracts do, half of them beside their own abstract.
    """
    found = SHARE * np.mean([*recalls(rule, labelled_sets).values()])
    alarms = (1 - SHARE) * np.mean([*alarm_rates(rule, silent_sets).values()])
    return float(found / (found + alarms)) if found + alarms else 1.0


def recalls(rule: Stack | None, sets: Sets) -> dict[str, float]:
    """Share of refuted pairs that are called REFUTED, by set; sets without any are left out."""
    return {
        name: float((_classes(one, rule)[one.labels == REFUTED] == REFUTED).mean())
        for name, one in sets.items()
        if (one.labels == REFUTED).any()
    }


def alarm_rates(rule: Stack | None, sets: Sets) -> dict[str, float]:
    """Share of claims that are falsely called REFUTED, by set."""
    return {name: one.false_alarms(_classes(one, rule)) for name, one in sets.items()}


def _classes(one: Seen, rule: Stack | None) -> Labels:
    return one.classes if rule is None else one.decided(rule)[1]


def qualities(rule: Stack, sets: Sets) -> dict[str, Quality]:
    """Quality of the judge under the rule, by set."""
    return {name: quality_of(*one.decided(rule), one.labels) for name, one in sets.items()}


def main() -> None:
    """Fit, measure, write the rule with its card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with verifier_mix and the sources")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--cache", type=Path, help="file for vectors, to resume or repeat")
    chosen = parser.parse_args()
    settings = load_settings()
    cache = chosen.cache or settings.home / "judge-training.sqlite"
    embedder = CachedEmbedder(SentenceEncoder(settings.embedding_model), cache)
    judge = FeatureJudge(embedder)
    see = partial(seen, judge)
    mix, abstracts = read_mix(chosen.data), read_abstracts(chosen.data)
    held_out = dev_pairs(mix, Arm.FULL, SEED)
    dev = {name: labelled(see, one) for name, one in held_out.items()}
    plain = {"restated": labelled(see, restated(held_out))}
    beside = {split: silent(see, near(abstracts, embedder, split)) for split in ("dev", "test")}
    rule = fitted(dev, plain, beside["dev"])
    test = {name: labelled(see, one) for name, one in test_pairs(mix, embedder, SEED).items()}
    quality = {"dev": qualities(rule, dev), "test": qualities(rule, test)}
    print(table(quality["dev"]), table(quality["test"]), sep="\n\n")
    known = {
        split: {
            "features": alarm_rates(None, beside[split]),
            "cautious": alarm_rates(rule, beside[split]),
        }
        for split in beside
    }
    expected = precision(rule, dev, beside["dev"])
    card = made(judge.classifier.fingerprint, rule, quality, known, expected)
    write_refutation(chosen.out, card)


if __name__ == "__main__":
    main()
