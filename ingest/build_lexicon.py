"""Builds the shipped lexicon and guard lists: `python -m ingest.build_lexicon DATA OUT`.

DATA is a folder with `lexicons/` (see lexicons/LICENSES.md for the sources) and, for the guards,
general texts and benchmarks to count words in. Equal inputs give equal bytes.
"""

import gzip
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hubscope.files import write_atomically
from hubscope.tokens import fold_name
from ingest.build_guards import guards
from ingest.mesh_types import DROPPED, mesh_type, straightened
from ingest.shapes import type_by_shape

_LONGEST_NAME = 70
_SYMBOL = re.compile(r"(?=.*[A-Z0-9].*[A-Z0-9])[A-Za-z][A-Za-z0-9/-]{1,11}")
_AGENT = re.compile(r"^anti[a-z]+$|\b(agent|drug|inhibitor|antagonist|agonist|blocker)$")
_SPECIES = re.compile(r"[A-Z][a-z]+ (?!virus)[a-z]{3,}")
_CHARGE = re.compile(r"\(\d?[+-]\)|[\[\]{}<>|;]|\(n-\d\)|->")


@dataclass(slots=True)
class Entry:
    """A concept under construction: folded names, and symbols that need their exact case."""

    name: str
    type: str
    identifiers: list[str]
    names: dict[str, None] = field(default_factory=dict)
    symbols: dict[str, None] = field(default_factory=dict)

    def add(self, name: str) -> None:
        """Add a written name, as a symbol where its capitals matter."""
        if len(name) > _LONGEST_NAME or "|" in name:
            return
        if _SYMBOL.fullmatch(name):
            self.symbols[name] = None
        elif (fold := fold_name(name)) and len(fold) > 2:
            self.names[fold] = None


class Concepts:
    """Entries in order; a name belongs to the first that claims it, equal names are one entry."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._owner: dict[str, Entry] = {}
        self._synonyms: list[tuple[Entry, list[str]]] = []

    def put(self, identifier: str, name: str, kind: str, synonyms: Iterable[str] = ()) -> Entry:
        """The entry of that preferred name, made where there is none."""
        entry = self.named(name)
        if entry is None:
            entry = Entry(name, kind, [])
            entry.add(name)
            self.entries.append(entry)
        elif entry.type in {"Other", DROPPED} and kind not in {"Other", DROPPED}:
            entry.type = kind
        if identifier and identifier not in entry.identifiers:
            entry.identifiers.append(identifier)
        self.claim(entry, [name])
        self._synonyms.append((entry, list(synonyms)))
        return entry

    def named(self, name: str) -> Entry | None:
        """The entry that owns a name."""
        return self._owner.get(fold_name(name))

    def claim_synonyms(self) -> None:
        """Give synonyms out, once every preferred name has its owner."""
        for entry, names in self._synonyms:
            self.claim(entry, names)

    def claim(self, entry: Entry, names: Iterable[str]) -> None:
        """Names of an entry, those left out that another owns."""
        for name in names:
            if name.lower() in by_hand()["too_vague"]:
                continue
            fold = fold_name(name)
            if self._owner.setdefault(fold, entry) is entry:
                entry.add(name)

    def lines(self) -> Iterator[str]:
        """One line a concept: identifiers, type, name, folded names, symbols."""
        for entry in sorted(self.entries, key=lambda e: (e.name.casefold(), e.name, e.type)):
            if entry.names or entry.symbols:
                yield "\t".join(
                    (
                        "|".join(entry.identifiers),
                        entry.type,
                        entry.name,
                        "|".join(sorted(entry.names)),
                        "|".join(sorted(entry.symbols)),
                    )
                )


def main(data: Path, out: Path) -> None:
    """Write `concepts.tsv.gz` and `guards.tsv.gz` into `out`."""
    concepts = Concepts()
    folder = data / "lexicons"
    mesh = list(rows(folder / "mesh_descriptors.tsv.gz"))
    for one in by_hand()["newer"]:
        concepts.put(one["id"], one["name"], one["type"], one["names"])
    _diseases(concepts, folder, mesh)
    _cells(concepts, folder)
    _mesh(concepts, mesh)
    _anatomy(concepts, folder)
    _families(concepts, folder)
    _genes(concepts, folder)
    _chemicals(concepts, folder)
    concepts.claim_synonyms()
    lines = list(concepts.lines())
    _write(out / "concepts.tsv.gz", lines)
    print(f"{len(lines)} concepts")
    words = list(guards(data, lines, mesh))
    _write(out / "guards.tsv.gz", words)
    print(f"{len(words)} guard words")


def rows(path: Path) -> Iterator[list[str]]:
    """Fields of a gzipped tab-separated file, header left out."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        next(file)
        for line in file:
            yield line.rstrip("\n").split("\t")


def _write(path: Path, lines: list[str]) -> None:
    raw = "".join(f"{line}\n" for line in lines).encode("utf-8")
    # No time stamp and no file name: equal lines give equal bytes.
    write_atomically(path, gzip.compress(raw, compresslevel=9, mtime=0))


def _split(text: str) -> list[str]:
    return [part for part in text.split("|") if part]


_GENE_KINDS = {"protein-coding", "ncRNA", "rRNA", "snoRNA", "snRNA", "tRNA"}
# "COVID-19 infection" is COVID-19; a wound infection is no wound.
_INFECTIOUS = "disease by infectious agent"
_SAYS_SO = {"disease", "infection", "infections", "syndrome"}


def _diseases(concepts: Concepts, folder: Path, mesh: list[list[str]]) -> None:
    """Disease Ontology first, since its names are the usual ones; one MeSH id makes them one."""
    headings = {f"MESH:{row[0]}": row for row in mesh}
    taken: set[str] = set()
    table = list(rows(folder / "disease_ontology.tsv.gz"))
    infectious = _below({name: _split(parents) for _, name, _, parents, _ in table}, _INFECTIOUS)
    for identifier, name, synonyms, _parents, mesh_ids in table:
        if name.startswith("obsolete") or name in by_hand()["too_vague"]:
            continue
        names = _split(synonyms)
        if name in infectious and name.split()[-1] not in _SAYS_SO:
            names += [f"{name} {noun}" for noun in ("infection", "disease")]
        entry = concepts.put(identifier, name, "Disease", names)
        for heading in _split(mesh_ids):
            row = headings.get(heading)
            if row is None or not _names_the_same(row[1], [name, *names]):
                continue
            if heading not in taken:
                taken.add(heading)
                concepts.claim(entry, [row[1], straightened(row[1])])
                entry.identifiers.append(heading)


def _below(parents: Mapping[str, Sequence[str]], top: str) -> set[str]:
    """Names under one of a hierarchy that gives each name those above it."""
    found, last = {top}, 0
    while len(found) > last:
        last = len(found)
        found |= {name for name, above in parents.items() if not found.isdisjoint(above)}
    return found - {top}


@cache
def by_hand() -> dict[str, Any]:
    """The table of what the sources lack or say too much of."""
    return tomllib.loads((Path(__file__).parent / "lexicons" / "by_hand.toml").read_text("utf-8"))


def usual_names() -> dict[str, list[str]]:
    """MeSH headings to names that texts use; the table has headings without their entry terms."""
    found = {}
    text = (Path(__file__).parent / "lexicons" / "usual_names.tsv").read_text("utf-8")
    for line in text.splitlines():
        heading, names = line.split("\t")
        found[heading] = names.split("|")
    return found


def _names_the_same(heading: str, names: list[str]) -> bool:
    """Whether a heading is one of the names but for word order and words such as "disease"."""
    return any(_gist(heading) == _gist(name) for name in names)


def _gist(name: str) -> frozenset[str]:
    generic = {"diseas", "disorder", "syndrome", "neoplasm", "cancer", "tumor", "of", "the", "and"}
    words = frozenset(fold_name(name).split())
    return (words - generic) or words


def _cells(concepts: Concepts, folder: Path) -> None:
    for identifier, name, exact, other in rows(folder / "cell_ontology.tsv.gz"):
        if not name.startswith("obsolete") and name != "cell":
            synonyms = [s for s in _split(exact) + _split(other) if len(s) > 4 or not s.islower()]
            concepts.put(identifier, name, "CellType", synonyms)


def _mesh(concepts: Concepts, mesh: list[list[str]]) -> None:
    renamed = {old: new for new, old in by_hand()["renamed"].items()}
    usual, short = usual_names(), _short_species(mesh)
    for number, name, trees in mesh:
        identifier = f"MESH:{number}"
        if name.lower() in by_hand()["too_vague"]:
            continue
        owner = concepts.named(name)
        if owner is not None and identifier in owner.identifiers:
            concepts.claim(owner, usual.get(name, ()))
            continue
        kind = mesh_type(name, _split(trees))
        straight = straightened(name)
        forms = [renamed[name]] if name in renamed else []
        forms += usual.get(name, [])
        if owner is None:  # "Klebsiella pneumoniae" is spelled like the disease
            forms += short.get(name, [])
        if " Neoplasms" in straight:
            place = straight.replace(" Neoplasms", "")
            forms += [f"{place} cancer", f"{place} tumor", f"cancer of the {place}"]
        concepts.claim(concepts.put(identifier, name, kind, forms), [straight])


def _short_species(mesh: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    """Names of species to their short forms, where one species alone has it: "E. coli"."""
    meant: dict[str, list[str]] = {}
    for _, name, trees in mesh:
        if _SPECIES.fullmatch(name) and any(tree[0] == "B" for tree in _split(trees)):
            genus, epithet = name.split()
            meant.setdefault(f"{genus[0]}. {epithet}", []).append(name)
    return {names[0]: [short] for short, names in meant.items() if len(names) == 1}


def _anatomy(concepts: Concepts, folder: Path) -> None:
    for identifier, name, exact, other, usual in rows(folder / "uberon.tsv.gz"):
        synonyms = _split(exact) + (_split(other) if usual == "1" else [])
        if name in by_hand()["too_vague"]:
            continue
        # Of one word they are too short for what they mean ("wall", "carotid").
        kept = [s for s in synonyms if " " in s and "[" not in s]
        concepts.put(identifier, name, "TissueRegion", kept)


def _families(concepts: Concepts, folder: Path) -> None:
    for identifier, synonyms, members in rows(folder / "famplex.tsv.gz"):
        kind = "Complex" if members.startswith("partof") else "Protein"
        concepts.put(f"FPLX:{identifier}", identifier.replace("_", " "), kind, _split(synonyms))


def _genes(concepts: Concepts, folder: Path) -> None:
    """A gene goes by its symbols; its full names are its protein's, which is another concept."""
    for number, symbol, name, synonyms, others, kind, hgnc in rows(
        folder / "ncbi_gene_human.tsv.gz"
    ):
        if symbol.startswith("LOC") or kind not in _GENE_KINDS:
            continue
        coding = kind == "protein-coding"
        entry = Entry(symbol, "Gene" if coding else "RNA", [f"NCBIGene:{number}"])
        if hgnc:
            entry.identifiers.append(hgnc)
        for word in [symbol, *_split(synonyms)]:
            if _SYMBOL.fullmatch(word) and len(word) > 2 and word != "ANOVA":
                entry.symbols[word] = None
        if not entry.symbols:
            entry.symbols[symbol] = None
        concepts.entries.append(entry)
        if coding and " " in name and not re.search(r"open reading|family|predicted|\(", name):
            full = [n for n in _split(others) if " " in n and len(n) < 40 and "," not in n]
            concepts.put("", name, "Protein", full[:4])


def _chemicals(concepts: Concepts, folder: Path) -> None:
    for identifier, names in rows(folder / "chebi_names.tsv.gz"):
        name = _split(names)[0]
        if name.lower() in by_hand()["too_vague"] or not 4 <= len(name) <= 40:
            continue
        if name[0] == "(" or _CHARGE.search(name):
            continue
        if re.search(r"\b(group|residue|atom|role|cation|anion|polymer|entity)s?$", name):
            continue
        agent = _AGENT.search(name)
        shaped = type_by_shape(name.split()[-1]) == "Drug"
        kind = "Drug" if agent or shaped else "MolecularEntity"
        concepts.put(identifier, name, kind, _split(names)[1:])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
