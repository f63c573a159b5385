"""Draw labelled pairs of real names for fusion: one thing or two, as registries say.

One thing: two names that one identifier has, in annotated abstracts (BC5CDR, NCBI disease) or in a
registry (NCBI Gene, Disease Ontology, Cell Ontology, Uberon). Two things: of every name the nearest
one that another identifier of the same registry has, a share of each kind of difference. Drawn with
a fixed seed; what a reader found mislabelled stands in `fusion_pairs.tsv` with its reason.
"""

import csv
import gzip
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from graph.names import identity
from hubscope.settings import load_settings
from ingest.fusion_vetoes import is_abbreviation
from retrieval.embeddings import SentenceEncoder

DATA = Path(__file__).parents[2] / "shared" / "data"
PAIRS = Path(__file__).parent / "fusion_pairs.tsv"
COLUMNS = ("same", "kind", "source", "type", "id_one", "one", "id_other", "other")
SEED = 20
ONE_THING = {"bc5cdr": 70, "ncbi_disease": 40, "disease_ontology": 40, "ncbi_gene": 30}
ONE_THING |= {"cell_ontology": 15, "uberon": 15}
TWO_THINGS = {"digits": 50, "greek": 20, "letter": 30, "affix": 20, "subtype": 50, "other": 40}
POOL = 1_000

_GREEK = re.compile(r"\b(?:alpha|beta|gamma|delta|epsilon|kappa|theta|zeta|omega)\b|[α-ω]")
_ROMAN_OR_LETTER = re.compile(r"\b(?:[a-z]|[ivx]+)\b")
_AFFIX = re.compile(r"\b(?:non|anti|hypo|hyper|un|de|in|a|an|ab|hemi|micro|macro|pre|post)")


@dataclass(frozen=True, slots=True)
class Named:
    """A name that a source gives an identifier."""

    source: str
    type: str
    id: str
    name: str


def main() -> None:
    """Draw the pairs and write them down."""
    if not DATA.is_dir():
        sys.exit(f"needs the data folder at {DATA}")
    draw = random.Random(SEED)  # noqa: S311
    pools = {source: _pool(source, draw) for source in ONE_THING}
    rows = [row for source in ONE_THING for row in _one_thing(pools[source], draw)]
    rows += _two_things(pools.values(), draw)
    with PAIRS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def _pool(source: str, draw: random.Random) -> list[Named]:
    """Names of a source, those that several identifiers have left out."""
    named = list(_READ[source]())
    ids = defaultdict(set)
    for one in named:
        ids[one.type, identity(one.name)].add(one.id)
    clear = {
        (one.type, identity(one.name)): one
        for one in named
        if len(ids[one.type, identity(one.name)]) == 1 and 3 < len(one.name) < 60
    }
    of_id = defaultdict(list)
    for one in clear.values():
        if not is_abbreviation(one.name):
            of_id[one.type, one.id].append(one)
    groups = list(of_id.values())
    draw.shuffle(groups)
    return [one for group in groups for one in group][:POOL]


def _one_thing(pool: list[Named], draw: random.Random) -> list[tuple[str, ...]]:
    of_id = defaultdict(list)
    for one in pool:
        of_id[one.type, one.id].append(one)
    several = [group for group in of_id.values() if len(group) > 1]
    pairs = [draw.sample(group, 2) for group in several]
    draw.shuffle(pairs)
    chosen = pairs[: ONE_THING[pool[0].source]]
    return [_row("1", "synonym", one, other) for one, other in chosen]


def _two_things(pools: Iterable[list[Named]], draw: random.Random) -> list[tuple[str, ...]]:
    """The nearest name of another identifier, the nearest pairs of each kind first drawn from."""
    encoder = SentenceEncoder(load_settings().embedding_model)
    found: defaultdict[str, dict[frozenset[str], tuple[float, Named, Named]]] = defaultdict(dict)
    for pool in pools:
        for type in sorted({one.type for one in pool}):
            members = [one for one in pool if one.type == type]
            vectors = encoder.embed([one.name for one in members])
            cosines = vectors @ vectors.T
            ids = np.array([one.id for one in members])
            cosines[ids[:, None] == ids[None, :]] = -1.0
            for at, nearest in enumerate(cosines.argmax(axis=1)):
                one, other = members[at], members[int(nearest)]
                pair = frozenset((one.name, other.name))
                kind = kind_of(one.name, other.name)
                found[kind].setdefault(pair, (float(cosines[at, nearest]), one, other))
    rows = []
    for kind, number in TWO_THINGS.items():
        nearest_first = sorted(found[kind].values(), key=lambda pair: -pair[0])
        hard = nearest_first[: 4 * number]
        rows += [
            _row("0", kind, one, other)
            for _, one, other in draw.sample(hard, min(number, len(hard)))
        ]
    return rows


def kind_of(one: str, other: str) -> str:
    """What tells two names apart."""
    one, other = one.casefold(), other.casefold()
    words, others = set(re.findall(r"\w+", one)), set(re.findall(r"\w+", other))
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return "digits"
    if sorted(_GREEK.findall(one)) != sorted(_GREEK.findall(other)):
        return "greek"
    if sorted(_ROMAN_OR_LETTER.findall(one)) != sorted(_ROMAN_OR_LETTER.findall(other)):
        return "letter"
    bare, bare_other = _AFFIX.sub("", one), _AFFIX.sub("", other)
    if bare == bare_other:
        return "affix"
    return "subtype" if words < others or others < words else "other"


def _row(same: str, kind: str, one: Named, other: Named) -> tuple[str, ...]:
    return (same, kind, one.source, one.type, one.id, one.name, other.id, other.name)


def _annotated(source: str, *files: str) -> Iterator[Named]:
    for name in files:
        with gzip.open(DATA / source / name, "rt", encoding="utf-8") as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                if len(fields) == 6 and re.fullmatch(r"\s*[\w:]+\s*", fields[5]):
                    identifier = fields[5].strip()
                    type = "Chemical" if fields[4] == "Chemical" else "Disease"
                    if identifier != "-1" and fields[4] != "CompositeMention":
                        yield Named(source, type, identifier, fields[3])


def _registry(file: str, source: str, type: str, *columns: int) -> Iterator[Named]:
    """Names of a table; the first column is the identifier, the others hold names."""
    with gzip.open(DATA / "lexicons" / f"{file}.tsv.gz", "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            for column in columns:
                for name in filter(None, fields[column].split("|")):
                    yield Named(source, type, fields[0], name)


_READ = {
    "bc5cdr": lambda: _annotated(
        "bc5cdr", "CDR_TrainingSet.PubTator.txt.gz", "CDR_DevelopmentSet.PubTator.txt.gz"
    ),
    "ncbi_disease": lambda: _annotated(
        "ncbi_disease", "NCBItrainset_corpus.txt.gz", "NCBIdevelopset_corpus.txt.gz"
    ),
    "disease_ontology": lambda: _registry("disease_ontology", "disease_ontology", "Disease", 1, 2),
    "ncbi_gene": lambda: _registry("ncbi_gene_human", "ncbi_gene", "Gene", 2, 4),
    "cell_ontology": lambda: _registry("cell_ontology", "cell_ontology", "CellType", 1, 2),
    "uberon": lambda: _registry("uberon", "uberon", "TissueRegion", 1, 2),
}

if __name__ == "__main__":
    main()
