"""Evidence ablation: CPU of rounds 1 to 4 against round 0, on Check-COVID's claims.

    python -m perf.ablation [JUDGE...]

The judges are the baseline of features and the embedded judge unless others are named.
Features embed every sentence once, in round 0; a judge that reads claim and sentences together
reads them anew in every round. What the rounds themselves cost (repetitions, the check that ablated
text is gone) is printed apart.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.ablation.data import GoldClaim, read_claims
from benchmarks.ablation.rounds import ROUNDS, run_rounds
from benchmarks.ablation.running import BATCH, SEED, drawn
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from benchmarks.judging.verifier_choice import open_verifier
from hubscope.settings import Settings
from perf.report import row

DATA = Path(__file__).parents[2] / "shared" / "data" / "check_covid" / "Check-COVID_all.json"
CLAIMS = 200
JUDGES = ("features", "embedded")


class Timed:
    """A verifier whose CPU seconds are kept by round; "-1" is the question without sentences."""

    def __init__(self, name: str, settings: Settings) -> None:
        self._inner = open_verifier(name, settings)
        self.name, self.fingerprint = name, self._inner.fingerprint
        self.card = self._inner.card
        self.cpu: dict[int, float] = {}

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """The answers of the verifier inside."""
        started = time.process_time()
        answers = self._inner.verify_many(inputs)
        number = inputs[0].round if inputs[0].sentences or inputs[0].round else -1
        self.cpu[number] = self.cpu.get(number, 0.0) + time.process_time() - started
        return answers


def rows_of(judge: str, claims: Sequence[GoldClaim]) -> list[bool]:
    """Print the ratios of a judge; True for each that is within its limit."""
    with tempfile.TemporaryDirectory() as folder:
        verifier = Timed(judge, Settings(home=Path(folder), cache=Path(folder)))
        verifier.verify_many([VerifierInput("a warm start", ("of the model",), -2)])
        started = time.process_time()
        for start in range(0, len(claims), BATCH):
            run_rounds(claims[start : start + BATCH], verifier)
        total = time.process_time() - started
    first = verifier.cpu[0]
    later = sum(verifier.cpu[number] for number in range(1, ROUNDS + 1))
    own = total - first - later - verifier.cpu.get(-1, 0.0)
    return [
        row(
            f"{judge}: rounds 1 to 4 with all they need / round 0", (later + own) / first, 4.2, "x"
        ),
        row(f"{judge}: taking evidence away / round 0", own / first, 0.05, "x"),
    ]


def main() -> None:
    """Print the ratios against their limits."""
    if not DATA.exists():
        sys.exit(f"no data: {DATA} is not there")
    claims = drawn(read_claims(DATA).claims, CLAIMS, SEED)
    held = [one for judge in sys.argv[1:] or JUDGES for one in rows_of(judge, claims)]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
