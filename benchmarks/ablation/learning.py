"""From a folder of labelled sets to a verifier: pairs, training, calibration, figures, card."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from benchmarks.ablation.adapter import ALPHA, RANK
from benchmarks.ablation.adapter_file import write_adapter
from benchmarks.ablation.enhancement import by_cosine, by_judge, by_words
from benchmarks.ablation.examination import (
    calibrated,
    dev_pairs,
    examine,
    feature_quality,
    quality_by_set,
    test_pairs,
)
from benchmarks.ablation.pairs import Arm, TrainingPair
from benchmarks.ablation.recipe import recipe
from benchmarks.ablation.training import CHECKPOINT, Plan, steps_done, train
from benchmarks.judging.cross_encoder import FORMAT, Adapter, CrossEncoder
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.mix import Pair
from benchmarks.judging.quality import Quality
from hubscope.keys import digest_file
from retrieval.embeddings import Embedder, model_folder

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lessons:
    """What to train and how.

    Attributes:
        model: installed package, folder or hub name of the encoder to adapt.
        arm: full, or one of the three it is compared with.
    """

    model: str
    arm: Arm = Arm.FULL
    plan: Plan = field(default_factory=Plan)


@dataclass(frozen=True, slots=True)
class Learned:
    """A trained verifier's folder and its figures.

    Attributes:
        quality: by split, by judge (`alone`, `stack`, `features`), by set.
    """

    folder: Path
    card: dict[str, Any]
    quality: Mapping[str, Mapping[str, Mapping[str, Quality]]]


def learn(
    mix: Mapping[str, Sequence[Pair]],
    lessons: Lessons,
    features: FeatureJudge,
    embedder: Embedder,
    folder: Path,
) -> Learned:
    """Train, calibrate, measure and write; a killed run goes on from its last checkpoint.

    Args:
        mix: labelled pairs by source, as read_mix gives them.
        lessons: model, arm and plan.
        features: stands beside the cross-encoder, and is what it is compared with.
        embedder: finds mismatched evidence and marks what else supports.
        folder: for the checkpoint, the adapter and its card.

    Raises:
        InputError: the folder is of another training.
        UnavailableError: peft or the model is not there.
    """
    base = model_folder(lessons.model)
    markers = [by_words, by_cosine(embedder), by_judge(features)]
    pairs = recipe(mix, lessons.arm, lessons.plan.seed, markers)
    log.info("%d pairs, %s", len(pairs), dict(Counter(str(one.verdict) for one in pairs)))
    tensors = train(base, pairs, lessons.plan, folder)
    made = made_of(lessons, pairs, steps_done(folder / CHECKPOINT))
    return finish(base, mix, features, embedder, tensors, made, folder)


def finish(
    base: Path,
    mix: Mapping[str, Sequence[Pair]],
    features: FeatureJudge,
    embedder: Embedder,
    tensors: Mapping[str, Tensor],
    made: Mapping[str, Any],
    folder: Path,
) -> Learned:
    """Calibrate on dev, measure on test, write the adapter with its card."""
    # Measured as it will be read: rounded to what the file holds.
    rounded = {
        name: value.detach().numpy().astype(np.float16).astype(np.float32)
        for name, value in tensors.items()
    }
    stated = {
        "format": FORMAT,
        "base": digest_file(base / "model.safetensors"),
        "scale": ALPHA / RANK,
        **made,
    }
    encoder = CrossEncoder(base, Adapter(rounded, stated))
    dev = examine(encoder, features, dev_pairs(mix, Arm(made["arm"]), made["plan"]["seed"]))
    test = examine(encoder, features, test_pairs(mix, embedder, made["plan"]["seed"]))
    alone, stack = calibrated(dev)
    quality = {
        split: {
            "alone": quality_by_set(alone, part.own, part.labels),
            "stack": quality_by_set(stack, part.both(), part.labels),
            "features": feature_quality(features, part.features, part.labels),
        }
        for split, part in (("dev", dev), ("test", test))
    }
    card = {**stated, "alone": alone.as_json(), "stack": stack.as_json()}
    return Learned(folder, write_adapter(folder, rounded, card, quality), quality)


def made_of(lessons: Lessons, pairs: Sequence[TrainingPair], steps: int) -> dict[str, Any]:
    """What an adapter was made of, for its card."""
    counts = Counter((one.source, one.kind, one.verdict.value) for one in pairs)
    return {
        "model": lessons.model,
        "arm": lessons.arm.value,
        "plan": asdict(lessons.plan),
        "steps": steps,
        "pairs_seen": min(len(pairs), steps * lessons.plan.batch),
        "pairs": [[*key, count] for key, count in sorted(counts.items())],
    }
