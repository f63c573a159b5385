"""Sentences that ask instead of stating: a study's aim, an open question. They refute nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.judging.opinions import PassageOpinion
from graph.vocabulary import Verdict

_ASKING = (
    r"(?:ask|assess|clarif|compar|describ|determin|establish|estimat|evaluat|examin|explor|"
    r"identif|investigat|learn|stud[iy]|test|verif|ascertain|analy[sz]e|find out)\w*"
)
_AIM = re.compile(
    # "To determine whether ...", "In order to assess ..."
    rf"^(?:in order )?to (?:\w+ly )?{_ASKING}\b"
    # "The aim of this study was ...", "Our objective is ..."
    r"|^(?:the |our |its |a )?(?:\w+ )?(?:aims?|purposes?|objectives?|goals?|hypothes[ie]s)\b"
    r"[^.]{0,60}?\b(?:is|was|are|were|has been)(?: \w+ly| thus)? (?:to|whether|that)\b"
    # "We sought to ...", "This study examines whether ..."
    r"|\b(?:we|authors?|study|trial|review|paper|article|survey|analysis)"
    r" (?:aim|aimed|aims|seeks?|sought|wish|wished|wanted|intended|set out|tried) (?:to|at)\b"
    rf"|\b(?:{_ASKING}|(?:un)?known|unclear|uncertain|debated|doubtful|questionable"
    r"|controversial|understood|about) (?:if|whether)\b"
    r"|\?\s*$",
    re.IGNORECASE,
)


def asks(sentence: str) -> bool:
    """Whether a sentence says what is to be found out, and not what was.

    >>> asks("To examine whether vision care programs improve use of services.")
    True
    >>> asks("Little is known about whether a tube improves the course of cholangitis.")
    True
    >>> asks("Vision care programs did not improve use of services.")
    False
    """
    return _AIM.search(" ".join(sentence.split()).strip("\"'“( ")) is not None


def without_asking(opinions: Sequence[PassageOpinion]) -> list[PassageOpinion]:
    """The opinions, with UNVERIFIABLE for a REFUTED that rests on a sentence that asks."""
    return [
        replace(one, verdict=Verdict.UNVERIFIABLE, cited=())
        if one.verdict is Verdict.REFUTED and asks(one.quote)
        else one
        for one in opinions
    ]
