"""Running text of JATS: citations, formulas and floats taken out, the sentences left whole."""

import re
from xml.etree.ElementTree import Element

from hubscope.markup import plain_text

# Set apart from the text: pictures, tables, formulas on lines of their own, notes, other notations
# of a formula that is there already.
_FLOATS = frozenset(
    (
        "disp-formula", "disp-formula-group", "fig", "fig-group", "fn", "graphic", "inline-graphic",
        "media", "object-id", "ref-list", "supplementary-material", "table-wrap", "tex-math",
        "table-wrap-group", "inline-supplementary-material", "sec", "permissions", "attrib",
    )
)  # fmt: skip
_OPEN, _CLOSE = "\ue000", "\ue001"
_CITED = f"{_OPEN}[^{_CLOSE}]*{_CLOSE}"
# "[1, 2]", "(Smith 2010; see also Jones 2011)", "1-3" raised: nothing but citations.
_GROUP = re.compile(
    rf"\s*[\[(](?:{_CITED}|[\s,;–−-]|see|also|e\.g\.|and|for (?:a )?reviews?|reviewed in)*[\])]"
)
_ONE = re.compile(rf"(?:[,–−-]?\s*)?{_OPEN}[\s\d,;–−*†\[\]().-]*{_CLOSE}")
_DOUBLED = re.compile(r"(?<=\w)\.\.(?!\.)")  # "et al. [1]." without its citation
_FORMAL = re.compile(
    r"acknowledge?ments?|(?:author'?s?'?|authors'?) (?:contributions?|information|details)|"
    r"(?:conflicts? of|competing|financial|declaration of) .*interests?|"
    r"funding|financial (?:support|disclosure)|abbreviations?(?: used)?|"
    r"data (?:availability|accessibility)(?: statement)?|ethics (?:statement|approval).*|"
    r"supplementa(?:l|ry) .*|supporting information|references?|bibliography|"
    r"pre-?publication history|additional (?:files?|information)|footnotes?|disclosures?|"
    r"consent(?: for publication)?|availability of .*|publisher'?s note|"
    r"accession (?:numbers?|codes?)|electronic supplementary material|web resources",
    re.IGNORECASE,
)
_FORMAL_KINDS = frozenset(
    ("supplementary-material", "ref-list", "display-objects", "additional-information", "ack")
)


def running_text(element: Element | None) -> str:
    """Text of an element as it reads without its citations, "" for None.

    A citation that is a word of its sentence ("Smith et al. found") stays.
    """
    if element is None:
        return ""
    for citation in element.iter("xref"):
        if citation.get("ref-type") == "bibr":
            citation.text = f"{_OPEN}{plain_text(citation)}{_CLOSE}"
            del citation[:]
    text = plain_text(element, _FLOATS)
    if _OPEN not in text:
        return text
    text = _DOUBLED.sub(".", _ONE.sub("", _GROUP.sub("", text)))
    return " ".join(text.replace(_OPEN, "").replace(_CLOSE, "").split())


def is_formal(title: str, kind: str = "") -> bool:
    """Whether a section is about the paper, not about its subject: thanks, funding, references.

    >>> is_formal("Authors' contributions"), is_formal("Results"), is_formal("Competing interests")
    (True, False, True)
    """
    return (
        kind in _FORMAL_KINDS or _FORMAL.fullmatch(title.replace("’", "'").strip(" .:")) is not None
    )
