"""What is spelled like a name of the lexicon and does not mean it: capitals, hyphens, verbs.

"New York Heart Association" is no heart, "LoA" no worm, "anti-TNF" no TNF, "H. influenzae" no flu,
"it drives the process" no drive.
"""

from collections.abc import Collection, Sequence

from graph.vocabulary import OTHER
from hubscope.tokens import Token, fold_name
from ingest.function_words import PREPOSITIONS, words
from ingest.lexicon import DROPPED, Guards, Match

SYMBOL_TYPES = frozenset({"Gene", "RNA", "Protein", "Complex"})
_HYPHENS = frozenset("-–‐‑/")
# Last words of the names of bodies, as they are written there.
_ORGANISATIONS = words(
    """
    Agency Association Board Center Centers Centre Centres College Commission Committee Consortium
    Council Department Federation Foundation Hospital Hospitals Institute Institutes Ministry
    Network Organisation Organization Registry Society University
    """
)
_LONGEST_ORGANISATION = 4
# What bodies make: "Center for Epidemiologic Studies Depression Scale".
_MADE = words("Scale Score Index Inventory Questionnaire Criteria Classification Survey Test")
_LONGEST_MIXED = 4
# An object begins with them; after a name a sentence rarely has one.
_OBJECTS = words("a an the its their his her")
# Before a verb in its first form.
_MODALS = words("to not cannot can could may might must shall should will would")
# "Are statins a cure?": a name stands between these and an article, too.
_ASKING = words("are were do did have")
_LONGEST_SUBJECT = 8
_GENE_CONTEXT = words(
    """
    gene protein express mutation receptor polymorphism allele mrna promoter kinase knockdown
    knockout variant pathway signal phosphorylation inhibitor deficient positive negative level
    expression mutant transgenic ligand antibody overexpression encode
    """
)


def is_meant(
    tokens: Sequence[Token],
    match: Match,
    guards: Guards,
    *,
    confirmed: Collection[str] = (),
    shouting: bool = False,
) -> bool:
    """Whether a match of the lexicon is a concept here.

    Args:
        tokens: of the text.
        match: a name of the lexicon in it.
        guards: words that are too common to be believed.
        confirmed: folded words that a heading of the document carries; guards let them through.
        shouting: the text is written in capitals, so that capitals say nothing (`is_shouting`).
    """
    entry = match.entry
    if entry.is_user:
        return True
    if _names_another(tokens, match) or is_second_part(tokens, match.first):
        return False
    if _is_verb(tokens, match):
        return False
    fold = " ".join(t.fold for t in tokens[match.first : match.last] if t.is_word)
    if entry.type == DROPPED or fold in confirmed:
        return entry.type != DROPPED
    if match.is_symbol:
        return not shouting and _is_symbol(tokens, match, guards)
    is_single = match.last - match.first == 1
    return not (is_single and (guards.blocks(fold) or len(fold) < 3))


def is_second_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether a hyphen glues the token to a word before it: "anti-TNF", "non-diabetic"."""
    return (
        at > 1
        and tokens[at].joined
        and tokens[at - 1].text in _HYPHENS
        and tokens[at - 1].joined
        and tokens[at - 2].is_word
    )


def is_organisation(long: str) -> bool:
    """Whether a long form is a body's name and not that of what the body made: no "Scale".

    >>> is_organisation("World Health Organization")
    True
    >>> is_organisation("Center for Epidemiologic Studies Depression Scale")
    False
    """
    parts = long.split()
    return bool(_ORGANISATIONS & set(parts)) and parts[-1] not in _MADE


def is_shouting(text: str) -> bool:
    """Whether a text is written mostly in capitals."""
    letters = sum(map(str.isalpha, text))
    return letters > 0 and sum(map(str.isupper, text)) > 0.5 * letters


def _is_symbol(tokens: Sequence[Token], match: Match, guards: Guards) -> bool:
    """Whether a short form in capitals is the symbol it spells."""
    text = "".join(t.text for t in tokens[match.first : match.last] if t.is_word)
    if "line" in {t.fold for t in tokens[max(0, match.first - 6) : match.first]}:
        return False  # "the cell lines U937 and THP-1"
    if match.entry.type not in SYMBOL_TYPES:
        # Three letters mean too many things, unless they are the name itself (HIV, DNA).
        is_name = text == match.entry.name and len(text) > 2
        return (is_name or len(text) > 3) and text not in guards.symbol
    neighbours = {
        tokens[at].fold
        for at in (match.first - 1, match.last, match.last + 1)
        if 0 <= at < len(tokens)
    }
    if neighbours & _GENE_CONTEXT and len(text) > 2:
        return True
    if text in guards.symbol:
        return False
    capitals = sum(c.isupper() for c in text)
    has_digit = any(c.isdigit() for c in text)
    return (has_digit and len(text) >= 4 and capitals >= 2) or capitals >= 5


def _names_another(tokens: Sequence[Token], match: Match) -> bool:
    """Whether capitals show that a name is not the lexicon's, but spelled like it."""
    return (
        _names_an_organisation(tokens, match)
        or _is_mixed_case(tokens, match)
        or _is_proper(tokens, match)
        or _is_epithet(tokens, match)
    )


def _names_an_organisation(tokens: Sequence[Token], match: Match) -> bool:
    """Whether a name is part of a body's: "New York Heart Association"."""
    if not tokens[match.first].text[0].isupper():
        return False
    for token in tokens[match.last : match.last + _LONGEST_ORGANISATION]:
        if token.text in _ORGANISATIONS:
            return True
        if not token.text[0].isupper() and token.text not in {"and", "of", "for", "&"}:
            return False
    return False


def _is_mixed_case(tokens: Sequence[Token], match: Match) -> bool:
    """Whether one word is an abbreviation that only happens to spell a name: "LoA" is no worm."""
    text = tokens[match.first].text
    is_short = match.last - match.first == 1 and len(text) <= _LONGEST_MIXED
    return is_short and text[0].isupper() and text[-1].isupper() and not text.isupper()


def _is_proper(tokens: Sequence[Token], match: Match) -> bool:
    """Whether a common noun is written as a proper name in running text: "ablation of Snail".

    Genera are known by their one form; animals and things that everyone knows by their plural.
    """
    at = match.first
    text, name = tokens[at].text, match.entry.name
    if match.last - at > 1 or match.entry.type != OTHER or not text[1:].islower() or not at:
        return False
    is_common = name.endswith("s") and not text.endswith("s") and fold_name(name) == tokens[at].fold
    before, after = tokens[at - 1].text, tokens[min(at + 1, len(tokens) - 1)].text
    return is_common and text[0].isupper() and before[0].islower() and not after[0].isupper()


def _is_epithet(tokens: Sequence[Token], match: Match) -> bool:
    """Whether a word is the second of a species' name: "H. influenzae" is no influenza."""
    at = match.first
    if at < 2 or match.last - at > 1 or not tokens[at].text.endswith("ae"):
        return False
    initial, dot = tokens[at - 2].text, tokens[at - 1].text
    return dot == "." and len(initial) == 1 and initial.isupper()


def _is_verb(tokens: Sequence[Token], match: Match) -> bool:
    """Whether a word has an object and the form of a verb: "drives the", "cannot trust his"."""
    at = match.first
    text = tokens[at].text
    following = tokens[match.last].text if match.last < len(tokens) else ""
    if match.last - at > 1 or not text.islower() or following not in _OBJECTS:
        return False
    before = {token.text.lower() for token in tokens[max(0, at - _LONGEST_SUBJECT) : at]}
    last = tokens[at - 1].text.lower() if at else ""
    if text.endswith("s") and text != match.entry.name.lower():
        # "In diabetes the risk rises": no verb stands behind a preposition.
        return not before & _ASKING and last not in PREPOSITIONS
    return last in _MODALS
