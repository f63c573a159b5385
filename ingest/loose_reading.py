"""What a sentence says of two given names where no pattern reads it: by its trigger words alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.function_words import AUXILIARIES, BE, FUNCTION_WORDS, is_adverb, word_at, words
from ingest.less import FARTHEST, UPON, Span, is_less
from ingest.meanings import OPPOSITE
from ingest.patterns import VerbForm, load_patterns
from ingest.phrases import load_phrases, said

_JOINING = words("and but or , ; also thereby thus then not")
_RELATIVE = words("which who whom whose")
_RISING = {
    **dict.fromkeys(words("rose rises rise increased increases increase climbed"), "raises"),
    **dict.fromkeys(
        words("fell falls fall dropped drops declined declines decreased decreases decrease"),
        "lowers",
    ),
}
_MORE = words("overexpression overexpressing treatment addition induction restoration upregulation")
_MEDIATED = [["-", word] for word in ("mediated", "induced", "driven", "dependent", "triggered")]
# Behind an effect they take it back.
_ANNULLED = words(
    "blunted abolished prevented blocked reversed lost impaired absent reduced abrogated"
)
# Between a name and what it is said to be stand these, and one further word.
_NAMING = words("a an the , not no as act acts acted serve serves served function functions works")
_ENDING = FUNCTION_WORDS | frozenset({"", ".", ",", ";", ")"})
# "TP53 knockdown cells had higher MYC"
_COMPARED = {
    **dict.fromkeys(words("higher more greater"), "raises"),
    **dict.fromkeys(words("lower less fewer"), "lowers"),
}
_BY_WITHIN = 4


@dataclass(frozen=True, slots=True)
class Trigger:
    """What relates two names: where, what it means (patterns.toml), and which of them acts.

    `own` are the places of its own words, which say nothing beside it: "a COX-1 inhibitor such as".
    """

    at: int
    meaning: str
    agent: int
    own: frozenset[int] = frozenset()


def triggers(sentence: Sequence[str], names: tuple[Span, Span]) -> Iterator[Trigger]:
    """Verbs that may relate two names; those between the names and near the second come first.

    Args:
        sentence: words in lower case, marks among them.
        names: where the two names stand.
    """
    left, right = sorted(names)
    for agent in (0, 1):
        for phrase in said(sentence, names[agent], names[1 - agent]):
            yield Trigger(phrase.at, phrase.meaning, agent, phrase.own)
    verbs = load_phrases().verbs
    places = [at for at, word in enumerate(sentence) if word in verbs and not _within(at, names)]
    places.sort(key=lambda at: (not left[1] <= at < right[0], abs(right[0] - at)))
    for at in places:
        for form in verbs[sentence[at]]:
            roles = _roles(sentence, at, names, form)
            if roles is not None:
                yield Trigger(at, form.pattern.meaning, roles[form.pattern.is_reversed])
    yield from _changes(sentence, left, right, agent=names.index(right))
    yield from _fronted(sentence, left, right, agent=names.index(left))
    yield from _comparisons(sentence, left, right, agent=names.index(left))
    yield from _predicates(sentence, left, right, agent=names.index(left))
    yield from _nominals(sentence, names)
    yield from _actors(sentence, left, right, agent=names.index(left))


def _changes(sentence: Sequence[str], left: Span, right: Span, *, agent: int) -> Iterator[Trigger]:
    """A change of one name when something was done to the other: "B rose after loss of A"."""
    for at in range(left[1], right[0]):
        before, word = sentence[left[1] : at], sentence[at]
        meaning = _passive_change(word) if BE & set(before) else _RISING.get(word, "")
        meaning = meaning or (_COMPARED.get(word, "") if BE & set(before) else "")
        link = word_at(sentence, at + 1)
        if not meaning or link not in UPON | {"in"} or _RELATIVE & set(before):
            continue
        if is_less(sentence, right, at) or (link != "in" and _is_more(sentence, right, at)):
            yield Trigger(at, meaning, agent)


def _fronted(sentence: Sequence[str], left: Span, right: Span, *, agent: int) -> Iterator[Trigger]:
    """A change of the second name upon the first: "upon treatment with A, B was raised"."""
    if not UPON & set(sentence[max(0, left[0] - FARTHEST) : left[0]]):
        return
    if "," not in sentence[left[1] : right[0]] or "by" in sentence[right[1] :]:
        return
    for at in range(right[1], min(right[1] + FARTHEST, len(sentence))):
        is_passive = bool(BE & set(sentence[right[1] : at]))
        meaning = _passive_change(sentence[at]) if is_passive else _RISING.get(sentence[at], "")
        if meaning:
            yield Trigger(at, meaning, agent)


def _comparisons(
    sentence: Sequence[str], left: Span, right: Span, *, agent: int
) -> Iterator[Trigger]:
    """More or less of one name where the other was taken away: "A-deficient mice had more B"."""
    for at in range(left[1], right[0]):
        if sentence[at] in _COMPARED and right[0] - at <= FARTHEST and is_less(sentence, left, at):
            yield Trigger(at, _COMPARED[sentence[at]], agent)


def _predicates(
    sentence: Sequence[str], left: Span, right: Span, *, agent: int
) -> Iterator[Trigger]:
    """What "is associated with" and the like say, adverbs before the preposition allowed."""
    for at in range(left[1], right[0]):
        behind = [word for word in sentence[at : right[0]] if not is_adverb(word)]
        for phrase, pattern in load_patterns().predicates.get(sentence[at], ()):
            is_said = BE & set(sentence[left[1] : at]) and tuple(behind[: len(phrase)]) == phrase
            if is_said and not _has_subject_of_its_own(sentence, left[1], at):
                yield Trigger(at, pattern.meaning, 1 - agent if pattern.is_reversed else agent)


def _nominals(sentence: Sequence[str], names: tuple[Span, Span]) -> Iterator[Trigger]:
    """What nouns of an effect say: "A-mediated inhibition of B", "B inhibition by A"."""
    by = load_phrases().by
    for at, word in enumerate(sentence):
        if word not in by or _ANNULLED & set(sentence[at:]):
            continue
        link = word_at(sentence, at + 1)
        for agent in (0, 1):
            acts, bears = names[agent], names[1 - agent]
            is_mediated = list(sentence[acts[1] : at]) in _MEDIATED
            is_compound = is_mediated and link == "of" and bears[0] in {at + 2, at + 3}
            is_behind = bears[1] == at and link == "by" and acts[0] in {at + 2, at + 3}
            is_of = (
                link == "of"
                and bears[0] in {at + 2, at + 3}
                and (
                    word_at(sentence, bears[1]) == "by" and acts[0] in {bears[1] + 1, bears[1] + 2}
                )
            )
            if is_compound or is_behind or is_of:
                yield Trigger(at, by[word], agent)


def _actors(sentence: Sequence[str], left: Span, right: Span, *, agent: int) -> Iterator[Trigger]:
    """What a noun of an actor says: "A is a B inhibitor", "A acts as an inhibitor of B"."""
    between = list(sentence[left[1] : right[0]])
    unknown = [w for w in between if w not in _NAMING and not is_adverb(w) and w not in BE]
    if not (BE | {",", "as"}) & set(between):
        return
    for at in (right[1], *range(left[1], right[0])):
        noun = word_at(sentence, at)
        is_behind = at == right[1] and word_at(sentence, at + 1) in _ENDING
        for phrase, links, pattern in load_patterns().nouns.get(noun, ()):
            is_linked = at < right[0] and word_at(sentence, at + 1) in links
            spare = len(unknown) - (2 if is_linked else 0)  # the noun and its link
            if phrase == (noun,) and (is_behind or is_linked) and spare <= 1:
                yield Trigger(at, pattern.meaning, 1 - agent if pattern.is_reversed else agent)


def _passive_change(word: str) -> str:
    """What "B was raised" says happens to B, "" where it is no change."""
    forms = load_phrases().verbs.get(word, ())
    meanings = (form.pattern.meaning for form in forms if form.is_past)
    return next((meaning for meaning in meanings if meaning in OPPOSITE), "")


def _is_more(sentence: Sequence[str], name: Span, trigger: int) -> bool:
    """Whether the words speak of more of a name: "overexpression of A", "treatment with A"."""
    first, last = name
    around = [*sentence[max(trigger + 1, first - FARTHEST) : first], *sentence[last : last + 1]]
    return bool(_MORE & set(around))


def _within(at: int, names: tuple[Span, Span]) -> bool:
    return any(first <= at < last for first, last in names)


def _roles(
    sentence: Sequence[str], at: int, names: tuple[Span, Span], form: VerbForm
) -> tuple[int, int] | None:
    """Who acts and on whom, None where a verb does not relate the two names."""
    left, right = (0, 1) if names[0] < names[1] else (1, 0)
    if form.is_past and (agent := _agent(sentence, at, names, form)) is not None:
        return agent, 1 - agent
    if names[right][1] <= at:
        # "B is a target that A activates"
        between = sentence[names[left][1] : names[right][0]]
        behind = sentence[names[right][1] : at]
        is_object = bool({"that", "which", "whom"} & set(between)) and all(map(is_adverb, behind))
        return (right, left) if is_object else None
    if at < names[left][0] or _has_subject_of_its_own(sentence, names[left][1], at):
        return None
    if form.after and form.after not in sentence[at + 1 : at + 1 + FARTHEST]:
        return None
    before = [word for word in sentence[names[left][1] : at] if not is_adverb(word)]
    if not form.is_past and BE & set(before[-1:]):
        return None  # "is lower in"
    is_passive = form.is_past and BE & set(before)
    if is_passive or (not form.after and word_at(sentence, at + 1) in UPON):
        return None
    return left, right


def _agent(
    sentence: Sequence[str], at: int, names: tuple[Span, Span], form: VerbForm
) -> int | None:
    """The name behind the "by" of a participle, or behind "treated with"."""
    markers = {"by", "with"} if form.pattern.meaning == "treats" else {"by"}
    verbs, has_by = load_phrases().verbs, False
    for by in range(at + 1, len(sentence)):
        if _within(by, names) or (has_by and sentence[by] in verbs):
            return None
        if sentence[by] in markers:
            behind = [n for n, (first, _) in enumerate(names) if by < first <= by + _BY_WITHIN]
            if behind:
                return min(behind, key=lambda n: names[n])
            has_by = True
        # "activated by C, D and A", "activated by C and by A"
        if has_by and sentence[by] in {",", "and", "or"}:
            listed = [n for n, (first, _) in enumerate(names) if by < first <= by + 2]
            if listed and at + _BY_WITHIN * _BY_WITHIN >= by:
                return listed[0]
    return None


def _has_subject_of_its_own(sentence: Sequence[str], start: int, at: int) -> bool:
    """Whether a verb is said of something else than the name that ends at `start`.

    "A activates C, which inhibits B" and "A activates C, and D inhibits B" say nothing of A and B.
    """
    verbs = load_phrases().verbs
    has_verb = has_words = False
    for n in range(start, at):
        word = sentence[n]
        if word in _RELATIVE and has_words:
            return True
        if word in _JOINING and has_verb:
            behind = sentence[n + 1 : at]
            return not all(w in _JOINING | AUXILIARIES or is_adverb(w) for w in behind)
        has_verb = has_verb or word in verbs
        has_words = has_words or word != ","
    return False
