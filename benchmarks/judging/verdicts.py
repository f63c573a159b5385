"""Judgements: a verdict with what it rests on, and the strict reading of a verdict word."""

import string
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from graph.vocabulary import Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's answer on one claim: a verdict or an error, never both.

    Attributes:
        verdict: None if and only if `error` says why there is none.
        error: one line; such a claim is counted and shown, and has no penalty.
        confidence: probability of the verdict, 0 to 1; None where no model was asked.
        quote: the evidence sentence that the verdict rests on; empty where none does.
        conflict: one passage supports the claim and another refutes it.
        probabilities: of each verdict, summing to 1; empty where no model was asked.
    """

    verdict: Verdict | None
    error: str | None = None
    confidence: float | None = None
    quote: str = ""
    conflict: bool = False
    probabilities: Mapping[Verdict, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.verdict is None) == (self.error is None):
            raise ValueError("a judgement has either a verdict or an error")


NO_EVIDENCE = Judgement(Verdict.UNVERIFIABLE)


def parse_verdict(text: str) -> Verdict | None:
    """The verdict that a text is, in any case and with punctuation around it; else None.

    >>> parse_verdict(" **Refuted.** "), parse_verdict("supported and refuted")
    (<Verdict.REFUTED: 'REFUTED'>, None)
    """
    word = unicodedata.normalize("NFKC", text).strip(
        string.punctuation + string.whitespace + "“”‘’"
    )
    try:
        return Verdict(word.upper())
    except ValueError:
        return None
