"""Clauses that only add something, cut off: ", which ...", ", where ...", ", of which ..."."""

import re

from benchmarks.judging.clauses import begins_clause, has_predicate, has_verb
from benchmarks.judging.noun_phrases import (
    before_examples,
    defined,
    head,
    last_noun_group,
    object_group,
    plural_subject,
)
from benchmarks.judging.predicates import (
    looks_plural,
    main_verb,
    tokens_of,
)
from benchmarks.judging.verb_phrases import (
    is_aside,
)
from benchmarks.judging.verbs import (
    is_auxiliary,
    is_base,
    is_past,
    is_third_person,
)
from ingest.function_words import words

_AMONG = re.compile(r",\s+(?:among|of) (?:which|whom)\s+(?=\S)", re.IGNORECASE)
_RELATIVE = re.compile(r",\s+(?:which|who)\s+(?=\S)", re.IGNORECASE)
_WHERE = re.compile(r",\s+where\s+(?=\S)")
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
_NEEDED = words("necessary essential important crucial critical vital key required needed")


def among(statement: str) -> tuple[str, str] | None:
    """What is said of a part: "..., of which six were Y"."""
    found = _AMONG.search(statement)
    if found is None or not has_predicate(statement[found.end() :]):
        return None
    if not has_predicate(statement[: found.start()]):
        return None
    return statement[: found.start()], statement[found.end() :]


def where(statement: str) -> tuple[str, str] | None:
    """What is said of a place: "... in X, where Y does Z" is "in X, Y does Z"."""
    found = _WHERE.search(statement)
    if found is None or not has_predicate(statement[: found.start()]):
        return None
    main, clause = statement[: found.start()], statement[found.end() :]
    if main_verb(tokens_of(clause)) is None and not begins_clause(clause):
        return None
    place = last_noun_group(main)
    inside = bool(place) and main[: len(main) - len(place)].rstrip().endswith((" in", " at"))
    place = place.removeprefix("the context of ")
    return main, f"in {place}, {clause}" if inside else clause


def inner_relative(statement: str) -> tuple[str, str] | None:
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
    about = last_noun_group(subject) if singular and looks_plural(head(subject)) else subject
    if not about or (singular and looks_plural(head(about))):
        return None
    return f"{subject} {rest}", f"{about} {inside}"


def last_relative(statement: str) -> tuple[str, str] | None:
    """What "..., which does Y" says, of a plain noun group that agrees with its verb."""
    found = _RELATIVE.search(statement)
    if found is None or not has_verb(statement[: found.start()]):
        return None
    if ";" in statement[found.end() :]:
        return None
    inside = tokens_of(statement[found.end() :])
    verb = next((token.word for token in inside if not is_aside(token.word)), "")
    if not (is_auxiliary(verb) or is_third_person(verb) or is_base(verb) or is_past(verb)):
        return None
    main = statement[: found.start()]
    antecedent = defined(main) or last_noun_group(main)
    singular = is_third_person(verb) or verb in ("is", "was", "has", "does")
    plural = verb in ("are", "were", "have", "do") or (is_base(verb) and not singular)
    if antecedent and looks_plural(antecedent) and singular:
        antecedent = object_group(main)
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
            antecedent = before_examples(main) or plural_subject(main)
        if not antecedent:
            return None
    needed = any(token.word in _NEEDED for token in inside[:4])
    doubtful = (verb in _EVENT_VERBS or needed) and antecedent == last_noun_group(main)
    process = needed and antecedent.endswith(_PROCESS_ENDINGS)
    indefinite = antecedent.casefold().startswith(("a ", "an "))
    part = _PART_OF.search(main) is not None and main.endswith(antecedent)
    if doubtful and not plural and not indefinite and not process and not part:
        antecedent = object_group(main)
        if not antecedent or (singular and looks_plural(antecedent.partition(" of ")[0])):
            return None
    return main, f"{antecedent} {statement[found.end() :]}"
