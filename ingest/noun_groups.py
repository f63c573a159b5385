"""A sentence as units (words, marks, whole mentions) and the noun groups that relations join.

An argument must be a whole noun group: what is not a grading word or a measuring noun belongs to
the name, so "retractile testes" is never "testes".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from graph.vocabulary import OTHER
from hubscope.tokens import Token, fold_word, singular
from ingest.function_words import (
    DETERMINERS,
    FUNCTION_WORDS,
    POINTING,
    is_adverb,
    words,
)
from ingest.lexicon import DROPPED, Entry, Lexicon
from ingest.meanings import MOLECULES, is_quantity
from ingest.noun_words import (
    BREAKERS,
    CARE,
    CHANGES,
    CLASSES,
    DEPLETING,
    GRADING,
    ING_NOUNS,
    LOWERING,
    PASS_THROUGH,
    PLAIN,
    PROCEDURES,
    RAISING,
    REVERSING,
    VAGUE,
    VAGUE_ALONE,
    VAGUE_MODIFIERS,
)
from ingest.seeds import Mention
from ingest.shapes import type_by_head, type_by_shape

_GLUE = frozenset("-–‐‑/")
_LONGEST_OPEN = 5


@dataclass(frozen=True, slots=True)
class Unit:
    """A word, a mark or a whole mention of a sentence; characters `start` up to `end`.

    `inner` is the mention that a hyphenated word begins with ("cisplatin-induced").
    """

    word: str
    start: int
    end: int
    mention: Mention | None = None
    is_word: bool = True
    inner: Mention | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can stand inside a noun group."""
        if self.mention is not None:
            return True
        return (
            self.is_word
            and self.word not in FUNCTION_WORDS
            and self.word not in BREAKERS
            and not (is_adverb(self.word))
            and not self.word.endswith("n't")
        )


@dataclass(frozen=True, slots=True)
class Argument:
    """A whole noun group read as a concept: units `first` up to `last` (left out).

    Attributes:
        sign: -1 where the group speaks of less of the concept ("reduced X", "loss of X").
        measure: the measuring noun that was read through ("risk", "level"), "" without one.
        is_open: the name stands in no lexicon.
        is_graded: a word says that there is more or less of it.
        shares_head: another name before "and" may mean this one's last noun, too ("kidney mass").
    """

    first: int
    last: int
    start: int
    end: int
    entry: Entry
    sign: int = 1
    measure: str = ""
    is_open: bool = False
    is_graded: bool = False
    shares_head: bool = False


def units(tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[Unit]:
    """Units of one sentence: mentions made one, hyphenated words made one, brackets left out.

    Args:
        tokens: of the sentence.
        mentions: their `first` and `last` count in `tokens`.
    """
    starts = {mention.first: mention for mention in mentions}
    found: list[Unit] = []
    depth = at = 0
    while at < len(tokens):
        token = tokens[at]
        mention = starts.get(at)
        if mention is not None:
            if not depth:
                unit = Unit(_text(tokens, at, mention.last), mention.start, mention.end, mention)
                found.append(unit)
            at = mention.last
            continue
        if token.text in "([":
            depth += 1
        elif token.text in ")]":
            depth = max(0, depth - 1)
        elif token.text == "+" and token.joined and found and not depth:
            before = found.pop()
            found.append(Unit(before.word + "+", before.start, token.end, inner=before.mention))
        elif not depth:
            found.append(Unit(token.text.lower(), token.start, token.end, None, token.is_word))
        at += 1
    return _glued(found)


def _text(tokens: Sequence[Token], first: int, last: int) -> str:
    return " ".join(token.text for token in tokens[first:last]).lower()


def _glued(found: list[Unit]) -> list[Unit]:
    """Words that a hyphen or slash joins are one unit without a mention of its own."""
    whole: list[Unit] = []
    at = 0
    while at < len(found):
        unit = found[at]
        last = at
        while (
            last + 2 < len(found)
            and not (found[last + 1].word == "/" and found[last + 2].word in FUNCTION_WORDS)
            and found[last + 1].word in _GLUE
            and found[last].end == found[last + 1].start
            and found[last + 1].end == found[last + 2].start
        ):
            last += 2
        if last > at:
            word = "".join(part.word for part in found[at : last + 1])
            word = "or" if word == "and/or" else word
            whole.append(Unit(word, unit.start, found[last].end, None, True, unit.mention))
        else:
            whole.append(unit)
        at = last + 1
    return whole


class NounGroups:
    """Reads noun groups as arguments, with the guards of one lexicon."""

    def __init__(self, lexicon: Lexicon, text: str, found: Sequence[Unit], stops: set[int]) -> None:
        self.lexicon = lexicon
        self.guards = lexicon.guards
        self.text = text
        self.units = found
        self._stops = stops

    def is_open(self, at: int) -> bool:
        """Whether a unit can stand inside a noun group here; trigger verbs cannot."""
        return 0 <= at < len(self.units) and at not in self._stops and self.units[at].is_open

    def left_of(self, at: int) -> tuple[int, int]:
        """Bounds of the noun group that ends before unit `at`."""
        first = at
        while self.is_open(first - 1):
            first -= 1
        return first, at

    def right_of(self, at: int) -> tuple[int, int]:
        """Bounds of the noun group that starts at unit `at`."""
        last = at
        while self.is_open(last):
            unit = self.units[last]
            if last > at and unit.mention is None and self._is_participle(last):
                break
            last += 1
        return at, last

    def _is_participle(self, at: int) -> bool:
        """Whether a word is one: "-ed", or "-ing" with an object ("mice receiving aspirin")."""
        word = self.units[at].word
        if word in GRADING or word in ING_NOUNS or "-" in word:
            return False
        following = self.units[at + 1].word if at + 1 < len(self.units) else ""
        governs = self.is_open(at + 1) or following in DETERMINERS
        return _is_past(word) or (word.endswith("ing") and governs)

    def _is_adjective(self, word: str) -> bool:
        """Whether a name of one word is only ever said before nouns ("vertebral")."""
        return word in self.guards.no_noun and word.endswith(_ADJECTIVE_ENDINGS)

    def _is_narrower(self, mention: Mention) -> bool:
        """Whether annotators gave a name the identifier of something broader.

        The lexicon knows that concept, but not by this name ("terminal complement deficiency").
        """
        if mention.step != "annotation" or not mention.entry.identifiers:
            return False
        form = self.text[mention.start : mention.end]
        known = self.lexicon.by_identifier(mention.entry.identifiers)
        return known not in {None, self.lexicon.by_name(form)} and not _is_symbol(form)

    def _is_molecule(self, at: int) -> bool:
        mention = self.units[at].mention
        return mention is not None and mention.entry.type in MOLECULES

    def argument(self, first: int, last: int) -> Argument | None:
        """The concept of a whole noun group, None where it is not one clear concept."""
        sign, measure, is_graded = 1, "", False
        while first < last and self._is_grading(first, last):
            sign *= -1 if self.units[first].word in LOWERING else 1
            is_graded |= self.units[first].word in LOWERING | RAISING
            first += 1
        if last - first > 1 and self.units[first].mention is None:
            word = self.units[first].word
            if word in REVERSING and word.endswith("ing"):
                sign, first = -sign, first + 1
        for _ in range(2):
            tail = self.units[last - 1] if last - 1 > first else None
            if tail is None or tail.mention is not None:
                break
            before = self.units[last - 2]
            if before.mention is None and before.word.endswith(_ADJECTIVE_ENDINGS):
                break  # "urogenital development" is no urogenital
            if tail.word in DEPLETING and self._is_molecule(last - 2):
                sign, last = -sign, last - 1
            elif tail.word in PASS_THROUGH:
                measure, last = tail.word, last - 1
            else:
                break
        if last - first > 1 and self.units[first].word in _LINKED:
            first += 1  # "associated dry eye"
        if first >= last:
            return None
        if last - first > 1 and self._is_apposition(last - 1):
            first = last - 1
        group = self.units[first:last]
        start, end = group[0].start, group[-1].end
        if len(group) == 1 and group[0].mention is not None:
            mention = group[0].mention
            entry, word = mention.entry, group[0].word
            # As the end of a compound it is one of something: "EGFR mutation".
            is_change = word.split()[-1] in CHANGES and entry.type != "Disease"
            is_change &= mention.step != "compound"
            is_vague = word in VAGUE_ALONE or is_change
            is_vague |= self._is_narrower(mention)
            if entry.type == DROPPED or is_vague or self._is_adjective(word):
                return None
            shares_head = _shares_head(group)
            return Argument(
                first,
                last,
                start,
                end,
                entry,
                sign,
                measure,
                is_graded=is_graded,
                shares_head=shares_head,
            )
        named = self._open_name(group)
        if named is None:
            return None
        return Argument(
            first,
            last,
            start,
            end,
            named,
            sign,
            measure,
            is_open=True,
            is_graded=is_graded,
            shares_head=_shares_head(group),
        )

    def _is_grading(self, at: int, last: int) -> bool:
        unit = self.units[at]
        if unit.mention is not None or unit.word not in GRADING or not self.is_open(at + 1):
            return False
        if unit.word in _LENGTHS and not is_quantity(self.units[last - 1].word):
            return False  # "shorter monomers" are others, not less of them
        return self.units[at + 1].word != "onset"  # "early onset asthma"

    def _is_apposition(self, at: int) -> bool:
        """Whether unit `at` is a name behind what kind of thing it is: "the enzyme amylase"."""
        unit, before = self.units[at], self.units[at - 1]
        if unit.mention is None:
            return False
        if before.mention is None:
            return before.word in CLASSES
        return unit.mention.step == "symbol" and before.word.endswith("ases")

    def _open_name(self, group: Sequence[Unit]) -> Entry | None:
        """C6: a name outside the lexicon, at least two words or of a telling shape."""
        last = group[-1]
        n_words = sum(1 + unit.word.count(" ") for unit in group)
        if n_words > _LONGEST_OPEN or any(self._spoils(unit) for unit in group):
            return None
        if last.word in VAGUE or (last.word in CHANGES and not self._says_where(group)):
            return None
        fold = fold_word(last.word)
        shape = type_by_shape(last.word)
        if last.mention is None:
            if last.word in _ENDS_NO_NAME and not _is_procedure(group):
                return None
            if last.word in self.guards.no_noun or _is_past(last.word):
                return None
            if last.word.endswith(("ing", "able", "ful", "less", "sary", "ible")):
                return None
            single_ok = shape is not None or _is_symbol(self.text[last.start : last.end])
            if len(group) == 1 and (not single_ok or self.guards.blocks(fold)):
                return None
        if any("'" in unit.word or "’" in unit.word for unit in group if unit.mention is None):
            return None
        if any(
            u.mention is None and u.word.endswith("ing") and u.word not in ING_NOUNS
            for u in group[:-1]
        ):
            return None
        if "\n" in self.text[group[0].start : last.end]:
            return None  # a heading, an answer's "Yes"
        if len(group[0].word) == 1 and self.text[group[0].start].islower():
            return None  # what is left of "(CTG)n repeat" without its bracket
        # Joined unit by unit, so that a bracket within the group is no part of the name.
        name = " ".join(" ".join(self.text[unit.start : unit.end].split()) for unit in group)
        if len(group) == 1 and any(c.isdigit() for c in name):
            # A symbol with a digit; letters alone mean too many things.
            known = self.lexicon.by_name(name)
            if known is not None and known.type != DROPPED:
                return known
        own = last.mention.entry.type if last.mention else shape or OTHER
        kind = type_by_head(fold) or own
        return Entry(singular(name), kind)

    def _says_where(self, group: Sequence[Unit]) -> bool:
        """Whether a change is one of a gene: "p53 mutation", not "seven mutations"."""
        return any(
            unit.mention
            or any(c.isdigit() or c.isupper() for c in self.text[unit.start + 1 : unit.end])
            for unit in group[:-1]
        )

    def _spoils(self, unit: Unit) -> bool:
        """Whether a unit shows that the group is no name: a number, a pointing word and such."""
        if unit.mention is not None:
            return False
        return (
            not unit.is_word
            or unit.word.endswith(("izes", "yzes", "ifies"))
            or unit.word in POINTING
            or unit.word in VAGUE_MODIFIERS
            or unit.word.isdigit()
        )


_ENDS_NO_NAME = CARE | PASS_THROUGH | (REVERSING - {"loss"})
_MODIFIERS = ("-induced", "-related", "-associated", "-mediated", "-dependent")
_JOINING = {modifier.removeprefix("-") for modifier in _MODIFIERS}
# What they are of stands before them, maybe twice: "baroreflex and chemoreflex dysfunction".
_OF_SOMETHING = words(
    """
    dysfunction dysfunctions impairment impairments insufficiency phosphorylation methylation
    acetylation ubiquitination
    """
)
_LENGTHS = words("longer shorter")
_LINKED = words("associated resulting accompanying")
_ADJECTIVE_ENDINGS = ("al", "ic", "ar", "ary", "ous", "ive")


def _is_procedure(group: Sequence[Unit]) -> bool:
    """Whether a group names what is done, as "laparoscopic surgery", not what is treated."""
    if len(group) == 1 or group[-1].word not in PROCEDURES:
        return False
    return group[-2].mention is None and group[-2].word not in PLAIN


def _shares_head(group: Sequence[Unit]) -> bool:
    if any(unit.word.endswith(_MODIFIERS) for unit in group):
        return True
    if group[-1].word.split()[-1] in _OF_SOMETHING and (len(group) > 1 or " " in group[0].word):
        return True
    last = group[-1].mention
    if last is not None and last.step == "head":
        return True
    return last is None and group[0].mention is not None


def _is_symbol(text: str) -> bool:
    return sum(c.isupper() for c in text) >= 2 and " " not in text


def is_boundary(groups: NounGroups, at: int) -> bool:
    """Whether a noun group may end before unit `at`: not where "of" or more of it follows."""
    if at >= len(groups.units):
        return True
    unit = groups.units[at]
    if unit.mention is not None:
        return False
    if unit.word in {"of", "-", "/", "'", "’", "whether"}:
        return False
    if unit.word in {"a", "an", "the"}:
        return False  # what governs an article is a verb: "by leptin rearranges the"
    if unit.word in _JOINING and groups.is_open(at + 1):
        return False  # "G-CSF induced mobilization" is not about G-CSF
    if not groups.is_open(at):
        return True
    # "mice receiving aspirin" ends here, "NF-kB binding site" may go on: the latter is left alone.
    return _is_past(unit.word)


def _is_past(word: str) -> bool:
    """Whether a word looks like a participle: "treated", but not "speed" or "age-related"."""
    return word.endswith("ed") and not word.endswith("eed") and "-" not in word
