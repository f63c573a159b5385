"""FAE's figures, pure, from ablated claims: IS, ER, IO with the flip rate beside, and round 0.

Method: docs/methods/ablation.md. a_r = accuracy in round r over the SUPPORTED and REFUTED claims,
g_r = a_r / a_0; IS = 1 - g_1, ER = 1 - g_R, IO = 1 - mean of a_1 .. a_R. A flip (both SUPPORTED and
REFUTED occur over the rounds) lowers a_r as abstaining would, so its rate always stands beside.
A claim with an error in any round leaves every figure and is counted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.ablation.ablated import AblatedClaim, Round
from benchmarks.ablation.citations import EvidenceFigures, citation_ratios, cites_gold
from benchmarks.ablation.figures import NO_CLAIMS, Figure, Ratio, figures, mean, share
from benchmarks.statistics import DRAWS
from graph.vocabulary import Verdict

DECIDED = (Verdict.SUPPORTED, Verdict.REFUTED)
NEVER_RIGHT = "a_0 = 0"


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """One round.

    Attributes:
        accuracy: a_r; `ideal` is 1 in round 0 and 0 after it.
        retained: g_r; None where a_0 = 0.
        verdicts: how often each was given.
        gold_left: claims of which a whole gold set is still shown: a right verdict is no fault.
        nothing_left: claims of which no sentence is left to show.
        cited_nothing: claims that cite no id at all.
        hallucinated: citations of ids that were not shown.
        repeats: sentences that went because they repeat a cited one.
    """

    round: int
    accuracy: Figure
    ideal: float
    retained: float | None
    verdicts: dict[str, int]
    gold_left: int
    nothing_left: int
    cited_nothing: int
    hallucinated: int
    repeats: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A claim whose verdict went over to the other side; one verdict a round."""

    id: str
    gold: Verdict
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class FaeScores:
    """All figures of a run.

    Attributes:
        immediate, end_state, ideal_offset: IS, ER, IO.
        label, strict: accuracy in round 0; strict = right, and a gold sentence is cited.
        knowledge: accuracy with no sentence shown.
        errors: claims left out for an error of the verifier, by its kind; the journal has it whole.
        says_itself: claims that repeat a sentence that was taken away.
    """

    n: int
    rounds: tuple[RoundFigures, ...]
    immediate: Figure
    end_state: Figure
    ideal_offset: Figure
    flip_rate: Figure
    label: Figure
    strict: Figure
    knowledge: Figure
    evidence: EvidenceFigures
    flips: tuple[Flip, ...]
    errors: dict[str, int]
    says_itself: int


def score_claims(
    claims: Iterable[AblatedClaim], *, rounds: int, seed: int, draws: int = DRAWS
) -> FaeScores:
    """All figures of ablated claims; their order does not matter.

    Args:
        claims: NEI claims among them are left out.
        rounds: R.
        seed, draws: of the bootstrap.
    """
    decided = [one for one in claims if one.gold in DECIDED]
    used = sorted((one for one in decided if not one.error), key=lambda one: one.id)
    flips = [one for one in used if is_flip(one)]
    documents = [one.document for one in used]
    found = figures(ratios_of(used, rounds), documents, seed=seed, draws=draws)
    evidence = {name: found[name] for name in citation_ratios(())}
    return FaeScores(
        n=len(used),
        rounds=tuple(_round(used, r, found) for r in range(rounds + 1)),
        immediate=found["g_1"].from_one(),
        end_state=found["g_R"].from_one(),
        ideal_offset=found["kept"].from_one(),
        flip_rate=found["flips"],
        label=found["a_0"],
        strict=found["strict"],
        knowledge=found["knowledge"],
        evidence=EvidenceFigures(
            **evidence, cited_nothing=sum(_cites_nothing(one.rounds[0]) for one in used)
        ),
        flips=tuple(Flip(one.id, one.gold, _verdicts(one)) for one in flips),
        errors=dict(sorted(Counter(_kind(one.error) for one in decided if one.error).items())),
        says_itself=sum(one.says_itself for one in used),
    )


def is_flip(claim: AblatedClaim) -> bool:
    """Whether both SUPPORTED and REFUTED occur over the rounds."""
    return set(DECIDED) <= set(_verdicts(claim))


def ratios_of(used: Sequence[AblatedClaim], rounds: int) -> dict[str, Ratio]:
    """What every figure is made of; `g_1`, `g_R` and `kept` are what IS, ER and IO take from 1.

    Args:
        used: SUPPORTED and REFUTED claims without an error.
        rounds: R.
    """
    right = [[_right(one, r) for one in used] for r in range(rounds + 1)]
    first = [float(hit) for hit in right[0]]
    never = NEVER_RIGHT if used else NO_CLAIMS
    return {
        **{f"a_{r}": share(hits) for r, hits in enumerate(right)},
        "g_1": Ratio([float(hit) for hit in right[1]], first, never),
        "g_R": Ratio([float(hit) for hit in right[rounds]], first, never),
        "kept": mean([sum(hits) / rounds for hits in zip(*right[1:], strict=True)]),
        "flips": share([is_flip(one) for one in used]),
        "strict": share([_right(one, 0) and cites_gold(one) for one in used]),
        "knowledge": share(
            [one.knowledge is one.gold for one in used],
            [one.knowledge is not None for one in used],
        ),
        **citation_ratios(used),
    }


def _right(claim: AblatedClaim, number: int) -> bool:
    return claim.rounds[number].verdict is claim.gold


def _verdicts(claim: AblatedClaim) -> tuple[Verdict, ...]:
    return tuple(one.verdict for one in claim.rounds if one.verdict is not None)


def _round(used: Sequence[AblatedClaim], number: int, found: Mapping[str, Figure]) -> RoundFigures:
    each = [(one, one.rounds[number]) for one in used]
    first, here = found["a_0"].value, found[f"a_{number}"].value
    return RoundFigures(
        round=number,
        accuracy=found[f"a_{number}"],
        ideal=float(number == 0),
        retained=here / first if first and here is not None else None,
        verdicts={v: sum(one.verdict is v for _, one in each) for v in Verdict},
        gold_left=sum(_gold_left(claim, one) for claim, one in each),
        nothing_left=sum(not one.shown for _, one in each),
        cited_nothing=sum(_cites_nothing(one) for _, one in each),
        hallucinated=sum(one.hallucinated for _, one in each),
        repeats=sum(len(one.repeats) for _, one in each),
    )


def _cites_nothing(one: Round) -> bool:
    return not one.cited and not one.hallucinated


def _gold_left(claim: AblatedClaim, found: Round) -> bool:
    return any({*gold} <= {*found.shown} for gold in claim.gold_sets)


def _kind(error: str) -> str:
    return error.partition(":")[0]
