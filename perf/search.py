"""One query against a large index: recall of near search against exact search, and its time.

The texts are names of the shipped lexicon, real short texts, embedded once into a file that the
next run takes up (`--vectors FILE`). Time is the median over single queries on one thread, in
processor seconds: other work on the machine does not count.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from graph.store import GraphStore
from hubscope.settings import load_settings
from ingest.lexicon import load_lexicon
from perf.report import row
from retrieval.embeddings import SentenceEncoder, Vectors
from retrieval.index import Entry, VectorIndex
from retrieval.small_world import CROSS_OVER

TEXTS, ASKED, TOP = 100_000, 500, 10


class Known:
    """An embedder that has the vectors of its texts, by number."""

    name, fingerprint = "known vectors", "perf"

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self.dimension = int(vectors.shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of numbers written as texts: float32, (texts, dimension)."""
        return self._vectors[[int(text) for text in texts]]


def main() -> None:
    """Print recall and times; exit 1 where a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, default=Path(tempfile.gettempdir()) / "names.npy")
    vectors = _vectors(parser.parse_args().vectors)
    known, asked = vectors[:TEXTS], vectors[TEXTS : TEXTS + ASKED]
    large = _index(known)
    _, exact = _answers(large, asked, exact=True)
    seconds, near = _answers(large, asked, exact=False)
    shares = [len(a & b) / TOP for a, b in zip(near, exact, strict=True)]
    recall = statistics.fmean(shares)
    held = [
        row("one query, 100,000 texts", 1e3 * seconds, 1.0, "CPU ms, median"),
        row("missed of the ten nearest", 1 - recall, 0.03, "share"),
    ]
    for n in (CROSS_OVER // 4, CROSS_OVER // 2, CROSS_OVER, 2 * CROSS_OVER):
        index = _index(known[:n])
        flat, _ = _answers(index, asked, exact=True)
        world, _ = _answers(index, asked, exact=False)
        print(f"{n:7,} texts: exact {1e3 * flat:.2f} ms, near {1e3 * world:.2f} ms")
    sys.exit(0 if all(held) else 1)


def _index(vectors: Vectors) -> VectorIndex:
    index = VectorIndex(Path("unused"), Known(vectors), _no_entries, cross_over=1)
    index.add(Entry(str(number), str(number)) for number in range(len(vectors)))
    index.nearest(vectors[:1], top=1, exact=False)  # makes what later queries use
    return index


def _no_entries(_: GraphStore) -> Iterator[Entry]:
    return iter(())


def _answers(index: VectorIndex, asked: Vectors, *, exact: bool) -> tuple[float, list[set[str]]]:
    """Median seconds of a query, and the keys of its answer."""
    seconds, found = [], []
    for at in range(len(asked)):
        begun = time.process_time()
        (hits,) = index.nearest(asked[at : at + 1], top=TOP, exact=exact)
        took = time.process_time() - begun
        seconds.append(took)
        found.append({hit.key for hit in hits})
    return statistics.median(seconds), found


def _vectors(path: Path) -> Vectors:
    """Vectors of drawn names, from the file where it is there."""
    if not path.exists():
        lexicon = load_lexicon()
        names = sorted({lexicon.entry(at).name for at in set(lexicon.names.values())})
        drawn = random.Random(7).sample(names, TEXTS + ASKED)  # noqa: S311  # no secret
        np.save(path, SentenceEncoder(load_settings().embedding_model).embed(drawn))
    vectors: Vectors = np.load(path, allow_pickle=False)
    return vectors


if __name__ == "__main__":
    main()
