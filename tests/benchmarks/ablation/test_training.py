"""Training goes on after a kill as if there had been none, and what it makes can be read."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks.ablation import training
from benchmarks.ablation.adapter import ALPHA, RANK
from benchmarks.ablation.pairs import TrainingPair
from benchmarks.ablation.training import Plan, batches_of, rate_at, steps_done, train
from benchmarks.judging.cross_encoder import Adapter, CrossEncoder
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.keys import digest_file
from tests.benchmarks.judging.small_model import small_model

PLAN = Plan(batch=8, every=2, steps=6, threads=2, rate=1e-2)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("base"))


def pairs(n: int = 96) -> list[TrainingPair]:
    """Pairs that a word decides: learned in a few steps."""
    rng = random.Random(0)
    made = []
    for number in range(n):
        verdict, word = rng.choice(
            [
                (Verdict.SUPPORTED, "yes"),
                (Verdict.REFUTED, "no"),
                (Verdict.UNVERIFIABLE, "perhaps"),
            ]
        )
        cited = () if verdict is Verdict.UNVERIFIABLE else (0,)
        sentences = (f"{word} {word}.", f"Other {number % 5}.")
        made.append(TrainingPair("made", f"Claim {number % 7}.", sentences, verdict, cited, ""))
    return made


def test_a_killed_training_ends_as_one_that_was_not(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train(base, pairs(), PLAN, tmp_path / "whole")
    keep = training._Run.keep

    def killed(run: training._Run, path: Path, step: int) -> None:
        keep(run, path, step)
        if step == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(training._Run, "keep", killed)
    with pytest.raises(KeyboardInterrupt):
        train(base, pairs(), PLAN, tmp_path / "killed")
    assert steps_done(tmp_path / "killed" / training.CHECKPOINT) == 4
    monkeypatch.setattr(training._Run, "keep", keep)
    again = train(base, pairs(), PLAN, tmp_path / "killed")
    assert again.keys() == whole.keys()
    assert all(torch.equal(again[name], whole[name]) for name in whole)


def test_a_checkpoint_of_another_training_is_refused(base: Path, tmp_path: Path) -> None:
    train(base, pairs(), replace(PLAN, steps=2), tmp_path)
    with pytest.raises(InputError, match="another training") as raised:
        train(base, pairs(), replace(PLAN, seed=1), tmp_path)
    assert raised.value.reason == "other_training"
    with pytest.raises(InputError, match="another training"):
        train(base, pairs(95), PLAN, tmp_path)


@pytest.mark.slow
def test_it_learns_and_its_adapter_reads_without_peft(base: Path, tmp_path: Path) -> None:
    plan = replace(PLAN, steps=None, half=False)
    tensors = train(base, pairs(480), plan, tmp_path)
    assert all(value.dtype is torch.float32 for value in tensors.values())
    card = {"base": digest_file(base / "model.safetensors"), "scale": ALPHA / RANK}
    arrays = {name: value.numpy() for name, value in tensors.items()}
    readings = CrossEncoder(base, Adapter(arrays, card)).read(
        [("Claim 1.", ["yes yes."]), ("Claim 1.", ["no no."]), ("Claim 1.", ["perhaps perhaps."])]
    )
    assert [int(reading.logits.argmax()) for reading in readings] == [0, 1, 2]
    assert readings[0].citations[0] > readings[2].citations[0]


def test_batches_hold_every_row_once_and_like_lengths() -> None:
    lengths = [random.Random(n).randint(5, 160) for n in range(1000)]
    batches = batches_of(lengths, Plan(batch=32))
    assert sorted(np.concatenate(batches).tolist()) == list(range(1000))
    spread = np.mean([np.ptp([lengths[row] for row in rows]) for rows in batches])
    assert spread < 15
    assert [rows.tolist() for rows in batches] == [
        rows.tolist() for rows in batches_of(lengths, Plan(batch=32))
    ]


def test_the_rate_rises_stays_and_falls_to_almost_nothing() -> None:
    plan = Plan(rate=1.0, warm_up=0.1, decay_from=0.5)
    rates = [rate_at(step, 100, plan) for step in range(100)]
    assert rates[0] == pytest.approx(0.1)
    assert rates[10:50] == [1.0] * 40
    assert rates[-1] == pytest.approx(0.02)
    assert all(0 < rate <= 1 for rate in rates)
