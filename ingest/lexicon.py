"""The lexicon: names with types, synonyms and identifiers, and the guard lists.

Names match over folded words (plurals, British spellings, hyphens and case aside); symbols and
acronyms only in their exact case. Guard lists are counted out of texts by build_guards.py:

- `everyday`: single words as frequent in general text as in the benchmarks;
- `general`: headings at the top of the MeSH tree or with very many narrower ones;
- `unconfirmed`: headings that texts say and indexers hardly ever confirm;
- `symbol`: gene symbols that general text uses as words;
- `no_noun`: words that hardly ever end a noun group;
- `plain`: adjectives like "cerebral" in form that general text uses, too ("annual").
"""

import csv
import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from graph.names import GREEK
from graph.vocabulary import FORMULAS, LIFE_SCIENCE, OTHER, ConceptType, Vocabulary
from hubscope.errors import InputError
from hubscope.keys import digest
from hubscope.reading import text_chunks
from hubscope.tokens import Token, fold_name
from ingest.formulas import plain
from ingest.function_words import FUNCTION_WORDS

DROPPED = ConceptType("-")
_LONGEST_SYMBOL = 5
_GREEK = frozenset({"alpha", "beta", "gamma", "delta", "epsilon", "kappa"})
# Concepts and guards of the field whose lexicon was there before there were fields.
_FILES = {LIFE_SCIENCE.name: ("concepts", "guards")}
_GAP = frozenset("-–‐‑'’,.()[]+:")


@dataclass(frozen=True, slots=True)
class Entry:
    """A concept of the lexicon; type `DROPPED` = known, and no concept (it swallows its words)."""

    name: str
    type: ConceptType
    identifiers: tuple[str, ...] = ()
    is_user: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """Tokens `first` up to `last` (left out) are a name of `entry`; `is_symbol` = by exact case."""

    first: int
    last: int
    entry: Entry
    is_symbol: bool


@dataclass(frozen=True, slots=True)
class Guards:
    """Sets of folded words (symbols as written) that names and noun groups are checked against."""

    everyday: frozenset[str] = frozenset()
    general: frozenset[str] = frozenset()
    unconfirmed: frozenset[str] = frozenset()
    symbol: frozenset[str] = frozenset()
    no_noun: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()

    def blocks(self, fold: str) -> bool:
        """Whether a single folded word is too common or too general to be a concept."""
        return fold in self.everyday or fold in self.general or fold in self.unconfirmed


@dataclass(slots=True)
class Lexicon:
    """Names to entries. Entries are read from their line when first asked for.

    Attributes:
        names: folded name to row; symbols: exact symbol (hyphens dropped) to row.
        identifiers: identifier to row.
        formulas: chemical formula, every sign as written, to row.
        longest: first folded word to the number of words of the longest name.
        fingerprint: digest of the shipped files and the user's.
    """

    guards: Guards = field(default_factory=Guards)
    names: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, int] = field(default_factory=dict)
    identifiers: dict[str, int] = field(default_factory=dict)
    formulas: dict[str, int] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    fingerprint: str = ""
    _rows: list[str | Entry] = field(default_factory=list)

    def entry(self, row: int) -> Entry:
        """The entry of a row."""
        found = self._rows[row]
        if isinstance(found, str):
            ids, kind, name, _ = found.split("\t", 3)
            found = Entry(name, ConceptType(kind), tuple(ids.split("|")) if ids else ())
            self._rows[row] = found
        return found

    def by_identifier(self, identifiers: Iterable[str]) -> Entry | None:
        """The entry of the first identifier that is known."""
        for identifier in identifiers:
            row = self.identifiers.get(identifier)
            if row is not None:
                return self.entry(row)
        return None

    def by_formula(self, formula: str) -> Entry | None:
        """The entry of a chemical formula."""
        row = self.formulas.get(plain(formula))
        return None if row is None else self.entry(row)

    def by_name(self, name: str) -> Entry | None:
        """The entry of a whole name, an exact symbol or a formula."""
        if self.formulas and (entry := self.by_formula(name)) is not None:
            return entry
        row = self.symbols.get(name.replace("-", ""))
        if row is None:
            row = self.names.get(fold_name(name))
        return None if row is None else self.entry(row)

    def means_the_same(self, name: str, other: str) -> bool:
        """Whether both are names of one entry."""
        known = self.by_name(name)
        return known is not None and known == self.by_name(other)

    def matches(self, tokens: Sequence[Token]) -> list[Match]:
        """Longest names from left to right, without overlap; guards are not applied yet."""
        found = []
        at = 0
        while at < len(tokens):
            symbol, match = self._symbol_at(tokens, at), self._name_at(tokens, at)
            if symbol is not None and (match is None or symbol.last >= match.last):
                match = symbol
            if match is None:
                at += 1
            else:
                found.append(match)
                at = match.last
        return found

    def _name_at(self, tokens: Sequence[Token], at: int) -> Match | None:
        limit = self.longest.get(_spelled(tokens[at].fold))
        if limit is None:
            return None
        words, best = "", None
        end, n = at, 0
        while end < len(tokens) and n < limit:
            token = tokens[end]
            if not token.is_word:
                if not _may_gap(tokens, end):
                    break
            else:
                words = f"{words} {token.fold}" if words else token.fold
                n += 1
                row = self.names.get(words)
                if row is None and not words.isascii():
                    row = self.names.get(_spelled(words))
                if row is not None:
                    best = (end + 1, row)
            end += 1
        return Match(at, best[0], self.entry(best[1]), is_symbol=False) if best else None

    def _symbol_at(self, tokens: Sequence[Token], at: int) -> Match | None:
        first = tokens[at].text
        if not first[0].isalnum() or (first.islower() and len(first) > _LONGEST_SYMBOL):
            return None
        text, best = "", None
        for end in range(at, min(at + _LONGEST_SYMBOL, len(tokens))):
            token = tokens[end]
            if end > at and not token.joined:
                break
            if token.is_word:
                # "IL-6" is IL6 and "TNF-alpha" TNFalpha, but "CES-D" is not CESD.
                if end > at and not (_is_numeral(token.text) or _is_numeral(tokens[end - 2].text)):
                    break
                text += token.text
                row = self.symbols.get(text)
                if row is not None:
                    best = (end + 1, row)
            elif token.text not in "-–‐‑/":
                break
        return Match(at, best[0], self.entry(best[1]), is_symbol=True) if best else None

    def add(self, entry: Entry, names: Iterable[str], symbols: Iterable[str] = ()) -> None:
        """Put an entry on top: its folded names and symbols win over those already there."""
        row = len(self._rows)
        self._rows.append(entry)
        self.identifiers.update(dict.fromkeys(entry.identifiers, row))
        self.symbols.update({symbol.replace("-", ""): row for symbol in symbols})
        for name in names:
            self._add_name(name, row)

    def _add_name(self, fold: str, row: int) -> None:
        self.names[fold] = row
        first, _, rest = fold.partition(" ")
        n = rest.count(" ") + 2 if rest else 1
        if self.longest.get(first, 0) < n:
            self.longest[first] = n

    def _load(self, lines: Sequence[str]) -> None:
        """Fill from lines of concepts.tsv; a gene's own symbol beats another's synonym."""
        names, longest, identifiers = self.names, self.longest, self.identifiers
        owners: dict[str, int] = {}
        shared: set[str] = set()
        for row, line in enumerate(lines):
            ids, kind, name, folds, exact = line.split("\t")
            if ids:
                for identifier in ids.split("|"):
                    identifiers.setdefault(identifier, row)
            for fold in folds.split("|") if folds else ():
                names[fold] = row
                n = fold.count(" ") + 1
                first = fold.split(" ", 1)[0] if n > 1 else fold
                if longest.get(first, 0) < n:
                    longest[first] = n
            if exact:
                is_gene = kind in ("Gene", "RNA")
                for symbol in exact.split("|"):
                    key = symbol.replace("-", "").replace("/", "")
                    if not is_gene or symbol == name:
                        if self.symbols.get(key) is None or not is_gene:
                            self.symbols[key] = row
                    elif owners.setdefault(key, row) != row:
                        shared.add(key)
        for key, row in owners.items():
            if key not in shared:
                self.symbols.setdefault(key, row)
        self._rows = list(lines)

    def _take_formulas(self, lines: Sequence[str]) -> None:
        """Exact forms are formulas, in which every sign counts; the name of one counts too."""
        self.symbols = {}
        for row, line in enumerate(lines):
            for formula in filter(None, line.split("\t")[4].split("|")):
                self.formulas.setdefault(plain(formula), row)


@cache
def _shipped(field: str) -> tuple[tuple[str, ...], Guards, str]:
    """Lines, guards and digest of the lexicon of a field that ships with hubscope."""
    concepts, guards = _FILES.get(field, (field, ""))
    text, words = _unpacked(concepts), _unpacked(guards) if guards else ""
    lists: dict[str, set[str]] = {}
    for line in words.splitlines():
        kind, word = line.split("\t")
        lists.setdefault(kind, set()).add(word)
    sets = Guards(**{kind: frozenset(found) for kind, found in lists.items()})
    return tuple(text.rstrip("\n").split("\n")), sets, digest([text, words])


def _unpacked(name: str) -> str:
    path = resources.files("ingest") / "lexicons" / f"{name}.tsv.gz"
    return gzip.decompress(path.read_bytes()).decode("utf-8")


def load_lexicon(user: Path | None = None, vocabulary: Vocabulary = LIFE_SCIENCE) -> Lexicon:
    """The lexicon of a field, with a user's own names on top.

    Args:
        user: tab-separated `name, type, id, synonyms`; synonyms are parted by "|". Only the name
            is needed; a first line that starts with `name` is a header.
        vocabulary: the field. One of the user's own has its lexicon in such a file beside it.

    Raises:
        InputError: a user's file cannot be read or names an unknown type.
    """
    if user is None and vocabulary.file is None:
        return _shared(vocabulary)
    lexicon = _own(vocabulary)
    if user is not None:
        _add_user_names(lexicon, user, vocabulary)
    return lexicon


@cache
def _shared(vocabulary: Vocabulary) -> Lexicon:
    """What ships for a field, read once: nothing is ever added to it."""
    return _own(vocabulary)


def _own(vocabulary: Vocabulary) -> Lexicon:
    """A lexicon of a field that names can be added to."""
    lexicon = Lexicon()
    if vocabulary.file is None:
        lines, lexicon.guards, lexicon.fingerprint = _shipped(vocabulary.name)
        lexicon._load(lines)
        if vocabulary.text_rules == FORMULAS:
            lexicon._take_formulas(lines)
    elif (beside := vocabulary.file.with_suffix(".tsv")).exists():
        _add_user_names(lexicon, beside, vocabulary)
    return lexicon


def _add_user_names(lexicon: Lexicon, path: Path, vocabulary: Vocabulary) -> None:
    lines = "".join(text_chunks(path)).splitlines()
    lexicon.fingerprint = digest([lexicon.fingerprint, lines])
    for number, fields in _named_lines(path, lines):
        name, kind, identifier, synonyms = (*(part.strip() for part in fields[:4]), "", "", "")[:4]
        if not fold_name(name):
            raise InputError(
                f"{path}:{number}: a line needs a name in its first column.",
                reason="empty_name",
                where=f"{path}:{number}",
            )
        try:
            kind = vocabulary.type(kind) if kind else OTHER
        except InputError as error:
            raise InputError(
                f"{path}:{number}: {error}", reason=error.reason, where=f"{path}:{number}"
            ) from error
        forms = [name, *(form.strip() for form in synonyms.split("|") if form.strip())]
        exact = [form for form in forms if form.upper() == form and " " not in form]
        folds = [fold_name(form) for form in forms if form not in exact]
        entry = Entry(name, ConceptType(kind), (identifier,) if identifier else (), is_user=True)
        lexicon.add(entry, [fold for fold in folds if fold], exact)


def _named_lines(path: Path, lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Number and cells of every line of a lexicon that is to name something.

    Raises:
        InputError: there is none, or a cell has no end.
    """
    found = False
    try:
        for number, fields in enumerate(csv.reader(lines, delimiter="\t"), 1):
            if fields and not fields[0].startswith("#") and (number > 1 or fields[0] != "name"):
                found = True
                yield number, fields
    except csv.Error as error:
        raise InputError(f"{path}: no lexicon: {error}.", where=str(path)) from error
    if not found:
        raise InputError(
            f"{path}: no name in it. A line has name, type, id, synonyms, with tabs between.",
            reason="empty_file",
            where=str(path),
        )


def _spelled(fold: str) -> str:
    """Greek letters as their names: "interferon-γ" stands in most lists as interferon gamma."""
    return fold if fold.isascii() else fold.translate(GREEK)


def _is_numeral(text: str) -> bool:
    return text.isdigit() or not text.isascii() or text in _GREEK


def _may_gap(tokens: Sequence[Token], at: int) -> bool:
    """Whether a mark may stand inside a name: one without a space on either side, or "E. coli"."""
    mark = tokens[at]
    if mark.text not in _GAP or at + 1 >= len(tokens) or not mark.joined:
        return False
    initial, following = tokens[at - 1].text, tokens[at + 1]
    is_short = mark.text == "." and len(initial) == 1 and initial.isupper()
    return following.joined or (is_short and following.text.islower())


def common_words() -> frozenset[str]:
    """Lower-case words that are no concept's name by themselves: closed classes, everyday words."""
    return FUNCTION_WORDS | _shipped(LIFE_SCIENCE.name)[1].everyday
