"""What denies or puts in doubt what it introduces: such words are never cut from a statement."""

import re

_I = re.IGNORECASE

# "None of the studies show that X" does not say X: such a frame is never cut.
_DENYING = re.compile(
    r"\b(?:should|must|needs? to|look for|search)\b|\b(?:no|not|none|nothing|never|hardly|scarcely"
    r"|neither|nor|cannot|without|little|few|fails?|failed|lack\w*|unlikely|unclear|doubt\w*"
    r"|rather than|instead of|refut\w*|reject\w*"
    r"|contradict\w*|(?<!-)challeng(?:e|es|ed)|rel(?:y|ies) on|rests? on|disput\w*"
    r"|den(?:y|ies|ied)|disprov\w*|dispel\w*|debunk\w*"
    r"|question(?:s|ed)|against|wrong(?:ly)?|hop(?:e|es|ed|ing)|wish\w*)\b|n['’]t\b",
    _I,
)
# "If studies show that": a condition, no frame.
_CONDITIONAL = re.compile(
    r"^(?:if|whether|unless|when|once|should|while|although|though|whereas)\b", _I
)
# Words of denial that deny nothing: "nobody disputes that", "I cannot help but think that".
_AFFIRMING = re.compile(
    r"\b(?:(?:nobody|no one|few|hardly anyone) (?:\w+ )?(?:disputes?|doubts?|den(?:y|ies)"
    r"|questions?)"
    r"|(?:cannot|can not) (?:help but|but|help(?= \w+ing)|den(?:y|ied))"
    r"|(?:no|little|not the slightest|without) (?:\w+ )?"
    r"(?:doubt|question|surprise|wonder|secret|dispute|denying)"
    r"|goes without saying"
    r"|not (?:surprising|only|unreasonable|controversial|disputed|contested"
    r"|in (?:doubt|dispute|question))"
    r"|(?:should|must)(?: also)? be (?:noted|mentioned|stressed|acknowledged|remembered"
    r"|emphasi[sz]ed|recognized|kept in mind)"
    r"|(?:should|must) (?:say|add|note|admit|stress|confess|point out))\b",
    _I,
)


def can_be_cut(frame: str) -> bool:
    """Whether a frame neither denies what it frames nor makes it a condition."""
    return not _CONDITIONAL.match(frame) and not denies(frame)


def denies(frame: str) -> bool:
    """Whether a frame denies what it frames."""
    return _DENYING.search(_AFFIRMING.sub("", frame)) is not None
