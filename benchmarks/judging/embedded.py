"""The judge that needs no key, as `hubscope score` uses it."""

from benchmarks.judging.feature_judge import FeatureJudge


class EmbeddedJudge(FeatureJudge):
    """The committed weights."""

    name = "embedded"
