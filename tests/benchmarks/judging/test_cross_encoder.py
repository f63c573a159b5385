"""The cross-encoder reads each pair by itself, and its adapter is what decides."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks.ablation.adapter_file import write_adapter
from benchmarks.judging.cross_encoder import CrossEncoder, Reading, load_adapter, merged
from benchmarks.judging.cross_judge import CrossJudge
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.verifier import VerifierInput
from benchmarks.judging.verifier_choice import open_verifier
from benchmarks.judging.windows import Window
from graph.vocabulary import Verdict
from hubscope.errors import InputError, IntegrityError
from hubscope.settings import Settings
from tests.benchmarks.judging.small_model import small_adapter, small_model

PAIRS = [
    (f"Claim {n} holds.", [f"Sentence {k} of {n} says little." for k in range(n % 4 + 1)])
    for n in range(70)
]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def encoder(base: Path) -> CrossEncoder:
    return CrossEncoder(base, small_adapter(base))


def test_company_changes_no_digit_of_a_reading(encoder: CrossEncoder) -> None:
    together = encoder.read(PAIRS)
    for pair, reading in list(zip(PAIRS, together, strict=True))[::9]:
        [alone] = encoder.read([pair])
        np.testing.assert_array_equal(alone.logits, reading.logits)
        assert alone.citations.keys() == reading.citations.keys() == {*range(len(pair[1]))}


def test_each_distinct_pair_is_read_once(
    encoder: CrossEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows: list[Window] = []
    read = encoder._read

    def counted(window: Window) -> Reading:
        windows.append(window)
        return read(window)

    monkeypatch.setattr(encoder, "_read", counted)
    answers = encoder.read([PAIRS[0], PAIRS[1]] * 40)
    assert len(windows) == 2
    assert answers[0] is answers[78]


def test_the_adapter_is_added_to_the_weights_of_its_layer(base: Path) -> None:
    adapter = small_adapter(base)
    layer = "encoder.layer.0.attention.self.query"
    plain = replace(
        adapter, tensors={**adapter.tensors, f"{layer}.lora_B": np.zeros((16, 2), np.float32)}
    )
    one, other = merged(base, adapter).encoder, merged(base, plain).encoder
    added = 2.0 * adapter.tensors[f"{layer}.lora_B"] @ adapter.tensors[f"{layer}.lora_A"]
    difference = one.get_parameter(f"{layer}.weight") - other.get_parameter(f"{layer}.weight")
    torch.testing.assert_close(difference.detach(), torch.from_numpy(added), atol=1e-5, rtol=0)
    key = "encoder.layer.1.attention.self.query.weight"
    assert torch.equal(one.get_parameter(key), other.get_parameter(key))


def test_another_base_model_is_refused(base: Path, tmp_path: Path) -> None:
    adapter = small_adapter(base)
    odd = replace(adapter, card={**adapter.card, "base": "0" * 64})
    with pytest.raises(IntegrityError, match="another base model"):
        CrossEncoder(base, odd)


def test_an_adapter_is_read_as_it_was_written(base: Path, tmp_path: Path) -> None:
    adapter = small_adapter(base)
    tensors = {
        name: array.astype(np.float16).astype(np.float32) for name, array in adapter.tensors.items()
    }
    write_adapter(tmp_path, tensors, adapter.card, {})
    again = load_adapter(tmp_path)
    assert again.tensors.keys() == tensors.keys()
    np.testing.assert_array_equal(again.tensors["label.bias"], tensors["label.bias"])
    (tmp_path / "adapter.safetensors").write_bytes(b"other")
    with pytest.raises(IntegrityError, match="do not belong together"):
        load_adapter(tmp_path)


def test_the_fingerprint_follows_the_weights(base: Path) -> None:
    one, same, other = small_adapter(base), small_adapter(base), small_adapter(base, seed=1)
    assert one.fingerprint == same.fingerprint
    assert one.fingerprint != other.fingerprint


def test_a_decided_verdict_cites_and_an_undecided_one_does_not(encoder: CrossEncoder) -> None:
    opinions = CrossJudge(encoder).opinions(PAIRS)
    assert len({opinion.verdict is Verdict.UNVERIFIABLE for opinion in opinions}) == 2
    for (_, sentences), opinion in zip(PAIRS, opinions, strict=True):
        assert bool(opinion.cited) == (opinion.verdict is not Verdict.UNVERIFIABLE)
        assert opinion.quote in sentences
        assert sum(opinion.probabilities.values()) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("text", ["", "?", "\ud800", "no " * 2000])
def test_odd_texts_are_judged_and_never_raise(encoder: CrossEncoder, text: str) -> None:
    judge = CrossJudge(encoder)
    for answer in judge.judge_many(
        [JudgeInput(text, ("Zinc fell.",)), JudgeInput("Zinc fell.", (text, text))]
    ):
        assert answer.error is None


def test_a_trained_folder_is_a_verifier(base: Path, tmp_path: Path, own_settings: Settings) -> None:
    adapter = small_adapter(base)
    write_adapter(tmp_path, adapter.tensors, adapter.card, {})
    verifier = open_verifier(f"adapter:{tmp_path}", own_settings)
    [answer] = verifier.verify_many([VerifierInput("Zinc fell.", ("Zinc fell.", "Iron rose."))])
    assert answer.error is None
    assert verifier.card["cites"]
    with pytest.raises(InputError, match="ablate train"):
        open_verifier(f"adapter:{tmp_path / 'none'}", own_settings)
