"""Opposing words and affixes: names that differ in one of them are never one.

`opposition` says whether two names do, `meaning` what a word that opposes stands for.
"""

import re
from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache

_OPPOSED = {
    "positive": "positive",
    "negative": "lacking",
    "without": "lacking",
    "non": "lacking",
    "not": "lacking",
    "no": "lacking",
    "lack": "lacking",
    "lacking": "lacking",
    "absence": "lacking",
    "absent": "lacking",
    "deficiency": "lacking",
    "deficient": "lacking",
    "null": "lacking",
    "knockout": "lacking",
    "agonist": "agonist",
    "activator": "agonist",
    "antagonist": "blocker",
    "inhibitor": "blocker",
    "blocker": "blocker",
    "suppressor": "blocker",
    "inhibition": "blocker",
    "blockade": "blocker",
    "anti": "blocker",
    "resistance": "resistant",
    "resistant": "resistant",
    "sensitivity": "sensitive",
    "sensitive": "sensitive",
}
_AFFIXES = ("anti", "ant", "non", "de", "dis", "un", "in", "im", "ir", "an", "a", "hypo", "hyper")
_AFFIX_PAIRS = (
    ("hypo", "hyper"),
    ("pro", "anti"),
    ("up", "down"),
    ("over", "under"),
    ("intra", "extra"),
    ("intra", "inter"),
    ("endo", "exo"),
    ("pre", "post"),
    ("mono", "poly"),
    ("uni", "bi"),
    ("ortho", "para"),
    ("increas", "decreas"),
    ("brady", "tachy"),
    ("homo", "hetero"),
    ("macro", "micro"),
    ("hyper", "normo"),
    ("hypo", "normo"),
    ("hyper", "eu"),
    ("hypo", "eu"),
    ("dys", "eu"),
    ("supra", "infra"),
    ("supra", "sub"),
    ("super", "sub"),
    ("antero", "retro"),
    ("ante", "post"),
    ("ana", "cata"),
    ("ab", "ad"),
    ("poly", "oligo"),
    ("poly", "an"),
    ("mono", "multi"),
    ("uni", "multi"),
    ("hypo", "iso"),
    ("hyper", "iso"),
    ("ex", "in"),
)
_SUFFIX_PAIRS = (
    ("philic", "phobic"),
    ("cytosis", "penia"),
    ("osis", "openia"),
    ("philia", "penia"),
    ("blast", "clast"),
    ("genesis", "lysis"),
    ("genic", "lytic"),
    ("constriction", "dilation"),
    ("constriction", "dilatation"),
    ("constrictor", "dilator"),
    ("competent", "compromised"),
    ("competent", "deficient"),
    ("competent", "suppressed"),
    ("ate", "ite"),
)
# Words that exclude each other: one name has the one and the other name another. Alone, none of
# them parts a name from another ("melanoma" and "malignant melanoma").
_EXCLUSIVE = (
    "benign malignant",
    "acute chronic subacute",
    "mild moderate severe",
    "gain loss",
    "dominant recessive",
    "excitatory inhibitory",
    "afferent efferent",
    "innate adaptive acquired",
    "sympathetic parasympathetic",
    "oxidized reduced",
    "oxidation reduction",
    "oxidase reductase",
    "oxidant reductant antioxidant",
    "suppressor promoter",
    "left right bilateral unilateral",
    "upper middle lower",
    "early late",
    "high low intermediate",
    "above below",
    "anterior posterior",
    "proximal distal",
    "dorsal ventral",
    "medial lateral",
    "superior inferior",
    "cranial caudal",
    "rostral caudal",
    "superficial deep",
    "apical basal basolateral",
    "internal external",
    "inner outer",
    "ipsilateral contralateral",
    "ascending descending",
    "central peripheral",
    "single double triple quadruple multiple",
    "primary secondary tertiary",
    "systolic diastolic",
    "systole diastole",
    "arterial venous",
    "artery vein",
    "arteriole venule",
    "atrial ventricular",
    "atrium ventricle",
    "male female",
    "men women",
    "boy girl",
    "maternal paternal fetal",
    "mother father",
    "adult pediatric child juvenile neonatal",
    "increased decreased",
    "increase decrease",
    "elevated reduced",
    "gained lost",
    "before after",
    "short long",
    "small large",
    "light heavy",
    "slow fast rapid",
    "hot cold",
    "wet dry",
    "open closed",
    "white gray grey",
    "white brown beige",
    "soft hard",
    "cellular humoral",
    "sensory motor",
    "somatic germline",
    "constitutive inducible",
    "naive memory",
    "helper cytotoxic",
    "myeloid lymphoid",
    "autologous allogeneic",
    "haploid diploid",
    "eukaryotic prokaryotic",
    "eukaryote prokaryote",
    "leading lagging",
    "donor acceptor",
    "donor recipient",
    "wild mutant",
    "anion cation",
    "anionic cationic",
    "anode cathode",
    "acid alkaline",
    "acidic basic alkaline",
    "acidosis alkalosis",
    "ferrous ferric",
    "cuprous cupric",
    "nitrous nitric",
    "mercurous mercuric",
    "stannous stannic",
    "sulfurous sulfuric",
    "influx efflux",
    "uptake release",
    "absorption adsorption excretion",
    "synthesis degradation",
    "synthase hydrolase",
    "flexion extension",
    "pronation supination",
    "inspiration expiration",
    "inspiratory expiratory",
    "inhalation exhalation",
    "fasting postprandial",
    "remission relapse",
    "diurnal nocturnal",
    "sensitivity specificity",
    "gluconeogenesis glycolysis",
    "glycogenesis glycogenolysis",
    "hypertrophy atrophy",
    "constriction dilation",
    "contraction relaxation",
    "activation inhibition",
    "induction repression",
)
_ANTONYMS = tuple(frozenset(group.split()) for group in _EXCLUSIVE)
# "anti-inflammatory" is one word, "anti-TNF" is two.
_PREFIX = re.compile(
    r"\b((?i:anti|pro|up|down|over|under|intra|extra|inter|pre|post|hypo|hyper|de|dis|un))-"
    r"(?=[A-Za-z][a-z]{2})"
)


def joined_prefixes(name: str) -> str:
    """A name whose opposing prefixes are written without a dash.

    >>> joined_prefixes("pro-inflammatory"), joined_prefixes("anti-TNF")
    ('proinflammatory', 'anti-TNF')
    """
    return _PREFIX.sub(r"\1", name)


def meaning(word: str) -> str | None:
    """What a word that opposes stands for, in lower case; None for any other word.

    >>> meaning("inhibitors"), meaning("without"), meaning("zinc")
    ('blocker', 'lacking', None)
    """
    return _OPPOSED.get(word) or _OPPOSED.get(word.removesuffix("s"))


class Opposition(StrEnum):
    """How two names oppose each other: both say it, or one of them merely lacks an affix."""

    BOTH = "both"
    ABSENT = "absent"


def opposition(a: Collection[str], b: Collection[str]) -> Opposition | None:
    """Whether names hold opposing words, or words that are one but for an opposing affix.

    >>> opposition(["hypotension"], ["hypertension"]), opposition(["symptomatic"], ["asymptomatic"])
    (<Opposition.BOTH: 'both'>, <Opposition.ABSENT: 'absent'>)
    """
    only_a, only_b = set(a) - set(b), set(b) - set(a)
    some, others = ({word.removesuffix("s") for word in only} | only for only in (only_a, only_b))
    if any(group & some and group & others for group in _ANTONYMS):
        return Opposition.BOTH
    if any(not _exchanged(word).isdisjoint(only_b) for word in only_a):
        return Opposition.BOTH
    for some, others in ((only_a, only_b), (only_b, only_a)):
        if any(not _bared(word).isdisjoint(others) for word in some):
            return Opposition.ABSENT
    return None


@lru_cache(maxsize=1 << 16)
def _exchanged(word: str) -> frozenset[str]:
    """The words that a word becomes with the other affix of a pair; it may be the affix alone."""
    found = set()
    for pair in _AFFIX_PAIRS:
        for one, other in (pair, pair[::-1]):
            if word.startswith(one):
                found.add(other + word.removeprefix(one))
    for pair in _SUFFIX_PAIRS:
        for one, other in (pair, pair[::-1]):
            if word.endswith(one):
                found.add(word.removesuffix(one) + other)
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def _bared(word: str) -> frozenset[str]:
    """The words that a word is without an opposing affix, where enough of it is left."""
    bared = (word.removeprefix(affix) for affix in _AFFIXES if word.startswith(affix))
    return frozenset(rest for rest in bared if len(rest) >= 4)
