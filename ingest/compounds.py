"""Names grown to the compound that they belong to: a head noun behind them, modifiers before them.

"insulin" before "receptor" is one longer concept, typed by its head noun (shapes.py); "reflex" says
what is meant only with "gag" before it, and "gland" alone is no concept at all (compounds.toml).
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from graph.vocabulary import OTHER, ConceptType
from hubscope.tokens import Token, fold_word, singular
from ingest.continuations import continued
from ingest.function_words import FUNCTION_WORDS, is_adverb, words
from ingest.lexicon import DROPPED, Entry, Lexicon
from ingest.mentions import Mention
from ingest.noun_words import BREAKERS, GRADING, VAGUE_MODIFIERS
from ingest.patterns import load_patterns
from ingest.shapes import DERIVED, type_by_head

_HYPHENS = frozenset("-–‐‑/")
_MOST_MODIFIERS = 3
_SHORTEST_MODIFIER = 3
_SHORTEST_DERIVED = 6
_INFECTIOUS = frozenset({"Disease", "Other"})
# A name of these means the same thing wherever it is.
_CLOSED_TYPES = frozenset(
    {"Drug", "MolecularEntity", "Gene", "RNA", "ClinicalEndpoint", "CellLine", "StainingMethod"}
)
# Endings of the two words of a species' name, and words that have them by chance.
_GENERA = ("us", "a", "um", "is", "es", "ix", "ma", "on")
_EPITHETS = ("us", "um", "ans", "ens", "is", "ae", "i", "oides", "a", "ax")
_NO_EPITHETS = words(
    "larva larvae bacteria data sepsis pneumonia bacteremia toxin media flora virus"
)
_SHORTEST_EPITHET = 3
# Written like symbols; they say how an antibody was found, not which.
_METHODS = frozenset({"ELISA", "POC", "PCR"})


@dataclass(frozen=True, slots=True)
class Compound:
    """One row of the table; in `example` and `counter` brackets mark the name to be found.

    Attributes:
        names: types of the names that may stand before the head.
        takes_words: whether words may stand there that begin a longer name of the lexicon.
        also: folded words that may stand there in any case.
        takes_symbols: whether words with a digit or capitals may.
        stands_alone: whether the head is a concept without anything before it.
    """

    names: frozenset[str]
    takes_words: bool
    also: frozenset[str]
    takes_symbols: bool
    stands_alone: bool
    example: str
    counter: str


@dataclass(frozen=True, slots=True)
class Compounds:
    """The table: its rows, the row of a folded head, and two lists of folded words.

    Attributes:
        incomplete: before a head these need a word before them in turn.
        never: these belong to no name.
    """

    rows: tuple[Compound, ...]
    by_head: dict[str, Compound]
    incomplete: frozenset[str]
    never: frozenset[str]


@cache
def load_compounds() -> Compounds:
    """The shipped table."""
    table = tomllib.loads((resources.files("ingest") / "compounds.toml").read_text("utf-8"))
    rows, by_head = [], {}
    for entry in table["compound"]:
        row = Compound(
            frozenset(entry["names"].split()),
            entry["words"],
            _folded(entry.get("also", "")),
            entry.get("symbols", False),
            entry.get("alone", True),
            entry["example"],
            entry["counter"],
        )
        rows.append(row)
        by_head.update(dict.fromkeys(_folded(entry["heads"]), row))
    verbs = " ".join(load_patterns().verbs)
    closed = " ".join(FUNCTION_WORDS | GRADING | BREAKERS | VAGUE_MODIFIERS)
    never = _folded(table["never"]["words"]) | _folded(verbs) | _folded(closed)
    return Compounds(tuple(rows), by_head, _folded(table["incomplete"]["words"]), never)


def _folded(text: str) -> frozenset[str]:
    return frozenset(map(fold_word, text.split()))


def whole_names(
    text: str, tokens: Sequence[Token], mentions: Sequence[Mention], lexicon: Lexicon
) -> list[Mention]:
    """Mentions in order, each grown to the whole compound that it stands in.

    Args:
        text: what the tokens' offsets count in.
        tokens: of the text.
        mentions: in order, without overlap. Annotations stay as the source placed them.
        lexicon: knows names that are longer, and which words begin one.
    """
    found: list[Mention] = []
    for seen in _with_heads(text, tokens, mentions, lexicon):
        mention = continued(text, tokens, seen, lexicon)
        if mention is None:
            continue
        row = _row_of(tokens, mention)
        if found and _is_taken(tokens, found[-1], mention, row):
            mention = _grown(text, tokens, found.pop().first, mention, lexicon)
            row = None
        least = found[-1].last if found else 0
        first = mention.first
        if row is not None:
            first = _first_modifier(tokens, first, least, row, lexicon)
        if first == mention.first:
            first = _derived(tokens, mention, least, lexicon)
        if first < mention.first:
            mention = _grown(text, tokens, first, mention, lexicon)
        found.append(mention)
    return [mention for mention in found if not _says_too_little(tokens, mention)]


def _says_too_little(tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether nothing tells which one is meant: "the glands", "a mutation"."""
    row = _row_of(tokens, mention) if mention.last - mention.first == 1 else None
    return row is not None and not row.stands_alone


def _derived(tokens: Sequence[Token], mention: Mention, least: int, lexicon: Lexicon) -> int:
    """Number of a name's first token, with an adjective made of a noun: "cellular aging"."""
    first, is_word = mention.first, mention.last - mention.first == 1
    is_open = mention.step in {"head", "compound"} or (
        is_word and mention.step in {"lexicon", "shape"}
    )
    # "progenitor cell" is one of some tissue, as "aging" is of something.
    is_open |= mention.step == "lexicon" and tokens[mention.last - 1].fold == "cell"
    if not is_open or mention.entry.type in _CLOSED_TYPES or tokens[first].joined:
        return first
    at = first - 1
    while at > least and tokens[at].joined:
        at -= 1
    if at < least or not tokens[first].text[1:].islower():
        return first
    word = tokens[at].text.lower()
    if at < first - 1:
        return at if word == "anti" else first  # "anti-TNF-α antibodies"
    is_technical = word.endswith(DERIVED) and tokens[at].fold not in lexicon.guards.plain
    is_long = len(word) >= _SHORTEST_DERIVED and tokens[at].text[1:].islower()
    if is_technical and is_long and _is_noun(tokens[at]) and not _goes_on(tokens, mention.last):
        return at
    return first


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun may follow that the adjective belongs to: "coronary blood flow"."""
    if at >= len(tokens) or not tokens[at].is_word:
        return at < len(tokens) and tokens[at].joined and tokens[at].text in _HYPHENS
    word = tokens[at].text.lower()
    return not (
        word in FUNCTION_WORDS
        or word in BREAKERS
        or is_adverb(word)
        or word in load_patterns().verbs
        or word.endswith("ed")
        or word in {"consist", "consists"}
    )


def _with_heads(
    text: str, tokens: Sequence[Token], mentions: Sequence[Mention], lexicon: Lexicon
) -> list[Mention]:
    """C4: a name with the head nouns behind it."""
    found: list[Mention] = []
    starts = {mention.first for mention in mentions}
    for mention in mentions:
        if found and mention.first < found[-1].last:
            continue
        last, kind = mention.last, None
        # What an annotation covers is the source's own choice.
        while last < len(tokens) and last not in starts and mention.step != "annotation":
            step = 2 if tokens[last].text in _HYPHENS and tokens[last].joined else 1
            at = last + step - 1
            if at >= len(tokens) or at in starts:
                break
            head = type_by_head(tokens[at].fold)
            is_therapy = [t.fold for t in tokens[at : at + 2]] == ["replacement", "therapy"]
            if head is None or is_therapy:
                break
            kind, last = head, at + 1
        if kind is None and _has_epithet(tokens, mention):
            kind, last = mention.entry.type, mention.last + 1
        if kind is not None:
            end = tokens[last - 1].end
            entry = _entry(text[mention.start : end], kind, lexicon)
            mention = Mention(mention.first, last, mention.start, end, entry, "head")
        found.append(mention)
    return found


def _has_epithet(tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether the second word of a species' name follows: "Deinococcus" before "radiodurans"."""
    genus = tokens[mention.first].text
    if mention.last - mention.first > 1 or mention.entry.type != OTHER or not genus[0].isupper():
        return False
    if genus.isupper() or mention.step != "lexicon" or mention.last >= len(tokens):
        return False
    word = tokens[mention.last]
    is_latin = word.text.endswith(_EPITHETS) and word.text.islower() and word.text.isalpha()
    is_latin &= (
        word.text != genus.lower()
        and genus.endswith(_GENERA)
        and len(word.text) > _SHORTEST_EPITHET
    )
    return is_latin and word.text not in _NO_EPITHETS and not word.joined


def _row_of(tokens: Sequence[Token], mention: Mention) -> Compound | None:
    """The row of a name that is a head alone, or one with a head noun: "synthase inhibitor"."""
    is_word = mention.last - mention.first == 1 and mention.step in {"lexicon", "shape"}
    if not is_word and mention.step != "head":
        return None
    first, by_head = tokens[mention.first], load_compounds().by_head
    is_enzyme = mention.step == "shape" and mention.entry.type == "Protein"
    is_enzyme &= first.text.endswith(("ase", "ases"))
    return by_head.get(fold_word("oxidase") if is_enzyme else first.fold)


def _is_taken(
    tokens: Sequence[Token], before: Mention, head: Mention, row: Compound | None
) -> bool:
    """Whether the name right before a head is part of its name: "liver" of "liver biopsy"."""
    is_beside = before.last == head.first and not tokens[head.first].joined
    is_beside &= tokens[before.last - 1].text[-2:] not in {"'s", "’s"}
    if not is_beside or "annotation" in {before.step, head.step}:
        return False
    if row is not None and before.entry.type in row.names:
        return True
    # "influenza" before "virus infection", which by itself is no name of anything.
    is_longer = head.last - head.first > 1
    return is_longer and tokens[head.first].fold == "virus" and before.entry.type in _INFECTIOUS


def _first_modifier(
    tokens: Sequence[Token], at: int, least: int, row: Compound, lexicon: Lexicon
) -> int:
    """Number of the first token that belongs to the name of the head `at`."""
    first = at
    while first > max(least, at - _MOST_MODIFIERS) and not tokens[first].joined:
        before, is_open = tokens[first - 1], first < at and _is_incomplete(tokens[first])
        if not (_is_noun(before) if is_open else _modifies(before, row, lexicon)):
            break
        first -= 1
    while first < at and _is_incomplete(tokens[first]):
        first += 1
    # Half of a hyphenated word is none: "post-ganglionic neuron".
    return at if first < at and tokens[first].joined else first


def _modifies(token: Token, row: Compound, lexicon: Lexicon) -> bool:
    if token.fold in row.also:
        return True
    word = token.text
    if row.takes_symbols and _is_symbol(word):
        return True
    if not row.takes_words or len(word) < _SHORTEST_MODIFIER or not word[1:].islower():
        return False
    return lexicon.longest.get(token.fold, 1) > 1 and _is_noun(token)


def _is_incomplete(token: Token) -> bool:
    return token.fold in load_compounds().incomplete


def _is_noun(token: Token) -> bool:
    """Whether a word may begin a name: neither closed class nor adverb nor participle."""
    lower = token.text.lower()
    is_other = is_adverb(lower) or lower.endswith(("ed", "ing"))
    return token.text.isalpha() and not is_other and token.fold not in load_compounds().never


def _is_symbol(word: str) -> bool:
    """Whether a word is written like a symbol: "D614G", "IgG", "ITAM"."""
    capitals = sum(map(str.isupper, word))
    return (
        len(word) > 2
        and word not in _METHODS
        and (capitals > 1 or (capitals == 1 and any(map(str.isdigit, word))))
    )


def _grown(
    text: str, tokens: Sequence[Token], first: int, head: Mention, lexicon: Lexicon
) -> Mention:
    start = tokens[first].start
    entry = _entry(text[start : head.end], head.entry.type, lexicon)
    return Mention(first, head.last, start, head.end, entry, "compound")


def _entry(form: str, kind: ConceptType, lexicon: Lexicon) -> Entry:
    name = " ".join(form.split())
    known = lexicon.by_name(name)
    return known if known and known.type != DROPPED else Entry(singular(name), kind)
