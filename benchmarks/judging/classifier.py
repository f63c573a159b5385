"""The small network of the embedded judge, read from committed weights and run in numpy.

Words of the claim are softly aligned with words of the evidence and compared, after Parikh et al.
(EMNLP 2016, "A decomposable attention model"); sentence vectors are compared by difference and
product, after Conneau et al. (EMNLP 2017); both are weighed beside counted features.
`network.py` is the same network in torch, for training; a test holds the two equal.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
from safetensors.numpy import load

from benchmarks.judging.encoding import PADDING, Encoded, Floats
from hubscope.errors import IntegrityError
from hubscope.keys import digest

# Order of the classes in the last layer.
CLASSES = ("SUPPORTED", "REFUTED", "UNVERIFIABLE")
FORMAT = 1


@dataclass(frozen=True)
class Classifier:
    """Weights with what training decided beside them.

    Attributes:
        tensors: the word table `words`, and the arrays of each member of the ensemble as
            `network.py` names them, behind its number: `0.output.bias`.
        vocabulary: word to row of the tensor `words`.
        card: the model card, with temperature, threshold and measured quality.
    """

    tensors: dict[str, Floats]
    vocabulary: dict[str, int]
    card: dict[str, Any]

    @cached_property
    def fingerprint(self) -> str:
        """Hash of everything that decides a probability."""
        arrays = [
            [name, hashlib.sha256(array.tobytes()).hexdigest()]
            for name, array in sorted(self.tensors.items())
        ]
        return digest([FORMAT, arrays, list(self.vocabulary), self.temperature, self.threshold])

    @property
    def temperature(self) -> float:
        """What logits are divided by, fitted on dev."""
        return float(self.card["temperature"])

    @property
    def threshold(self) -> float:
        """Probability under which SUPPORTED and REFUTED become UNVERIFIABLE, chosen on dev."""
        return float(self.card["threshold"])

    def probabilities(self, batch: Encoded) -> Floats:
        """Probabilities of CLASSES: float32, (pairs, 3), rows summing to 1."""
        return self.calibrated(self.logits(batch))

    def calibrated(self, logits: Floats) -> Floats:
        """Probabilities of logits, under the temperature."""
        return softmax(logits / np.float32(self.temperature))

    def logits(self, batch: Encoded) -> Floats:
        """Scores of CLASSES before calibration, the mean over members: float32, (pairs, 3)."""
        table = self.tensors["words"]
        each = [_Member(tensors, table).logits(batch) for tensors in self.members]
        mean: Floats = np.mean(each, axis=0, dtype=np.float32)
        return mean

    @cached_property
    def members(self) -> list[dict[str, Floats]]:
        """Tensors of each network of the ensemble, without the word table that they share."""
        numbers = sorted({name.split(".", 1)[0] for name in self.tensors} - {"words"}, key=int)
        return [
            {
                name.removeprefix(f"{number}."): array
                for name, array in self.tensors.items()
                if name.startswith(f"{number}.")
            }
            for number in numbers
        ]


@dataclass(frozen=True, slots=True)
class _Member:
    """One network: its tensors, and the word table."""

    tensors: dict[str, Floats]
    table: Floats

    def logits(self, batch: Encoded) -> Floats:
        """Scores of CLASSES: float32, (pairs, 3)."""
        inputs = np.concatenate(
            [self._counted(batch), self._sentences(batch), self._words(batch)], axis=1
        )
        hidden = _relu(self._linear("hidden", inputs))
        return self._linear("output", hidden)

    def _counted(self, batch: Encoded) -> Floats:
        scaled = (batch.scalars - self.tensors["scalar_mean"]) / self.tensors["scalar_scale"]
        clipped: Floats = np.clip(scaled, -4.0, 4.0)
        return clipped

    def _sentences(self, batch: Encoded) -> Floats:
        claim, best, focus = (
            self._linear("project", vectors) for vectors in (batch.claim, batch.best, batch.focus)
        )
        parts = [np.abs(claim - best), claim * best, np.abs(claim - focus), claim * focus]
        return np.concatenate(parts, axis=1)

    def _words(self, batch: Encoded) -> Floats:
        claim, evidence = self.table[batch.claim_words], self.table[batch.evidence_words]
        there = batch.evidence_words != PADDING
        weights, unaligned = self._attention(claim, evidence, batch.same, there)
        near = self._in_context(claim)
        aligned, aligned_near = weights @ evidence, weights @ self._in_context(evidence)
        compared = np.concatenate(
            [
                *_comparison(claim, aligned),
                *_comparison(near, aligned_near),
                batch.same.any(axis=2, keepdims=True),
                unaligned,
            ],
            axis=2,
        )
        each = _relu(self._linear("compare", compared.astype(np.float32)))
        each *= (batch.claim_words != PADDING)[:, :, None]
        count = np.maximum(1, (batch.claim_words != PADDING).sum(axis=1, keepdims=True))
        return np.concatenate([each.sum(axis=1) / np.sqrt(count), each.max(axis=1)], axis=1)

    def _attention(
        self, claim: Floats, evidence: Floats, same: Any, there: Any
    ) -> tuple[Floats, Floats]:
        """Weights over evidence words for each claim word, and the weight left for none."""
        likeness, identity, nothing = self.tensors["attention"]
        scores = likeness * (claim @ evidence.transpose(0, 2, 1)) + identity * same
        scores = np.where(there[:, None, :], scores, -1e9)
        none = np.full((*scores.shape[:2], 1), nothing, np.float32)
        weights = softmax(np.concatenate([scores, none], axis=2).astype(np.float32))
        return weights[:, :, :-1], weights[:, :, -1:]

    def _in_context(self, words: Floats) -> Floats:
        """Each word seen with its two neighbours."""
        edge = np.zeros_like(words[:, :1])
        before = np.concatenate([edge, words[:, :-1]], axis=1)
        after = np.concatenate([words[:, 1:], edge], axis=1)
        return _relu(self._linear("context", np.concatenate([before, words, after], axis=2)))

    def _linear(self, name: str, inputs: Floats) -> Floats:
        product: Floats = inputs @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]
        return product


def _comparison(one: Floats, other: Floats) -> list[Floats]:
    return [one, other, one * other, np.abs(one - other)]


def _relu(values: Floats) -> Floats:
    return np.maximum(values, np.float32(0.0))


def softmax(values: Floats) -> Floats:
    """Shares that sum to 1 over the last axis."""
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def load_classifier(folder: Traversable | None = None) -> Classifier:
    """The classifier of a folder with `card.json`, `weights.safetensors`, `vocabulary.txt`.

    Raises:
        IntegrityError: files of the folder do not belong together.
    """
    folder = folder or files(__package__).joinpath("weights")
    card = json.loads(folder.joinpath("card.json").read_text("utf-8"))
    words = folder.joinpath("vocabulary.txt").read_text("utf-8").split("\n")[:-1]
    tensors = load(folder.joinpath("weights.safetensors").read_bytes())
    scale = tensors.pop("words_scale")
    tensors = {name: array.astype(np.float32) for name, array in tensors.items()}
    tensors["words"] = tensors["words"] * scale
    if card.get("format") != FORMAT or len(tensors["words"]) != len(words) + 2:
        raise IntegrityError(f"{folder}: card, weights and vocabulary do not belong together")
    # Rows 0 and 1 stand for padding and for words that are not in the table.
    return Classifier(tensors, {word: row + 2 for row, word in enumerate(words)}, card)
