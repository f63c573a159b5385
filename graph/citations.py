"""PubMed ids, PubMed Central ids and DOIs as people and files write them; which paper is which."""

import re
from collections.abc import Iterable

from hubscope.keys import key_of
from hubscope.tokens import fold_name

# A title of fewer words names no paper: "Editorial", "Case report".
_SHORTEST_TITLE = 3

_PMID = re.compile(r"(?:pmid:?\s*|https?://\S*pubmed\S*/)?(\d{1,9})/?", re.IGNORECASE)
_PMCID = re.compile(r"(?:https?://\S*/)?(?:pmc(?:id)?:?\s*)?(?:pmc)?(\d{1,9})/?", re.IGNORECASE)
_DOI = re.compile(r"(?:doi:\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.IGNORECASE)


def pmid_of(text: str) -> str | None:
    """The PubMed id that a text is, bare, after "PMID:" or as an address; None if it is none.

    >>> pmid_of("PMID: 123"), pmid_of("http://www.ncbi.nlm.nih.gov/pubmed/123"), pmid_of("p53")
    ('123', '123', None)
    """
    found = _PMID.fullmatch(text.strip())
    return found[1] if found else None


def pmcid_of(text: str) -> str | None:
    """The PubMed Central id that a text is, bare or with its letters; None if it is none.

    >>> pmcid_of("PMC59610"), pmcid_of("59610"), pmcid_of("PMCID: PMC59610"), pmcid_of("p53")
    ('PMC59610', 'PMC59610', 'PMC59610', None)
    """
    found = _PMCID.fullmatch(text.strip())
    return f"PMC{found[1]}" if found else None


def doi_of(text: str) -> str | None:
    """The DOI that a text is, in lower case, because case does not count in a DOI.

    >>> doi_of("https://doi.org/10.1000/ABC"), doi_of("10.5")
    ('10.1000/abc', None)
    """
    found = _DOI.fullmatch(text.strip())
    return found[1].lower() if found else None


def title_identity(title: str) -> str:
    """What is the same for two spellings of one title, "" for a title that names no paper.

    >>> title_identity("Zinc and ACE: a trial.") == title_identity("Zinc and ACE - a Trial")
    True
    >>> title_identity("Case report")
    ''
    """
    folded = fold_name(title)
    return folded if folded.count(" ") >= _SHORTEST_TITLE - 1 else ""


def document_key(
    *, doi: str | None, pmid: str | None, pmcid: str | None, title: str, content: Iterable[str]
) -> str:
    """Key of a paper: its DOI, PubMed id, PubMed Central id, title, else its content.

    An identifier that is none does not count; a title of fewer than three words names no paper.
    """
    if doi and (known := doi_of(doi)):
        return key_of("doi", known)
    if pmid and (known := pmid_of(pmid)):
        return key_of("pmid", known.lstrip("0") or "0")
    if pmcid and (known := pmcid_of(pmcid)):
        return key_of("pmcid", known)
    if identity := title_identity(title):
        return key_of("title", identity)
    return key_of("content", fold_name(title), *content)
