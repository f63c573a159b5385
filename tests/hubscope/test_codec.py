"""Records survive the way to JSON and back; what does not fit is refused."""

import json

import pytest

from benchmarks.hallucination.judged import Anchor, JudgedClaim, JudgedTrajectory
from graph.model import Chunk, Claim, Contribution, Evidence
from graph.vocabulary import ChunkPart, HubTier, Origin, RelationType, Verdict
from hubscope.codec import from_json, to_json
from hubscope.errors import InputError


def test_a_contribution_survives_with_its_derived_keys() -> None:
    chunk = Chunk("d", ChunkPart.CONTEXT, "Zinc inhibits ACE.")
    claim = Claim("a", RelationType("inhibits"), "b")
    part = Contribution(
        chunks=(chunk,), evidence=(Evidence(claim, chunk.key, "q", Origin.INTRINSIC, "triples"),)
    )
    again = from_json(Contribution, json.loads(json.dumps(to_json(part))))
    assert again == part
    assert again.chunks[0].key == chunk.key


def test_a_judged_trajectory_survives() -> None:
    anchor = Anchor("k", "insulin", "Protein", 3, HubTier.CORE, "alias", 0.7)
    claim = JudgedClaim("x", 1, anchors=(anchor,), verdict=Verdict.REFUTED, chunks=("c",))
    judged = JudgedTrajectory("t", claims=(claim,), score=1.0)
    assert from_json(JudgedTrajectory, json.loads(json.dumps(to_json(judged)))) == judged


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"id": 3, "claims": []},
        {"id": "t", "claims": [], "surprise": 1},
        {"id": "t", "score": True},
        {"id": "t", "item_tier": "Middle"},
    ],
)
def test_what_is_no_such_record_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(InputError):
        from_json(JudgedTrajectory, record)
