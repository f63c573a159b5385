"""CONNECTORS: services and folders where papers and pages are found, one interface for all."""

from collections.abc import Callable, Sequence

from hubscope.errors import InputError
from hubscope.registry import Registry
from retrieval.connectors.connector import Connector
from retrieval.connectors.reach import Reach

Maker = Callable[[Reach], Connector]

CONNECTORS: Registry[Maker] = Registry(
    "connector",
    {
        "pubmed": "retrieval.connectors.pubmed:open_pubmed",
        "pmc": "retrieval.connectors.pmc:open_pmc",
        "pubtator": "retrieval.connectors.pubtator:open_pubtator",
        "biorxiv": "retrieval.connectors.biorxiv:open_biorxiv",
        "medrxiv": "retrieval.connectors.biorxiv:open_medrxiv",
        "crossref": "retrieval.connectors.crossref:open_crossref",
        "openalex": "retrieval.connectors.openalex:open_openalex",
        "web": "retrieval.connectors.web:open_web",
        "folder": "retrieval.connectors.folder:open_folder",
    },
)


def open_connectors(reach: Reach, names: Sequence[str]) -> list[Connector]:
    """The connectors of these names, in order.

    Raises:
        InputError: an unknown name, none at all, or one twice.
        UnavailableError: a key that one of them needs is not set.
    """
    if not names or len({*names}) < len(names):
        given = ",".join(names) or "nothing"
        raise InputError(f"{given}: name each connector once.", reason="bad_connectors")
    return [CONNECTORS.load(name)(reach) for name in names]
