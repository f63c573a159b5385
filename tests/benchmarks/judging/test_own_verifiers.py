"""Verifiers by name, and hubscope's own judges as such."""

import json
from pathlib import Path

import pytest

from benchmarks.ablation.adapter_file import write_adapter
from benchmarks.judging.own_verifiers import OwnVerifier
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from benchmarks.judging.verifier_choice import TAKES, VERIFIERS, open_verifier
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.settings import Settings
from tests.benchmarks.judging.small_model import small_adapter, small_model
from tests.benchmarks.judging.test_feature_judge import judge
from tests.benchmarks.judging.test_sequence_verifier import write_classifier
from tests.conformance.verifier import CLAIM, check_verifier

SENTENCES = ("Glucose was measured.", "Insulin lowers glucose.", "Nothing else changed.")


def ask(*sentences: str, round: int = 0) -> VerifierInput:
    return VerifierInput("Insulin lowers glucose.", sentences, round)


def test_the_round_is_part_of_what_is_asked() -> None:
    assert ask("It fell.").key == ask("It fell.").key
    assert ask("It fell.").key != ask("It fell.", round=1).key
    assert ask("a", "b").key != ask("b", "a").key


@pytest.mark.parametrize(("verdict", "error"), [(None, None), (Verdict.REFUTED, "broken")])
def test_an_answer_has_a_verdict_or_an_error(verdict: Verdict | None, error: str | None) -> None:
    with pytest.raises(ValueError, match="either"):
        VerifierAnswer(verdict, error=error)


@pytest.mark.parametrize("name", ["nonesuch", "embedded:x", "features:", ""])
def test_an_unknown_name_is_refused(name: str, own_settings: Settings) -> None:
    with pytest.raises(InputError) as raised:
        open_verifier(name, own_settings)
    assert raised.value.reason in ("unknown_name", "bad_judge_name")


@pytest.mark.model
@pytest.mark.parametrize("name", VERIFIERS.names())
def test_every_verifier_conforms(name: str, own_settings: Settings, tmp_path: Path) -> None:
    spelled = name
    if name in TAKES:
        spelled = f"{name}:{ARGUMENTS[name](tmp_path)}"
    verifier = open_verifier(spelled, own_settings)
    assert verifier.name == spelled
    check_verifier(verifier)


def _classifier(folder: Path) -> Path:
    write_classifier(folder, {0: "entailment", 1: "contradiction", 2: "neutral"})
    return folder


def _recording(folder: Path) -> Path:
    """Replies to some of what the conformance suite asks: the rest is errors."""
    path = folder / "replies.jsonl"
    replies = [
        ({"claim": CLAIM, "round": "0"}, {"verdict": "SUPPORTED", "cited": [2, 9]}),
        ({"claim": CLAIM, "round": "knowledge"}, "UNVERIFIABLE"),
    ]
    path.write_text(
        "".join(json.dumps({"labels": to, "reply": reply}) + "\n" for to, reply in replies), "utf-8"
    )
    return path


def _adapter(folder: Path) -> Path:
    made = small_adapter(small_model(folder))
    write_adapter(folder, made.tensors, made.card, {})
    return folder


ARGUMENTS = {"adapter": _adapter, "hf": _classifier, "replay": _recording}


def test_it_cites_the_sentence_it_decided_by_and_nothing_where_it_decides_nothing() -> None:
    verifier = OwnVerifier(judge(), "features", "the nearest")
    inputs = [ask(*SENTENCES[n:]) for n in range(3)]
    inputs += [
        VerifierInput(f"Claim {n}.", (f"Evidence {n % 7}.", "", "It rose.")) for n in range(600)
    ]
    for given, answer in zip(inputs, verifier.verify_many(inputs), strict=True):
        assert answer.probabilities is not None
        assert sum(answer.probabilities.values()) == pytest.approx(1.0, abs=1e-5)
        assert len(answer.cited) == (answer.verdict is not Verdict.UNVERIFIABLE)
        assert all(given.sentences[place].strip() for place in answer.cited)


def test_blank_sentences_keep_their_places() -> None:
    verifier = OwnVerifier(judge(), "features", "the nearest")
    [plain], [spaced] = (
        verifier.verify_many([ask(*texts)]) for texts in (SENTENCES, ("", *SENTENCES, " "))
    )
    assert plain.verdict is spaced.verdict
    assert spaced.cited == tuple(place + 1 for place in plain.cited)


@pytest.mark.parametrize("sentences", [(), ("",), (" ", "\n")])
def test_without_sentences_it_is_unverifiable(sentences: tuple[str, ...]) -> None:
    [answer] = OwnVerifier(judge(), "features", "the nearest").verify_many([ask(*sentences)])
    assert answer == VerifierAnswer(Verdict.UNVERIFIABLE)


def test_name_does_not_change_the_answers_fingerprint() -> None:
    one, other = (OwnVerifier(judge(), name, "") for name in ("features", "embedded"))
    assert one.fingerprint == other.fingerprint
