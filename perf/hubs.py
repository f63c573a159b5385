"""The biggest hubs by items over all benchmark sources: what a reader looks at for junk.

python -m perf.hubs [N]     the N (60) concepts that most items mention, with their types
"""

import sys
from collections import Counter

from graph.vocabulary import Origin
from perf.extraction_sources import DATA, extractor, records

BENCHMARKS = ("pubmedqa", "scifact", "check_covid", "mmlu", "medqa", "pathvqa")


def main(n: int) -> None:
    """Print the hubs of all benchmarks together, and of PubMedQA alone."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    every: Counter[tuple[str, str]] = Counter()
    for source in BENCHMARKS:
        here: Counter[tuple[str, str]] = Counter()
        for record in records(source):
            part = extractor().contribution(record, source, Origin.INTRINSIC).contribution
            names = {concept.key: (concept.name, str(concept.type)) for concept in part.concepts}
            here.update({names[mention.concept] for mention in part.mentions})
        every += here
        if source == "pubmedqa":
            _print("PubMedQA", here, n)
    _print("all benchmarks", every, n)


def _print(title: str, counted: Counter[tuple[str, str]], n: int) -> None:
    print(f"{title}: {len(counted)} concepts mentioned")
    for (name, kind), items in counted.most_common(n):
        print(f"  {items:5d}  {kind:18} {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
