"""Verdict words are parsed strictly, and a judgement is a verdict or an error."""

import pytest

from benchmarks.judging.verdicts import Judgement, parse_verdict
from graph.vocabulary import Verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("SUPPORTED", Verdict.SUPPORTED),
        ("  refuted.\n", Verdict.REFUTED),
        ("**Unverifiable**", Verdict.UNVERIFIABLE),
        ("“Supported”", Verdict.SUPPORTED),
        ("ＲＥＦＵＴＥＤ", Verdict.REFUTED),
    ],
)
def test_only_the_label_itself_in_any_dress_is_a_verdict(text: str, verdict: Verdict) -> None:
    assert parse_verdict(text) is verdict


@pytest.mark.parametrize(
    "text", ["", "support", "not supported", "SUPPORTED REFUTED", "true", "0", "UNVERIFIABLE: no"]
)
def test_anything_else_is_none(text: str) -> None:
    assert parse_verdict(text) is None


def test_penalties_are_those_of_the_method_sheet() -> None:
    # methods/schema.md, section 6, step 4
    penalties = {verdict.value: verdict.penalty for verdict in Verdict}
    assert penalties == {"SUPPORTED": 0.0, "REFUTED": 1.0, "UNVERIFIABLE": 0.5}


@pytest.mark.parametrize(("verdict", "error"), [(None, None), (Verdict.SUPPORTED, "failed")])
def test_a_judgement_is_a_verdict_or_an_error(verdict: Verdict | None, error: str | None) -> None:
    with pytest.raises(ValueError, match="either"):
        Judgement(verdict, error=error)
