"""What fits before the cross-encoder's eyes: numbered sentences, then the claim, as token ids.

`[CLS] sentence 0, sentence 1, ... [SEP] claim [SEP]`, evidence first. Where the sentences do not
fit, those that share most with the claim stay, in their order; which ones were left out is known.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

MAX_TOKENS = 160
MAX_CLAIM_TOKENS = 48
# A sentence longer than this is cut: one table row must not push out everything else.
MAX_SENTENCE_TOKENS = 96
# What stands for one token of another text, so that two texts cannot be read as one.
NO_SENTENCE = -1
# Texts tokenized at once: an encoding holds much more than its ids, and a training has 200,000.
_TEXTS = 4096

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Window:
    """One pair as token ids.

    Attributes:
        ids: token ids, at most MAX_TOKENS.
        evidence: how many of them come before the claim, `[CLS]` and the first `[SEP]` included.
        place: for each token the place of its sentence among `kept`, else NO_SENTENCE.
        kept: places of the sentences that are in the window, in order.
        left_out: places of those that are not.
        cut: places of the sentences of which only the beginning is in the window.
    """

    ids: tuple[int, ...]
    evidence: int
    place: tuple[int, ...]
    kept: tuple[int, ...]
    left_out: tuple[int, ...]
    cut: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class WindowBatch:
    """Windows side by side, filled up to the longest.

    Attributes:
        ids, types, mask: int64, (pairs, tokens): token ids, 0 for evidence and 1 for the claim,
            1 where there is a token.
        spans: float32, (pairs, sentences, tokens): what makes the mean over a sentence's tokens.
        sentences: bool, (pairs, sentences): there is such a sentence.
    """

    ids: Ints
    types: Ints
    mask: Ints
    spans: npt.NDArray[np.float32]
    sentences: npt.NDArray[np.bool_]


class Windows:
    """Makes windows with one tokenizer; each distinct text is tokenized once in its life."""

    def __init__(self, folder: Path) -> None:
        """Read `tokenizer.json` of a model's folder."""
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._begin = self._special("[CLS]")
        self._end = self._special("[SEP]")
        self._known: dict[str, tuple[int, ...]] = {}

    def of(self, pairs: Sequence[tuple[str, Sequence[str]]]) -> list[Window]:
        """Windows of (claim, sentences) pairs, in order; a pair may have no sentence."""
        self._learn([text for claim, sentences in pairs for text in (claim, *sentences)])
        windows = [self._window(claim, sentences) for claim, sentences in pairs]
        self._known.clear()
        return windows

    def _learn(self, texts: Sequence[str]) -> None:
        # Tokenizers refuse lone surrogates.
        new = list(dict.fromkeys(texts))
        for start in range(0, len(new), _TEXTS):
            block = new[start : start + _TEXTS]
            clean = [text.encode("utf-8", "replace").decode("utf-8") for text in block]
            encodings = self._tokenizer.encode_batch_fast(clean, add_special_tokens=False)
            self._known |= {
                text: tuple(encoding.ids) for text, encoding in zip(block, encodings, strict=True)
            }

    def _window(self, claim: str, sentences: Sequence[str]) -> Window:
        asked = self._known[claim][:MAX_CLAIM_TOKENS]
        whole = [self._known[text] for text in sentences]
        parts = [ids[:MAX_SENTENCE_TOKENS] for ids in whole]
        room = MAX_TOKENS - len(asked) - 3
        kept, parts = _fitting(asked, parts, room)
        ids, place = [self._begin], [NO_SENTENCE]
        for number, at in enumerate(kept):
            ids += parts[at]
            place += [number] * len(parts[at])
        ids.append(self._end)
        evidence = len(ids)
        ids += (*asked, self._end)
        place += [NO_SENTENCE] * (len(ids) - len(place))
        left_out = tuple(at for at in range(len(sentences)) if at not in kept)
        cut = tuple(at for at in kept if len(parts[at]) < len(whole[at]))
        return Window(tuple(ids), evidence, tuple(place), kept, left_out, cut)

    def _special(self, token: str) -> int:
        number = self._tokenizer.token_to_id(token)
        if number is None:
            raise ValueError(f"the tokenizer has no {token}")
        return int(number)


def _fitting(
    claim: Sequence[int], parts: list[tuple[int, ...]], room: int
) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """Places of the sentences that fit, nearest to the claim first served; the nearest is cut."""
    if sum(map(len, parts)) <= room:
        return tuple(range(len(parts))), parts
    parts = list(parts)
    near = nearness(claim, parts)
    kept: list[int] = []
    for at in sorted(range(len(parts)), key=lambda place: (-near[place], place)):
        if len(parts[at]) > room and not kept:
            parts[at] = parts[at][:room]
        if len(parts[at]) <= room:
            kept.append(at)
            room -= len(parts[at])
    return tuple(sorted(kept)), parts


def nearness(claim: Sequence[int], parts: Sequence[Sequence[int]]) -> list[float]:
    """How much of the claim each sentence shares, rare tokens weighing more, long ones less."""
    spread = Counter(token for part in parts for token in set(part))
    asked = set(claim)
    return [
        sum(1.0 / spread[token] for token in asked & set(part)) / math.sqrt(1 + len(part))
        for part in parts
    ]


def side_by_side(windows: Sequence[Window]) -> WindowBatch:
    """Arrays of some windows."""
    tokens = max(map(len, windows))
    sentences = max(1, max(len(window.kept) for window in windows))
    shape = (len(windows), tokens)
    ids, types, mask = (np.zeros(shape, np.int64) for _ in range(3))
    spans = np.zeros((len(windows), sentences, tokens), np.float32)
    there = np.zeros((len(windows), sentences), np.bool_)
    for row, window in enumerate(windows):
        ids[row, : len(window)] = window.ids
        types[row, window.evidence : len(window)] = 1
        mask[row, : len(window)] = 1
        place = np.array(window.place)
        for number in range(len(window.kept)):
            own = place == number
            spans[row, number, : len(window)] = own / max(1, own.sum())
            there[row, number] = True
    return WindowBatch(ids, types, mask, spans, there)
