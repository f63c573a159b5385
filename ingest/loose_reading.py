"""What a sentence says of two given names where no pattern reads it: by its trigger words alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.function_words import AUXILIARIES, BE, is_adverb, words
from ingest.noun_words import REVERSING
from ingest.patterns import VerbForm, load_patterns

# A name with its first and last (exclusive) word.
Span = tuple[int, int]

_JOINING = words("and but or , ; also thereby thus then not")
_RELATIVE = words("which who whom whose")
_LESS_BEFORE = REVERSING | words(
    """
    inhibitor inhibitors antagonist antagonists blocker blockers sirna sirnas shrna shrnas antisense
    neutralizing neutralising silenced depleted deleted reduced decreased lowered low impaired
    knocking ablating deficient absent lacking
    """
)
_LESS_BEHIND = REVERSING | words(
    """
    inhibitor inhibitors antagonist antagonists blocker blockers sirna sirnas shrna shrnas null
    deficient depleted silenced deleted
    """
)
_ACTORS = words("by and or with in on from via through , ; : but to that which")
_FARTHEST = 3
_BY_WITHIN = 4


@dataclass(frozen=True, slots=True)
class Trigger:
    """A verb of a sentence with who acts and on whom, by the numbers of the two names (0 and 1)."""

    at: int
    form: VerbForm
    agent: int
    patient: int


def triggers(sentence: Sequence[str], names: tuple[Span, Span]) -> Iterator[Trigger]:
    """Verbs that may relate two names; those between the names and near the second come first.

    Args:
        sentence: words in lower case, marks among them.
        names: where the two names stand.
    """
    left, right = sorted(names)
    verbs = load_patterns().verbs
    places = [at for at, word in enumerate(sentence) if word in verbs and not _within(at, names)]
    places.sort(key=lambda at: (not left[1] <= at < right[0], abs(right[0] - at)))
    for at in places:
        for form in verbs[sentence[at]]:
            roles = _roles(sentence, at, names, form)
            if roles is not None:
                yield Trigger(at, form, *(roles[::-1] if form.pattern.is_reversed else roles))


def is_less(sentence: Sequence[str], name: Span, trigger: int) -> bool:
    """Whether the words speak of less of a name: "loss of A", "siRNA against A", "A inhibitor".

    Args:
        sentence: words in lower case, marks among them.
        name: where the name stands.
        trigger: the verb's place; what stands beyond it is said of another name.

    >>> is_less("a p300 inhibitor reduces collagen".split(), (1, 2), 3)
    True
    """
    first, last = name
    for at in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
        word = sentence[at]
        if word in _ACTORS or at == trigger:
            break
        if word in _LESS_BEFORE or _is_knocked(sentence, at):
            return True
    if list(sentence[max(0, first - 2) : first]) == ["anti", "-"]:
        return True
    behind = [at for at in range(last, min(last + 2, len(sentence))) if sentence[at] != "-"][:1]
    return any(
        at != trigger and (sentence[at] in _LESS_BEHIND or _is_knocked(sentence, at))
        for at in behind
    )


def _is_knocked(sentence: Sequence[str], at: int) -> bool:
    """Whether a word belongs to "knock-down" or "knock-out"."""
    around = list(sentence[max(0, at - 2) : at + 3])
    return "knock" in around and bool({"down", "out"} & set(around)) and "-" in around


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
    if form.after and form.after not in sentence[at + 1 : at + 1 + _FARTHEST]:
        return None
    if form.is_past and BE & set(sentence[names[left][1] : at]):
        return None
    return left, right


def _agent(
    sentence: Sequence[str], at: int, names: tuple[Span, Span], form: VerbForm
) -> int | None:
    """The name behind the "by" of a participle, or behind "treated with"."""
    markers = {"by", "with"} if form.pattern.meaning == "treats" else {"by"}
    for by in range(at + 1, len(sentence)):
        if _within(by, names):
            return None
        if sentence[by] in markers:
            behind = [n for n, (first, _) in enumerate(names) if by < first <= by + _BY_WITHIN]
            return min(behind, key=lambda n: names[n]) if behind else None
    return None


def _has_subject_of_its_own(sentence: Sequence[str], start: int, at: int) -> bool:
    """Whether a verb is said of something else than the name that ends at `start`.

    "A activates C, which inhibits B" and "A activates C, and D inhibits B" say nothing of A and B.
    """
    verbs = load_patterns().verbs
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
