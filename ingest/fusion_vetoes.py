"""What parts two near names beside the marks of `graph.vetoes`: what only fusing has to fear.

An embedding puts a kind beside its subkind, a list beside one of its members, and one unknown
abbreviation beside another. All of it is near, and none of it is the same.
"""

import re
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from graph.names import identity
from graph.opposites import joined_prefixes
from graph.vetoes import Veto, VetoReason, veto


class NameReason(StrEnum):
    """What parts two names that carry no differing mark."""

    ABBREVIATION = "abbreviation"
    COORDINATION = "coordination"
    FORMULA = "formula"
    OPPOSITE = "opposite"
    SYMBOL = "symbol"
    SUBTYPE = "subtype"
    WORD_FORM = "word form"


_WORD = re.compile(r"[^\W_]+")
_ABBREVIATION = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[A-Za-z]{2,6}")
# Symbols of elements and isotopes, deuterium and tritium, sites of a surface, groups, charges.
_FORMULA = re.compile(
    r"(?:\[\d+[A-Z][a-z]?\]|[A-Z][a-z]{0,2}|_[a-z]+|\([a-z]{1,2}\)|[():.\d]|[+-]\d*)+"
)
_NO_WORD = re.compile(r"[\d\[_]|[+-]$")
# Digits and Greek letters behind capitals are marks of their own.
_SYMBOL = re.compile(r"[A-Z]{2,}")
_POSSESSIVE = re.compile(r"['’]s\b")
_COORDINATION = re.compile(r"\b(?:and|or|plus|versus|vs)\b|[/&]", re.IGNORECASE)
_COMBINED = " + "
_BEHIND = re.compile(r"\s+[(\[][^()\[\]]*[)\]]$")
# A plus parts markers that stand together, a dash within a word is only a dash.
_SIGN = re.compile(r"(?<=\w)(?:\((?P<within>[+\-−])\)|(?P<plus>\+)|(?P<minus>[\-−])(?=[\s,/]|$))")
# One such word in each name says the same; "disorder" in one alone makes it another thing.
_CLASSES = frozenset({"disease", "disorder", "syndrome"})
# Words that a name may have or not and still be the same: what kind of thing it is, of whom.
_NEUTRAL = frozenset(
    """a an the nos of in on to for by with at from human humans patient patients subject subjects
    disease cell cellular protein tumor gene infection drug agent molecule compound polypeptide
    process type mellitus pectoris signaling signalling pathway positive negative""".split()  # noqa: SIM905
)
# Which one of several is meant: a name that says it is not one that does not.
_NARROWING = frozenset(
    """left right bilateral unilateral upper middle lower early late high low intermediate above
    below anterior posterior proximal distal dorsal ventral medial lateral superior inferior
    internal external inner outer single multi systolic diastolic male female maternal paternal
    fetal before after""".split()  # noqa: SIM905
)
_LEVELS = {
    **dict.fromkeys(("increased", "elevated", "raised"), "high"),
    **dict.fromkeys(("decreased", "reduced", "lowered"), "low"),
}
_LEVEL_PREFIXES = (("hyper", "high"), ("hypo", "low"))  # hypertension is high blood pressure
_COURSES = frozenset(
    """acute chronic subacute severe mild moderate primary secondary recurrent progressive
    metastatic malignant benign congenital hereditary familial juvenile neonatal refractory
    advanced""".split()  # noqa: SIM905
)
_NO_PLURAL = ("ss", "us", "is")
_LATIN_PLURALS = dict(
    pair.split("=")
    for pair in """bacteria=bacterium ganglia=ganglion nuclei=nucleus fungi=fungus alveoli=alveolus
    bronchi=bronchus villi=villus mitochondria=mitochondrion septa=septum ova=ovum sera=serum
    foci=focus loci=locus criteria=criterion atria=atrium bacilli=bacillus spectra=spectrum
    metastases=metastasis prostheses=prosthesis mice=mouse feet=foot teeth=tooth women=woman
    men=man children=child""".split()  # noqa: SIM905
)
_GREEK_PLURAL = re.compile(r"(?<=.[oy])ses$")  # diagnoses, analyses
_FEWEST_INITIALS = 2
_STEM = 6
_ALIKE = 0.6
_SHARED = 3
# British and American spelling, older and international names: indomethacin, indometacin.
_SPELLING = (
    ("ae", "e"), ("oe", "e"), ("our", "or"), ("ph", "f"), ("meth", "met"), ("thal", "tal"),
    ("z", "s"), ("leuco", "leuko"), ("itre", "iter"), ("etre", "eter"), ("ntre", "nter"),
    ("bre", "ber"), ("grey", "gray"), ("aluminium", "aluminum"), ("oxy", "oxi"),
)  # fmt: skip
_IMMUNOGLOBULIN = re.compile(r"\bIg([ADEGM])(?=\d?\b)")
# National names of drugs, and the international ones.
_INTERNATIONAL = dict(
    pair.split("=")
    for pair in """frusemide=furosemide rifampin=rifampicin meperidine=pethidine
    lignocaine=lidocaine mesalamine=mesalazine glyburide=glibenclamide cyclosporine=ciclosporin
    cyclosporin=ciclosporin phenobarbitone=phenobarbital thiopentone=thiopental
    isoproterenol=isoprenaline torsemide=torasemide acyclovir=aciclovir dothiepin=dosulepin
    chlorpheniramine=chlorphenamine dicyclomine=dicycloverine
    albuterol=salbutamol acetaminophen=paracetamol adrenaline=epinephrine
    noradrenaline=norepinephrine""".split()  # noqa: SIM905
)
# B and T lymphocytes are B and T cells.
_LYMPHOCYTE = re.compile(r"\b([bt]|nk)[- ]lymphocyte")


def parting(one: str, other: str) -> tuple[str, bool] | None:
    """What parts two names, and whether an alias lifts it; None if nothing does.

    >>> parting("visual impairment", "monocular visual impairment")
    (<NameReason.SUBTYPE: 'subtype'>, False)
    >>> parting("insulin", "human insulin") is None
    True
    >>> parting("FeOD[18O]H", "FeOT[18O]H")
    (<NameReason.FORMULA: 'formula'>, True)
    >>> parting("PDGFRA fusions", "PDGFRB fusions")
    (<NameReason.SYMBOL: 'symbol'>, True)
    >>> parting("CIP", "CIPS")
    (<NameReason.ABBREVIATION: 'abbreviation'>, True)
    >>> parting("COPD", "chronic obstructive pulmonary disease") is None
    True
    """
    one, other = (_IMMUNOGLOBULIN.sub(r"immunoglobulin \1", name) for name in (one, other))
    spelled = _spells(one, other) or _spells(other, one)
    if (marked := veto(one, other)) is not None and not (spelled and _is_initial(marked)):
        return marked.reason.value, marked.absent
    if _is_formula(one) and _is_formula(other) and identity(one) != identity(other):
        return NameReason.FORMULA, True
    if is_abbreviation(one) or is_abbreviation(other):
        # A small s is a plural, a capital one a letter of its own.
        same = one.removesuffix("s") == other.removesuffix("s")
        return None if same or spelled else (NameReason.ABBREVIATION, True)
    if _signs(one) != _signs(other):
        return NameReason.OPPOSITE, False
    if _letters(one) == _letters(other):
        return None
    if _differ_each(_symbols(one), _symbols(other)):
        return NameReason.SYMBOL, True
    if bool(_COORDINATION.search(one)) != bool(_COORDINATION.search(other)):
        return NameReason.COORDINATION, False
    if _COMBINED in one and _COMBINED in other and _combined(one) != _combined(other):
        return NameReason.COORDINATION, False
    mine, theirs = _words(one), _words(other)
    if _narrows_otherwise(mine, theirs):
        return NameReason.OPPOSITE, False
    if mine & _CLASSES and theirs & _CLASSES:
        mine, theirs = mine - _CLASSES, theirs - _CLASSES
    mine, theirs = mine - _NEUTRAL, theirs - _NEUTRAL
    if _is_subtype(mine, theirs):
        return NameReason.SUBTYPE, False
    if len(mine) == len(theirs) == 1 and mine != theirs and _look_alike(min(mine), min(theirs)):
        return NameReason.WORD_FORM, False
    return None


def _narrows_otherwise(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one says which side, place or level is meant, and the other does not say the same."""
    one, other = ({_LEVELS.get(word, word) for word in words} for words in (mine, theirs))
    by_prefix = {
        level
        for word in mine | theirs
        for prefix, level in _LEVEL_PREFIXES
        if word.startswith(prefix)
    }
    # "Lower limb" is a leg: a place narrows what both names name.
    return bool(mine & theirs - _NARROWING) and bool((one ^ other) & (_NARROWING - by_prefix))


def _is_subtype(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one says more than the other: a course, a further word, a word with a prefix."""
    if mine & _COURSES != theirs & _COURSES:
        return True
    stems, others = ({word[:_STEM] for word in words} for words in (mine, theirs))
    if stems < others or others < stems:
        return True
    return any(
        x != y and min(len(x), len(y)) >= _STEM and (x.endswith(y) or y.endswith(x))
        for x in mine - theirs
        for y in theirs - mine
    )


def _look_alike(one: str, other: str) -> bool:
    """Whether two words share most of their letters: methylase and methylesterase.

    An embedding knows such words by their pieces, which they share, and not by what they mean.
    """
    are_long = min(len(one), len(other)) > _STEM
    if are_long and one[:_SHARED] != other[:_SHARED] and one[-_SHARED:] != other[-_SHARED:]:
        return False  # acetaminophen and paracetamol
    return SequenceMatcher(None, one, other, autojunk=False).ratio() > _ALIKE


def same_words(one: str, other: str) -> bool:
    """Whether two names are the same words, in whatever order.

    >>> same_words("chronic pancreatitis", "Pancreatitis, Chronic")
    True
    """
    return sorted(_folded(one)) == sorted(_folded(other))


def is_abbreviation(name: str) -> bool:
    """Whether a name is bare capitals: it means one thing in one document only.

    A name with digits is a symbol, which means the same everywhere.

    >>> is_abbreviation("COPD"), is_abbreviation("NSAIDs"), is_abbreviation("IL-6")
    (True, True, False)
    """
    return _ABBREVIATION.fullmatch(name) is not None


def _spells(short: str, long: str) -> bool:
    """Whether a name of words has the letters of an abbreviation as its initials.

    Two letters are the initials of too many names.
    """
    initials = "".join(word[0] for word in _WORD.findall(long.casefold()))
    return len(short) > _FEWEST_INITIALS and initials == short.removesuffix("s").casefold()


def _is_initial(marked: Veto) -> bool:
    """Whether an abbreviation may have the mark among its letters: C of CRP, N and A of NSAID."""
    return marked.absent and marked.reason in {VetoReason.DESIGNATOR, VetoReason.NEGATION}


def _is_formula(name: str) -> bool:
    """Whether every sign of a name counts, as in a chemical formula: near is never the same."""
    return bool(_FORMULA.fullmatch(name) and _NO_WORD.search(name))


def _symbols(name: str) -> frozenset[str]:
    return frozenset(_SYMBOL.findall(name))


def _combined(name: str) -> frozenset[str]:
    """The drugs of a combination, in whatever order."""
    return frozenset(name.casefold().split(_COMBINED))


def _differ_each(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether either has what the other lacks."""
    return bool(mine - theirs and theirs - mine)


def _words(name: str) -> frozenset[str]:
    return frozenset(_folded(name))


def _signs(name: str) -> list[str]:
    """What a name says of markers: CD38+ is CD38-positive and not CD38-."""
    found = ("".join(groups) for groups in _SIGN.findall(name))
    signs = ["positive" if sign == "+" else "negative" for sign in found]
    return sorted([*signs, *(word for word in _folded(name) if word in {"positive", "negative"})])


def _letters(name: str) -> str:
    """Letters without gaps, in which gastro-oesophageal is gastroesophageal."""
    text, before = "".join(_folded(name)), ""
    while text != before:
        text, before = text.replace("oe", "e"), text
    return text


def _singular(word: str) -> str:
    if word in _LATIN_PLURALS or _GREEK_PLURAL.search(word):
        return _LATIN_PLURALS.get(word) or word[:-2] + "is"
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word.removesuffix("s") if len(word) > 3 and word[-2:] not in _NO_PLURAL else word


@lru_cache(maxsize=1 << 16)
def _folded(name: str) -> tuple[str, ...]:
    """Words without plural and without British spelling, in order; a note behind is left out."""
    found = []
    bare = _POSSESSIVE.sub("", _BEHIND.sub("", joined_prefixes(name).casefold()))
    bare = _LYMPHOCYTE.sub(r"\1 cell", bare)
    for word in _WORD.findall(bare):
        word = _INTERNATIONAL.get(word, word)
        for long, short in _SPELLING:
            word = word.replace(long, short)
        found.append(_singular(word))
    return tuple(found)
