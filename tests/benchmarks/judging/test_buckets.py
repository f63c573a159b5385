"""Buckets: names of one concept are one, vetoes hold, order does not matter."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.judging.buckets import bucket_names, buckets
from retrieval.embeddings import HashingEmbedder


def unit(*numbers: float) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    vector = np.array(numbers, dtype=np.float32)
    return vector / np.linalg.norm(vector)


VECTORS = {
    "heart attack": unit(1, 0, 0),
    "myocardial infarction": unit(0.9, 0.4, 0),
    "cardiac infarction": unit(0.6, 0.75, 0),
    "IL-1": unit(0, 0, 1),
    "IL-2": unit(0, 0, 1),
}


def test_buckets_chain_by_cosine_and_keep_vetoed_names_apart() -> None:
    assert buckets([*VECTORS, "Heart-Attack"], VECTORS) == {
        "Heart-Attack": "Heart-Attack",
        "heart attack": "Heart-Attack",
        "myocardial infarction": "Heart-Attack",
        "cardiac infarction": "Heart-Attack",
        "IL-1": "IL-1",
        "IL-2": "IL-2",
    }


@given(st.permutations(list(VECTORS)))
def test_buckets_do_not_depend_on_order(names: list[str]) -> None:
    assert buckets(names, VECTORS) == buckets(sorted(names), VECTORS)


def test_bucket_threshold_is_met_at_exactly_its_value() -> None:
    vectors = {"heart pain": unit(1, 0), "cardiac pain": unit(0.85, (1 - 0.85**2) ** 0.5)}
    cosine = float(vectors["heart pain"] @ vectors["cardiac pain"])
    joined = len(set(buckets(vectors, vectors).values())) == 1
    assert joined is (cosine >= 0.85)


def test_claims_that_call_a_thing_alike_are_one_bucket_and_common_words_are_none() -> None:
    claims = ["Erenumab blocks pain", "pain was relieved", "EREnumab helps", "It was so"]
    found = bucket_names(claims, HashingEmbedder(), common=frozenset({"pain"}))
    assert found == ["EREnumab", "", "EREnumab", ""]
