"""Train the embedded judge: `python -m benchmarks.judging.train ../shared/data`.

Reads the mix, draws a sample that two cores can embed in about 25 minutes, makes UNVERIFIABLE
pairs by mismatched evidence and REFUTED ones by contraries, fits the network of network.py, keeps
the epoch that is best on dev, calibrates on dev, and measures once on the test sets. Everything
follows from the seed and the data.
"""

import argparse
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.judging.augment import (
    Example,
    given,
    in_company,
    mismatched,
    restatements,
    unrelated,
)
from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.encoding import Encoder, Floats
from benchmarks.judging.fitting import Labelled, calibrated, fit, word_table
from benchmarks.judging.mix import Pair, read_mix
from benchmarks.judging.quality import measure, table
from benchmarks.judging.sample import sampled
from benchmarks.judging.weights_file import WEIGHTS, write_weights
from hubscope.settings import load_settings
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import Embedder, SentenceEncoder

SEED = 0
# Networks from different beginnings err differently; their mean errs less.
MEMBERS = 3
# Sources whose UNVERIFIABLE pairs are all made: as many as a third of the source.
_MISMATCHED = {
    "vitaminc_synthetic": 0.3,
    "feverous": 0.3,
    "fever_dev": 0.4,
    "scifact_train": 0.6,
    "evidence_inference": 0.5,
}
_BIOMEDICAL = ("scifact_train", "evidence_inference")
_BIOMEDICAL_WEIGHT = 2.0
# Sources whose claims are also set beside themselves and beside their contraries.
_RESTATED = ("scifact_train", "evidence_inference", "vitaminc_real", "scitail")
_MAX_RESTATED = 3500


@dataclass(frozen=True, slots=True)
class Data:
    """Examples by split; dev and test by source."""

    train: list[Example]
    dev: dict[str, list[Example]]
    test: dict[str, list[Example]]


class Vectors(dict[str, Floats]):
    """Text to unit vector; texts are embedded when they are added."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__()
        self._embedder = embedder

    def add(self, texts: Sequence[str]) -> None:
        """Embed what is new."""
        new = [text for text in dict.fromkeys(texts) if text not in self]
        for start in range(0, len(new), 4096):
            part = new[start : start + 4096]
            self.update(zip(part, self._embedder.embed(part), strict=True))
            print(f"embedded {start + len(part)} of {len(new)}", flush=True)

    def add_examples(self, examples: Sequence[Example]) -> None:
        """Embed the claims and sentences of examples."""
        self.add([text for item in examples for text in item.texts])


def main() -> None:
    """Train, measure, write the weights and their card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with verifier_mix and the sources")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--cache", type=Path, help="file for vectors, to resume or repeat")
    chosen = parser.parse_args()
    torch.use_deterministic_algorithms(mode=True)
    settings = load_settings()
    cache = chosen.cache or settings.home / "judge-training.sqlite"
    embedder = CachedEmbedder(SentenceEncoder(settings.embedding_model), cache)
    vectors = Vectors(embedder)
    data = prepare(read_mix(chosen.data), vectors)
    vocabulary, words = word_table([text for item in data.train for text in item.texts], embedder)
    arrays = Encoder(vocabulary, vectors)
    dev = {name: labelled(arrays, examples) for name, examples in data.dev.items()}
    train, weights = labelled(arrays, data.train), _weights(data.train)
    networks = []
    for seed in range(MEMBERS):
        network, history = fit(train, weights, dev, words, SEED + seed)
        print(f"member {seed}: dev macro F1 by epoch", np.round(history, 4), flush=True)
        networks.append(network)
    classifier = calibrated(networks, vocabulary, dev)
    test = {name: labelled(arrays, examples) for name, examples in data.test.items()}
    quality = {
        split: {name: measure(classifier, *pairs) for name, pairs in sets.items()}
        for split, sets in (("dev", dev), ("test", test))
    }
    print(table(quality["dev"]), table(quality["test"]), sep="\n\n")
    write_weights(chosen.out, classifier, quality, made_of(data, embedder.fingerprint))


def labelled(arrays: Encoder, examples: Sequence[Example]) -> Labelled:
    """Arrays of examples, and their classes as numbers."""
    labels = np.array([CLASSES.index(item.verdict) for item in examples], np.int64)
    return arrays.encode([(item.claim, item.sentences) for item in examples]), labels


def _weights(examples: Sequence[Example]) -> Floats:
    heavy = [_BIOMEDICAL_WEIGHT if item.source in _BIOMEDICAL else 1.0 for item in examples]
    return np.array(heavy, np.float32)


def made_of(data: Data, embedder: str) -> dict[str, object]:
    """What the weights were made of, for their card."""
    counts = Counter((item.source, item.kind, item.verdict.value) for item in data.train)
    return {
        "seed": SEED,
        "embedder": embedder,
        "train": [[*key, count] for key, count in sorted(counts.items())],
    }


def prepare(mix: Mapping[str, Sequence[Pair]], vectors: Vectors) -> Data:
    """Sample, embed, and add the pairs that are made rather than labelled."""
    rng = random.Random(SEED)  # noqa: S311  # reproducible, no secret
    chosen = {split: sampled(mix, split, SEED) for split in ("train", "dev", "test")}
    examples = {
        split: {name: [given(pair) for pair in pairs] for name, pairs in sources.items()}
        for split, sources in chosen.items()
    }
    for sources in examples.values():
        for items in sources.values():
            vectors.add_examples(items)
    for split, by_source in chosen.items():
        for name in sorted(_MISMATCHED.keys() & by_source.keys()):
            # Of the test sets only one is asked for UNVERIFIABLE that it does not have itself.
            if split != "test" or name == "evidence_inference":
                made = mismatched(by_source[name], vectors, _MISMATCHED[name], rng)
                examples[split][name] = examples[split][name] + made
    return Data(
        _with_made([item for items in examples["train"].values() for item in items], vectors, rng),
        examples["dev"],
        examples["test"],
    )


def _with_made(given_ones: list[Example], vectors: Vectors, rng: random.Random) -> list[Example]:
    """Training examples with restatements, contraries, strangers, and some in company."""
    claims = dict.fromkeys(
        (item.source, item.claim)
        for item in given_ones
        if item.source in _RESTATED and len(item.claim) < 200
    )
    some = rng.sample(list(claims), min(_MAX_RESTATED, len(claims)))
    restated = restatements(some, rng)
    vectors.add_examples(restated)
    train = [*given_ones, *restated]
    train += unrelated(train, len(given_ones) // 20, rng)
    biomedical = [item for item in given_ones if item.source in _BIOMEDICAL]
    others = rng.sample(train, len(train) // 5)
    return [*train, *in_company([*biomedical, *others], rng)]


if __name__ == "__main__":
    main()
