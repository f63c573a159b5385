"""Pairs of the ablation objective: what they promise and what each arm lacks."""

import random
from collections.abc import Sequence

import pytest

from benchmarks.ablation.company import strangers
from benchmarks.ablation.enhancement import Candidate, by_words, enhanced
from benchmarks.ablation.pairs import Arm, Shown, training_pairs
from benchmarks.ablation.recipe import about_negation, in_company, other_findings, without_phrases
from benchmarks.ablation.removal import removals
from benchmarks.judging.mix import Pair
from benchmarks.judging.negation import is_negated
from graph.vocabulary import Verdict

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE
CLAIM = "Zinc shortens colds in adults."
SHOWN = Shown(
    "made up",
    CLAIM,
    ("Iron is a metal.", "Colds were shorter with zinc.", "Zinc shortens colds in many adults."),
    S,
    (1,),
)


def pair(claim: str, evidence: str, verdict: Verdict, group: str, source: str = "a") -> Pair:
    return Pair(source, claim, evidence, verdict, group, "train")


def test_a_negative_pair_lacks_the_gold_sentences_and_asks_for_nothing() -> None:
    [positive, negative] = training_pairs([SHOWN], Arm.FULL, seed=0)
    assert positive.verdict is S
    assert [positive.sentences[at] for at in positive.cited] == [SHOWN.sentences[1]]
    assert (negative.verdict, negative.cited) == (U, ())
    assert negative.sentences == (SHOWN.sentences[0], SHOWN.sentences[2])


def test_what_repeats_a_gold_sentence_goes_with_it() -> None:
    twice = Shown("a", CLAIM, ("Zinc helped.", "Iron did.", "zinc helped"), S, (0,))
    [_, negative] = training_pairs([twice], Arm.FULL, seed=0)
    assert negative.sentences == ("Iron did.",)


def test_only_ablating_arms_have_negative_pairs_and_the_positive_ones_are_the_same() -> None:
    shown = [SHOWN] * 20
    by_arm = {arm: training_pairs(shown, arm, seed=0) for arm in Arm}
    assert [len(by_arm[arm]) for arm in Arm] == [20, 20, 40, 40]
    positive = [one for one in by_arm[Arm.FULL] if one.kind != "ablated"]
    assert positive == by_arm[Arm.STANDARD]


def test_unverifiable_claims_are_shown_once_and_cite_nothing() -> None:
    [made] = training_pairs([Shown("a", CLAIM, ("Iron.",), U, ())], Arm.FULL, seed=0)
    assert (made.verdict, made.cited) == (U, ())


def test_enhancement_takes_a_majority() -> None:
    asked: list[int] = []

    def yes(candidates: Sequence[Candidate]) -> list[bool]:
        asked.append(len(candidates))
        return [True] * len(candidates)

    def no(candidates: Sequence[Candidate]) -> list[bool]:
        asked.append(len(candidates))
        return [False] * len(candidates)

    [one], added = enhanced([SHOWN], [by_words, yes, no])
    assert (one.gold, added) == ((1, 2), 1)
    assert asked == [1, 0], "a settled candidate is asked about no more"
    [one], added = enhanced([SHOWN], [by_words, no, no])
    assert (one.gold, added) == ((1,), 0)


def test_strangers_are_of_other_documents_and_likest_first() -> None:
    pairs = [
        pair("Zinc shortens colds.", "Zinc shortened colds in one trial.", S, "g1"),
        pair("Zinc tastes bad.", "Colds and zinc were studied in a trial.", S, "g2"),
        pair("Iron rusts.", "Iron rusts where water meets it and colds.", S, "g3"),
    ]
    found = strangers(pairs, 5)
    assert [one.text for one in found[0]] == [pairs[1].evidence, pairs[2].evidence]
    assert found[0][0].likeness > found[0][1].likeness
    assert all(one.text != pairs[0].evidence for one in found[0])


def test_company_marks_the_claims_own_sentences_as_gold() -> None:
    own = pair("Zinc shortens colds.", "Zinc helped. Colds were shorter.", S, "g1")
    others = strangers([own, pair("Zinc is a metal.", "Zinc is a metal like iron.", S, "g2")], 5)[0]
    for seed in range(20):
        made = in_company(own, others, random.Random(seed))
        assert [made.sentences[at] for at in made.gold] == ["Zinc helped.", "Colds were shorter."]
        assert len(made.sentences) == 3


def test_a_removed_phrase_decides_where_it_held_what_the_claim_asserts() -> None:
    sentence = "The album was released by Columbia Records in Denmark."
    by_phrase = {
        one.phrase: (one.decides, one.text)
        for one in removals("The album was released in Denmark.", sentence, refuted=False)
    }
    assert by_phrase["in Denmark"] == (True, "The album was released by Columbia Records.")
    assert by_phrase["by Columbia Records"][0] is False


def test_negated_claims_are_supported_and_refuted() -> None:
    pairs = [
        pair(f"Drug {n} reduces pain.", f"Pain fell with drug {n}.", S, f"g{n}") for n in range(200)
    ]
    made = [one for one in about_negation({"a": pairs}, 0, 200) if is_negated(one.claim)]
    supported, refuted = (sum(one.verdict is verdict for one in made) for verdict in (S, R))
    assert 1 < supported / refuted < 3
    same = [one for one in made if one.sentences == (one.claim,)]
    assert {one.verdict for one in same} == {S}


def test_another_finding_of_a_trial_is_no_evidence() -> None:
    claims = [
        pair("A lowered pain score.", "The pain score fell.", S, "t1", "evidence_inference"),
        pair("A lowered heart rate.", "The heart rate fell.", S, "t1", "evidence_inference"),
    ]
    made = list(other_findings({"evidence_inference": claims}, 0, 10))
    assert {(one.claim, one.sentences, one.verdict) for one in made} == {
        ("A lowered pain score.", ("The heart rate fell.",), U),
        ("A lowered heart rate.", ("The pain score fell.",), U),
    }


@pytest.mark.parametrize("most", [1, 5])
def test_phrases_are_removed_from_training_sentences_only(most: int) -> None:
    pairs = [
        pair(f"It opened in {1900 + n}.", f"The hall opened in {1900 + n} in Rome.", S, f"g{n}")
        for n in range(30)
    ]
    test = [Pair("a", one.claim, "In test only.", S, "t", "test") for one in pairs]
    mix: dict[str, list[Pair]] = {
        name: [] for name in ("vitaminc_real", "vitaminc_synthetic", "feverous")
    }
    made = list(without_phrases({**mix, "fever_dev": pairs, "scifact_train": test}, 0, most))
    assert len(made) == most
    assert all("test" not in one.sentences[0] for one in made)
    assert {one.verdict for one in made} <= {S, U}
