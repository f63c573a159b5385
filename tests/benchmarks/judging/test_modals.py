"""Modals that hedge are cut with the right inflection; those that say something stay."""

import pytest

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.judging.claims import claims_of, extract_claims
from benchmarks.judging.modals import without_modal


@pytest.mark.parametrize(
    ("claim", "stated"),
    [
        ("Zinc may also inhibit ACE", "Zinc also inhibits ACE"),
        ("Zinc might not inhibit ACE", "Zinc does not inhibit ACE"),
        ("Statins may not be effective", "Statins are not effective"),
        ("Low levels of zinc may raise the risk", "Low levels of zinc raise the risk"),
        ("Diabetes may impair healing", "Diabetes impairs healing"),
        ("Studying yeasts could help", "Studying yeasts helps"),
        ("Agents capable of binding zinc could help", "Agents capable of binding zinc help"),
        ("Gout may be caused by diuretics", "Gout is caused by diuretics"),
        ("Rash may have been caused by zinc", "Rash was caused by zinc"),
        ("Zinc could have led to the rash", "Zinc led to the rash"),
        ("The drug may have reduced efficacy", "The drug has reduced efficacy"),
        ("There may be some differences", "There are some differences"),
        ("Zinc may bind and inhibit ACE", "Zinc binds and inhibits ACE"),
        ("Zinc could potentially damage cells", "Zinc damages cells"),
    ],
)
def test_a_hedging_modal_goes_and_its_verb_agrees(claim: str, stated: str) -> None:
    assert without_modal(claim)[0] == stated


@pytest.mark.parametrize(
    "claim",
    [
        "Zinc may be taken with meals",
        "Surgery may be required",
        "Zinc can bind ACE",
        "Zinc could not be detected",
        "Zinc could be detected in plasma",
        "Patients could walk after a week",
        "If zinc may be low, ACE is lost",
        "Zinc could harm cells if it is not bound",
        "Zinc may not only bind ACE",
    ],
)
def test_a_modal_that_says_something_stays(claim: str) -> None:
    assert without_modal(claim) == (claim, "")


def test_a_claim_is_marked_with_its_hedge_until_it_is_said_flatly() -> None:
    (hedged,) = claims_of("Zinc might inhibit ACE.")
    assert (hedged.text, hedged.hedge) == ("Zinc inhibits ACE", "might")
    flat = Trajectory("t", (Step("Zinc may inhibit ACE. Zinc inhibits ACE."),))
    assert [(one.count, one.hedge) for one in extract_claims(flat)] == [(2, "")]
