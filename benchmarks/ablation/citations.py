"""Citations against gold evidence: precision, recall, F1, micro and macro; pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.ablation.ablated import AblatedClaim
from benchmarks.ablation.figures import NO_CLAIMS, Figure, Ratio, mean, share

NOTHING_CITED = "nothing is cited"


@dataclass(frozen=True, slots=True)
class Citations:
    """Citations of one claim against one gold set: counts, and what they give.

    Attributes:
        cited: hallucinated ones among them.
    """

    hit: int
    cited: int
    gold: int

    @property
    def precision(self) -> float | None:
        """Share of the citations that are gold; None without any."""
        return self.hit / self.cited if self.cited else None

    @property
    def recall(self) -> float | None:
        """Share of the gold sentences that are cited; None without any."""
        return self.hit / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of both; 0 where nothing is cited, None where there is nothing to cite."""
        return 2 * self.hit / (self.cited + self.gold) if self.gold else None


def citations(
    gold_sets: Sequence[Sequence[int]], cited: Sequence[int], hallucinated: int = 0
) -> Citations:
    """Citations against the gold set that gives the best F1, the first one of equals.

    Args:
        gold_sets: alternatives.
        cited: distinct places that were shown.
        hallucinated: citations of what was not shown; they count against precision.
    """
    n = len(set(cited)) + hallucinated
    against = [Citations(len({*gold} & {*cited}), n, len({*gold})) for gold in gold_sets]
    return max(against, key=lambda one: one.f1 or 0.0, default=Citations(0, n, 0))


@dataclass(frozen=True, slots=True)
class EvidenceFigures:
    """Citations of round 0 against the gold set that fits best: micro over sentences, and macro.

    Attributes:
        cites_gold: share of claims with at least one gold sentence among the citations.
        cited_nothing: claims without a citation; they have no macro precision.
    """

    precision: Figure
    recall: Figure
    f1: Figure
    macro_precision: Figure
    macro_recall: Figure
    macro_f1: Figure
    cites_gold: Figure
    cited_nothing: int


def cites_gold(claim: AblatedClaim) -> bool:
    """Whether a sentence of any gold set is cited in round 0."""
    return any({*gold} & {*claim.rounds[0].cited} for gold in claim.gold_sets)


def citation_ratios(used: Sequence[AblatedClaim]) -> dict[str, Ratio]:
    """The ratios behind `EvidenceFigures`, by their names there."""
    found = [
        citations(one.gold_sets, one.rounds[0].cited, one.rounds[0].hallucinated) for one in used
    ]
    hits = [float(one.hit) for one in found]
    cited, gold = [float(one.cited) for one in found], [float(one.gold) for one in found]
    both = [a + b for a, b in zip(cited, gold, strict=True)]
    nothing = NOTHING_CITED if used else NO_CLAIMS
    return {
        "precision": Ratio(hits, cited, nothing),
        "recall": Ratio(hits, gold),
        "f1": Ratio([2 * hit for hit in hits], both),
        "macro_precision": mean([one.precision for one in found], nothing),
        "macro_recall": mean([one.recall for one in found]),
        "macro_f1": mean([one.f1 for one in found]),
        "cites_gold": share([cites_gold(one) for one in used]),
    }
