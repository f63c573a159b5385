"""Relations of a sentence by rules: whole noun groups joined by the patterns of patterns.toml.

Sign (what happens) and polarity (whether it is asserted) are counted apart. Both arguments must be
whole noun groups; where a guard is in doubt, the sentence gives nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.vocabulary import Polarity
from hubscope.tokens import Token
from ingest.arguments import Arguments
from ingest.assertion import GapWords, denies, is_asserted, is_partial, read_gap
from ingest.function_words import (
    AUXILIARIES,
    BE,
    PREPOSITIONS,
    is_adverb,
    words,
)
from ingest.lexicon import Entry, Lexicon
from ingest.meanings import OF_MOLECULES, OF_VARIANTS, OUTCOMES
from ingest.noun_groups import (
    Argument,
    Unit,
    is_boundary,
    units,
)
from ingest.noun_words import BREAKERS, CHANGES, COURSE, GRADING
from ingest.patterns import Pattern, load_patterns
from ingest.seeds import Mention

_SHORTEST, LONGEST = 3, 300


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation that a sentence states between two concepts.

    Attributes:
        meaning: word of patterns.toml, mapped to a relation by meanings.py.
        sign: -1 if the sentence turns the effect round.
        start, end: of the sentence, in the text that was read.
        family: which kind of pattern; wording: the words that triggered it.
        measure: what of the tail is changed ("risk"), "" where nothing is said.
        is_asserted: stated, not asked or planned.
        is_graded: a word says the direction of an association ("inversely", "higher risk of").
    """

    head: Argument
    tail: Argument
    meaning: str
    family: str
    wording: str
    polarity: Polarity = Polarity.POSITIVE
    sign: int = 1
    measure: str = ""
    is_graded: bool = False
    is_asserted: bool = True
    start: int = 0
    end: int = 0

    @property
    def entries(self) -> tuple[Entry, Entry]:
        """Concepts of head and tail."""
        return self.head.entry, self.tail.entry


def statements(
    text: str,
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    lexicon: Lexicon,
    *,
    asks: str = "",
    all_of_it: bool = False,
) -> list[Statement]:
    """Relations of one sentence, in the order of their triggers.

    What has more than 300 tokens is a list or a table, not a sentence: nothing is read from it.

    Args:
        text: what the tokens' offsets count in.
        tokens: of the sentence; mentions count in them.
        mentions: concepts of the sentence.
        lexicon: knows symbols that stand as arguments, and guards.
        asks: the auxiliary of a yes/no question, whose tokens are those behind it; "" for none.
        all_of_it: give what is only asked or planned, too, marked as not asserted.
    """
    if not _SHORTEST <= len(tokens) <= LONGEST:
        return []
    reader = _Reader(text, units(tokens, mentions), lexicon, asks)
    found: list[Statement] = []
    for statement in reader.read():
        if not statement.is_asserted and not all_of_it:
            continue
        one = replace(statement, start=tokens[0].start, end=tokens[-1].end)
        if one.head.entry != one.tail.entry and not _same(found, one):
            found.append(one)
    return found


def topic_pair(
    text: str, tokens: Sequence[Token], mentions: Sequence[Mention], lexicon: Lexicon, noun: str
) -> list[Statement]:
    """What "A and B: is there a NOUN?" asks about.

    Args:
        text: what the tokens' offsets count in.
        tokens, mentions: of the topic before the colon.
        lexicon: as for `statements`.
        noun: such as "association"; any other gives nothing.
    """
    reader = _Reader(text, units(tokens, mentions), lexicon, "is")
    pattern = reader.patterns.between.get(noun)
    return reader.pair(pattern) if pattern else []


def _same(found: list[Statement], one: Statement) -> bool:
    return any(one.entries == other.entries for other in found)


class _Reader:
    """Reads one sentence: `at` is always the number of a unit."""

    def __init__(self, text: str, found: list[Unit], lexicon: Lexicon, asks: str) -> None:
        self.patterns = load_patterns()
        self.is_question = is_question = bool(asks)
        self.asks_be = asks in BE
        self.args = Arguments(text, found, lexicon, is_question=is_question)
        self.words = self.args.words

    def read(self) -> Iterator[Statement]:
        """Every statement of the sentence."""
        for at, unit in enumerate(self.args.units):
            if unit.mention is None:
                word = unit.word
                if at in self.args.stops:
                    yield from self._asserted(at, self._verb(at))
                if word in self.patterns.predicates:
                    yield from self._asserted(at, self._predicate(at))
                if word in BE or (self.asks_be and word in {"a", "an", "the"}):
                    yield from self._asserted(at, self._noun(at))
                if word in self.patterns.between:
                    yield from self._asserted(at, self._between(at))
                if word in self.patterns.by:
                    yield from self._asserted(at, self._by(at))
                if word in self.patterns.roles:
                    yield from self._asserted(at, self._role(at))
            if "-" in unit.word:
                yield from self._hyphen(at)

    def _asserted(self, at: int, found: Iterator[Statement]) -> Iterator[Statement]:
        asserted = self.is_question or is_asserted(self.words, at)
        denied = not self.is_question and denies(self.words[:at], of_evidence=True)
        for one in found:
            polarity = Polarity.NEGATIVE if denied else one.polarity
            yield replace(one, is_asserted=asserted, polarity=polarity)

    # --- families

    def _verb(self, at: int) -> Iterator[Statement]:
        gap = read_gap(self.words, at)
        for form in self.patterns.verbs[self.words[at]]:
            pattern = form.pattern
            if form.is_past and (gap.has_be or self._be_question_passive(at)):
                after = self.args.skip_adverbs(at + 1)
                if form.after and self.args.word(after) == form.after:
                    after = self.args.skip_adverbs(after + 1)
                if self.args.word(after) == "by":
                    yield from self._join(pattern, gap, at, after + 1, is_passive=True)
                continue
            if gap.has_be or gap.has_have:
                continue
            right = at + 1
            if form.after:
                right = self.args.skip_adverbs(right)
                if self.args.word(right) != form.after:
                    continue
                right += 1
            if form.is_past and not gap.length and self._is_subject(right):
                continue  # "leptin modified cells promote": of what kind the cells are
            yield from self._join(pattern, gap, at, right)

    def _is_subject(self, at: int) -> bool:
        """Whether the noun group from unit `at` on is the subject of another verb."""
        first, last = self.args.groups.right_of(at)
        is_verb = last in self.args.stops and self.args.word(last + 1) not in PREPOSITIONS
        return first < last and (is_verb or self.args.word(last) in AUXILIARIES)

    def _be_question_passive(self, at: int) -> bool:
        return self.asks_be and self.args.word(self.args.skip_adverbs(at + 1)) == "by"

    def _predicate(self, at: int) -> Iterator[Statement]:
        gap = read_gap(self.words, at)
        if not gap.has_be and not self.asks_be:
            return
        for phrase, pattern in self.patterns.predicates[self.words[at]]:
            if tuple(self.words[at : at + len(phrase)]) == phrase:
                yield from self._join(pattern, gap, at, at + len(phrase))
                return
            rest = self.args.skip_adverbs(at + 1)
            if self.args.word(rest) == phrase[-1] and len(phrase) == 2:
                gap = replace(gap, sign=gap.sign * _sign_of(self.words[at:rest]))
                yield from self._join(pattern, gap, at, rest + 1)
                return

    def _noun(self, at: int) -> Iterator[Statement]:
        """Read "A is a (grading words) NOUN of B"; `at` is the verb, in a question the article."""
        right = start = at + 1 if self.words[at] in BE else at
        gap = read_gap(self.words, start)
        polarity_words = []
        while self.args.word(right) in {"not", "no", "also"} or is_adverb(self.args.word(right)):
            polarity_words.append(self.args.word(right))
            right += 1
        is_negative = bool({"not", "no"} & set(polarity_words))
        if self.args.word(right) in {"a", "an", "the", "one"}:
            right += 1
        limit = right + 6
        while right < min(limit, len(self.args.units)):
            word = self.words[right]
            for phrase, links, pattern in self.patterns.nouns.get(word, ()):
                after = right + len(phrase)
                if tuple(self.words[right:after]) == phrase and self.args.word(after) in links:
                    if is_negative != gap.is_negative:
                        gap = replace(gap, is_negative=True)
                    gap = replace(gap, sign=gap.sign * _sign_of(self.words[start:right]))
                    yield from self._join(pattern, gap, start, after + 1)
                    return
            unit = self.args.units[right]
            if unit.mention is not None or not unit.is_word or word in PREPOSITIONS | BREAKERS:
                return
            right += 1

    def _between(self, at: int) -> Iterator[Statement]:
        if self.args.word(at + 1) != "between":
            return
        before = self.words[max(0, at - 12) : at]
        asserting = {"is", "was", "found", "no", "there", "showed", "shows", "revealed", "find"}
        is_studied = any(word.endswith("ing") for word in before[-3:])
        if not self.is_question and (is_studied or not asserting & set(before)):
            return
        is_negative = bool({"no", "not", "without", "lack", "neither", "nor"} & set(before))
        is_graded = bool({"positive", "positively", "inverse", "negative"} & set(before))
        first = self.args.objects(at + 2, joined=True)
        if first is None or len(first) != 2 or self.args.word(first[0].last) == "or":
            return
        gap = GapWords(0, is_negative=is_negative, sign=_sign_of(before))
        head, tail = first
        found = self._statement(self.patterns.between[self.words[at]], head, tail, gap, at)
        yield replace(found, is_graded=found.is_graded or is_graded)

    def _by(self, at: int) -> Iterator[Statement]:
        if self.args.word(at + 1) != "of" or self.is_question:
            return
        first, last = self.args.groups.right_of(at + 2)
        if self.args.word(last) != "by":
            return
        tail = self.args.groups.argument(first, last)
        heads = self.args.objects(last + 1)
        if tail is None or not heads or len(heads) > 1:
            return
        gap = GapWords(0, is_negative="no" in self.words[max(0, at - 2) : at])
        yield self._statement(self.patterns.by[self.words[at]], heads[0], tail, gap, at)

    def _role(self, at: int) -> Iterator[Statement]:
        """Read "A plays a (grading words) role in B" and "A has (no) effect on B"."""
        for nouns, links, pattern in self.patterns.roles[self.words[at]]:
            right = at + 1
            while right < min(at + 7, len(self.args.units)) and self.words[right] not in nouns:
                if self.words[right] in PREPOSITIONS or not self.args.units[right].is_word:
                    return
                right += 1
            if self.args.word(right) in nouns and self.args.word(right + 1) in links:
                gap = read_gap(self.words, at)
                if {"no", "little", "neither"} & set(self.words[at:right]):
                    gap = replace(gap, is_negative=not gap.is_negative)
                yield from self._join(pattern, gap, at, right + 2)

    def _hyphen(self, at: int) -> Iterator[Statement]:
        unit = self.args.units[at]
        _, _, word = unit.word.rpartition("-")
        pattern = self.patterns.hyphen.get(word)
        if pattern is None or unit.inner is None:
            return
        first, last = self.args.groups.right_of(at + 1)
        if (
            last == first
            or not is_boundary(self.args.groups, last)
            or self.args.word(at - 1) in {"-", "/"}
        ):
            return
        tail = self.args.groups.argument(first, last)
        mention = unit.inner
        if tail is None or tail.is_open or tail.measure or tail.sign < 0:
            return
        if tail.entry.type not in {"Disease", "BiologicalProcess", "ClinicalEndpoint"}:
            return
        head = Argument(at, at + 1, mention.start, mention.end, mention.entry)
        yield self._statement(pattern, head, tail, GapWords(0), at)

    def pair(self, pattern: Pattern) -> list[Statement]:
        """The whole text as "A and B"."""
        ends = self.args.objects(0, joined=True)
        if ends is None or len(ends) != 2 or ends[1].last != len(self.args.units):
            return []
        return [self._statement(pattern, ends[0], ends[1], GapWords(0), 0)]

    # --- arguments

    def _join(
        self, pattern: Pattern, gap: GapWords, left: int, right: int, *, is_passive: bool = False
    ) -> Iterator[Statement]:
        start = left - gap.length
        subjects = (
            self.args.subjects(start)
            or self.args.asked_subject(start)
            or self.args.shared_subject(start, is_plain=not gap.has_be)
        )
        objects = self.args.objects(right) if subjects else None
        if not subjects or not objects:
            return
        if len(subjects) > 1 and len(objects) > 1 and "respectively" in self.words:
            return
        if is_partial(self.words[start:left], is_negative=gap.is_negative):
            return
        first = subjects[0].first - 1
        while self.args.word(first) in GRADING:
            first -= 1
        if self.args.word(first) in {"no", "neither", "not"} or "nor" in self._between_subjects(
            subjects
        ):
            gap = replace(gap, is_negative=not gap.is_negative)
        for subject in subjects:
            for target in objects:
                if pattern.meaning in _REMEDIES and not _may_be_treated(target):
                    continue
                if subject.measure in CHANGES and pattern.meaning not in OF_VARIANTS:
                    continue
                if target.measure in COURSE and pattern.meaning in OF_VARIANTS:
                    continue
                turned = is_passive != pattern.is_reversed
                head, tail = (target, subject) if turned else (subject, target)
                if pattern.meaning in OF_MOLECULES and head.entry.type in OUTCOMES:
                    continue
                yield self._statement(pattern, head, tail, gap, left)

    def _between_subjects(self, subjects: Sequence[Argument]) -> list[str]:
        return self.words[subjects[0].first : subjects[-1].first]

    def _statement(
        self, pattern: Pattern, head: Argument, tail: Argument, gap: GapWords, at: int
    ) -> Statement:
        is_change = pattern.meaning == "causes" and _is_changed(tail)
        return Statement(
            head,
            tail,
            "raises" if is_change else pattern.meaning,
            pattern.family,
            self.words[at],
            Polarity.NEGATIVE if gap.is_negative else Polarity.POSITIVE,
            gap.sign * head.sign * tail.sign,
            tail.measure,
            is_graded=gap.sign < 0 or head.is_graded or tail.is_graded,
        )


_COMING_ABOUT = words("development occurrence onset formation presence pathogenesis")
_REMEDIES = ("treats", "effective")
_TREATED = ("Disease", "ClinicalEndpoint", "BiologicalProcess", "Other")


def _may_be_treated(target: Argument) -> bool:
    """Whether it is an ailment; "effective in blocking B" says nothing of treating B."""
    return target.sign > 0 and target.entry.type in _TREATED


def _is_changed(tail: Argument) -> bool:
    """Whether more, less or a measure of it is caused: "leads to longer survival"."""
    is_measured = bool(tail.measure) and tail.measure not in _COMING_ABOUT
    return is_measured or tail.is_graded or tail.sign < 0


def _sign_of(words: Sequence[str]) -> int:
    return -1 if {"inverse", "negative", "inversely", "negatively"} & set(words) else 1
