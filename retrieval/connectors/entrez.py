"""E-utilities of the NCBI: asked within their rules, read by Biopython's Entrez parser.

The rules: who asks (tool, e-mail), three requests a second, ten with a key. Biopython's own way of
asking keeps them for one thread only and cannot be pointed elsewhere; its parser would fetch a DTD
that it does not know from wherever the answer says. So the asking is the network's, and an answer
is parsed under a DTD that Biopython ships, whatever it names itself.
"""

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar
from xml.parsers.expat import ExpatError

from hubscope.settings import Settings
from retrieval.network import XML_TYPES, Call, Network, Service, unreadable

T = TypeVar("T")

RATE, RATE_WITH_KEY = 3.0, 10.0
TOOL = "hubscope"
# As many records as one answer may have without being too large to hold.
BATCH = 100

_PROLOG = re.compile(r"\A\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--.*?-->\s*)*", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE\s[^>\[]*>\s*")
_TAG = re.compile(r"<[^>]*>")
_ROOT = re.compile(r"<([A-Za-z][\w.-]*)")
_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_EUTILS = "https://eutils.ncbi.nlm.nih.gov/eutils/dtd"
_PUBMED = "https://dtd.nlm.nih.gov/ncbi/pubmed/out"


class Entrez:
    """The E-utilities with the settings of a user."""

    def __init__(self, settings: Settings, network: Network) -> None:
        self._network = network
        self._cache = settings.cache / "biopython"
        key = settings.ncbi_api_key
        who = {"tool": TOOL, "email": settings.contact_email}
        self.service = Service(
            "ncbi",
            settings.ncbi_url,
            RATE_WITH_KEY if key.reveal() else RATE,
            query={name: text for name, text in who.items() if text},
            secret_query={"api_key": key} if key.reveal() else {},
        )

    def ask(self, utility: str, read: Callable[[Any], T], **query: str) -> T:
        """What is read of a utility's answer, which comes as Biopython's parser gives it.

        Raises:
            FetchError: none that could be read; `unreadable` where it says an error.
        """
        return self._network.ask(
            self.service, _call(utility, query), lambda text: read(parsed(text, self._cache))
        )

    def ask_text(self, utility: str, read: Callable[[str], T], **query: str) -> T:
        """What is read of a utility's answer as text; it is XML, and no page and no error.

        Raises:
            FetchError: none that could be read.
        """
        return self._network.ask(
            self.service, _call(utility, query), lambda text: read(_whole(text))
        )


def _whole(text: str) -> str:
    root = _ROOT.search(text, _PROLOG.match(text).end())  # type: ignore[union-attr]
    if _PAGE.search(text[:2000]) or root is None:
        raise unreadable("ncbi", "a web page instead of XML" if text.strip() else "nothing")
    if root[1] == "eFetchResult":
        raise unreadable("ncbi", f"an error: {_TAG.sub(' ', text[root.start() :]).strip()[:200]}")
    return text


def _call(utility: str, query: Mapping[str, str]) -> Call:
    return Call(f"/{utility}.fcgi", query, types=XML_TYPES)


def parsed(text: str, cache_folder: Path) -> Any:
    """The value of an XML answer of the E-utilities.

    Args:
        text: the answer.
        cache_folder: Biopython's folder for DTDs; nothing is ever put there.

    Raises:
        FetchError: `unreadable`: no XML, of another kind, cut off, with declarations of its own, or
            an error in its words.
    """
    if _PAGE.search(text[:2000]):
        raise unreadable("ncbi", "a web page instead of XML")
    module = _biopython(str(cache_folder))
    body = text[_PROLOG.match(text).end() :]  # type: ignore[union-attr]
    if body.startswith("<!DOCTYPE"):
        declared = _DOCTYPE.match(body)
        if declared is None:
            raise unreadable("ncbi", "XML that declares things of its own")
        body = body[declared.end() :]
    root = _ROOT.match(body)
    known = _doctypes(module).get(root[1]) if root else None
    if known is None:
        raise unreadable("ncbi", f"XML of another kind ({root[1][:40] if root else 'no element'})")
    source = io.BytesIO(f'<?xml version="1.0" encoding="UTF-8"?>\n{known}\n{body}'.encode())
    try:
        return module.read(source, validate=False, escape=True)
    except RuntimeError as error:  # what the service says is wrong
        raise unreadable("ncbi", f"an error: {str(error)[:200]}") from error
    except (ValueError, ExpatError, AttributeError, IndexError, KeyError, TypeError) as error:
        raise unreadable("ncbi", f"XML that cannot be read ({type(error).__name__})") from error


def dated(until: date | None) -> dict[str, str]:
    """What limits a search to what was published up to a day."""
    if until is None:
        return {}
    return {"datetype": "pdat", "mindate": "1500", "maxdate": until.strftime("%Y/%m/%d")}


@dataclass(frozen=True, slots=True)
class Ids:
    """Ids that a search found, and how many it has in all, None if it does not say."""

    ids: list[str]
    total: int | None


def searched(answer: Any) -> Ids:
    """What a search found.

    Raises:
        FetchError: `unreadable`: it has no list of them.
    """
    if not isinstance(answer, Mapping) or "IdList" not in answer:
        raise unreadable("ncbi", "a search without a list of ids")
    count = str(answer.get("Count", ""))
    total = int(count) if count.isascii() and count.isdigit() else None
    return Ids([str(id) for id in answer["IdList"]], total)


@cache
def _biopython(folder: str) -> ModuleType:
    from Bio import Entrez as module

    # Else importing the parser makes folders in the user's home.
    loaded: Any = module
    loaded.local_cache = folder
    return module


def _doctypes(module: ModuleType) -> dict[str, str]:
    """By root element: a declaration whose DTD Biopython ships, the newest of several."""
    folder = Path(module.__file__ or "").parent / "DTDs"
    newest = max(path.name for path in folder.glob("pubmed_2?????.dtd"))
    systems = {
        "PubmedArticleSet": f"{_PUBMED}/{newest}",
        "PubmedBookArticleSet": f"{_PUBMED}/{newest}",
        "eSearchResult": f"{_EUTILS}/20060628/esearch.dtd",
        "eLinkResult": f"{_EUTILS}/20101123/elink.dtd",
    }
    return {
        root: f'<!DOCTYPE {root} PUBLIC "-//NLM//DTD {root}//EN" "{system}">'
        for root, system in systems.items()
    }
