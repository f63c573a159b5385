"""Runs of ablation: killed and resumed as never killed, and every number derived again."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.ablation.data import GoldClaim, GoldClaims
from benchmarks.ablation.folder import (
    AblationFolder,
    ablation_folder,
    list_ablations,
    open_ablation,
)
from benchmarks.ablation.running import BATCH, Options, drawn, rescore, run_ablation, run_name
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from benchmarks.verify import verify_ablation
from graph.vocabulary import Verdict
from hubscope.errors import InputError, UnavailableError
from tests.benchmarks.ablation.scripted import ByRule, stubborn, word_matcher

PATH = Path("sets/claims.jsonl")
QUICK = Options(draws=100)


def gold(n: int = 8, tail: str = "") -> GoldClaims:
    claims = tuple(
        GoldClaim(
            f"c{at}",
            f"It is about metal{at % 5}.",
            Verdict.SUPPORTED if at % 2 else Verdict.REFUTED,
            (
                f"We found metal{at} here{tail}.",
                "Nothing was seen.",
                f"All of metal{at % 5} is so.",
            ),
            ((2,), (0,)),
            f"d{at // 2}",
        )
        for at in range(n)
    )
    return GoldClaims("generic", claims, ())


@pytest.fixture
def folder(tmp_path: Path) -> AblationFolder:
    return ablation_folder(tmp_path, "sets-claims:rule")


class Killed(ByRule):
    """Is killed after so many calls."""

    def __init__(self, calls: int) -> None:
        super().__init__(word_matcher)
        self.left = calls

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().verify_many(inputs)


def files(folder: AblationFolder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.path.iterdir())}


def test_killed_and_resumed_is_never_killed(tmp_path: Path) -> None:
    n = 2 * BATCH + 9
    whole, killed = (ablation_folder(tmp_path / name, "a") for name in ("whole", "killed"))
    run_ablation(whole, PATH, gold(n), ByRule(word_matcher), QUICK)
    for calls in (3, 6, 2):  # six calls a batch: five rounds, and one without sentences
        with pytest.raises(KeyboardInterrupt):
            run_ablation(killed, PATH, gold(n), Killed(calls), QUICK)
        assert not killed.has("scores.json")
    # A torn last line, as a crash leaves it.
    with killed.journal.open("ab") as file:
        file.write(b'{"id": "c1')
    resumed = ByRule(word_matcher)
    run_ablation(killed, PATH, gold(n), resumed, QUICK)
    assert files(killed) == files(whole)
    assert len({one.claim for one in resumed.asked}) > 0
    assert len(resumed.asked) < 6 * n


def test_a_run_that_is_done_asks_nothing(folder: AblationFolder) -> None:
    first = run_ablation(folder, PATH, gold(), ByRule(word_matcher), QUICK)
    again = ByRule(word_matcher)
    assert run_ablation(folder, PATH, gold(), again, QUICK) == first
    assert again.asked == []


def test_a_larger_limit_goes_on_with_a_smaller_one(folder: AblationFolder) -> None:
    run_ablation(folder, PATH, gold(20), ByRule(word_matcher), replace(QUICK, limit=5))
    more = ByRule(word_matcher)
    found = run_ablation(folder, PATH, gold(20), more, replace(QUICK, limit=12))
    assert found.scores.n == 12
    assert len(more.asked) == 6 * 7
    fewer = run_ablation(folder, PATH, gold(20), ByRule(word_matcher), replace(QUICK, limit=5))
    assert fewer.scores.n == 5
    assert verify_ablation(folder) == []


def test_a_smaller_draw_is_part_of_a_larger_and_keeps_the_order() -> None:
    claims = gold(30).claims
    small, large = ([one.id for one in drawn(claims, n, seed=1)] for n in (6, 17))
    assert set(small) < set(large)
    assert large == sorted(large, key=lambda id: int(id[1:]))
    assert drawn(claims, 6, seed=1) != drawn(claims, 6, seed=2)


@pytest.mark.parametrize("changed", ["judge", "rounds", "claims"])
def test_other_conditions_begin_the_journal_anew(folder: AblationFolder, changed: str) -> None:
    run_ablation(folder, PATH, gold(), ByRule(word_matcher), QUICK)
    fingerprint = "1" * 64 if changed == "judge" else "0" * 64
    other = ByRule(stubborn, fingerprint)
    options = replace(QUICK, rounds=2) if changed == "rounds" else QUICK
    claims = gold(tail=" again") if changed == "claims" else gold()
    found = run_ablation(folder, PATH, claims, other, options)
    assert {one.claim for one in other.asked} == {one.claim for one in claims.claims}
    assert found.scores.label.value == 0.5
    assert verify_ablation(folder) == []


def test_a_name_is_not_taken_from_another_data_set(folder: AblationFolder) -> None:
    run_ablation(folder, PATH, gold(), ByRule(word_matcher), QUICK)
    with pytest.raises(InputError) as raised:
        run_ablation(folder, Path("other/x.jsonl"), gold(3), ByRule(word_matcher), QUICK)
    assert raised.value.reason == "run_exists"
    assert folder.scores().scores.n == 8


def test_two_cannot_work_on_one_run(folder: AblationFolder) -> None:
    with folder.alone(), pytest.raises(UnavailableError, match="is being made"):
        run_ablation(folder, PATH, gold(), ByRule(word_matcher), QUICK)


def test_the_run_says_what_it_was_made_with(folder: AblationFolder) -> None:
    run_ablation(folder, PATH, gold(), ByRule(word_matcher), replace(QUICK, limit=5))
    manifest = folder.manifest()
    assert (manifest.file, manifest.claims, manifest.limit) == ("sets/claims.jsonl", 5, 5)
    assert manifest.strangers == 0
    assert folder.scores().judge == manifest.judge == "by rule"
    assert [one.name for one in list_ablations(folder.path.parents[1])] == ["sets-claims:rule"]


def test_gold_alone_is_shown_among_strangers(folder: AblationFolder) -> None:
    claims = tuple(
        replace(one, sentences=one.sentences[:1], gold_sets=((0,),)) for one in gold(20).claims
    )
    verifier = ByRule(word_matcher)
    run_ablation(folder, PATH, GoldClaims("pairs", claims, ()), verifier, QUICK)
    assert folder.manifest().strangers == 5
    assert {len(one.sentences) for one in verifier.asked if one.round == 0 and one.sentences} == {6}
    assert verify_ablation(folder) == []


def damaged(folder: AblationFolder, name: str) -> list[str]:
    """Names of what differs after a word of a file is changed."""
    path = folder.path / name
    text = path.read_text("utf-8")
    word, other = {
        "scores.json": ('"value":', '"value":1'),
        "rounds.jsonl": ('"verdict":"SUPPORTED"', '"verdict":"REFUTED"'),
        "claims.jsonl": ("Nothing was seen", "Something was seen"),
    }[name]
    assert word in text
    path.write_text(text.replace(word, other, 1), "utf-8")
    return [one.what for one in verify_ablation(folder)]


@pytest.mark.parametrize("name", ["scores.json", "rounds.jsonl", "claims.jsonl"])
def test_verify_sees_what_was_changed_by_hand(folder: AblationFolder, name: str) -> None:
    run_ablation(folder, PATH, gold(), ByRule(word_matcher), replace(QUICK, limit=7))
    assert verify_ablation(folder) == []
    found = damaged(folder, name)
    assert found
    assert name in found[0] or found[0].startswith("scores")


def test_half_a_run_has_no_scores(folder: AblationFolder) -> None:
    run_ablation(folder, PATH, gold(), ByRule(word_matcher), QUICK)
    lines = folder.journal.read_text("utf-8").splitlines(keepends=True)
    folder.journal.write_text("".join(lines[:-2]), "utf-8")
    with pytest.raises(InputError, match="2 of 8 claims"):
        rescore(folder)
    assert [one.what for one in verify_ablation(folder)] == ["rounds.jsonl"]


def test_a_journal_that_speaks_of_other_claims_is_broken(folder: AblationFolder) -> None:
    run_ablation(folder, PATH, gold(), ByRule(word_matcher), QUICK)
    lines = [json.loads(line) for line in folder.journal.read_text("utf-8").splitlines()]
    lines[0]["gold_sets"] = [[0]]
    folder.journal.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(InputError, match="is not that of claims"):
        rescore(folder)


def test_an_unknown_run_lists_the_known_ones(folder: AblationFolder, tmp_path: Path) -> None:
    run_ablation(folder, PATH, gold(3), ByRule(word_matcher), QUICK)
    with pytest.raises(InputError, match="Known: sets-claims:rule"):
        open_ablation(tmp_path, "nonesuch")
    open_ablation(tmp_path, "sets-claims:rule").remove()
    assert list_ablations(tmp_path) == []


def test_names_are_made_of_folder_file_and_judge() -> None:
    assert run_name(Path("a/b/c.jsonl"), "hf:x/y") == "b-c:hf:y"
