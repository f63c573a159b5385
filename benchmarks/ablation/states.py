"""Hidden states of the verifiers that can be read: cross-encoders and Hugging Face classifiers.

Texts are read one by one, as a state must not depend on what stands beside it in a batch.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from benchmarks.ablation.directions import Floats
from benchmarks.ablation.representation import State, StateReader, Token
from benchmarks.judging.cross_encoder import CrossEncoder
from benchmarks.judging.cross_judge import CrossJudge
from benchmarks.judging.sequence_verifier import SequenceVerifier
from benchmarks.judging.trained import TrainedJudge
from benchmarks.judging.windows import side_by_side
from hubscope.errors import InputError
from hubscope.settings import Settings
from retrieval.embedding_cache import open_embedder


def open_reader(judge: str, settings: Settings, token: Token, *, neurons: bool) -> StateReader:
    """A reader of the states of a judge, named as in `ablate run`.

    Raises:
        InputError: its states cannot be read.
        UnavailableError: its model is not there.
    """
    kind, _, argument = judge.partition(":")
    if kind in ("adapter", "trained"):
        cross = TrainedJudge(open_embedder(settings)) if not argument else None
        encoder = (cross or CrossJudge.of_folder(Path(argument))).encoder
        return CrossEncoderStates(encoder, token, neurons=neurons)
    if kind == "hf":
        return ClassifierStates(SequenceVerifier(argument), token, neurons=neurons)
    raise InputError(
        f"the states of judge {judge!r} cannot be read: it is no adapter:FOLDER, trained or"
        " hf:NAME.",
        reason="no_states",
    )


class CrossEncoderStates:
    """States of the trained cross-encoder; with `trained`, of its encoder alone."""

    def __init__(self, encoder: CrossEncoder, token: Token, *, neurons: bool) -> None:
        self._encoder, self._token = encoder, token
        self._neurons = _Neurons(encoder.network.encoder) if neurons else None

    def read(self, claim: str, sentences: Sequence[str]) -> State:
        """The state after a claim with these sentences; what does not fit is not read."""
        [window] = self._encoder.windows.of([(claim, tuple(sentences))])
        batch = side_by_side([window])

        def states() -> Tensor:
            found: Tensor = self._encoder.network.encoder(
                input_ids=torch.from_numpy(batch.ids),
                attention_mask=torch.from_numpy(batch.mask),
                token_type_ids=torch.from_numpy(batch.types),
            ).last_hidden_state
            return found[0]

        return _state(states, self._token, self._neurons)


class ClassifierStates:
    """States of a Hugging Face sequence classifier, asked as the verifier asks it."""

    def __init__(self, verifier: SequenceVerifier, token: Token, *, neurons: bool) -> None:
        self._verifier, self._token = verifier, token
        self._neurons = _Neurons(verifier.loaded.model) if neurons else None

    def read(self, claim: str, sentences: Sequence[str]) -> State:
        """The state after a claim with these sentences."""
        encoded = self._verifier.encoded([(" ".join(sentences), claim)])

        def states() -> Tensor:
            found = self._verifier.loaded.model(**encoded, output_hidden_states=True)
            layers = getattr(found, "hidden_states", None) or found.decoder_hidden_states
            last: Tensor = layers[-1][0]
            return last

        return _state(states, self._token, self._neurons)


def _state(read: Callable[[], Tensor], token: Token, neurons: "_Neurons | None") -> State:
    with torch.inference_mode():
        if neurons is None:
            states, active = read(), np.zeros(0, np.float32)
        else:
            with neurons.kept():
                states = read()
            active = neurons.magnitudes()
    chosen = {Token.LAST: states[-1], Token.FIRST: states[0], Token.MEAN: states.mean(dim=0)}
    return State(chosen[token].float().numpy().astype(np.float32), active)


@dataclass(slots=True)
class _Neurons:
    """The inner activations of a model's feed-forward layers, kept while it reads.

    They are what goes into the linear layer that leads from the inner width back to the model's.
    """

    model: nn.Module
    _layers: list[nn.Linear] = field(default_factory=list)
    _kept: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        config: Any = self.model.config
        width = getattr(config, "hidden_size", None)
        inner = getattr(config, "intermediate_size", None) or getattr(config, "hidden_dim", None)
        self._layers = [
            part
            for part in self.model.modules()
            if isinstance(part, nn.Linear)
            and (part.in_features, part.out_features) == (inner, width)
        ]
        if not self._layers or inner == width:
            raise InputError(
                "the feed-forward layers of this model are not known by their shape: leave"
                " --neurons out.",
                reason="no_neurons",
            )

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep what goes through the layers meanwhile."""
        self._kept.clear()
        with ExitStack() as hooks:
            for layer in self._layers:
                hooks.callback(layer.register_forward_pre_hook(self._keep).remove)
            yield

    def magnitudes(self) -> Floats:
        """Mean absolute activation over the tokens, layer after layer: float32, (neurons,)."""
        return np.concatenate(self._kept)

    def _keep(self, _: nn.Module, given: tuple[Tensor, ...]) -> None:
        tokens = given[0].reshape(-1, given[0].shape[-1])
        self._kept.append(tokens.abs().mean(dim=0).float().numpy().astype(np.float32))
