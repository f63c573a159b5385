"""Rounds of ablation: what is taken away is gone, whatever a verifier cites."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.ablation.data import GoldClaim
from benchmarks.ablation.likeness import repeats
from benchmarks.ablation.rounds import Course, ablate, run_rounds
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict
from hubscope.errors import IntegrityError
from tests.benchmarks.ablation.scripted import ByRule, stubborn, word_matcher

TEXTS = (
    "Zinc lowers fever in mice.",
    "It was measured twice.",
    "As known before, zinc lowers fever in mice, it seems.",
    "Iron does nothing of the kind.",
    "zinc lowers FEVER, in mice!",
)


def gold_claim(*sentences: str, claim: str = "Zinc lowers fever.", id: str = "c") -> GoldClaim:
    return GoldClaim(id, claim, Verdict.SUPPORTED, sentences, ((0,),), "d")


def test_ids_are_checked_against_what_is_shown_in_that_round() -> None:
    found = ablate([1, 3], [2, 3, 3, 9, 9])
    assert (found.next, found.cited, found.hallucinated) == ((1,), (3,), 2)
    assert not found.cited_nothing


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("zinc lowers FEVER, in mice!", True),
        ("As known before, zinc lowers fever in mice, it seems.", True),
        ("Zinc lowers the fever in mice.", True),
        ("Zinc lowers fever in rats and in pigs.", False),
        ("Iron lowers pain in mice.", False),
        ("Zinc.", False),
    ],
)
def test_a_repetition_is_known_by_its_words(other: str, same: bool) -> None:
    assert bool(repeats([TEXTS[0]], [other])) is same
    assert bool(repeats([other], [TEXTS[0]])) is same


def test_a_short_sentence_inside_a_long_one_repeats_it_and_the_other_way_round() -> None:
    long = f"In a trial of many years with a great number of animals we saw that {TEXTS[0].lower()}"
    assert repeats([long], [TEXTS[0]]) == repeats([TEXTS[0]], [long]) == [0]


def test_what_is_cited_goes_with_everything_that_repeats_it() -> None:
    verifier = ByRule(word_matcher)
    [found] = run_rounds([gold_claim(*TEXTS, claim="It is about fever")], verifier)
    assert [one.shown for one in found.rounds] == [(0, 1, 2, 3, 4), *[(1, 3)] * 4]
    assert (found.rounds[0].cited, found.rounds[0].repeats) == ((0,), (2, 4))
    assert [one.verdict for one in found.rounds] == [Verdict.SUPPORTED] + [Verdict.UNVERIFIABLE] * 4


def test_every_round_asks_with_its_number_even_where_nothing_changed() -> None:
    verifier = ByRule(lambda _: VerifierAnswer(Verdict.SUPPORTED))
    run_rounds([gold_claim(*TEXTS)], verifier, knowledge=False)
    assert [one.round for one in verifier.asked] == [0, 1, 2, 3, 4]
    assert len({one.key for one in verifier.asked}) == 5


def test_hallucinated_citations_take_nothing_away() -> None:
    [found] = run_rounds([gold_claim(*TEXTS[:2])], ByRule(stubborn))
    assert [one.hallucinated for one in found.rounds] == [1, 1, 0, 0, 0]
    assert [one.shown for one in found.rounds] == [(0, 1), (1,), (), (), ()]


@pytest.mark.parametrize("cited", [(-1,), (5,), (-1, 5, 10**9)])
def test_places_outside_are_hallucinated_whatever_their_sign(cited: tuple[int, ...]) -> None:
    verifier = ByRule(lambda _: VerifierAnswer(Verdict.SUPPORTED, cited))
    [found] = run_rounds([gold_claim(*TEXTS)], verifier)
    assert {one.hallucinated for one in found.rounds} == {len(cited)}
    assert {one.shown for one in found.rounds} == {(0, 1, 2, 3, 4)}


def test_after_an_error_nothing_more_is_asked_of_that_claim() -> None:
    def rule(given: VerifierInput) -> VerifierAnswer:
        if given.round == 1 and given.claim == "bad":
            return VerifierAnswer(None, error="broken")
        return VerifierAnswer(Verdict.SUPPORTED, (0,))

    verifier = ByRule(rule)
    claims = [gold_claim(*TEXTS, claim="bad", id="a"), gold_claim(*TEXTS, claim="good", id="b")]
    bad, good = run_rounds(claims, verifier, knowledge=False)
    assert (len(bad.rounds), bad.error) == (2, "broken")
    assert (len(good.rounds), good.error) == (5, "")
    assert len(verifier.asked) == 7


def test_knowledge_is_asked_with_no_sentence_at_all() -> None:
    verifier = ByRule(
        lambda one: VerifierAnswer(Verdict.UNVERIFIABLE if one.sentences else Verdict.REFUTED)
    )
    [found] = run_rounds([gold_claim(*TEXTS)], verifier)
    assert found.knowledge is Verdict.REFUTED
    assert verifier.asked[-1].sentences == ()
    [without] = run_rounds([gold_claim(*TEXTS)], verifier, knowledge=False)
    assert without.knowledge is None


def test_a_claim_that_repeats_what_was_taken_away_is_marked() -> None:
    claims = [gold_claim(*TEXTS, claim=TEXTS[0], id="a"), gold_claim(*TEXTS, id="b")]
    verifier = ByRule(lambda _: VerifierAnswer(Verdict.SUPPORTED, (0,)))
    assert [one.says_itself for one in run_rounds(claims, verifier)] == [True, False]


def test_what_was_taken_away_cannot_be_shown_again() -> None:
    course = Course(gold_claim(*TEXTS), shown=(0, 1), gone=[TEXTS[4]])
    with pytest.raises(IntegrityError, match="round 1: a sentence that was taken away"):
        course.question(1)
    course.shown = (1,)
    assert course.question(1).sentences == (TEXTS[1],)


def test_what_repeats_a_repetition_goes_with_it() -> None:
    cited, alike, like_that = "zinc zinc zinc zinc", "zinc zinc zinc zinc lowers", "zinc lowers"
    verifier = ByRule(lambda _: VerifierAnswer(Verdict.SUPPORTED, (0,)))
    [found] = run_rounds([gold_claim(cited, like_that, alike)], verifier, rounds=1)
    assert found.rounds[0].repeats == (1, 2)
    assert found.rounds[1].shown == ()


WORDS = st.lists(
    st.sampled_from(["zinc", "lowers", "fever", "mice", "2", "not"]), min_size=1, max_size=7
)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    sentences=st.lists(WORDS.map(" ".join), min_size=1, max_size=6),
    cited=st.lists(st.integers(-2, 7), max_size=4),
)
def test_no_prompt_ever_holds_what_was_taken_away(sentences: list[str], cited: list[int]) -> None:
    verifier = ByRule(lambda _: VerifierAnswer(Verdict.REFUTED, tuple(cited)))
    [found] = run_rounds([gold_claim(*sentences)], verifier, knowledge=False)
    gone: set[str] = set()
    for one, asked in zip(found.rounds, verifier.asked, strict=True):
        assert not repeats(sorted(gone), asked.sentences)
        assert asked.sentences == tuple(sentences[at] for at in one.shown)
        gone |= {sentences[at] for at in (*one.cited, *one.repeats)}
