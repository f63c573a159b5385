"""Corrections: what people and fusion say of concepts and claims, kept apart from what was written.

The graph is a function of what sources attest and of corrections. Attestations keep the keys they
were written with, and corrections say which concept a key stands for, how a concept is called, and
which claims are not to be believed. So corrections can be set before or after sources are written,
changed, and taken back, and leave no trace.

Corrections come in layers: what people say is one, each applied fusion is another. `combined` lays
them over each other; what people say wins, and an earlier layer outranks a later one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graph import names
from graph.attestations import Attested
from graph.model import Claim, Concept, Evidence, Mention, Naming
from graph.vocabulary import ConceptType
from hubscope.errors import InputError

PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Corrections:
    """One layer of corrections, or all of them combined.

    Attributes:
        identities: concept key to the concept that it is to be. A chain means its end; a key that
            is to be itself is left alone by the layers below.
        names: concept key to the name that a person chose to show.
        rejected: keys of claims not to be believed, as written or as corrected: they make no
            relation and are no evidence, but stay to be seen.

    Raises:
        InputError: the identities go round in a circle (`correction_cycle`), or a name is empty.
    """

    identities: Mapping[str, Concept] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    rejected: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        ends = {key: _end(self.identities, key) for key in sorted(self.identities)}
        object.__setattr__(self, "identities", ends)
        chosen = {key: names.shown(self.names[key]) for key in sorted(self.names)}
        object.__setattr__(self, "names", chosen)
        object.__setattr__(self, "rejected", frozenset(self.rejected))

    def __bool__(self) -> bool:
        """Whether there is anything to correct."""
        return bool(self.identities or self.names or self.rejected)

    def key(self, concept: str) -> str:
        """Key of the concept that a key stands for."""
        found = self.identities.get(concept)
        return concept if found is None else found.key

    def claim(self, claim: Claim) -> Claim:
        """The claim that a claim as written stands for."""
        head, tail = self.key(claim.head), self.key(claim.tail)
        if (head, tail) == (claim.head, claim.tail):
            return claim
        return Claim(head, claim.relation, tail, claim.polarity)

    def believed(self, written: Claim, claim: Claim) -> bool:
        """Whether evidence of a claim, as written and as corrected, is believed.

        What was said of two concepts that are now one says nothing.
        """
        if written.key in self.rejected or claim.key in self.rejected:
            return False
        return claim.head != claim.tail or written.head == written.tail

    def correct(self, attested: Attested) -> Attested:
        """What a source attests, each thing at the concept or claim that it stands for."""
        if not self:
            return attested
        concepts = [self.identities.get(key, c) for key, c in attested.concepts.items()]
        return replace(
            attested,
            concepts={concept.key: concept for concept in concepts},
            namings={one: self._naming(naming) for one, naming in attested.namings.items()},
            mentions={self._mention(mention) for mention in attested.mentions},
            evidence={one: self._evidence(row) for one, row in attested.evidence.items()},
        )

    def _naming(self, naming: Naming) -> Naming:
        key = self.key(naming.concept)
        if key == naming.concept:
            return naming
        return replace(naming, concept=key, as_written=naming.concept)

    def _mention(self, mention: Mention) -> Mention:
        key = self.key(mention.concept)
        if key == mention.concept:
            return mention
        return replace(mention, concept=key, as_written=mention.concept)

    def _evidence(self, row: Evidence) -> Evidence:
        claim = self.claim(row.claim)
        believed = self.believed(row.claim, claim)
        if claim is row.claim:
            return row if believed else replace(row, believed=False)
        return replace(row, claim=claim, as_written=row.claim, believed=believed)


def combined(layers: Mapping[str, Corrections]) -> Corrections:
    """All layers as one: names are those of the concepts that the keys stand for.

    What a layer says of a key hides what the layers below say of it, and so does a chain that
    would come back to where it began.
    """
    identities: dict[str, Concept] = {}
    for layer in _ranked(layers):
        for key, concept in layer.identities.items():
            if key not in identities and not _leads_to(identities, concept, key):
                identities[key] = concept
    ends = {key: _end(identities, key) for key in sorted(identities)}
    moved = {key: concept for key, concept in ends.items() if concept.key != key}
    return Corrections(
        moved,
        _shown_names(layers, moved),
        frozenset().union(*(x.rejected for x in layers.values())),
    )


def _ranked(layers: Mapping[str, Corrections]) -> list[Corrections]:
    """Layers, the one that wins first."""
    return [layers[name] for name in sorted(layers, key=lambda name: (name != PEOPLE, name))]


def _shown_names(
    layers: Mapping[str, Corrections], identities: Mapping[str, Concept]
) -> dict[str, str]:
    """Chosen names by concept: its own before one that was chosen for what it took in."""
    found: dict[str, str] = {}
    for layer in _ranked(layers):
        for taken_in in (False, True):
            for key, name in layer.names.items():
                if (key in identities) is taken_in:
                    found.setdefault(identities[key].key if taken_in else key, name)
    return found


def _end(identities: Mapping[str, Concept], key: str) -> Concept:
    """Where a chain ends.

    Raises:
        InputError: nowhere.
    """
    concept, seen = identities[key], {key}
    while (following := identities.get(concept.key)) is not None and following.key != concept.key:
        if concept.key in seen:
            raise InputError(
                f"corrections go round in a circle at {concept.type} {concept.name!r}: "
                "say which of the concepts is to stay.",
                reason="correction_cycle",
                where=concept.key,
            )
        seen.add(concept.key)
        concept = following
    return Concept(concept.type, names.identity(concept.name))


def _leads_to(identities: Mapping[str, Concept], concept: Concept, key: str) -> bool:
    """Whether a chain that begins at a concept passes a key other than where it stands."""
    here = concept.key
    while (following := identities.get(here)) is not None and following.key != here:
        here = following.key
        if here == key:
            return True
    return False


def to_json(corrections: Corrections) -> dict[str, Any]:
    """Corrections as JSON values: concepts as `[type, identity]`, everything sorted."""
    return {
        "identities": {k: [c.type, c.name] for k, c in corrections.identities.items()},
        "names": dict(corrections.names),
        "rejected": sorted(corrections.rejected),
    }


def from_json(
    identities: Mapping[str, Iterable[str]], names: Mapping[str, str], rejected: Iterable[str]
) -> Corrections:
    """Corrections from JSON values, as `to_json` made them."""
    concepts = {key: _concept(*pair) for key, pair in identities.items()}
    return Corrections(concepts, names, frozenset(rejected))


def _concept(type: str, name: str) -> Concept:
    return Concept(ConceptType(type), name)
