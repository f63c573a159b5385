"""Names that go on behind what the lexicon knows of them: "kinase ß", "HLA-DR3".

Such a name is another one's. It ends where its letters and numerals end; where it is not clear
what it then means, nothing is said.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from hubscope.tokens import Token, fold_word, singular
from ingest.function_words import FUNCTION_WORDS, is_adverb, words
from ingest.lexicon import DROPPED, Entry, Lexicon
from ingest.mentions import Mention
from ingest.noun_words import BREAKERS, CARE, PASS_THROUGH, REVERSING

_HYPHENS = frozenset("-‐‑")
_MOLECULES = frozenset({"Protein", "Gene", "RNA", "Complex", "MolecularEntity", "Drug"})
_KINDS = words("type types subtype subtypes")
_KIND = re.compile(r"[IVXivx]{1,4}[ab]?|\d{1,2}[a-zA-Z]?|[A-H]|alpha|beta|gamma|[α-ωß]")
_GREEK = re.compile(r"[α-ωΑ-Ωß]\d?|alpha|beta|gamma|delta|epsilon|kappa|alfa")
_CODE = re.compile(r"[A-Z]\d{1,2}")
_LETTERED = re.compile(r"II|III|IV|VI{1,3}|IX|X[IV]+|XI{1,3}")
_LETTER = re.compile(r"[A-H]")
_NUMBER = re.compile(r"\d{1,2}[a-z]?")
_SUFFIX = re.compile(r"\d{1,3}[a-zA-Z]?|[A-Z][A-Za-z]{0,3}\d{0,3}")
# Behind these a number is part of the name; behind others it is a measured value.
_NUMBERED = frozenset(
    map(
        fold_word,
        words(
            """
            receptor protein factor keratin cytokeratin kinase caspase interleukin channel
            transporter isoform ligand
            """
        ),
    )
)
# Latin adjectives and genitives that make a kind of a name: "melanosis coli", "lichen planus".
_LATIN = words(
    """
    acuminata acuminatum alba annulare areata bullosa capitis coli cordis corporis cruris deformans
    divisum dura fissuratum foliacea fulminans fungoides gravidarum gravis intermedia migrans
    nodosa nodosum ossificans pedis pemphigoides perniosis pigmentosa pilaris planus propria
    pustulosa rosea sclerosus sebaceum simplex spongiosum vera verrucosa versicolor vulgaris
    """
)
_CHROMOSOMES = words("chromosome trisomy monosomy")
# Endings of words that only say something of a name when a hyphen joins them to it.
_MODIFYING = (
    *("ed", "ing", "ive", "like", "ent", "ant", "free", "able", "ible", "al", "ic", "ary", "ous"),
    *("wide", "type", "rich", "poor", "prone", "proven", "bound", "borne", "guided"),
    *("naive", "dead", "laden", "sized", "only", "high", "low", "old", "long", "side", "wild"),
)


def continued(
    text: str, tokens: Sequence[Token], mention: Mention, lexicon: Lexicon
) -> Mention | None:
    """A mention up to where its name ends; None where the whole is none that is known.

    Args:
        text: what the tokens' offsets count in.
        tokens: of the text.
        mention: an annotation stays as the source placed it.
        lexicon: knows whole names.
    """
    if mention.step == "annotation" or mention.last >= len(tokens):
        return mention
    following = tokens[mention.last]
    if following.joined and following.text in _HYPHENS:
        return _hyphenated(text, tokens, mention, lexicon)
    last = mention.last + _n_lettered(tokens, mention)
    return mention if last == mention.last else _up_to(text, tokens, mention, last, lexicon)


def _n_lettered(tokens: Sequence[Token], mention: Mention) -> int:
    """How many tokens behind a name belong to it."""
    at, word = mention.last, tokens[mention.last].text
    if word.lower() in _KINDS:
        return 2 if at + 1 < len(tokens) and _KIND.fullmatch(tokens[at + 1].text) else 0
    if tokens[at].joined:
        return 0
    if tokens[at - 1].text.lower() in _CHROMOSOMES:
        return int(re.fullmatch(r"1?\d[pq]?|2[012][pq]?|[XY]", word) is not None)
    is_lettered = mention.entry.type != "ClinicalEndpoint"
    if word in _LATIN or (is_lettered and _CODE.fullmatch(word)):
        return 1
    if not _ends(tokens, at + 1):
        return 0
    if mention.entry.type in _MOLECULES and _GREEK.fullmatch(word):
        return 1
    if is_lettered and _LETTERED.fullmatch(word):
        return 1
    if _LETTER.fullmatch(word):
        return int(mention.entry.type in _MOLECULES | {"Disease"})
    is_numbered = tokens[at - 1].fold in _NUMBERED and tokens[at - 1].text.islower()
    return int(is_numbered and _NUMBER.fullmatch(word) is not None)


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing that takes a letter or numeral before it follows: "B cells", "2 weeks"."""
    if at >= len(tokens):
        return True
    token = tokens[at]
    if not token.is_word and at + 1 < len(tokens) and tokens[at + 1].joined:
        return token.text in "()"  # neither "3.9" nor "1,4,5-"
    word = token.text.lower()
    is_closed = word in FUNCTION_WORDS or word in BREAKERS or is_adverb(word)
    is_noun_of_it = word in PASS_THROUGH | CARE | {"gene", "protein", "receptor", "injections"}
    return is_closed or is_noun_of_it or (not token.is_word and token.text not in "%-–‐‑/′'")


def _hyphenated(
    text: str, tokens: Sequence[Token], mention: Mention, lexicon: Lexicon
) -> Mention | None:
    at = mention.last + 1
    if at >= len(tokens) or not tokens[at].joined or not tokens[at].is_word:
        return mention
    word = tokens[at].text
    if lexicon.by_name(text[mention.start : tokens[at].end]) is not None:
        return _up_to(text, tokens, mention, at + 1, lexicon)
    # Two abbreviations of a document may stand side by side: "ECL-GADA".
    if _is_said_of_it(tokens[at], lexicon) or (mention.step == "local" and word.isupper()):
        return mention
    is_whole = not any(token.joined for token in tokens[at + 1 : at + 2]) or _ends(tokens, at + 1)
    is_part = is_whole and (_SUFFIX.fullmatch(word) or _GREEK.fullmatch(word)) is not None
    if is_part and mention.entry.type in _MOLECULES:
        return _up_to(text, tokens, mention, at + 1, lexicon)
    return None


def _is_said_of_it(token: Token, lexicon: Lexicon) -> bool:
    """Whether the second part of a hyphenated word is a word of its own: "-induced", "-insulin"."""
    word = token.text.lower()
    if token.text.isupper() and len(word) > 1:
        return token.text in lexicon.symbols
    closed = FUNCTION_WORDS | BREAKERS | PASS_THROUGH | CARE | REVERSING
    return word in closed or word.endswith(_MODIFYING) or token.fold in lexicon.names


def _up_to(
    text: str, tokens: Sequence[Token], mention: Mention, last: int, lexicon: Lexicon
) -> Mention | None:
    end = tokens[last - 1].end
    name = " ".join(text[mention.start : end].split())
    known = lexicon.by_name(name)
    if known is not None and known.type == DROPPED:
        return None
    # What is one of a complex's parts is no complex.
    kind = "Protein" if mention.entry.type == "Complex" else mention.entry.type
    entry = known or Entry(singular(name), type(mention.entry.type)(kind))
    return replace(mention, last=last, end=end, entry=entry, step="head")
