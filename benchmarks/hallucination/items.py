"""Items behind trajectories: found by id, with their anchoring in the graph and their hub tier."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from graph.degree import TIER_WEIGHT, DegreeSnapshot
from graph.store import GraphStore, ItemRecord
from graph.vocabulary import HubTier, MentionRole
from hubscope.keys import digest_lines

STRONG, WEAK, UNANCHORED = "strong", "weak", "unanchored"
# Stem and answer at most this many relations apart make an item strongly anchored.
NEAR = 2


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """An item with where it stands: anchoring, and the highest tier of its stem and answer.

    `concepts` are those that the item, its options and its own documents name.
    """

    item: ItemRecord
    anchoring: str
    tier: HubTier
    concepts: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """The item's key."""
        return self.item.key


class ItemTable:
    """The items that some trajectories answer."""

    def __init__(self, facts: dict[str, ItemFacts], ambiguous: tuple[str, ...]) -> None:
        self._facts = facts
        self.ambiguous = ambiguous

    def find(self, item_id: str | None) -> ItemFacts | None:
        """The item of an id; None where there is none, or several sources have it."""
        return self._facts.get(item_id) if item_id is not None else None

    def __len__(self) -> int:
        return len(self._facts)

    @property
    def dataset(self) -> str:
        """Hash over the items' keys, questions, options and answers."""
        rows = sorted(
            "\x1f".join((f.item.key, f.item.question, f.item.options, f.item.answer))
            for f in self._facts.values()
        )
        return digest_lines(rows)


def load_items(
    store: GraphStore, wanted: Iterable[str], source: str | None, taken: DegreeSnapshot
) -> ItemTable:
    """Look up items by their own ids.

    Args:
        store: the graph.
        wanted: item ids as trajectories have them.
        source: whose ids they are; None = any source, an id that several have is ambiguous.
        taken: the run's degree snapshot.
    """
    ids = set(wanted)
    found: defaultdict[str, list[ItemRecord]] = defaultdict(list)
    for item in store.items(source):
        if item.id in ids:
            found[item.id].append(item)
    ambiguous = tuple(sorted(id for id, items in found.items() if len(items) > 1))
    single = {id: items[0] for id, items in found.items() if len(items) == 1}
    concepts = store.item_concepts(sorted(item.key for item in single.values()))
    near = _neighbours(store.edges())
    facts = {
        id: _facts(item, concepts.get(item.key, []), near, taken) for id, item in single.items()
    }
    return ItemTable(facts, ambiguous)


def _facts(
    item: ItemRecord,
    mentions: list[tuple[str, str]],
    near: dict[str, set[str]],
    taken: DegreeSnapshot,
) -> ItemFacts:
    stem = {key for role, key in mentions if role == MentionRole.STEM}
    answer = {key for role, key in mentions if role == MentionRole.ANSWER}
    tiers = [taken.tier(key) for key in stem | answer]
    return ItemFacts(
        item,
        anchoring(stem, answer, {key for _, key in mentions} & taken.standings.keys(), near),
        max(tiers, key=TIER_WEIGHT.__getitem__, default=HubTier.OFF),
        frozenset(key for _, key in mentions),
    )


def anchoring(stem: set[str], answer: set[str], known: set[str], near: dict[str, set[str]]) -> str:
    """How well an item is anchored in the graph (docs/methods/hallucination.md).

    Strong: a stem concept and an answer concept are in the graph and at most two relations apart.
    Weak: at least one of its concepts is in the graph. Unanchored: none is.

    >>> path = {"a": {"b"}, "b": {"a", "c"}, "c": {"b"}}
    >>> anchoring({"a"}, {"c"}, {"a", "c"}, path), anchoring({"a"}, set(), {"a"}, path)
    ('strong', 'weak')
    """
    reached = stem & known
    for _ in range(NEAR):
        reached = reached.union(*(near.get(key, set()) for key in reached))
    if reached & answer & known:
        return STRONG
    return WEAK if known else UNANCHORED


def _neighbours(edges: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    near: defaultdict[str, set[str]] = defaultdict(set)
    for head, tail in edges:
        near[head].add(tail)
        near[tail].add(head)
    return dict(near)
