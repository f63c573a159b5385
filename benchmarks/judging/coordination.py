"""Coordinated predicates, cut apart: "X does Y and does Z"."""

from collections.abc import Sequence

from benchmarks.judging.predicates import (
    MainVerb,
    Token,
    VerbKind,
    main_verb,
    tokens_of,
)
from benchmarks.judging.results import TRAILING_ADVERB
from benchmarks.judging.verb_phrases import (
    SUBORDINATE,
    is_aside,
    is_negated,
    is_passive,
    participle,
)
from benchmarks.judging.verbs import (
    gerund_base,
    is_auxiliary,
    is_base,
    is_irregular_past,
    is_past,
    is_third_person,
    is_verbal_base,
)
from ingest.function_words import DETERMINERS, PREPOSITIONS, words

_AFTER_NOUN = words("in of and or such is are was were between that which")
_WITH_IN = words("results participates aids assists engages resides")
_PASSIVE_NEXT = words("by with in for to as from at on into through during across under via within")
_VERB_PAIRS = {
    ("account", "for"), ("result", "in"), ("result", "from"), ("lead", "to"), ("act", "as"),
    ("range", "from"), ("respond", "to"), ("function", "as"), ("work", "by"), ("play", "a"),
    ("form", "a"), ("cause", "a"), ("increase", "the"), ("decrease", "the"), ("lower", "the"),
}  # fmt: skip
_SAID = words(
    """
    shown found known reported believed thought demonstrated suggested expected likely able
    anticipated predicted said considered tends tend seem seems appear appears
    """
)


def coordination(statement: str) -> tuple[str, str] | None:
    """Both predicates of "X does Y and does Z"."""
    tokens = tokens_of(statement)
    verb = main_verb(tokens)
    if verb is None or tokens[0].word in ("there", "if", "when"):
        return None
    for at in range(verb.at + 2, len(tokens) - 1):
        if tokens[at].word not in ("and", "but"):
            continue
        second = at + 1
        if [token.word for token in tokens[second : second + 2]] == ["in", "turn"]:
            second += 2
        while second < len(tokens) - 1 and is_aside(tokens[second].word):
            second += 1
        shared = _shared(tokens, verb, at, second)
        if shared is None:
            continue
        first = statement[: tokens[at].start].rstrip(" ,")
        subject = TRAILING_ADVERB.sub("", statement[:shared].strip())
        return first, f"{subject} {statement[tokens[at + 1].start :]}"
    return None


def _shared(tokens: Sequence[Token], verb: MainVerb, at: int, second: int) -> int | None:
    """Where what both predicates share ends: before the verb, or behind its auxiliary."""
    word = tokens[second].word
    after = tokens[second + 1].word if second + 1 < len(tokens) else ""
    between = tokens[verb.at + 1 : at]
    if not between or not after or _shares_object(tokens, at, word):
        return None
    if (infinitive := _shared_infinitive(tokens, verb, at, second)) is not None:
        return infinitive
    subordinate = [
        token
        for token, following in zip(between, [*between[1:], tokens[at]], strict=True)
        if token.word in SUBORDINATE and (token.word != "to" or is_base(following.word))
    ]
    # A comma before "and" leads back to the main verb.
    closed = tokens[at - 1].comma and verb.plural is False
    inside = any(token.word != "to" for token in subordinate) and not closed
    is_definition = verb.kind is VerbKind.BE and not is_passive(tokens, verb)
    if inside and not is_definition:
        return None
    before_verb = tokens[verb.at].start
    denies = word in ("do", "does", "did") and after == "not"
    if is_auxiliary(word) and (word not in ("do", "did") or denies) and "'" not in word:
        agrees = not _disagrees(word, verb)
        return before_verb if agrees and after not in ("and", "or") else None
    if is_third_person(word):
        noun = after in _AFTER_NOUN and not (after == "in" and word in _WITH_IN)
        noun = noun and not (after == "of" and word == "consists")
        noun = noun or (is_base(after) and not is_third_person(after))
        singular = verb.plural is not True
        return before_verb if singular and not noun and not tokens[second].comma else None
    verbal = is_verbal_base(word) and after not in _AFTER_NOUN
    if (verbal or (word, after) in _VERB_PAIRS) and not tokens[second].comma:
        if verb.kind is VerbKind.BASE and not subordinate:
            return before_verb
        defined = verb.plural and is_definition
        if defined and not subordinate:
            return before_verb
        if defined and subordinate and all(t.word in ("that", "which") for t in subordinate):
            return before_verb
        bare = not subordinate and not is_negated(tokens[verb.at : at])
        return tokens[verb.at].end if verb.kind is VerbKind.MODAL and bare else None
    if verb.kind is VerbKind.PAST and is_past(word) and not inside:
        own_object = after in DETERMINERS or (second > at + 1 and after not in PREPOSITIONS)
        return before_verb if own_object else None
    perfect = verb.kind is VerbKind.HAVE and is_past(participle(tokens, verb))
    if perfect and is_past(word) and not inside and after in DETERMINERS | _PASSIVE_NEXT:
        return tokens[verb.at].end
    if verb.past and verb.kind is not VerbKind.PAST and is_irregular_past(word) and not inside:
        return before_verb
    return _shared_passive(tokens, verb, at, second)


def _shares_object(tokens: Sequence[Token], at: int, word: str) -> bool:
    """Whether the word before "and" is a verb as well: "recognizes and binds zinc"."""
    before = tokens[at - 1]
    if is_third_person(word):
        return is_third_person(before.word) and not before.comma
    return is_verbal_base(word) and is_verbal_base(before.word)


def _shared_infinitive(tokens: Sequence[Token], verb: MainVerb, at: int, second: int) -> int | None:
    """The end of "is known to", which "to do X and (to) do Y" shares."""
    to = [place for place in range(verb.at + 1, at) if tokens[place].word == "to"]
    if not to or tokens[to[0] - 1].word not in _SAID or verb.kind is VerbKind.DO:
        return None
    if any(token.word in SUBORDINATE - {"to"} for token in tokens[verb.at : at]):
        return None
    if tokens[second].word == "to" or (len(to) == 1 and is_verbal_base(tokens[second].word)):
        return tokens[to[0] - 1].end if tokens[second].word == "to" else tokens[to[0]].end
    return None


def _shared_passive(tokens: Sequence[Token], verb: MainVerb, at: int, second: int) -> int | None:
    """The end of the auxiliary that "is found in X and involved in Y" shares."""
    if verb.kind is VerbKind.BE and gerund_base(participle(tokens, verb)):
        going_on = gerund_base(tokens[second].word) and not is_negated(tokens[verb.at : at])
        return tokens[verb.at].end if going_on else None
    passive = verb.kind is VerbKind.BE and is_passive(tokens, verb)
    joins = is_past(tokens[second].word) and tokens[second + 1].word in _PASSIVE_NEXT
    if not passive or not joins or is_negated(tokens[verb.at : at]):
        return None
    # "is found and used in X" shares more than its auxiliary.
    has_complement = any(token.word in PREPOSITIONS for token in tokens[verb.at + 1 : at])
    clean = not any(token.word in SUBORDINATE for token in tokens[verb.at : at])
    return tokens[verb.at].end if has_complement and clean else None


def _disagrees(word: str, verb: MainVerb) -> bool:
    singular, plural = word in ("is", "was", "has", "does"), word in ("are", "were", "have")
    return (singular and verb.plural is True) or (plural and verb.plural is False)
