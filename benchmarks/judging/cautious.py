"""The cautious judge: the feature judge, slow to refute. It reads nothing, so it is fast.

What the feature judge calls REFUTED stands where the rule of refutation.py confirms it and the
sentence that it rests on states something (aims.py).
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from benchmarks.judging.aims import without_asking
from benchmarks.judging.encoding import Floats
from benchmarks.judging.feature_judge import FeatureJudge, Scored
from benchmarks.judging.opinions import Asked, PassageOpinion
from benchmarks.judging.quality import Labels
from benchmarks.judging.refutation import Refutation, load_refutation
from hubscope.keys import digest


class CautiousJudge(FeatureJudge):
    """The committed weights under the committed rule for REFUTED."""

    name = "cautious"

    @property
    def fingerprint(self) -> str:
        """Hash of the feature judge's and of the rule."""
        return digest([super().fingerprint, self.refutation.fingerprint, "aims", 1])

    @property
    def card(self) -> dict[str, Any]:
        """The feature judge's, the rule's, and the quality of both together."""
        return {**super().card, **self.refutation.card}

    @cached_property
    def refutation(self) -> Refutation:
        """The rule.

        Raises:
            IntegrityError: it was fitted to other weights.
        """
        rule = load_refutation()
        rule.check(self.classifier.fingerprint)
        return rule

    def decide(self, scored: Scored) -> tuple[Floats, Labels]:
        """Probabilities of CLASSES, (pairs, 3), and the class that is decided, (pairs,)."""
        return self.refutation.applied(*super().decide(scored), scored.scalars)

    def opinions_of(self, asked: Sequence[Asked], scored: Scored) -> list[PassageOpinion]:
        """What each piece of evidence says of its claim, in order."""
        return without_asking(super().opinions_of(asked, scored))
