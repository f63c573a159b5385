"""What an opinion of the cross-encoder rests on."""

import numpy as np
import pytest

from benchmarks.judging.cross_encoder import Reading
from benchmarks.judging.cross_judge import read_opinion
from benchmarks.judging.stack import SUPPORTED

SHARES = np.array([0.8, 0.1, 0.1], np.float32)


@pytest.mark.parametrize(
    ("texts", "marks", "quote", "cited"),
    [
        (["CONCLUSIONS", "Frost harms vines."], {0: 0.9, 1: 0.6}, "Frost harms vines.", (1,)),
        (["CONCLUSIONS", "Frost harms vines."], {0: 0.9, 1: 0.2}, "Frost harms vines.", (1,)),
        (["Results", "We s"], {0: 0.9, 1: 0.2}, "Results", (0,)),
    ],
)
def test_no_heading_or_stump_is_a_quote_where_a_sentence_is_there(
    texts: list[str], marks: dict[int, float], quote: str, cited: tuple[int, ...]
) -> None:
    opinion = read_opinion(texts, Reading(np.zeros(3, np.float32), marks, ()), SHARES, SUPPORTED)
    assert (opinion.quote, opinion.cited) == (quote, cited)
