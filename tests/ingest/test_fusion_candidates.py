"""Near pairs: exact, and loud about vectors that are none."""

import numpy as np
import pytest

from hubscope.errors import InputError
from ingest import fusion_candidates
from ingest.fusion_candidates import Vectors, near_pairs


def clustered(n: int, dimension: int, seed: int) -> Vectors:
    """Unit vectors around a few directions, so that many pairs are near."""
    draw = np.random.default_rng(seed)
    centres = draw.normal(size=(7, dimension))
    near = centres[draw.integers(7, size=n)] + draw.normal(size=(n, dimension)) * 0.25
    unit: Vectors = (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)
    return unit


@pytest.mark.parametrize("dimension", [8, 200])
@pytest.mark.parametrize("threshold", [0.8, 0.88, 0.95])
def test_every_pair_above_the_threshold_is_found_once(
    dimension: int, threshold: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fusion_candidates, "_BLOCK_ROWS", 64)
    vectors = clustered(300, dimension, seed=dimension)
    cosines = vectors.astype(np.float64) @ vectors.T.astype(np.float64)
    expected = {
        (int(one), int(other))
        for one, other in zip(*np.nonzero(cosines > threshold), strict=True)
        if one < other
    }
    found = list(near_pairs(vectors, threshold))
    assert expected
    assert sorted((one, other) for one, other, _ in found) == sorted(expected)
    for one, other, cosine in found:
        assert cosine == pytest.approx(cosines[one, other], abs=1e-12)


def test_a_cosine_at_the_threshold_is_not_above_it() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], np.float32)
    assert list(near_pairs(vectors, 1.0)) == []
    assert list(near_pairs(vectors, 0.999)) == [(0, 1, 1.0)]


@pytest.mark.parametrize("n", [0, 1])
def test_too_few_names_make_no_pair(n: int) -> None:
    assert list(near_pairs(np.ones((n, 1), np.float32), 0.5)) == []


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0, 2.0])
def test_a_vector_that_is_no_direction_is_refused(bad: float) -> None:
    vectors = np.array([[1, 0], [bad, 0]], np.float32)
    with pytest.raises(InputError) as caught:
        list(near_pairs(vectors, 0.5))
    assert caught.value.reason == "bad_vector"
