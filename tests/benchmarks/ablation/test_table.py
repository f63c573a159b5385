"""Judges side by side: what training saw is left out, runs go on, changes are paired."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.ablation.ablated import AblatedClaim, Round
from benchmarks.ablation.folder import ablation_folder
from benchmarks.ablation.running import Options
from benchmarks.ablation.sets import SETS, read_set, seen_claims
from benchmarks.ablation.table import Comparison, Standing, changes, standings
from benchmarks.judging.mix import Pair
from benchmarks.judging.sample import TEST_CAPS
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from tests.benchmarks.ablation.scripted import ByRule, stubborn

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE
NAMES = [f"m{n}" for n in range(6)]


def careful(given: VerifierInput) -> VerifierAnswer:
    """Supported by the sentence about the claim's metal, and by nothing else."""
    metal = given.claim.split()[1]
    for at, text in enumerate(given.sentences):
        if f" {metal} " in text:
            return VerifierAnswer(S, (at,))
    return VerifierAnswer(U)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Pairs as SciFact's, one of whose claims training has seen."""
    path = tmp_path / "data" / SETS["scifact"].file
    path.parent.mkdir(parents=True)
    rows = [f"We gave {name} to mice.\tMetal {name} was given.\tentailment" for name in NAMES]
    path.write_text("sentence1\tsentence2\tentailment\n" + "\n".join(rows) + "\n", "utf-8")
    return tmp_path / "data"


def mix() -> dict[str, list[Pair]]:
    pairs: dict[str, list[Pair]] = {source: [] for source in TEST_CAPS}
    pairs["scifact_dev"] = [
        Pair("scifact_dev", f"Metal {name} was given.", f"We gave {name} to mice.", S, name, "test")
        for name in NAMES
    ] + [Pair("scifact_dev", "Metal m1 was given.", "Nothing was.", U, "u", "test")]
    pairs["mnli"] = [Pair("mnli", "METAL m0 was given", "Anything.", S, "x", "train")]
    return pairs


def table(data: Path, against: str | None = None, limit: int | None = None) -> list[Standing]:
    options = Options(2, limit, draws=100)
    asked = Comparison(data, mix(), [SETS["scifact"]], data.parent / "home", options, against)
    return list(standings(asked, JUDGES))


JUDGES: Mapping[str, ByRule] = {
    "stubborn": ByRule(stubborn, "1" * 64),
    "careful": ByRule(careful, "2" * 64),
}


def test_claims_that_training_may_see_are_left_out_and_counted(data: Path) -> None:
    seen = seen_claims(mix())
    assert seen == {"metalm0wasgiven"}
    gold = read_set(data, SETS["scifact"], seen)
    assert [one.claim.split()[1] for one in gold.claims] == NAMES[1:]
    assert gold.left_out == {"trained_on": 1}


def test_a_set_that_is_not_there_or_all_seen_is_refused(data: Path) -> None:
    with pytest.raises(InputError, match="not there, so HoVer"):
        read_set(data, SETS["hover"], frozenset())
    everything = frozenset(f"metal{name}wasgiven" for name in NAMES)
    with pytest.raises(InputError, match="training has seen every claim"):
        read_set(data, SETS["scifact"], everything)


def test_a_row_has_ablation_and_accuracy_and_its_change(data: Path) -> None:
    one, other = table(data, "stubborn")
    assert (one.judge, one.scores.n, one.scores.immediate.value, dict(one.changes)) == (
        "stubborn",
        5,
        0.0,
        {},
    )
    assert (other.scores.immediate.value, other.scores.ideal_offset.value) == (1.0, 1.0)
    assert (other.changes["is"].value, other.changes["io"].value) == (1.0, 1.0)
    assert other.changes["label"].value == 0.0
    assert one.labels is not None
    assert one.labels.accuracy.value == pytest.approx(6 / 7)
    assert other.changes["accuracy"].value == pytest.approx(1 / 7)
    assert other.left_out == {"trained_on": 1}
    assert other.run == "table-scifact:careful"


def test_a_table_made_again_asks_nothing_again(data: Path) -> None:
    first = table(data)
    asked = [len(one.asked) for one in JUDGES.values()]
    assert table(data) == first
    assert [len(one.asked) for one in JUDGES.values()] == asked
    folder = ablation_folder(data.parent / "home", "table-scifact:careful")
    answers = folder.path / "labels.json"
    answers.write_text(json.dumps({**json.loads(answers.read_text()), "key": "other"}), "utf-8")
    assert table(data) == first
    assert len(JUDGES["careful"].asked) == asked[1] + 7


def test_a_smaller_table_after_a_larger_one_compares_its_own_claims(data: Path) -> None:
    table(data, "stubborn")
    _, other = table(data, "stubborn", limit=3)
    assert (other.scores.n, other.changes["is"].n) == (3, 3)


def test_a_reference_that_is_no_judge_is_refused(data: Path) -> None:
    with pytest.raises(InputError, match="'nobody' is none of the judges"):
        table(data, "nobody")


def claim(id: str, *verdicts: Verdict, error: str = "") -> AblatedClaim:
    rounds = [Round((0, 1), one, (0,)) for one in verdicts]
    if error:
        rounds[-1] = replace(rounds[-1], verdict=None, error=error)
    return AblatedClaim(id, S, ((0,),), id, tuple(rounds))


def test_changes_run_over_the_claims_that_both_judged() -> None:
    before = [claim("a", S, S, S), claim("b", S, S, R), claim("c", S, S, S)]
    after = [claim("c", S, U, error="x"), claim("b", S, U, U), claim("a", U, U, U)]
    found = changes(before, after, rounds=2, seed=1, draws=100)
    # a and b: a_0 1 -> 1/2; IS 0 -> 1; ER 1/2 -> 1; IO 1/4 -> 1; a flip -> none.
    values = {name: one.value for name, one in found.items()}
    assert values == {"is": 1.0, "er": 0.5, "io": 0.75, "flip_rate": -0.5, "label": -0.5}
    assert {one.n for one in found.values()} == {2}
    assert changes([], [], rounds=2, seed=1, draws=100)["is"].value is None
