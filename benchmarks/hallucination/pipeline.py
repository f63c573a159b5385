"""From trajectories to a journal of judged claims: claims, concepts, tiers, verdicts.

The journal has one line a trajectory, written when all its claims are judged. A killed run goes on
where it was, unless something that decides verdicts has changed: then it starts over.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from benchmarks.agents.tool_calls import calls_of, has_failed, observed_before
from benchmarks.agents.trajectory import Trajectory
from benchmarks.answers import grade
from benchmarks.hallucination.essays import essay_of, grades_of
from benchmarks.hallucination.items import ItemFacts, ItemTable
from benchmarks.hallucination.judged import Anchor, JudgedClaim, JudgedTrajectory
from benchmarks.judging.answer_judge import AnswerGrade, AnswerJudge
from benchmarks.judging.buckets import bucket_names
from benchmarks.judging.claims import AgentClaimText
from benchmarks.judging.extractor import Extraction, Extractor, RulesExtractor
from benchmarks.judging.judge import Judge, JudgeInput
from benchmarks.judging.matching import ConceptMatcher, Match
from benchmarks.judging.verdicts import NO_EVIDENCE, Judgement
from graph.degree import DegreeSnapshot
from graph.store import ConceptRecord
from hubscope.keys import key_of
from retrieval.evidence import Evidence
from retrieval.tiers import EvidenceFinder, TierRequest

# Trajectories judged together: enough to batch the encoder, few enough to lose little when killed.
BATCH = 32
# Characters of a final answer in the journal: enough to tell answers apart.
ANSWER_KEPT = 200


@dataclass(frozen=True, slots=True)
class Tools:
    """What judging works with.

    Attributes:
        common: words that name nothing by themselves.
        grader: of answers in free text; None = those that no rule decides have no score.
    """

    matcher: ConceptMatcher
    concepts: dict[str, ConceptRecord]
    snapshot: DegreeSnapshot
    items: ItemTable
    finder: EvidenceFinder
    judge: Judge
    common: frozenset[str] = frozenset()
    extractor: Extractor = field(default_factory=RulesExtractor)
    grader: AnswerJudge | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Which trajectories are judged: those whose answer is wrong, or every one."""

    everything: bool = False
    include_reasoning: bool = False

    def reason_to_skip(self, score: float | None) -> str:
        """Why a trajectory is out of scope, "" if it is in."""
        if self.everything:
            return ""
        if score is None:
            return "not known whether the answer is right"
        return "the answer is right" if score >= 1 else ""


def judge_trajectories(
    trajectories: Iterable[Trajectory], tools: Tools, scope: Scope
) -> Iterator[JudgedTrajectory]:
    """Judge trajectories in batches, in order."""
    waiting = iter(trajectories)
    while batch := list(islice(waiting, BATCH)):
        yield from _judge_batch(batch, tools, scope)


def scope_reason(trajectory: Trajectory, tools: Tools, scope: Scope) -> str:
    """Why a trajectory is out of scope, "" if it is in, or may be when its answer is graded."""
    facts = tools.items.find(trajectory.item)
    item = facts.item if facts else None
    if tools.grader is not None and essay_of(trajectory, item) is not None:
        return ""
    return scope.reason_to_skip(grade(trajectory, item))


@dataclass(frozen=True, slots=True)
class _Pending:
    """A claim on its way to a verdict."""

    text: AgentClaimText
    bucket: str
    anchors: tuple[Anchor, ...]
    facts: ItemFacts | None
    question: str
    group: str
    observed: tuple[str, ...]

    @property
    def request(self) -> TierRequest:
        """What the tiers are asked."""
        keys = tuple(anchor.key for anchor in self.anchors)
        item = self.facts.key if self.facts else None
        return TierRequest(item, keys, self.text.text, self.observed)


@dataclass(frozen=True, slots=True)
class _Graded:
    """A trajectory with its item, its score, and why it is out of scope ("" = it is in)."""

    trajectory: Trajectory
    facts: ItemFacts | None
    grade: AnswerGrade
    reason: str


def _graded(batch: Sequence[Trajectory], tools: Tools, scope: Scope) -> list[_Graded]:
    facts = [tools.items.find(one.item) for one in batch]
    items = [one.item if one else None for one in facts]
    return [
        _Graded(trajectory, one, found, scope.reason_to_skip(found.score))
        for trajectory, one, found in zip(
            batch, facts, grades_of(batch, items, tools.grader), strict=True
        )
    ]


def _judge_batch(
    batch: Sequence[Trajectory], tools: Tools, scope: Scope
) -> Iterator[JudgedTrajectory]:
    graded = _graded(batch, tools, scope)
    extracted = _extracted(graded, tools.extractor, scope)
    pending = [
        _claims(found, one.trajectory, one.facts, tools)
        for found, one in zip(extracted, graded, strict=True)
    ]
    flat = list(chain.from_iterable(pending))
    evidence = tools.finder.gather_many([claim.request for claim in flat])
    verdicts = iter(_verdicts(flat, evidence, tools.judge))
    for one, found, claims in zip(graded, extracted, pending, strict=True):
        trajectory, facts = one.trajectory, one.facts
        yield JudgedTrajectory(
            id=trajectory.id,
            claims=tuple(next(verdicts) for _ in claims),
            item=trajectory.item,
            score=one.grade.score,
            ungraded=one.grade.error,
            in_scope=not one.reason,
            scope_reason=one.reason,
            kind=facts.item.kind if facts else "",
            anchoring=facts.anchoring if facts else "",
            item_tier=facts.tier if facts else tools.snapshot.tier(None),
            outcome=trajectory.outcome,
            too_long=found.too_long,
            unnamed=found.unnamed,
            unread=found.failed,
            answer=(trajectory.choice or trajectory.final or "")[:ANSWER_KEPT],
            tool_calls=len(calls_of(trajectory)),
            tool_failures=sum(map(has_failed, calls_of(trajectory))),
        )


def _extracted(graded: Sequence[_Graded], extractor: Extractor, scope: Scope) -> list[Extraction]:
    """The claims of each trajectory; nothing of those that are out of scope."""
    wanted = [one.trajectory for one in graded if not one.reason]
    found = iter(extractor.extract_many(wanted, include_reasoning=scope.include_reasoning))
    return [Extraction() if one.reason else next(found) for one in graded]


def _claims(
    found: Extraction, trajectory: Trajectory, facts: ItemFacts | None, tools: Tools
) -> list[_Pending]:
    texts = found.claims
    home = facts.concepts if facts else frozenset()
    matches = tools.matcher.match_many([claim.text for claim in texts], home)
    unknown = [at for at, match in enumerate(matches) if not match]
    names = bucket_names([texts[at].text for at in unknown], tools.finder.embedder, tools.common)
    bucket_of = dict(zip(unknown, names, strict=True))
    question = trajectory.question or (facts.item.question if facts else "")
    observed = observed_before(trajectory)
    return [
        _Pending(
            text,
            bucket_of.get(at, ""),
            _anchors(match, tools),
            facts,
            question,
            key_of(trajectory.id, str(text.step)),
            observed[text.step],
        )
        for at, (text, match) in enumerate(zip(texts, matches, strict=True))
    ]


def _anchors(found: Sequence[Match], tools: Tools) -> tuple[Anchor, ...]:
    """The matched concepts, highest degree first, ties by key."""
    anchors = [
        Anchor(
            key=match.key,
            name=tools.concepts[match.key].name,
            type=tools.concepts[match.key].type,
            degree=tools.snapshot.degree(match.key) or 0,
            tier=tools.snapshot.tier(match.key),
            match=match.kind,
            cosine=match.cosine,
        )
        for match in found
        if match.key in tools.concepts
    ]
    return tuple(sorted(anchors, key=lambda anchor: (-anchor.degree, anchor.key)))


def _verdicts(
    claims: Sequence[_Pending], evidence: Sequence[Evidence], judge: Judge
) -> list[JudgedClaim]:
    """Ask the judge about every claim with evidence; a tier that failed may leave an error."""
    asked = [at for at, found in enumerate(evidence) if found.tier is not None]
    inputs = [
        JudgeInput(
            claims[at].text.text,
            tuple(passage.text for passage in evidence[at].passages),
            claims[at].question,
            claims[at].group,
        )
        for at in asked
    ]
    answers = dict(zip(asked, judge.judge_many(inputs), strict=True))
    return [
        _judged(claim, found, answers.get(at))
        for at, (claim, found) in enumerate(zip(claims, evidence, strict=True))
    ]


def _judged(claim: _Pending, found: Evidence, answer: Judgement | None) -> JudgedClaim:
    answer = answer or without_evidence(found)
    return JudgedClaim(
        text=claim.text.text,
        step=claim.text.step,
        count=claim.text.count,
        anchors=claim.anchors,
        evidence_tier=found.tier,
        tier_errors=_tier_errors(found),
        tiers_without=tuple(f"{one.tier}: {one.why}" for one in found.answers if one.why),
        chunks=tuple(passage.chunk for passage in found.passages),
        verdict=answer.verdict,
        error=answer.error or "",
        confidence=answer.confidence,
        quote=answer.quote,
        conflict=answer.conflict,
        bucket=claim.bucket,
        note=claim.text.note,
        hedge=claim.text.hedge,
    )


def without_evidence(found: Evidence) -> Judgement:
    """UNVERIFIABLE where every tier looked and found nothing; an error where one could not look."""
    errors = _tier_errors(found)
    if errors:
        return Judgement(None, error="no tier has evidence and " + "; ".join(errors))
    return NO_EVIDENCE


def _tier_errors(found: Evidence) -> tuple[str, ...]:
    return tuple(f"{one.tier}: {one.error}" for one in found.errors)
