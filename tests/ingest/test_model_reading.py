"""Chunks read by a model in an ingest: added, counted, capped, estimated, killed and resumed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from graph.memory_store import MemoryStore
from hubscope.errors import BudgetError
from hubscope.llm.opening import Models
from ingest.extraction import Extracted, Extractor
from ingest.model_reading import ModelReader, TriplesModel, guessed_triples
from ingest.pipeline import Plan, ingest, load_extractor, rehearse
from tests.hubscope.llm.asking import quick_models
from tests.servers.behaviour import Asked, Behaviour, Fails, Says
from tests.servers.chat import ChatServer, providing
from tests.servers.reader import passage_of, reads_triples

pytestmark = pytest.mark.loopback

SAMPLE = Path(__file__).resolve().parents[2] / "benchmarks" / "sample" / "questions.json"


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return load_extractor()


def items(folder: Path, *contexts: str) -> Plan:
    """PubMedQA items with a context each."""
    records = {
        str(number): {"QUESTION": "Is it so?", "CONTEXTS": [text], "final_decision": "maybe"}
        for number, text in enumerate(contexts)
    }
    path = folder / "items.json"
    path.write_text(json.dumps(records), "utf-8")
    return Plan((path,), "pubmedqa", "items")


def reader(models: Models, extractor: Extractor, name: str = "openai:m1") -> ModelReader:
    model = TriplesModel(models.open(name, guessed_triples), extractor.vocabulary)
    return ModelReader(model, extractor.seeds)


@contextmanager
def reading(
    script: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, cap: float | None = None
) -> Iterator[tuple[ChatServer, Models]]:
    with (
        providing("openai", script, monkeypatch) as server,
        quick_models(folder / "home", cap) as models,
    ):
        yield server, models


ZINC = "We gave zinc to patients with fever. Zinc apparently inhibits angiotensin here."
IRON = "Iron and copper were compared. Iron in our hands worsens anemia."


def said(passage: str) -> str:
    """One triple that no pattern of the rules reads, and one that the passage does not hold."""
    head, relation, tail = (
        ("Zinc", "inhibits", "angiotensin")
        if "inhibits" in passage
        else ("Iron", "worsens", "anemia")
    )
    sentence = passage.split(". ")[1]
    kinds = {"Zinc": "MolecularEntity", "Iron": "MolecularEntity", "angiotensin": "Protein"}
    triples = [
        {
            "head": {"name": head, "type": kinds[head]},
            "relation": relation,
            "tail": {"name": tail, "type": kinds.get(tail, "Disease")},
            "evidence": quote,
            "negated": False,
            "confidence": 0.8,
        }
        for quote in (sentence, "Nobody wrote this.")
    ]
    return json.dumps({"triples": triples})


def test_what_the_model_reads_stands_in_the_graph_with_quote_and_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    plan, store = items(tmp_path, ZINC, IRON), MemoryStore()
    with reading(lambda asked: Says(said(passage_of(asked.prompt))), tmp_path, monkeypatch) as (
        server,
        models,
    ):
        found = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
        assert len(server.asked) == 2
        again = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
        assert again.unchanged
        assert len(server.asked) == 2
    assert found.reasons["triple_quote_not_in_chunk"] == 2
    text = "\n".join(map(str, store.canonical()))
    assert "openai:m1" in text
    assert "Zinc apparently inhibits angiotensin here." in text
    assert "Nobody wrote this" not in text
    # By rules alone it is another source of another content.
    assert not ingest(store, plan, extractor, spool_folder=tmp_path / "s").unchanged


def test_a_chunk_that_failed_is_counted_and_asked_again_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    plan, store, broken = items(tmp_path, ZINC, IRON), MemoryStore(), [True]

    def script(asked: Asked) -> Behaviour:
        passage = passage_of(asked.prompt)
        return Says("{") if "Iron" in passage and broken[0] else Says(said(passage))

    with reading(script, tmp_path, monkeypatch) as (server, models):
        first = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
        assert sum(n for why, n in first.reasons.items() if why.startswith("model_")) == 1
        broken[0] = False
        second = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
        assert not second.unchanged
        assert second.relations > first.relations
        assert len(server.asked) == 3
        third = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
        assert third.unchanged


@pytest.mark.slow
def test_the_cap_stops_an_ingest_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    store = MemoryStore()
    plan = Plan((SAMPLE,), "pubmedqa", "sample", limit=10)
    with reading(reads_triples, tmp_path, monkeypatch, cap=0.02) as (server, models):
        with pytest.raises(BudgetError):
            ingest(
                store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
            )
        assert not store.sources()
        assert 0 < server.answered < 30
        assert (models.spent.cost or 0) <= 0.02
        paid = server.answered
        models.budget.max_cost = 5.0
        found = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
        assert found.state == "committed"
        # What was paid for before the cap was not paid for again.
        assert server.answered == len({one.prompt_without_marks for one in server.asked})
        assert server.answered > paid


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_an_estimate_is_within_a_fifth_of_what_it_comes_to(
    protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    plan, name = Plan((SAMPLE,), "pubmedqa", "sample", limit=10), f"{protocol}:m1"
    with providing(protocol, reads_triples, monkeypatch) as server:
        with Models(tmp_path / "home", dry_run=True) as models:
            rehearse(plan, extractor, reader(models, extractor, name))
            expected = models.estimate
        assert server.asked == []
        with quick_models(tmp_path / "home") as models:
            one = reader(models, extractor, name)
            ingest(MemoryStore(), plan, extractor, spool_folder=tmp_path / "s", model=one)
            spent = models.spent
        assert expected.calls == spent.calls == server.answered
        assert expected.input_tokens == pytest.approx(spent.input_tokens, rel=0.2)
        total = expected.input_tokens + expected.output_tokens
        assert total == pytest.approx(spent.input_tokens + spent.output_tokens, rel=0.2)
        with Models(tmp_path / "home", dry_run=True) as models:
            rehearse(plan, extractor, reader(models, extractor, name))
            assert (models.estimate.calls, models.estimate.cached) == (0, spent.calls)


class Breaking(ModelReader):
    """Fails on the first chunk that was read."""

    def _merged(self, *_: Any) -> Extracted:
        raise OSError("a full disk")


def test_nothing_more_is_asked_when_the_ingest_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    plan = Plan((SAMPLE,), "pubmedqa", "sample", limit=40)
    running: list[Any] = []
    with reading(reads_triples, tmp_path, monkeypatch) as (_, models):
        model = TriplesModel(models.open("openai:m1"), extractor.vocabulary)
        read_many = model.read_many

        def kept(chunks: Any) -> Any:
            running.append(read_many(chunks))
            return running[-1]

        monkeypatch.setattr(model, "read_many", kept)
        with pytest.raises(OSError, match="a full disk"):
            ingest(
                MemoryStore(),
                plan,
                extractor,
                spool_folder=tmp_path / "s",
                model=Breaking(model, extractor.seeds),
            )
        assert running
        assert all(one.gi_frame is None for one in running)


class Killed(BaseException):
    """Stands for a signal."""


def test_killed_and_resumed_pays_once_and_gives_the_same_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    plan = Plan((SAMPLE,), "pubmedqa", "sample", limit=10)
    with providing("openai", reads_triples, monkeypatch) as server:
        with quick_models(tmp_path / "other") as models:
            undisturbed = MemoryStore()
            one = reader(models, extractor)
            ingest(undisturbed, plan, extractor, spool_folder=tmp_path / "u", model=one)
        billed = server.answered
        store, home, ledger = MemoryStore(), tmp_path / "home", tmp_path / "costs.jsonl"
        for records in (3, 7, None):
            models = quick_models(home, 1.0, ledger)

            def dying(
                what: str, done: int, total: int | None = None, last: int | None = records
            ) -> None:
                if done == last:
                    raise Killed

            try:
                ingest(
                    store,
                    plan,
                    extractor,
                    spool_folder=tmp_path / "s",
                    model=reader(models, extractor),
                    progress=dying,
                )
            except Killed:
                assert records
            models.budget.close()  # a process that ends lets go of its ledger
        assert server.answered == 2 * billed
        assert models.spent.calls == billed
    assert list(store.canonical()) == list(undisturbed.canonical())


def test_a_provider_that_is_down_leaves_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    plan, store = items(tmp_path, ZINC), MemoryStore()
    with reading(lambda _: Fails(500), tmp_path, monkeypatch) as (_, models):
        found = ingest(
            store, plan, extractor, spool_folder=tmp_path / "s", model=reader(models, extractor)
        )
    assert found.reasons["model_server_error"] == 1
    assert found.items == 1
