"""Fields of services' answers: lenient about what is missing, strict about what kind it is."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from graph.citations import doi_of, pmid_of
from hubscope.json_values import Json
from hubscope.markup import plain_text
from retrieval.connectors.connector import Found, Record
from retrieval.decoding import without_unseen
from retrieval.html_tokens import unescaped
from retrieval.network import unreadable
from retrieval.notices import Notice, notices_of

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_PREFIX = re.compile(r"(</?)[A-Za-z]+:(?=[A-Za-z])")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_ISSN = re.compile(r"(\d{4})-?(\d{3}[\dXx])")
_LONGEST_FRAGMENT = 200_000
_MOST_PAGES = 100


def text_of(value: Json) -> str:
    """A text or a number as one line of text, "" for everything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(without_unseen(str(value)).split())


def first_text(value: Json) -> str:
    """The first text of a list, or the text itself."""
    if isinstance(value, list):
        return next((text for one in value if (text := text_of(one))), "")
    return text_of(value)


def maps_of(value: Json) -> list[dict[str, Json]]:
    """The objects in a list; none if it is no list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def map_of(value: Json) -> dict[str, Json]:
    """An object, an empty one for everything else."""
    return value if isinstance(value, dict) else {}


def list_in(service: str, answer: Mapping[str, Json], name: str) -> list[dict[str, Json]]:
    """The list of objects that an answer must have, be it empty.

    Raises:
        FetchError: `unreadable`: it has none, because it says an error instead or has changed.
    """
    value = answer.get(name)
    if not isinstance(value, list):
        said = next((text_of(answer[word]) for word in _SAYING if text_of(answer.get(word))), "")
        what = f"an error: {said[:200]}" if said else f"an answer without `{name}`"
        raise unreadable(service, what)
    if not value and (said := _failure_in(answer)):
        raise unreadable(service, f"an error beside an empty list: {said:.200}")
    return maps_of(value)


def _failure_in(answer: Mapping[str, Json]) -> str:
    """What an answer says went wrong, "" if it says nothing of the kind."""
    if text_of(answer.get("status")).lower() in _FAILED:
        return f"status {answer['status']}"
    return next((str(answer[word]) for word in _FAILING if answer.get(word)), "")


_SAYING = ("error", "message", "errmsg", "detail", "status")
_FAILING = ("error", "errors", "errmsg")
_FAILED = ("error", "fail", "failed", "failure")


def fragment_text(fragment: str) -> str:
    """Text of a piece of JATS or HTML, as it reads.

    >>> fragment_text("<jats:title>Aim</jats:title><jats:p>Of <i>TP53</i> &amp; H<sub>2</sub>O")
    'Aim Of TP53 & H2O'
    >>> fragment_text("p < 0.05")
    'p < 0.05'
    """
    if "<" not in fragment and "&" not in fragment:
        return " ".join(without_unseen(fragment).split())
    plain = _PREFIX.sub(r"\1", fragment[:_LONGEST_FRAGMENT])
    try:
        read = plain_text(fromstring(f"<text>{plain}</text>"))
        return " ".join(without_unseen(read).split())
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        spaced = re.sub(r"</(?:p|title|sec|div|li|h\d)>|<br\s*/?>", " ", plain)
        return " ".join(unescaped(_TAG.sub("", spaced)).split())


def year_of(value: Json) -> int | None:
    """The year in a date however it is written, None if there is none."""
    found = _YEAR.search(text_of(value))
    return int(found[1]) if found else None


def doi_in(value: Json) -> str | None:
    """The DOI that a value is."""
    return doi_of(text_of(value)) if text_of(value) else None


def pmid_in(value: Json) -> str | None:
    """The PubMed id that a value is."""
    return pmid_of(text_of(value)) if text_of(value) else None


def issns_in(values: Iterable[Json]) -> tuple[str, ...]:
    """Distinct ISSNs among values, in order, as `1234-567X`."""
    found = (_ISSN.fullmatch(text_of(value)) for value in values)
    return tuple(dict.fromkeys(f"{one[1]}-{one[2].upper()}" for one in found if one))


def is_retracted(title: str, kinds: Iterable[str] = (), links: Iterable[str] = ()) -> bool:
    """Whether a paper says of itself, or is said, to be withdrawn.

    >>> is_retracted("WITHDRAWN: Zinc and ACE"), is_retracted("Retraction: Zinc and ACE")
    (True, False)
    """
    withdrawn = title.lstrip(" [(").upper().startswith(("WITHDRAWN:", "WITHDRAWN "))
    return withdrawn or Notice.RETRACTED in notices_of(title, list(kinds), list(links))


@dataclass(frozen=True, slots=True)
class Page:
    """A page to ask for: its number from 1, its size, and how many records came before it."""

    number: int
    size: int
    start: int


def paged(
    limit: int, ask: Callable[[Page], tuple[list[Record], int | None]], *, size: int
) -> Found:
    """Read pages until there are enough records or no more.

    Args:
        limit: most records.
        ask: gives the records of a page and the total, if it is said.
        size: most records that a page can have.
    """
    records: dict[str, Record] = {}
    total = None
    came = 0
    for number in range(1, _MOST_PAGES + 1):
        found, total = ask(Page(number, max(1, min(limit, size)), came))
        came += len(found)
        before = len(records)
        for record in found:
            records.setdefault(record.id, record)
        # A service whose pages repeat themselves must not be asked for ever.
        is_last = len(records) == before or (total is not None and came >= total)
        if len(records) >= limit or is_last:
            break
    return Found(tuple(records.values())[:limit], total)
