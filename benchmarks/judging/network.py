"""The network of classifier.py in torch: only training imports it."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.judging.encoding import PADDING, SCALARS, Encoded, Floats

WORD_DIMENSION = 64
_SENTENCE, _COMPARE, _HIDDEN = 64, 64, 96
Batch = dict[str, Tensor]


class Network(nn.Module):
    """Counted features, sentence vectors and aligned words under one hidden layer."""

    words: Tensor
    scalar_mean: Tensor
    scalar_scale: Tensor

    def __init__(self, words: Floats, mean: Floats, scale: Floats, dimension: int) -> None:
        """Start from a word table and the training set's mean and scale of the counted features.

        Args:
            words: float32, (words, WORD_DIMENSION); rows 0 and 1 are zero.
            mean, scale: float32, (len(SCALARS),).
            dimension: of the sentence vectors.
        """
        super().__init__()
        self.register_buffer("words", torch.from_numpy(words))
        self.register_buffer("scalar_mean", torch.from_numpy(mean))
        self.register_buffer("scalar_scale", torch.from_numpy(scale))
        self.attention = nn.Parameter(torch.tensor([8.0, 6.0, 3.0]))
        self.project = nn.Linear(dimension, _SENTENCE)
        self.context = nn.Linear(3 * WORD_DIMENSION, WORD_DIMENSION)
        self.compare = nn.Linear(8 * WORD_DIMENSION + 2, _COMPARE)
        self.hidden = nn.Linear(len(SCALARS) + 4 * _SENTENCE + 2 * _COMPARE, _HIDDEN)
        self.output = nn.Linear(_HIDDEN, 3)
        self.drop_inputs, self.drop_hidden = nn.Dropout(0.4), nn.Dropout(0.4)

    def forward(self, batch: Batch) -> Tensor:
        """Logits, (pairs, 3)."""
        scaled = (batch["scalars"] - self.scalar_mean) / self.scalar_scale
        inputs = torch.cat(
            [
                scaled.clamp(-4.0, 4.0),
                self.drop_inputs(self._sentences(batch)),
                self.drop_inputs(self._words(batch)),
            ],
            dim=1,
        )
        logits: Tensor = self.output(self.drop_hidden(functional.relu(self.hidden(inputs))))
        return logits

    def _sentences(self, batch: Batch) -> Tensor:
        claim, best, focus = (self.project(batch[name]) for name in ("claim", "best", "focus"))
        parts = [(claim - best).abs(), claim * best, (claim - focus).abs(), claim * focus]
        return torch.cat(parts, dim=1)

    def _words(self, batch: Batch) -> Tensor:
        claim = functional.embedding(batch["claim_words"], self.words)
        evidence = functional.embedding(batch["evidence_words"], self.words)
        same = batch["same"]
        there = batch["evidence_words"] != PADDING
        scores = self.attention[0] * (claim @ evidence.transpose(1, 2)) + self.attention[1] * same
        scores = scores.masked_fill(~there[:, None, :], -1e9)
        none = self.attention[2].expand(*scores.shape[:2], 1)
        weights = torch.cat([scores, none], dim=2).softmax(dim=2)
        near = self._in_context(claim)
        aligned = weights[:, :, :-1] @ evidence
        aligned_near = weights[:, :, :-1] @ self._in_context(evidence)
        parts = [
            *_comparison(claim, aligned),
            *_comparison(near, aligned_near),
            same.amax(dim=2, keepdim=True),
            weights[:, :, -1:],
        ]
        mask = (batch["claim_words"] != PADDING)[:, :, None]
        each = functional.relu(self.compare(torch.cat(parts, dim=2))) * mask
        count = mask.sum(dim=1).clamp(min=1)
        return torch.cat([each.sum(dim=1) / count.sqrt(), each.amax(dim=1)], dim=1)

    def _in_context(self, words: Tensor) -> Tensor:
        before = functional.pad(words[:, :-1], (0, 0, 1, 0))
        after = functional.pad(words[:, 1:], (0, 0, 0, 1))
        return functional.relu(self.context(torch.cat([before, words, after], dim=2)))


def _comparison(one: Tensor, other: Tensor) -> list[Tensor]:
    return [one, other, one * other, (one - other).abs()]


def as_batch(encoded: Encoded, rows: np.ndarray) -> Batch:
    """Rows of encoded pairs as tensors, cut to the longest texts among them."""
    claim, evidence = encoded.claim_words[rows], encoded.evidence_words[rows]
    n_claim = max(1, int((claim != PADDING).sum(axis=1).max()))
    n_evidence = max(1, int((evidence != PADDING).sum(axis=1).max()))
    return {
        "scalars": torch.from_numpy(encoded.scalars[rows]),
        "claim": torch.from_numpy(encoded.claim[rows]),
        "best": torch.from_numpy(encoded.best[rows]),
        "focus": torch.from_numpy(encoded.focus[rows]),
        "claim_words": torch.from_numpy(claim[:, :n_claim].astype(np.int64)),
        "evidence_words": torch.from_numpy(evidence[:, :n_evidence].astype(np.int64)),
        "same": torch.from_numpy(encoded.same[rows][:, :n_claim, :n_evidence].astype(np.float32)),
    }
