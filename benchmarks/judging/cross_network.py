"""The cross-encoder in torch: a BERT-like encoder under a label head and a citation head."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModel, PreTrainedModel
from transformers.utils import logging as library_logging

from benchmarks.judging.windows import WindowBatch

CLASSES = 3


class CrossNetwork(nn.Module):
    """Claim and sentences in one pass; label from `[CLS]` and the mean, citations a sentence."""

    def __init__(self, encoder: nn.Module, width: int) -> None:
        """Put fresh heads on an encoder.

        Args:
            encoder: a transformers encoder, with or without adapters.
            width: of its hidden states.
        """
        super().__init__()
        self.encoder = encoder
        self.label = nn.Linear(2 * width, CLASSES)
        self.citation = nn.Linear(width, 1)

    def forward(self, batch: WindowBatch) -> tuple[Tensor, Tensor]:
        """Logits of labels, (pairs, 3), and of citations, (pairs, sentences)."""
        mask = torch.from_numpy(batch.mask)
        states = self.encoder(
            input_ids=torch.from_numpy(batch.ids),
            attention_mask=mask,
            token_type_ids=torch.from_numpy(batch.types),
        ).last_hidden_state.float()
        weights = (mask / mask.sum(dim=1, keepdim=True)).to(states.dtype)
        mean = torch.bmm(weights[:, None, :], states)[:, 0]
        labels = self.label(torch.cat([states[:, 0], mean], dim=1))
        sentences = torch.bmm(torch.from_numpy(batch.spans), states)
        return labels, self.citation(sentences)[:, :, 0]


def load_encoder(folder: Path) -> PreTrainedModel:
    """The encoder of a model's folder, without dropout, from safetensors only."""
    with _quiet():
        encoder: PreTrainedModel = AutoModel.from_pretrained(
            str(folder),
            local_files_only=True,
            use_safetensors=True,
            add_pooling_layer=False,
            attn_implementation="sdpa",
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
        )
    encoder.train(mode=False)
    return encoder


@contextmanager
def _quiet() -> Iterator[None]:
    """The library reports the pooling layer that is left out, and progress; neither is news."""
    before = library_logging.get_verbosity()
    library_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    library_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        library_logging.set_verbosity(before)
        library_logging.enable_progress_bar()  # type: ignore[no-untyped-call]
