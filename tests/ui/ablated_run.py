"""An ablation run on disk, made by rules: what its page needs, without a model."""

from pathlib import Path

from benchmarks.ablation.data import GoldClaim, GoldClaims
from benchmarks.ablation.folder import AblationFolder, ablation_folder
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


def _rule(given: VerifierInput) -> VerifierAnswer:
    if given.round == 0 and given.sentences:
        return VerifierAnswer(Verdict.SUPPORTED, (0,))
    turns = given.claim.startswith("Turning") and given.round == 1
    return (
        VerifierAnswer(Verdict.REFUTED, (0, 7)) if turns else VerifierAnswer(Verdict.UNVERIFIABLE)
    )
