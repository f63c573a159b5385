"""The part of the mix that fits a small machine: capped, balanced by label, the same every time."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from benchmarks.judging.mix import Pair

# Biomedical sets whole; the contrastive and the general ones as far as two cores allow.
TRAIN_CAPS: Mapping[str, int] = {
    "vitaminc_real": 5000,
    "vitaminc_synthetic": 2000,
    "mnli": 5000,
    "snli": 1500,
    "scitail": 800,
    "negation": 1500,
    "feverous": 300,
    "fever_dev": 1800,
    "scifact_train": 10**6,
    "evidence_inference": 10**6,
}
DEV_CAPS: Mapping[str, int] = {
    "vitaminc_real": 600,
    "vitaminc_synthetic": 200,
    "mnli": 600,
    "snli": 150,
    "scitail": 10**6,
    "negation": 10**6,
    "feverous": 150,
    "evidence_inference": 10**6,
}
TEST_CAPS: Mapping[str, int] = {
    "scifact_dev": 10**6,
    "check_covid": 10**6,
    "fever_dev": 600,
    "evidence_inference": 10**6,
    "vitaminc_real": 600,
    "sufficient_facts": 900,
    "mnli": 600,
}
CAPS = {"train": TRAIN_CAPS, "dev": DEV_CAPS, "test": TEST_CAPS}


def sampled(
    mix: Mapping[str, Sequence[Pair]],
    split: str,
    seed: int,
    caps: Mapping[str, int] | None = None,
) -> dict[str, list[Pair]]:
    """Up to the cap of each source in one split; `caps` of the split unless others are given.

    Training draws as many of each label as there are; dev and test keep the source's own shares,
    so that their accuracy is that of the source.
    """
    chosen = {}
    for source, cap in (caps or CAPS[split]).items():
        rng = random.Random(f"{seed} {split} {source}")  # noqa: S311  # a sample, no secret
        pairs = [pair for pair in mix[source] if pair.split == split]
        rng.shuffle(pairs)
        chosen[source] = _balanced(pairs, cap) if split == "train" else pairs[:cap]
    return chosen


def _balanced(pairs: Sequence[Pair], cap: int) -> list[Pair]:
    by_label = defaultdict(list)
    for pair in pairs:
        by_label[pair.verdict].append(pair)
    share = -(-cap // len(by_label))
    return [pair for label in sorted(by_label) for pair in by_label[label][:share]]
