"""A neighbourhood as an ECharts graph: positions computed here, so that a link shows one picture.

Layout: Kamada and Kawai (1989) for small graphs, Fruchterman and Reingold (1991) seeded for the
rest, both from networkx.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import networkx as nx

from graph.fields import known
from graph.store import ConceptRecord, Neighbourhood
from graph.vocabulary import ConceptType
from ingest.grading import EvidenceTier, relation_tier

SHOWN, MOST = 150, 300
LABELLED = 25
_HEXAGON = "path://M0 -10L8.66 -5L8.66 5L0 10L-8.66 5L-8.66 -5Z"
SYMBOLS = ("circle", "rect", "triangle", "diamond", "roundRect", _HEXAGON)
# Okabe and Ito's palette, which colour-blind people tell apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
GREY = "#999999"
# How a relation's line shows its evidence.
_LINES: dict[EvidenceTier, dict[str, Any]] = {
    EvidenceTier.STRONG: {"width": 2.6},
    EvidenceTier.MEDIUM: {"width": 1.3},
    EvidenceTier.WEAK: {"width": 1.3, "type": "dashed"},
}
_SMALL = 60
_WIDTH, _HEIGHT = 1000.0, 820.0


def picture(around: Neighbourhood, penalties: Mapping[str, float] | None = None) -> dict[str, Any]:
    """The ECharts option of a neighbourhood.

    Args:
        around: the centre, its concepts and their relations.
        penalties: concept key to mean penalty of the claims about it, 0 to 1: colours by it; None
            colours by type.
    """
    concepts = members(around)
    places = _layout(around)
    labelled = {one.key for one in sorted(concepts, key=lambda one: -one.degree)[:LABELLED]}
    labelled.add(around.centre.key)
    kinds = _kinds(concepts) if penalties is None else _JUDGED
    nodes = [
        _node(one, places[one.key], _kind(one, kinds, penalties))
        | {"label": {"show": one.key in labelled}}
        for one in concepts
    ]
    nodes[0]["label"] = {"show": True, "fontWeight": "bold", "fontSize": 14}
    nodes[0]["itemStyle"] = {"borderColor": "#777777", "borderWidth": 3}
    return {
        "tooltip": {"confine": True},
        "legend": {
            "data": [{"name": name, "icon": symbol} for name, (symbol, _) in kinds.items()],
            "top": 0,
            "type": "scroll",
            "itemWidth": 13,
            "itemHeight": 13,
        },
        "series": [
            {
                "type": "graph",
                "layout": "none",
                "top": 60,
                "bottom": 20,
                "left": 20,
                "right": 140,
                "preserveAspect": True,
                "roam": True,
                "scaleLimit": {"min": 0.5, "max": 8},
                "selectedMode": "single",
                "categories": [
                    {"name": name, "symbol": symbol, "itemStyle": {"color": colour}}
                    for name, (symbol, colour) in kinds.items()
                ],
                "data": nodes,
                "links": _links(around),
                "edgeSymbol": ["none", "arrow"],
                "edgeSymbolSize": 7,
                "lineStyle": {"color": "#999999", "curveness": 0.08},
                "label": {"position": "right", "width": 130, "overflow": "truncate"},
                "labelLayout": {"hideOverlap": True},
                "emphasis": {"focus": "adjacency", "label": {"show": True}},
                "tooltip": {"formatter": "{b}"},
            }
        ],
    }


COLUMNS = (
    "head",
    "head_type",
    "relation",
    "tail",
    "tail_type",
    "origin",
    "strength",
    "hedge",
    "support",
    "evidence_tier",
    "head_key",
    "tail_key",
)


def filtered(
    around: Neighbourhood,
    types: Collection[str],
    relations: Collection[str],
    tiers: Collection[str] = (),
) -> Neighbourhood:
    """The part of a neighbourhood with these types, relations and tiers of evidence; none = all.

    The centre stays; a concept that no remaining relation touches goes.
    """
    if not types and not relations and not tiers:
        return around
    centre = around.centre.key
    kept = {one.key for one in around.concepts if not types or one.type in types} | {centre}
    left = tuple(
        one
        for one in around.relations
        if {one.head, one.tail} <= kept
        and (not relations or one.relation in relations)
        and (not tiers or relation_tier(one) in tiers)
    )
    touched = {end for one in left for end in (one.head, one.tail)}
    concepts = tuple(one for one in around.concepts if one.key in touched)
    return replace(around, concepts=concepts, relations=left)


def capped(around: Neighbourhood, nodes: int) -> Neighbourhood:
    """The first concepts of a neighbourhood, the centre counted, and what relates them."""
    concepts = tuple(members(around)[1:nodes])
    kept = {around.centre.key, *(one.key for one in concepts)}
    left = tuple(one for one in around.relations if {one.head, one.tail} <= kept)
    return replace(around, concepts=concepts, relations=left)


def relation_rows(around: Neighbourhood) -> list[dict[str, Any]]:
    """What is drawn as a table of `COLUMNS`, by names."""
    concepts = {one.key: one for one in members(around)}
    rows = [
        {
            "head": concepts[one.head].name,
            "head_type": concepts[one.head].type,
            "relation": one.relation,
            "tail": concepts[one.tail].name,
            "tail_type": concepts[one.tail].type,
            "origin": ", ".join(one.origin),
            "strength": one.strength,
            "hedge": one.hedge,
            "support": one.support,
            "evidence_tier": relation_tier(one),
            "head_key": one.head,
            "tail_key": one.tail,
        }
        for one in around.relations
        if one.head in concepts and one.tail in concepts
    ]
    return sorted(rows, key=lambda row: (row["head"], row["relation"], row["tail"]))


def members(around: Neighbourhood) -> list[ConceptRecord]:
    """The concepts in the order of the picture's nodes: the centre, then as the store ranks."""
    return [around.centre, *(one for one in around.concepts if one.key != around.centre.key)]


_MOSTLY, _PARTLY, _NEVER, _UNSAID = "mostly wrong", "partly wrong", "all right", "no claim"
_JUDGED = {
    _MOSTLY: ("triangle", "#D55E00"),
    _PARTLY: ("diamond", "#E69F00"),
    _NEVER: ("circle", "#0072B2"),
    _UNSAID: ("rect", GREY),
}


def _kind(
    one: ConceptRecord, kinds: Mapping[str, tuple[str, str]], penalties: Mapping[str, float] | None
) -> int:
    """Place of a concept's kind in the legend."""
    if penalties is None:
        return list(kinds).index(one.type)
    penalty = penalties.get(one.key)
    if penalty is None:
        return list(kinds).index(_UNSAID)
    kind = _MOSTLY if penalty > 0.5 else _PARTLY if penalty > 0 else _NEVER
    return list(kinds).index(kind)


def _kinds(concepts: list[ConceptRecord]) -> dict[str, tuple[str, str]]:
    """Symbol and colour of every type drawn, the most frequent first; a type always looks alike."""
    counts = Counter(one.type for one in concepts)
    types = sorted(counts, key=lambda name: (-counts[name], name))
    return {name: _look(name) for name in types}


def _look(type: ConceptType) -> tuple[str, str]:
    """Neighbours in the list of types differ in both; no two types of 36 share both."""
    place = list(known().bands).index(type)
    turn = place + place // len(COLOURS)
    return SYMBOLS[turn % len(SYMBOLS)], COLOURS[place % len(COLOURS)]


def _node(one: ConceptRecord, place: tuple[float, float], kind: int) -> dict[str, Any]:
    return {
        "id": one.key,
        "name": one.name,
        "x": place[0],
        "y": place[1],
        "value": one.degree,
        "category": kind,
        "symbolSize": 10 + min(26.0, 4 * one.degree**0.5),
        "tooltip": {"formatter": "{b}"},
    }


def _links(around: Neighbourhood) -> list[dict[str, Any]]:
    known = {one.key for one in members(around)}
    return [
        {
            "source": one.head,
            "target": one.tail,
            "value": one.relation,
            "name": one.relation,
            "lineStyle": _LINES[relation_tier(one)],
        }
        for one in around.relations
        if one.head in known and one.tail in known
    ]


def _layout(around: Neighbourhood) -> dict[str, tuple[float, float]]:
    graph = nx.Graph()
    graph.add_nodes_from(one.key for one in members(around))
    graph.add_edges_from((link["source"], link["target"]) for link in _links(around))
    if len(graph) <= _SMALL and nx.is_connected(graph):
        places = nx.kamada_kawai_layout(graph)
    else:
        places = nx.spring_layout(graph, seed=1, iterations=80)
    across = _spread([float(x) for x, _ in places.values()], _WIDTH)
    down = _spread([float(y) for _, y in places.values()], _HEIGHT)
    return dict(zip(places, zip(across, down, strict=True), strict=True))


def _spread(values: list[float], size: float) -> list[float]:
    """The values stretched to 0 .. size."""
    low, high = min(values), max(values)
    return [round((v - low) / (high - low) * size if high > low else size / 2, 1) for v in values]
