"""A statement cut into assertions: one subject, one predicate.

Of its own stand coordinated predicates ("binds zinc and is found in the lung"), concessions
("although ..."), relative clauses that only add something (", which ..."), and results in the form
of a participle (", leading to ..."). Conditions, reasons, purposes, lists of like things, and
clauses that narrow a noun belong to what they stand with. Where words do not decide, nothing is
cut.
"""

import re

from benchmarks.judging.clauses import begins_clause, has_predicate
from benchmarks.judging.coordination import coordination
from benchmarks.judging.noun_phrases import OWNERS
from benchmarks.judging.predicates import looks_plural, main_verb, tokens_of
from benchmarks.judging.relatives import among, inner_relative, last_relative, where
from benchmarks.judging.results import result
from benchmarks.judging.verbs import is_past
from ingest.function_words import is_adverb

_DEEPEST = 6
_SHORT = 6
_CONCESSION = re.compile(
    r"^(?:although|though|even though|while|whereas|despite the fact that)\s+", re.IGNORECASE
)
# "not only does X but also does Y" is "does X and also does Y".
_NOT_ONLY = re.compile(
    r" not only (?P<first>(?:[a-z]+s|was|were|had|can|may|[a-z]+ed) [^;]{3,200}?),?"
    r" but (?:also )?(?=[a-z])"
)


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
            among,
            where,
            inner_relative,
            last_relative,
            result,
            coordination,
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
        if tokens[0].word in OWNERS:
            return (other,)
        be = "are" if looks_plural(subject) else "is"
        return f"{subject} {be} {one}", other
    return None
