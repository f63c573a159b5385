"""The main verb of a clause by rules: where the subject ends and what the sentence says of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.judging.verbs import (
    base_form,
    gerund_base,
    is_auxiliary,
    is_base,
    is_intransitive,
    is_past,
    is_third_person,
    is_verbal_base,
    third_person,
)
from ingest.function_words import BE, DETERMINERS, HAVE, PREPOSITIONS, is_adverb, words

_TOKEN = re.compile(r"[^\s—]+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_RELATIVE = words("that which who whom whose where when if because whether how why what")
_SINGULAR = words("is was has does isn't wasn't hasn't doesn't")
_PLURAL = words("are were have do aren't weren't haven't don't")
_PAST_AUXILIARIES = words("was were had did wasn't weren't hadn't didn't")
_PREPOSITION = re.compile(r" (?:of|in|on|at|for|with|from|to|by|between|capable|such)\b")
_PLURAL_PRONOUNS = words("they we these those both")
_PLURAL_ACRONYM = re.compile(r"[\w-]*[A-Z0-9]s")
_WITH_IN = words(
    "results participates aids assists engages resides occurs lies functions begins ends"
)
_CHANGES = words("increases decreases changes declines causes")
_AMOUNT = words("about approximately over nearly almost half one two three more less only")
_PLURALS = words("data people children men women mice bacteria criteria media")
# Names of one thing that end like a plural.
_SINGULARS = words(
    """
    diabetes herpes rabies measles mumps rickets scabies caries ascites series species lens aids
    physics genetics genomics proteomics kinetics pharmacokinetics economics statistics news
    metastasis always sometimes
    """
)
_MOST_WORDS = 25
_SHORTEST_PLURAL = 4


class VerbKind(StrEnum):
    """What a main verb is."""

    BE = "be"
    HAVE = "have"
    DO = "do"
    MODAL = "modal"
    THIRD = "third"
    BASE = "base"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a clause: where it stands, the word in lower case, and what marks it.

    Attributes:
        comma: a comma follows it.
        capital: it is written with a capital: no verb, unless it is the first.
        acronyms: it is a plural in capitals: "PPIs".
    """

    start: int
    end: int
    word: str
    comma: bool
    capital: bool
    acronyms: bool


@dataclass(frozen=True, slots=True)
class MainVerb:
    """The main verb: place of its token, kind, and whether its subject is plural (None: open)."""

    at: int
    kind: VerbKind
    plural: bool | None
    past: bool


def tokens_of(clause: str) -> list[Token]:
    """Words outside brackets.

    >>> [token.word for token in tokens_of("ACE (a peptidase) cleaves angiotensin, too")]
    ['ace', 'cleaves', 'angiotensin', 'too']
    """
    plain = _BRACKETS.sub(lambda found: " " * len(found.group()), clause)
    return [
        Token(
            found.start(),
            found.end(),
            found.group().strip(".,;:\"'“”‘’()*").casefold().replace("’", "'"),
            found.group().endswith(","),
            found.group().lstrip("\"'“‘(*")[:1].isupper(),
            _PLURAL_ACRONYM.fullmatch(found.group()) is not None,
        )
        for found in _TOKEN.finditer(plain)
    ]


def main_verb(tokens: Sequence[Token]) -> MainVerb | None:
    """The first word that can only be the main verb; None where words decide nothing.

    >>> main_verb(tokens_of("The results of ACE inhibition are known")).at
    5
    >>> main_verb(tokens_of("Proteins that bind zinc are metalloproteins")) is None
    True
    """
    for at in range(1, min(len(tokens), _MOST_WORDS)):
        word = tokens[at].word
        if tokens[at - 1].word in _RELATIVE or word in _RELATIVE:
            return None
        if tokens[at].capital:
            continue
        if is_auxiliary(word):
            return _auxiliary(at, word)
        kind = _full_verb(tokens, at)
        if kind is not None:
            plural = {VerbKind.THIRD: False, VerbKind.BASE: True}.get(kind)
            return MainVerb(at, kind, plural, kind is VerbKind.PAST)
    return None


def looks_plural(noun: str) -> bool:
    """Whether a noun group is plural by its last word.

    >>> looks_plural("small cells"), looks_plural("analysis"), looks_plural("zinc and iron")
    (True, False, True)
    """
    folded = noun.casefold()
    if " and " in folded:
        return True
    last = folded.split()[-1] if folded.split() else ""
    if last in _PLURALS:
        return True
    if last in _SINGULARS:
        return False
    if _PLURAL_ACRONYM.fullmatch(noun.split()[-1] if noun.split() else ""):
        return True
    plain = not last.endswith(("ss", "us", "is")) and len(last) >= _SHORTEST_PLURAL
    return last.isalpha() and last.endswith("s") and plain and noun.split()[-1][1:].islower()


def _auxiliary(at: int, word: str) -> MainVerb:
    plural = False if word in _SINGULAR else True if word in _PLURAL else None
    if word in BE or word.removesuffix("n't") in BE:
        kind = VerbKind.BE
    elif word in HAVE or word.removesuffix("n't") in HAVE:
        kind = VerbKind.HAVE
    elif word.startswith("do") or word.startswith("did"):
        kind = VerbKind.DO
    else:
        kind = VerbKind.MODAL
    return MainVerb(at, kind, plural, word in _PAST_AUXILIARIES)


def _full_verb(tokens: Sequence[Token], at: int) -> VerbKind | None:
    word, before = tokens[at].word, tokens[at - 1]
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    # "the results", "key results show", "changes of": nouns.
    if at == 1 and before.word in ("this", "that") and is_third_person(word):
        return VerbKind.THIRD
    if at == 1 and before.word in ("these", "those") and is_base(word) and after in DETERMINERS:
        return VerbKind.BASE
    if before.word in DETERMINERS or before.word in PREPOSITIONS or before.word == "and":
        return None
    if (after == "of" and not word.startswith("consist")) or is_auxiliary(after):
        return None
    # "demonstrating increased flow, reduced loss": no verbs.
    adjective = bool(gerund_base(before.word)) or before.comma
    finished = is_past(word) and not tokens[at].comma and not adjective
    # "newly diagnosed patients", but "significantly relieved the pain".
    attribute = tokens[at - 2].word in DETERMINERS | PREPOSITIONS | {"and"} if at > 1 else True
    finished = finished and not (is_adverb(before.word) and attribute and after not in DETERMINERS)
    if finished and not _verb_follows(tokens, at):
        return VerbKind.PAST
    if not after and is_intransitive(word):
        return VerbKind.THIRD
    if not after and is_intransitive(third_person(word)) and looks_plural(before.word):
        return VerbKind.BASE
    if not after or after in ("and", "or"):
        return None
    if is_third_person(word):
        # "higher scores in", "changes in": nouns.
        verbal = is_verbal_base(base_form(word)) and word not in _CHANGES
        if after == "in" and word not in _WITH_IN and not verbal:
            return None
        return None if is_base(after) and not is_third_person(after) else VerbKind.THIRD
    last = at
    while last > 1 and (is_adverb(tokens[last - 1].word) or tokens[last - 1].word == "then"):
        last -= 1
    subject = " ".join(token.word for token in tokens[:last])
    head = _PREPOSITION.split(subject, maxsplit=1)[0]
    plural = looks_plural(subject) or looks_plural(head) or head in _PLURAL_PRONOUNS
    plural = plural or tokens[last - 1].acronyms
    first_part = next((i for i, token in enumerate(tokens[:last]) if token.comma), None)
    if first_part is not None:
        plural = plural or looks_plural(" ".join(t.word for t in tokens[: first_part + 1]))
    inserted = any(token.comma for token in tokens[: at - 1])
    if is_base(word) and plural and (inserted or not before.comma):
        return VerbKind.BASE
    return None


def _changed_by(tokens: Sequence[Token], at: int) -> bool:
    """Whether a form is active for the amount behind it: "decreased by 71%"."""
    if at + 2 >= len(tokens) or tokens[at + 1].word != "by":
        return False
    return tokens[at + 2].word[:1].isdigit() or tokens[at + 2].word in _AMOUNT


def _verb_follows(tokens: Sequence[Token], at: int) -> bool:
    """Whether a later word is the verb: "patients treated with zinc had"."""
    if _changed_by(tokens, at):
        return False
    if at + 1 < len(tokens) and tokens[at + 1].word in ("by", "with"):
        return tokens[at].word not in ("started", "began", "ended", "correlated", "interacted")
    for token in tokens[at + 1 :]:
        if token.word in _RELATIVE or token.word in ("and", "but"):
            return False
        if is_auxiliary(token.word) or is_third_person(token.word):
            return True
        if token.comma:
            return False
    return False
