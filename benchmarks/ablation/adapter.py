"""LoRA on an encoder for training, and its weights as plain safetensors (Hu et al., ICLR 2022).

Only this module knows `peft`. What it writes can be merged into the base weights without it: for
each adapted layer `NAME.lora_A` (rank, in) and `NAME.lora_B` (out, rank), and the two heads.
"""

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from benchmarks.judging.cross_network import CrossNetwork, load_encoder
from hubscope.errors import UnavailableError

RANK, ALPHA = 16, 32
_PREFIX, _SUFFIX = "encoder.base_model.model.", ".default.weight"


def adapted(folder: Path, seed: int) -> CrossNetwork:
    """A cross-encoder with fresh heads and LoRA on every linear layer of its encoder.

    Raises:
        UnavailableError: peft is not installed.
    """
    try:
        from peft import LoraConfig, get_peft_model
    except ImportError as error:
        raise UnavailableError(
            "training needs peft: pip install 'hubscope[train]'.", reason="no_peft"
        ) from error
    torch.manual_seed(seed)
    encoder = load_encoder(folder)
    # In bfloat16 the fused attention of a CPU is slower than its parts.
    encoder.set_attn_implementation("eager")
    width = int(encoder.config.hidden_size)
    lora = LoraConfig(
        r=RANK, lora_alpha=ALPHA, lora_dropout=0.0, target_modules=linear_names(encoder)
    )
    with warnings.catch_warnings():
        # peft asks the encoder by a name that transformers is about to drop.
        warnings.simplefilter("ignore", FutureWarning)
        return CrossNetwork(get_peft_model(encoder, lora), width)


def linear_names(encoder: nn.Module) -> list[str]:
    """Names of the linear layers of an encoder."""
    return [name for name, part in encoder.named_modules() if isinstance(part, nn.Linear)]


def trained_tensors(network: CrossNetwork) -> dict[str, Tensor]:
    """Name to tensor of all that is trained, names without what peft puts around them."""
    return {
        plain_name(name): value for name, value in network.named_parameters() if value.requires_grad
    }


def plain_name(name: str) -> str:
    """The name of a parameter as the adapter file has it.

    >>> plain_name("encoder.base_model.model.layer.0.query.lora_A.default.weight")
    'layer.0.query.lora_A'
    """
    return name.removeprefix(_PREFIX).removesuffix(_SUFFIX)
