"""Neighbourhoods as pictures: what is drawn, how, and always the same."""

import json
from dataclasses import replace

import pytest

from graph.store import ConceptRecord, Neighbourhood, RelationRecord
from graph.vocabulary import LIFE_SCIENCE, ConceptType, RelationType
from ui.charts import LINEAR_UP_TO, failures_by_degree
from ui.network import COLUMNS, capped, filtered, members, picture, relation_rows

INHIBITS = RelationType("inhibits")


def concept(key: str, type: str = "Gene", degree: int = 1) -> ConceptRecord:
    return ConceptRecord(key, f"name of {key}", ConceptType(type), degree)


def relation(head: str, tail: str) -> RelationRecord:
    return RelationRecord(head + tail, INHIBITS, head, tail, ("curated",), "strong", 0.0, 1)


def star(n: int) -> Neighbourhood:
    others = tuple(concept(f"k{i}", "Drug" if i % 2 else "Gene", i) for i in range(n))
    return Neighbourhood(
        concept("centre", degree=n),
        others,
        (*(relation("centre", one.key) for one in others), relation("centre", "elsewhere")),
        total=n,
    )


@pytest.mark.parametrize("n", [0, 1, 40, 150])
def test_a_picture_is_plain_json_and_the_same_each_time(n: int) -> None:
    first, second = (json.dumps(picture(star(n)), allow_nan=False) for _ in range(2))
    assert first == second
    drawn = picture(star(n))["series"][0]
    assert [node["id"] for node in drawn["data"]] == [one.key for one in members(star(n))]
    assert {link["target"] for link in drawn["links"]} == {f"k{i}" for i in range(n)}


def test_size_follows_degree_and_kinds_differ_in_colour_and_shape() -> None:
    drawn = picture(star(40))["series"][0]
    sizes = {node["value"]: node["symbolSize"] for node in drawn["data"]}
    assert sizes[30] > sizes[3]
    first, second = drawn["categories"]
    assert first["symbol"] != second["symbol"]
    assert first["itemStyle"]["color"] != second["itemStyle"]["color"]


def test_a_type_looks_alike_in_every_picture_and_like_no_other() -> None:
    looks = set()
    for type in LIFE_SCIENCE.bands:
        alone = Neighbourhood(concept("centre", type), (), (), 0)
        (kind,) = picture(alone)["series"][0]["categories"]
        among = picture(replace(star(9), centre=concept("centre", type)))["series"][0]
        assert kind in among["categories"]
        looks.add((kind["symbol"], kind["itemStyle"]["color"]))
    assert len(looks) == len(LIFE_SCIENCE.bands)


def test_coloured_by_verdicts_a_concept_without_a_claim_is_no_failure() -> None:
    drawn = picture(star(3), {"centre": 0.9, "k0": 0.0, "k1": 0.5})["series"][0]
    kinds = [drawn["categories"][node["category"]]["name"] for node in drawn["data"]]
    assert kinds == ["mostly wrong", "all right", "partly wrong", "no claim"]


def test_only_the_most_connected_carry_their_name() -> None:
    drawn = picture(star(150))["series"][0]
    named = [node["id"] for node in drawn["data"] if node["label"]["show"]]
    assert "centre" in named
    assert len(named) <= 26


def hub(degree: int, penalty: float) -> dict[str, object]:
    ends = {"failure_low": 0.1, "failure_high": 0.9}
    return {"name": "x", "degree": degree, "penalty": penalty, "claims": 2, "failure": 0.5} | ends


@pytest.mark.parametrize(
    ("degree", "kind", "x"), [(LINEAR_UP_TO, "value", LINEAR_UP_TO), (1000, "log", 1001)]
)
def test_degrees_are_drawn_on_a_log_axis_where_they_reach_far(
    degree: int, kind: str, x: int
) -> None:
    spec = failures_by_degree([hub(degree, 1.0), hub(0, 0.0)])
    assert spec["xAxis"]["type"] == kind
    bars, others, worst = spec["series"]
    assert [point["value"][0] for point in worst["data"]] == [x]
    assert len(others["data"]) == 1
    assert bars["data"] == [[x, 0.1], [x, 0.9], "-"]


def test_no_rows_are_an_empty_chart() -> None:
    json.dumps(failures_by_degree([]), allow_nan=False)


def mixed() -> Neighbourhood:
    """A gene that inhibits a drug and a gene; those two are related to each other, too."""
    causes = RelationRecord("x", RelationType("causes"), "d", "g", ("curated",), "strong", 0.0, 1)
    return Neighbourhood(
        concept("centre"),
        (concept("d", "Drug"), concept("g", "Gene")),
        (relation("centre", "d"), relation("centre", "g"), causes),
        total=2,
    )


def test_filters_keep_the_centre_and_drop_what_no_relation_touches() -> None:
    assert filtered(mixed(), [], []) == mixed()
    drugs = filtered(mixed(), ["Drug"], [])
    assert [one.key for one in members(drugs)] == ["centre", "d"]
    assert [one.tail for one in drugs.relations] == ["d"]
    causing = filtered(mixed(), [], ["causes"])
    assert [one.key for one in members(causing)] == ["centre", "d", "g"]
    assert [one.relation for one in causing.relations] == ["causes"]
    assert members(filtered(mixed(), ["Drug"], ["causes"])) == [mixed().centre]


def graded() -> Neighbourhood:
    """One relation of each tier."""
    strong = replace(relation("centre", "a"), support=2)
    weak = replace(relation("centre", "c"), strength="weak")
    concepts = tuple(map(concept, "abc"))
    return Neighbourhood(
        concept("centre"), concepts, (strong, relation("centre", "b"), weak), total=3
    )


def test_lines_and_rows_tell_how_well_a_relation_is_supported() -> None:
    strong, medium, weak = picture(graded())["series"][0]["links"]
    assert strong["lineStyle"]["width"] > medium["lineStyle"]["width"]
    assert [one["lineStyle"].get("type") for one in (strong, medium, weak)] == [
        None,
        None,
        "dashed",
    ]
    tiers = [row["evidence_tier"] for row in relation_rows(graded())]
    assert tiers == ["STRONG", "MEDIUM", "WEAK"]


def test_a_filter_keeps_relations_of_some_tiers_of_evidence() -> None:
    well = filtered(graded(), [], [], ["STRONG", "MEDIUM"])
    assert [one.key for one in members(well)] == ["centre", "a", "b"]
    assert [one.tail for one in well.relations] == ["a", "b"]


def test_a_cap_counts_the_centre_and_drops_relations_that_lead_out() -> None:
    two = capped(mixed(), 2)
    assert [one.key for one in members(two)] == ["centre", "d"]
    assert [one.tail for one in two.relations] == ["d"]


def test_rows_of_a_picture_name_both_ends_and_leave_out_what_is_not_drawn() -> None:
    rows = relation_rows(star(2))
    assert [set(row) for row in rows] == [set(COLUMNS)] * 2
    assert [(row["head"], row["tail"], row["origin"]) for row in rows] == [
        ("name of centre", "name of k0", "curated"),
        ("name of centre", "name of k1", "curated"),
    ]
