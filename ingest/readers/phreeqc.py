"""PHREEQC: thermodynamic databases, model inputs and their outputs (Parkhurst and Appelo, USGS).

What a file defines becomes statements, each with the lines that say it as its quote: a mineral
dissolves to species, a gas is in equilibrium with one, species form others, are oxidized to others,
sorb to sites, contain elements; a database defines them, a simulation has them in it. Hydrogen and
oxygen are left out of what contains what: nearly every species of water holds them.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.files import Skipped
from ingest.formulas import elements, elements_in, plain
from ingest.items import Paper, Record, Section, StatedRelation
from ingest.reactions import ELECTRON, PROTONS, WATER, Reaction, parse
from ingest.readers.phreeqc_blocks import (
    MASTERS,
    OLD_ENCODING,
    OUTPUT_OF,
    RUNS,
    SPECIES,
    USED,
    Block,
    Line,
    blocks,
    lines,
    phases,
    rates,
    species,
)
from ingest.readers.reader import Columns, Reader, Sample

FIELD = "aqueous_geochemistry"
# What begins a line in these files and hardly ever in others, and what does there at all.
_TELLING = re.compile(
    r"^\s*(SOLUTION_MASTER_SPECIES|SOLUTION_SPECIES|PHASES|EXCHANGE_SPECIES|SURFACE_SPECIES"
    r"|SOLUTION(?=\s+\d|\s*$)|EQUILIBRIUM_PHASES|SELECTED_OUTPUT|SOLUTION_SPREAD|KINETICS(?=\s+\d)"
    r"|INVERSE_MODELING|REACTION_TEMPERATURE|SOLID_SOLUTIONS?|GAS_PHASE(?=\s+\d)|USER_PUNCH"
    r"|Database file:(?= \S))",
    re.MULTILINE,
)
_USUAL = re.compile(r"^\s*(TITLE|END|TRANSPORT|ADVECTION|REACTION|SAVE|USE|RATES)\b", re.MULTILINE)
_LOOKED_AT = 200_000
# Of the databases that every simulation has at hand.
_SITES = {"X": "X", "X-": "X", "Hfo_wOH": "Hfo_w", "Hfo_sOH": "Hfo_s"}
# Options of a block that may stand without their dash.
_OPTIONS = frozenset(
    """m m0 parms formula tol steps step cvode bad_step_max runge_kutta pressure volume temp
    temperature fixed_pressure fixed_volume equilibrate equil equilibrium sites_units no_edl
    diffuse_layer only_counter_ions donnan cd_music capacitances""".split()  # noqa: SIM905
)
_LONGEST_TITLE = 120


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a definition, and one for what a simulation has in it, in file order.

    Yields:
        Papers with the relations stated; a Skipped for a reaction that cannot be read.

    Raises:
        InputError: the file cannot be read.
    """
    yield from _File(path, list(blocks(lines(path)))).records()


def recognises(sample: Sample) -> bool:
    """Whether lines begin with two of PHREEQC's keywords, one of them no other format's word."""
    head = sample.head[:_LOOKED_AT]
    telling = set(_TELLING.findall(head))
    return bool(telling) and len(telling | set(_USUAL.findall(head))) > 1


def _is_pseudo(name: str) -> bool:
    """Whether a phase only holds a pH or a pressure where it is wanted: "Fix_pH"."""
    return name.lower().startswith("fix")


class _File:
    """One file: what it is called, and the sites and phases that it defines."""

    def __init__(self, path: Path, found: Sequence[Block]) -> None:
        self.path = path
        self.blocks = found
        keywords = {block.keyword for block in found}
        self.is_output = OUTPUT_OF in keywords
        self.is_database = "SOLUTION_MASTER_SPECIES" in keywords and not keywords & {
            *USED,
            *RUNS,
        }
        titles = [self._title(block) for block in found if block.keyword == "TITLE"]
        name = path.name.removesuffix(".gz")
        self.name = name if self.is_database else next(filter(None, titles), Path(name).stem)
        kind = "database" if self.is_database else "simulation"
        self.document = f"PHREEQC {kind} {self.name}"
        self.phases = {
            name for block in found if block.keyword == "PHASES" for name, _ in phases(block)
        }
        self.sites = _SITES | {
            line.text.split()[1]: line.word
            for block in found
            if block.keyword in MASTERS[1:]
            for line in block.lines
            if len(line.text.split()) > 1
        }

    def records(self) -> Iterator[Record]:
        """What the file states. An output repeats its input without the marks of its options."""
        for block in self.blocks:
            if block.keyword == "TITLE":
                yield from self._titled(block)
            elif block.keyword in ("DATABASE", OUTPUT_OF):
                yield from self._uses(block)
            elif self.is_output:
                continue
            elif block.keyword == "PHASES":
                for name, lines in phases(block):
                    yield from self._phase(name, lines)
            elif block.keyword in SPECIES:
                for lines in species(block):
                    yield from self._species(block.keyword, lines)
            elif block.keyword == "RATES":
                for lines in rates(block):
                    yield from self._rate_law(lines)
            elif block.keyword in USED:
                yield from self._used(block)

    # -- definitions -----------------------------------------------------------------------------

    def _phase(self, name: str, lines: Sequence[Line]) -> Iterator[Record]:
        reaction = parse(lines[1].text) if len(lines) > 1 else None
        if _is_pseudo(name):
            yield self._skipped(lines[0], "pseudo_phase")
        elif reaction is None:
            yield self._skipped(lines[0], "unreadable_reaction")
        else:
            kind = "Gas" if name.endswith("(g)") else "Mineral"
            word = "equilibrates_with" if kind == "Gas" else "dissolves_to"
            products = [one for one in reaction.right if one not in (ELECTRON, WATER)]
            relations = [
                self._relation(name, kind, word, product, "AqueousSpecies")
                for product in products or [WATER]
                if not re.search(r"\((g|s|l)\)$", product)
            ]
            relations += self._elements(name, kind, reaction.left[0])
            yield from self._paper(lines, self._defined(name, kind, relations))

    def _species(self, keyword: str, lines: Sequence[Line]) -> Iterator[Record]:
        reaction = parse(lines[0].text)
        if reaction is None:
            yield self._skipped(lines[0], "unreadable_reaction")
            return
        name = plain(reaction.right[0])
        if name == ELECTRON:
            return
        is_sorbed = keyword != "SOLUTION_SPECIES"
        kind = "SorbedSpecies" if is_sorbed else "AqueousSpecies"
        if is_sorbed and name in self.sites:
            return  # the empty site itself
        relations = self._made_from(name, kind, reaction)
        if not is_sorbed:
            relations += self._elements(name, kind, name)
        yield from self._paper(lines, self._defined(name, kind, relations))

    def _made_from(self, name: str, kind: str, reaction: Reaction) -> list[StatedRelation]:
        """What a species is made from, and where it sorbs to."""
        if reaction.left[0] == reaction.right[0]:
            return []
        sites = [self.sites[one] for one in reaction.left if one in self.sites]
        dissolved = [plain(one) for one in reaction.reactants if one not in self.sites]
        if sites and len(dissolved) > 1:
            dissolved = [one for one in dissolved if one not in PROTONS]
        word = "forms"
        if reaction.transfers_electrons:
            word = "oxidizes_to" if ELECTRON in reaction.right else "reduces_to"
        found = [
            self._relation(one, "AqueousSpecies", word, name, kind)
            for one in dissolved
            if one != name
        ]
        found += [
            self._relation(one, "AqueousSpecies", "sorbs_to", site, "SorptionSite")
            for site in dict.fromkeys(sites)
            for one in dissolved
            if one != WATER
        ]
        return found

    def _rate_law(self, lines: Sequence[Line]) -> Iterator[Record]:
        name = lines[0].text.strip()
        relations = []
        if name in self.phases:
            relations.append(self._relation(name, "RateLaw", "gives_rate_of", name, "Mineral"))
        yield from self._paper(lines, self._defined(name, "RateLaw", relations))

    # -- simulations -----------------------------------------------------------------------------

    def _used(self, block: Block) -> Iterator[Record]:
        """What a simulation has in it: phases, gases, rate laws, sites."""
        for line in block.lines:
            name, kind = line.word, USED[block.keyword]
            if not name[0].isalpha() or name.lower() in _OPTIONS or _is_pseudo(name):
                continue
            if kind == "SorptionSite":
                name = self.sites.get(name, name if name in self.sites.values() else "")
            elif name.endswith("(g)"):
                kind = "Gas"
            elif kind == "Gas":
                continue
            if name:
                relation = self._relation(self.name, "Simulation", "simulates", name, kind)
                heading = Line(f"{block.keyword} {block.rest}".strip(), block.number)
                yield from self._paper([heading, line], [relation])

    def _titled(self, block: Block) -> Iterator[Record]:
        """What a title names; a simulation of solutions alone states nothing else."""
        if title := self._title(block):
            yield Paper(
                (Section(title, quotable=False),),
                title=self.document,
                where=f"{self.path}:{block.number}",
            )

    def _uses(self, block: Block) -> Iterator[Record]:
        name = Path(block.rest.replace("\\", "/")).name
        if name and not self.is_database:
            relation = self._relation(
                self.name, "Simulation", "uses", name, "ThermodynamicDatabase"
            )
            yield from self._paper([Line(f"DATABASE {block.rest}", block.number)], [relation])

    # -- statements ------------------------------------------------------------------------------

    def _defined(
        self, name: str, kind: str, relations: list[StatedRelation]
    ) -> list[StatedRelation]:
        """The relations of a thing, and that the database defines it."""
        if not self.is_database:
            return relations
        own = self._relation(self.name, "ThermodynamicDatabase", "defines", name, kind)
        return [own, *relations]

    def _elements(self, name: str, kind: str, formula: str) -> list[StatedRelation]:
        return [
            self._relation(name, kind, "contains_element", elements()[symbol], "Element")
            for symbol in elements_in(formula)
            if symbol not in ("H", "O")
        ]

    def _relation(
        self, head: str, head_type: str, word: str, tail: str, tail_type: str
    ) -> StatedRelation:
        return StatedRelation(head, word, plain(tail), head_type=head_type, tail_type=tail_type)

    def _paper(self, lines: Sequence[Line], relations: Sequence[StatedRelation]) -> Iterator[Paper]:
        if not relations:
            return
        text = "\n".join(line.text.strip() for line in lines[:3])
        stated = [
            StatedRelation(
                one.head, one.relation, one.tail, quote=text,
                head_type=one.head_type, tail_type=one.tail_type,
            )
            for one in relations
        ]  # fmt: skip
        yield Paper(
            (Section(text, quotable=False),),
            title=self.document,
            relations=tuple(stated),
            where=f"{self.path}:{lines[0].number}",
        )

    def _skipped(self, line: Line, reason: str) -> Skipped:
        return Skipped(f"{self.path}:{line.number}", reason, line.number)

    def _title(self, block: Block) -> str:
        text = " ".join([block.rest, *(line.text.strip() for line in block.lines)])
        return " ".join(text.split("***")[0].split())[:_LONGEST_TITLE].strip()


READER = Reader(
    "PHREEQC databases, inputs and outputs: phases, species, reactions",
    read,
    recognises,
    origin=Origin.CURATED,
    field=FIELD,
    old_encoding=OLD_ENCODING,
)
