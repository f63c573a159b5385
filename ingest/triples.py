"""Relations of a sentence by rules: whole noun groups joined by the patterns of patterns.toml.

Sign (what happens) and polarity (whether it is asserted) are counted apart. Both arguments must be
whole noun groups; where a guard is in doubt, the sentence gives nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.vocabulary import Polarity
from ingest.assertion import GapWords, denies, is_asserted, read_gap
from ingest.function_words import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    POINTING,
    PREPOSITIONS,
    is_adverb,
    words,
)
from ingest.lexicon import Entry, Lexicon
from ingest.meanings import MOLECULES
from ingest.noun_groups import (
    CARE,
    GRADING,
    LOWERING,
    PASS_THROUGH,
    RAISING,
    REVERSING,
    Argument,
    NounGroups,
    Unit,
    is_boundary,
    units,
)
from ingest.patterns import Pattern, load_patterns
from ingest.seeds import Mention
from ingest.tokens import Token

_REPORTING = words(
    """
    find found show shows showed shown suggest suggests suggested indicate indicates indicated
    demonstrate demonstrates demonstrated reveal reveals revealed confirm confirms confirmed
    conclude concludes concluded report reports reported observed observe support supports
    """
)
_CIRCUMSTANCE = words("in on during after before at among within following")
_STATING = words(
    "evidence finding findings fact conclusion results result data observation notion view"
)
_GIVING = words("treatment pretreatment therapy supplementation prophylaxis vaccination")
_RISK_LINKS = frozenset({"of", "for", "in"})


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
    is_question: bool = False,
    all_of_it: bool = False,
) -> list[Statement]:
    """Relations of one sentence, in the order of their triggers.

    Args:
        text: what the tokens' offsets count in.
        tokens: of the sentence; mentions count in them.
        mentions: concepts of the sentence.
        lexicon: knows symbols that stand as arguments, and guards.
        is_question: the sentence is a yes/no question, read as the statement that it asks about.
        all_of_it: give what is only asked or planned, too, marked as not asserted.
    """
    if len(tokens) < 3:
        return []
    reader = _Reader(text, units(tokens, mentions), lexicon, is_question)
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
    reader = _Reader(text, units(tokens, mentions), lexicon, is_question=True)
    pattern = reader.patterns.between.get(noun)
    return reader.pair(pattern) if pattern else []


def _same(found: list[Statement], one: Statement) -> bool:
    return any(one.entries == other.entries for other in found)


class _Reader:
    """Reads one sentence: `at` is always the number of a unit."""

    def __init__(self, text: str, found: list[Unit], lexicon: Lexicon, is_question: bool) -> None:
        self.patterns = load_patterns()
        self.is_question = is_question
        self.units = _without_auxiliary(found) if is_question else found
        words = [unit.word for unit in self.units]
        self.words = words
        self.stops = {
            at
            for at, unit in enumerate(self.units)
            if unit.mention is None and unit.word in self.patterns.verbs and self._is_verb(at)
        }
        self.groups = NounGroups(lexicon, text, self.units, self.stops)

    def _is_verb(self, at: int) -> bool:
        """Whether a trigger word is a verb here: not after an article, a preposition or "of"."""
        if at == 0 and not self.is_question:
            return False  # "Reduced A lowers B": nothing stands before it that could act
        before = self.words[at - 1] if at else ""
        if before in PREPOSITIONS - {"to"} or before in DETERMINERS - {"that", "which", "what"}:
            return False
        if before in GRADING and not is_adverb(before):
            return False
        # "heart block in", "increases of": a present form that governs nothing is a noun here.
        after = self._word(at + 1)
        particles = {form.after for form in self.patterns.verbs[self.words[at]]}
        is_word = at + 1 < len(self.units) and self.units[at + 1].is_word
        governs = after in particles or (is_word and after not in PREPOSITIONS)
        return governs or self.words[at].endswith("ed")

    def read(self) -> Iterator[Statement]:
        """Every statement of the sentence."""
        for at, unit in enumerate(self.units):
            if unit.mention is None:
                word = unit.word
                if at in self.stops:
                    yield from self._asserted(at, self._verb(at))
                if word in self.patterns.predicates:
                    yield from self._asserted(at, self._predicate(at))
                if word in BE or (self.is_question and word in {"a", "an", "the"}):
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
                after = self._skip_adverbs(at + 1)
                if form.after and self._word(after) == form.after:
                    after = self._skip_adverbs(after + 1)
                if self._word(after) == "by":
                    yield from self._join(pattern, gap, at, after + 1, is_passive=True)
                continue
            if gap.has_be or (form.is_past and gap.has_have):
                continue
            right = at + 1
            if form.after:
                right = self._skip_adverbs(right)
                if self._word(right) != form.after:
                    continue
                right += 1
            yield from self._join(pattern, gap, at, right)

    def _be_question_passive(self, at: int) -> bool:
        return self.is_question and self._word(self._skip_adverbs(at + 1)) == "by"

    def _predicate(self, at: int) -> Iterator[Statement]:
        gap = read_gap(self.words, at)
        if not gap.has_be and not self.is_question:
            return
        for phrase, pattern in self.patterns.predicates[self.words[at]]:
            if tuple(self.words[at : at + len(phrase)]) == phrase:
                yield from self._join(pattern, gap, at, at + len(phrase))
                return
            rest = self._skip_adverbs(at + 1)
            if self._word(rest) == phrase[-1] and len(phrase) == 2:
                yield from self._join(pattern, gap, at, rest + 1)
                return

    def _noun(self, at: int) -> Iterator[Statement]:
        """Read "A is a (grading words) NOUN of B"; `at` is the verb, in a question the article."""
        right = start = at if self.is_question else at + 1
        gap = read_gap(self.words, start)
        polarity_words = []
        while self._word(right) in {"not", "no", "also"} or is_adverb(self._word(right)):
            polarity_words.append(self._word(right))
            right += 1
        is_negative = bool({"not", "no"} & set(polarity_words))
        if self._word(right) in {"a", "an", "the", "one"}:
            right += 1
        limit = right + 6
        while right < min(limit, len(self.units)):
            word = self.words[right]
            for phrase, links, pattern in self.patterns.nouns.get(word, ()):
                after = right + len(phrase)
                if tuple(self.words[right:after]) == phrase and self._word(after) in links:
                    if is_negative != gap.is_negative:
                        gap = replace(gap, is_negative=True)
                    yield from self._join(pattern, gap, start, after + 1)
                    return
            unit = self.units[right]
            if unit.mention is not None or not unit.is_word or word in PREPOSITIONS:
                return
            right += 1

    def _between(self, at: int) -> Iterator[Statement]:
        if self._word(at + 1) != "between":
            return
        before = self.words[max(0, at - 12) : at]
        asserting = {"is", "was", "found", "no", "there", "showed", "shows", "revealed", "find"}
        is_studied = any(word.endswith("ing") for word in before[-3:])
        if not self.is_question and (is_studied or not asserting & set(before)):
            return
        is_negative = bool({"no", "not", "without", "lack", "neither", "nor"} & set(before))
        is_graded = bool({"positive", "positively", "inverse", "negative"} & set(before))
        first = self._objects(at + 2, joined=True)
        if first is None or len(first) != 2 or self._word(first[0].last) == "or":
            return
        gap = GapWords(0, is_negative=is_negative, sign=_sign_of(before))
        head, tail = first
        found = self._statement(self.patterns.between[self.words[at]], head, tail, gap, at)
        yield replace(found, is_graded=found.is_graded or is_graded)

    def _by(self, at: int) -> Iterator[Statement]:
        if self._word(at + 1) != "of" or self.is_question:
            return
        first, last = self.groups.right_of(at + 2)
        if self._word(last) != "by":
            return
        tail = self.groups.argument(first, last)
        heads = self._objects(last + 1)
        if tail is None or not heads or len(heads) > 1:
            return
        gap = GapWords(0, is_negative="no" in self.words[max(0, at - 2) : at])
        yield self._statement(self.patterns.by[self.words[at]], heads[0], tail, gap, at)

    def _role(self, at: int) -> Iterator[Statement]:
        """Read "A plays a (grading words) role in B" and "A has (no) effect on B"."""
        for nouns, links, pattern in self.patterns.roles[self.words[at]]:
            right = at + 1
            while right < min(at + 7, len(self.units)) and self.words[right] not in nouns:
                if self.words[right] in PREPOSITIONS or not self.units[right].is_word:
                    return
                right += 1
            if self._word(right) in nouns and self._word(right + 1) in links:
                gap = read_gap(self.words, at)
                if {"no", "little", "neither"} & set(self.words[at:right]):
                    gap = replace(gap, is_negative=not gap.is_negative)
                yield from self._join(pattern, gap, at, right + 2)

    def _hyphen(self, at: int) -> Iterator[Statement]:
        unit = self.units[at]
        _, _, word = unit.word.rpartition("-")
        pattern = self.patterns.hyphen.get(word)
        if pattern is None or unit.inner is None:
            return
        first, last = self.groups.right_of(at + 1)
        if last == first or not is_boundary(self.groups, last) or self._word(at - 1) in {"-", "/"}:
            return
        tail = self.groups.argument(first, last)
        mention = unit.inner
        if tail is None or tail.is_open or tail.measure or tail.sign < 0:
            return
        if tail.entry.type not in {"Disease", "BiologicalProcess", "ClinicalEndpoint"}:
            return
        head = Argument(at, at + 1, mention.start, mention.end, mention.entry)
        yield self._statement(pattern, head, tail, GapWords(0), at)

    def pair(self, pattern: Pattern) -> list[Statement]:
        """The whole text as "A and B"."""
        ends = self._objects(0, joined=True)
        if ends is None or len(ends) != 2 or ends[1].last != len(self.units):
            return []
        return [self._statement(pattern, ends[0], ends[1], GapWords(0), 0)]

    # --- arguments

    def _join(
        self, pattern: Pattern, gap: GapWords, left: int, right: int, *, is_passive: bool = False
    ) -> Iterator[Statement]:
        subjects = self._subjects(left - gap.length) or self._asked_subject(left - gap.length)
        objects = self._objects(right) if subjects else None
        if not subjects or not objects:
            return
        before = self._word(subjects[0].first - 1)
        if before in {"no", "neither"} or "nor" in self._between_subjects(subjects):
            gap = replace(gap, is_negative=not gap.is_negative)
        for subject in subjects:
            for target in objects:
                head, tail = (target, subject) if is_passive else (subject, target)
                yield self._statement(pattern, head, tail, gap, left)

    def _between_subjects(self, subjects: Sequence[Argument]) -> list[str]:
        return self.words[subjects[0].first : subjects[-1].first]

    def _statement(
        self, pattern: Pattern, head: Argument, tail: Argument, gap: GapWords, at: int
    ) -> Statement:
        return Statement(
            head,
            tail,
            pattern.meaning,
            pattern.family,
            self.words[at],
            Polarity.NEGATIVE if gap.is_negative else Polarity.POSITIVE,
            gap.sign * head.sign * tail.sign,
            tail.measure,
            is_graded=gap.sign < 0 or head.is_graded or tail.is_graded,
        )

    def _subjects(self, end: int) -> list[Argument] | None:
        """Subjects that end before unit `end`, None where the noun group is not whole."""
        found: list[Argument] = []
        while True:
            subject, start = self._subject(end)
            if subject is None:
                return None
            found.insert(0, subject)
            before = self._word(start - 1)
            if before not in {"and", "or", "nor"} or not self.groups.is_open(start - 2):
                return found if self._may_start(start) else None
            first, _ = self.groups.left_of(start - 1)
            if first - 1 in self.stops:
                return found
            end = start - 1

    def _asked_subject(self, end: int) -> list[Argument] | None:
        """The subject of a question with where or when behind it: "does A in children VERB B"."""
        start = self._skip_articles(0)
        if not self.is_question or any(at in self.stops for at in range(start, end)):
            return None
        first, last = self.groups.right_of(start)
        if last >= end or self._word(last) not in _CIRCUMSTANCE:
            return None
        if not all(self.units[at].is_word for at in range(last, end)):
            return None
        subject = self.groups.argument(first, last)
        return [subject] if subject else None

    def _subject(self, end: int) -> tuple[Argument | None, int]:
        first, last = self.groups.left_of(end)
        if first == last:
            return None, first
        subject = self.groups.argument(first, last)
        start = first
        while self._word(start - 1) in DETERMINERS - POINTING - {"that", "which", "what"}:
            start -= 1
        if self._word(start - 1) in POINTING - {"that"}:
            return None, start
        if subject is not None and self._word(start - 1) == "of":
            return self._of_subject(subject, start - 1)
        if subject is not None and self._word(start - 1) == "with":
            return self._given_subject(subject, start - 1)
        return subject, start

    def _given_subject(self, subject: Argument, link: int) -> tuple[Argument | None, int]:
        """Read "treatment with A" as A; "patients with A" is not about A."""
        first, last = self.groups.left_of(link)
        given = self.units[last - 1].mention is None and self.words[last - 1] in _GIVING
        if first == last or not given or subject.entry.type not in MOLECULES:
            return None, first
        return subject, first

    def _of_subject(self, subject: Argument, of: int) -> tuple[Argument | None, int]:
        """Read "levels of A" through to A, and "loss of A" as A with its sign turned."""
        first, last = self.groups.left_of(of)
        nouns = [self.words[at] for at in range(first, last)]
        while nouns and nouns[0] in GRADING:
            nouns.pop(0)
        while self._word(first - 1) in {"a", "an", "the"}:
            first -= 1
        if len(nouns) != 1 or nouns[0] in CARE:
            return None, first
        if nouns[0] in REVERSING:
            return replace(subject, sign=-subject.sign), first
        if nouns[0] in PASS_THROUGH:
            return replace(subject, measure=nouns[0]), first
        return None, first

    def _may_start(self, start: int) -> bool:
        """Whether a subject may begin here: no open preposition, no verb that governs it."""
        if start <= 0:
            return True
        unit = self.units[start - 1]
        if unit.mention is not None:
            return False
        if not unit.is_word:
            return unit.word not in {"-", "/", "%", "<", ">", "="}
        word = unit.word
        if word == "that" and self.groups.is_open(start - 2):
            return self._word(start - 2) in _STATING  # else it opens a relative clause
        return (
            word in {"that", "although", "while", "whereas", "because", "and", "but", "or", "both"}
            or word in CONJUNCTIONS - {"if", "whether", "nor", "when", "where"}
            or word in _REPORTING
            or (is_adverb(word) and self._may_start(start - 1))
        )

    def _objects(self, start: int, *, joined: bool = False) -> list[Argument] | None:
        """Objects from unit `start` on, with coordinated ones, None where one is not whole."""
        first = self._object(start)
        if first is None:
            return None
        found = [first]
        at = first.last
        while True:
            after = at
            if self._word(after) == "," and not joined:
                after += 1
            if self._word(after) in {"and", "or"}:
                after += 1
            if after == at or not self._continues_list(after):
                break
            following = self._object(after)
            if following is None:
                return found if self._word(at) == "," and self._word(at + 1) != "and" else None
            if self._word(following.last) in AUXILIARIES or following.last in self.stops:
                return found  # it is the subject of the next clause
            if following.shares_head and not all(one.shares_head for one in found):
                return None  # "heart and kidney mass": whose mass the first is stays open
            found.append(
                replace(following, sign=first.sign * following.sign, measure=first.measure)
            )
            at = following.last
        if self._word(at) == "to":
            return None  # "damage to", "response to": more of the noun group follows
        return found if is_boundary(self.groups, at) else None

    def _continues_list(self, at: int) -> bool:
        """Whether a noun group follows that is no subject of a further clause."""
        at = self._skip_articles(at)
        first, last = self.groups.right_of(at)
        if first == last:
            return False
        return last not in self.stops and self._word(last) not in BE | HAVE

    def _object(self, start: int) -> Argument | None:
        at = self._skip_articles(start)
        if self._word(at) in POINTING:
            return None
        first, last = self.groups.right_of(at)
        nouns = [w for w in self.words[first:last] if w not in GRADING]
        if nouns and len(nouns) == 1 and self._word(last) in _RISK_LINKS:
            if nouns[0] in PASS_THROUGH and self.units[last - 1].mention is None:
                inner = self._object(last + 1)
                sign = -1 if LOWERING & set(self.words[first:last]) else 1
                explicit = bool((LOWERING | RAISING) & set(self.words[first:last]))
                return inner and replace(
                    inner, measure=nouns[0], sign=sign * inner.sign, is_graded=explicit
                )
            if nouns[0] in REVERSING and self._word(last) == "of":
                inner = self._object(last + 1)
                return None if inner is None else replace(inner, sign=-inner.sign)
        argument = self.groups.argument(first, last)
        if argument is None:
            return None
        return replace(argument, last=last)

    def _skip_adverbs(self, at: int) -> int:
        while is_adverb(self._word(at)):
            at += 1
        return at

    def _skip_articles(self, at: int) -> int:
        while self._word(at) in {"a", "an", "the", "both", "either"} or is_adverb(self._word(at)):
            at += 1
        return at

    def _word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""


def _sign_of(words: Sequence[str]) -> int:
    return -1 if {"inverse", "negative", "inversely", "negatively"} & set(words) else 1


def _without_auxiliary(found: list[Unit]) -> list[Unit]:
    """A yes/no question without its first auxiliary: what it asks about, as a statement."""
    at = 0
    while at < len(found) and found[at].word in {"there"}:
        at += 1
    return found[at:]
