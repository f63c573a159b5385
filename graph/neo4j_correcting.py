"""Correcting the graph on a server: layers, and attestations brought to where they belong.

Setting a layer is one transaction: afterwards the graph knows what it is to be, and which keys are
on the move. Then attestations are moved a piece at a time; after each piece names, relations and
degrees fit where things stand. Killed in between, the keys are still marked, and whoever writes
next goes on (`settle`). Only what touches a marked key is read or written.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from neo4j import ManagedTransaction

from graph.attestations import Attested
from graph.connection import Connection, Row, rows
from graph.corrections import Corrections, combined, to_json
from graph.cypher import correct as text
from graph.cypher import read, write
from graph.model import Claim, Concept
from graph.names import identity
from graph.neo4j_deriving import (
    add_degrees,
    ask,
    batched,
    derive_names,
    derive_relations,
    put_all,
)
from graph.neo4j_reading import layers_in, source_counts
from graph.neo4j_rows import form_key, written_in
from graph.store import layer_name
from graph.vocabulary import ConceptType, Polarity, RelationType
from hubscope.keys import canonical_json, key_of

# Attestations of one transaction, as when they are written; keys on the move at once.
MOVED_ROWS = 10_000
KEYS_AT_ONCE = 500


def set_layer(connection: Connection, layer: str, corrections: Corrections) -> None:
    """Set a layer and make the graph fit (see `GraphStore.correct`)."""
    name = layer_name(layer)
    connection.write(partial(_set_layer, name=name, corrections=corrections))
    settle(connection)


def unused(connection: Connection, corrections: Corrections) -> tuple[str, ...]:
    """What of some corrections nothing in the graph answers to (see `GraphStore.unused`)."""
    return connection.reading(partial(_unused, corrections=corrections))


def settle(connection: Connection) -> None:
    """Finish what is marked: move attestations, judge evidence, count sources again."""
    if not connection.read(text.ANY)[0]["n"]:
        return
    while moving := _pending(connection, "move"):
        _move(connection, moving)
    while judged := _pending(connection, "judge"):
        connection.write(partial(_judge, keys=[row["key"] for row in judged]))
    for row in connection.read(text.UNCOUNTED):
        counts = source_counts(connection, row["key"])
        connection.write(partial(rows, query=text.SET_COUNTS, key=row["key"], properties=counts))
    connection.write(partial(rows, query=text.DELETE_EMPTY))


def stored_corrections(tx: ManagedTransaction) -> Corrections:
    """What is stored of all layers combined."""
    found = rows(tx, text.STORED)[0]["found"]
    return Corrections(
        {row["key"]: _target(row) for row in found if row["to"] is not None},
        {row["key"]: row["name"] for row in found if row["name"] is not None},
        frozenset(row["key"] for row in found if row["rejected"]),
    )


def corrections_for(connection: Connection, attested: Attested) -> Corrections | None:
    """What corrects a part of what a source attests; None in a graph without any correction.

    What was begun before is finished first.
    """
    if not connection.read(text.ANY)[0]["n"]:
        return None
    settle(connection)
    keys = {naming.concept for naming in attested.namings.values()}
    keys.update(mention.concept for mention in attested.mentions)
    claims = {row.claim for row in attested.evidence.values()}
    for claim in claims:
        keys.update((claim.head, claim.tail))
    return connection.reading(partial(corrections_of, concepts=keys, claims=claims))


def note_written(
    connection: Connection, concepts: Mapping[str, Concept], corrections: Corrections
) -> None:
    """Keep what concepts are as written, so that their corrections can be taken back."""
    written = [
        {"key": key, "type": str(concept.type), "identity": identity(concept.name)}
        for key, concept in sorted(concepts.items())
        if key in corrections.identities
    ]
    connection.write(partial(put_all, query=text.SET_WRITTEN, given=written))


def corrections_of(
    tx: ManagedTransaction, concepts: Iterable[str], claims: Iterable[Claim]
) -> Corrections:
    """What the combined layers say of some concepts and of claims between them."""
    found = ask(tx, text.OF_CONCEPTS, set(concepts))
    identities = {row["key"]: _target(row) for row in found if row["to"] is not None}
    moved = ask(tx, text.OF_CONCEPTS, {concept.key for concept in identities.values()})
    names = {row["key"]: row["name"] for row in [*found, *moved] if row["name"] is not None}
    moving = Corrections(identities, names)
    made = {key for claim in claims for key in (claim.key, moving.claim(claim).key)}
    return Corrections(identities, names, _rejected(tx, made))


def _rejected(tx: ManagedTransaction, claims: Iterable[str]) -> frozenset[str]:
    found = ask(tx, text.OF_CONCEPTS, set(claims))
    return frozenset(row["key"] for row in found if row["rejected"])


def _disbelieved(rejected: frozenset[str], written: Claim, claim: Claim) -> bool | None:
    """True, or nothing at all: the property is there only where it says something."""
    return None if Corrections(rejected=rejected).believed(written, claim) else True


# -- setting a layer -------------------------------------------------------------------------------
def _set_layer(tx: ManagedTransaction, name: str, corrections: Corrections) -> None:
    rows(tx, write.FORGET_RUN_DIGESTS)
    if corrections:
        rows(tx, text.SET_LAYER, name=name, content=canonical_json(to_json(corrections)))
    else:
        rows(tx, text.DELETE_LAYER, name=name)
    wanted = combined(layers_in(tx))
    stored = {row["key"]: row for row in rows(tx, text.STORED)[0]["found"]}
    _mark(tx, wanted, stored)


def _mark(tx: ManagedTransaction, wanted: Corrections, stored: Mapping[str, Row]) -> None:
    """Store what the layers now say; mark what the graph does not fit any more."""
    before = {key: row["to"] for key, row in stored.items() if row["to"] is not None}
    after = {key: concept.key for key, concept in wanted.identities.items()}
    identities = [
        {"key": key, "to": None, "to_type": None, "to_identity": None}
        if key not in after
        else _identity_row(key, wanted.identities[key])
        for key in _changed(before, after)
    ]
    put_all(tx, text.SET_IDENTITIES, identities)
    chosen = {key: row["name"] for key, row in stored.items() if row["name"] is not None}
    renamed = _changed(chosen, wanted.names)
    put_all(tx, text.SET_CHOSEN_NAMES, [_name_row(key, wanted.names.get(key)) for key in renamed])
    derive_names(tx, renamed)
    rejected = {key: True for key, row in stored.items() if row["rejected"]}
    judged = _changed(rejected, dict.fromkeys(wanted.rejected, True))
    put_all(
        tx,
        text.SET_REJECTED,
        [{"key": key, "rejected": True if key in wanted.rejected else None} for key in judged],
    )


def _changed(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return sorted(k for k in before.keys() | after.keys() if before.get(k) != after.get(k))


def _identity_row(key: str, concept: Concept) -> Row:
    return {
        "key": key,
        "to": concept.key,
        "to_type": str(concept.type),
        "to_identity": concept.name,
    }


def _name_row(key: str, name: str | None) -> Row:
    return {"key": key, "name": name, "form_key": None if name is None else form_key(name)}


def _target(row: Row) -> Concept:
    return Concept(ConceptType(row["to_type"]), row["to_identity"])


def _unused(tx: ManagedTransaction, corrections: Corrections) -> tuple[str, ...]:
    unused: set[str] = set()
    for query, keys in (
        (text.WRITTEN_CONCEPTS, set(corrections.identities)),
        (text.LIVE_CONCEPTS, set(corrections.names)),
        (text.MADE_CLAIMS, set(corrections.rejected)),
    ):
        unused |= keys - {row["key"] for row in ask(tx, query, keys)}
    return tuple(sorted(unused))


# -- making the graph fit --------------------------------------------------------------------------
def _pending(connection: Connection, kind: str) -> list[Row]:
    found: list[Row] = connection.read(text.PENDING, pending=kind, limit=KEYS_AT_ONCE)[0]["found"]
    return found


def _move(connection: Connection, moving: Sequence[Row]) -> None:
    """Bring everything that was written of some keys to where it belongs."""
    for step in (_Move.names, _Move.mentions, _Move.evidence):
        while connection.write(partial(_step, moving=moving, step=step)):
            pass
    connection.write(partial(_finish, moving=moving))


def _step(tx: ManagedTransaction, moving: Sequence[Row], step: Callable[["_Move"], bool]) -> bool:
    return step(_Move(tx, moving))


def _finish(tx: ManagedTransaction, moving: Sequence[Row]) -> None:
    """Let results follow, delete what nothing attests any more, take off the marks."""
    results = [
        {"key": row["key"], "to": row["to"] or row["key"], "places": row["places"]}
        for row in moving
    ]
    rows(tx, text.MOVE_ABOUT, rows=results)
    rows(tx, text.MOVE_FAILURES, rows=results)
    for batch in batched(_places(moving)):
        rows(tx, write.DELETE_CONCEPTS, keys=batch)
    rows(tx, text.SETTLED, keys=[row["key"] for row in moving])


def _judge(tx: ManagedTransaction, keys: Sequence[str]) -> None:
    judged = rows(tx, text.JUDGE, keys=keys)[0]
    _derive(tx, concepts=(), claims=judged["claims"])
    _forget_counts(tx, judged["sources"])
    rows(tx, text.SETTLED, keys=keys)


def _derive(tx: ManagedTransaction, concepts: Iterable[str], claims: Iterable[str]) -> None:
    derive_names(tx, concepts)
    degrees: Counter[str] = Counter()
    unattested, _ = derive_relations(tx, claims, degrees)
    add_degrees(tx, degrees)
    for batch in batched(row["key"] for row in unattested):
        rows(tx, write.DELETE_CLAIMS, keys=batch)


def _forget_counts(tx: ManagedTransaction, sources: Iterable[str]) -> None:
    rows(tx, text.FORGET_COUNTS, keys=sorted({key_of("source", name) for name in sources}))


def _places(moving: Sequence[Row]) -> list[str]:
    return sorted({place for row in moving for place in row["places"]})


@dataclass(slots=True)
class _Move:
    """One transaction that moves attestations of some keys; each step says whether it moved any."""

    tx: ManagedTransaction
    moving: Sequence[Row]
    _to: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._to = {row["key"]: row["to"] or row["key"] for row in self.moving}

    def names(self) -> bool:
        """Names go to the concepts that their written keys stand for."""
        return self._to_concepts(text.MISPLACED_NAMES, text.CREATE_NAMES)

    def mentions(self) -> bool:
        """So do mentions."""
        return self._to_concepts(text.MISPLACED_MENTIONS, text.CREATE_MENTIONS)

    def evidence(self) -> bool:
        """Evidence goes to the claim that its written claim stands for."""
        found = self._misplaced(text.MISPLACED_EVIDENCE)
        pairs = [self._claims(row) for row in found]
        claims = {claim.key: claim for _, claim in pairs}
        self._ensure({end for claim in claims.values() for end in (claim.head, claim.tail)})
        self._ensure_claims(claims)
        rejected = _rejected(self.tx, {claim.key for pair in pairs for claim in pair})
        moved = [
            row
            | {"to": claim.key, "disbelieved": _disbelieved(rejected, written, claim)}
            | written_in(written, claim)
            for row, (written, claim) in zip(found, pairs, strict=True)
        ]
        self._replace(text.CREATE_EVIDENCE, moved)
        _derive(self.tx, concepts=(), claims={row["place"] for row in found} | claims.keys())
        return bool(found)

    def _claims(self, row: Row) -> tuple[Claim, Claim]:
        """The claim as written, and the claim that it stands for."""
        relation, polarity = RelationType(row["relation"]), Polarity(row["polarity"])
        head, tail = str(row["written_head"]), str(row["written_tail"])
        written = Claim(head, relation, tail, polarity)
        head, tail = self._to.get(head, str(row["head"])), self._to.get(tail, str(row["tail"]))
        return written, Claim(head, relation, tail, polarity)

    def _misplaced(self, query: str) -> list[Row]:
        found: list[Row] = rows(
            self.tx, query, places=_places(self.moving), to=self._to, limit=MOVED_ROWS
        )[0]["found"]
        return found

    def _to_concepts(self, misplaced: str, create: str) -> bool:
        found = self._misplaced(misplaced)
        moved = []
        for row in found:
            belongs, written = self._to[row["written"]], row["written"]
            as_written = None if belongs == written else written
            moved.append(row | {"to": belongs, "as_written": as_written})
        touched = {row["to"] for row in moved}
        self._ensure(touched)
        self._replace(create, moved)
        derive_names(self.tx, touched | {row["place"] for row in moved})
        return bool(found)

    def _replace(self, create: str, moved: Sequence[Row]) -> None:
        put_all(self.tx, create, moved)
        for batch in batched(moved):
            rows(self.tx, text.DELETE_MOVED, ids=[row["id"] for row in batch])
        _forget_counts(self.tx, {row["source"] for row in moved})

    def _ensure(self, keys: Iterable[str]) -> None:
        """Create the concepts that are not there yet."""
        wanted = set(keys)
        missing = wanted - {row["key"] for row in ask(self.tx, read.KNOWN_CONCEPTS, wanted)}
        if not missing:
            return
        known = {self._to[row["key"]]: _belongs(row) for row in self.moving}
        chosen = corrections_of(self.tx, missing, ()).names
        created: defaultdict[ConceptType, list[Row]] = defaultdict(list)
        for key in sorted(missing):
            concept = known[key]
            created[concept.type].append(
                {"key": key, "identity": concept.name, "chosen": chosen.get(key)}
            )
        for type, given in sorted(created.items()):
            put_all(self.tx, text.create_concepts(type), given)
        derive_names(self.tx, missing)

    def _ensure_claims(self, claims: Mapping[str, Claim]) -> None:
        known = {row["key"] for row in ask(self.tx, read.EXISTING_CLAIMS, claims)}
        created = [
            {
                "key": key,
                "head": claim.head,
                "relation": claim.relation,
                "tail": claim.tail,
                "polarity": claim.polarity.value,
            }
            for key, claim in sorted(claims.items())
            if key not in known
        ]
        put_all(self.tx, text.CREATE_CLAIMS, created)


def _belongs(row: Row) -> Concept:
    """The concept that a key on the move is to be; itself, if its correction was taken back."""
    return _target(row) if row["to"] is not None else Concept(row["type"], row["identity"])
