"""Words of a text with their offsets, folded so that plurals and British spellings are one."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"[^\W_]+(?:['’](?:s|t)(?![^\W_]))?|[^\w\s]|_", re.IGNORECASE)
_BRITISH = (("ae", "e"), ("oe", "e"), ("our", "or"), ("sulph", "sulf"), ("isation", "ization"))
_SHORTEST_FOLDED = 4
_ACHES = re.compile(
    r"(?<![^\W\d_])(?:back|belly|ear|head|heart|stomach|tooth)?aches$", re.IGNORECASE
)
# Latin names of species and one disease: their s is no plural's.
_NO_PLURALS = (
    *("diabetes", "albicans", "elegans", "fluorescens", "marcescens", "mutans", "nigricans"),
    *("perfringens", "viridans"),
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or one punctuation mark; `joined` = no space stands before it."""

    text: str
    fold: str
    start: int
    end: int
    joined: bool

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, not a mark."""
        return self.fold != ""


def tokenize(text: str) -> list[Token]:
    """Words and marks in order.

    >>> [token.fold for token in tokenize("Tumours of T-cells")]
    ['tumor', 'of', 't', '', 'cell']
    """
    tokens = []
    last = -1
    for found in _TOKEN.finditer(text):
        word, start = found.group(), found.start()
        fold = fold_word(word) if word[0].isalnum() else ""
        tokens.append(Token(word, fold, start, found.end(), start == last))
        last = found.end()
    return tokens


@lru_cache(maxsize=100_000)
def fold_name(name: str) -> str:
    """The folded words of a name, joined by spaces: the form that a lexicon is asked for.

    >>> fold_name("Leukaemias, T-Cell") == fold_name("leukemia T cells")
    True
    """
    return " ".join(token.fold for token in tokenize(name) if token.is_word)


@lru_cache(maxsize=200_000)
def fold_word(word: str) -> str:
    """Case, plural and British spelling folded away. Both sides of a comparison must be folded.

    >>> [fold_word(w) for w in ("Metastases", "metastasis", "DNA", "oedema", "biopsies")]
    ['metastas', 'metastas', 'dna', 'edema', 'biopsy']
    """
    text = word
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold().removesuffix("'s").removesuffix("’s")
    if len(text) < _SHORTEST_FOLDED or not text.isalpha():
        return text
    if text.endswith("ae"):
        text = text[:-1]
    if len(text) > _SHORTEST_FOLDED + 1:
        for british, american in _BRITISH:
            text = text.replace(british, american)
    return _singular(text)


def _singular(text: str) -> str:
    if text.endswith("ies") and len(text) > _SHORTEST_FOLDED:
        return text[:-3] + "y"
    if text.endswith(("ses", "sis")) and len(text) > _SHORTEST_FOLDED + 1:
        return text[:-2]
    if text.endswith("se") and len(text) > _SHORTEST_FOLDED:
        return text[:-1]
    if text.endswith(("xes", "ches", "shes")):
        return text[:-2]
    if text.endswith("s") and not text.endswith(("ss", "us", "is")):
        return text[:-1]
    if text.endswith("i") and len(text) > _SHORTEST_FOLDED + 1:
        return text[:-1] + "us"
    return text


def singular(name: str) -> str:
    """A name with its last word's plural s undone, for concepts outside every lexicon.

    >>> [singular(n) for n in ("cells", "biopsies", "sepsis", "ALS", "headaches", "C. elegans")]
    ['cell', 'biopsy', 'sepsis', 'ALS', 'headache', 'C. elegans']
    """
    if len(name) < _SHORTEST_FOLDED or not name[-2].islower() or name[-1] != "s":
        return name
    if name.endswith("ies"):
        return name[:-3] + "y"
    if _ACHES.search(name):
        return name[:-1]
    if name.endswith(("sses", "xes", "ches", "shes")):
        return name[:-2]
    if name.endswith(_NO_PLURALS):
        return name
    if name.endswith(("oses", "stases")):
        return name[:-2] + "is"
    return name if name.endswith(("ss", "us", "is")) else name[:-1]
