"""Closed words: concept types, relations with aliases and passive forms, verdicts, roles, parts.

Types and relations of a field of science are data (`graph/vocabularies/*.toml`, joined in
`graph.fields`); what hubscope itself is made of are enumerations. The 16 types of life science and
its 13 core relations with their priors are SCHEMA's (docs/methods/hallucination.md); the other
relations are this project's.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NewType

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

# Labels of the graph's own nodes; a concept has `Concept` and its type.
KEYED_LABELS = (
    "Concept",
    "Document",
    "Chunk",
    "Claim",
    "Source",
    "Item",
    "Run",
    "Trajectory",
    "AgentClaim",
    "Correction",
    "CorrectionLayer",
)
# Relationships that are no relations of a vocabulary: what leads from a concept to its sources.
STRUCTURAL_TYPES = (
    "SUBJECT",
    "OBJECT",
    "EVIDENCED_BY",
    "PART_OF",
    "FROM",
    "NAMES",
    "MENTIONS",
    "GOLD",
    "OF",
    "CLAIMS",
    "ABOUT",
    "JUDGED_ON",
    "FAILS_AT",
)
# `part_of` between concepts shares its type with what holds a chunk and its document together:
# the labels tell them apart. A name that is a label in lower case would share its constraint.
_RESERVED_RELATIONS = frozenset(
    {word.lower() for word in (*STRUCTURAL_TYPES, *KEYED_LABELS)} - {"part_of"}
)

BANDS = ("identifier-grounded", "compositional", "processual", "locative", "")
PRIORS = ("strong", "medium", "weak")
BIOMEDICAL, FORMULAS = "biomedical", "formulas"
TEXT_RULES = ("", BIOMEDICAL, FORMULAS)
_TABLE_KEYS = {"name", "text_rules", "types", "groups", "relations"}
_FLAGS = ("signless", "symmetric", "listing")  # of a relation, false where they are not given


@dataclass(frozen=True, slots=True)
class RelationWord:
    """A relation of the closed list.

    Attributes:
        prior: `strong`, `medium` or `weak`, before any evidence.
        signless: a sign annotates it; in all other relations the sign is in the word.
        symmetric: head and tail mean the same; stored as the source has them all the same.
        listing: it says where a thing is listed, not what it does: its statements have the origin
            `vocabulary` and do not count in degree, or every list would be a hub.
    """

    name: RelationType
    prior: str
    signless: bool
    symmetric: bool
    listing: bool


class Vocabulary:
    """The closed lists of one field of science.

    Attributes:
        name: what it is chosen by: the stem of its file.
        title: the field's own name.
        text_rules: which rules of ours read its sentences: `biomedical` (sentence patterns, word
            shapes, head nouns, gene contexts), `formulas` (chemical formulas with their charge),
            or "": names of its lexicon and what sources state themselves, nothing else.
        file: the user's file that it was read from, None for one that ships with hubscope.
        bands: concept types with their band of falsifiability.
        relations: the relations by name.
        fingerprint: digest of everything it says.
    """

    def __init__(self, table: Mapping[str, object], name: str = "", file: Path | None = None):
        self.name = name
        self.title = str(table.get("name", name))
        self.text_rules = str(table.get("text_rules", ""))
        self.file = file
        self.bands: dict[ConceptType, str] = {}
        self.relations: dict[RelationType, RelationWord] = {}
        self._types: dict[str, ConceptType] = {}
        self._words: dict[str, tuple[RelationType, bool]] = {}
        self.fingerprint = digest(table)
        self._read(table)

    @classmethod
    def read(cls, path: Path) -> "Vocabulary":
        """The vocabulary in a user's file.

        Raises:
            InputError: it cannot be read, or says what no vocabulary can (`bad_vocabulary`,
                `bad_identifier`).
        """
        try:
            return cls(tomllib.loads(path.read_text("utf-8")), path.stem, path)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise InputError(
                f"{path}: cannot read this vocabulary: {error}",
                reason="bad_vocabulary",
                where=str(path),
            ) from error
        except InputError as error:
            raise InputError(f"{path}: {error}", reason=error.reason, where=str(path)) from error

    def type(self, word: str) -> ConceptType:
        """The type that a word names, case and separators ignored.

        Raises:
            InputError: no such type.
        """
        found = self._types.get(folded(word))
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
        bare = _COPULA.sub("", word.strip())
        found = self._words.get(folded(word)) or self._words.get(folded(bare))
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
        unknown = table.keys() - _TABLE_KEYS
        types, relations = table.get("types"), table.get("relations")
        if unknown or not isinstance(types, dict) or not isinstance(relations, dict):
            what = f"no key {min(unknown)!r}" if unknown else "tables [types] and [relations]"
            raise bad_vocabulary(f"a vocabulary has {what}")
        if self.text_rules not in TEXT_RULES:
            raise bad_vocabulary(f"text_rules is one of {', '.join(map(repr, TEXT_RULES))}")
        for name, band in {**types, OTHER: ""}.items():
            self._add_type(name, band)
        for name, row in relations.items():
            self._add_relation(name, row)

    def _add_type(self, name: str, band: object) -> None:
        _check_identifier(name)
        if name in KEYED_LABELS or band not in BANDS:
            what = "is a label of the graph itself" if name in KEYED_LABELS else f"band {band!r}"
            raise bad_vocabulary(f"type {name!r}: {what}. Bands: {', '.join(map(repr, BANDS))}")
        if self._types.setdefault(folded(name), ConceptType(name)) != name:
            raise bad_vocabulary(f"types {self._types[folded(name)]!r} and {name!r} are one word")
        self.bands[ConceptType(name)] = str(band)

    def _add_relation(self, name: str, row: object) -> None:
        _check_identifier(name)
        if name != name.lower() or name in _RESERVED_RELATIONS:
            raise bad_vocabulary(f"relation {name!r}: lower case, and none of the graph's own")
        relation = RelationType(name)
        prior, flags, aliases, passive = _relation_row(name, row)
        self.relations[relation] = RelationWord(relation, prior, **flags)
        for word in [name, *aliases]:
            self._add_word(word, relation, exchanged=False)
        for word in passive:
            self._add_word(word, relation, exchanged=True)

    def _add_word(self, word: str, relation: RelationType, *, exchanged: bool) -> None:
        if self._words.get(folded(word), (relation, exchanged)) != (relation, exchanged):
            raise bad_vocabulary(f"{word!r} stands for two relations")
        self._words[folded(word)] = (relation, exchanged)


def relationship_type(relation: RelationType) -> str:
    """The relation's name in Neo4j: `activates` is `ACTIVATES`."""
    return relation.upper()


def relation_of(type: str) -> RelationType:
    """The relation of a relationship type: `ACTIVATES` is `activates`."""
    return RelationType(type.lower())


# "is activated by" is "activated by"; without a word behind it, "is activated" names no relation.
_COPULA = re.compile(
    r"^(?:is|are|was|were|(?:has|have)[\s_-]been)[\s_-]+(?=.*[\s_-](?:by|with|of|in|to|from|for)$)",
    re.IGNORECASE,
)


def folded(word: str) -> str:
    """A word with case and separators folded away."""
    return re.sub(r"[\s_-]+", "", word).casefold()


def _relation_row(name: str, row: object) -> tuple[Any, ...]:
    """Prior, flags by name, aliases, passive forms of a relation's table."""
    kinds = {**dict.fromkeys(_FLAGS, bool), "aliases": list, "passive": list}
    if not isinstance(row, dict) or row.keys() - {"prior", *kinds}:
        raise bad_vocabulary(f"relation {name!r} has only prior, {', '.join(kinds)}")
    if row.get("prior") not in PRIORS:
        raise bad_vocabulary(f"relation {name!r}: prior is one of {', '.join(PRIORS)}")
    values = {key: row.get(key, kind()) for key, kind in kinds.items()}
    words = [*values["aliases"], *values["passive"]] if _fit(values, kinds) else [None]
    if not all(isinstance(word, str) and folded(word) for word in words):
        raise bad_vocabulary(f"relation {name!r}: true or false, and lists of words")
    flags = {flag: values[flag] for flag in _FLAGS}
    return row["prior"], flags, values["aliases"], values["passive"]


def _fit(values: Mapping[str, object], kinds: Mapping[str, type]) -> bool:
    return all(isinstance(values[key], kind) for key, kind in kinds.items())


def _check_identifier(name: str) -> None:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,63}", name):
        raise InputError(f"vocabulary: {name!r} cannot be a label", reason="bad_identifier")


def bad_vocabulary(what: str) -> InputError:
    """What is said of a table that can be no vocabulary."""
    return InputError(f"vocabulary: {what}.", reason="bad_vocabulary")


@cache
def load_vocabulary(name: str) -> Vocabulary:
    """Read a vocabulary that ships with hubscope."""
    path = resources.files("graph.vocabularies") / f"{name}.toml"
    return Vocabulary(tomllib.loads(path.read_text("utf-8")), name)


LIFE_SCIENCE = load_vocabulary("life_science")
