"""Calibration: the judge of a run against people, and the scores corrected for its error.

Method, format of the labels, and how well the intervals cover: docs/methods/calibration.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.hallucination.judged import JudgedTrajectory
from benchmarks.hallucination.score import AnchorRule, Score
from benchmarks.hallucination.scored import judged_of, read_manifest
from benchmarks.human_labels import (
    HumanLabel,
    by_claim,
    consensus,
    read_labels,
    said_claims,
)
from benchmarks.judge_quality import (
    ClassQuality,
    Corrected,
    Disagreement,
    Pair,
    QualityTable,
    confusion_of,
    disagreements_of,
    pairs_of,
)
from benchmarks.label_sample import sample_warnings
from benchmarks.measured_judge import (
    AGREEMENT,
    SCORES,
    Method,
    Sums,
    counted_claims,
    sums_of,
    value_names,
    values,
)
from benchmarks.runs import RunFolder
from benchmarks.statistics import bootstrap
from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import Skipped, write_atomically
from hubscope.journals import read_records
from hubscope.keys import canonical_json, digest_file

LABELS_FILE, CALIBRATION_FILE = "labels.jsonl", "calibration.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """A judge against people on one run.

    Attributes:
        claims: labelled claims with a verdict; `scored` = all claims with a verdict.
        trajectories: that have a labelled claim.
        judge_errors: labelled claims that the judge failed on.
        tied: labelled claims without a majority: in no confusion, kappa or class, but in the
            corrected scores and alpha.
        confusion: people's label to the judge's verdict to claims.
        journal, labels: SHA-256 of the files that it was derived from.
    """

    run: str
    judge: str
    judge_fingerprint: str
    method: Method
    raters: tuple[str, ...]
    claims: int
    scored: int
    trajectories: int
    judge_errors: int
    tied: int
    agreement: Score
    kappa: Score
    weighted_kappa: Score
    alpha: Score
    alpha_people: Score
    confusion: dict[str, dict[str, int]]
    per_class: dict[str, ClassQuality]
    pairs: tuple[Pair, ...]
    scores: dict[str, Corrected]
    disagreements: tuple[Disagreement, ...]
    warnings: tuple[str, ...]
    journal: str
    labels: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """Whose judge is measured on what, and how: the parts of a run that its calibration needs."""

    run: str
    judge: str
    judge_fingerprint: str
    seed: int
    draws: int
    anchor: AnchorRule = AnchorRule.MAX
    method: Method = Method.PPI
    journal: str = ""
    labels: str = ""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A calibration with the rows of the files that gave no label."""

    calibration: Calibration
    skipped: tuple[Skipped, ...]


def calibrate(run: RunFolder, paths: Sequence[Path], method: Method = Method.PPI) -> Calibrated:
    """Measure a run's judge against people's labels and keep labels and result with the run.

    Args:
        run: scored.
        paths: files of labels; they take the place of those given before.
        method: how scores are corrected for the judge's error.

    Raises:
        InputError: the run is not scored, a file cannot be read, no row can be used.
        UnavailableError: another process is scoring or removing the run.
    """
    with run.alone():
        judged = judged_of(run)
        found = read_labels(paths, (one.id for one in said_claims(judged)))
        return Calibrated(_kept(run, judged, found.labels, method), found.skipped)


def calibrate_labels(
    run: RunFolder, labels: Iterable[HumanLabel], method: Method = Method.PPI
) -> Calibration:
    """The same with labels that are at hand; those of claims that the run lacks stay out.

    Raises:
        InputError: the run is not scored, or no label is of a claim of it.
        UnavailableError: another process is scoring or removing the run.
    """
    with run.alone():
        judged = judged_of(run)
        known = {one.id for one in said_claims(judged)}
        usable = [one for one in labels if one.claim in known]
        if not usable:
            raise InputError(f"no label is of a claim of run {run.name!r}", reason="no_valid_items")
        return _kept(run, judged, usable, method)


def _kept(
    run: RunFolder,
    judged: Sequence[JudgedTrajectory],
    labels: Iterable[HumanLabel],
    method: Method,
) -> Calibration:
    """Write labels and calibration into the run folder."""
    ordered = sorted(labels, key=lambda one: (one.claim, one.rater))
    lines = (canonical_json(to_json(one)) + "\n" for one in ordered)
    write_atomically(run.path / LABELS_FILE, "".join(lines))
    calibration = _derived(run, judged, method)
    run.write(CALIBRATION_FILE, calibration)
    return calibration


def stored_method(run: RunFolder) -> Method:
    """How the scores of a calibrated run were corrected last."""
    stored = run.read(CALIBRATION_FILE) if run.has(CALIBRATION_FILE) else {}
    return Method(stored.get("method", Method.PPI)) if isinstance(stored, dict) else Method.PPI


def calibration_of(run: RunFolder) -> Calibration | None:
    """The calibration of a run, derived from its folder; None where nobody labelled its claims.

    Labels outlive a judge: after the run is judged anew this is the new judge's calibration.

    Raises:
        InputError: the run is not scored, or its files are broken.
    """
    if not run.has(LABELS_FILE):
        return None
    return _derived(run, judged_of(run), stored_method(run))


def _derived(run: RunFolder, judged: Sequence[JudgedTrajectory], method: Method) -> Calibration:
    path = run.path / LABELS_FILE
    labels = list(read_records(HumanLabel, path))
    manifest = read_manifest(run)
    conditions = Conditions(
        run=run.name,
        judge=manifest.judge,
        judge_fingerprint=manifest.judge_fingerprint,
        seed=manifest.seed,
        draws=manifest.draws,
        anchor=AnchorRule(manifest.anchor),
        method=method,
        journal=digest_file(run.judged),
        labels=digest_file(path),
    )
    return measure(judged, labels, conditions)


def measure(
    judged: Sequence[JudgedTrajectory], given: Sequence[HumanLabel], conditions: Conditions
) -> Calibration:
    """A judge against people, from judged trajectories and labels; pure.

    Intervals are those of a bootstrap over trajectories.
    """
    labels = by_claim(given)
    said = said_claims(judged)
    in_scope = [one for one in judged if one.in_scope]
    counted = [list(counted_claims(one, labels, conditions.anchor)) for one in in_scope]
    sums = sums_of(counted)
    found = dict(
        zip(
            value_names(),
            bootstrap(
                sums,
                lambda flat: values(flat, conditions.method),
                seed=conditions.seed,
                draws=conditions.draws,
            ),
            strict=True,
        )
    )
    table = QualityTable(found, Sums.of(sums))
    total = Sums.of(sums.sum(axis=0, keepdims=True))
    labelled = [one for one in said if one.id in labels]
    answered = [one for one in labelled if one.claim.verdict is not None]
    return Calibration(
        run=conditions.run,
        judge=conditions.judge,
        judge_fingerprint=conditions.judge_fingerprint,
        method=conditions.method,
        raters=tuple(sorted({one.rater for one in given})),
        claims=len(answered),
        scored=sum(map(len, counted)),
        trajectories=len({one.trajectory for one in answered}),
        judge_errors=len(labelled) - len(answered),
        tied=sum(consensus(labels[one.id]) is None for one in answered),
        **{name: table.agreement(name) for name in AGREEMENT},
        confusion=confusion_of(total),
        per_class=table.classes(),
        pairs=tuple(pairs_of(labelled, labels)),
        scores={name: table.corrected(name) for name in SCORES},
        disagreements=tuple(disagreements_of(answered, labels)),
        warnings=tuple(sample_warnings(counted, total, given)),
        journal=conditions.journal,
        labels=conditions.labels,
    )
