"""Reactions as PHREEQC writes them: species with stoichiometric numbers on both sides.

The first species of the right side is what a reaction of a dissolved or sorbed species defines; the
first of the left side is the formula of a phase (PHREEQC's manual, SOLUTION_SPECIES and PHASES).
"""

import re
from dataclasses import dataclass

_TERM = re.compile(r"(?P<sign>[+-]?)\s*(?P<n>\d+\.?\d*|\.\d+)?\s*(?P<species>[A-Za-z(\[][^\s]*)")
ELECTRON, WATER = "e-", "H2O"
PROTONS = frozenset({"H+", "H3O+"})


@dataclass(frozen=True, slots=True)
class Reaction:
    """What is on the left and on the right, in the order written; numbers are left out.

    A species with a negative number stands on the other side.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]

    @property
    def reactants(self) -> tuple[str, ...]:
        """What is consumed that says something: no electron, and water or a proton only alone.

        A proton stays where it is taken up without an electron: then it makes the species.
        """
        others = [one for one in self.left if one not in (ELECTRON, WATER)]
        if self.transfers_electrons:
            others = [one for one in others if one not in PROTONS] or others
        return tuple(others) or tuple(one for one in self.left if one != ELECTRON)

    @property
    def transfers_electrons(self) -> bool:
        """Whether it is a half-reaction of oxidation or reduction."""
        return ELECTRON in self.left or ELECTRON in self.right


def parse(text: str) -> Reaction | None:
    """The reaction that a line states, None if it is none.

    >>> parse("CaSO4:2H2O = Ca+2 + SO4-2 + 2 H2O")
    Reaction(left=('CaSO4:2H2O',), right=('Ca+2', 'SO4-2', 'H2O'))
    >>> parse("Ca2MgSi2O7 + 6 H+ = Mg+2 + 2 Ca+2 + 2 H4SiO4 - H2O").left
    ('Ca2MgSi2O7', 'H+', 'H2O')
    """
    sides = text.split("=")
    if len(sides) != 2:
        return None
    parsed = [_side(side) for side in sides]
    if None in parsed:
        return None
    (left, to_right), (right, to_left) = (one for one in parsed if one is not None)
    return Reaction((*left, *to_left), (*right, *to_right)) if left and right else None


def _side(text: str) -> tuple[list[str], list[str]] | None:
    """Species of one side, and those with a negative number; None where it cannot be read."""
    here: list[str] = []
    there: list[str] = []
    at = 0
    text = text.strip()
    while at < len(text):
        found = _TERM.match(text, at)
        if found is None:
            return None
        (there if found["sign"] == "-" else here).append(found["species"])
        at = found.end()
        while at < len(text) and text[at].isspace():
            at += 1
    return here, there
