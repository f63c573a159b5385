"""Triples of replies: what a model says of its own confidence."""

import json

import pytest

from graph.vocabulary import LIFE_SCIENCE
from hubscope.llm.structured import ReplyFault
from ingest.model_triples import read_triples

CHUNK = "Zinc inhibits angiotensin here."


@pytest.mark.parametrize("confidence", ["9" * 400, "-" + "9" * 400, "NaN", "1e999", '"9e999"'])
def test_a_confidence_that_is_none_costs_its_triple_alone(confidence: str) -> None:
    triple = {
        "head": {"name": "Zinc", "type": "MolecularEntity"},
        "relation": "inhibits",
        "tail": {"name": "angiotensin", "type": "Protein"},
        "evidence": CHUNK,
        "negated": False,
        "confidence": 0.125,
    }
    reply = json.dumps({"triples": [triple]}).replace("0.125", confidence)
    assert read_triples(reply, CHUNK, LIFE_SCIENCE).skipped == {"bad_confidence": 1}


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("12", "wrong_shape"),
        ("false", "wrong_shape"),
        ('"nothing found"', "wrong_shape"),
        ("nothing found", "invalid_json"),
        ("```json\n\n```", "empty_reply"),
    ],
)
def test_data_of_another_shape_is_told_from_prose_and_from_nothing(reply: str, reason: str) -> None:
    with pytest.raises(ReplyFault) as raised:
        read_triples(reply, CHUNK, LIFE_SCIENCE)
    assert raised.value.reason == reason


def test_a_name_that_the_chunk_spells_otherwise_is_kept_as_it_stands_there() -> None:
    chunk = "TNF-α activates NF-κB."
    triple = {
        "head": {"name": "TNF alpha", "type": "Protein"},
        "relation": "activates",
        "tail": {"name": "NF-kappaB", "type": "Complex"},
        "evidence": chunk,
        "confidence": 0.9,
    }
    found = read_triples(json.dumps({"triples": [triple]}), chunk, LIFE_SCIENCE)
    assert [(one.head, one.tail) for one in found.triples] == [("TNF-α", "NF-κB")]
