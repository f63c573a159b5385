"""Battery hedging_and_polarity: hedges, what a quote carries, aliases and priors of relations."""

import tempfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks.judging.claims import claims_of, normalised
from benchmarks.judging.model_extractor import ModelExtractor
from hubscope.keys import canonical_json
from hubscope.llm.doubles import RecordingModel, ReplayModel, ScriptedModel
from ingest.grading import hedge_density, hedge_markers, relation_prior
from ingest.support import relation_alias, triple_supported
from tests.batteries.reading import cases, same_number


def replayed(step: str, claims: list[str]) -> list[str]:
    """The claims of a step by a model whose reply is recorded: prompt, record, replay, reading."""
    reply = canonical_json({"claims": [{"claim": one, "quote": one} for one in claims]})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "replies.jsonl"
        recording = RecordingModel(ScriptedModel([f"```json\n{reply}\n```"]), path)
        assert ModelExtractor(recording).claims_of(step) == claims
        return ModelExtractor(ReplayModel(path)).claims_of(step)


@pytest.mark.parametrize("case", cases("hedging_and_polarity"))
def test_case(case: dict[str, Any]) -> None:
    given, expect = case["input"], case["expect"]
    match given["op"]:
        case "hedge":
            assert hedge_markers(given["text"]) == set(expect["stems"])
            assert same_number(hedge_density(given["text"]), expect["h"])
        case "triple_supported":
            accept, reason = triple_supported(given["quote"], *given["triple"])
            assert accept is expect["accept"], reason
            assert reason == expect.get("reason", reason)
        case "relation_alias":
            assert list(relation_alias(*given["triple"])) == expect["triple"]
        case "relation_prior":
            assert relation_prior(given["relation"]) == expect["prior"]
        case "extract_claims":
            said = [claim.norm for claim in claims_of(given["step"])]
            assert said == [normalised(claim) for claim in expect["claims"]]
            assert replayed(given["step"], expect["claims"]) == expect["claims"]
        case other:
            pytest.fail(f"no such op: {other}")
