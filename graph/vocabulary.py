"""Closed words: concept types, relations with aliases and passive forms, verdicts, roles, parts.

Types and relations of a field of science are data (`graph/vocabularies/*.toml`); what hubscope
itself is made of are enumerations. The 16 types and the 13 core relations with their priors are
SCHEMA's (docs/methods/hallucination.md); the other relations are this project's.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import NewType

from hubscope.errors import InputError
from hubscope.keys import digest

ConceptType = NewType("ConceptType", str)
RelationType = NewType("RelationType", str)

OTHER = ConceptType("Other")


class Polarity(StrEnum):
    """Whether a statement is asserted or denied."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Origin(StrEnum):
    """Where a relation comes from; one attested by `vocabulary` alone does not count in degree."""

    INTRINSIC = "intrinsic"
    EXTRINSIC = "extrinsic"
    CURATED = "curated"
    VOCABULARY = "vocabulary"


class ChunkPart(StrEnum):
    """What part of a document a chunk is; gold evidence is `context` and `answer` only."""

    CONTEXT = "context"
    ANSWER = "answer"
    QUESTION = "question"
    STATEMENT = "statement"


class MentionRole(StrEnum):
    """Where an item mentions a concept."""

    STEM = "stem"
    ANSWER = "answer"
    DISTRACTOR = "distractor"
    CONTEXT = "context"


class Verdict(StrEnum):
    """What a judge says of a claim; an error is not a verdict."""

    SUPPORTED = "SUPPORTED"
    UNVERIFIABLE = "UNVERIFIABLE"
    REFUTED = "REFUTED"

    @property
    def penalty(self) -> float:
        """Penalty rho of SCHEMA: 0, 0.5 or 1."""
        return {"SUPPORTED": 0.0, "UNVERIFIABLE": 0.5, "REFUTED": 1.0}[self]


class HubTier(StrEnum):
    """Tier of a concept by PageRank percentile."""

    CORE = "Core"
    PERIPHERAL = "Peripheral"
    OFF = "Off"


GOLD_PARTS = (ChunkPart.CONTEXT, ChunkPart.ANSWER)


@dataclass(frozen=True, slots=True)
class RelationWord:
    """A relation of the closed list.

    Attributes:
        prior: `strong`, `medium` or `weak`, before any evidence.
        signless: a sign annotates it; in all other relations the sign is in the word.
        symmetric: head and tail mean the same; stored as the source has them all the same.
    """

    name: RelationType
    prior: str
    signless: bool
    symmetric: bool


class Vocabulary:
    """The closed lists of one field of science."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self.bands: dict[ConceptType, str] = {}
        self.relations: dict[RelationType, RelationWord] = {}
        self._types: dict[str, ConceptType] = {}
        self._words: dict[str, tuple[RelationType, bool]] = {}
        self.fingerprint = digest(table)
        self._read(table)

    def type(self, word: str) -> ConceptType:
        """The type that a word names, case and separators ignored.

        Raises:
            InputError: no such type.
        """
        found = self._types.get(_fold(word))
        if found is None:
            raise InputError(
                f"no concept type named {word!r}. Known: {', '.join(self.bands)}.",
                reason="unknown_type",
            )
        return found

    def relation(self, word: str) -> tuple[RelationType, bool]:
        """The relation that a word names, and whether head and tail must be exchanged.

        Raises:
            InputError: neither a relation, nor an alias, nor a passive form.
        """
        found = self._words.get(_fold(word))
        if found is None:
            raise InputError(
                f"no relation named {word!r}. Known: {', '.join(self.relations)}.",
                reason="unknown_relation",
            )
        return found

    def makes_edge(self, relation: RelationType, polarity: Polarity, sign: int) -> bool:
        """Whether such a statement is an edge: asserted, and no flipped sign under a signed word.

        >>> LIFE_SCIENCE.makes_edge(RelationType("causes"), Polarity.POSITIVE, -1)
        False
        """
        return polarity is Polarity.POSITIVE and (sign >= 0 or self.relations[relation].signless)

    def _read(self, table: Mapping[str, object]) -> None:
        types, relations = table["types"], table["relations"]
        assert isinstance(types, dict)
        assert isinstance(relations, dict)
        for name, band in types.items():
            _check_identifier(name)
            self.bands[ConceptType(name)] = str(band)
            self._types[_fold(name)] = ConceptType(name)
        for name, row in relations.items():
            _check_identifier(name)
            relation = RelationType(name)
            self.relations[relation] = RelationWord(
                relation, row["prior"], row.get("signless", False), row.get("symmetric", False)
            )
            for word in [name, *row.get("aliases", [])]:
                self._add_word(word, relation, exchanged=False)
            for word in row.get("passive", []):
                self._add_word(word, relation, exchanged=True)

    def _add_word(self, word: str, relation: RelationType, *, exchanged: bool) -> None:
        if self._words.get(_fold(word), (relation, exchanged)) != (relation, exchanged):
            raise InputError(f"vocabulary: {word!r} stands for two relations")
        self._words[_fold(word)] = (relation, exchanged)


def relationship_type(relation: RelationType) -> str:
    """The relation's name in Neo4j: `activates` is `ACTIVATES`."""
    return relation.upper()


def _fold(word: str) -> str:
    return re.sub(r"[\s_-]+", "", word).casefold()


def _check_identifier(name: str) -> None:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,63}", name):
        raise InputError(f"vocabulary: {name!r} cannot be a label", reason="bad_identifier")


@cache
def load_vocabulary(name: str) -> Vocabulary:
    """Read a vocabulary that ships with hubscope."""
    path = resources.files("graph.vocabularies") / f"{name}.toml"
    return Vocabulary(tomllib.loads(path.read_text("utf-8")))


LIFE_SCIENCE = load_vocabulary("life_science")
