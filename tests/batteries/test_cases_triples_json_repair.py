"""Battery triples_json_repair: what a model's reply gives for a chunk, and what it does not."""

import tempfile
from pathlib import Path
from typing import Any

import pytest

from graph.vocabulary import LIFE_SCIENCE
from hubscope.llm.asking import Answer
from hubscope.llm.cache import CachedModel, ReplyCache
from hubscope.llm.doubles import ScriptedModel
from hubscope.llm.structured import ReplyFault
from ingest.model_reading import TriplesModel
from ingest.model_triples import ChunkTriples, read_triples
from tests.batteries.reading import cases, made

Case = dict[str, Any]


def rows(found: ChunkTriples) -> list[list[str]]:
    return sorted([one.head, str(one.relation), one.tail] for one in found.triples)


def asked(replies: list[Any], chunks: list[str]) -> list[Answer[ChunkTriples]]:
    """What each chunk gives, one after the other, through a cache as in an ingest."""
    with tempfile.TemporaryDirectory() as folder:
        cache = ReplyCache(Path(folder) / "replies.sqlite")
        model = TriplesModel(CachedModel(ScriptedModel(replies), cache), LIFE_SCIENCE)
        found = [answer for chunk in chunks for answer in model.read_many([chunk])]
        cache.close()
    return found


def _batch(given: Case, expect: Case) -> None:
    good = '{"triples": []}'
    n = given["good"]
    replies = [*[good] * n, made(given["bad_reply"])]
    found = asked(replies, [f"Chunk number {number}." for number in range(n + 1)])
    assert sum(one.value is not None for one in found) == expect["ingested"]
    failed = [one for one in found if one.value is None]
    assert len(failed) == expect["failed"]
    assert {one.reason for one in failed} == {expect["failed_reason"]}


def _two_runs(given: Case, expect: Case) -> None:
    model = ScriptedModel([made(reply) for reply in given["replies"]])
    with tempfile.TemporaryDirectory() as folder:
        cache = ReplyCache(Path(folder) / "replies.sqlite")
        reader = TriplesModel(CachedModel(model, cache), LIFE_SCIENCE)
        found = [next(iter(reader.read_many([given["chunk"]]))) for _ in range(3)]
        cache.close()
    said = [rows(one.value) if one.value else f"error:{one.reason}" for one in found]
    # A third run finds the second's reply in the cache.
    assert said == [expect["first"], expect["second"], expect["second"]]
    assert len(model.asked) == expect["model_calls"]


def _read(given: Case, expect: Case) -> None:
    reply, chunk = made(given["reply"]), made(given["chunk"])
    if "error" in expect:
        with pytest.raises(ReplyFault) as raised:
            read_triples(reply, chunk, LIFE_SCIENCE)
        assert raised.value.reason == expect["error"]
        if "cached" in expect:
            [first] = asked([reply], [chunk])
            assert first.value is None
        return
    found = read_triples(reply, chunk, LIFE_SCIENCE)
    if "triples" in expect:
        assert rows(found) == sorted(expect["triples"])
    if "kept_count" in expect:
        assert len(found.triples) == expect["kept_count"]
    assert found.skipped == expect["skipped"]
    if expect["status"] == "empty":
        assert not found.triples
    if expect.get("retry") is False:
        [answer] = asked([reply], [chunk])  # a second request would not be planned
        assert answer.value == ChunkTriples()


OPS = {"batch": _batch, "two_runs": _two_runs}


@pytest.mark.parametrize("case", cases("triples_json_repair"))
def test_triples_json_repair_case(case: Case) -> None:
    OPS.get(case["input"].get("op", ""), _read)(case["input"], case["expect"])
