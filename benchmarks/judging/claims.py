"""Claims of a trajectory by rules (SCHEMA, method 6.1): what the agent itself says is the case.

Taken: sentences of what the agent wrote, and of the final answer where it stands apart. Cut off:
hedges, attributions, connectives, citations; negation stays. Left out: questions, plans, talk about
the question, the options and the evidence, bare answers, and what merely tells a tool's output
(text of tools is never the agent's). Thinking text gives claims only where it is asked for.

A sentence that begins with "It" or "They" gets the subject of the sentence before it where that is
plain and agrees in number; else it is kept as it is, with the note `unresolved_pronoun`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.agents.trajectory import Trajectory
from benchmarks.judging import wording
from benchmarks.judging.clauses import has_verb, split_clauses, subject_of
from retrieval import sentences

UNRESOLVED = "unresolved_pronoun"

_LONGEST = 1000
_FEWEST_WORDS = 3
_PERSONAL = frozenset({"it", "they", "he", "she"})
# "This drug" needs the sentence before it as much as "it" does.
_PRONOUN = re.compile(r"^(it|they|he|she|these|those|this|that|such)\s+", re.IGNORECASE)
# "It is not proven that ...": no subject is meant.
_EXPLETIVE = re.compile(
    r"^it (?:is|was|has been|remains)(?: not| also| well| \w+ly)* (?!an?\b|the\b|one\b|another\b)"
    r"(?:\w+ that\b|(?:possible|difficult|hard|easy|common|safe|rare|impossible|advisable) )",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")
_NORM = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class AgentClaimText:
    """A claim as a trajectory makes it.

    Attributes:
        step: index of the first step that says it.
        text: the claim, hedges and attributions cut off.
        norm: its normalised text: one norm, one claim.
        count: how often the trajectory says it.
        sentence: the sentence it was first taken from, as written.
        note: `unresolved_pronoun` where its subject is not named, else "".
    """

    step: int
    text: str
    norm: str
    count: int
    sentence: str
    note: str = ""


def extract_claims(trajectory: Trajectory, include_reasoning: bool = False) -> list[AgentClaimText]:
    """Claims of a trajectory in the order in which they are first said.

    Args:
        trajectory: what the agent said and did.
        include_reasoning: take claims from thinking text as well.
    """
    found: dict[str, AgentClaimText] = {}
    # A claim to be checked names its subject; a question does not, by these rules.
    subject = subject_of(trajectory.question)
    if subject.casefold().startswith(("a ", "an ")):
        subject = ""
    for step, text in _texts(trajectory, include_reasoning):
        for claim in claims_of(text, step, subject):
            known = found.get(claim.norm)
            found[claim.norm] = claim if known is None else replace(known, count=known.count + 1)
    return list(found.values())


def count_too_long(trajectory: Trajectory, include_reasoning: bool = False) -> int:
    """Sentences of a trajectory that give no claim because they are too long to be one."""
    texts = (text for _, text in _texts(trajectory, include_reasoning) if len(text) > _LONGEST)
    return sum(len(sentence) > _LONGEST for text in texts for sentence in _sentences(text))


def claims_of(text: str, step: int = 0, subject: str = "") -> list[AgentClaimText]:
    """Every claim of one text, repeated ones too; `subject` is what it is known to be about.

    >>> [claim.text for claim in claims_of("I think aspirin probably inhibits COX-1.")]
    ['aspirin inhibits COX-1']
    >>> claims_of("First I will search the literature, then compare the options.")
    []
    """
    claims = []
    for sentence in _sentences(text):
        for statement in _statements(sentence):
            named, note = _name_subject(statement, subject)
            subject = subject_of(named) if not note else subject
            claims.append(AgentClaimText(step, named, normalised(named), 1, sentence, note))
    return claims


def normalised(text: str) -> str:
    """Text for comparing claims: case, punctuation and spaces do not count.

    >>> normalised("Zinc inhibits ACE-2.") == normalised("zinc  inhibits ACE 2")
    True
    """
    return _NORM.sub(" ", text).strip().casefold()


def _texts(trajectory: Trajectory, include_reasoning: bool) -> Iterator[tuple[int, str]]:
    for index, step in enumerate(trajectory.steps):
        if include_reasoning and step.reasoning:
            yield index, step.reasoning
        yield index, step.content
    last = max(len(trajectory.steps) - 1, 0)
    final = trajectory.final
    if final and not any(final.strip() in step.content for step in trajectory.steps):
        yield last, final


def _sentences(text: str) -> Iterator[str]:
    """Sentences line by line; headings and list marks are cut."""
    for line in wording.MARKUP.sub("", text).splitlines():
        for part in wording.INLINE_LIST.split(line):
            bare = wording.LIST_MARK.sub("", part)
            yield from (bare[start:end] for start, end in sentences.split(bare))


def _statements(sentence: str) -> Iterator[str]:
    """The factual statements of a sentence, each cut to its core."""
    if len(sentence) > _LONGEST or sentence.rstrip("\"')] ").endswith("?"):
        return
    plain = wording.CITATION.sub("", wording.DOCUMENT_LIST.sub(r"\1", sentence))
    plain = _SPACE.sub(" ", plain).strip()
    for clause in split_clauses(plain):
        yield from _from_clause(clause)


def _from_clause(clause: str) -> Iterator[str]:
    if wording.TOOL_REPORT.match(clause):
        # What a tool said is not the agent's; what the agent makes of it is.
        _, so, own = _partition(wording.SO_CLAUSE, clause)
        if so:
            yield from _from_clause(own)
        return
    core = _core(clause)
    before, consequence, after = _partition(wording.CONSEQUENCE, core)
    if consequence and has_verb(after):
        yield from _from_clause(before)
        yield from _from_clause(after)
    elif (answer := wording.ANSWER_PROSE.match(core)) is not None:
        yield from _from_clause(answer["rest"])
    elif _states_something(core):
        yield core


def _core(clause: str) -> str:
    """The clause without what introduces it, until nothing more can be cut."""
    text, before = clause, ""
    while text != before:
        before = text
        text = wording.CONNECTIVE.sub("", text)
        text = wording.BARE_CONNECTIVE.sub("", text)
        text = wording.LABEL.sub("", text)
        for introduction in wording.INTRODUCTIONS:
            found = introduction.match(text)
            if found is not None and not wording.NEGATION.search(found.group()):
                text = text[found.end() :]
    text = wording.TRAILING.sub("", text)
    text = wording.HEDGE_ADVERB.sub(" ", text)
    return _SPACE.sub(" ", text).strip(" \t.,;:!\"'“”")


def _states_something(text: str) -> bool:
    if len(text.split()) < _FEWEST_WORDS or not has_verb(text):
        return False
    if wording.TOOL_MENTION.search(text):
        return False
    return not any(pattern.search(text) for pattern in wording.NO_CLAIM)


def _partition(pattern: re.Pattern[str], text: str) -> tuple[str, str, str]:
    found = pattern.search(text)
    if found is None:
        return text, "", ""
    return text[: found.start()], found.group(), text[found.end() :]


def _name_subject(statement: str, subject: str) -> tuple[str, str]:
    """The statement with its pronoun replaced by the last subject, or with a note."""
    pronoun = _PRONOUN.match(statement)
    if pronoun is None or _EXPLETIVE.match(statement):
        return statement, ""
    word = pronoun[1].casefold()
    if subject and word in _PERSONAL and _is_plural(subject) == (word == "they"):
        return subject + statement[pronoun.end(1) :], ""
    return statement, UNRESOLVED


def _is_plural(subject: str) -> bool:
    if " and " in subject:
        return True
    last = subject.split()[-1]
    return last[1:].islower() and last.endswith("s") and not last.endswith(("ss", "us", "is"))
