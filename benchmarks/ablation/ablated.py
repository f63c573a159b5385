"""What the rounds write and the scores read: one record a claim, places and verdicts, no text."""

from dataclasses import dataclass

from graph.vocabulary import Verdict


@dataclass(frozen=True, slots=True)
class Round:
    """One question and its answer; places are those of the claim's own sentences.

    Attributes:
        shown: in order.
        cited: of those shown.
        repeats: sentences that were shown, not cited, and repeat a cited one: gone with it.
        hallucinated: distinct citations of what was not shown.
    """

    shown: tuple[int, ...]
    verdict: Verdict | None
    cited: tuple[int, ...] = ()
    repeats: tuple[int, ...] = ()
    hallucinated: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class AblatedClaim:
    """A claim after all rounds: everything that scores need, and no text.

    Attributes:
        rounds: round 0 and R more; they end with the first error, as nothing can be taken away
            after it.
        knowledge: the verdict with no sentences shown; None where it was not asked, or an error.
        says_itself: the claim repeats a sentence that was taken away, so that its words were still
            to be read: in the claim.
    """

    id: str
    gold: Verdict
    gold_sets: tuple[tuple[int, ...], ...]
    document: str
    rounds: tuple[Round, ...]
    knowledge: Verdict | None = None
    knowledge_error: str = ""
    says_itself: bool = False

    @property
    def error(self) -> str:
        """Why it has no figures, "" where it has."""
        return self.rounds[-1].error
