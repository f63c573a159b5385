"""Assertions: what is said apart is cut apart, what narrows or explains stays."""

import pytest

from benchmarks.judging.assertions import assertions


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        (
            "ACE binds zinc and is found in the lung",
            ["ACE binds zinc", "ACE is found in the lung"],
        ),
        (
            "statins lower LDL and prevent heart attacks",
            ["statins lower LDL", "statins prevent heart attacks"],
        ),
        (
            "ACE may bind zinc but is not found in yeast",
            ["ACE may bind zinc", "ACE is not found in yeast"],
        ),
        (
            "ACE is found in the lung and used in assays",
            ["ACE is found in the lung", "ACE is used in assays"],
        ),
        (
            "zinc has been shown to bind ACE and inhibit renin",
            ["zinc has been shown to bind ACE", "zinc has been shown to inhibit renin"],
        ),
        (
            "ACE not only cleaves angiotensin I but also degrades bradykinin",
            ["ACE cleaves angiotensin I", "ACE also degrades bradykinin"],
        ),
        (
            "although zinc binds ACE, iron does not bind renin",
            ["zinc binds ACE", "iron does not bind renin"],
        ),
        (
            "ACE is part of the renin system, which regulates blood pressure",
            ["ACE is part of the renin system", "the renin system regulates blood pressure"],
        ),
        (
            "renin, which is made in the kidney, cleaves angiotensinogen",
            ["renin cleaves angiotensinogen", "renin is made in the kidney"],
        ),
        (
            "renin is made in the kidney, where it cleaves zinc",
            ["renin is made in the kidney", "in the kidney, it cleaves zinc"],
        ),
        (
            "ACE cleaves angiotensin I, thereby raising pressure and constricting vessels",
            [
                "ACE cleaves angiotensin I",
                "ACE raises pressure",
                "ACE constricts vessels",
            ],
        ),
        (
            "of these trials six were blinded, of which two were stopped",
            ["of these trials six were blinded", "two were stopped"],
        ),
    ],
)
def test_what_is_said_apart_is_cut_apart(statement: str, parts: list[str]) -> None:
    assert assertions(statement) == parts


@pytest.mark.parametrize(
    "statement",
    [
        "ACE binds zinc, iron, and copper",
        "ACE is an enzyme that cleaves angiotensin I",
        "ACE is involved in signal transduction and transport processes",
        "zinc recognizes and binds ACE",
        "ACE was blocked, leading to vasodilation",
        "ACE does not bind zinc, raising pressure",
        "if ACE is blocked and renin falls, pressure is lowered",
        "zinc is used to bind ACE and inhibit renin",
        "ACE acts in several processes, including signaling, binding, and trafficking",
    ],
)
def test_what_belongs_together_stays_whole(statement: str) -> None:
    assert assertions(statement) == [statement]


def test_time_stays_linear_in_what_is_cut() -> None:
    many = "ACE binds zinc" + " and is found in the lung" * 200
    assert "".join(assertions(many)).count("found") == 200
