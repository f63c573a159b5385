"""Coverage: how much of a run its scores rest on, and what to be warned of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from benchmarks.hallucination.judged import JudgedTrajectory
from graph.vocabulary import Verdict

ANSWERS_KEPT = 5
# From these shares on a reader is warned.
ERRORS_WARNED = 0.05
WITHOUT_CLAIMS_WARNED = 0.2
WITHOUT_ITEM_WARNED = 0.2
TOOLS_WARNED = 0.5
CONSTANT_WARNED = 0.95
# Fewer answers may all be alike by chance.
FEWEST_ANSWERS = 10


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a run the scores rest on.

    Attributes:
        with_edge: scored claims whose concept has at least one counted relation.
        by_evidence: claims by the tier that answered; `none` = no evidence.
        unresolved: claims whose subject is only pointed at ("this drug"): read as they stand.
        hedged: claims that the agent hedged ("may", "might", "could"): read as if stated flatly.
        too_long: sentences that no claim was taken from, for their length.
        unnamed: statements that gave no claim, for a pronoun that nothing names.
        errors: claims that no judge answered; never scored.
        no_claims: trajectories in scope without a scored claim; left out of every mean.
        unknown: trajectories of which nobody knows whether the answer is right.
        unread: steps whose claims a model was asked for and did not give; they are in no score.
        ungraded: answers that a model was asked to grade and did not; they are in no accuracy.
        tool_calls, tool_failures: of all trajectories; a call without an answer has failed, too.
        answered: trajectories with a final answer; `answers` counts the commonest of them.
    """

    trajectories: int
    in_scope: int
    without_item: int
    claims: int
    scored: int
    errors: int
    anchored: int
    with_edge: int
    verdicts: dict[str, int]
    by_evidence: dict[str, int]
    conflicts: int
    unresolved: int
    too_long: int
    unnamed: int
    no_claims: int
    outcomes: dict[str, int]
    left_out: dict[str, int]
    unknown: int = 0
    tool_calls: int = 0
    tool_failures: int = 0
    answered: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    unread: int = 0
    ungraded: int = 0
    hedged: int = 0


def coverage_of(judged: Sequence[JudgedTrajectory], n_null: int) -> Coverage:
    """How much of a run its scores rest on; `n_null` = trajectories without a scored claim."""
    in_scope = [one for one in judged if one.in_scope]
    claims = list(chain.from_iterable(one.claims for one in in_scope))
    scored = [claim for claim in claims if claim.verdict is not None]
    answers = Counter(" ".join(one.answer.split()).casefold() for one in judged if one.answer)
    return Coverage(
        trajectories=len(judged),
        in_scope=len(in_scope),
        without_item=sum(not one.kind for one in in_scope),
        claims=len(claims),
        scored=len(scored),
        errors=len(claims) - len(scored),
        anchored=sum(bool(claim.anchors) for claim in scored),
        with_edge=sum(bool(claim.anchors) and claim.anchors[0].degree > 0 for claim in scored),
        verdicts={v: sum(claim.verdict is v for claim in scored) for v in Verdict},
        by_evidence=counted(claim.evidence_tier or "none" for claim in claims),
        conflicts=sum(claim.conflict for claim in claims),
        unresolved=sum(bool(claim.note) for claim in claims),
        too_long=sum(one.too_long for one in in_scope),
        unnamed=sum(one.unnamed for one in in_scope),
        no_claims=n_null,
        outcomes=counted(one.outcome for one in judged),
        left_out=counted(one.scope_reason for one in judged if not one.in_scope),
        unknown=sum(one.score is None for one in judged),
        tool_calls=sum(one.tool_calls for one in judged),
        tool_failures=sum(one.tool_failures for one in judged),
        answered=answers.total(),
        answers=dict(answers.most_common(ANSWERS_KEPT)),
        unread=sum(one.unread for one in in_scope),
        ungraded=sum(bool(one.ungraded) for one in judged),
        hedged=sum(bool(claim.hedge) for claim in claims),
    )


def coverage_warnings(coverage: Coverage) -> Iterator[str]:
    """Traps of published results that one run alone can show (SCHEMA; methods section 8)."""
    yield from _partly_covered(coverage)
    if coverage.tool_calls and coverage.tool_failures / coverage.tool_calls >= TOOLS_WARNED:
        yield (
            f"tools failed: {coverage.tool_failures} of {coverage.tool_calls} calls; the scores say"
            " little of the agent with working tools"
        )
    answer, n = next(iter(coverage.answers.items()), ("", 0))
    if coverage.answered >= FEWEST_ANSWERS and n / coverage.answered >= CONSTANT_WARNED:
        yield (
            f"constant answers: {n} of {coverage.answered} are {answer[:40]!r}; its accuracy is"
            " that of a constant"
        )


def _partly_covered(coverage: Coverage) -> Iterator[str]:
    if coverage.claims and coverage.errors / coverage.claims >= ERRORS_WARNED:
        yield f"coverage: {coverage.errors} of {coverage.claims} claims are errors and not scored"
    if coverage.unread:
        yield f"coverage: the extractor failed on {coverage.unread} steps: their claims are missing"
    if coverage.ungraded:
        yield f"coverage: the grader failed on {coverage.ungraded} answers: they have no score"
    for n, least, what in (
        (coverage.no_claims, WITHOUT_CLAIMS_WARNED, "have no scored claim and no HS"),
        (coverage.without_item, WITHOUT_ITEM_WARNED, "have no item in the graph: no gold evidence"),
    ):
        if coverage.in_scope and n / coverage.in_scope >= least:
            yield f"coverage: {n} of {coverage.in_scope} trajectories in scope {what}"
    if coverage.unknown:
        yield (
            f"coverage: of {coverage.unknown} of {coverage.trajectories} trajectories nobody knows"
            " whether the answer is right: accuracy leaves them out"
        )


def counted(words: Iterable[str]) -> dict[str, int]:
    """How often each word comes, by word."""
    return dict(sorted(Counter(words).items()))
