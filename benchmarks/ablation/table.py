"""Judges side by side on the same claims: evidence ablation, accuracy, and how far they differ.

Each judge goes through a set in an ablation run of its own (`table-SET:JUDGE`), so a killed table
goes on where it was, `verify` derives its figures again, and the Ablation page draws them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.ablation.ablated import AblatedClaim
from benchmarks.ablation.data import GoldClaims
from benchmarks.ablation.figures import NO_CLAIMS, Clusters, Figure
from benchmarks.ablation.folder import AblationFolder, ablation_folder
from benchmarks.ablation.labels import (
    LabelFigures,
    Labelled,
    figure_of,
    label_changes,
    label_figures,
    labelled,
)
from benchmarks.ablation.running import Options, run_ablation
from benchmarks.ablation.score import DECIDED, FaeScores, ratios_of
from benchmarks.ablation.sets import ComparedSet, read_set, seen_claims
from benchmarks.judging.mix import Pair
from benchmarks.judging.sample import sampled
from benchmarks.judging.verifier import Verifier
from benchmarks.statistics import bootstrap, divided
from hubscope.errors import InputError
from hubscope.keys import digest

ANSWERS = "labels.json"
# Of the draws of the labelled pairs: those that a trained judge's card is about.
_PAIRS_SEED = 0
# What a change is taken of, and whether the figure is 1 minus it.
_CHANGES = {
    "is": ("g_1", True),
    "er": ("g_R", True),
    "io": ("kept", True),
    "flip_rate": ("flips", False),
    "label": ("a_0", False),
}

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class LabelAnswers:
    """Verdicts on labelled pairs; `key` says which judge and which pairs."""

    key: str
    answers: tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A judge on a set.

    Attributes:
        run: the ablation run that holds its rounds.
        labels: on the labelled pairs; None where the set has none of its own.
        changes: against the reference judge, `is` to `macro_f1`; empty without one, and for itself.
    """

    compared: ComparedSet
    judge: str
    run: str
    scores: FaeScores
    labels: LabelFigures | None
    left_out: Mapping[str, int]
    changes: Mapping[str, Figure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What every judge is asked.

    Attributes:
        data: folder of the sets.
        mix: as read_mix gives it: what training has seen, and the labelled pairs.
        sets: which sets, in the order of the table.
        home: where ablation runs live.
        options: rounds, claims of each set, seed and draws.
        against: the judge that the others' changes are against.
    """

    data: Path
    mix: Mapping[str, Sequence[Pair]]
    sets: Sequence[ComparedSet]
    home: Path
    options: Options
    against: str | None = None


@dataclass(frozen=True, slots=True)
class _OfSet:
    """A set as read, with its labelled pairs where it has some."""

    compared: ComparedSet
    gold: GoldClaims
    pairs: Sequence[Pair] | None


@dataclass(frozen=True, slots=True)
class _Answered:
    """All that a judge said of a set."""

    folder: AblationFolder
    scores: FaeScores
    ablated: Sequence[AblatedClaim]
    labels: Sequence[Labelled] | None


def standings(
    asked: Comparison, judges: Mapping[str, Verifier], progress: Progress | None = None
) -> Iterator[Standing]:
    """Put every judge through every set, and yield where each stands, set by set.

    Args:
        asked: what of.
        judges: by the name that runs and rows get.
        progress: called with what is done, how many, of how many.

    Raises:
        InputError: a set is not there, or the reference is none of the judges.
    """
    against = asked.against
    if against is not None and against not in judges:
        raise InputError(
            f"--against {against!r} is none of the judges: {', '.join(judges)}",
            reason="unknown_name",
        )
    seen = seen_claims(asked.mix)
    pairs = sampled(asked.mix, "test", _PAIRS_SEED)
    # Read before anything is asked: a set that is not there is said at once.
    read = {one.name: read_set(asked.data, one, seen) for one in asked.sets}
    for compared in asked.sets:
        wanted = pairs[compared.source] if compared.source else None
        of_set = _OfSet(compared, read[compared.name], wanted)
        answered = {
            name: _answered(asked, of_set, name, judge, progress) for name, judge in judges.items()
        }
        reference = answered[against] if against else None
        for name, one in answered.items():
            other = None if name == against else reference
            yield Standing(
                compared,
                name,
                one.folder.name,
                one.scores,
                _figures(one.labels, asked.options),
                of_set.gold.left_out,
                _changes(other, one, asked.options) if other else {},
            )


def changes(
    before: Sequence[AblatedClaim],
    after: Sequence[AblatedClaim],
    *,
    rounds: int,
    seed: int,
    draws: int,
) -> dict[str, Figure]:
    """How much higher the figures of `after` are over the claims that both judged without error.

    Args:
        before, after: claims of the same set; their order does not matter.
        rounds: R.
        seed, draws: of the bootstrap; both judges are resampled together, claim by claim.
    """
    usable = [
        {one.id: one for one in claims if one.gold in DECIDED and not one.error}
        for claims in (before, after)
    ]
    ids = sorted(usable[0].keys() & usable[1].keys())
    if not ids:
        return {name: Figure(None, None, None, 0, NO_CLAIMS) for name in _CHANGES}
    both = [ratios_of([claims[id] for id in ids], rounds) for claims in usable]
    columns = [ratios[source] for ratios in both for source, _ in _CHANGES.values()]
    clusters = Clusters([usable[0][id].document for id in ids])
    sums = [clusters.sums([getattr(one, part) for one in columns]) for part in ("tops", "bottoms")]
    n = len(_CHANGES)
    signs = np.array([-1.0 if from_one else 1.0 for _, from_one in _CHANGES.values()])

    def difference(total: np.ndarray) -> np.ndarray:
        values = divided(total[:, : 2 * n], total[:, 2 * n :])
        return signs * (values[:, n:] - values[:, :n])

    found = bootstrap(np.hstack(sums), difference, seed=seed, draws=draws)
    return {name: figure_of(one, len(ids)) for name, one in zip(_CHANGES, found, strict=True)}


def _answered(
    asked: Comparison, of_set: _OfSet, name: str, judge: Verifier, progress: Progress | None
) -> _Answered:
    folder = ablation_folder(asked.home, f"table-{of_set.compared.name}:{name}")
    path = asked.data / of_set.compared.file
    found = run_ablation(folder, path, of_set.gold, judge, asked.options, progress)
    labels = _labelled(folder, judge, of_set.pairs) if of_set.pairs is not None else None
    # A journal may hold more than this draw, of an earlier table with a larger limit.
    used = {one.id for one in folder.claims()}
    ablated = [one for one in folder.ablated() if one.id in used]
    return _Answered(folder, found.scores, ablated, labels)


def _labelled(
    folder: AblationFolder, verifier: Verifier, pairs: Sequence[Pair]
) -> Sequence[Labelled]:
    """Answers to the pairs, asked where the folder has none of this judge to these pairs."""
    asked = [[one.claim, one.evidence, one.verdict] for one in pairs]
    key = digest([folder.manifest().code, verifier.fingerprint, asked])
    known = folder.read(LabelAnswers, ANSWERS) if folder.has(ANSWERS) else None
    if known is None or known.key != key:
        known = LabelAnswers(key, tuple(labelled(verifier, pairs)))
        folder.write(ANSWERS, known)
    return known.answers


def _figures(answers: Sequence[Labelled] | None, options: Options) -> LabelFigures | None:
    if answers is None:
        return None
    return label_figures(answers, seed=options.seed, draws=options.draws)


def _changes(before: _Answered, after: _Answered, options: Options) -> dict[str, Figure]:
    seed, draws = options.seed, options.draws
    found = changes(before.ablated, after.ablated, rounds=options.rounds, seed=seed, draws=draws)
    if before.labels is not None and after.labels is not None:
        found |= label_changes(before.labels, after.labels, seed=seed, draws=draws)
    return found
