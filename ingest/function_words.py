"""Closed word classes of English, as sentence patterns and guards need them, in lower case."""

from collections.abc import Sequence


def words(text: str) -> frozenset[str]:
    """The words of a text as a set.

    >>> words("a b a") == {"a", "b"}
    True
    """
    return frozenset(text.split())


def word_at(sentence: Sequence[str], at: int) -> str:
    """A word of a sentence, "" before its first and behind its last.

    >>> word_at(["zinc"], 0), word_at(["zinc"], -1), word_at(["zinc"], 1)
    ('zinc', '', '')
    """
    return sentence[at] if 0 <= at < len(sentence) else ""


PREPOSITIONS = words(
    """
    about above across after against along among amongst around as at because before behind
    below beneath beside between beyond by concerning despite down during except following for
    from in including inside into like near of off on onto out outside over per regarding since
    than through throughout till to toward towards under underneath unlike until up upon versus
    vs via with within without amid
    """
)
DETERMINERS = words(
    """
    a an the this that these those some any each every both either another such its their his
    her our your my whose all most many few several more less no what which
    """
)
POINTING = words(
    """
    this that these those such its their his her our your my whose another other others same it
    they he she we i you
    """
)
AUXILIARIES = words(
    """
    am is are was were be been being do does did have has had having can could may might must
    shall should will would cannot ought
    """
)
BE = words("am is are was were be been being")
HAVE = words("have has had having")
CONJUNCTIONS = words(
    """
    and or but nor yet so whereas while although though if when where whether because since
    unless however therefore thus hence moreover furthermore
    """
)
PRONOUNS = words(
    """
    how why i you he she it we they me him them us who whom which that there here one ones himself
    itself themselves none nobody nothing something anything everything
    """
)
NEGATIONS = words("not no never neither nor without cannot unable")
ADVERBS = words(
    """
    also only not never always often still even just very quite rather too almost already again
    ever once twice well far further least less more most much nearly alone together thereby
    currently either neither both perhaps yet largely
    """
)

FUNCTION_WORDS = (
    PREPOSITIONS | DETERMINERS | AUXILIARIES | CONJUNCTIONS | PRONOUNS | NEGATIONS | ADVERBS
)


def is_adverb(word: str) -> bool:
    """Whether a lower-case word is an adverb that a gap of a pattern may hold.

    >>> is_adverb("significantly"), is_adverb("family"), is_adverb("also")
    (True, False, True)
    """
    return word in ADVERBS or (word.endswith("ly") and word not in _NO_ADVERBS and len(word) > 4)


_NO_ADVERBS = words(
    """
    family anomaly early daily weekly monthly yearly elderly likely unlikely only assembly
    reply supply lily belly friendly costly deadly multiply rely apply july italy fly bodily
    timely
    """
)
