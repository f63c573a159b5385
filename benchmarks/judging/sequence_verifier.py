"""Any Hugging Face sequence classifier as verifier: evidence and claim in, three labels out.

Weights are read from safetensors only, and no code of the model's is run. Its labels are mapped by
name (entailment, SUPPORTS, contradiction ...); a model whose labels say nothing is refused. A model
of two labels says entailment or not, which is no REFUTED: its other label is UNVERIFIABLE.

A classifier names no sentence, so its citation is made by leaving out: a decided verdict cites the
sentences without which it does not hold or is clearly less probable, the one that costs most first;
where no single one costs anything, the one that costs most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput, shown
from graph.vocabulary import Verdict
from hubscope.errors import InputError, UnavailableError
from hubscope.keys import digest, digest_file
from hubscope.settings import Settings

if TYPE_CHECKING:
    from transformers import BatchEncoding, PreTrainedModel, PreTrainedTokenizerBase

BATCH = 32
MAX_TOKENS = 512
# A sentence is cited where its absence costs this much of the verdict's probability.
CLEAR_LOSS = 0.1

_WORDS = {
    Verdict.SUPPORTED: """
        entailment entail entails entailed support supports supported true yes
    """,
    Verdict.REFUTED: """
        contradiction contradict contradicts contradicted refute refutes refuted false no
    """,
    Verdict.UNVERIFIABLE: """
        neutral nei unverifiable notenoughinfo notenoughinformation notenough notentailment
        notentailed notsupported unknown irrelevant insufficient
    """,
}
_MEANINGS = {word: verdict for verdict, words in _WORDS.items() for word in words.split()}
_FILES = ("config.json", "*.safetensors", "tokenizer*", "special_tokens_map.json", "vocab*")
_FILES_MORE = ("merges.txt", "spm.model", "*.safetensors.index.json", "sentencepiece*", "added*")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A classifier's model, its tokenizer, what its labels mean, and how much it reads."""

    model: "PreTrainedModel"
    tokenizer: "PreTrainedTokenizerBase"
    labels: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    max_tokens: int


class SequenceVerifier:
    """A classifier of (evidence, claim) pairs; loaded on first use."""

    def __init__(self, model: str) -> None:
        """Find the model.

        Args:
            model: a folder, or a name on the Hugging Face hub.

        Raises:
            InputError: the folder holds no weights in safetensors.
            UnavailableError: there is no such folder, and the hub does not give it.
        """
        self.name = f"hf:{model}"
        self.folder = classifier_folder(model)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the model's files and of how it is asked."""
        files = sorted(path for path in self.folder.iterdir() if path.is_file())
        hashes = [[path.name, digest_file(path)] for path in files if path.name != "README.md"]
        return digest(["sequence verifier", 1, hashes, MAX_TOKENS, CLEAR_LOSS])

    @property
    def card(self) -> dict[str, Any]:
        """Its labels as they are mapped, and how citations are made."""
        mapped = zip(self.loaded.labels, self.loaded.verdicts, strict=True)
        return {
            "labels": {name: str(verdict) for name, verdict in mapped},
            "max_tokens": self.loaded.max_tokens,
            "cites": "by leaving out: the sentences without which the verdict does not hold, or"
            f" loses {CLEAR_LOSS} of its probability; the model itself names none",
        }

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """One answer for each input; without sentences the evidence is an empty text."""
        answers: list[VerifierAnswer] = []
        for start in range(0, len(inputs), BATCH):
            answers.extend(self._block(inputs[start : start + BATCH]))
        return answers

    def _block(self, inputs: Sequence[VerifierInput]) -> Iterator[VerifierAnswer]:
        read = [shown(one) for one in inputs]
        whole = self._probabilities(
            [
                (" ".join(text for _, text in texts), one.claim)
                for one, texts in zip(inputs, read, strict=True)
            ]
        )
        verdicts = [max(shares, key=lambda word: shares[word]) for shares in whole]
        left = [
            (at, place)
            for at, texts in enumerate(read)
            if verdicts[at] is not Verdict.UNVERIFIABLE and len(texts) > 1
            for place, _ in texts
        ]
        without = self._probabilities(
            [
                (" ".join(text for place, text in read[at] if place != out), inputs[at].claim)
                for at, out in left
            ]
        )
        losses: dict[int, dict[int, float]] = {}
        for (at, place), shares in zip(left, without, strict=True):
            changed = max(shares, key=lambda word: shares[word]) is not verdicts[at]
            loss = whole[at][verdicts[at]] - shares[verdicts[at]]
            losses.setdefault(at, {})[place] = loss + changed
        for at, verdict in enumerate(verdicts):
            decided = verdict is not Verdict.UNVERIFIABLE
            places = losses.get(at) or dict.fromkeys((place for place, _ in read[at]), 1.0)
            yield VerifierAnswer(verdict, cited_by_loss(places) if decided else (), whole[at])

    def encoded(self, pairs: Sequence[tuple[str, str]]) -> "BatchEncoding":
        """Tokens of (evidence, claim) pairs side by side, as the model takes them."""
        found: BatchEncoding = self.loaded.tokenizer(
            [_clean(evidence) for evidence, _ in pairs],
            [_clean(claim) for _, claim in pairs],
            truncation="longest_first",  # the evidence, as a rule
            max_length=self.loaded.max_tokens,
            padding=True,
            return_tensors="pt",
        )
        return found

    def _probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[dict[Verdict, float]]:
        import torch

        found: list[dict[Verdict, float]] = []
        order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]))
        rows: dict[int, list[float]] = {}
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            encoded = self.encoded([pairs[at] for at in batch])
            with torch.inference_mode():
                logits = self.loaded.model(**encoded).logits
            rows.update(zip(batch, logits.softmax(dim=-1).tolist(), strict=True))
        for at in range(len(pairs)):
            shares = dict.fromkeys(Verdict, 0.0)
            for verdict, share in zip(self.loaded.verdicts, rows[at], strict=True):
                shares[verdict] += share
            found.append(shares)
        return found

    @cached_property
    def loaded(self) -> Loaded:
        """The model, loaded on first use.

        Raises:
            InputError: it cannot be loaded, or its labels say nothing.
        """
        from safetensors import SafetensorError
        from transformers import AutoModelForSequenceClassification, AutoTokenizer
        from transformers.utils import logging as library_logging

        library_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            # No pickle (`use_safetensors`) and no code of the model's own.
            model = AutoModelForSequenceClassification.from_pretrained(
                self.folder, use_safetensors=True, trust_remote_code=False, local_files_only=True
            )
            tokenizer = AutoTokenizer.from_pretrained(
                self.folder, trust_remote_code=False, local_files_only=True
            )
        except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
            why = " ".join(str(error).split())[:200]
            raise InputError(
                f"{self.folder}: no sequence classifier that can be loaded: {why}",
                reason="bad_model",
                where=str(self.folder),
            ) from error
        model.eval()
        labels = tuple(str(name) for _, name in sorted((model.config.id2label or {}).items()))
        # Some models number positions from 2.
        positions = getattr(model.config, "max_position_embeddings", MAX_TOKENS + 2) - 2
        most = min(MAX_TOKENS, int(tokenizer.model_max_length), positions)
        return Loaded(model, tokenizer, labels, verdicts_of(labels, self.name), most)


def verdicts_of(labels: Sequence[str], model: str) -> tuple[Verdict, ...]:
    """What each label of a model means.

    Raises:
        InputError: a label that says nothing (`LABEL_0`), or none that means SUPPORTED.

    >>> verdicts_of(["not_entailment", "Entailment"], "m")
    (<Verdict.UNVERIFIABLE: 'UNVERIFIABLE'>, <Verdict.SUPPORTED: 'SUPPORTED'>)
    """
    bare = ["".join(char for char in label.casefold() if char.isalpha()) for label in labels]
    if unknown := [
        label for label, word in zip(labels, bare, strict=True) if word not in _MEANINGS
    ]:
        raise InputError(
            f"{model}: its label {unknown[0]!r} is none of entailment, contradiction, neutral and"
            " their like. Name the labels in `id2label` of its config.json.",
            reason="unknown_label",
        )
    found = tuple(_MEANINGS[word] for word in bare)
    if Verdict.SUPPORTED not in found:
        raise InputError(f"{model}: none of its labels means SUPPORTED", reason="unknown_label")
    return found


def _clean(text: str) -> str:
    """Text that tokenizers take: they refuse lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")


def cited_by_loss(losses: Mapping[int, float]) -> tuple[int, ...]:
    """Places whose absence costs clearly, the dearest first; else the one that costs most.

    >>> cited_by_loss({0: 0.02, 1: 0.4, 2: 1.3}), cited_by_loss({0: 0.0, 1: 0.05})
    ((2, 1), (1,))
    """
    ranked = sorted(losses, key=lambda place: (-losses[place], place))
    return tuple(place for place in ranked if losses[place] >= CLEAR_LOSS) or tuple(ranked[:1])


def classifier_folder(model: str) -> Path:
    """Folder of a classifier's files: as given, or from the hub's cache.

    Raises:
        InputError: the folder holds no safetensors.
        UnavailableError: it is nowhere and cannot be downloaded.
    """
    folder = Path(model).expanduser()
    if not folder.is_dir():
        folder = _from_hub(model)
    if not (folder / "config.json").is_file() or not any(folder.glob("*.safetensors")):
        raise InputError(
            f"{folder}: no config.json with weights in safetensors (a .bin file is a pickle, which"
            " is not read)",
            reason="no_safetensors",
            where=str(folder),
        )
    return folder


def _from_hub(model: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(model, allow_patterns=[*_FILES, *_FILES_MORE]))
    except (HFValidationError, HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise UnavailableError(
            f"no model {model!r}: not a folder, and the hub does not give it.", reason="no_model"
        ) from error


def open_sequence_verifier(model: str, settings: Settings) -> Verifier:
    """A classifier from a folder or the hub."""
    return SequenceVerifier(model)
