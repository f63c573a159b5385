"""Writing the rule for REFUTED with the card that says what it is."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.judging.quality import Quality
from benchmarks.judging.refutation import COUNTED, FILE, FORMAT
from benchmarks.judging.stack import Stack
from hubscope.files import write_atomically

Rates = Mapping[str, Mapping[str, float]]


def made(
    features: str,
    rule: Stack,
    quality: Mapping[str, Mapping[str, Quality]],
    alarms: Mapping[str, Rates],
    precision: float,
) -> dict[str, Any]:
    """The card of a rule.

    Args:
        features: fingerprint of the classifier it was fitted to.
        rule: the layer with its thresholds.
        quality: of the judge under the rule, by split and set.
        alarms: share of an abstract's statements that are called REFUTED, by split, judge, and
            where the evidence is from.
        precision: expected of REFUTED on dev, where one claim in ten is refuted.
    """
    measured = {
        split: {name: one.as_json() for name, one in sets.items()}
        for split, sets in quality.items()
    }
    return {
        "format": FORMAT,
        "features": features,
        "counted": list(COUNTED),
        "rule": rule.as_json(),
        "expected_precision": round(precision, 4),
        "false_alarms": alarms,
        "quality": measured,
    }


def write_refutation(folder: Path, card: Mapping[str, Any]) -> None:
    """Write `refutation.json`."""
    write_atomically(folder / FILE, json.dumps(card, indent=1, ensure_ascii=False) + "\n")
