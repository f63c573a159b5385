"""Where answers come from: observed, partly, out of the question, invented, or not to be told."""

from pathlib import Path

import pytest

from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Call, Step, Trajectory
from benchmarks.hallucination.answer_origin import Origin, origin_of, origin_tables

SHARED = Path(__file__).parents[4] / "shared" / "data"
PAGE = 'PSMB10, also called MECL1. {"chromosome": "16", "maploc": "16q22.1"} TP53BP1'


def answered(
    final: str | None,
    question: str = "What is LMP10?",
    observation: str | None = PAGE,
    gold: str = "PSMB10",
    score: float | None = 0.0,
) -> Trajectory:
    step = Step("", (Call("esearch", {}, observation),))
    meta = {"gold": gold}
    return Trajectory("t", (step,), question=question, final=final, score=score, meta=meta)


@pytest.mark.parametrize(
    ("final", "origin"),
    [
        ("MECL1", Origin.OBSERVED),
        ("psmb10, MECL1.", Origin.OBSERVED),
        ("MECL1, SLC3A1", Origin.PARTLY),
        ("SLC3A1", Origin.INVENTED),
        ("TP53", Origin.INVENTED),  # a longer name that begins so is another one
        ("LMP10", Origin.ECHOED),
        ("LMP10, SLC3A1", Origin.INVENTED),
        ("Yes", Origin.UNDECIDED),
        ("None", Origin.UNDECIDED),
        ("It is a subunit of the proteasome", Origin.UNDECIDED),
        (None, Origin.NO_ANSWER),
        (" ", Origin.NO_ANSWER),
    ],
)
def test_answer_is_told_by_where_its_terms_stand(final: str | None, origin: Origin) -> None:
    assert origin_of(answered(final)).origin is origin


@pytest.mark.parametrize(
    ("final", "origin"),
    [
        ("chr16", Origin.OBSERVED),
        ("16", Origin.OBSERVED),
        ("chromosome 16", Origin.OBSERVED),
        ("chr10", Origin.INVENTED),  # the 10 of PSMB10 is no chromosome
        ("X", Origin.INVENTED),
    ],
)
def test_chromosomes_are_found_as_they_are_written(final: str, origin: Origin) -> None:
    question = "Which chromosome is the gene on?"
    assert origin_of(answered(final, question)).origin is origin


def test_without_an_observation_nothing_is_invented() -> None:
    found = origin_of(answered("SLC3A1", observation=None))
    assert (found.origin, found.gold_observed) == (Origin.NO_OBSERVATION, None)


@pytest.mark.parametrize(
    ("gold", "seen"), [("PSMB10", True), ("PSMB10, TP53", False), ("NA", None)]
)
def test_right_answer_is_looked_for_too(gold: str, seen: bool | None) -> None:
    assert origin_of(answered("SLC3A1", gold=gold)).gold_observed is seen


def test_tables_part_right_from_wrong_and_say_of_how_many() -> None:
    finals = ["MECL1", "SLC3A1", "Yes", None]
    wrong = [answered(final) for final in finals]
    found = origin_tables([*wrong, answered("PSMB10", score=1.0)])
    assert [(each.kind, each.answers) for each in found] == [("right", 1), ("wrong", 4)]
    assert (found[1].invented.hits, found[1].invented.n) == (1, 2)
    assert found[1].origins == {
        Origin.OBSERVED: 1,
        Origin.INVENTED: 1,
        Origin.UNDECIDED: 1,
        Origin.NO_ANSWER: 1,
    }
    assert found[0].invented.value == 0.0
    assert origin_tables([answered("Yes")])[0].invented.value is None


@pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/data beside the checkout")
def test_of_genegpt_runs_the_barest_prompt_invents_most() -> None:
    found = import_trajectories([SHARED / "genegpt_runs" / "geneturing_runs.jsonl.gz"])
    wrong = {
        run: next(each for each in origin_tables(members) if each.kind == "wrong")
        for run, members in found.runs.items()
    }
    # Right, part, zero by setting: SOURCE.txt beside the file.
    assert {run: each.answers for run, each in wrong.items()} == {
        "111111": 32,
        "001001": 21,
        "000001": 100,
    }
    shares = {run: each.invented.value or 0.0 for run, each in wrong.items()}
    assert shares["111111"] < 0.5 < shares["000001"]
