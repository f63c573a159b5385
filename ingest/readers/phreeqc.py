"""PHREEQC: thermodynamic databases, model inputs and their outputs (Parkhurst and Appelo, USGS).

What a file defines becomes statements, each with the lines that say it as its quote: a mineral
dissolves to species, a gas is in equilibrium with one, species form others, are oxidized to others,
sorb to sites, contain elements; a database defines them, a simulation has them in it. Hydrogen and
oxygen are left out of what contains what: nearly every species of water holds them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import numbered_lines
from ingest.formulas import elements, elements_in, plain
from ingest.items import Paper, Record, Section, StatedRelation
from ingest.reactions import ELECTRON, PROTONS, WATER, Reaction, parse
from ingest.readers.reader import Columns, Reader, Sample

FIELD = "aqueous_geochemistry"
OLD_ENCODING = "latin-1"
_MASTERS = ("SOLUTION_MASTER_SPECIES", "EXCHANGE_MASTER_SPECIES", "SURFACE_MASTER_SPECIES")
_SPECIES = ("SOLUTION_SPECIES", "EXCHANGE_SPECIES", "SURFACE_SPECIES")
_USED = {
    "EQUILIBRIUM_PHASES": "Mineral",
    "EQUILIBRIUM": "Mineral",
    "PURE_PHASES": "Mineral",
    "PURE": "Mineral",
    "GAS_PHASE": "Gas",
    "KINETICS": "RateLaw",
    "EXCHANGE": "SorptionSite",
    "SURFACE": "SorptionSite",
}
_RUNS = ("SOLUTION", "SOLUTION_SPREAD", "USE", "REACTION", "MIX", "TRANSPORT", "ADVECTION", "KNOBS")
_TEXTS = ("TITLE", "COMMENT")
_OTHERS = """CALCULATE_VALUES COPY DELETE DUMP END GAS_BINARY_PARAMETERS
    INCREMENTAL_REACTIONS INCLUDE$ INVERSE_MODELING ISOTOPES ISOTOPE_ALPHAS ISOTOPE_RATIOS
    LLNL_AQUEOUS_MODEL_PARAMETERS MEAN_GAMMAS NAMED_EXPRESSIONS PHASES PITZER PRINT RATES
    REACTION_PRESSURE REACTION_TEMPERATURE RUN_CELLS SAVE SELECTED_OUTPUT SIT SOLID_SOLUTIONS
    USER_GRAPH USER_PRINT USER_PUNCH DATABASE OUTPUT_OF""".split()  # noqa: SIM905
_KEYWORDS = frozenset([*_MASTERS, *_SPECIES, *_USED, *_RUNS, *_TEXTS, *_OTHERS])
_TELLING = re.compile(
    r"^\s*(SOLUTION_MASTER_SPECIES|SOLUTION_SPECIES|PHASES|EXCHANGE_SPECIES|SURFACE_SPECIES"
    r"|SOLUTION(?:\s+\d|\s*$)|EQUILIBRIUM_PHASES|SELECTED_OUTPUT|KINETICS\s+\d|GAS_PHASE\s+\d"
    r"|Database file: \S)",
    re.MULTILINE,
)
_PROPERTY = re.compile(
    r"\s*-?(log_?k|delta_?h|analyt\w*|a_e|vm|gamma|dw|t_c|p_c|omega|add_\w+|no_check|mass_bal\w*"
    r"|mole_bal\w*|llnl_\w+|erm_\w+|activity_\w+|viscosity|vd)(?=\s|$)",
    re.IGNORECASE,
)
_DATABASE_FILE = "Database file:"
_OUTPUT_OF = "OUTPUT_OF"  # no keyword of PHREEQC: an output says so of its database
_HEADER = 10
# Of the databases that every simulation has at hand.
_SITES = {"X": "X", "X-": "X", "Hfo_wOH": "Hfo_w", "Hfo_sOH": "Hfo_s"}
# Options of a block that may stand without their dash.
_OPTIONS = frozenset(
    """m m0 parms formula tol steps step cvode bad_step_max runge_kutta pressure volume temp
    temperature fixed_pressure fixed_volume equilibrate equil equilibrium sites_units no_edl
    diffuse_layer only_counter_ions donnan cd_music capacitances""".split()  # noqa: SIM905
)
_PHASE_NUMBER = re.compile(r"\s+\d+$")
_LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its comment, and where it stands."""

    text: str
    number: int

    @property
    def word(self) -> str:
        """Its first word."""
        return self.text.split()[0]


@dataclass(slots=True)
class Block:
    """A keyword with the lines below it; `rest` is what follows it on its own line."""

    keyword: str
    rest: str
    number: int
    lines: list[Line] = field(default_factory=list)


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a definition, and one for what a simulation has in it, in file order.

    Yields:
        Papers with the relations stated; a Skipped for a reaction that cannot be read.

    Raises:
        InputError: the file cannot be read.
    """
    yield from _File(path, list(blocks(lines(path)))).records()


def recognises(sample: Sample) -> bool:
    """Whether lines begin with words that only PHREEQC has, two of them at least."""
    return len(set(_TELLING.findall(sample.head[:200_000]))) > 1


def blocks(lines: Iterable[Line]) -> Iterator[Block]:
    """Lines by the keyword that they stand under; what stands before the first is left out."""
    block = None
    for line in lines:
        word = line.word.upper()
        if word in _KEYWORDS:
            if block is not None:
                yield block
            block = Block(word, line.text.strip()[len(word) :].strip(), line.number)
        elif block is not None:
            block.lines.append(line)
    if block is not None:
        yield block


def lines(path: Path) -> Iterator[Line]:
    """Logical lines: without comments, parted at semicolons, joined after a backslash."""
    started, kept = 0, ""
    for number, text in _repeated_input(_numbered(path)):
        started = started or number
        kept += text.split("#")[0].rstrip()
        if kept.endswith("\\"):
            kept = kept[:-1]
            continue
        yield from (Line(part.rstrip(), started) for part in kept.split(";") if part.strip())
        started, kept = 0, ""


def _repeated_input(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """All lines of a database or an input; of an output, its database and the input it repeats."""
    if not any(text.startswith(_DATABASE_FILE) for _, text in lines[:_HEADER]):
        yield from lines
        return
    repeats = False
    for number, text in lines:
        if text.startswith(_DATABASE_FILE):
            yield number, text.replace(_DATABASE_FILE, _OUTPUT_OF)
        elif text.startswith("Reading input data"):
            repeats = True
        elif repeats and text.startswith("\t"):
            yield number, text
        elif text.strip("-\n") and not text.startswith("\t"):
            repeats = False


def _numbered(path: Path) -> list[tuple[int, str]]:
    """Lines with their numbers. The USGS's databases have bytes of Latin-1 in their comments."""
    try:
        return [(number, text or "") for number, text in numbered_lines(path)]
    except InputError as error:
        if error.reason != "not_utf8":
            raise
        found = [(n, text or "") for n, text in numbered_lines(path, encoding=OLD_ENCODING)]
        if not all(text.partition("#")[0].isascii() for _, text in found):
            raise
        return found


def phases(block: Block) -> Iterator[tuple[str, list[Line]]]:
    """Name and lines of each phase of a PHASES block."""
    yield from (
        (_PHASE_NUMBER.sub("", lines[0].text.strip()), lines)
        for lines in _definitions(block.lines, lambda line: "=" not in line.text)
    )


def species(block: Block) -> Iterator[list[Line]]:
    """Lines of each species of a block of species: the reaction first."""
    yield from _definitions(block.lines, lambda line: "=" in line.text)


def rates(block: Block) -> Iterator[list[Line]]:
    """Name line of each rate law of a RATES block."""
    is_program = False
    for line in block.lines:
        word = line.word.lower()
        if word in ("-start", "start"):
            is_program = True
        elif word in ("-end", "end"):
            is_program = False
        elif not is_program and not word[0].isdigit():
            yield [line]


def _definitions(lines: Sequence[Line], begins: Callable[[Line], bool]) -> Iterator[list[Line]]:
    """Lines by what they define; a property never begins a definition."""
    current: list[Line] = []
    for line in lines:
        if _PROPERTY.match(line.text) or line.word.startswith("-"):
            if current:
                current.append(line)
        elif begins(line):
            if current:
                yield current
            current = [line]
        elif current:
            current.append(line)
    if current:
        yield current


def _is_pseudo(name: str) -> bool:
    """Whether a phase only holds a pH or a pressure where it is wanted: "Fix_pH"."""
    return name.lower().startswith("fix")


class _File:
    """One file: what it is called, and the sites and phases that it defines."""

    def __init__(self, path: Path, found: Sequence[Block]) -> None:
        self.path = path
        self.blocks = found
        keywords = {block.keyword for block in found}
        self.is_output = _OUTPUT_OF in keywords
        self.is_database = "SOLUTION_MASTER_SPECIES" in keywords and not keywords & {
            *_USED,
            *_RUNS,
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
            if block.keyword in _MASTERS[1:]
            for line in block.lines
            if len(line.text.split()) > 1
        }

    def records(self) -> Iterator[Record]:
        """What the file states. An output repeats its input without the marks of its options."""
        for block in self.blocks:
            if block.keyword in ("DATABASE", _OUTPUT_OF):
                yield from self._uses(block)
            elif self.is_output:
                continue
            elif block.keyword == "PHASES":
                for name, lines in phases(block):
                    yield from self._phase(name, lines)
            elif block.keyword in _SPECIES:
                for lines in species(block):
                    yield from self._species(block.keyword, lines)
            elif block.keyword == "RATES":
                for lines in rates(block):
                    yield from self._rate_law(lines)
            elif block.keyword in _USED:
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
            name, kind = line.word, _USED[block.keyword]
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
