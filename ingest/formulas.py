"""Chemical formulas as thermodynamic databases write them: elements, charge, places in a text.

A formula is a name whose every sign counts: `Cl` is an element, `Cl-` an ion, `Fe(OH)3` is no
`Fe(OH)3-`. Names are one when they differ in dashes alone (`graph.names`), so a negative charge
makes the name that identifies a species with a number: `Cl(1-)`. It is shown as it was written.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

_CHARGED = re.compile(r"([A-Z(\[][\w()\[\]:.]*?)([+-])(\d*)")
_FORMULA = re.compile(r"(?:\[[^\]]*\]|[A-Z][a-z]?|[():.\d]|[+-]\d*)+")
_SYMBOL = re.compile(r"\[[^\]]*\]|[A-Z][a-z]?")
_PLAIN = str.maketrans("⁺⁻−–₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹·", "+---01234567890123456789:")
_CANDIDATE = re.compile(r"(?<![\w)\]])[A-Z(\[][\w()\[\]:.+\-^⁺⁻−₀-₉⁰¹²³⁴-⁹]*")
_EDGES = ".,:;([)]"


@cache
def elements() -> dict[str, str]:
    """Symbol of every chemical element to its name."""
    text = (resources.files("ingest") / "lexicons" / "elements.tsv").read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines())


def elements_in(formula: str) -> list[str]:
    """Symbols of the chemical elements of a formula, sorted, each once; isotopes are none.

    >>> elements_in("CaMg(CO3)2"), elements_in("Fe(OH)2.7Cl.3"), elements_in("Hfo_wOH")
    (['C', 'Ca', 'Mg', 'O'], ['Cl', 'Fe', 'H', 'O'], [])
    """
    if not _FORMULA.fullmatch(formula):
        return []
    return sorted({symbol for symbol in _SYMBOL.findall(formula) if symbol in elements()})


def is_formula(text: str) -> bool:
    """Whether a text is a formula of chemical elements alone.

    >>> [is_formula(text) for text in ("CaSO4:2H2O", "Fe+3", "NaX", "HDO", "Calcite")]
    [True, True, False, False, False]
    """
    symbols = _SYMBOL.findall(text)
    return bool(symbols) and bool(_FORMULA.fullmatch(text)) and elements().keys() >= set(symbols)


def plain(formula: str) -> str:
    """A formula without raised and lowered signs, a charge of one without its figure.

    >>> plain("Ca⁺²"), plain("SO₄⁻²"), plain("Cu+1"), plain("Fe(OH)3-1")
    ('Ca+2', 'SO4-2', 'Cu+', 'Fe(OH)3-')
    """
    text = formula.translate(_PLAIN).replace("^", "")
    return text[:-1] if re.search(r"[\w)\]][+-]1$", text) and _CHARGED.fullmatch(text) else text


def concept_name(formula: str) -> str:
    """The name that identifies a species: a negative charge has its number in brackets.

    >>> [concept_name(f) for f in ("Cl-", "SO4-2", "Ca+2", "Cu+1", "Calcite", "K-feldspar")]
    ['Cl(1-)', 'SO4(2-)', 'Ca+2', 'Cu+', 'Calcite', 'K-feldspar']
    """
    text = plain(formula)
    found = _CHARGED.fullmatch(text)
    if found is None or found[2] == "+":
        return text
    return f"{found[1]}({found[3] or 1}-)"


def writings(formula: str) -> list[str]:
    """Other ways to write a charged formula; none for a charge of one.

    >>> writings("SO4-2")
    ['SO42-', 'SO4^2-', 'SO4^-2', 'SO4--']
    """
    found = _CHARGED.fullmatch(plain(formula))
    if found is None or not found[3]:
        return []
    base, sign, n = found.groups()
    return [f"{base}{n}{sign}", f"{base}^{n}{sign}", f"{base}^{sign}{n}", base + sign * int(n)]


def candidates(text: str) -> Iterator[tuple[int, int]]:
    """Where a text may write a formula: spans, the longest first at each place."""
    for found in _CANDIDATE.finditer(text):
        start, end = found.span()
        yield start, end
        while start < end and text[start] in _EDGES:
            start += 1
            yield start, end
        while start < end and text[end - 1] in _EDGES + "-":
            end -= 1
            yield start, end
