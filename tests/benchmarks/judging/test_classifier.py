"""The network in numpy is the network in torch; its card and weights belong together."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks.judging.classifier import FORMAT, Classifier, load_classifier
from benchmarks.judging.encoding import SCALARS, Encoded, Encoder
from benchmarks.judging.fitting import as_tensors
from benchmarks.judging.network import WORD_DIMENSION, Network, as_batch
from benchmarks.judging.weights_file import write_weights
from hubscope.errors import IntegrityError
from retrieval.embeddings import HashingEmbedder

PAIRS = [
    ("Insulin lowers glucose.", ["Insulin lowers glucose.", "It was not measured."]),
    ("The heart has four chambers.", ["The heart has three chambers, they said."]),
    ("Xyzzy", ["?"]),
]
VOCABULARY = {"insulin": 2, "lowers": 3, "glucose": 4, "heart": 5, "chambers": 6, "four": 7}


def batch() -> Encoded:
    embedder = HashingEmbedder(16)
    texts = [text for claim, near in PAIRS for text in (claim, *near)]
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))
    return Encoder(VOCABULARY, vectors).encode(PAIRS)


def network(seed: int = 0) -> Network:
    torch.manual_seed(seed)
    words = np.zeros((len(VOCABULARY) + 2, WORD_DIMENSION), np.float32)
    random = np.random.default_rng(0).normal(size=(len(VOCABULARY), WORD_DIMENSION))
    words[2:] = np.round(np.clip(random / 4, -1, 1) * 127) / 127
    ones = np.ones(len(SCALARS), np.float32)
    return Network(words, ones * 0.3, ones, 16).eval()


def classifier() -> Classifier:
    tensors = as_tensors([network(0), network(1)])
    card = {"format": FORMAT, "temperature": 1.3, "threshold": 0.5}
    return Classifier(tensors, VOCABULARY, card)


def test_numpy_and_torch_give_the_same_logits() -> None:
    encoded = batch()
    with torch.inference_mode():
        rows = as_batch(encoded, np.arange(len(encoded)))
        expected = np.mean([network(seed)(rows).numpy() for seed in (0, 1)], axis=0)
    np.testing.assert_allclose(classifier().logits(encoded), expected, atol=1e-4)


def test_a_pair_gets_the_same_answer_alone_and_in_a_batch() -> None:
    embedder = HashingEmbedder(16)
    texts = [text for claim, near in PAIRS for text in (claim, *near)]
    arrays = Encoder(VOCABULARY, dict(zip(texts, embedder.embed(texts), strict=True)))
    together = classifier().probabilities(arrays.encode(PAIRS))
    for row, pair in enumerate(PAIRS):
        alone = classifier().probabilities(arrays.encode([pair]))
        np.testing.assert_allclose(alone[0], together[row], atol=1e-5)


def test_probabilities_sum_to_one() -> None:
    np.testing.assert_allclose(classifier().probabilities(batch()).sum(axis=1), 1.0, atol=1e-5)


def test_weights_written_are_weights_read(tmp_path: Path) -> None:
    write_weights(tmp_path, classifier(), {}, {"embedder": "none"})
    again = load_classifier(tmp_path)
    assert again.vocabulary == VOCABULARY
    # half precision holds three digits
    np.testing.assert_allclose(again.logits(batch()), classifier().logits(batch()), atol=0.02)


def test_files_that_do_not_belong_together_are_an_error(tmp_path: Path) -> None:
    write_weights(tmp_path, classifier(), {}, {})
    (tmp_path / "vocabulary.txt").write_text("insulin\n")
    with pytest.raises(IntegrityError, match="belong together"):
        load_classifier(tmp_path)
    write_weights(tmp_path, classifier(), {}, {})
    (tmp_path / "card.json").write_text(json.dumps({"format": 0}))
    with pytest.raises(IntegrityError, match="belong together"):
        load_classifier(tmp_path)
