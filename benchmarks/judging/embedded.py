"""The judge that needs no key: counted features and sentence embeddings under a small network.

Each passage is judged by itself on its three sentences nearest to the claim, then combined:

- one passage supports and another refutes: the more probable of the two counts; exactly equal
  probabilities are UNVERIFIABLE; it is a `conflict` where both are clear (CLEAR): a judge this
  modest contradicts itself on passages that only touch the claim;
- at least one supports, or at least one refutes: the most probable such passage counts;
- none does: UNVERIFIABLE, with the passage that came nearest to a decision.

A passage whose best probability is under the threshold says nothing. The judge is modest: its
confusion on held-out pairs (`card`) belongs into every report that rests on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchmarks.judging.classifier import CLASSES, Classifier, load_classifier
from benchmarks.judging.encoding import Encoder, sentences
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.verdicts import NO_EVIDENCE, Judgement
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.keys import digest
from retrieval.embeddings import Embedder

# Claims judged together: enough to fill the encoder's batches, few enough to keep memory flat.
_BLOCK = 256
# Both sides of a conflict are at least this probable.
CLEAR = 0.6


@dataclass(frozen=True, slots=True)
class PassageOpinion:
    """What one passage says of one claim."""

    verdict: Verdict
    probabilities: dict[Verdict, float]
    quote: str

    @property
    def decisive(self) -> float:
        """The higher probability of SUPPORTED and REFUTED."""
        return max(self.probabilities[Verdict.SUPPORTED], self.probabilities[Verdict.REFUTED])


class EmbeddedJudge:
    """Judges claims with the committed weights; the same claim and passages, the same judgement."""

    name = "embedded"

    def __init__(self, embedder: Embedder, classifier: Classifier | None = None) -> None:
        """Take an embedder; the weights are read on first use where none are given.

        Args:
            embedder: the one the weights were trained with.
            classifier: another one than the committed.
        """
        self._embedder = embedder
        self._given = classifier

    @property
    def fingerprint(self) -> str:
        """Hash of the weights, the calibration and the embedder."""
        return digest([self.name, 1, self.classifier.fingerprint, self._embedder.fingerprint])

    @property
    def card(self) -> dict[str, Any]:
        """Training data, calibration, and quality by data set, with confusion matrices."""
        return self.classifier.card

    @cached_property
    def classifier(self) -> Classifier:
        """The weights.

        Raises:
            InputError: they were trained with another embedding model.
        """
        classifier = self._given or load_classifier()
        trained_with = classifier.card.get("embedder")
        if trained_with != self._embedder.fingerprint:
            raise InputError(
                f"the embedded judge was trained with another embedding model than "
                f"{self._embedder.name}: leave embedding_model as it is, or train the judge anew.",
                reason="judge_embedder",
            )
        return classifier

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """One judgement for each input; a claim without evidence text is UNVERIFIABLE."""
        judged: list[Judgement] = []
        for start in range(0, len(pairs), _BLOCK):
            judged.extend(self._judge_block(pairs[start : start + _BLOCK]))
        return judged

    def _judge_block(self, pairs: Sequence[JudgeInput]) -> Iterator[Judgement]:
        asked = [
            (number, (pair.claim, sentences(text)))
            for number, pair in enumerate(pairs)
            for text in pair.passages
            if text.strip() and pair.claim.strip()
        ]
        found = self.opinions([pair for _, pair in asked])
        opinions: dict[int, list[PassageOpinion]] = {}
        for (number, _), opinion in zip(asked, found, strict=True):
            opinions.setdefault(number, []).append(opinion)
        for number in range(len(pairs)):
            yield combine(opinions[number]) if number in opinions else NO_EVIDENCE

    def opinions(self, asked: Sequence[tuple[str, Sequence[str]]]) -> list[PassageOpinion]:
        """What each piece of evidence says of its claim, in order.

        Args:
            asked: a claim with the sentences of one piece of evidence; neither may be empty.
        """
        if not asked:
            return []
        texts = list(dict.fromkeys(text for claim, near in asked for text in (claim, *near)))
        vectors = dict(zip(texts, self._embedder.embed(texts), strict=True))
        batch = Encoder(self.classifier.vocabulary, vectors).encode(asked)
        opinions = []
        for row, quote in zip(self.classifier.probabilities(batch), batch.quotes, strict=True):
            shares = {Verdict(name): float(share) for name, share in zip(CLASSES, row, strict=True)}
            verdict = max(shares, key=lambda word: shares[word])
            if shares[verdict] < self.classifier.threshold:
                verdict = Verdict.UNVERIFIABLE
            opinions.append(PassageOpinion(verdict, shares, quote))
        return opinions


def combine(opinions: Sequence[PassageOpinion]) -> Judgement:
    """One judgement from what each passage says, by the rule of this module."""
    by_verdict = {
        verdict: [opinion for opinion in opinions if opinion.verdict is verdict]
        for verdict in (Verdict.SUPPORTED, Verdict.REFUTED)
    }
    decided = [opinion for same in by_verdict.values() for opinion in same]
    basis = max(decided or opinions, key=lambda opinion: opinion.decisive)
    verdict = basis.verdict if decided else Verdict.UNVERIFIABLE
    conflict = False
    if all(by_verdict.values()):
        best = [max(opinion.decisive for opinion in same) for same in by_verdict.values()]
        verdict = Verdict.UNVERIFIABLE if best[0] == best[1] else verdict
        conflict = min(best) >= CLEAR
    return Judgement(
        verdict,
        confidence=basis.probabilities[verdict],
        quote=basis.quote,
        conflict=conflict,
        probabilities=basis.probabilities,
    )
