"""Does a quote carry a triple, in that direction? The gate for triples that a model proposes.

The sentence patterns decide where they read the sentence; where they do not, trigger words between
the two ends do, more loosely. In doubt the triple is refused, with a reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from graph.vocabulary import LIFE_SCIENCE, OTHER, Polarity, RelationType, Vocabulary
from hubscope.errors import InputError
from hubscope.tokens import Token, tokenize
from ingest.assertion import denies, is_asserted
from ingest.function_words import BE
from ingest.lexicon import Entry, Lexicon
from ingest.meanings import can_be
from ingest.noun_words import REVERSING
from ingest.patterns import load_patterns
from ingest.seeds import Mention
from ingest.triples import Statement, statements
from retrieval.sentences import split

ABSENT, NEGATED, DIRECTION = "absent", "negated", "direction"
NOT_ASSERTED, NO_RELATION, SUPPORTED = "not_asserted", "no_relation", "supported"
# The reason that tells most comes first where sentences differ.
_ORDER = (SUPPORTED, DIRECTION, NEGATED, NOT_ASSERTED, NO_RELATION, ABSENT)
_NO_LEXICON = Lexicon()


@dataclass(frozen=True, slots=True)
class Triple:
    """A triple in the closed list's words, passive forms exchanged."""

    head: str
    relation: RelationType
    tail: str
    symmetric: bool


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
    triple = Triple(first, known, second, vocabulary.relations[known].symmetric)
    found = {_reason(quote[start:end], triple) for start, end in split(quote)} or {ABSENT}
    reason = next(one for one in _ORDER if one in found)
    return reason == SUPPORTED, reason


def _reason(sentence: str, triple: Triple) -> str:
    tokens = tokenize(sentence)
    head, tail = _occurrence(tokens, triple.head), _occurrence(tokens, triple.tail)
    if head is None or tail is None or (head.first < tail.last and tail.first < head.last):
        return ABSENT
    for found in statements(sentence, tokens, [head, tail], _NO_LEXICON, all_of_it=True):
        if set(found.entries) == {head.entry, tail.entry}:
            reason = _judge(found, triple, head.entry)
            if reason is not None:
                return reason
    return _between(tokens, head, tail, triple)


def _occurrence(tokens: Sequence[Token], name: str) -> Mention | None:
    wanted = [token.fold for token in tokenize(name) if token.is_word]
    words = [n for n, token in enumerate(tokens) if token.is_word]
    for at in range(len(words) - len(wanted) + 1):
        span = words[at : at + len(wanted)]
        if wanted and [tokens[n].fold for n in span] == wanted:
            first, last = span[0], span[-1] + 1
            entry = Entry(name, OTHER)
            return Mention(first, last, tokens[first].start, tokens[last - 1].end, entry, "given")
    return None


def _judge(found: Statement, triple: Triple, head: Entry) -> str | None:
    """What a statement about the two ends says of the triple, None if it is another relation."""
    forward = found.head.entry == head or triple.symmetric
    fits = can_be(found.meaning, triple.relation, found.sign)
    if not fits and not can_be(found.meaning, triple.relation, -found.sign):
        return None
    if not found.is_asserted:
        return NOT_ASSERTED
    if not forward or not fits:
        return DIRECTION
    return NEGATED if found.polarity is Polarity.NEGATIVE else SUPPORTED


def _between(tokens: Sequence[Token], head: Mention, tail: Mention, triple: Triple) -> str:
    """Where no pattern reads the sentence: the trigger words around the two ends."""
    words = [token.text.lower() for token in tokens]
    verbs = load_patterns().verbs
    for at, word in enumerate(words):
        meanings = {form.pattern.meaning for form in verbs.get(word, ())}
        fitting = any(can_be(meaning, triple.relation, 1) for meaning in meanings)
        opposite = any(can_be(meaning, triple.relation, -1) for meaning in meanings)
        if not fitting and not opposite:
            continue
        if not is_asserted(words, at):
            return NOT_ASSERTED
        if denies(words):
            return NEGATED
        is_passive = BE & set(words[max(0, at - 6) : at]) and "by" in words[at : at + 4]
        flips = _is_reversed(words, head) != _is_reversed(words, tail)
        holds = opposite if flips else fitting
        left, right = (tail, head) if is_passive else (head, tail)
        in_order = left.first < at < right.first
        return SUPPORTED if holds and in_order else DIRECTION
    if not is_asserted(words, len(words) - 1):
        return NOT_ASSERTED
    return NEGATED if denies(words) else NO_RELATION


def _is_reversed(words: Sequence[str], end: Mention) -> bool:
    """Whether the words speak of less of it: "loss of A", "A knockdown"."""
    around = [*words[max(0, end.first - 3) : end.first], *words[end.last : end.last + 1]]
    return bool(REVERSING & set(around))
