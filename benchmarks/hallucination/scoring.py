"""Scoring a run: judge what is not yet judged, then turn the journal into numbers.

`rescore` needs nothing but the run folder: it is what `verify` calls.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from benchmarks.hallucination.failures import failure_hubs
from benchmarks.hallucination.items import load_items
from benchmarks.hallucination.judged import JudgedTrajectory, by_id, read_judged
from benchmarks.hallucination.pipeline import Scope, Tools, judge_trajectories, scope_reason
from benchmarks.hallucination.score import (
    AnchorRule,
    RunScores,
    claim_penalty,
    claim_weight,
    score_run,
    score_trajectory,
)
from benchmarks.judging.judge import Judge
from benchmarks.judging.matching import ConceptMatcher, Nearest
from benchmarks.manifest import Manifest, code_digest, package_versions
from benchmarks.runs import RunFolder
from benchmarks.statistics import DRAWS
from graph.degree import DegreeSnapshot, snapshot, write_snapshot
from graph.health import coverage_warning, health
from graph.results import AgentClaim, FailureHub, RunResult, ScoredTrajectory
from graph.store import GraphStore
from graph.vocabulary import Verdict
from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.files import Journal
from hubscope.keys import key_of
from ingest.lexicon import common_words
from retrieval.tiers import EvidenceFinder

SEED = 20260
EXTRACTOR = "rules"

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What the user chose for scoring."""

    everything: bool = False
    include_reasoning: bool = False
    anchor: AnchorRule = AnchorRule.MAX
    with_vocabulary: bool = False
    seed: int = SEED
    draws: int = DRAWS


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a run the scores rest on.

    Attributes:
        with_edge: scored claims whose concept has at least one counted relation.
        by_evidence: claims by the tier that answered; `none` = no evidence.
        errors: claims that no judge answered; never scored.
        no_claims: trajectories in scope without a scored claim; left out of every mean.
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
    no_claims: int
    outcomes: dict[str, int]
    left_out: dict[str, int]


@dataclass(frozen=True, slots=True)
class Scored:
    """Everything that is derived from a run's journal."""

    run: str
    judge: str
    degree_snapshot: str
    coverage: Coverage
    scores: RunScores
    hubs: tuple[FailureHub, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Equipment:
    """The parts that a scoring run is given."""

    store: GraphStore
    finder: EvidenceFinder
    judge: Judge
    nearest: Nearest


def score(
    run: RunFolder, equipment: Equipment, options: Options, progress: Progress | None = None
) -> Scored:
    """Judge a run's trajectories where that is not done, derive the scores, copy them to the graph.

    Raises:
        InputError: no trajectory is in scope.
    """
    taken = snapshot(equipment.store, with_vocabulary=options.with_vocabulary)
    tools = _tools(run, equipment, taken)
    scope = Scope(options.everything, options.include_reasoning)
    _refuse_empty_scope(run, tools, scope)
    manifest = _manifest(run, equipment, tools, options)
    done = _prepare(run, manifest)
    write_snapshot(run.snapshot, taken)
    run.write("manifest.json", manifest)
    waiting = (one for one in run.trajectories() if one.id not in done)
    total = run.record().trajectories
    with Journal(run.judged) as journal:
        judged = judge_trajectories(waiting, tools, scope)
        for n, one in enumerate(judged, len(done) + 1):
            journal.append(to_json(one))
            if progress:
                progress("judging", n, total)
    scored = rescore(run)
    run.write("scores.json", scored)
    equipment.store.write_run(graph_copy(run, scored))
    return scored


def rescore(run: RunFolder) -> Scored:
    """Derive every number from the run folder alone.

    Raises:
        InputError: the run is not scored yet, or its files are broken.
    """
    manifest = read_manifest(run)
    judged = by_id(read_judged(run.judged))
    scores = score_run(
        judged, seed=manifest.seed, draws=manifest.draws, rule=AnchorRule(manifest.anchor)
    )
    coverage = _coverage(judged, scores.n_null)
    claims = chain.from_iterable(one.claims for one in judged if one.in_scope)
    thin = coverage_warning(c.anchors[0].degree if c.anchors else None for c in claims)
    return Scored(
        run=run.name,
        judge=manifest.judge,
        degree_snapshot=manifest.degree_snapshot,
        coverage=coverage,
        scores=scores,
        hubs=tuple(failure_hubs(judged)),
        warnings=(*manifest.warnings, *([thin] if thin else [])),
    )


def read_manifest(run: RunFolder) -> Manifest:
    """The manifest of a scored run."""
    return from_json(Manifest, run.read("manifest.json"))


def graph_copy(run: RunFolder, scored: Scored) -> RunResult:
    """What the graph holds of a run."""
    manifest = read_manifest(run)
    rule = AnchorRule(manifest.anchor)
    return RunResult(
        name=run.name,
        model=manifest.model,
        judge=manifest.judge,
        degree_snapshot=manifest.degree_snapshot,
        trajectories=tuple(_copied(run.name, one, rule) for one in read_judged(run.judged)),
        failures=scored.hubs,
    )


def _copied(run: str, judged: JudgedTrajectory, rule: AnchorRule) -> ScoredTrajectory:
    total = score_trajectory(judged, rule)
    claims = tuple(
        AgentClaim(
            key=key_of("agent claim", run, judged.id, str(n)),
            text=claim.text,
            step=claim.step,
            concept=claim.anchors[0].key if claim.anchors else None,
            concept_name=claim.anchors[0].name if claim.anchors else "",
            verdict=claim.verdict,
            penalty=claim_penalty(claim),
            weight=claim_weight(claim, rule),
            degree=claim.anchors[0].degree if claim.anchors else None,
            tier=claim.evidence_tier,
            confidence=claim.confidence,
            quote=claim.quote,
            reason=claim.error,
            chunks=claim.chunks,
        )
        for n, claim in enumerate(judged.claims)
    )
    return ScoredTrajectory(
        key=key_of("trajectory", run, judged.id),
        id=judged.id,
        item=judged.item,
        score=judged.score,
        hs=total.hs,
        hsw=total.hsw,
        claims=claims,
    )


def _tools(run: RunFolder, equipment: Equipment, taken: DegreeSnapshot) -> Tools:
    store = equipment.store
    wanted = (one.item for one in run.trajectories() if one.item is not None)
    return Tools(
        matcher=ConceptMatcher(store.forms(), equipment.nearest, common_words()),
        concepts=store.concepts(sorted(taken.standings)),
        snapshot=taken,
        items=load_items(store, wanted, run.record().items or None, taken),
        finder=equipment.finder,
        judge=equipment.judge,
    )


def _refuse_empty_scope(run: RunFolder, tools: Tools, scope: Scope) -> None:
    reasons = [scope_reason(one, tools.items, scope) for one in run.trajectories()]
    if all(reasons):
        counted = "; ".join(f"{n} {why}" for why, n in _counted(reasons).items())
        raise InputError(
            f"run {run.name!r}: no trajectory in scope ({counted}). Score every one with --all.",
            reason="nothing_in_scope",
        )


def _prepare(run: RunFolder, manifest: Manifest) -> set[str]:
    """Ids that are judged already; a journal made under other conditions is removed."""
    if not run.judged.exists():
        return set()
    if run.has("manifest.json") and read_manifest(run).judging == manifest.judging:
        return {one.id for one in read_judged(run.judged)}
    run.judged.unlink()
    return set()


def _manifest(run: RunFolder, equipment: Equipment, tools: Tools, options: Options) -> Manifest:
    record = run.record()
    found = health(equipment.store.degrees(), equipment.store.edges())
    warnings = list(found.warnings)
    if tools.items.ambiguous:
        some = ", ".join(tools.items.ambiguous[:3])
        warnings.append(
            f"{len(tools.items.ambiguous)} item ids are in several sources ({some}): no gold"
            " evidence for them; import with --items SOURCE"
        )
    return Manifest(
        run=run.name,
        model=record.model,
        hubscope=package_versions()["hubscope"],
        code=code_digest(),
        packages=package_versions(),
        trajectories=record.sha256,
        dataset=tools.items.dataset,
        degree_snapshot=tools.snapshot.sha256,
        degree_with_vocabulary=options.with_vocabulary,
        judge=equipment.judge.name,
        judge_fingerprint=equipment.judge.fingerprint,
        judge_test=equipment.judge.card,
        extractor=EXTRACTOR,
        encoder=equipment.finder.embedder.fingerprint,
        tiers=tuple(str(tier.name) for tier in equipment.finder.tiers),
        relevance_floor=equipment.finder.limits.floor,
        scope="all" if options.everything else "wrong answers",
        include_reasoning=options.include_reasoning,
        anchor=options.anchor,
        seed=options.seed,
        draws=options.draws,
        graph=to_json(found),
        warnings=tuple(warnings),
    )


def _coverage(judged: Sequence[JudgedTrajectory], n_null: int) -> Coverage:
    in_scope = [one for one in judged if one.in_scope]
    claims = list(chain.from_iterable(one.claims for one in in_scope))
    scored = [claim for claim in claims if claim.verdict is not None]
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
        by_evidence=_counted(claim.evidence_tier or "none" for claim in claims),
        conflicts=sum(claim.conflict for claim in claims),
        no_claims=n_null,
        outcomes=_counted(one.outcome for one in judged),
        left_out=_counted(one.scope_reason for one in judged if not one.in_scope),
    )


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))
