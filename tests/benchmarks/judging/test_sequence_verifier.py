"""Any sequence classifier as verifier: a tiny one made here, with weights of known effect."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.judging.sequence_verifier import SequenceVerifier, cited_by_loss, verdicts_of
from benchmarks.judging.verifier import VerifierInput
from benchmarks.judging.verifier_choice import open_verifier
from graph.vocabulary import Verdict
from hubscope.errors import InputError, UnavailableError
from hubscope.settings import Settings

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "zinc", "iron", "good", "bad", "."]
S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A classifier with random weights, its labels in an order of its own."""
    made: Path = tmp_path_factory.mktemp("classifier")
    write_classifier(made, {0: "NEUTRAL", 1: "CONTRADICTION", 2: "entailment"})
    return made


def write_classifier(folder: Path, labels: Mapping[int, str], *, safe: bool = True) -> None:
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        id2label=dict(labels),
        label2id={name: at for at, name in labels.items()},
        initializer_range=1.0,
    )
    model = BertForSequenceClassification(config)
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", "utf-8")
    BertTokenizer(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
    if safe:
        model.save_pretrained(folder)
    else:
        config.save_pretrained(folder)
        torch.save(model.state_dict(), folder / "pytorch_model.bin")


pytestmark = pytest.mark.model


def test_it_answers_in_order_whatever_else_is_asked(folder: Path) -> None:
    verifier = SequenceVerifier(str(folder))
    texts = ["zinc good .", "iron bad .", "good", "bad bad zinc", ""]
    inputs = [
        VerifierInput(claim, (texts[n % 5], texts[(n + 2) % 5]), n)
        for n, claim in enumerate(["zinc good", "iron", "bad"] * 25)
    ]
    together = verifier.verify_many(inputs)
    for given, answer in list(zip(inputs, together, strict=True))[::7]:
        [alone] = verifier.verify_many([given])
        assert alone.verdict is answer.verdict
        assert alone.cited == answer.cited
        assert answer.probabilities is not None
        assert sum(answer.probabilities.values()) == pytest.approx(1, abs=1e-5)
        assert bool(answer.cited) == (answer.verdict is not U)
        assert all(given.sentences[place].strip() for place in answer.cited)
    assert len({answer.verdict for answer in together}) > 1


def test_no_sentences_are_an_empty_text_and_cite_nothing(folder: Path) -> None:
    [answer] = SequenceVerifier(str(folder)).verify_many([VerifierInput("zinc good", ())])
    assert answer.error is None
    assert answer.cited == ()


def test_its_card_says_how_labels_are_read_and_citations_made(folder: Path) -> None:
    verifier = SequenceVerifier(str(folder))
    labels = {"NEUTRAL": "UNVERIFIABLE", "CONTRADICTION": "REFUTED", "entailment": "SUPPORTED"}
    assert verifier.card["labels"] == labels
    assert "leaving out" in verifier.card["cites"]


def test_the_fingerprint_follows_the_files(folder: Path, tmp_path: Path) -> None:
    write_classifier(tmp_path, {0: "entailment", 1: "contradiction", 2: "neutral"})
    one, same, other = (SequenceVerifier(str(where)) for where in (folder, folder, tmp_path))
    assert one.fingerprint == same.fingerprint != other.fingerprint


def test_it_opens_by_name(folder: Path, own_settings: Settings) -> None:
    assert open_verifier(f"hf:{folder}", own_settings).name == f"hf:{folder}"


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    write_classifier(tmp_path, {0: "entailment", 1: "contradiction", 2: "neutral"}, safe=False)
    with pytest.raises(InputError) as raised:
        SequenceVerifier(str(tmp_path))
    assert raised.value.reason == "no_safetensors"


def test_broken_weights_are_one_line(tmp_path: Path) -> None:
    write_classifier(tmp_path, {0: "entailment", 1: "contradiction", 2: "neutral"})
    (tmp_path / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(InputError) as raised:
        SequenceVerifier(str(tmp_path)).verify_many([VerifierInput("zinc", ("good",))])
    assert "\n" not in str(raised.value)


def test_labels_that_say_nothing_are_refused(tmp_path: Path) -> None:
    write_classifier(tmp_path, {0: "LABEL_0", 1: "LABEL_1"})
    with pytest.raises(InputError, match="LABEL_0"):
        _ = SequenceVerifier(str(tmp_path)).card


def test_a_model_that_is_nowhere_is_unavailable() -> None:
    with pytest.raises(UnavailableError):
        SequenceVerifier("nobody/nothing-of-the-kind")


def test_labels_are_known_by_their_words() -> None:
    assert verdicts_of(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], "m") == (S, R, U)
    assert verdicts_of(["entailment", "not_entailment"], "m") == (S, U)
    with pytest.raises(InputError, match="none of its labels"):
        verdicts_of(["neutral", "contradiction"], "m")


def test_what_costs_nothing_still_has_a_dearest() -> None:
    assert cited_by_loss({3: -0.2, 5: -0.1}) == (5,)
    assert cited_by_loss({}) == ()
