"""The canonical order of the graph's lines: equal graphs give equal lines in equal order.

Lines stand in groups, what is referred to before what refers to it, and within a group by the thing
they belong to: a document, then which sources it is from; a concept, then its names. So a graph of
any size can be read and written line by line.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from graph.corrections import Corrections, to_json
from hubscope.keys import canonical_json

Line = dict[str, Any]


class Place(NamedTuple):
    """Where lines of one kind stand: the number of their group, and the field that says whose.

    Of one owner's lines those of the kind that is listed first stand first.
    """

    group: int
    owner: str


PLACES = {
    "layer": Place(0, "name"),
    "source": Place(1, "key"),
    "document": Place(2, "key"),
    "from": Place(2, "document"),
    "chunk": Place(3, "key"),
    "part_of": Place(3, "chunk"),
    "concept": Place(4, "key"),
    "written": Place(4, "concept"),
    "names": Place(4, "concept"),
    "item": Place(5, "key"),
    "mentions": Place(5, "item"),
    "gold": Place(5, "item"),
    "claim": Place(6, "key"),
    "evidence": Place(6, "claim"),
    "relation": Place(7, "head"),
}


_RANKS = {kind: rank for rank, kind in enumerate(PLACES)}


def place_of(line: Line) -> tuple[int, str, int]:
    """What lines are ordered by, before their text."""
    kind = line["kind"]
    place = PLACES[kind]
    return place.group, line[place.owner], _RANKS[kind]


def layer_line(name: str, corrections: Corrections) -> Line:
    """The line of a layer of corrections."""
    return {"kind": "layer", "name": name, **to_json(corrections)}


def ordered(lines: Iterable[Line]) -> list[str]:
    """Lines as canonical JSON in canonical order."""
    placed = [(*place_of(line), canonical_json(line)) for line in lines]
    return [text for *_, text in sorted(placed)]
