"""Scored runs: every number of a run, from its folder alone. It is what `verify` calls."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from benchmarks.hallucination.coverage import Coverage, coverage_of, coverage_warnings
from benchmarks.hallucination.evidence_use import FILE as EVIDENCE_USE
from benchmarks.hallucination.evidence_use import EvidenceUse, evidence_use
from benchmarks.hallucination.failures import failure_hubs
from benchmarks.hallucination.judged import JudgedTrajectory, by_id, read_judged
from benchmarks.hallucination.score import (
    AnchorRule,
    RunScores,
    claim_penalty,
    claim_weight,
    score_run,
    score_trajectory,
)
from benchmarks.manifest import Manifest
from benchmarks.runs import RunFolder
from graph.health import coverage_warning
from graph.names import identity
from graph.results import AgentClaim, FailureHub, RunResult, ScoredTrajectory
from hubscope.codec import from_json
from hubscope.errors import InputError
from hubscope.keys import digest, digest_file, key_of

UNKNOWN_KEPT = 20


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that agents speak of and the graph lacks, with how many claims are about it."""

    name: str
    claims: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Everything that is derived from a run's journal.

    Attributes:
        journal: SHA-256 of the journal that it was derived from.
        evidence_use: whether the judge used its evidence; None where nothing was asked again.
    """

    run: str
    judge: str
    degree_snapshot: str
    coverage: Coverage
    scores: RunScores
    hubs: tuple[FailureHub, ...]
    unknown: tuple[Unknown, ...]
    warnings: tuple[str, ...]
    journal: str
    evidence_use: EvidenceUse | None = None


def rescore(run: RunFolder) -> Scored:
    """Derive every number from the run folder alone.

    Raises:
        InputError: the run is not scored yet, or not to its end, or its files are broken.
    """
    return derived(run, judged_of(run))


def derived(run: RunFolder, judged: Sequence[JudgedTrajectory]) -> Scored:
    """Every number of a run, from all its trajectories by id.

    Raises:
        InputError: the run's other files are broken.
    """
    manifest = read_manifest(run)
    scores = score_run(
        judged, seed=manifest.seed, draws=manifest.draws, rule=AnchorRule(manifest.anchor)
    )
    coverage = coverage_of(judged, scores.n_null)
    claims = chain.from_iterable(one.claims for one in judged if one.in_scope)
    thin = coverage_warning(c.anchors[0].degree if c.anchors else None for c in claims)
    return Scored(
        run=run.name,
        judge=manifest.judge,
        degree_snapshot=manifest.degree_snapshot,
        coverage=coverage,
        scores=scores,
        hubs=tuple(failure_hubs(judged)),
        unknown=tuple(_unknown(judged)[:UNKNOWN_KEPT]),
        warnings=(*manifest.warnings, *([thin] if thin else []), *coverage_warnings(coverage)),
        journal=digest_file(run.judged),
        evidence_use=evidence_use(run, judged, seed=manifest.seed, draws=manifest.draws),
    )


def journal_changed(run: RunFolder) -> str:
    """Whether the journal is not the one that the stored scores came from: a warning, or "".

    Without scores that can be read nothing is known of it.
    """
    try:
        stored = run.read("scores.json")
    except InputError:
        return ""
    known = stored.get("journal") if isinstance(stored, dict) else None
    if known is None or (run.judged.exists() and digest_file(run.judged) == known):
        return ""
    return (
        f"run {run.name!r}: judged.jsonl was changed after it was scored: these verdicts are not"
        f" the judge's; `hubscope score {run.name}` judges again"
    )


def read_manifest(run: RunFolder) -> Manifest:
    """The manifest of a scored run.

    Raises:
        InputError: the run is not scored yet, or another version of hubscope scored it.
    """
    stored = run.read("manifest.json")
    try:
        return from_json(Manifest, stored)
    except InputError as error:
        raise InputError(
            f"run {run.name!r} was scored by another version: run `hubscope score {run.name}`"
            f" again ({error})",
            reason="other_version",
        ) from error


def judged_of(run: RunFolder) -> list[JudgedTrajectory]:
    """Every trajectory of a run as judged, by id; half a journal is no run.

    Raises:
        InputError: the journal does not hold exactly the run's trajectories, once each.
    """
    manifest = read_manifest(run)
    judged = by_id(read_judged(run.judged))
    found, wanted = [one.id for one in judged], sorted(one.id for one in run.trajectories())
    if found != wanted:
        done = len(set(found) & set(wanted))
        odd = len(found) - done
        foreign = f", {odd} more lines that are twice there or of no trajectory" if odd else ""
        scope = " --all" if manifest.scope == "all" else ""
        raise InputError(
            f"run {run.name!r}: {done} of {len(wanted)} trajectories are judged{foreign}:"
            f" run `hubscope score {run.name}{scope}`",
            reason="half_scored",
            where=str(run.judged),
        )
    return judged


def files_digest(run: RunFolder) -> str:
    """Hash over the files that a scored run consists of; "" where one of them is missing."""
    names = [run.trajectories_file.name, run.judged.name, run.snapshot.name, EVIDENCE_USE]
    paths = [run.path / name for name in (*names, "manifest.json", "scores.json")]
    return digest([digest_file(one) for one in paths]) if all(map(Path.exists, paths)) else ""


def graph_copy(run: RunFolder, scored: Scored, judged: Sequence[JudgedTrajectory]) -> RunResult:
    """What the graph holds of a run that is scored, from all its trajectories by id."""
    manifest = read_manifest(run)
    rule = AnchorRule(manifest.anchor)
    return RunResult(
        name=run.name,
        model=manifest.model,
        judge=manifest.judge,
        degree_snapshot=manifest.degree_snapshot,
        trajectories=tuple(_copied(run.name, one, rule) for one in judged),
        failures=scored.hubs,
        digest=files_digest(run),
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


def _unknown(judged: Iterable[JudgedTrajectory]) -> list[Unknown]:
    """What the graph lacks, the most claims first; one name in any spelling is one."""
    claims = chain.from_iterable(one.claims for one in judged if one.in_scope)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for claim in claims:
        if claim.bucket:
            names[identity(claim.bucket)].append(claim.bucket)
    found = [Unknown(min(spelled), len(spelled)) for spelled in names.values()]
    return sorted(found, key=lambda one: (-one.claims, one.name))
