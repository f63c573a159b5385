"""Concepts of a text: a cascade of rules, in which a later step never overrides an earlier one.

C0 what the source itself names, C1 abbreviations of the document, C2 lexicon names, C3 symbols,
C4 the whole compound of a name (compounds.py), C5 word shapes. Open names (C6) exist only as
arguments of a relation: noun_groups.py.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graph.vocabulary import BIOMEDICAL, FORMULAS, OTHER, ConceptType, Vocabulary
from hubscope.errors import InputError
from hubscope.tokens import Token, fold_name, fold_word, singular, tokenize
from ingest.abbreviations import abbreviations
from ingest.compounds import whole_names
from ingest.formulas import candidates, concept_name
from ingest.function_words import PREPOSITIONS
from ingest.items import Annotation
from ingest.lexicon import DROPPED, Entry, Guards, Lexicon, Match
from ingest.mentions import Mention
from ingest.namesakes import SYMBOL_TYPES, is_meant, is_organisation, is_second_part, is_shouting
from ingest.shapes import type_by_shape, type_of_name

_ANNOTATED_TYPES = {
    **dict.fromkeys(("chemical", "chemicalentity", "abundance"), "MolecularEntity"),
    "geneorgeneproduct": "Gene",
    **dict.fromkeys(("species", "organismtaxon"), "Other"),
    **dict.fromkeys(("mutation", "snp", "dnamutation", "proteinmutation"), "Other"),
    **dict.fromkeys(("variant", "sequencevariant"), "Other"),
    **dict.fromkeys(("diseaseorphenotypicfeature", "specificdisease"), "Disease"),
    **dict.fromkeys(("diseaseclass", "compositemention", "modifier"), "Disease"),
}
# What a source calls a chemical may be any molecule in the lexicon.
_CHEMICALS = frozenset({"MolecularEntity", "Drug", "Protein", "Complex", "RNA"})


@dataclass(frozen=True, slots=True)
class Local:
    """What one document defines for itself: names on top of the lexicon, and confirmed words.

    Attributes:
        names: abbreviations with their long forms, and annotated names.
        confirmed: folded words that a heading of the document carries; guards let them through.
        annotated: concepts that the source names, each once.
        aliases: short form to long form.
    """

    names: Lexicon = field(default_factory=Lexicon)
    confirmed: frozenset[str] = frozenset()
    annotated: tuple[tuple[Annotation, Entry], ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()


class Seeds:
    """Finds concepts in texts with one lexicon and one vocabulary."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        self.vocabulary = vocabulary
        self.lexicon = lexicon
        self.is_biomedical = vocabulary.text_rules == BIOMEDICAL
        self.has_formulas = vocabulary.text_rules == FORMULAS

    def local(self, texts: Iterable[str], annotations: Sequence[Annotation] = ()) -> Local:
        """What a document's own texts and annotations define (C0, C1)."""
        names = Lexicon(self.lexicon.guards)
        annotated = self._annotated(annotations)
        confirmed: set[str] = set()
        for annotation, entry in annotated:
            fold = fold_name(annotation.form)
            confirmed.add(fold)
            if annotation.start is not None and entry.type != DROPPED:
                names.add(entry, [fold])
        found = abbreviations("\n".join(texts))
        for short, long in found.items():
            entry = self._long_form(long, short)
            if entry.type != DROPPED and not is_organisation(long):
                names.add(entry, [fold_name(long)], [short])
        kept = tuple(pair for pair in annotated if pair[1].type != DROPPED)
        return Local(names, frozenset(confirmed), kept, tuple(found.items()))

    def find(
        self, text: str, local: Local, section: int | None = None
    ) -> tuple[list[Token], list[Mention]]:
        """Tokens of a text and its concepts, from left to right, without overlap.

        Args:
            text: what to read.
            local: what its document defines.
            section: number of the document's section that the text is; where the source has
                placed annotations in it, they come first.
        """
        tokens = tokenize(text)
        taken: dict[int, Match | None] = {}
        mentions: list[Mention] = []
        for annotation, entry in local.annotated:
            if annotation.start is not None and annotation.section == section is not None:
                match = _placed(tokens, annotation, entry)
                if match and not any(at in taken for at in range(match.first, match.last)):
                    self._take(tokens, match, "annotation", mentions, taken)
        if local.names.names or local.names.symbols:
            for match in local.names.matches(tokens):
                self._take(tokens, match, "local", mentions, taken)
        if self.has_formulas:
            self._by_formula(text, tokens, mentions, taken)
        guards, shouting = self.lexicon.guards, is_shouting(text)
        for match in self.lexicon.matches(tokens):
            if any(at in taken for at in range(match.first, match.last)):
                continue
            if is_meant(tokens, match, guards, confirmed=local.confirmed, shouting=shouting):
                step = "symbol" if match.is_symbol else "lexicon"
                self._take(tokens, match, step, mentions, taken)
            elif match.last - match.first > 1:
                # A name of several words that is no concept still keeps its words from others.
                taken.update(dict.fromkeys(range(match.first, match.last), match))
        if self.is_biomedical:
            self._by_shape(tokens, taken, mentions)
        mentions.sort(key=lambda mention: mention.first)
        if self.is_biomedical:
            mentions = whole_names(text, tokens, mentions, self.lexicon)
        return tokens, mentions

    def resolve(self, name: str, identifiers: Iterable[str], type_word: str) -> Entry:
        """The entry of an identifier, else of a name, else a new one of the given type.

        Raises:
            InputError: the type is not in the vocabulary.
        """
        known = self.lexicon.by_identifier(identifiers)
        if known is not None and known.type != DROPPED:
            return known
        kind = self._type(type_word) if type_word else None
        known = self.lexicon.by_name(name)
        if (
            known is not None
            and known.type != DROPPED
            and not _is_other(known, name, identifiers)
            and (kind in (None, known.type) or _may_be(type_word.casefold(), known.type))
        ):
            return known
        return self._open(name, kind, identifiers)

    def _open(
        self, name: str, kind: ConceptType | None = None, identifiers: Iterable[str] = ()
    ) -> Entry:
        """A new entry for a name outside every lexicon."""
        own = concept_name(name) if self.has_formulas else singular(name)
        return Entry(own, kind or self._type_of_name(name), tuple(identifiers))

    def _type_of_name(self, name: str) -> ConceptType:
        """What the words of a name say of its type; they say it in life science alone."""
        return type_of_name(name) if self.is_biomedical else OTHER

    def _type(self, word: str) -> ConceptType:
        alias = _ANNOTATED_TYPES.get(word.casefold(), word) if self.is_biomedical else word
        return self.vocabulary.type(alias)

    def _annotated(self, annotations: Sequence[Annotation]) -> list[tuple[Annotation, Entry]]:
        """Each annotation with its concept; the identifier decides, not the form."""
        usual: dict[tuple[str, ...], Counter[str]] = {}
        for annotation in annotations:
            usual.setdefault(annotation.identifiers, Counter())[annotation.form] += 1
        pairs = []
        for annotation in annotations:
            form, ids = annotation.form, annotation.identifiers
            if annotation.start is None:
                pairs.append((annotation, self._heading(annotation)))
                continue
            if ids:
                form = min(usual[ids].items(), key=lambda item: (-item[1], item[0]))[0]
            try:
                entry = self.resolve(form, ids, annotation.type)
            except InputError:
                entry = self.resolve(form, ids, "")
            pairs.append((annotation, entry))
        return pairs

    def _heading(self, annotation: Annotation) -> Entry:
        """The concept of a heading; what the lexicon drops is no concept here either."""
        form, ids = annotation.form, annotation.identifiers
        entry = self.lexicon.by_identifier(ids)
        if entry is None and (known := self.lexicon.by_name(form)):
            entry = None if _is_other(known, form, ids) else known
        if entry is not None:
            return entry
        try:
            return Entry(form, self._type(annotation.type), ids)
        except InputError:
            return Entry(form, self._type_of_name(form), ids)

    def _long_form(self, long: str, short: str) -> Entry:
        known = self.lexicon.by_name(long)
        if known is not None:
            return known
        # "coronavirus disease 2019 (COVID-19)": the short form is the usual name.
        usual = self.lexicon.by_name(short) or self.lexicon.by_name(short.upper())
        is_name = usual is not None and usual.name.casefold() == short.casefold()
        if usual is not None and is_name and usual.type not in SYMBOL_TYPES | {DROPPED}:
            return usual
        return self._open(long, self._type_of_long(long))

    def _type_of_long(self, long: str) -> ConceptType:
        """Type of a name outside the lexicon: by its last word, else by the name it ends with.

        What a preposition brings in is not what the name means: a target of rapamycin is no drug.
        """
        tokens = tokenize(long)
        end = next((n for n, t in enumerate(tokens) if n and t.fold in PREPOSITIONS), len(tokens))
        if any(match.first < end < match.last for match in self.lexicon.matches(tokens)):
            end = len(tokens)  # "quality of life" is one name
        tokens = tokens[:end]
        kind = self._type_of_name(long[: tokens[-1].end])
        last = next(reversed(self.lexicon.matches(tokens)), None) if kind == OTHER else None
        if last is None or last.last < len(tokens) or last.entry.type == DROPPED:
            return kind
        fold = " ".join(token.fold for token in tokens[last.first : last.last] if token.is_word)
        return kind if self.lexicon.guards.blocks(fold) else last.entry.type

    def _take(
        self,
        tokens: Sequence[Token],
        match: Match,
        step: str,
        mentions: list[Mention],
        taken: dict[int, Match | None],
    ) -> None:
        if step == "local" and is_second_part(tokens, match.first):
            return
        start, end = tokens[match.first].start, tokens[match.last - 1].end
        mentions.append(Mention(match.first, match.last, start, end, match.entry, step))
        taken.update(dict.fromkeys(range(match.first, match.last), match))

    def _by_formula(
        self,
        text: str,
        tokens: Sequence[Token],
        mentions: list[Mention],
        taken: dict[int, Match | None],
    ) -> None:
        """Formulas of the lexicon, every sign as it is written there."""
        for start, end in candidates(text):
            entry = self.lexicon.by_formula(text[start:end])
            if entry is None:
                continue
            inside = [n for n, t in enumerate(tokens) if t.end > start and t.start < end]
            if not any(at in taken for at in inside):
                match = Match(inside[0], inside[-1] + 1, entry, is_symbol=True)
                self._take(tokens, match, "formula", mentions, taken)

    def _by_shape(
        self, tokens: Sequence[Token], taken: dict[int, Match | None], mentions: list[Mention]
    ) -> None:
        for at, token in enumerate(tokens):
            if at in taken or len(token.text) < 6 or not token.is_word:
                continue
            kind = type_by_shape(token.text)
            if kind is None or _blocked_shape(self.lexicon.guards, token.fold):
                continue
            if not is_second_part(tokens, at):
                entry = Entry(singular(token.text.lower()), kind)
                mentions.append(Mention(at, at + 1, token.start, token.end, entry, "shape"))


def _may_be(word: str, kind: ConceptType) -> bool:
    """Whether a source's word for a type leaves it to the lexicon, which knows this one.

    A chemical may be any molecule; an abundance of BEL is whatever can be counted.
    """
    return word == "abundance" or (word == "chemical" and kind in _CHEMICALS)


def _is_other(known: Entry, name: str, identifiers: Iterable[str]) -> bool:
    """Whether a name reaches an entry by a synonym, while its identifier is another one's.

    A yeast gene may be called what a human gene is called, too.
    """
    if fold_name(name) == fold_name(known.name):
        return False
    own = {id.partition(":")[0]: id for id in known.identifiers}
    return any(own.get(id.partition(":")[0], id) != id for id in identifiers)


def _placed(tokens: Sequence[Token], annotation: Annotation, entry: Entry) -> Match | None:
    """The tokens that an annotation covers, None where it cuts them."""
    assert annotation.start is not None
    end = annotation.start + len(annotation.form)
    inside = [n for n, t in enumerate(tokens) if t.end > annotation.start and t.start < end]
    return Match(inside[0], inside[-1] + 1, entry, is_symbol=False) if inside else None


def _blocked_shape(guards: Guards, fold: str) -> bool:
    return guards.blocks(fold) or fold_word(fold) in guards.everyday


__all__ = ["DROPPED", "OTHER", "Local", "Mention", "Seeds"]
