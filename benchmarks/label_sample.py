"""What to know of a sample of labels before its figures are used."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scipy.stats import chisquare

from benchmarks.human_labels import ADJUDICATED, HumanLabel
from benchmarks.measured_judge import VERDICTS, Counted, Sums

FEW_CLAIMS = 50
FEW_TRAJECTORIES = 10
FEW_OF_A_CLASS = 5
# From this share on, the claims on which raters agree are no picture of all.
MANY_TIED = 0.1
# A random draw looks less like the run than this once in a thousand.
NOT_RANDOM = 0.001


def sample_warnings(
    counted: Sequence[Sequence[Counted]], total: Sums, given: Sequence[HumanLabel]
) -> Iterator[str]:
    """Why figures from these labels may mislead.

    Args:
        counted: the scored claims of each trajectory.
        total: their sums, one row.
        given: every label.
    """
    labelled = [[claim for claim in claims if claim.labels] for claims in counted]
    n, clusters = sum(map(len, labelled)), sum(map(bool, labelled))
    tied = n - int(total.confusion.sum())
    if n and tied / n >= MANY_TIED:
        yield (
            f"{tied} of {n} labelled claims have no majority: agreement, kappa and classes are of"
            " the others, which are easier; let somebody adjudicate"
        )
    if n < FEW_CLAIMS:
        yield f"only {n} labelled claims: the intervals are rough below {FEW_CLAIMS}"
    if clusters < FEW_TRAJECTORIES:
        yield (
            f"labels come from only {clusters} trajectories: a bootstrap over so few gives"
            " intervals that are too narrow"
        )
    for place, verdict in enumerate(VERDICTS):
        k = int(total.confusion[0, place].sum())
        if k < FEW_OF_A_CLASS:
            yield f"people call only {k} claims {verdict}: what the judge makes of them is unknown"
    if len({one.rater for one in given} - {ADJUDICATED}) == 1:
        yield "one rater: how far people agree on these claims is unknown"
    if _unlike_the_run(counted, labelled):
        yield (
            "the labelled claims are no random draw of the run's (their verdicts differ from the"
            " run's): the prediction-powered correction is not valid; draw with `hubscope"
            " calibrate RUN FILE --draw N`, or use --correction rogan-gladen"
        )


def _unlike_the_run(
    counted: Sequence[Sequence[Counted]], labelled: Sequence[Sequence[Counted]]
) -> bool:
    """Whether a random draw would hardly ever have the verdicts of the labelled claims."""
    everything = Counter(claim.verdict for claims in counted for claim in claims)
    sample = Counter(claim.verdict for claims in labelled for claim in claims)
    known = [verdict for verdict in VERDICTS if everything[verdict]]
    n = sum(sample.values())
    if len(known) < 2 or n == 0:
        return False
    scale = n / sum(everything.values())
    expected = [everything[verdict] * scale for verdict in known]
    return bool(chisquare([sample[v] for v in known], expected).pvalue < NOT_RANDOM)
