"""Does the judge of a run use the evidence it was given? The figures of evidence_probe.py.

A sample of the claims that were SUPPORTED or REFUTED is judged again on the same passages without
the sentence that the verdict quotes, and without what repeats it (evidence ablation, one round;
docs/methods/ablation.md). A verdict that stays although its sentence is gone rests on another
sentence, or on no evidence at all: the share that goes is a lower bound of the use of evidence.
There is no gold label here, so the first verdict takes its place; flips are counted apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.ablation.figures import Figure, figures, share
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.runs import RunFolder
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.journals import read_records
from hubscope.keys import digest

FILE = "evidence_use.jsonl"
SAMPLE = 300
OTHER_VERDICTS = f"{FILE} is not of the verdicts in judged.jsonl"


@dataclass(frozen=True, slots=True)
class Probe:
    """A judged claim without the sentence that decided it.

    Attributes:
        claim: its number in the trajectory, from 0.
        before, after: verdicts; after None = an error.
        left: whether any sentence was left to judge on.
    """

    trajectory: str
    claim: int
    before: Verdict
    after: Verdict | None
    left: bool


@dataclass(frozen=True, slots=True)
class EvidenceUse:
    """How far verdicts depend on the sentence they quote.

    Attributes:
        decided: claims that were SUPPORTED or REFUTED, of which a sample was judged again.
        given_up: share of the sample whose verdict goes with its sentence; IS of FAE, the first
            verdict in place of gold.
        flipped: share whose verdict turns into the opposite; part of `given_up`.
        nothing_left: claims whose sentence was all their evidence: UNVERIFIABLE by rule.
        errors: claims that the judge failed on the second time; in no share.
    """

    decided: int
    given_up: Figure
    flipped: Figure
    nothing_left: int
    errors: int


def evidence_use(
    run: RunFolder, judged: Sequence[JudgedTrajectory], *, seed: int, draws: int
) -> EvidenceUse | None:
    """The figures of what was written down; None where nothing was.

    What was written down of other verdicts says nothing of these: the figures are undefined.

    Raises:
        InputError: it is broken.
    """
    if not run.has(FILE):
        return None
    probes = stored(run)
    decided_claims = sum(1 for _ in _candidates(judged))
    if [asked(one) for one in probes] != [wanted(*one) for one in sampled(judged, seed)]:
        undefined = Figure(None, None, None, 0, OTHER_VERDICTS)
        return EvidenceUse(decided_claims, undefined, undefined, 0, 0)
    answered = [one for one in probes if one.after is not None]
    found = figures(
        {
            "given_up": share([one.after is not one.before for one in answered]),
            "flipped": share([one.after is _opposite(one.before) for one in answered]),
        },
        [one.trajectory for one in answered],
        seed=seed,
        draws=draws,
    )
    return EvidenceUse(
        decided=decided_claims,
        given_up=found["given_up"],
        flipped=found["flipped"],
        nothing_left=sum(not one.left for one in probes),
        errors=len(probes) - len(answered),
    )


Numbered = tuple[str, int, JudgedClaim]
Wanted = tuple[str, int, Verdict]


def sampled(judged: Sequence[JudgedTrajectory], seed: int) -> list[Numbered]:
    """The decided claims of a sample with their place; drawn by hash, so no order matters."""
    found = sorted(_candidates(judged), key=lambda one: digest([seed, one[0], one[1]]))
    return sorted(found[:SAMPLE], key=lambda one: one[:2])


def _candidates(judged: Sequence[JudgedTrajectory]) -> Iterator[Numbered]:
    for one in judged:
        for number, claim in enumerate(one.claims):
            if _is_decided(claim) and claim.quote and claim.chunks:
                yield one.id, number, claim


def _is_decided(claim: JudgedClaim) -> bool:
    return claim.verdict in (Verdict.SUPPORTED, Verdict.REFUTED)


def decided(claim: JudgedClaim) -> Verdict:
    """The verdict of a claim that has one."""
    assert claim.verdict is not None
    return claim.verdict


def _opposite(verdict: Verdict) -> Verdict:
    return Verdict.REFUTED if verdict is Verdict.SUPPORTED else Verdict.SUPPORTED


def asked(one: Probe) -> Wanted:
    """What it is the probe of."""
    return one.trajectory, one.claim, one.before


def wanted(id: str, number: int, claim: JudgedClaim) -> Wanted:
    """The probe that a judged claim needs."""
    return id, number, decided(claim)


def stored(run: RunFolder) -> list[Probe]:
    """What was written down.

    Raises:
        InputError: it is broken.
    """
    try:
        return list(read_records(Probe, run.path / FILE))
    except InputError as error:
        raise run.broken(FILE, str(error)) from error
