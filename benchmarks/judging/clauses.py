"""Clauses by rules: is there a verb, where does a sentence fall into two, what is its subject.

There is no parser here: closed classes of words and a list of verbs decide. Where they do not, the
sentence stays whole.
"""

import re

from benchmarks.judging.predicates import VerbKind, main_verb, tokens_of
from benchmarks.judging.verbs import is_auxiliary, is_base, is_finite, is_third_person
from ingest import function_words
from ingest.function_words import PRONOUNS, is_adverb

_WORD = re.compile(r"[\w'’-]+")
_COORDINATION = re.compile(
    r",?\s+and\s+that\s+(?=\S)"
    r"|\s*;\s+(?:(?:however|therefore|thus|hence|here|moreover|in contrast|instead|rather"
    r"|consequently|accordingly|similarly|conversely|nevertheless|additionally|furthermore"
    r"|as a result|in turn),\s+)?"
    r"|\s+even though\s+(?=\S)"
    r"|\s+but\s+(?=(?:the|it|they|this|there|its|these|he|she)\b)"
    r"|,\s+(?:and|but|while|whereas|although|though|even though|so|therefore,?|thus,?|hence,?"
    r"|however,?)\s+(?=\S)",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"^(?:if|when|while|although|though|because|since|unless|whether|given|as|for|in order"
    r"|to(?! date)|by)\b",
    re.IGNORECASE,
)
# What a clause of its own begins with is its subject: none of these.
_NO_SUBJECT = re.compile(
    r"^(?:\w+ing|\w+ed|is|are|was|were|has|have|had|can|could|may|might|will|would|should|does|do|did"
    r"|rather|instead|not|also|thus|then|therefore|thereby|hence|to|of|in|on|at|by|for|from|with|as|than|or|that|which"
    r"|who|whose|where|when|even|sometimes|often|more|less|most|if|how|what|why|whether)\b",
    re.IGNORECASE,
)
# "changes in", "rates of": nouns.
_BEHIND_NOUN = function_words.words("of in and or than between such")
_BEFORE_MAIN = function_words.words("when if because since as while although though once")
_RELATIVES = function_words.words("that which who")
_ELLIPTIC = function_words.words("not do does did may is are")
_SUBORDINATORS = function_words.words("to if that which who whether where when than because")
_ASIDE = re.compile(r" \([^()]*\)")
# "In yeast, zinc ..."; "FHF2, also known as FGF13, is ..."
_OPENING = re.compile(
    r"^(?:in|at|among|within|during|on|over|despite|by|for|with|as|besides|beyond)\b[^,;]{1,80}, ",
    re.IGNORECASE,
)
_SELF = function_words.words("itself themselves himself herself")
_NAMED_TWICE = re.compile(
    r"^([^,;]{1,60})(?:, (?:also |formerly |otherwise )?"
    r"(?:known|called|termed|or|an?|the|[a-z]+ed|while|although|though|like|unlike)\b"
    r"[^,;]{1,80})+, "
)
_LIST_WORDS = 4
_CONDITION = re.compile(r"^(?:if|when|by|in|with|for|through)\b[^,;]{3,200}, ", re.IGNORECASE)
_SUBJECT_WORDS = 12
_LONG_SUBJECT_WORDS = 10
_OPENERS = re.compile(
    r"^(?:in|on|at|by|for|from|with|as|to|when|if|while|although|there|being|having|given|due|like|unlike|after|before|upon|here|since|because|though|whereas|unless)\b",
    re.IGNORECASE,
)


def has_verb(text: str) -> bool:
    """Whether some word after the first may be a finite verb.

    >>> has_verb("Zinc inhibits ACE"), has_verb("Inhibition of ACE by zinc")
    (True, False)
    """
    words = _WORD.findall(text.casefold().replace("-regulat", "regulat"))
    if words and "'" in words[0] and is_auxiliary(words[0]):
        return True
    return any(is_finite(word) or is_base(word) or is_third_person(word) for word in words[1:])


def has_predicate(text: str) -> bool:
    """Whether the text is a sentence, not only words among which one may be a verb.

    >>> has_predicate("Zinc inhibits ACE"), has_predicate("Studies to evaluate changes in ACE")
    (True, False)
    """
    tokens = tokens_of(text)
    if main_verb(tokens) is not None:
        return True
    if tokens and tokens[0].word in _BEFORE_MAIN:
        rests = text.split(", ")[1:]
        return any(main_verb(tokens_of(rest)) is not None for rest in rests)
    places = [at for at, token in enumerate(tokens) if is_auxiliary(token.word)]
    inside = [at for at in places if at and tokens[at - 1].word in _RELATIVES]
    if len(places) > len(inside):
        return True
    relative = any(token.word in _SUBORDINATORS for token in tokens[1:])
    if inside:
        return any(is_third_person(t.word) or is_base(t.word) for t in tokens[inside[0] + 1 :])
    plain = tokens and not tokens[0].word.endswith("ing")
    return bool(plain and relative and has_verb(text)) and "to" not in [t.word for t in tokens]


def split_clauses(sentence: str) -> list[str]:
    """A sentence cut at coordinations where both sides have subject and verb; else whole.

    >>> split_clauses("ACE cleaves angiotensin I, and zinc is needed for its activity.")
    ['ACE cleaves angiotensin I', 'zinc is needed for its activity.']
    >>> split_clauses("ACE, renin, and zinc are measured.")
    ['ACE, renin, and zinc are measured.']
    """
    clauses, start = [], 0
    for cut in _COORDINATION.finditer(sentence):
        left, right = sentence[start : cut.start()], sentence[cut.end() :]
        content = cut.group().rstrip().endswith("that")
        if content and " that " in left:
            continue
        if cut.group().split()[-1] in ("while", "whereas", "but"):
            right = _OPENING.sub("", right)
        condition = cut.group().lstrip().startswith(";") and _CONDITION.match(right)
        if _is_clause(left) and (begins_clause(right) or condition) and not _is_list(left, cut):
            clauses.append(left)
            start = cut.end()
    return [*clauses, sentence[start:]]


def subject_of(statement: str) -> str:
    """The words before the first finite verb, "" where they are no plain noun group.

    >>> subject_of("Protein kinase C is an enzyme"), subject_of("It is bound by zinc")
    ('Protein kinase C', '')
    """
    plain = _NAMED_TWICE.sub(r"\1 ", _OPENING.sub("", _ASIDE.sub("", statement)))
    tokens = tokens_of(plain)
    verb = main_verb(tokens)
    if verb is None:
        return ""
    last = verb.at
    while last > 1 and (is_adverb(tokens[last - 1].word) or tokens[last - 1].word in _SELF):
        last -= 1
    subject = plain[: tokens[last - 1].end].rstrip(" ,").partition(": ")[0]
    is_list = " and " in subject or " or " in subject
    if (
        subject.casefold() in PRONOUNS
        or last > _SUBJECT_WORDS
        or _OPENERS.match(subject)
        or ("," in subject and not is_list)
    ):
        return ""
    return subject


def _is_list(left: str, cut: re.Match[str]) -> bool:
    """Whether what is cut goes on with a list: "pain, swelling, and fever are"."""
    _, comma, last = left.rpartition(", ")
    short = bool(comma) and len(last.split()) <= _LIST_WORDS and not has_predicate(last)
    return short and cut.group().strip(" ,") == "and" and not _OPENING.match(left)


def _is_clause(text: str) -> bool:
    tokens = tokens_of(text)
    has_main = any(is_auxiliary(token.word) for token in tokens) or main_verb(tokens) is not None
    return has_main and not _SUBORDINATE.match(text) and _balanced(text)


def begins_clause(text: str) -> bool:
    """Whether a subject and then a finite verb come before the next comma."""
    if _NO_SUBJECT.match(text):
        return False
    words = re.split(r"[,;(]", _ASIDE.sub("", text), maxsplit=1)[0].casefold().split()
    # "(2) cables" begins a part of a list; "..., while others may not" says nothing by itself.
    if not words or words[-1].rstrip(".") in _ELLIPTIC:
        return False
    verb = main_verb(tokens_of(re.split(r"[,;(]", _ASIDE.sub("", text), maxsplit=1)[0]))
    if verb is not None and verb.kind is not VerbKind.PAST:
        return True
    following = [*words[2:], ""]
    for word, after in zip(words[1 : _LONG_SUBJECT_WORDS + 1], following, strict=False):
        if is_auxiliary(word) or (is_third_person(word) and after not in _BEHIND_NOUN):
            return True
        if word in _SUBORDINATORS:
            return False
    return False


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")")
