"""A statement cut into assertions: one subject, one predicate.

Of its own stand coordinated predicates ("binds zinc and is found in the lung"), concessions
("although ..."), relative clauses that only add something (", which ..."), and results in the form
of a participle (", leading to ..."). Conditions, reasons, purposes, lists of like things, and
clauses that narrow a noun belong to what they stand with. Where words do not decide, nothing is
cut.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.judging.clauses import begins_clause, has_predicate, has_verb
from benchmarks.judging.predicates import (
    MainVerb,
    Token,
    VerbKind,
    looks_plural,
    main_verb,
    tokens_of,
)
from benchmarks.judging.verbs import (
    gerund_base,
    is_auxiliary,
    is_base,
    is_irregular_past,
    is_past,
    is_third_person,
    is_verbal_base,
    past,
    third_person,
)
from ingest.function_words import DETERMINERS, PREPOSITIONS, is_adverb, words

_DEEPEST = 6
_LONGEST_GROUP = 24
_SHORT = 6
_CONCESSION = re.compile(
    r"^(?:although|though|even though|while|whereas|despite the fact that)\s+", re.IGNORECASE
)
# "not only does X but also does Y" is "does X and also does Y".
_NOT_ONLY = re.compile(
    r" not only (?P<first>(?:[a-z]+s|was|were|had|can|may|[a-z]+ed) [^;]{3,200}?),?"
    r" but (?:also )?(?=[a-z])"
)
_AMONG = re.compile(r",\s+(?:among|of) (?:which|whom)\s+(?=\S)", re.IGNORECASE)
_RELATIVE = re.compile(r",\s+(?:which|who)\s+(?=\S)", re.IGNORECASE)
_WHERE = re.compile(r",\s+where\s+(?=\S)")
_PARTICIPLE = re.compile(
    r",\s+(?P<sure>(?:and\s+)?(?:thereby|thus|ultimately|subsequently|consequently|hence|further)\s+)?"
    r"(?:(?:further|also|in turn|potentially|possibly|\w+ly)\s+)*(?P<gerund>[a-z]+ing)\s+(?=\w)"
)
# These introduce examples, means or circumstances, not what follows from a sentence.
_NO_RESULT = words(
    """
    include involve regard concern use contain consist range depend accord follow start have
    consider compare suggest indicate show demonstrate imply highlight reflect mean
    underscore support name note say base assume begin reveal confirm express encompass
    """
)
# These say what the subject is for, whatever is done to it.
_OF_THE_SUBJECT = words("play serve act function participate")
_LASTING = words(
    """
    expected thought believed shown proposed anticipated designed involved implicated
    associated located expressed found known localized
    """
)
_AND_GERUND = re.compile(r",? and (?:\w+ly )?([a-z]+ing) ")
# As often a noun in a list: "receptors, binding sites".
_NOUN_LIKE = words("signal bind process splice test screen bleed bridge house train build cluster")
_LISTING = re.compile(r"\b(?:including|such as|like|e\.g\.|categories)(?:\W|$)")
_REPORTED = words("documented demonstrated reported described found showed observed noted")
_MAKING_IT = re.compile(r"^(?:it|them) (?=(?:an?|the|one of|essential|important|crucial) )")
# After "which" these may speak of the whole sentence.
_EVENT_VERBS = words(
    """
    leads results reduces suggests indicates makes means explains causes increases decreases
    allows enables helps contributes implies minimizes limits improves enhances facilitates
    ensures prevents complicates led resulted caused reduced allowed may might can could
    would will underscores highlights supports provides
    """
)
_PART_OF = re.compile(
    r"\b(?:is|are|was|were) (?:also )?(?:an? |the )?(?:\w+ )?"
    r"(?:components?|subunits?|members?|parts?|types?|forms?|substrates?|constituents?)"
    r" of (?:the |an? )?[\w -]+$"
)
_PROCESS_ENDINGS = ("tion", "sion", "ing", "sis", "ment", "ism", "pathway", "cycle", "process")
_HEAD = re.compile(r" (?:of|in|on|at|for|with|from|to|by|between)\b")
_TRAILING_ADVERB = re.compile(r" (?:also|often|further|then|\w+ly)$")
_OWNERS = words("its their his her this these such")
_NEEDED = words("necessary essential important crucial critical vital key required needed")
_OPENS_SUBORDINATE = words("if when while although though whereas unless because since")
_SUBORDINATE = words("that which who whom whose where when if because whether to how")
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
_NEGATING = words("not cannot never neither nor no without")


def assertions(statement: str) -> list[str]:
    """The assertions of a statement in order; the statement itself where it is one.

    >>> assertions("ACE cleaves angiotensin I and is found in the lung")
    ['ACE cleaves angiotensin I', 'ACE is found in the lung']
    >>> assertions("ACE binds zinc, which is a metal")
    ['ACE binds zinc', 'zinc is a metal']
    >>> assertions("ACE cleaves angiotensin I, thereby raising blood pressure")
    ['ACE cleaves angiotensin I', 'ACE raises blood pressure']
    """
    return _cut(_NOT_ONLY.sub(r" \g<first> and also ", statement), _DEEPEST)


def _cut(statement: str, depth: int) -> list[str]:
    if depth:
        for way in (
            _concession,
            _among,
            _where,
            _inner_relative,
            _last_relative,
            _result,
            _coordination,
        ):
            parts = way(statement)
            if parts is not None:
                return [each for part in parts for each in _cut(part, depth - 1)]
    return [statement]


def _concession(statement: str) -> tuple[str, ...] | None:
    """Both clauses of "although X does Y, Z does W"; one without a subject gets the other's."""
    opening = _CONCESSION.match(statement)
    if opening is None:
        return None
    rest = statement[opening.end() :]
    for comma in re.finditer(r", ", rest):
        one, other = rest[: comma.start()], rest[comma.end() :]
        tokens = tokens_of(other)
        verb = main_verb(tokens)
        first_part = main_verb(tokens_of(other.partition(", ")[0]))
        begins = begins_clause(other) or first_part is not None
        if verb is None or not begins or tokens[0].word in ("and", "or", "but"):
            continue
        if has_predicate(one):
            return one, other
        subject = other[: tokens[verb.at].start].strip()
        first = next((t.word for t in tokens_of(one) if not is_adverb(t.word)), "")
        if not (is_past(first) or first == "not") or len(subject.split()) > _SHORT:
            continue
        if tokens[0].word in _OWNERS:
            return (other,)
        be = "are" if looks_plural(subject) else "is"
        return f"{subject} {be} {one}", other
    return None


def _among(statement: str) -> tuple[str, str] | None:
    """What is said of a part: "..., of which six were Y"."""
    found = _AMONG.search(statement)
    if found is None or not has_predicate(statement[found.end() :]):
        return None
    if not has_predicate(statement[: found.start()]):
        return None
    return statement[: found.start()], statement[found.end() :]


def _where(statement: str) -> tuple[str, str] | None:
    """What is said of a place: "... in X, where Y does Z" is "in X, Y does Z"."""
    found = _WHERE.search(statement)
    if found is None or not has_predicate(statement[: found.start()]):
        return None
    main, clause = statement[: found.start()], statement[found.end() :]
    if main_verb(tokens_of(clause)) is None and not begins_clause(clause):
        return None
    place = _last_noun_group(main)
    inside = bool(place) and main[: len(main) - len(place)].rstrip().endswith((" in", " at"))
    place = place.removeprefix("the context of ")
    return main, f"in {place}, {clause}" if inside else clause


def _inner_relative(statement: str) -> tuple[str, str] | None:
    """Both assertions of "X, which is Y, does Z"."""
    opening = _RELATIVE.search(statement)
    if opening is None:
        return None
    subject = statement[: opening.start()]
    closing = statement.find(", ", opening.end())
    if closing < 0 or main_verb(tokens_of(subject + " .")) is not None or has_verb(subject):
        return None
    inside, rest = statement[opening.end() : closing], statement[closing + 2 :]
    first = tokens_of(rest)[0].word if tokens_of(rest) else ""
    if not (is_auxiliary(first) or is_third_person(first) or is_base(first) or is_past(first)):
        return None
    verb = tokens_of(inside)[0].word if tokens_of(inside) else ""
    singular = is_third_person(verb) or verb in ("is", "was", "has")
    about = _last_noun_group(subject) if singular and looks_plural(_head(subject)) else subject
    if not about or (singular and looks_plural(_head(about))):
        return None
    return f"{subject} {rest}", f"{about} {inside}"


def _head(group: str) -> str:
    """A noun group up to its first preposition."""
    return _HEAD.split(group, maxsplit=1)[0]


def _last_relative(statement: str) -> tuple[str, str] | None:
    """What "..., which does Y" says, of a plain noun group that agrees with its verb."""
    found = _RELATIVE.search(statement)
    if found is None or not has_verb(statement[: found.start()]):
        return None
    if ";" in statement[found.end() :]:
        return None
    inside = tokens_of(statement[found.end() :])
    verb = next((token.word for token in inside if not _is_aside(token.word)), "")
    if not (is_auxiliary(verb) or is_third_person(verb) or is_base(verb) or is_past(verb)):
        return None
    main = statement[: found.start()]
    antecedent = _defined(main) or _last_noun_group(main)
    singular = is_third_person(verb) or verb in ("is", "was", "has", "does")
    plural = verb in ("are", "were", "have", "do") or (is_base(verb) and not singular)
    if antecedent and looks_plural(antecedent) and singular:
        antecedent = _object_group(main)
        if looks_plural(antecedent.partition(" of ")[0]):
            return None
    if not antecedent:
        return None
    # "a treatment for X, which ..." is about the treatment as often as about X.
    if not plural and main[: len(main) - len(antecedent)].endswith(" for "):
        return None
    if plural:
        inner = antecedent.rpartition(" of ")[2]
        antecedent = inner if looks_plural(inner) else antecedent.partition(" of ")[0]
        if not looks_plural(antecedent):
            antecedent = _before_examples(main) or _plural_subject(main)
        if not antecedent:
            return None
    needed = any(token.word in _NEEDED for token in inside[:4])
    doubtful = (verb in _EVENT_VERBS or needed) and antecedent == _last_noun_group(main)
    process = needed and antecedent.endswith(_PROCESS_ENDINGS)
    indefinite = antecedent.casefold().startswith(("a ", "an "))
    part = _PART_OF.search(main) is not None and main.endswith(antecedent)
    if doubtful and not plural and not indefinite and not process and not part:
        antecedent = _object_group(main)
        if not antecedent or (singular and looks_plural(antecedent.partition(" of ")[0])):
            return None
    return main, f"{antecedent} {statement[found.end() :]}"


def _defined(main: str) -> str:
    """The subject of "X is a Y", which is what a clause on Y is about; "" for anything else."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or verb.kind is not VerbKind.BE or verb.at + 1 >= len(tokens):
        return ""
    plain = not any(
        token.word in PREPOSITIONS or token.word in _SUBORDINATE for token in tokens[verb.at :]
    )
    if tokens[verb.at + 1].word in ("a", "an", "another", "one") and plain:
        return main[: tokens[verb.at].start].strip()
    return ""


def _before_examples(main: str) -> str:
    """The group that examples end: "agents" of "agents such as zinc"; "" without one."""
    before, such, _ = main.rpartition(" such as ")
    group = _last_noun_group(before) if such else ""
    return group if looks_plural(group) else ""


def _plural_subject(main: str) -> str:
    """The subject of "Xs are members of a family", "" for anything else."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or verb.kind is not VerbKind.BE or _is_passive(tokens, verb):
        return ""
    subject = main[: tokens[verb.at].start].strip()
    return subject if looks_plural(subject) else ""


def _object_group(main: str) -> str:
    """All that the main verb is followed by, "" where that is no noun group."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or verb.kind is VerbKind.DO:
        return ""
    at = verb.at + 1
    verbal = verb.kind in (VerbKind.BE, VerbKind.HAVE, VerbKind.MODAL)
    while at < len(tokens):
        word = tokens[at].word
        skipped = is_adverb(word) or word in _NEGATING or word in ("been", "be", "being", "to")
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
    if not group or len(group) > _LONGEST_GROUP or any(t.word in _SUBORDINATE for t in group):
        return ""
    starts_well = group[0].word not in PREPOSITIONS and group[0].word not in _OWNERS
    return main[group[0].start :].strip() if starts_well else ""


def _last_noun_group(text: str) -> str:
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
        if ends or is_auxiliary(word) or third or word in _SUBORDINATE:
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


def _result(statement: str) -> tuple[str, ...] | None:
    """What "X does Y, leading to Z" says of X, apart."""
    for found in _PARTICIPLE.finditer(statement):
        base = gerund_base(found["gerund"])
        main, rest = statement[: found.start()], statement[found.end() :]
        if not base or main.count("(") != main.count(")"):
            continue
        turned = _turned(main, base, rest, bool(found["sure"]))
        if turned is not None:
            return main, *turned
    return None


def _turned(main: str, base: str, rest: str, sure: bool) -> list[str] | None:
    """The participles as sentences of their own with the subject of the main clause."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or _is_negated(tokens[verb.at :]) or tokens[0].word in _OPENS_SUBORDINATE:
        return None
    if any(token.word in _SUBORDINATE and token.word != "to" for token in tokens[: verb.at]):
        return None
    if "that" in [token.word for token in tokens[verb.at + 1 : verb.at + 2]]:
        return None
    subject = main[: tokens[verb.at].start].strip()
    subject = _TRAILING_ADVERB.sub("", subject)
    identity = _MAKING_IT.match(rest) if base == "make" else None
    if identity is not None:
        be = "are" if verb.plural or looks_plural(subject) else "is"
        return [f"{subject} {be} {rest[identity.end() :]}"]
    if base in _NO_RESULT:
        return None
    # What follows from being done to is not what the subject does.
    lasting = _participle(tokens, verb) in _LASTING or base in _OF_THE_SUBJECT
    if verb.kind is VerbKind.BE and _is_passive(tokens, verb) and not lasting:
        return None
    is_listed = _lists_gerunds(main[tokens[verb.at].end :]) or base in _NOUN_LIKE
    if (
        not sure
        and base not in _OF_THE_SUBJECT
        and (is_listed or _LISTING.search(main[tokens[verb.at].end :]))
    ):
        return None
    if tokens[verb.at].word in _REPORTED:
        return None
    other = re.match(r"(and|or) ([a-z]+ing) ", rest)
    if other is not None and gerund_base(other[2]):
        second = _conjugated(gerund_base(other[2]), main, tokens, verb)
        rest = f"{other[1]} {second} {rest[other.end() :]}"
    parts = [f"{subject} {_conjugated(base, main, tokens, verb)} {rest}"]
    for also in _AND_GERUND.finditer(rest):
        another = gerund_base(also[1])
        if another and another not in _NO_RESULT and another not in _NOUN_LIKE:
            parts = [f"{subject} {_conjugated(base, main, tokens, verb)} {rest[: also.start()]}"]
            conjugated = _conjugated(another, main, tokens, verb)
            parts.append(f"{subject} {conjugated} {rest[also.end() :]}")
            break
    return parts


def _conjugated(base: str, main: str, tokens: Sequence[Token], verb: MainVerb) -> str:
    if verb.kind is VerbKind.MODAL:
        return f"{main[tokens[verb.at].start : tokens[verb.at].end]} {base}"
    if verb.past:
        return past(base)
    plural = verb.plural
    if plural is None:
        plural = looks_plural(main[: tokens[verb.at].start])
    return base if plural else third_person(base)


def _lists_gerunds(main: str) -> bool:
    """Whether the clause has gerunds behind a preposition, which a further one may go on with."""
    tokens = tokens_of(main)
    return any(
        gerund_base(token.word) and before.word in PREPOSITIONS
        for before, token in pairwise(tokens)
    )


def _coordination(statement: str) -> tuple[str, str] | None:
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
        while second < len(tokens) - 1 and _is_aside(tokens[second].word):
            second += 1
        shared = _shared(tokens, verb, at, second)
        if shared is None:
            continue
        first = statement[: tokens[at].start].rstrip(" ,")
        subject = _TRAILING_ADVERB.sub("", statement[:shared].strip())
        return first, f"{subject} {statement[tokens[at + 1].start :]}"
    return None


def _is_aside(word: str) -> bool:
    """Whether a word may stand between a subject and its verb."""
    return (is_adverb(word) or word in ("then", "thus", "hence")) and word not in _NEGATING


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
        if token.word in _SUBORDINATE and (token.word != "to" or is_base(following.word))
    ]
    # A comma before "and" leads back to the main verb.
    closed = tokens[at - 1].comma and verb.plural is False
    inside = any(token.word != "to" for token in subordinate) and not closed
    is_definition = verb.kind is VerbKind.BE and not _is_passive(tokens, verb)
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
        bare = not subordinate and not _is_negated(tokens[verb.at : at])
        return tokens[verb.at].end if verb.kind is VerbKind.MODAL and bare else None
    if verb.kind is VerbKind.PAST and is_past(word) and not inside:
        own_object = after in DETERMINERS or (second > at + 1 and after not in PREPOSITIONS)
        return before_verb if own_object else None
    perfect = verb.kind is VerbKind.HAVE and is_past(_participle(tokens, verb))
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
    if any(token.word in _SUBORDINATE - {"to"} for token in tokens[verb.at : at]):
        return None
    if tokens[second].word == "to" or (len(to) == 1 and is_verbal_base(tokens[second].word)):
        return tokens[to[0] - 1].end if tokens[second].word == "to" else tokens[to[0]].end
    return None


def _shared_passive(tokens: Sequence[Token], verb: MainVerb, at: int, second: int) -> int | None:
    """The end of the auxiliary that "is found in X and involved in Y" shares."""
    if verb.kind is VerbKind.BE and gerund_base(_participle(tokens, verb)):
        going_on = gerund_base(tokens[second].word) and not _is_negated(tokens[verb.at : at])
        return tokens[verb.at].end if going_on else None
    passive = verb.kind is VerbKind.BE and _is_passive(tokens, verb)
    participle = is_past(tokens[second].word) and tokens[second + 1].word in _PASSIVE_NEXT
    if not passive or not participle or _is_negated(tokens[verb.at : at]):
        return None
    # "is found and used in X" shares more than its auxiliary.
    has_complement = any(token.word in PREPOSITIONS for token in tokens[verb.at + 1 : at])
    clean = not any(token.word in _SUBORDINATE for token in tokens[verb.at : at])
    return tokens[verb.at].end if has_complement and clean else None


def _disagrees(word: str, verb: MainVerb) -> bool:
    singular, plural = word in ("is", "was", "has", "does"), word in ("are", "were", "have")
    return (singular and verb.plural is True) or (plural and verb.plural is False)


def _participle(tokens: Sequence[Token], verb: MainVerb) -> str:
    """The first word behind the verb that is no adverb."""
    after = (t.word for t in tokens[verb.at + 1 :] if not is_adverb(t.word) and t.word != "not")
    return next(after, "")


def _is_passive(tokens: Sequence[Token], verb: MainVerb) -> bool:
    word = _participle(tokens, verb)
    regular = word.endswith("ed") and len(word) > _SHORT
    return (
        is_past(word)
        or regular
        or word in ("been", "being", "known", "seen", "done", "shown", "given")
    )


def _is_negated(tokens: Sequence[Token]) -> bool:
    return any(token.word in _NEGATING or token.word.endswith("n't") for token in tokens)
