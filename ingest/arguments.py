"""Subjects and objects of a trigger: whole noun groups to its left and right."""

from dataclasses import replace

from ingest.assertion import read_gap
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
from ingest.lexicon import Lexicon
from ingest.meanings import GENETIC, MOLECULES
from ingest.noun_groups import Argument, NounGroups, Unit, is_boundary
from ingest.noun_words import (
    BREAKERS,
    CARE,
    CHANGES,
    GRADING,
    LOWERING,
    PASS_THROUGH,
    RAISING,
    REVERSING,
)
from ingest.patterns import load_patterns

_REPORTING = words(
    """
    find found show shows showed shown suggest suggests suggested indicate indicates indicated
    demonstrate demonstrates demonstrated reveal reveals revealed confirm confirms confirmed
    conclude concludes concluded report reports reported observed observe support supports
    """
)
_CIRCUMSTANCE = words("in on during after before at among within following")
_CLAUSE_STARTS = words(
    "; : that which who whom whose although while whereas because if whether when"
)
_ARTICLES = words("a an the both either any")
_QUANTITIES = words("variety number range spectrum")
_PLACING = words("in during among")
_STATING = words(
    "evidence finding findings fact conclusion results result data observation notion view"
)
_GIVING = words("treatment pretreatment therapy supplementation prophylaxis vaccination")
_DIRECTIONS = {
    **dict.fromkeys(words("reduction reductions decrease decreases decline fall drop"), -1),
    **dict.fromkeys(words("increase increases rise elevation"), 1),
}
_VARYING = words("fluctuation fluctuations variation variations alteration alterations")
_HAVING = words("developing having experiencing suffering")
_INSIGNIFICANT = words("nonsignificant non-significant insignificant no little")
_RISK_LINKS = frozenset({"of", "for", "in"})


class Arguments:
    """The units of one sentence, which of them are verbs, and the arguments beside them.

    Attributes:
        units, words: of the sentence; in a question without what asks.
        stops: numbers of the trigger verbs, which stand in no noun group.
        groups: reads noun groups.
    """

    def __init__(
        self, text: str, found: list[Unit], lexicon: Lexicon, *, is_question: bool
    ) -> None:
        self.patterns = load_patterns()
        self.is_question = is_question
        self.units = _without_there(found) if is_question else found
        self.words = [unit.word for unit in self.units]
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
        if before in BREAKERS and self.words[at] in GRADING:
            return False  # "the mutants showed lower levels"
        # "heart block in", "increases of": a present form that governs nothing is a noun here.
        after = self.word(at + 1)
        particles = {form.after for form in self.patterns.verbs[self.words[at]]}
        is_word = at + 1 < len(self.units) and self.units[at + 1].is_word
        governs = after in particles or (is_word and after not in PREPOSITIONS)
        return governs or self.words[at].endswith("ed")

    def subjects(self, end: int) -> list[Argument] | None:
        """Subjects that end before unit `end`, None where the noun group is not whole."""
        found: list[Argument] = []
        while True:
            subject, start = self._subject(end)
            if subject is None:
                return None
            if found and self._is_shared(subject):
                found = [replace(one, measure=subject.measure, sign=subject.sign) for one in found]
            found.insert(0, subject)
            before = self.word(start - 1)
            if before not in {"and", "or", "nor"} or not self.groups.is_open(start - 2):
                return found if self._may_start(start) else None
            first, _ = self.groups.left_of(start - 1)
            if first - 1 in self.stops:
                return found
            end = start - 1

    def _is_shared(self, subject: Argument) -> bool:
        """Whether what is said of a subject is said of those behind it, too: "loss of A and B"."""
        before = subject.first - 1
        while self.word(before) in _ARTICLES:
            before -= 1
        return self.word(before) in {"of", "in"}

    def asked_subject(self, end: int) -> list[Argument] | None:
        """The subject of a question with where or when behind it: "does A in children VERB B"."""
        start = self.skip_articles(0)
        is_relative = self.word(end - 1) in {"which", "that", "who"}
        if not self.is_question or is_relative or any(at in self.stops for at in range(start, end)):
            return None
        first, last = self.groups.right_of(start)
        if last >= end or self.word(last) not in _CIRCUMSTANCE:
            return None
        if not all(self.units[at].is_word for at in range(last, end)):
            return None
        subject = self.groups.argument(first, last)
        return [subject] if subject else None

    def shared_subject(self, end: int, *, is_plain: bool) -> list[Argument] | None:
        """The subject of an earlier verb: "A is raised in B and is related to C".

        Args:
            end: the unit behind the conjunction.
            is_plain: the verb has no auxiliary; then the earlier one must have its form.
        """
        if self.is_question or self.word(end - 1) not in {"and", "but"}:
            return None
        at = end - 2
        while at > 0 and self.word(at) not in _CLAUSE_STARTS:
            word = self.word(at)
            is_verb = self.units[at].mention is None and (
                at in self.stops or word in BE | HAVE or (word in BREAKERS and not is_plain)
            )
            if is_verb:
                # "had lower A and lower B": without an auxiliary both must be finite forms alike.
                same_form = word.endswith(("s", "ed")) and word[-1] == self.word(end)[-1]
                if is_plain and not (at in self.stops and same_form):
                    return None
                return self.subjects(at - read_gap(self.words, at).length)
            at -= 1
        return None

    def _subject(self, end: int) -> tuple[Argument | None, int]:
        first, last = self.groups.left_of(end)
        if first == last:
            return None, first
        subject = self.groups.argument(first, last)
        start = first
        while self.word(start - 1) in DETERMINERS - POINTING - {"that", "which", "what"}:
            start -= 1
        if self.word(start - 1) in POINTING - {"that"}:
            return None, start
        if subject is not None and self.word(start - 1) == "of":
            return self._of_subject(subject, start - 1)
        if subject is not None and self.word(start - 1) == "with":
            return self._given_subject(subject, start - 1)
        if self.word(start - 1) == "in" and self.word(start - 2) in CHANGES:
            return self._of_subject(subject, start - 1) if subject else (None, start)
        if self.word(start - 1) in _PLACING:
            return self._placed_subject(start - 1)
        return subject, start

    def _placed_subject(self, link: int) -> tuple[Argument | None, int]:
        """Read "A in children", "A during pregnancy" as A, where A is a name of the lexicon."""
        placed, start = self._subject(link)
        if placed is None or placed.is_open or self.words[link - 1].split()[-1] in CHANGES:
            return None, start
        return placed, start

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
        graded = set[str]()
        while nouns and nouns[0] in GRADING:
            graded.add(nouns.pop(0))
        while self.word(first - 1) in {"a", "an", "the"}:
            first -= 1
        if len(nouns) != 1 or nouns[0] in CARE:
            return None, first
        if nouns[0] in REVERSING:
            return replace(subject, sign=-subject.sign), first
        if nouns[0] in CHANGES and subject.entry.type in GENETIC:
            return replace(subject, measure=nouns[0]), first
        if nouns[0] in PASS_THROUGH:
            return replace(_graded(subject, graded), measure=nouns[0]), first
        return None, first

    def _may_start(self, start: int) -> bool:
        """Whether a subject may begin here: no open preposition, no verb that governs it."""
        if start <= 0:
            return True
        unit = self.units[start - 1]
        if unit.mention is not None:
            return False
        if not unit.is_word:
            is_apart = unit.end < self.units[start].start  # in "47,XXX" the comma is none
            # A full stop within a sentence is an abbreviation's: "E. coli".
            return is_apart and unit.word not in {".", "-", "/", "%", "<", ">", "="}
        word = unit.word
        if word == "that" and self.groups.is_open(start - 2):
            return self.word(start - 2) in _STATING  # else it opens a relative clause
        return (
            word in {"that", "although", "while", "whereas", "because", "and", "but", "or", "both"}
            or word in CONJUNCTIONS - {"if", "whether", "nor", "when", "where"}
            or (word in _REPORTING and self.word(start - 2) not in DETERMINERS)
            or (is_adverb(word) and self._may_start(start - 1))
        )

    def objects(self, start: int, *, joined: bool = False) -> list[Argument] | None:
        """Objects from unit `start` on, with coordinated ones, None where one is not whole."""
        first = self._object(start)
        if first is None:
            return None
        found = [first]
        at = first.last
        while True:
            after = at
            if self.word(after) == "," and not joined:
                after += 1
            if self.word(after) in {"and", "or"}:
                after += 1
            if after == at or not self._continues_list(after):
                break
            following = self._object(after)
            if first.measure and following and following.entry.type == "ClinicalEndpoint":
                break  # "tumor growth and survival": whose survival stays open
            if following is None:
                return found if self.word(at) == "," and self.word(at + 1) != "and" else None
            if self.word(following.last) in AUXILIARIES or following.last in self.stops:
                return found  # it is the subject of the next clause
            if following.shares_head and not all(one.shares_head for one in found):
                return None  # "heart and kidney mass": whose mass the first is stays open
            found.append(
                replace(following, sign=first.sign * following.sign, measure=first.measure)
            )
            at = following.last
        is_restricted = self.word(first.first - 1) == "the" and self.word(at) == "that"
        if is_restricted or self._goes_on(at):
            return None
        return found if is_boundary(self.groups, at) else None

    def _goes_on(self, at: int) -> bool:
        """Whether more of the object follows: "damage to B", "mutations in B", "stops B from"."""
        last = self.words[at - 1].split()[-1]
        mention = self.units[at - 1].mention
        is_change = last in CHANGES | _VARYING
        is_change &= mention is None or mention.entry.type != "Disease"
        return self.word(at) in {"to", "from", "which"} or (self.word(at) == "in" and is_change)

    def _continues_list(self, at: int) -> bool:
        """Whether a noun group follows that is no subject of a further clause."""
        at = self.skip_articles(at)
        first, last = self.groups.right_of(at)
        if first == last:
            return False
        return last not in self.stops and self.word(last) not in BE | HAVE

    def _object(self, start: int) -> Argument | None:
        at = self.skip_articles(start)
        found = self._plain_object(at)
        return _graded(found, set(self.words[start:at])) if found else None  # "less leptin"

    def _plain_object(self, at: int) -> Argument | None:
        if self.word(at) in _QUANTITIES and self.word(at + 1) == "of":
            at = self.skip_articles(at + 2)
        if self.word(at) in POINTING:
            return None
        first, last = self.groups.right_of(at)
        if _INSIGNIFICANT & set(self.words[at:last]):
            return None
        nouns = [w for w in self.words[first:last] if w not in GRADING]
        if len(nouns) == 1 and self.units[last - 1].mention is None:
            through = self._through(nouns[0], first, last)
            if through is not None:
                return through
        argument = self.groups.argument(first, last)
        if argument is None:
            return None
        return replace(argument, last=last)

    def _through(self, noun: str, first: int, last: int) -> Argument | None:
        """Read "a reduced risk of A", "a decrease in A", "loss of A" through to A."""
        link = self.word(last)
        is_measure = noun in PASS_THROUGH and link in _RISK_LINKS
        is_change = noun in _DIRECTIONS and link in {"in", "of"}
        is_loss = noun in REVERSING and link == "of"
        if not (is_measure or is_change or is_loss):
            return None
        behind = last + 1
        if self.word(behind) in _HAVING and link == "of":
            behind += 1  # "the risk of developing A"
        inner = self._object(behind)
        if inner is None:
            return None
        said = set(self.words[first : last - 1])
        sign = -1 if LOWERING & said else 1
        if is_change:
            sign = _DIRECTIONS[noun]
        elif is_loss:
            sign = -1
        return replace(
            inner,
            measure=noun if is_measure else inner.measure,
            sign=sign * inner.sign,
            is_graded=is_change or inner.is_graded or bool((LOWERING | RAISING) & said),
        )

    def skip_adverbs(self, at: int) -> int:
        """The first unit from `at` on that is no adverb."""
        while is_adverb(self.word(at)):
            at += 1
        return at

    def skip_articles(self, at: int) -> int:
        """The first unit from `at` on that is neither article nor adverb."""
        while self.word(at) in _ARTICLES or is_adverb(self.word(at)):
            at += 1
        return at

    def word(self, at: int) -> str:
        """The word of unit `at`, "" outside the sentence."""
        return self.words[at] if 0 <= at < len(self.words) else ""


def _graded(argument: Argument, said: set[str]) -> Argument:
    """An argument of which words said before it that there is more or less."""
    sign = -argument.sign if LOWERING & said else argument.sign
    is_graded = argument.is_graded or bool((LOWERING | RAISING) & said)
    return replace(argument, sign=sign, is_graded=is_graded)


def _without_there(found: list[Unit]) -> list[Unit]:
    """A yes/no question, its auxiliary cut off before, without the "there" of "is there"."""
    at = 0
    while at < len(found) and found[at].word in {"there"}:
        at += 1
    return found[at:]
