"""Fusion: candidates over 50,000 names, exactly; precision and recall over labelled pairs.

The vectors of the timing are made up, but as far apart and as near as those of names are: most
cosines lie around 0.15, a few are near. Exact is checked against every product of a part of them.
The pairs are real names (`fusion_pairs.py`); what is asked of them is the names alone, without the
identifiers that label them.
"""

import csv
import time

import numpy as np
import numpy.typing as npt

from benchmarks.statistics import wilson
from hubscope.settings import load_settings
from ingest.fusion_candidates import Vectors, near_pairs
from ingest.fusion_vetoes import parting
from perf.fusion_pairs import PAIRS
from perf.report import row
from retrieval.embedding_cache import open_embedder

NAMES, DIMENSION, CHECKED = 50_000, 384, 3_000
CPU_LIMIT_S = 20.0
THRESHOLDS = (0.70, 0.75, 0.80, 0.85, 0.88, 0.90, 0.95)


def main() -> None:
    """Print CPU seconds, what was missed, and the curve."""
    vectors = _made_up(NAMES)
    began = time.process_time()
    found = list(near_pairs(vectors, 0.88))
    row(
        f"candidates over {NAMES:,} names, all of one type ({len(found):,} pairs)",
        time.process_time() - began,
        CPU_LIMIT_S,
        "CPU s",
    )
    part = vectors[:CHECKED]
    cosines = np.triu(part.astype(np.float64) @ part.T.astype(np.float64), 1)
    every = {(int(x), int(y)) for x, y in zip(*np.nonzero(cosines > 0.88), strict=True)}
    missed = every ^ {(x, y) for x, y, _ in near_pairs(part, 0.88)}
    row(f"pairs missed or made up among {CHECKED:,} ({len(every):,})", len(missed), 0, "pairs")
    _curve()


def _made_up(n: int) -> Vectors:
    """Unit vectors with a common direction, clusters, and the spectrum of real names."""
    draw = np.random.default_rng(1)
    spectrum = np.arange(1, DIMENSION + 1) ** -0.35
    names = draw.normal(size=(n, DIMENSION)) * spectrum
    centres = draw.normal(size=(n // 25, DIMENSION)) * spectrum
    clustered = centres[draw.integers(len(centres), size=n)] + 0.5 * names
    near = draw.random(n) < 0.5
    vectors = np.where(near[:, None], clustered, names) + 0.3 * spectrum
    unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _curve() -> None:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file, delimiter="\t"))
    embedder = open_embedder(load_settings())
    ones = embedder.embed([pair["one"] for pair in pairs])
    others = embedder.embed([pair["other"] for pair in pairs])
    embedder.close()
    cosines = np.einsum("ij,ij->i", ones.astype(np.float64), others)
    same = np.array([pair["same"] == "1" for pair in pairs])
    free = np.array([parting(pair["one"], pair["other"]) is None for pair in pairs])
    print(f"\n{len(pairs)} pairs, {int(same.sum())} of them one thing\n")
    print("| threshold | precision | recall | precision without vetoes | recall without vetoes |")
    print("|---|---|---|---|---|")
    for threshold in THRESHOLDS:
        near = cosines > threshold
        cells = [*_rates(near & free, same), *_rates(near, same)]
        print(f"| {threshold:.2f} | " + " | ".join(cells) + " |")
    near = cosines > 0.88
    for what, found in (
        ("joined wrongly", near & free & ~same),
        ("parted wrongly", near & ~free & same),
    ):
        print(f"\n{what} at 0.88:")
        for at in np.flatnonzero(found):
            print(f"- {pairs[at]['one']} | {pairs[at]['other']} ({cosines[at]:.3f})")


def _rates(joined: npt.NDArray[np.bool_], same: npt.NDArray[np.bool_]) -> tuple[str, str]:
    right = int((joined & same).sum())
    return _rate(right, int(joined.sum())), _rate(right, int(same.sum()))


def _rate(right: int, n: int) -> str:
    interval = wilson(right, n)
    if interval is None:
        return "none joined"
    return f"{right / n:.2f} ({right}/{n}, {interval.low:.2f} to {interval.high:.2f})"


if __name__ == "__main__":
    main()
