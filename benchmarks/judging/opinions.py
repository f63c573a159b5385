"""What each passage says of a claim, and one judgement from what all of them say.

- one passage supports and another refutes: the more probable of the two counts; exactly equal
  probabilities are UNVERIFIABLE; it is a `conflict` where both are clear (CLEAR): judges this
  modest contradict themselves on passages that only touch the claim;
- at least one supports, or at least one refutes: the most probable such passage counts;
- none does: UNVERIFIABLE, with the passage that came nearest to a decision.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.judging.encoding import sentences
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.reply_words import without_replies
from benchmarks.judging.verdicts import NO_EVIDENCE, Judgement
from graph.vocabulary import Verdict

# Claims judged together: enough to fill a model's batches, few enough to keep memory flat.
BLOCK = 256
# Both sides of a conflict are at least this probable.
CLEAR = 0.6


@dataclass(frozen=True, slots=True)
class PassageOpinion:
    """What one passage says of one claim.

    Attributes:
        quote: the sentence that it rests on, or that came nearest.
        cited: places of the sentences that it rests on; none where it decides nothing.
    """

    verdict: Verdict
    probabilities: dict[Verdict, float]
    quote: str
    cited: tuple[int, ...] = ()

    @property
    def decisive(self) -> float:
        """The higher probability of SUPPORTED and REFUTED."""
        return max(self.probabilities[Verdict.SUPPORTED], self.probabilities[Verdict.REFUTED])


# A claim with the sentences of one passage; neither is empty.
Asked = tuple[str, Sequence[str]]
Opinions = Callable[[Sequence[Asked]], list[PassageOpinion]]


def judge_passages(inputs: Sequence[JudgeInput], opinions: Opinions) -> list[Judgement]:
    """One judgement for each input; a claim without evidence text is UNVERIFIABLE.

    Args:
        inputs: claims with passages.
        opinions: what each passage says of its claim, in order.
    """
    judged: list[Judgement] = []
    for start in range(0, len(inputs), BLOCK):
        judged.extend(_judged(inputs[start : start + BLOCK], opinions))
    return judged


def _judged(inputs: Sequence[JudgeInput], opinions: Opinions) -> Iterator[Judgement]:
    asked = [
        (number, (one.claim, without_replies(sentences(text))))
        for number, one in enumerate(inputs)
        for text in one.passages
        if text.strip() and one.claim.strip()
    ]
    found = opinions([pair for _, pair in asked]) if asked else []
    by_input: dict[int, list[PassageOpinion]] = {}
    for (number, _), opinion in zip(asked, found, strict=True):
        by_input.setdefault(number, []).append(opinion)
    for number in range(len(inputs)):
        yield combine(by_input[number]) if number in by_input else NO_EVIDENCE


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
