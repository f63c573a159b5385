from collections.abc import Sequence

import pytest

from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.opinions import Asked, PassageOpinion, judge_passages
from benchmarks.judging.reply_words import without_replies
from graph.vocabulary import Verdict


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("No, X inhibits Y.", "X inhibits Y."),
        ("yes: it does.", "it does."),
        ("Yes\nThe barrier is tight.", "The barrier is tight."),
        ("“No. It is not.", "It is not."),
        ("No difference was found.", "No difference was found."),
        ("No-one answered.", "No-one answered."),
        ("Nobody, it seems, did.", "Nobody, it seems, did."),
        ("NO, a gas, dilates vessels.", "NO, a gas, dilates vessels."),
    ],
)
def test_a_reply_is_parted_from_what_is_stated(sentence: str, left: str) -> None:
    assert without_replies([sentence]) == [left]


def test_a_passage_that_is_a_reply_alone_stays_evidence() -> None:
    assert without_replies(["Yes.", "No!"]) == ["Yes.", "No!"]


def test_judges_are_not_shown_replies() -> None:
    shown: list[Asked] = []

    def opinions(asked: Sequence[Asked]) -> list[PassageOpinion]:
        shown.extend(asked)
        nothing = dict.fromkeys(Verdict, 1 / 3)
        return [PassageOpinion(Verdict.UNVERIFIABLE, nothing, "") for _ in asked]

    said = "No, zinc is an inhibitor of iron. Copper is not."
    judge_passages([JudgeInput("Zinc inhibits iron.", (said,))], opinions)
    assert shown == [("Zinc inhibits iron.", ["zinc is an inhibitor of iron.", "Copper is not."])]
