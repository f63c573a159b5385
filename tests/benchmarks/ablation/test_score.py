"""FAE's figures on small runs whose values are worked out by hand."""

import dataclasses

import pytest

from benchmarks.ablation.ablated import AblatedClaim, Round
from benchmarks.ablation.citations import citations
from benchmarks.ablation.score import FaeScores, score_claims
from graph.vocabulary import Verdict

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE


def claim(
    id: str,
    gold: Verdict,
    verdicts: str,
    *,
    cited: tuple[int, ...] = (0,),
    hallucinated: int = 0,
    document: str = "",
    knowledge: Verdict | None = None,
) -> AblatedClaim:
    """A claim on sentences 0 to 2, of which 0 is gold, its verdicts as letters, `!` = an error."""
    rounds = [
        Round(
            (0, 1, 2),
            None if letter == "!" else Verdict({"S": S, "R": R, "U": U}[letter]),
            cited if at == 0 else (),
            hallucinated=hallucinated if at == 0 else 0,
            error="broken" if letter == "!" else "",
        )
        for at, letter in enumerate(verdicts)
    ]
    return AblatedClaim(id, gold, ((0,),), document or id, tuple(rounds), knowledge)


def scored(*claims: AblatedClaim, draws: int = 200) -> FaeScores:
    return score_claims(claims, rounds=4, seed=7, draws=draws)


def test_the_order_of_the_claims_does_not_matter() -> None:
    claims = [claim(f"c{n}", S if n % 2 else R, "SSUUU" if n % 3 else "RUUUU") for n in range(20)]
    assert scored(*claims) == scored(*reversed(claims))


def test_a_claim_with_an_error_in_any_round_leaves_every_figure_and_is_counted() -> None:
    good = [claim("a", S, "SUUUU"), claim("b", S, "SSUUU")]
    found = scored(*good, claim("c", S, "SS!"), claim("d", R, "!"))
    assert found.errors == {"broken": 2}
    assert dataclasses.replace(found, errors={}) == scored(*good)


def test_a_flip_is_listed_with_its_verdicts() -> None:
    found = scored(claim("a", S, "SRRRR"), claim("b", S, "SUUUU"))
    assert found.flip_rate.value == 0.5
    assert [(one.id, one.verdicts) for one in found.flips] == [("a", (S, R, R, R, R))]


def test_shares_of_unrelated_claims_have_wilsons_interval() -> None:
    found = scored(*(claim(f"c{n}", S, "SUUUU" if n < 5 else "UUUUU") for n in range(10)))
    assert found.label.value == 0.5
    # Golden value of the sheet for 5 of 10.
    assert found.label.low == pytest.approx(0.23659309, abs=1e-8)


def test_claims_of_one_document_are_one_cluster() -> None:
    apart = [claim(f"c{n}", S, "SUUUU" if n < 20 else "UUUUU") for n in range(40)]
    together = [dataclasses.replace(one, document=str(int(one.id[1:]) // 10)) for one in apart]
    wide, narrow = (scored(*some, draws=2000).label for some in (together, apart))
    assert wide.value == narrow.value == 0.5
    assert wide.low is not None
    assert narrow.low is not None
    # Four documents, all right or all wrong: resamples go down to none right.
    assert wide.low == 0.0 < narrow.low


def test_what_is_all_alike_has_an_interval_all_the_same() -> None:
    found = scored(*(claim(f"c{n}", S, "SUUUU", document="one") for n in range(9)))
    assert found.label.value == 1.0
    # Wilson's of 1 of 1, as there is one document.
    assert found.label.low == pytest.approx(0.20654931, abs=1e-8)
    assert "documents" in found.label.note


def test_strict_needs_a_gold_sentence_among_the_citations() -> None:
    found = scored(
        claim("a", S, "SUUUU", cited=(1, 0)),
        claim("b", S, "SUUUU", cited=(1,)),
        claim("c", S, "RUUUU", cited=(0,)),
        claim("d", S, "SUUUU", cited=()),
    )
    assert (found.label.value, found.strict.value) == (0.75, 0.25)
    assert found.rounds[0].cited_nothing == found.evidence.cited_nothing == 1


def test_evidence_is_micro_and_macro_and_hallucinated_citations_cost_precision() -> None:
    found = scored(
        claim("a", S, "SUUUU", cited=(0, 1)),  # 1 of 2 cited, 1 of 1 gold: P 1/2, R 1, F1 2/3
        claim("b", S, "SUUUU", cited=(0,), hallucinated=1),  # the same
        claim("c", S, "SUUUU", cited=()),  # nothing: R 0, F1 0, no P
        claim("d", S, "SUUUU", cited=(0,)),  # P, R, F1 1
    ).evidence
    assert found.precision.value == pytest.approx(3 / 5)
    assert found.recall.value == pytest.approx(3 / 4)
    assert found.f1.value == pytest.approx(2 * 3 / (5 + 4))
    assert found.macro_precision.value == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert found.macro_precision.n == 3
    assert found.macro_f1.value == pytest.approx((2 / 3 + 2 / 3 + 0 + 1) / 4)


def test_the_gold_set_that_fits_best_counts() -> None:
    best = citations([(1, 2, 3), (4,), (5, 6)], cited=(4, 9))
    assert (best.hit, best.gold) == (1, 1)
    assert best.f1 == pytest.approx(2 / 3)
    assert citations([], cited=(1,)).f1 is None


def test_a_hallucinated_citation_is_not_the_same_as_citing_nothing() -> None:
    found = scored(claim("a", S, "SUUUU", cited=(), hallucinated=2)).rounds[0]
    assert (found.hallucinated, found.cited_nothing) == (2, 0)


def test_knowledge_runs_over_the_claims_that_were_asked_without_sentences() -> None:
    found = scored(
        claim("a", S, "SUUUU", knowledge=S),
        claim("b", S, "SUUUU", knowledge=U),
        claim("c", S, "S" * 5),
    )
    assert (found.knowledge.value, found.knowledge.n) == (0.5, 2)
    assert scored(claim("a", S, "SUUUU")).knowledge.value is None


def test_undefined_figures_say_why() -> None:
    never = scored(claim("a", S, "USUUU", cited=()))
    assert (never.immediate.value, never.immediate.note) == (None, "a_0 = 0")
    assert never.rounds[1].retained is None
    assert (never.evidence.precision.value, never.evidence.precision.note) == (
        None,
        "nothing is cited",
    )
    nobody = scored(claim("a", U, "UUUUU"))
    assert (nobody.n, nobody.label.value, nobody.label.note) == (
        0,
        None,
        "no SUPPORTED or REFUTED claim",
    )


def test_gold_that_is_still_shown_is_counted() -> None:
    rounds = tuple(Round(shown, S) for shown in [(0, 1, 2), (1, 2), (2,), (), ()])
    one = AblatedClaim("a", S, ((0,), (1, 2)), "a", rounds)
    found = scored(one).rounds
    assert [each.gold_left for each in found] == [1, 1, 0, 0, 0]
    assert [each.nothing_left for each in found] == [0, 0, 0, 1, 1]


def test_one_round_is_enough() -> None:
    found = score_claims([claim("a", S, "SU")], rounds=1, seed=1, draws=10)
    assert (found.immediate.value, found.end_state.value, found.ideal_offset.value) == (1, 1, 1)
