"""Writing an adapter with the card that says what it is."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from benchmarks.judging.cross_encoder import ADAPTER, CARD
from benchmarks.judging.encoding import Floats
from benchmarks.judging.quality import Quality
from hubscope.files import write_atomically


def write_adapter(
    folder: Path,
    tensors: Mapping[str, Floats],
    card: Mapping[str, Any],
    quality: Mapping[str, Mapping[str, Mapping[str, Quality]]],
) -> dict[str, Any]:
    """Write `adapter.safetensors` (float16) and `adapter.json`; return what the card says.

    Args:
        folder: created where it is missing.
        tensors: as the cross-encoder names them; already rounded to float16.
        card: what it was made of and its calibration.
        quality: by split, by judge, by set.
    """
    raw = save({name: value.astype(np.float16) for name, value in tensors.items()})
    measured = {
        split: {
            judge: {name: result.as_json() for name, result in sets.items()}
            for judge, sets in judges.items()
        }
        for split, judges in quality.items()
    }
    full = {**card, "sha256": hashlib.sha256(raw).hexdigest(), "quality": measured}
    write_atomically(folder / ADAPTER, raw)
    write_atomically(folder / CARD, json.dumps(full, indent=1, ensure_ascii=False) + "\n")
    return full
