"""An ablation run on disk, made by rules: what its page needs, without a model."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.ablation.data import GoldClaim, GoldClaims
from benchmarks.ablation.folder import AblationFolder, ablation_folder
from benchmarks.ablation.representation import Representation, State, Wanted, represent
from benchmarks.ablation.running import Options, run_ablation
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict
from hubscope.files import Skipped
from tests.benchmarks.ablation.scripted import ByRule
from tests.ui.scored_run import HOSTILE


def ablated_run(home: Path, name: str = "by-rule") -> AblationFolder:
    """Twelve claims of six documents; every fourth one flips when its evidence goes."""
    claims = tuple(
        GoldClaim(
            str(n),
            f"{'Turning' if n % 4 == 0 else 'Steady'} claim {n} is so. {HOSTILE}",
            Verdict.SUPPORTED,
            (f"Sentence {n} says so.", f"Another one. {HOSTILE}", f"Yet another {n}."),
            ((0,),),
            str(n // 2),
        )
        for n in range(12)
    )
    gold = GoldClaims("generic", claims, (Skipped("f:1", "not_enough_info", 1),), (HOSTILE,))
    folder = ablation_folder(home, name)
    run_ablation(folder, Path("sets/claims.jsonl"), gold, ByRule(_rule), Options(draws=100))
    return folder


class CountingReader:
    """States by a rule: how many sentences, how long they are, how long the claim is."""

    def read(self, claim: str, sentences: Sequence[str]) -> State:
        """The state after a claim with these sentences."""
        sizes = [len(sentences), sum(map(len, sentences)) / 50, len(claim) / 50]
        vector = np.array(sizes, np.float32)
        return State(vector, np.array([*vector, 0.01], np.float32))


def with_directions(folder: AblationFolder) -> Representation:
    """Directions of representation of the run, found by states that count."""
    wanted = Wanted(components=True, neurons=True)
    return represent(folder, CountingReader(), folder.manifest().judge_fingerprint, wanted)


def _rule(given: VerifierInput) -> VerifierAnswer:
    if given.round == 0 and given.sentences:
        return VerifierAnswer(Verdict.SUPPORTED, (0,))
    turns = given.claim.startswith("Turning") and given.round == 1
    return (
        VerifierAnswer(Verdict.REFUTED, (0, 7)) if turns else VerifierAnswer(Verdict.UNVERIFIABLE)
    )
