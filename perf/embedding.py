"""CPU of embedding against bare sentence-transformers on the same texts, and that none is twice.

Both ways run in turns in one process with one model each; the least of the rounds is compared.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hubscope.settings import load_settings
from perf.report import row
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import SentenceEncoder

ROUNDS = 3
CLAIMS, CHUNKS = 600, 60
# fmt: off
WORDS = [
    "the", "of", "in", "and", "was", "with", "by", "cells", "protein", "receptor", "expression",
    "levels", "patients", "treatment", "risk", "kinase", "TP53", "insulin", "tumour", "binding",
    "increased", "reduced", "inhibits", "activates", "mortality", "cohort", "placebo", "hepatic",
    "signalling", "phosphorylation", "12", "0.05", "mg/kg", "beta-catenin", "IL-6", "not",
]
# fmt: on


def main() -> None:
    """Print the ratio and the counts; exit 1 where a limit is broken."""
    from sentence_transformers import SentenceTransformer

    encoder = SentenceEncoder(load_settings().embedding_model)
    encoder.embed(["a text to load the model with"])
    bare = SentenceTransformer(str(encoder.folder), local_files_only=True)
    texts = _texts()
    with tempfile.TemporaryDirectory() as folder:
        caches = [CachedEmbedder(encoder, Path(folder) / str(at)) for at in range(ROUNDS)]
        theirs, ours = [], []
        for cached in caches:
            theirs.append(_cpu_s(lambda: bare.encode(texts, show_progress_bar=False)))
            ours.append(_cpu_s(partial(cached.embed, texts * 3)))
        again = _cpu_s(lambda: caches[0].embed(texts))
        embedded = caches[0].embedded
        for cached in caches:
            cached.close()
    held = [
        row("embedding / bare sentence-transformers", min(ours) / min(theirs), 1.1, "CPU ratio"),
        row("texts embedded / distinct texts", embedded / len(texts), 1.0, "ratio"),
        row("the same texts again / the first time", again / min(ours), 0.02, "CPU ratio"),
    ]
    sys.exit(0 if all(held) else 1)


def _texts() -> list[str]:
    """Distinct texts: short ones as claims are, and long ones as chunks are."""
    draw = random.Random(7)  # noqa: S311  # draws words, no secrets
    lengths = [draw.randint(8, 25) for _ in range(CLAIMS)] + [180] * CHUNKS
    texts = [
        f"{number} " + " ".join(draw.choices(WORDS, k=length))
        for number, length in enumerate(lengths)
    ]
    draw.shuffle(texts)
    return texts


def _cpu_s(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
