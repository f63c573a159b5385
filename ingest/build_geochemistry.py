"""Builds the lexicon of aqueous geochemistry: `python -m ingest.build_geochemistry DATA OUT`.

DATA is a folder with PHREEQC's databases (see lexicons/LICENSES.md). Equal inputs give equal bytes.
Names of minerals match as words; formulas match with every sign. A formula that a mineral has, too,
is left out: a text that says CaCO3 means calcite more often than the ion pair.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from hubscope.files import write_atomically
from hubscope.tokens import fold_name
from ingest.formulas import concept_name, elements, is_formula, plain, writings
from ingest.reactions import parse
from ingest.readers.phreeqc_blocks import blocks, phases, species
from ingest.readers.phreeqc_blocks import lines as lines_of

DATABASES = ("phreeqc.dat", "wateq4f.dat", "pitzer.dat", "iso.dat")
_WORD_NAME = re.compile(r"(?:[A-Z][a-z]?-)?[A-Z]?[a-z]{4,}(?:-[A-Z][A-Za-z]*)?")
_SPELLINGS = {"aluminum": "aluminium", "cesium": "caesium"}
_SHORTEST_NEUTRAL = 3


@dataclass(slots=True)
class Concept:
    """A concept under construction: folded names, and formulas."""

    type: str
    name: str
    folds: dict[str, None] = field(default_factory=dict)
    formulas: dict[str, None] = field(default_factory=dict)


def main(folder: Path, out: Path) -> None:
    """Write `aqueous_geochemistry.tsv.gz`."""
    lines = list(lexicon(folder))
    raw = "".join(f"{line}\n" for line in lines).encode("utf-8")
    # No time stamp and no file name: equal lines give equal bytes.
    write_atomically(out / "aqueous_geochemistry.tsv.gz", gzip.compress(raw, 9, mtime=0))
    print(f"{len(lines)} concepts")


def lexicon(folder: Path) -> Iterator[str]:
    """Lines: identifiers (none), type, name, folded names, formulas."""
    found: dict[tuple[str, str], Concept] = {}
    for database in DATABASES:
        _put(found, "ThermodynamicDatabase", database).folds[fold_name(database)] = None
    for element in elements().values():
        for spelling in (element, _SPELLINGS.get(element, element)):
            _put(found, "Element", element).folds[fold_name(spelling)] = None
    held = [block for database in DATABASES for block in blocks(lines_of(folder / database))]
    solid: set[str] = set()
    for block in held:
        if block.keyword == "PHASES":
            for phase, given in phases(block):
                solid |= _phase(found, phase, given[1].text if len(given) > 1 else "")
    for block in held:
        if block.keyword == "SOLUTION_SPECIES":
            for given in species(block):
                _species(found, given[0].text, solid)
    yield from _lines(list(found.values()))


def _lines(found: list[Concept]) -> Iterator[str]:
    """Concepts as lines; a name belongs to the first that has it, a formula to whose own it is."""
    owners: dict[str, Concept] = {}
    for concept in found:
        for form in [*concept.folds, *islice(concept.formulas, 1)]:
            owners.setdefault(form, concept)
    for concept in found:
        for form in concept.formulas:
            owners.setdefault(form, concept)
    for concept in found:
        folds, formulas = (
            [form for form in forms if owners[form] is concept]
            for forms in (concept.folds, concept.formulas)
        )
        if folds or formulas:
            yield "\t".join(["", concept.type, concept.name, "|".join(folds), "|".join(formulas)])


def _put(found: dict[tuple[str, str], Concept], kind: str, name: str) -> Concept:
    return found.setdefault((kind, name), Concept(kind, name))


def _phase(found: dict[tuple[str, str], Concept], name: str, line: str) -> set[str]:
    """Add a phase; the formula of a solid one."""
    reaction = parse(line)
    if reaction is None or not is_formula(reaction.left[0]):
        return set()
    if name.endswith("(g)"):
        if is_formula(name.removesuffix("(g)")):
            _put(found, "Gas", name).formulas[name] = None
        return set()
    concept = _put(found, "Mineral", name)
    if _WORD_NAME.fullmatch(name):
        concept.folds[fold_name(name)] = None
    elif "(" in name or ":" in name:
        concept.formulas[name] = None
    return {reaction.left[0]}


def _species(found: dict[tuple[str, str], Concept], line: str, solid: set[str]) -> None:
    reaction = parse(line)
    if reaction is None or not is_formula(reaction.right[0]):
        return
    formula = plain(reaction.right[0])
    is_charged = formula[-1] in "+-" or re.search(r"[+-]\d$", formula)
    if is_charged or (formula not in solid and len(formula) >= _SHORTEST_NEUTRAL):
        concept = _put(found, "AqueousSpecies", concept_name(formula))
        concept.formulas |= dict.fromkeys([formula, *writings(formula)])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
