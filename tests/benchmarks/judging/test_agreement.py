"""A REFUTED that cannot be: the same in nearly the same words, or a claim of a mere attempt."""

import pytest

from benchmarks.judging.agreement import only_tried, says_the_same, without_agreement
from benchmarks.judging.opinions import PassageOpinion
from graph.vocabulary import Verdict


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (
            "the SWT score is a reliable measure of walking in CKD",
            "The Short Walk Test (SWT) score is a reliable measure of walking in chronic kidney"
            " disease.",
        ),
        (
            "traditional herbal medicine (THM) is associated with a lower risk of gout",
            "Traditional herbal medicine is associated with a lower risk of gout.",
        ),
        (
            "Lorvapine did not slow the progression of tremor symptoms",
            "Lorvapine did not slow the clinical progression of early tremor.",
        ),
        ("Lorvapine is a lipid, not a peptide.", "Lorvapine is a lipid."),
        (
            "The vaccine does not appear to change behavior in adults.",
            "CONCLUSION: The vaccine does not appear to change behaviour in adults.",
        ),
        ("Frost harms young leaves of vines [4].", "Frost harms young leaves of vines [2, 7]."),
        (
            "treatment had a negative impact on sleep",
            "Treatment did not prolong life and had a negative impact on sleep.",
        ),
    ],
)
def test_nearly_the_same_words_without_a_difference_are_agreement(
    claim: str, sentence: str
) -> None:
    assert says_the_same(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Lorvapine lowers fever in adults.", "Lorvapine does not lower fever in adults."),
        ("Lorvapine is not essential for growth.", "Lorvapine is essential for growth."),
        ("Gout is caused by a virus.", "Gout is caused by a bacterium."),
        ("Lorvapine raises blood pressure.", "Lorvapine lowers blood pressure."),
        ("The trial enrolled 12 adults with gout.", "The trial enrolled 20 adults with gout."),
        (
            "there are ways to tell gout from arthritis by its signs",
            "There isn't a definitive way to tell gout from arthritis by its signs.",
        ),
        (
            "the signal is higher in females, not males",
            "The signal is higher in males than in females.",
        ),
        ("Lorvapine is not always the cause of gout.", "Lorvapine is the cause of gout."),
        ("Lorvapine treats gout.", "Frost harms the vine."),
        ("", "Frost harms the vine."),
    ],
)
def test_what_parts_two_sentences_is_no_agreement(claim: str, sentence: str) -> None:
    assert not says_the_same(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Lorvapine was initially developed for the treatment of gout", True),
        ("Several trials have been conducted in patients with gout", True),
        ("the trial evaluated lorvapine in gout", True),
        ("there have been studies of its use in gout", True),
        ("Lorvapine cures gout", False),
        ("Lorvapine was never tested in gout", False),
    ],
)
def test_a_claim_of_an_attempt_is_told_from_one_of_an_outcome(claim: str, expected: bool) -> None:
    assert only_tried(claim) is expected


def _refuted(quote: str) -> PassageOpinion:
    shares = {Verdict.SUPPORTED: 0.2, Verdict.REFUTED: 0.7, Verdict.UNVERIFIABLE: 0.1}
    return PassageOpinion(Verdict.REFUTED, shares, quote, (0,))


def test_only_a_refuted_that_cannot_be_is_changed() -> None:
    same, tried, other = "Frost harms vines.", "Lorvapine did not help in gout.", "Gout hurts."
    failed = "Both trials report that lorvapine was ineffective."
    asked = [
        ("frost harms vines", [same]),
        ("Lorvapine was studied in gout", [tried]),
        ("Lorvapine was developed for gout", [failed]),
        ("Gout is painless", [other]),
    ]
    first, second, third, fourth = without_agreement(
        asked, [_refuted(quote) for _, (quote,) in asked]
    )
    assert first.verdict is Verdict.SUPPORTED
    assert first.probabilities[Verdict.SUPPORTED] == pytest.approx(2 / 3)
    assert first.probabilities[Verdict.REFUTED] == 0
    assert (second.verdict, second.cited) == (Verdict.UNVERIFIABLE, ())
    assert third.verdict is Verdict.UNVERIFIABLE
    assert fourth == _refuted(other)


def test_an_attempt_is_refuted_by_a_sentence_that_denies_it() -> None:
    opinion = _refuted("Lorvapine has never been tested in gout.")
    asked = [("Lorvapine was tested in gout", [opinion.quote])]
    assert without_agreement(asked, [opinion]) == [opinion]
