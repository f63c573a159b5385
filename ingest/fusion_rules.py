"""Who is who: which near concepts are one, by rules that no order of the pairs can change.

Pairs join from the nearest on, ties by key. A pair joins only if nothing parts any member of the
one group from any member of the other, so that a chain never brings together what a veto keeps
apart (methods/decisions, Names).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite

from graph.names import identity
from graph.vocabulary import ConceptType
from hubscope.errors import InputError
from ingest.fusion_vetoes import NameReason, parting, same_words


@dataclass(frozen=True, slots=True)
class Candidate:
    """A concept as fusion sees it.

    Attributes:
        name: the name that makes its identity. What is shown may be an abbreviation, which means
            other things elsewhere.
        documents: how many documents name it.
        identifiers: external identifiers, as the graph has them.
        entry: what the lexicon calls it, "" if it does not know it.
    """

    key: str
    type: ConceptType
    name: str
    degree: int = 0
    documents: int = 0
    identifiers: tuple[str, ...] = ()
    entry: str = ""


class Basis(StrEnum):
    """Why a pair is proposed; the first ones need no cosine."""

    IDENTIFIER = "identifier"
    LEXICON = "lexicon"
    EMBEDDING = "embedding"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two keys (the lesser first), their cosine, and why they are proposed.

    Raises:
        InputError: the cosine is not a number (`bad_vector`).
    """

    one: str
    other: str
    similarity: float
    basis: Basis = Basis.EMBEDDING

    def __post_init__(self) -> None:
        if not isfinite(self.similarity):
            raise InputError("a cosine is not a number: embed again.", reason="bad_vector")
        if self.other < self.one:
            one, other = self.other, self.one
            object.__setattr__(self, "one", one)
            object.__setattr__(self, "other", other)


@dataclass(frozen=True, slots=True)
class Parted:
    """A proposed pair that is not joined; `between` is the pair of members that a rule parts."""

    pair: Pair
    reason: str
    between: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Group:
    """Concepts that are one, by key, and the least similarity that joined them."""

    members: tuple[str, ...]
    similarity: float
    basis: tuple[Basis, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """What keeps near concepts apart.

    Attributes:
        apart: pairs of keys that people keep apart.
        aliases: whether a source or a lexicon gives two concepts as names of one.
    """

    apart: frozenset[frozenset[str]] = frozenset()
    aliases: Callable[[Candidate, Candidate], bool] = field(default=lambda one, other: False)

    def parts(self, one: Candidate, other: Candidate) -> str:
        """The word for what parts two concepts; empty if nothing does."""
        if one.type != other.type:
            return "type"
        if frozenset((one.key, other.key)) in self.apart:
            return "people"
        found = parting(one.name, other.name)
        if found is not None and not self._lifted(found, one, other):
            return found[0]
        return _differing_identity(one, other)

    def _lifted(self, found: tuple[str, bool], one: Candidate, other: Candidate) -> bool:
        """Whether a registry, the lexicon or a source says that the names are of one concept."""
        reason, by_alias = found
        same_entry = bool(one.entry) and one.entry == other.entry
        if same_entry or _shared(one, other):
            # A registry may well give one identifier to a kind and a subkind, written so.
            return by_alias or reason in set(NameReason)
        return by_alias and self.aliases(one, other)


def _shared(one: Candidate, other: Candidate) -> frozenset[str]:
    return frozenset(one.identifiers) & frozenset(other.identifiers)


def _differing_identity(one: Candidate, other: Candidate) -> str:
    """`identifier` where a registry that knows both says they are two; `lexicon` likewise."""
    if _shared(one, other):
        return ""
    mine, theirs = registered(one.identifiers), registered(other.identifiers)
    if mine.keys() & theirs.keys():
        return "identifier"
    if not one.entry or not other.entry or one.entry == other.entry:
        return ""
    # Registries that the lexicon is made of turn words round: Pancreatitis, Chronic.
    return "" if same_words(one.name, other.name) else "lexicon"


def registered(identifiers: Iterable[str]) -> dict[str, set[str]]:
    """Identifiers by registry: MESH:D1 is D1 of MESH.

    >>> registered(["MESH:D1", "MESH:D2"]) == {"MESH": {"D1", "D2"}}
    True
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for identifier in identifiers:
        registry, _, number = identifier.partition(":")
        found[registry].add(number)
    return dict(found)


def same_by_identity(candidates: Iterable[Candidate]) -> list[Pair]:
    """Pairs of one type that have one identifier, and no other of its registry, or one entry.

    Neighbours in a group are paired, not all with all: joining is transitive.
    """
    by_what: defaultdict[tuple[Basis, str, str], list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        for registry, numbers in registered(candidate.identifiers).items():
            if len(numbers) == 1:
                identifier = f"{registry}:{min(numbers)}"
                by_what[Basis.IDENTIFIER, candidate.type, identifier].append(candidate)
        if candidate.entry:
            by_what[Basis.LEXICON, candidate.type, candidate.entry].append(candidate)
    pairs: dict[tuple[str, str], Pair] = {}
    for (basis, _, _), group in sorted(by_what.items(), key=lambda item: item[0][0]):
        keys = sorted(candidate.key for candidate in group)
        for at, one in enumerate(keys):
            for other in keys[at + 1 :]:
                pairs.setdefault((one, other), Pair(one, other, 1.0, basis))
    return list(pairs.values())


def same_identity(one: Candidate, other: Candidate) -> bool:
    """Whether two names of one type are one before any cosine is asked."""
    return one.type == other.type and identity(one.name) == identity(other.name)


def joined(
    candidates: Mapping[str, Candidate], pairs: Iterable[Pair], rules: Rules
) -> tuple[list[Group], list[Parted]]:
    """Join pairs into groups.

    Args:
        candidates: concepts by key.
        pairs: what is proposed; every pair of it is above the threshold.
        rules: what keeps concepts apart.

    Returns:
        Groups of at least two by their least key; pairs that were not joined, nearest first.
    """
    group_of = {key: [key] for key in candidates}
    joining: defaultdict[int, list[Pair]] = defaultdict(list)
    parted = []
    for pair in sorted(set(pairs), key=_order):
        one, other = group_of[pair.one], group_of[pair.other]
        if one is other:
            continue
        reason, between = _first_parted(one, other, pair, candidates, rules)
        if reason:
            parted.append(Parted(pair, reason, between))
            continue
        links = [*joining.pop(id(one), []), *joining.pop(id(other), []), pair]
        larger, smaller = (one, other) if len(one) >= len(other) else (other, one)
        larger.extend(smaller)
        joining[id(larger)] = links
        for key in smaller:
            group_of[key] = larger
    groups = {id(group): group for group in group_of.values() if len(group) > 1}
    made = [_group(group, joining[at]) for at, group in groups.items()]
    return sorted(made, key=lambda group: group.members), parted


def _order(pair: Pair) -> tuple[bool, float, str, str]:
    return (pair.basis is Basis.EMBEDDING, -pair.similarity, pair.one, pair.other)


def _first_parted(
    one: Sequence[str],
    other: Sequence[str],
    pair: Pair,
    candidates: Mapping[str, Candidate],
    rules: Rules,
) -> tuple[str, tuple[str, str]]:
    """What parts two groups: the pair itself is asked first, then their members by key."""
    proposed = (pair.one, pair.other)
    crossing = ((min(x, y), max(x, y)) for x in sorted(one) for y in sorted(other))
    for between in (proposed, *crossing):
        if reason := rules.parts(candidates[between[0]], candidates[between[1]]):
            return reason, between
    return "", proposed


def _group(members: Sequence[str], links: Sequence[Pair]) -> Group:
    return Group(
        tuple(sorted(members)),
        min(link.similarity for link in links),
        tuple(sorted({link.basis for link in links})),
    )


class Canonical(StrEnum):
    """How the concept is chosen that the others become."""

    HUB = "hub"
    RELEASE = "release"


def canonical(members: Iterable[Candidate], rule: Canonical = Canonical.HUB) -> Candidate:
    """The concept that the members become.

    Args:
        members: at least one.
        rule: `hub` = of highest degree, then in most documents; `release` = the SCHEMA release's
            name of most words, then the longest. Ties by name, then key.
    """
    if rule is Canonical.RELEASE:
        return min(members, key=lambda c: (-len(c.name.split()), -len(c.name), c.name, c.key))
    return min(members, key=lambda c: (-c.degree, -c.documents, c.name, c.key))


def homonyms(candidates: Iterable[Candidate]) -> list[tuple[Candidate, ...]]:
    """Concepts of different types whose names are one name; they are never fused."""
    by_name: defaultdict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_name[identity(candidate.name)].append(candidate)
    found = [tuple(sorted(group, key=lambda c: c.key)) for group in by_name.values()]
    several = [group for group in found if len({candidate.type for candidate in group}) > 1]
    return sorted(several, key=lambda group: (-sum(c.degree for c in group), group[0].name))
