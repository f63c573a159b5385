"""Writing the weights of the embedded judge with the card that says what they are."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save

from benchmarks.judging.classifier import Classifier
from benchmarks.judging.quality import Quality
from hubscope.files import write_atomically

WEIGHTS = Path(__file__).parent / "weights"


def write_weights(
    folder: Path,
    classifier: Classifier,
    quality: Mapping[str, Mapping[str, Quality]],
    made_of: Mapping[str, object],
) -> None:
    """Write `weights.safetensors`, `vocabulary.txt` and `card.json`.

    Args:
        folder: created where it is missing.
        classifier: as calibrated.
        quality: by split, by source.
        made_of: seed, embedder and training counts.
    """
    tensors: dict[str, npt.NDArray[Any]] = {
        name: array.astype(np.float32) if ".scalar" in name else array.astype(np.float16)
        for name, array in classifier.tensors.items()
    }
    # fit() rounded the table to this grid, so nothing is lost.
    tensors["words"] = np.round(classifier.tensors["words"] * 127).astype(np.int8)
    tensors["words_scale"] = np.array([1 / 127], np.float32)
    write_atomically(folder / "weights.safetensors", save(tensors))
    words = "".join(f"{word}\n" for word in classifier.vocabulary)
    write_atomically(folder / "vocabulary.txt", words)
    measured = {
        split: {name: result.as_json() for name, result in sets.items()}
        for split, sets in quality.items()
    }
    card = {**classifier.card, **made_of, "quality": measured}
    write_atomically(folder / "card.json", json.dumps(card, indent=1, ensure_ascii=False) + "\n")
