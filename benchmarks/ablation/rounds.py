"""FAE's rounds: ask, take away what was cited, ask again (method sheet FAE, R = 4).

S0 is every sentence; S of the next round is S without what was cited in this one and without what
repeats it. A citation of a sentence that was not shown is hallucinated: it takes nothing away and
is counted. Citing nothing takes nothing away either and is a bucket of its own. Before anything is
asked, the sentences to show are checked against everything that was taken away: what still repeats
it is an IntegrityError, as every figure would be worthless.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.ablation.ablated import AblatedClaim, Round
from benchmarks.ablation.data import GoldClaim
from benchmarks.ablation.likeness import chained_repeats, repeats
from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput
from hubscope.errors import IntegrityError

ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Ablated:
    """What is left of the ids that were shown, and what the citations were worth.

    Attributes:
        next: ids to show in the next round, in order.
        cited: ids that were shown and cited, each once, in the order of citing.
        hallucinated: distinct cited ids that were not shown.
    """

    next: tuple[int, ...]
    cited: tuple[int, ...]
    hallucinated: int
    cited_nothing: bool


def ablate(shown: Sequence[int], cited: Sequence[int]) -> Ablated:
    """Take the cited ids away from those that were shown in this round.

    >>> ablate([1, 3], [2, 3])
    Ablated(next=(1,), cited=(3,), hallucinated=1, cited_nothing=False)
    """
    there = frozenset(shown)
    distinct = tuple(dict.fromkeys(cited))
    known = tuple(id for id in distinct if id in there)
    gone = frozenset(known)
    return Ablated(
        next=tuple(id for id in shown if id not in gone),
        cited=known,
        hallucinated=len(distinct) - len(known),
        cited_nothing=not distinct,
    )


@dataclass(slots=True)
class Course:
    """A claim on its way through the rounds.

    Attributes:
        shown: places that the next question shows.
        gone: texts that were taken away.
    """

    claim: GoldClaim
    shown: tuple[int, ...]
    gone: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)

    def question(self, number: int) -> VerifierInput:
        """What is asked in a round.

        Raises:
            IntegrityError: what was taken away would be shown again.
        """
        texts = tuple(self.claim.sentences[at] for at in self.shown)
        if still := repeats(self.gone, texts):
            raise IntegrityError(
                f"claim {self.claim.id!r}, round {number}: a sentence that was taken away is still"
                f" shown: {texts[still[0]]!r}",
                reason="ablated_text_shown",
                where=self.claim.id,
            )
        return VerifierInput(self.claim.claim, texts, number)

    def take(self, answer: VerifierAnswer) -> None:
        """Note an answer, and take away what it cites."""
        # Places of the answer are among what was shown; those outside keep no place in the claim.
        cited = [
            self.shown[at] if 0 <= at < len(self.shown) else -1 - index
            for index, at in enumerate(dict.fromkeys(answer.cited))
        ]
        found = ablate(self.shown, cited)
        texts = [self.claim.sentences[at] for at in found.cited]
        left = [self.claim.sentences[at] for at in found.next]
        alike = tuple(found.next[at] for at in chained_repeats(texts, left))
        self.rounds.append(
            Round(
                self.shown,
                answer.verdict,
                found.cited,
                alike,
                found.hallucinated,
                answer.error or "",
            )
        )
        self.gone += [*texts, *(self.claim.sentences[at] for at in alike)]
        self.shown = tuple(at for at in found.next if at not in alike)


def run_rounds(
    claims: Sequence[GoldClaim],
    verifier: Verifier,
    *,
    rounds: int = ROUNDS,
    knowledge: bool = True,
) -> list[AblatedClaim]:
    """Put claims through round 0 and `rounds` more, all claims of a round in one call.

    Args:
        claims: a batch; memory holds its texts.
        verifier: is asked with the number of the round, so that no cache answers for another.
        rounds: R.
        knowledge: whether each claim is also judged with no sentences at all.

    Raises:
        IntegrityError: what was taken away would be shown again.
    """
    courses = [Course(one, tuple(range(len(one.sentences)))) for one in claims]
    for number in range(rounds + 1):
        open_ = [one for one in courses if not (one.rounds and one.rounds[-1].error)]
        questions = [one.question(number) for one in open_]
        for course, answer in zip(open_, verifier.verify_many(questions), strict=True):
            course.take(answer)
    known = _knowledge(claims, verifier) if knowledge else [None] * len(claims)
    return [_ablated(course, answer) for course, answer in zip(courses, known, strict=True)]


def _knowledge(claims: Sequence[GoldClaim], verifier: Verifier) -> Sequence[VerifierAnswer | None]:
    return verifier.verify_many([VerifierInput(one.claim, ()) for one in claims])


def _ablated(course: Course, known: VerifierAnswer | None) -> AblatedClaim:
    claim = course.claim
    return AblatedClaim(
        id=claim.id,
        gold=claim.gold,
        gold_sets=claim.gold_sets,
        document=claim.document,
        rounds=tuple(course.rounds),
        knowledge=known.verdict if known else None,
        knowledge_error=(known.error or "") if known else "",
        says_itself=bool(repeats(course.gone, [claim.claim])) if course.gone else False,
    )
