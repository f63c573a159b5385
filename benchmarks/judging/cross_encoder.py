"""The trained cross-encoder: claim and numbered sentences in, label and cited sentences out.

The packaged sentence encoder with a small adapter (LoRA, Hu et al., ICLR 2022) merged into its
weights, under a label head on `[CLS]` and the mean, and a citation head on each sentence. Trained
with the ablation objective (benchmarks/ablation). Scoring needs torch and transformers, which the
sentence encoder needs anyway, and no peft.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load

from benchmarks.judging.windows import Window, Windows, side_by_side
from hubscope.errors import IntegrityError
from hubscope.keys import digest, digest_file

if TYPE_CHECKING:
    from benchmarks.judging.cross_network import CrossNetwork

Floats = npt.NDArray[np.float32]

FORMAT = 1
ADAPTER, CARD = "adapter.safetensors", "adapter.json"
_HEADS = ("label.weight", "label.bias", "citation.weight", "citation.bias")


@dataclass(frozen=True, slots=True)
class Reading:
    """What the cross-encoder makes of one pair.

    Attributes:
        logits: of CLASSES, before calibration: float32, (3,).
        citations: place of each sentence that was read to the probability that it is evidence.
        left_out: places of the sentences that did not fit.
    """

    logits: Floats
    citations: Mapping[int, float]
    left_out: tuple[int, ...]


@dataclass(frozen=True)
class Adapter:
    """What training made: tensors, and the card beside them.

    Attributes:
        tensors: the heads, and for each adapted layer `NAME.lora_A` and `NAME.lora_B`.
        card: format, base model's hash, scale of the adapter, training data and figures.
    """

    tensors: dict[str, Floats]
    card: dict[str, Any]

    @cached_property
    def fingerprint(self) -> str:
        """Hash of everything that decides a logit, the base model included."""
        arrays = [
            [name, hashlib.sha256(array.tobytes()).hexdigest()]
            for name, array in sorted(self.tensors.items())
        ]
        return digest([FORMAT, arrays, self.card["base"], self.card["scale"]])


class CrossEncoder:
    """Reads pairs with merged weights; nothing heavy is imported before the first pair."""

    def __init__(self, base: Path, adapter: Adapter) -> None:
        """Take the folder of the base model and an adapter that was trained on it.

        Raises:
            IntegrityError: the adapter was trained on other weights.
        """
        if adapter.card["base"] != digest_file(base / "model.safetensors"):
            raise IntegrityError(f"{base}: the adapter was trained on another base model.")
        self._base = base
        self.adapter = adapter

    @property
    def fingerprint(self) -> str:
        """Hash of the weights."""
        return self.adapter.fingerprint

    def read(self, pairs: Sequence[tuple[str, Sequence[str]]]) -> list[Reading]:
        """Read (claim, sentences) pairs, each distinct one once.

        Pairs are read one by one: in a batch the last digits of one would depend on the others,
        and a run that was killed would not end with the bytes of one that was not. A processor
        gains little from batches of texts of this length, and loses what fills them up.

        Returns:
            A reading for each pair, in order.
        """
        asked = [(claim, tuple(sentences)) for claim, sentences in pairs]
        distinct = list(dict.fromkeys(asked))
        windows = self.windows.of(distinct)
        found = {pair: self._read(window) for pair, window in zip(distinct, windows, strict=True)}
        return [found[pair] for pair in asked]

    def _read(self, window: Window) -> Reading:
        import torch

        with torch.inference_mode():
            labels, citations = self.network(side_by_side([window]))
            shares = citations[0].sigmoid().tolist()
        return Reading(
            labels[0].numpy(), dict(zip(window.kept, shares, strict=False)), window.left_out
        )

    @cached_property
    def windows(self) -> Windows:
        """What fits before its eyes, made with its base model's tokenizer."""
        return Windows(self._base)

    @cached_property
    def network(self) -> "CrossNetwork":
        """The merged weights, loaded on first use."""
        return merged(self._base, self.adapter)


def merged(base: Path, adapter: Adapter) -> "CrossNetwork":
    """The base model with the adapter added to its weights: W + scale * B A."""
    import torch

    from benchmarks.judging.cross_network import CrossNetwork, load_encoder

    encoder = load_encoder(base)
    network = CrossNetwork(encoder, int(encoder.config.hidden_size))
    tensors = {name: torch.from_numpy(array) for name, array in adapter.tensors.items()}
    with torch.no_grad():
        for name, low in tensors.items():
            if name.endswith(".lora_A"):
                layer = name.removesuffix(".lora_A")
                weight = encoder.get_parameter(f"{layer}.weight")
                weight.add_(adapter.card["scale"] * (tensors[f"{layer}.lora_B"] @ low))
        for name in _HEADS:
            network.get_parameter(name).copy_(tensors[name])
    return network.eval()


def load_adapter(folder: Traversable) -> Adapter:
    """The adapter of a folder with `adapter.safetensors` and `adapter.json`.

    Raises:
        IntegrityError: the files do not belong together.
    """
    card = json.loads(folder.joinpath(CARD).read_text("utf-8"))
    raw = folder.joinpath(ADAPTER).read_bytes()
    if card.get("format") != FORMAT or card.get("sha256") != hashlib.sha256(raw).hexdigest():
        raise IntegrityError(f"{folder}: {CARD} and {ADAPTER} do not belong together.")
    return Adapter({name: array.astype(np.float32) for name, array in load(raw).items()}, card)
