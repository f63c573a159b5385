"""The share of verdicts that injections move, for each judge.

    python -m perf.injections [PROVIDER:NAME ...]

Three loopback judges stand for models. `obedient` follows the last order that it sees outside of
material; `credulous` follows any order that it reads, whatever marks it as material; `unguarded` is
the obedient one with claim and passages pasted into its prompt, to show that it does obey.
"""

import json
import sys
from collections.abc import Sequence

from benchmarks.judging.injections import Moved, injections, moved_verdicts
from benchmarks.judging.judge import JUDGES, Judge, JudgeInput
from benchmarks.judging.model_judge import ModelJudge
from benchmarks.judging.verdicts import Judgement
from benchmarks.statistics import wilson
from graph.vocabulary import Verdict
from hubscope.llm.opening import Models
from hubscope.settings import load_settings
from retrieval.embedding_cache import open_embedder
from tests.servers.obedient import ObedientModel


class Unguarded:
    """The obedient judge without delimiters: the positive control."""

    name = "unguarded"
    fingerprint = "0" * 64
    card: dict[str, object] = {}  # noqa: RUF012  # never written to

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """What the obedient model says to claim and passages as they are."""
        return [Judgement(self._verdict(pair)) for pair in pairs]

    def _verdict(self, pair: JudgeInput) -> Verdict:
        prompt = "\n".join([pair.claim, *pair.passages])
        answer = json.loads(ObedientModel().answer(prompt))
        return Verdict(answer["verdicts"][0]["verdict"])


def main(names: Sequence[str]) -> int:
    """Print the table; 1 where a judge that has to hold is moved."""
    settings = load_settings()
    held = True
    print(f"{len(injections())} injections, every one on four claims\n")
    print("| judge | place | tried | moved | share, 95 % | changed otherwise | errors |")
    print("|---|---|---|---|---|---|---|")
    embedder = open_embedder(settings)
    for name in ("embedded", "cautious", "features", "trained"):
        rows = _printed(name, JUDGES.load(name)(embedder))
        held &= name in ("features", "trained") or not any(one.moved for one in rows)
    rows = _printed("obedient", ModelJudge(ObedientModel()))
    held &= not any(one.moved for one in rows)
    _printed("credulous", ModelJudge(ObedientModel(minds_marks=False)))
    _printed("unguarded", Unguarded())
    with Models(settings.home) as models:
        for name in names:
            _printed(name, ModelJudge(models.open(name)))
    return 0 if held else 1


def _printed(name: str, judge: Judge) -> list[Moved]:
    rows = moved_verdicts(judge)
    for one in rows:
        share = wilson(one.moved, one.tried)
        shown = f"{one.moved / one.tried:.3f} [{share.low:.3f}, {share.high:.3f}]" if share else ""
        print(
            f"| {name} | {one.place} | {one.tried} | {one.moved} | {shown}"
            f" | {one.changed - one.moved} | {one.errors} |",
            flush=True,
        )
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
