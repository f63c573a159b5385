"""The relevance floor on SciFact: the cosine that keeps 95 % of its gold evidence.

Gold evidence is an abstract that supports or refutes a claim of SciFact's test split (Wadden et
al., EMNLP 2020), cut into chunks as ingest does; its cosine is that of its nearest chunk. Beside
it: rationale sentences alone, abstracts cited that say nothing about the claim, and abstracts of
other claims.
"""

import csv
import random
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from hubscope.settings import load_settings
from perf.report import row
from retrieval.chunking import chunk
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import SentenceEncoder

DATA = Path(__file__).parents[2] / "shared" / "data"
KEPT = 0.95

Pair = tuple[str, tuple[str, ...]]


def main() -> None:
    """Print the floor and what it lets through."""
    if not DATA.is_dir():
        sys.exit(f"needs SciFact at {DATA}")
    settings = load_settings()
    with tempfile.TemporaryDirectory() as folder:
        embedder = CachedEmbedder(SentenceEncoder(settings.embedding_model), Path(folder) / "cache")
        abstracts = _abstracts()
        gold = _cosines(embedder, (pair for label, pair in abstracts if label != "NEI"))
        silent = _cosines(embedder, (pair for label, pair in abstracts if label == "NEI"))
        other = _cosines(embedder, _shuffled([pair for _, pair in abstracts]))
        sentences = _cosines(embedder, _rationales())
        embedder.close()
    floor = float(np.quantile(gold, 1 - KEPT))
    row(f"cosine that keeps 95 % of gold abstracts ({len(gold)})", floor, None, "cosine")
    row(
        f"cosine that keeps 95 % of rationales alone ({len(sentences)})",
        float(np.quantile(sentences, 1 - KEPT)),
        None,
        "cosine",
    )
    for at in sorted({round(floor, 2), settings.relevance_floor}):
        row(f"floor {at:.2f}: gold abstracts kept", _share(gold, at), None, "share")
        row(f"floor {at:.2f}: rationales alone kept", _share(sentences, at), None, "share")
        row(
            f"floor {at:.2f}: cited but silent kept ({len(silent)})",
            _share(silent, at),
            None,
            "share",
        )
        row(f"floor {at:.2f}: other claims' kept ({len(other)})", _share(other, at), None, "share")


def _abstracts() -> list[tuple[str, Pair]]:
    """Label, claim and the chunks of the abstract (title first) of each pair of the test split."""
    with (DATA / "scifact" / "scifact_test_data.csv").open(encoding="utf-8", newline="") as file:
        return [
            (record["label"], (record["claim"], _chunks(record["title"], record["abstract"])))
            for record in csv.DictReader(file)
        ]


def _chunks(title: str, abstract: str) -> tuple[str, ...]:
    return tuple(window.text for window in chunk(abstract)) or (title,)


def _rationales() -> list[Pair]:
    lines = [
        line.split("\t")
        for name in ("train.tsv", "dev.tsv")
        for line in (DATA / "scifact_pairs" / name).read_text("utf-8").splitlines()[1:]
    ]
    return [(claim, (sentences,)) for _, sentences, claim, _ in lines]


def _shuffled(pairs: Sequence[Pair]) -> list[Pair]:
    """Each claim with an abstract of another claim."""
    chunks = [chunks for _, chunks in pairs]
    random.Random(7).shuffle(chunks)  # noqa: S311  # draws pairs, no secrets
    return [
        (claim, other) for (claim, own), other in zip(pairs, chunks, strict=True) if own != other
    ]


def _cosines(embedder: CachedEmbedder, pairs: Iterable[Pair]) -> list[float]:
    """Cosine of each claim to the nearest of its chunks."""
    listed = list(pairs)
    texts = list(dict.fromkeys(text for claim, chunks in listed for text in (claim, *chunks)))
    vector = dict(zip(texts, embedder.embed(texts), strict=True))
    return [float(max(vector[claim] @ vector[text] for text in chunks)) for claim, chunks in listed]


def _share(cosines: Sequence[float], floor: float) -> float:
    return float(np.mean(np.array(cosines) >= floor))


if __name__ == "__main__":
    main()
