"""What stands with a main verb: its participle, whether it is passive or negated."""

from collections.abc import Sequence

from benchmarks.judging.predicates import (
    MainVerb,
    Token,
)
from benchmarks.judging.verbs import (
    is_past,
)
from ingest.function_words import is_adverb, words

SUBORDINATE = words("that which who whom whose where when if because whether to how")
NEGATING = words("not cannot never neither nor no without")
_SHORT = 6


def is_aside(word: str) -> bool:
    """Whether a word may stand between a subject and its verb."""
    return (is_adverb(word) or word in ("then", "thus", "hence")) and word not in NEGATING


def participle(tokens: Sequence[Token], verb: MainVerb) -> str:
    """The first word behind the verb that is no adverb."""
    after = (t.word for t in tokens[verb.at + 1 :] if not is_adverb(t.word) and t.word != "not")
    return next(after, "")


def is_passive(tokens: Sequence[Token], verb: MainVerb) -> bool:
    """Whether a participle that can be passive stands behind the verb."""
    word = participle(tokens, verb)
    regular = word.endswith("ed") and len(word) > _SHORT
    return (
        is_past(word)
        or regular
        or word in ("been", "being", "known", "seen", "done", "shown", "given")
    )


def is_negated(tokens: Sequence[Token]) -> bool:
    """Whether a word that denies is among them."""
    return any(token.word in NEGATING or token.word.endswith("n't") for token in tokens)
