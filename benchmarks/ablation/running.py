"""Running FAE on a data set: what is not yet answered is asked, then the journal gives the scores.

A killed run goes on where it was. More claims (`limit`) are a longer run of the same: claims are
drawn by the hash of their id, so that a smaller draw is part of a larger one. Where something that
decides answers has changed, the journal begins anew.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ablation.ablated import AblatedClaim
from benchmarks.ablation.data import GoldClaim, GoldClaims, digest_of, with_strangers
from benchmarks.ablation.folder import Ablation, AblationFolder, AblationManifest
from benchmarks.ablation.rounds import ROUNDS, run_rounds
from benchmarks.ablation.score import score_claims
from benchmarks.judging.verifier import Verifier
from benchmarks.manifest import code_digest, package_versions
from benchmarks.statistics import DRAWS
from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import Journal
from hubscope.keys import canonical_json, digest, digest_lines

log = logging.getLogger(__name__)

SEED = 20260
# Claims put through the rounds together: enough to fill a model's batches, few enough to lose.
BATCH = 64
# Sentences mixed in where a data set has gold sentences alone.
STRANGERS = 5

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What the user chose.

    Attributes:
        limit: claims at most, drawn by the seed; None = all.
        strangers: sentences of other documents beside each claim's; None = STRANGERS where the data
            set has gold sentences alone, else none.
        knowledge: whether each claim is also judged without sentences.
    """

    rounds: int = ROUNDS
    limit: int | None = None
    strangers: int | None = None
    knowledge: bool = True
    seed: int = SEED
    draws: int = DRAWS


def run_name(path: Path, judge: str) -> str:
    """The name of a run that the user has not named: folder, file, judge.

    >>> run_name(Path("data/scifact/claims_dev.jsonl.gz"), "replay:/tmp/a.jsonl")
    'scifact-claims_dev:replay:a.jsonl'
    """
    kind, colon, argument = judge.partition(":")
    stem = path.name.split(".")[0] or path.name
    folder = path.absolute().parent.name
    return f"{folder}-{stem}:{kind}{colon}{Path(argument).name}"


def run_ablation(
    folder: AblationFolder,
    path: Path,
    gold: GoldClaims,
    verifier: Verifier,
    options: Options,
    progress: Progress | None = None,
) -> Ablation:
    """Put a data set's claims through the rounds where that is not done, and derive the scores.

    Args:
        folder: of the run.
        path: the data set's file, for the manifest.
        gold: as read from it.
        verifier: who is asked.
        options: what the user chose.
        progress: called with what is done, how many, of how many.

    Raises:
        InputError: the run's name is that of another data set's run.
        UnavailableError: another process is at work on the run.
        IntegrityError: ablated text would be shown.
    """
    manifest, used = _planned(folder, path, gold, verifier, options)
    with folder.alone():
        done = _prepare(folder, manifest)
        folder.begin(manifest, gold, used)
        _ask_rest(folder, used, done, verifier, options, progress)
        found = rescore(folder)
        folder.write("scores.json", found)
        return found


def rehearse_ablation(
    folder: AblationFolder, path: Path, gold: GoldClaims, verifier: Verifier, options: Options
) -> None:
    """Go through what a run would ask and keep nothing: the judge's model counts what it is asked.

    Raises:
        InputError: the run's name is that of another data set's run.
    """
    manifest, used = _planned(folder, path, gold, verifier, options)
    done = _done(folder, manifest)
    waiting = [one for one in used if one.id not in done]
    run_rounds(waiting, verifier, rounds=options.rounds, knowledge=options.knowledge)


def drawn(claims: Sequence[GoldClaim], limit: int | None, seed: int) -> list[GoldClaim]:
    """The claims that a limit leaves, in their own order; a smaller draw is part of a larger."""
    if limit is None or limit >= len(claims):
        return list(claims)
    order = sorted(claims, key=lambda one: digest([seed, one.id]))
    chosen = {one.id for one in order[:limit]}
    return [one for one in claims if one.id in chosen]


def rescore(folder: AblationFolder) -> Ablation:
    """Derive every figure from the folder alone.

    Raises:
        InputError: the rounds are not all done, or a file is broken.
    """
    manifest = folder.manifest()
    wanted = {one.id: one for one in folder.claims()}
    ablated = {one.id: one for one in folder.ablated() if one.id in wanted}
    if missing := len(wanted) - len(ablated):
        raise InputError(
            f"ablation {folder.name!r}: {missing} of {len(wanted)} claims are not through their"
            " rounds: run the same `hubscope ablate` again",
            reason="half_scored",
            where=str(folder.journal),
        )
    for one in ablated.values():
        _check(folder, one, wanted[one.id], manifest.rounds)
    return Ablation(
        run=folder.name,
        judge=manifest.judge,
        file=manifest.file,
        scores=score_claims(
            ablated.values(), rounds=manifest.rounds, seed=manifest.seed, draws=manifest.draws
        ),
        journal=digest_lines(canonical_json(to_json(ablated[id])) for id in sorted(ablated)),
    )


def _check(folder: AblationFolder, one: AblatedClaim, claim: GoldClaim, rounds: int) -> None:
    """The journal speaks of the claim as it is in the folder, and of all its rounds."""
    whole = len(one.rounds) == rounds + 1 or bool(one.rounds and one.error)
    same = (one.gold, one.gold_sets, one.document) == (claim.gold, claim.gold_sets, claim.document)
    first = one.rounds[0].shown if one.rounds else ()
    if not whole or not same or first != tuple(range(len(claim.sentences))):
        raise folder.broken(folder.journal.name, f"claim {one.id!r} is not that of claims.jsonl")


def _planned(
    folder: AblationFolder, path: Path, gold: GoldClaims, verifier: Verifier, options: Options
) -> tuple[AblationManifest, list[GoldClaim]]:
    """What a run depends on, and the claims that it puts through the rounds."""
    n_strangers = _strangers(gold.claims, options.strangers)
    shown = with_strangers(gold.claims, n_strangers, options.seed) if n_strangers else gold.claims
    used = drawn(shown, options.limit, options.seed)
    manifest = AblationManifest(
        run=folder.name,
        file=f"{path.absolute().parent.name}/{path.name}",
        shape=gold.shape,
        dataset=digest_of(shown),
        claims=len(used),
        shown=digest_of(used),
        limit=options.limit,
        strangers=n_strangers,
        judge=verifier.name,
        judge_fingerprint=verifier.fingerprint,
        judge_card=verifier.card,
        rounds=options.rounds,
        knowledge=options.knowledge,
        seed=options.seed,
        draws=options.draws,
        hubscope=package_versions()["hubscope"],
        code=code_digest(),
        packages=package_versions(),
        notes=gold.notes,
        left_out=gold.left_out,
    )
    return manifest, used


def _strangers(claims: Sequence[GoldClaim], wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    only_gold = all(len(one.gold_places) == len(one.sentences) for one in claims)
    return STRANGERS if only_gold else 0


def _prepare(folder: AblationFolder, manifest: AblationManifest) -> set[str]:
    """Ids that are done already under the same conditions; a journal of others is removed."""
    done = _done(folder, manifest)
    if not done:
        folder.journal.unlink(missing_ok=True)
    (folder.path / "scores.json").unlink(missing_ok=True)
    return done


def _done(folder: AblationFolder, manifest: AblationManifest) -> set[str]:
    """Ids that are done already under the same conditions.

    Raises:
        InputError: the run is of another data set.
    """
    if not folder.has("manifest.json"):
        return set()
    try:
        stored = folder.manifest()
    except InputError as error:
        log.warning("%s; it is begun anew", error)
        return set()
    if stored.dataset != manifest.dataset and stored.file != manifest.file:
        raise InputError(
            f"ablation {folder.name!r} is of {stored.file}: choose another --run, or"
            f" `hubscope runs delete {folder.name}` first",
            reason="run_exists",
        )
    if not stored.answered_like(manifest) or not folder.journal.exists():
        return set()
    try:
        return {one.id for one in folder.ablated()}
    except InputError as error:
        log.warning("%s; it is begun anew", error)
        return set()


def _ask_rest(
    folder: AblationFolder,
    claims: Sequence[GoldClaim],
    done: set[str],
    verifier: Verifier,
    options: Options,
    progress: Progress | None,
) -> None:
    waiting = [one for one in claims if one.id not in done]
    finished = len(claims) - len(waiting)
    with Journal(folder.journal) as journal:
        for start in range(0, len(waiting), BATCH):
            batch = waiting[start : start + BATCH]
            for one in run_rounds(
                batch, verifier, rounds=options.rounds, knowledge=options.knowledge
            ):
                journal.append(to_json(one))
            if progress:
                progress("claims", finished + start + len(batch), len(claims))
