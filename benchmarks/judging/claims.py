"""Claims of a trajectory by rules (SCHEMA, method 6.1): what the agent itself says is the case.

Taken: sentences of what the agent wrote, and of the final answer where it stands apart. Cut off:
hedges, attributions, connectives, citations; negation stays. Left out: questions, plans, talk about
the question, the options and the evidence, bare answers, and what merely tells a tool's output
(text of tools is never the agent's). Thinking text gives claims only where it is asked for.

A claim is one assertion: coordinated predicates, added relative clauses, concessions and results
are cut off from each other (assertions.py). A sentence that begins with "It" or "They" gets the
subject of the sentence before it where that is plain and agrees in number; else nobody can check
it: it has the note `unnamed_subject`, and a trajectory's claims leave it out. "This drug" is kept,
with the note `unresolved_pronoun`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.agents.trajectory import Trajectory
from benchmarks.judging import introductions, no_claims, wording
from benchmarks.judging.assertions import assertions
from benchmarks.judging.clauses import (
    has_predicate,
    has_verb,
    split_clauses,
    subject_of,
)
from benchmarks.judging.comments import without_comments
from benchmarks.judging.denial import can_be_cut
from benchmarks.judging.framing import unframed
from benchmarks.judging.modals import without_modal
from benchmarks.judging.pronouns import OWNING, UNNAMED, named_subject
from benchmarks.judging.seeming import denied_opinion, without_seeming
from retrieval import sentences

_LONGEST = 1000
_FEWEST_WORDS = 3
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
        note: `unresolved_pronoun` where its subject is pointed at ("this drug"),
            `unnamed_subject` where it is a bare pronoun, else "".
        hedge: the modal that was cut ("may"), wherever it is said; "" where it is once said flatly.
    """

    step: int
    text: str
    norm: str
    count: int
    sentence: str
    note: str = ""
    hedge: str = ""


def extract_claims(trajectory: Trajectory, include_reasoning: bool = False) -> list[AgentClaimText]:
    """Claims of a trajectory in the order in which they are first said.

    Args:
        trajectory: what the agent said and did.
        include_reasoning: take claims from thinking text as well.
    """
    found: dict[str, AgentClaimText] = {}
    for claim in _said(trajectory, include_reasoning):
        if claim.note != UNNAMED:
            known = found.get(claim.norm)
            found[claim.norm] = claim if known is None else _again(known, claim)
    return list(found.values())


def _again(known: AgentClaimText, claim: AgentClaimText) -> AgentClaimText:
    return replace(known, count=known.count + 1, hedge=known.hedge if claim.hedge else "")


def count_unnamed(trajectory: Trajectory, include_reasoning: bool = False) -> int:
    """Statements of a trajectory that give no claim: nothing names what their pronoun means."""
    return sum(claim.note == UNNAMED for claim in _said(trajectory, include_reasoning))


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
        asked = wording.ASKED.search(sentence)
        if asked is not None:
            subject = asked["subject"]
        # A sentence is about what its first statement is about; a clause, about the one before.
        nearest, about = subject, ""
        for number, hedged in enumerate(_statements(sentence)):
            statement, hedge = without_modal(hedged)
            # "its" means the subject of the sentence, where that has a name.
            owner = about if number and OWNING.match(statement) else nearest
            named, note = named_subject(statement, owner)
            if not note and not OWNING.match(statement):
                nearest = subject_of(named)
                about = about if number else nearest
            claims.append(AgentClaimText(step, named, normalised(named), 1, sentence, note, hedge))
        subject = about or nearest
    return claims


def normalised(text: str) -> str:
    """Text for comparing claims: case, punctuation and spaces do not count.

    >>> normalised("Zinc inhibits ACE-2.") == normalised("zinc  inhibits ACE 2")
    True
    """
    return _NORM.sub(" ", text).strip().casefold()


def _said(trajectory: Trajectory, include_reasoning: bool) -> Iterator[AgentClaimText]:
    # A claim to be checked names its subject; a question does not, by these rules.
    subject = subject_of(trajectory.question)
    if subject.casefold().startswith(("a ", "an ")):
        subject = ""
    for step, text in _texts(trajectory, include_reasoning):
        yield from claims_of(text, step, subject)


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
    for line in wording.MARKUP.sub("", wording.CODE_BLOCK.sub("\n", text)).splitlines():
        if wording.NO_PROSE.search(line):
            continue
        for part in wording.INLINE_LIST.split(line):
            bare = wording.LIST_MARK.sub("", part)
            yield from (bare[start:end] for start, end in sentences.split(bare))


def _statements(sentence: str) -> Iterator[str]:
    """The factual statements of a sentence, each cut to its core."""
    if len(sentence) > _LONGEST or sentence.rstrip("\"')] ").endswith(("?", ":")):
        return
    plain = denied_opinion(_plain(sentence))
    if not no_claims.TOOL_REPORT.match(plain) and not _is_plan(plain):
        plain = _introduced(plain)
    for clause in split_clauses(plain):
        yield from _from_clause(clause)


def _plain(sentence: str) -> str:
    """A sentence without links, citations and marks of options, contractions written out."""
    sourced = wording.LINKED_SOURCE.sub("", wording.IMAGE.sub("", sentence))
    unlinked = wording.BARE_URL.sub("", wording.LINK.sub(r"\1", sourced))
    cited = wording.CITATION.sub("", wording.DOCUMENT_LIST.sub(r"\1", unlinked))
    whole = wording.CONTRACTION.sub(_written_out, wording.OPTION_MARK.sub("", cited))
    whole = wording.DENYING_CONTRACTION.sub(_denied, whole)
    named = wording.OPTION_NAME.sub(_option_name, whole)
    return wording.QUOTED_START.sub(r"\1", _SPACE.sub(" ", named).strip())


def _option_name(found: re.Match[str]) -> str:
    return f"{found['name'] or found['inside'] or ''} ".lstrip()


def _written_out(found: re.Match[str]) -> str:
    return f"{found[1]} is" if found[1] else f"{found[2]} are"


def _denied(found: re.Match[str]) -> str:
    verb = {"wo": "will", "sha": "shall", "ca": "can"}.get(found[1].casefold(), found[1])
    return verb + ("not" if verb.casefold() == "can" else " not")


def _from_clause(clause: str) -> Iterator[str]:
    if no_claims.TOOL_REPORT.match(clause):
        # What a tool said is not the agent's; what the agent makes of it is.
        _, so, own = _partition(wording.SO_CLAUSE, clause)
        if so:
            yield from _from_clause(own)
        return
    core = _core(_reason(clause))
    before, consequence, after = _partition(wording.CONSEQUENCE, core)
    first, and_that, second = _partition(wording.AND_THAT, core)
    if and_that and " that " not in first and has_predicate(second):
        yield from _from_clause(first)
        yield from _from_clause(second)
    elif consequence and has_verb(after):
        yield from _from_clause(before)
        yield from _from_clause(after)
    elif (answer := wording.ANSWER_PROSE.match(core)) is not None:
        yield from _from_clause(answer["rest"])
    else:
        for number, assertion in enumerate(assertions(core)):
            stated = _core(assertion)
            if _states_something(stated):
                yield stated
            elif not number and wording.FIRST_PERSON.match(stated):
                return


def _reason(clause: str) -> str:
    """What a rejected option is rejected for, its pronoun replaced by the option."""
    found = wording.REASON.match(clause)
    if found is None:
        return clause
    name = found["name"] or ""
    reason = clause[found.end() :]
    known = bool(name) and not wording.OPTION_LETTER.match(name)
    return wording.REASON_PRONOUN.sub(rf"\g<though>{name}", reason) if known else reason


def _core(clause: str) -> str:
    """The clause without what introduces it and what hedges it."""
    text = wording.OWN_DOUBT_BEHIND.sub("", wording.OWN_DOUBT_WITHIN.sub(" ", _introduced(clause)))
    text = wording.NAMED_BEHIND.sub("", text)
    text = wording.NEED.sub("", wording.TRAILING.sub("", text))
    text = without_seeming(wording.HEDGE_ADVERB.sub(" ", text))
    text = _balanced(_SPACE.sub(" ", text)).strip(" \t.,;:!'“”")
    return text if text.count('"') > 1 else text.replace('"', "")


def _introduced(clause: str) -> str:
    """The clause without what introduces it, until nothing more can be cut."""
    text, before = clause, ""
    while text != before:
        before = text
        text = introductions.CONNECTIVE.sub("", text)
        text = introductions.BARE_CONNECTIVE.sub("", text)
        text = unframed(without_comments(introductions.OWN_DOUBT.sub("", text)))
        text = wording.LABEL.sub("", text)
        text = wording.HEADED.sub(r"\g<name> ", text)
        for introduction in introductions.INTRODUCTIONS:
            found = introduction.match(text)
            if found is not None and can_be_cut(found.group()):
                text = text[found.end() :]
    return text


def _balanced(text: str) -> str:
    """The text up to a bracket that is opened and never closed."""
    opened = text.rfind("(")
    return text[:opened] if opened > 0 and ")" not in text[opened:] else text


def _is_plan(text: str) -> bool:
    return any(pattern.search(text) for pattern in no_claims.NO_CLAIM)


def _states_something(text: str) -> bool:
    if len(text.split()) < _FEWEST_WORDS or not has_predicate(text):
        return False
    if no_claims.TOOL_MENTION.search(text):
        return False
    return not _is_plan(text)


def _partition(pattern: re.Pattern[str], text: str) -> tuple[str, str, str]:
    found = pattern.search(text)
    if found is None:
        return text, "", ""
    return text[: found.start()], found.group(), text[found.end() :]
