"""The syntax of PHREEQC's files: keywords, the blocks under them, and what a block defines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hubscope.errors import InputError
from hubscope.reading import numbered_lines

OLD_ENCODING = "latin-1"
MASTERS = ("SOLUTION_MASTER_SPECIES", "EXCHANGE_MASTER_SPECIES", "SURFACE_MASTER_SPECIES")
SPECIES = ("SOLUTION_SPECIES", "EXCHANGE_SPECIES", "SURFACE_SPECIES")
USED = {
    "EQUILIBRIUM_PHASES": "Mineral",
    "EQUILIBRIUM": "Mineral",
    "PURE_PHASES": "Mineral",
    "PURE": "Mineral",
    "GAS_PHASE": "Gas",
    "KINETICS": "RateLaw",
    "EXCHANGE": "SorptionSite",
    "SURFACE": "SorptionSite",
}
RUNS = ("SOLUTION", "SOLUTION_SPREAD", "USE", "REACTION", "MIX", "TRANSPORT", "ADVECTION", "KNOBS")
_TEXTS = ("TITLE", "COMMENT")
_OTHERS = """CALCULATE_VALUES COPY DELETE DUMP END GAS_BINARY_PARAMETERS
    INCREMENTAL_REACTIONS INCLUDE$ INVERSE_MODELING ISOTOPES ISOTOPE_ALPHAS ISOTOPE_RATIOS
    LLNL_AQUEOUS_MODEL_PARAMETERS MEAN_GAMMAS NAMED_EXPRESSIONS PHASES PITZER PRINT RATES
    REACTION_PRESSURE REACTION_TEMPERATURE RUN_CELLS SAVE SELECTED_OUTPUT SIT SOLID_SOLUTION
    SOLID_SOLUTIONS USER_GRAPH USER_PRINT USER_PUNCH DATABASE OUTPUT_OF""".split()  # noqa: SIM905
_KEYWORDS = frozenset([*MASTERS, *SPECIES, *USED, *RUNS, *_TEXTS, *_OTHERS])
_PROPERTY = re.compile(
    r"\s*-?(log_?k|delta_?h|analyt\w*|a_e|vm|gamma|dw|t_c|p_c|omega|add_\w+|no_check|mass_bal\w*"
    r"|mole_bal\w*|llnl_\w+|erm_\w+|activity_\w+|viscosity|vd)(?=\s|$)",
    re.IGNORECASE,
)
_DATABASE_FILE = "Database file:"
OUTPUT_OF = "OUTPUT_OF"  # no keyword of PHREEQC: an output says so of its database
_HEADER = 10
_PHASE_NUMBER = re.compile(r"\s+\d+$")  # wateq4f.dat numbers its phases


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
            yield number, text.replace(_DATABASE_FILE, OUTPUT_OF)
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
