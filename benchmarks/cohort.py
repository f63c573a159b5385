"""Cohorts: whether several scored runs may stand in one table, and what parts them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.manifest import Manifest

WRONG_ONLY = "wrong answers"

# What must be equal for scores to be comparable.
_CONDITIONS: dict[str, Callable[[Manifest], Any]] = {
    "judge": lambda one: one.judge_fingerprint,
    "evidence": lambda one: one.evidence,
    "evidence limits": lambda one: (one.evidence_chunks, one.evidence_characters),
    "degree snapshot": lambda one: one.degree_snapshot,
    "scope": lambda one: one.scope,
    "tiers": lambda one: one.tiers,
    "relevance floor": lambda one: one.relevance_floor,
    "items": lambda one: one.dataset,
    "extractor": lambda one: (one.extractor, one.include_reasoning),
    "anchor rule": lambda one: one.anchor,
    "encoder": lambda one: one.encoder,
    "hubscope code": lambda one: one.code,
    "packages": lambda one: one.packages,
}


def cohort_warnings(manifests: Sequence[Manifest]) -> Iterator[str]:
    """Why the scores of some runs cannot be compared, one line a difference."""
    for what, condition in _CONDITIONS.items():
        values = [condition(one) for one in manifests]
        if any(value != values[0] for value in values):
            yield f"the runs differ in {what}: their scores are not comparable"


def scope_warning(manifests: Sequence[Manifest]) -> str:
    """Whether accuracy and HS^w of one row run over different trajectories, "" if not."""
    if not any(one.scope == WRONG_ONLY for one in manifests):
        return ""
    return (
        "only wrong answers are judged: accuracy runs over all trajectories, HS and HS^w over the"
        " wrong ones; `hubscope score RUN --all` judges every one"
    )
