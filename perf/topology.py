"""How dense the graph of all ready relations is, and whether benchmarks' concepts are in it.

`python -m perf.topology DATA` reads what the data folder holds of curated relations and of
benchmarks, extracts as `hubscope ingest` does, and prints the tables of docs/topology.md; with
`--hubs N` and `--relations N` it lists the largest hubs and relations drawn with a fixed seed.
No server is needed: degree is counted from the evidence as the store derives it.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph.health import health
from graph.model import Evidence
from graph.vocabulary import LIFE_SCIENCE, Origin, Polarity
from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.extraction import Extractor
from ingest.pipeline import load_extractor
from ingest.readers import READERS, read_source, reader_of
from perf.data_folder import BY_NAME, Kind, files, of_kind

# SCHEMA's published instances: 989 concepts with 4,076 relations, 1,435 with 7,144.
TOP, WANTED = 1_200, 4_000
CURATED, TEXTS = of_kind(Kind.CURATED), of_kind(Kind.TEXT)
# Those that the published graphs were measured on, or that are like them.
BENCHMARKS = tuple(
    BY_NAME[name]
    for name in ("pubmedqa", "scifact", "check_covid", "bioasq", "medqa", "mmlu", "proteinlmbench")
)
Edge = tuple[str, str, str]


@dataclass(slots=True)
class Gathered:
    """What one source contributes.

    Attributes:
        edges: relation to the evidence that is shown for it.
        concepts: every concept named; items: concept to the number of items that mention it.
        n_evidence, n_denied: statements, and distinct claims that deny.
        skipped: reason to number.
    """

    edges: dict[Edge, Evidence] = field(default_factory=dict)
    concepts: set[str] = field(default_factory=set)
    items: Counter[str] = field(default_factory=Counter)
    denied: set[Edge] = field(default_factory=set)
    n_evidence: int = 0
    skipped: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Names:
    """Concept to its name and type, as first seen."""

    shown: dict[str, str] = field(default_factory=dict)


def gather(paths: Sequence[Path], extractor: Extractor, names: Names) -> Gathered:
    """Extract from every file as `hubscope ingest` does."""
    found = Gathered()
    for path in paths:
        try:
            _read(found, path, extractor, names)
        except InputError as error:  # a record of an archive that holds no paper
            found.skipped[error.reason] += 1
    return found


def _read(found: Gathered, path: Path, extractor: Extractor, names: Names) -> None:
    reader = reader_of(path)
    format = READERS.load(reader)
    for record in read_source([path], reader):
        if isinstance(record, Skipped):
            found.skipped[record.reason] += 1
            continue
        extracted = extractor.contribution(record, path.name, format.origin, general=format.general)
        found.skipped.update(skip.reason for skip in extracted.skipped)
        part = extracted.contribution
        for concept in part.concepts:
            names.shown.setdefault(concept.key, f"{concept.name} ({concept.type})")
            found.concepts.add(concept.key)
        found.items.update({mention.concept for mention in part.mentions})
        for evidence in part.evidence:
            _count(found, evidence)


def _count(found: Gathered, evidence: Evidence) -> None:
    claim = evidence.claim
    edge = (claim.head, claim.relation, claim.tail)
    found.n_evidence += 1
    if claim.polarity is Polarity.NEGATIVE:
        found.denied.add(edge)
    is_edge = LIFE_SCIENCE.makes_edge(claim.relation, claim.polarity, evidence.sign)
    if is_edge and evidence.origin is not Origin.VOCABULARY:
        found.edges.setdefault(edge, evidence)


def degrees(edges: Sequence[Edge]) -> Counter[str]:
    """Number of relations at every concept that has one."""
    counted: Counter[str] = Counter()
    for head, _, tail in edges:
        counted.update((head, tail))
    return counted


def among(edges: Sequence[Edge], n: int) -> int:
    """How many relations the `n` concepts of highest degree hold among themselves."""
    ranked = sorted(degrees(edges).items(), key=lambda one: (-one[1], one[0]))
    top = {concept for concept, _ in ranked[:n]}
    return sum(head in top and tail in top for head, _, tail in edges)


def among_by_ties(edges: Sequence[Edge], n: int) -> tuple[int, int]:
    """What `among` is where the ties at its border are cut against it, and for it.

    Of the concepts of the lowest degree those are taken that have the fewest, then the most,
    relations to concepts of a higher degree.
    """
    counted = degrees(edges)
    lowest = sorted(counted.values(), reverse=True)[:n][-1]
    above = {concept for concept, degree in counted.items() if degree > lowest}
    ties = [concept for concept, degree in counted.items() if degree == lowest]
    inward = degrees([(h, r, t) for h, r, t in edges if (h in above) != (t in above)])

    def held(sign: int) -> int:
        best = sorted(ties, key=lambda concept: (sign * inward[concept], concept))
        top = above | {*best[: n - len(above)]}
        return sum(head in top and tail in top for head, _, tail in edges)

    return held(1), held(-1)


def measure(data: Path, n_hubs: int, n_relations: int, seed: int) -> bool:
    """Print the tables; whether the density is reached."""
    extractor, names = load_extractor(), Names()
    with tempfile.TemporaryDirectory() as folder:
        groups = {
            one.title: gather(files(data, one.patterns, Path(folder)), extractor, names)
            for one in (*CURATED, *TEXTS, *BENCHMARKS)
        }
    curated = joined(groups[one.title] for one in CURATED)
    every = joined(groups.values())
    _by_source(groups)
    held = _density(groups, list(curated), list(every))
    _coverage(groups, degrees(list(every)), degrees(list(curated)))
    _hubs(every, names, n_hubs)
    _drawn(every, names, n_relations, seed)
    return held


def joined(groups: Iterable[Gathered]) -> dict[Edge, Evidence]:
    """The relations of several sources, each once."""
    found: dict[Edge, Evidence] = {}
    for group in groups:
        for edge, evidence in group.edges.items():
            found.setdefault(edge, evidence)
    return found


def _by_source(groups: dict[str, Gathered]) -> None:
    print(
        "| source | statements | relations | denied claims | concepts with a relation | left out |"
    )
    print("|---|---|---|---|---|---|")
    for name, group in groups.items():
        n_concepts = len(degrees(list(group.edges)))
        reasons = ", ".join(f"{n:,} {reason}" for reason, n in group.skipped.most_common(4))
        print(
            f"| {name} | {group.n_evidence:,} | {len(group.edges):,} | {len(group.denied):,} "
            f"| {n_concepts:,} | {reasons} |"
        )


def _density(groups: dict[str, Gathered], curated: list[Edge], every: list[Edge]) -> bool:
    concepts = set().union(*(group.concepts for group in groups.values()))
    counted = degrees(every)
    pairs = [(head, tail) for head, _, tail in every]
    print(f"\n{health({key: counted[key] for key in concepts}, pairs).line}\n")
    print(f"| relations among the {TOP:,} concepts of highest degree | measured | at least |")
    print("|---|---|---|")
    found = {"curated sources": among(curated, TOP), "all sources": among(every, TOP)}
    for name, n in found.items():
        print(f"| {name} | {n:,} | {WANTED:,} |")
    return max(found.values()) >= WANTED


def _coverage(groups: dict[str, Gathered], counted: Counter[str], curated: Counter[str]) -> None:
    print("\n| benchmark | concepts | own relation | curated relation | any | mentions with any |")
    print("|---|---|---|---|---|---|")
    for one in BENCHMARKS:
        group = groups[one.title]
        mentioned = set(group.items)
        own = degrees(list(group.edges))
        shares = [
            sum(degree[key] > 0 for key in mentioned) / max(len(mentioned), 1)
            for degree in (own, curated, counted)
        ]
        weighted = sum(n for key, n in group.items.items() if counted[key]) / max(
            group.items.total(), 1
        )
        print(
            f"| {one.title} | {len(mentioned):,} | "
            + " | ".join(f"{share:.1%}" for share in [*shares, weighted])
            + " |"
        )


def _hubs(every: dict[Edge, Evidence], names: Names, n: int) -> None:
    counted = degrees(list(every))
    for concept, degree in sorted(counted.items(), key=lambda one: (-one[1], one[0]))[:n]:
        kinds = Counter(r for head, r, tail in every if concept in (head, tail))
        shown = ", ".join(f"{kind} {k}" for kind, k in kinds.most_common(3))
        print(f"| {names.shown[concept]} | {degree} | {shown} |")


def _drawn(every: dict[Edge, Evidence], names: Names, n: int, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    # By names: keys change with how they are made, names only with what is extracted.
    by_name = sorted(every, key=lambda one: (names.shown[one[0]], one[1], names.shown[one[2]]))
    drawn = draw.sample(by_name, min(n, len(by_name)))
    for head, relation, tail in drawn:
        evidence = every[head, relation, tail]
        sign = {1: " (+)", -1: " (-)"}.get(evidence.sign, "")
        print(
            f"| {names.shown[head]} | {relation}{sign} | {names.shown[tail]} "
            f"| {evidence.wording[:80]} | {evidence.quote[:300]} |"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--hubs", type=int, default=0)
    parser.add_argument("--relations", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    raise SystemExit(not measure(given.data, given.hubs, given.relations, given.seed))
