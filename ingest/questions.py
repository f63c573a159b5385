"""Yes/no questions and labelled claims, read as the statement that they ask about."""

from collections.abc import Sequence

from hubscope.tokens import Token, tokenize
from ingest.function_words import AUXILIARIES, BE, PREPOSITIONS, is_adverb, words
from ingest.mined import Mined
from ingest.patterns import load_patterns
from retrieval.sentences import split

_AUXILIARIES = words(
    """
    do does did can could is are was were will would may might should has have had
    """
)
# A comparison, an equality or a limit is asked about, not the plain relation.
_COMPARING = words(
    """
    similar same equal equally equivalent better worse than compared versus vs comparable
    superior inferior only solely trivial merely different alone
    """
)
_POINTING = words(
    """
    this these those his her their following except true false patient
    """
)

_TOPIC_ENDS = (PREPOSITIONS - {"of"}) | {":"}
# What is asked for is a guess or a choice, not a fact.
_UNASSERTED = words("best likely would should most least if")
# Of a picture: how a thing looks beside others, and a place in it.
_LOOKS = words(
    """
    pale paler dark darker light lighter bright red reddish yellow yellowish white brown tan gray
    grey pink blue purple broad
    """
)
_PLACES = words("area areas base bases element elements region regions part parts side surface")
_DEFINITE = words("the this these that those")
_LONGEST_ASKED = 4
_SHORTEST_OBJECT_QUESTION = 5


def question_start(tokens: Sequence[Token]) -> int | None:
    """Number of the token after a question's auxiliary, None if it is no yes/no question.

    A topic before a colon is left out: "Topic: does A lower B?".
    """
    colons = [at for at, token in enumerate(tokens) if token.text == ":"]
    for start in [0, *(at + 1 for at in colons)]:
        if start < len(tokens) and tokens[start].text.lower() in _AUXILIARIES:
            return start + 1
    return None


def topic_end(tokens: Sequence[Token], start: int) -> int:
    """Where the noun group that "Topic ...: can it" asks about ends, 0 where nothing points at it.

    Args:
        tokens: of the question.
        start: number of the token after the auxiliary.
    """
    if start >= len(tokens) or tokens[start].text.lower() not in {"it", "they"}:
        return 0
    words = [token.text.lower() for token in tokens[: start - 1]]
    if words.count(":") != 1 or words[-1] != ":" or "and" in words:
        return 0
    return next((at for at, word in enumerate(words) if word in _TOPIC_ENDS), 0)


def completed(stem: str, answer: str) -> str | None:
    """The sentence that a stem and its right option make, None where they make none.

    >>> completed("The liver is supplied by the:", "hepatic artery.")
    'The liver is supplied by the hepatic artery.'
    >>> completed("Which of the following drugs may cause a dry mouth?", "Antidepressants.")
    'Antidepressants may cause a dry mouth.'
    >>> completed("Amylase is produced by which of the following?", "Saliva")
    'Amylase is produced by Saliva.'
    >>> completed("What is saliva composed of?", "amylase")
    'saliva is composed of amylase.'
    """
    stem, answer = stem.strip(), answer.strip()
    if not stem or len(split(stem)) > 1 or len(split(answer)) > 1:
        return None
    text = _answered(stem, answer) if stem.endswith("?") else f"{stem.rstrip(':. ')} {answer}"
    if text is None:
        return None
    tokens = tokenize(text)
    return None if points(tokens) or compares(tokens) else text


def _answered(stem: str, answer: str) -> str | None:
    """A question for one noun group with the answer in its place."""
    tokens = tokenize(stem)
    words = [token.text.lower() for token in tokens]
    asks = [at for at, word in enumerate(words) if word in {"which", "what"}]
    if len(asks) != 1 or _UNASSERTED & set(words):
        return None
    at = asks[0]
    answer = answer.rstrip(".")
    if at == 0 and (asked := _object_asked(stem, tokens, words)):
        return f"{asked} {answer}."
    if at > 0:
        is_last = words[at + 1 :] in (["of", "the", "following", "?"], ["of", "these", "?"])
        return f"{stem[: tokens[at].start]}{answer}." if is_last else None
    verb = _first_verb(words)
    if verb is None:
        return None
    return f"{answer} {stem[tokens[verb].start : tokens[-1].start].strip()}."


def _object_asked(stem: str, tokens: Sequence[Token], words: Sequence[str]) -> str | None:
    """The statement before its object: "What is A composed of?", "What does A contain?"."""
    last = tokens[-1].start
    if len(words) < _SHORTEST_OBJECT_QUESTION:
        return None
    patterns = load_patterns()
    if words[1] in {"do", "does", "did"} and words[2] != "not":
        is_open = words[-2] in patterns.verbs or words[-3] in patterns.verbs
        return stem[tokens[2].start : last].strip() if is_open else None
    if words[1] in BE and words[-2] in PREPOSITIONS:
        for at in (len(words) - 3, len(words) - 4):
            if at > 2 and (words[at] in patterns.verbs or words[at] in patterns.predicates):
                subject, rest = (
                    stem[tokens[2].start : tokens[at].start],
                    stem[tokens[at].start : last],
                )
                return f"{subject.strip()} {words[1]} {rest.strip()}"
    return None


def _first_verb(words: Sequence[str]) -> int | None:
    """Where the predicate of "Which (one) (of the following) (drugs)" begins."""
    at = 1
    for asked in (["one"], ["of", "the", "following"], ["of", "these"]):
        if list(words[at : at + len(asked)]) == asked:
            at += len(asked)
    verbs = load_patterns().verbs
    for verb in range(at, min(at + _LONGEST_ASKED, len(words))):
        word = words[verb]
        if word in {"do", "does", "did"} and words[verb + 1] != "not":
            return None  # "What does A inhibit?" asks for the object
        if word in AUXILIARIES or word in verbs:
            return verb - 1 if verb > at and is_adverb(words[verb - 1]) else verb
        if word in PREPOSITIONS or not word.isalpha():
            return None
    return None


def topic_question(tokens: Sequence[Token]) -> tuple[int, str] | None:
    """Where the topic of "Topic: is there a NOUN?" ends, and the noun; None for other questions."""
    words = [token.text.lower() for token in tokens if token.text != "?"]
    if ":" not in words:
        return None
    colon = words.index(":")
    match words[colon + 1 :]:
        case ["is" | "are", "there", "a" | "an" | "any", *grading, noun] if len(grading) < 2:
            return colon, noun
        case ["does" | "do", "a" | "an" | "any", noun, "exist"]:
            return colon, noun
    return None


def compares(tokens: Sequence[Token]) -> bool:
    """Whether a question or a claim compares or limits, so that no plain relation is at stake."""
    return any(token.text.lower() in _COMPARING for token in tokens)


def counts(read: Mined) -> bool:
    """Whether a statement gives an amount, which may be what is wrong in it: "by 40 percent"."""
    named = {at for mention in read.mentions for at in range(mention.first, mention.last)}
    return any(
        token.text[0].isdigit() and not token.joined and at not in named
        for at, token in enumerate(read.tokens)
    )


def of_a_picture(text: str, start: int, end: int) -> bool:
    """Whether a name is of a thing in a picture: "the necrotic focus", "pale tissue", "an area"."""
    before = text[:start].casefold().split()
    name = text[start:end].casefold().split()
    is_definite = bool(before) and before[-1] in _DEFINITE
    return is_definite or (bool(name) and (name[0] in _LOOKS or name[-1] in _PLACES))


def points(tokens: Sequence[Token]) -> bool:
    """Whether a stem speaks of one case ("this patient") or cannot be read as a statement."""
    return any(token.text.lower() in _POINTING or token.text == "_" for token in tokens)
