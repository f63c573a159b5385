"""Noun groups of a statement that a further clause may be about."""

import re

from benchmarks.judging.predicates import (
    VerbKind,
    looks_plural,
    main_verb,
    tokens_of,
)
from benchmarks.judging.verb_phrases import (
    NEGATING,
    SUBORDINATE,
    is_passive,
)
from benchmarks.judging.verbs import (
    gerund_base,
    is_auxiliary,
    is_base,
    is_past,
    is_third_person,
    is_verbal_base,
)
from ingest.function_words import DETERMINERS, PREPOSITIONS, is_adverb, words

_LONGEST_GROUP = 24
_HEAD = re.compile(r" (?:of|in|on|at|for|with|from|to|by|between)\b")
OWNERS = words("its their his her this these such")


def head(group: str) -> str:
    """A noun group up to its first preposition."""
    return _HEAD.split(group, maxsplit=1)[0]


def defined(main: str) -> str:
    """The subject of "X is a Y", which is what a clause on Y is about; "" for anything else."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or verb.kind is not VerbKind.BE or verb.at + 1 >= len(tokens):
        return ""
    plain = not any(
        token.word in PREPOSITIONS or token.word in SUBORDINATE for token in tokens[verb.at :]
    )
    if tokens[verb.at + 1].word in ("a", "an", "another", "one") and plain:
        return main[: tokens[verb.at].start].strip()
    return ""


def before_examples(main: str) -> str:
    """The group that examples end: "agents" of "agents such as zinc"; "" without one."""
    before, such, _ = main.rpartition(" such as ")
    group = last_noun_group(before) if such else ""
    return group if looks_plural(group) else ""


def plural_subject(main: str) -> str:
    """The subject of "Xs are members of a family", "" for anything else."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or verb.kind is not VerbKind.BE or is_passive(tokens, verb):
        return ""
    subject = main[: tokens[verb.at].start].strip()
    return subject if looks_plural(subject) else ""


def object_group(main: str) -> str:
    """All that the main verb is followed by, "" where that is no noun group."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or verb.kind is VerbKind.DO:
        return ""
    at = verb.at + 1
    verbal = verb.kind in (VerbKind.BE, VerbKind.HAVE, VerbKind.MODAL)
    while at < len(tokens):
        word = tokens[at].word
        skipped = is_adverb(word) or word in NEGATING or word in ("been", "be", "being", "to")
        infinitive = is_base(word) and tokens[at - 1].word in ("to", "and")
        goes_on = word == "and" and at + 1 < len(tokens) and is_base(tokens[at + 1].word)
        full = verbal and (is_past(word) or is_base(word))
        if not (skipped or infinitive or full or goes_on):
            break
        verbal = verbal and (skipped or is_past(word))
        at += 1
    if at < len(tokens) and tokens[at].word in PREPOSITIONS:
        at += 1
    group = tokens[at:]
    if not group or len(group) > _LONGEST_GROUP or any(t.word in SUBORDINATE for t in group):
        return ""
    starts_well = group[0].word not in PREPOSITIONS and group[0].word not in OWNERS
    return main[group[0].start :].strip() if starts_well else ""


def last_noun_group(text: str) -> str:
    """The noun group that a text ends with, from its article or the last word before it."""
    tokens = tokens_of(text)
    start = len(tokens)
    for at in range(len(tokens) - 1, -1, -1):
        word = tokens[at].word
        if at and is_past(word) and tokens[at - 1].word in DETERMINERS:
            continue
        if word in DETERMINERS:
            start = at
            # "the cell, the gene, and the protein" goes on before its last member.
            if at and tokens[at - 1].word in ("and", "or"):
                continue
            break
        ends = word in PREPOSITIONS and word != "of"
        third = is_third_person(word) and at < len(tokens) - 1
        if word in NEGATING:
            # "Does not imply a risk": the verb is no part of the group.
            behind = (i for i in range(at + 1, len(tokens)) if not is_adverb(tokens[i].word))
            verb = next(behind, at)
            start = verb + 1 if is_base(tokens[verb].word) else len(tokens)
            break
        if ends or is_auxiliary(word) or third or word in SUBORDINATE:
            break
        gerund = gerund_base(word) and at and tokens[at - 1].word in PREPOSITIONS
        if is_verbal_base(word) or is_past(word) or gerund:
            break
        start = at
    words_left = tokens[start:]
    if words_left and words_left[0].word == "of":
        words_left = words_left[1:]
    if not words_left or words_left[0].word in ("of", "and", "or", "its", "their", "this", "these"):
        return ""
    if any(token.comma for token in words_left[:-1]) and " and " not in text:
        return ""
    return text[words_left[0].start :].strip()
