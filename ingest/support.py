"""Does a quote carry a triple, in that direction? The gate for triples that a model proposes.

The sentence patterns decide where they read the sentence; where they do not, trigger words between
the two ends do, more loosely. In doubt the triple is refused, with a reason.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.names import identity
from graph.vocabulary import LIFE_SCIENCE, OTHER, Polarity, RelationType, Vocabulary
from hubscope.errors import InputError
from hubscope.tokens import Token, fold_name, tokenize
from ingest.less import is_less
from ingest.lexicon import Entry, Lexicon
from ingest.loose_reading import Trigger, triggers
from ingest.meanings import can_be
from ingest.scope import Site, is_denied, is_doubted, is_untouched
from ingest.seeds import Mention
from ingest.triples import Statement, statements
from retrieval.sentences import split

ABSENT, NEGATED, DIRECTION = "absent", "negated", "direction"
NOT_ASSERTED, NO_RELATION, SUPPORTED = "not_asserted", "no_relation", "supported"
# The reason that tells most comes first where sentences differ.
_ORDER = (SUPPORTED, DIRECTION, NEGATED, NOT_ASSERTED, NO_RELATION, ABSENT)
_NO_LEXICON = Lexicon()
# The whole, or the disease, is the verb's subject; the part, or the symptom, the relation's head.
_EXCHANGED = ("contains", "featured")
# "up-regulated" is one word.
_PREFIX = re.compile(r"\b(up|down|over|under)-(?=[a-z]{4})", re.IGNORECASE)
# Families of patterns that do not have words such as "inhibitor of" for their own trigger.
_VERBAL = ("verb", "predicate")
# A name may stand in more words than it is given in: "TNFalpha" as "TNF-α".
_MORE_WORDS = 2


@dataclass(frozen=True, slots=True)
class Triple:
    """A triple in the closed list's words, passive forms exchanged."""

    head: str
    relation: RelationType
    tail: str
    symmetric: bool
    signless: bool

    def fits(self, meaning: str, sign: int) -> bool:
        """Whether a pattern's meaning can be this relation, its sign aside where it has none."""
        return can_be(meaning, self.relation, 1 if self.signless else sign)


def relation_alias(
    head: str, relation: str, tail: str, vocabulary: Vocabulary = LIFE_SCIENCE
) -> tuple[str, str, str]:
    """A triple in the vocabulary's own words; a passive form exchanges head and tail.

    Raises:
        InputError: no such relation.

    >>> relation_alias("Y", "inhibited by", "X")
    ('X', 'inhibits', 'Y')
    """
    word, exchanged = vocabulary.relation(relation)
    return (tail, word, head) if exchanged else (head, word, tail)


def triple_supported(
    quote: str, head: str, relation: str, tail: str, vocabulary: Vocabulary = LIFE_SCIENCE
) -> tuple[bool, str]:
    """Whether a quote states a triple, asserted and in that direction.

    Returns:
        True and `supported`, or False and why: `absent` (an end is not in the quote), `negated`,
        `direction` (the other way round, or the opposite effect), `not_asserted` (asked or
        planned), `no_relation`.

    >>> triple_supported("ACE is inhibited by zinc.", "zinc", "inhibits", "ACE")
    (True, 'supported')
    >>> triple_supported("ACE is inhibited by zinc.", "ACE", "inhibits", "zinc")
    (False, 'direction')
    """
    try:
        first, word, second = relation_alias(head, relation, tail, vocabulary)
    except InputError:
        return False, NO_RELATION
    known = RelationType(word)
    rules = vocabulary.relations[known]
    triple = Triple(first, known, second, rules.symmetric, rules.signless)
    found = {_reason(quote[start:end], triple) for start, end in split(quote)} or {ABSENT}
    reason = next(one for one in _ORDER if one in found)
    return reason == SUPPORTED, reason


def as_written(text: str, name: str) -> str | None:
    """A name in a text's own spelling where that differs, None if the text does not have it.

    Case and plural are no spelling of its own.

    >>> as_written("Levels of TNF-α rose.", "TNF alpha"), as_written("Zinc rose.", "zinc")
    ('TNF-α', 'zinc')
    """
    found = _occurrences(text, tokenize(text), name)
    if not found:
        return None
    own = text[found[0].start : found[0].end]
    return name if fold_name(own) == fold_name(name) else own


def _reason(sentence: str, triple: Triple) -> str:
    sentence = _PREFIX.sub(r"\1", sentence)
    tokens = tokenize(sentence)
    words = [token.text.lower() for token in tokens]
    heads, tails = (_occurrences(sentence, tokens, name) for name in (triple.head, triple.tail))
    ends = _nearest(words, heads, tails)
    if ends is None:
        return ABSENT
    head, tail = ends
    for found in statements(sentence, tokens, [head, tail], _NO_LEXICON, all_of_it=True):
        if set(found.entries) == {head.entry, tail.entry}:
            reason = _judge(found, triple, words, head, tail)
            if reason is not None:
                return reason
    return _by_triggers(words, triple, head, tail)


def _nearest(
    words: Sequence[str], heads: Sequence[Mention], tails: Sequence[Mention]
) -> tuple[Mention, Mention] | None:
    """Of two names that may stand in several places the two of one clause that are nearest."""

    def between(pair: tuple[Mention, Mention]) -> Sequence[str]:
        first, second = sorted(pair, key=lambda mention: mention.first)
        return words[first.last : second.first]

    pairs = [
        (head, tail)
        for head in heads
        for tail in tails
        if head.last <= tail.first or tail.last <= head.first
    ]
    return min(pairs, key=lambda pair: (";" in between(pair), len(between(pair))), default=None)


def _occurrences(sentence: str, tokens: Sequence[Token], name: str) -> list[Mention]:
    """Where a name stands, in the same words or else written otherwise (TNF-α, TNF alpha)."""
    wanted = [token.fold for token in tokenize(name) if token.is_word]
    words = [n for n, token in enumerate(tokens) if token.is_word]
    found = []
    for at in range(len(words) - len(wanted) + 1):
        span = words[at : at + len(wanted)]
        if wanted and [tokens[n].fold for n in span] == wanted:
            found.append(_mention(name, tokens, span[0], span[-1]))
    same = identity(name)
    if found or not same:
        return found
    for at, first in enumerate(words):
        for last in words[at : at + len(wanted) + _MORE_WORDS]:
            if identity(sentence[tokens[first].start : tokens[last].end]) == same:
                return [_mention(name, tokens, first, last)]
    return []


def _mention(name: str, tokens: Sequence[Token], first: int, last: int) -> Mention:
    start, end = tokens[first].start, tokens[last].end
    return Mention(first, last + 1, start, end, Entry(name, OTHER), "given")


def _judge(
    found: Statement, triple: Triple, words: Sequence[str], head: Mention, tail: Mention
) -> str | None:
    """What a statement about the two ends says of the triple, None if it is another relation."""
    is_head = found.head.entry == head.entry
    forward = is_head != (found.meaning in _EXCHANGED) or triple.symmetric
    at = _place(words, found.wording, head, tail)
    sign = found.sign
    for argument in (found.head, found.tail):
        mention = head if argument.entry == head.entry else tail
        name = (mention.first, mention.last)
        if found.family in _VERBAL and argument.sign > 0 and is_less(words, name, at):
            sign = -sign
    fits = triple.fits(found.meaning, sign)
    if not fits and not triple.fits(found.meaning, -sign):
        return None
    site = _site(words, at, head, tail)
    if not found.is_asserted and is_doubted(site):
        return NOT_ASSERTED
    is_negative = found.polarity is Polarity.NEGATIVE or is_denied(site)
    return _verdict(site, is_negative=is_negative, agrees=forward and fits)


def _by_triggers(words: Sequence[str], triple: Triple, head: Mention, tail: Mention) -> str:
    """Where no pattern reads the sentence: the trigger words around the two ends."""
    found = ""
    for trigger in triggers(words, ((head.first, head.last), (tail.first, tail.last))):
        reason, fits = _of_trigger(trigger, words, triple, head, tail)
        # "did not promote, but rather inhibited" denies that it promotes.
        if not found or (found == DIRECTION and fits and reason == NEGATED):
            found = reason
    if found:
        return found
    site = _site(words, len(words) - 1, head, tail)
    if is_doubted(site):
        return NOT_ASSERTED
    return NEGATED if is_denied(site) or is_untouched(words) else NO_RELATION


def _of_trigger(
    trigger: Trigger, words: Sequence[str], triple: Triple, head: Mention, tail: Mention
) -> tuple[str, bool]:
    """What a trigger says of a triple, "" if it is another relation, and whether its sign fits."""
    names = ((head.first, head.last), (tail.first, tail.last))
    others = ["" if n in trigger.own else word for n, word in enumerate(words)]
    less = [is_less(others, name, trigger.at) for name in names]
    sign = -1 if less[0] != less[1] else 1
    fits = triple.fits(trigger.meaning, sign)
    if not fits and not triple.fits(trigger.meaning, -sign):
        return "", False
    site = _site(words, trigger.at, head, tail)
    forward = (trigger.agent == 0) != (trigger.meaning in _EXCHANGED) or triple.symmetric
    return _verdict(site, is_negative=is_denied(site), agrees=forward and fits), fits


def _verdict(site: Site, *, is_negative: bool, agrees: bool) -> str:
    if is_doubted(site):
        return NOT_ASSERTED
    if is_negative:
        return NEGATED
    return SUPPORTED if agrees else DIRECTION


def _site(words: Sequence[str], at: int, head: Mention, tail: Mention) -> Site:
    return Site(words, at, ((head.first, head.last), (tail.first, tail.last)))


def _place(words: Sequence[str], trigger: str, head: Mention, tail: Mention) -> int:
    """Where a trigger stands: between the two names before anywhere else."""
    between = range(min(head.last, tail.last), max(head.first, tail.first))
    places = [n for n in (*between, *range(len(words))) if words[n] == trigger]
    return places[0] if places else max(head.last, tail.last) - 1
