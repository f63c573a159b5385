"""What the relation words of curated sources mean, as data: wordings.toml, one table a source.

A source's own word leads to a relation of the closed list, or to a meaning that the types of both
ends decide (`ingest.meanings`); what is to be left out has its reason there, too. The word itself
is kept as the claim's wording.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from graph.vocabulary import LIFE_SCIENCE, Polarity, Vocabulary
from hubscope.errors import InputError
from ingest.meanings import BY_TYPE

UNMAPPED = "unmapped_relation"


@dataclass(frozen=True, slots=True)
class Wording:
    """What one word of a source says.

    Attributes:
        means: a relation of the closed list or one of `meanings.BY_TYPE`; "" where `skip` is set.
        sign: of the effect, where the relation itself says none.
        polarity: whether the word asserts the relation or denies it.
        exchanged: head and tail change places.
        skip: why such a statement is left out, "" if it is not.
        example: a statement in that word, for the reader of the table.
    """

    means: str = ""
    sign: int = 0
    polarity: Polarity = Polarity.POSITIVE
    exchanged: bool = False
    skip: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Wordings:
    """The words of one source; case, blanks, hyphens and underscores do not count."""

    source: str
    words: Mapping[str, Wording]

    def find(self, word: str) -> Wording:
        """What a word means; `skip` is `UNMAPPED` where the table has no such word."""
        return self.words.get(_fold(word), Wording(skip=UNMAPPED))


def load_wordings(source: str) -> Wordings:
    """The table of a source.

    Raises:
        KeyError: wordings.toml has no such table.
    """
    return _tables()[source]


@cache
def _tables() -> Mapping[str, Wordings]:
    path = resources.files("ingest") / "wordings.toml"
    return tables(tomllib.loads(path.read_text("utf-8")), LIFE_SCIENCE)


def tables(
    data: Mapping[str, Mapping[str, Mapping[str, object]]], vocabulary: Vocabulary
) -> dict[str, Wordings]:
    """Wordings by source, checked against the closed list.

    Raises:
        InputError: a row has no example, names no relation, or its source has the word twice.
    """
    found = {}
    for source, rows in data.items():
        words: dict[str, Wording] = {}
        for word, row in rows.items():
            one = _wording(f"wordings.toml, {source}, {word!r}", row, vocabulary)
            if words.setdefault(_fold(word), one) is not one:
                raise InputError(f"wordings.toml: {source} has {word!r} twice")
        found[source] = Wordings(source, words)
    return found


def _wording(where: str, row: Mapping[str, object], vocabulary: Vocabulary) -> Wording:
    one = Wording(
        means=str(row.get("means", "")),
        sign=int(str(row.get("sign", 0))),
        polarity=Polarity(str(row.get("polarity", "positive"))),
        exchanged=bool(row.get("exchanged", False)),
        skip=str(row.get("skip", "")),
        example=str(row.get("example", "")),
    )
    if not one.example or bool(one.means) == bool(one.skip):
        raise InputError(f"{where}: needs an example, and either `means` or `skip`")
    if one.means and one.means not in BY_TYPE and one.means not in vocabulary.relations:
        raise InputError(f"{where}: {one.means!r} is no relation", reason="unknown_relation")
    return one


def _fold(word: str) -> str:
    # A mark at the end is part of the word: GNBR's E+, E- and E are three themes.
    return re.sub(r"(?<=\w)[\s_-]+(?=\w)", "", word.strip()).casefold()
