"""Directions, components and neurons on states whose geometry is known."""

import numpy as np
import pytest

from benchmarks.ablation.directions import (
    ClaimStates,
    components,
    directions,
    overlap,
    relevant,
    towards,
)

BASE, AWAY, ASIDE = (np.array(x, np.float32) for x in ([1, 1, 0], [3, 1, 0], [1, 1, 2]))


def claim(*rounds: object, document: str = "d", **options: object) -> ClaimStates:
    states = np.array([BASE, *rounds], np.float32)
    return ClaimStates(document, states, AWAY, **options)  # type: ignore[arg-type]


def test_a_step_towards_the_claim_alone_has_cosine_one_and_its_share_of_the_way() -> None:
    assert towards(np.array([2, 1, 0], np.float32), claim()) == pytest.approx((1.0, 0.5))
    assert towards(ASIDE, claim()) == pytest.approx((0.0, 1.0))
    assert towards(np.array([0, 1, 0], np.float32), claim()) == pytest.approx((-1.0, 0.5))


def test_a_state_that_does_not_move_has_no_direction() -> None:
    assert towards(BASE, claim()) is None
    assert towards(AWAY, ClaimStates("d", np.array([BASE]), BASE)) is None


def test_rounds_are_means_over_the_claims_that_moved_and_the_others_are_counted() -> None:
    claims = [
        claim(AWAY, AWAY, document="a", nothing_left=frozenset({2})),
        claim(ASIDE, AWAY, document="b"),
        claim(BASE, ASIDE, document="c"),
    ]
    first, second = directions(claims, seed=1)
    assert first.cosine.value == pytest.approx(0.5)
    assert (first.round, first.cosine.n) == (1, 2)
    assert (first.still, first.nothing_left) == (1, 0)
    assert first.cosine.low == pytest.approx(0.0)
    assert first.cosine.high == pytest.approx(1.0)
    # Round 2 of the first claim is the claim alone by construction, and says nothing.
    assert second.cosine.value == pytest.approx(0.5)
    assert second.cosine.n == 2
    assert (second.still, second.nothing_left) == (0, 1)


def test_where_nothing_moved_there_is_a_reason_and_no_number() -> None:
    [only] = directions([claim(BASE)], seed=1)
    assert (only.cosine.value, only.cosine.note, only.still) == (None, "no state moved", 1)


def test_no_claims_give_no_rounds_and_no_components() -> None:
    assert directions([], seed=1) == ()
    assert components([]) is None


def test_components_are_the_axes_of_most_variance_with_a_fixed_sign() -> None:
    # Along x: 0, 8 and alone 4; along y: -1, 1 and 0.
    states = np.array([[0, -1, 5], [8, -1, 5]], np.float32)
    other = np.array([[0, 1, 5], [8, 1, 5]], np.float32)
    claims = [
        ClaimStates("a", states, np.array([4, -1, 5], np.float32)),
        ClaimStates("b", other, np.array([4, 1, 5], np.float32)),
    ]
    found = components(claims)
    assert found is not None
    # Sums of squares: 4 * 16 along x, 6 * 1 along y.
    assert found.explained == pytest.approx((64 / 70, 6 / 70))
    assert [one.round for one in found.points] == [0, 1, None]
    assert [one.at[0] for one in found.points] == pytest.approx([-4, 4, 0], abs=1e-6)
    assert [one.at[1] for one in found.points] == pytest.approx([0, 0, 0], abs=1e-6)


def test_relevant_neurons_are_the_fewest_that_make_up_the_share() -> None:
    assert relevant(np.array([1.0, 6.0, 0.0, 3.0])) == {1, 3}
    assert relevant(np.array([1.0, 1.0]), share=0.5) == {0}
    assert relevant(np.zeros(3)) == frozenset()


def test_overlap_gives_the_published_shares_of_sets_of_that_size() -> None:
    # Method sheet: 73.3 % shared, 13.3 % and 13.4 % on either side: 733, 133, 134 of 1,000.
    def active(first: int, end: int) -> np.ndarray:
        """90 % of the activity lies on the neurons from first to end, the rest on all others."""
        n = end - first
        found = np.full(1200, 0.1 / (1200 - n))
        found[first:end] = 0.9 / n
        return found

    found = overlap(active(0, 866), active(133, 1000))
    assert found is not None
    shares = (found.shared, found.with_evidence, found.alone)
    assert shares == pytest.approx((0.733, 0.133, 0.134))
    assert (found.n, found.neurons) == (1000, 1200)


def test_overlap_without_activity_is_undefined() -> None:
    assert overlap(np.zeros(3), np.zeros(3)) is None
