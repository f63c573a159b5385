"""What is said of a paper after it was published: its own notices, and papers that are notices."""

import re
from enum import StrEnum

_TITLE = re.compile(
    r"\W*(?:(?P<by>retraction(?: notice)?(?: to| of|:| -| –)|expression of concern|"
    r"correction(?: to)?:|corrigendum|erratum|publisher correction)|"
    r"(?P<is>retracted(?: article| paper)?\b\s*[:\]]))",
    re.IGNORECASE,
)


class Notice(StrEnum):
    """What a publisher says of a paper.

    `retracted`, `concern` and `corrected` are said of a paper by another one; `about_another` marks
    a paper that says such a thing and reports no finding of its own.
    """

    RETRACTED = "retracted"
    CONCERN = "expression_of_concern"
    CORRECTED = "corrected"
    ABOUT_ANOTHER = "about_another"


# Publication types of PubMed and article types of JATS, folded to letters.
_KINDS = {
    "retractedpublication": Notice.RETRACTED,
    "retractionofpublication": Notice.ABOUT_ANOTHER,
    "retractionnotice": Notice.ABOUT_ANOTHER,
    "retraction": Notice.ABOUT_ANOTHER,
    "partialretraction": Notice.ABOUT_ANOTHER,
    "publishederratum": Notice.ABOUT_ANOTHER,
    "correction": Notice.ABOUT_ANOTHER,
    "addendum": Notice.ABOUT_ANOTHER,
    "expressionofconcern": Notice.ABOUT_ANOTHER,
}
# Links to another paper: RefType of PubMed, field of MEDLINE, related-article-type of JATS.
_LINKS = {
    "retractionin": Notice.RETRACTED,
    "partialretractionin": Notice.RETRACTED,
    "rin": Notice.RETRACTED,
    "retractionforward": Notice.RETRACTED,
    "expressionofconcernin": Notice.CONCERN,
    "ecin": Notice.CONCERN,
    "concernforward": Notice.CONCERN,
    "erratumin": Notice.CORRECTED,
    "correctedandrepublishedin": Notice.CORRECTED,
    "ein": Notice.CORRECTED,
    "correctionforward": Notice.CORRECTED,
    "retractionof": Notice.ABOUT_ANOTHER,
    "rof": Notice.ABOUT_ANOTHER,
    "expressionofconcernfor": Notice.ABOUT_ANOTHER,
    "erratumfor": Notice.ABOUT_ANOTHER,
    "retractedarticle": Notice.ABOUT_ANOTHER,
    "correctedarticle": Notice.ABOUT_ANOTHER,
}


def notices_of(title: str, kinds: list[str], links: list[str]) -> tuple[str, ...]:
    """What is known of a paper by its title, its types and its links to others, sorted.

    >>> notices_of("RETRACTED: Zinc and ACE", ["Journal Article"], ["ErratumIn"])
    ('corrected', 'retracted')
    >>> notices_of("Retraction: Zinc and ACE", [], [])
    ('about_another',)
    """
    found = {_KINDS.get(_fold(kind)) for kind in kinds} | {
        _LINKS.get(_fold(link)) for link in links
    }
    if (by_title := _TITLE.match(title)) is not None:
        found.add(Notice.ABOUT_ANOTHER if by_title["by"] else Notice.RETRACTED)
    return tuple(sorted(str(notice) for notice in found if notice is not None))


def marked(title: str, notices: tuple[str, ...]) -> str:
    """A title with the mark of a paper that was withdrawn or is doubted.

    The mark sorts before every letter: where sources differ, the title that carries it is shown.

    >>> marked("Zinc and ACE", ("retracted",)), marked("Zinc and ACE", ("corrected",))
    ('(retracted) Zinc and ACE', 'Zinc and ACE')
    """
    for notice in (Notice.RETRACTED, Notice.CONCERN):
        if notice in notices:
            return f"({notice.replace('_', ' ')}) {title}"
    return title


def reports_nothing(notices: tuple[str, ...]) -> bool:
    """Whether a paper only speaks of another one, so that no relation is read from it."""
    return Notice.ABOUT_ANOTHER in notices


def _fold(word: str) -> str:
    return re.sub(r"[^a-z]", "", word.lower())
