"""Triples of replies: what a model says of its own confidence."""

import json

import pytest

from graph.vocabulary import LIFE_SCIENCE
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
