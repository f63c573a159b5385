"""Scoring a run: judge what is not yet judged, then turn the journal into numbers (scored.py)."""

import logging
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.hallucination import evidence_use
from benchmarks.hallucination.coverage import counted
from benchmarks.hallucination.evidence_probe import judge_again, probe
from benchmarks.hallucination.items import load_items
from benchmarks.hallucination.judged import JudgedTrajectory, by_id, read_judged
from benchmarks.hallucination.pipeline import Scope, Tools, judge_trajectories, scope_reason
from benchmarks.hallucination.score import AnchorRule
from benchmarks.hallucination.scored import (
    Scored,
    derived,
    files_digest,
    graph_copy,
    journal_changed,
)
from benchmarks.judging.answer_judge import AnswerJudge
from benchmarks.judging.extractor import Extractor, RulesExtractor
from benchmarks.judging.judge import Judge
from benchmarks.judging.matching import ConceptMatcher, Nearest
from benchmarks.manifest import Manifest, code_digest, package_versions
from benchmarks.runs import RunFolder
from benchmarks.statistics import DRAWS
from graph.degree import DegreeSnapshot, snapshot, write_snapshot
from graph.fields import FIELDS
from graph.health import health
from graph.store import GraphStore
from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import Journal
from hubscope.keys import digest_lines
from ingest.abbreviations import local_forms
from ingest.lexicon import common_words, load_lexicon
from retrieval.found import live_chunks
from retrieval.supposed import supposing
from retrieval.tiers import EvidenceFinder

log = logging.getLogger(__name__)

SEED = 20260
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
class Equipment:
    """The parts that a scoring run is given."""

    store: GraphStore
    finder: EvidenceFinder
    judge: Judge
    nearest: Nearest
    extractor: Extractor = field(default_factory=RulesExtractor)
    grader: AnswerJudge | None = None


def score(
    run: RunFolder, equipment: Equipment, options: Options, progress: Progress | None = None
) -> Scored:
    """Judge a run's trajectories where that is not done, derive the scores, copy them to the graph.

    Raises:
        InputError: no trajectory is in scope.
        UnavailableError: another process is scoring or removing the run.
    """
    with run.alone():
        run.record()  # the run may have been removed or broken meanwhile
        taken = snapshot(equipment.store, with_vocabulary=options.with_vocabulary)
        items = _items(run)
        tools = _tools(run, equipment, taken, items)
        scope = Scope(options.everything, options.include_reasoning)
        _refuse_empty_scope(run, tools, scope)
        manifest = _manifest(run, equipment, tools, options)
        if scored := _unchanged(run, equipment.store, manifest):
            return scored
        done = _prepare(run, manifest, items)
        write_snapshot(run.snapshot, taken)
        run.write("manifest.json", manifest)
        indexed = len(equipment.finder.index)
        judged = by_id([*done, *_judge_rest(run, tools, scope, done, progress)])
        if len(equipment.finder.index) > indexed:  # live tiers found something
            equipment.finder.index.save()
        limits = equipment.finder.limits
        probe(run, judged, equipment.store, equipment.judge, limits, seed=manifest.seed)
        scored = derived(run, judged)
        run.write("scores.json", scored)
        equipment.store.write_run(graph_copy(run, scored, judged))
        return scored


def rehearse(run: RunFolder, equipment: Equipment, options: Options) -> int:
    """Go through the scoring of a run and keep nothing: its models count what they are asked.

    What live tiers would find is supposed (retrieval/supposed.py).

    Returns:
        How often the web would be searched at most.

    Raises:
        InputError: no trajectory is in scope.
    """
    finder = supposing(equipment.finder)
    equipment = replace(equipment, finder=finder)
    taken = snapshot(equipment.store, with_vocabulary=options.with_vocabulary)
    items = _items(run)
    tools = _tools(run, equipment, taken, items)
    scope = Scope(options.everything, options.include_reasoning)
    _refuse_empty_scope(run, tools, scope)
    manifest = _manifest(run, equipment, tools, options)
    is_gone_on_with = run.judged.exists() and _judged_like(run, manifest)
    done = {one.id for one in _done(run, items)[0]} if is_gone_on_with else set()
    waiting = (one for one in run.trajectories() if one.id not in done)
    judged = list(judge_trajectories(waiting, tools, scope))
    judge_again(judged, finder.texts, equipment.judge, finder.limits, manifest.seed)
    return finder.web_searches


def _unchanged(run: RunFolder, store: GraphStore, manifest: Manifest) -> Scored | None:
    """The scores of a run that nothing has happened to since they were derived and copied."""
    digest = store.run_digest(run.name)
    if not digest or digest != files_digest(run) or run.read("manifest.json") != to_json(manifest):
        return None
    return run.read_as(Scored, "scores.json")


def _judge_rest(
    run: RunFolder,
    tools: Tools,
    scope: Scope,
    done: Sequence[JudgedTrajectory],
    progress: Progress | None,
) -> Iterator[JudgedTrajectory]:
    """Judge what is not done; each is in the journal when it is given."""
    known = {one.id for one in done}
    waiting = (one for one in run.trajectories() if one.id not in known)
    total = run.record().trajectories
    with Journal(run.judged) as journal:
        judged = judge_trajectories(waiting, tools, scope)
        for n, one in enumerate(judged, len(done) + 1):
            journal.append(to_json(one))
            yield one
            if progress:
                progress("judging", n, total)


def _items(run: RunFolder) -> dict[str, str | None]:
    """Id of each trajectory to that of its item; long runs are gone through as seldom as can be."""
    return {one.id: one.item for one in run.trajectories()}


def _tools(
    run: RunFolder, equipment: Equipment, taken: DegreeSnapshot, items: Mapping[str, str | None]
) -> Tools:
    store = equipment.store
    common = common_words()
    forms = list(store.forms())
    local = local_forms(forms, is_usual=load_lexicon().means_the_same)
    wanted = (item for item in items.values() if item is not None)
    return Tools(
        matcher=ConceptMatcher(forms, equipment.nearest, common, local),
        concepts=store.concepts(sorted(taken.standings)),
        snapshot=taken,
        items=load_items(store, wanted, run.record().items or None, taken),
        finder=equipment.finder,
        judge=equipment.judge,
        common=common,
        extractor=equipment.extractor,
        grader=equipment.grader,
    )


def _refuse_empty_scope(run: RunFolder, tools: Tools, scope: Scope) -> None:
    reasons = []
    for one in run.trajectories():
        reason = scope_reason(one, tools, scope)
        if not reason:
            return
        reasons.append(reason)
    why = "; ".join(f"{n} {reason}" for reason, n in counted(reasons).items())
    raise InputError(
        f"run {run.name!r}: no trajectory in scope ({why}). Score every one with --all.",
        reason="nothing_in_scope",
    )


def _prepare(
    run: RunFolder, manifest: Manifest, items: Mapping[str, str | None]
) -> Sequence[JudgedTrajectory]:
    """What is judged already.

    A journal made under other conditions goes with its scores. One that was changed since is set
    aside, as the verdicts in it are not the judge's: every trajectory is judged again.
    """
    if run.judged.exists():
        if _judged_like(run, manifest):
            done, odd = _done(run, items)
            if not odd:
                return done
            aside = run.path / "judged.set-aside.jsonl"
            run.judged.replace(aside)
            log.warning("%s: every trajectory is judged again; the journal is in %s", odd, aside)
        (run.path / "scores.json").unlink(missing_ok=True)
        (run.path / evidence_use.FILE).unlink(missing_ok=True)
        run.judged.unlink(missing_ok=True)
    return ()


def _judged_like(run: RunFolder, manifest: Manifest) -> bool:
    try:
        stored = run.read("manifest.json")
    except InputError:
        return False
    return isinstance(stored, dict) and manifest.judged_like(stored)


def _done(run: RunFolder, ids: Container[str]) -> tuple[Sequence[JudgedTrajectory], str]:
    """What the journal holds, and why it cannot be gone on with, "" where it can."""
    try:
        done = list(read_judged(run.judged))
    except InputError as error:
        return (), str(error)
    if changed := journal_changed(run):
        return (), changed
    if len({one.id for one in done if one.id in ids}) != len(done):
        return (), f"{run.judged}: trajectories twice, or of another run"
    return done, ""


def _named(instrument: Extractor | AnswerJudge) -> str:
    """An instrument as the manifest has it; a model with what makes its answers what they are."""
    if instrument.name == instrument.fingerprint:
        return instrument.name
    return f"{instrument.name} ({instrument.fingerprint[:16]})"


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
        # What live tiers found is evidence of the claims it was found for, and of no other: a run
        # that is gone on with has more of it than it began with.
        evidence=digest_lines(sorted(equipment.finder.index.keys() - live_chunks(equipment.store))),
        degree_snapshot=tools.snapshot.sha256,
        degree_with_vocabulary=options.with_vocabulary,
        judge=equipment.judge.name,
        judge_fingerprint=equipment.judge.fingerprint,
        judge_test=equipment.judge.card,
        extractor=_named(equipment.extractor),
        grader=_named(equipment.grader) if equipment.grader else "",
        encoder=equipment.finder.embedder.fingerprint,
        tiers=tuple(str(tier.name) for tier in equipment.finder.tiers),
        relevance_floor=equipment.finder.limits.floor,
        evidence_chunks=equipment.finder.limits.passages,
        evidence_characters=equipment.finder.limits.characters,
        scope="all" if options.everything else "wrong answers",
        include_reasoning=options.include_reasoning,
        anchor=options.anchor,
        seed=options.seed,
        draws=options.draws,
        graph=to_json(found),
        warnings=tuple(warnings),
        vocabularies={name: FIELDS.field(name).fingerprint for name in FIELDS.names()},
    )
