"""What every connector keeps to: found, empty and failed are three things, and nothing raises."""

from dataclasses import dataclass, field

from retrieval.connectors.connector import Connector, Document, Failed, Found, Record

ODD = ("", " \n", "\ud800", "𝔘 \u200b?", '"unfinished', "a" * 3000, "x AND OR )(", "%00\r\nHost: x")
ODD_IDS = ("", "..", "../../etc/hosts", "\ud800", "10.5/x", "no id at all", "1" * 400, "file:///x")


@dataclass(frozen=True, slots=True)
class Known:
    """What a connector under test is known to have.

    Attributes:
        query: finds some records, of which one has the id `id` and the text `says`.
        many: finds at least `n_many`; 0 = there are no pages to turn.
        unknown: finds nothing.
        absent: an id of the right kind that is not there.
        searches: whether it can be searched at all.
    """

    query: str
    id: str
    says: str
    unknown: str
    absent: str
    many: str = ""
    n_many: int = 0
    retracted: frozenset[str] = field(default_factory=frozenset)


def check_connector(connector: Connector, known: Known) -> None:
    """Assert that a connector keeps to the contract of retrieval/connectors/connector.py."""
    assert connector.name
    assert "key" not in repr(connector).lower()
    _check_found(connector, known)
    _check_fetched(connector, known)
    if known.many:
        _check_pages(connector, known)
    empty = connector.search(known.unknown, 5)
    assert empty == Found((), empty.total if isinstance(empty, Found) else None)
    _check_odd(connector)


def check_fails(connector: Connector, known: Known) -> None:
    """Assert that a service in trouble makes failures, never nothing found."""
    for answer in (connector.search(known.query, 5), connector.fetch(known.id)):
        assert isinstance(answer, Failed), answer
        assert answer.source == connector.name
        assert answer.reason
        assert answer.message


def _check_found(connector: Connector, known: Known) -> None:
    found = connector.search(known.query, 5)
    assert isinstance(found, Found), found
    assert found == connector.search(known.query, 5)
    assert 0 < len(found.records) <= 5
    assert len({record.id for record in found.records}) == len(found.records)
    assert known.id in {record.id for record in found.records}
    for record in found.records:
        _check_record(connector, record)
        assert record.retracted == (record.id in known.retracted), record
    first = connector.search(known.query, 1)
    assert isinstance(first, Found)
    assert len(first.records) == 1


def _check_record(connector: Connector, record: Record) -> None:
    assert record.source == connector.name
    assert record.id
    assert record.title
    for text in (record.title, record.abstract, record.venue):
        assert "</" not in text
        assert "&amp;" not in text
    assert record.year is None or 1500 < record.year < 2100


def _check_fetched(connector: Connector, known: Known) -> None:
    document = connector.fetch(known.id)
    assert isinstance(document, Document), document
    assert document.record.id == known.id
    _check_record(connector, document.record)
    assert known.says in document.text
    assert bool(document.format) == bool(document.payload)
    absent = connector.fetch(known.absent)
    assert isinstance(absent, Failed)
    assert absent.reason in ("not_found", "http_status"), absent


def _check_pages(connector: Connector, known: Known) -> None:
    found = connector.search(known.many, known.n_many)
    assert isinstance(found, Found), found
    assert len(found.records) == known.n_many
    assert len({record.id for record in found.records}) == known.n_many


def _check_odd(connector: Connector) -> None:
    for query in ODD:
        assert isinstance(connector.search(query, 3), Found | Failed)
    for id in ODD_IDS:
        assert isinstance(connector.fetch(id), Failed), id
