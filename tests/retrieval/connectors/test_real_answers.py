"""The parsers over recorded answers of the real services, where the data is there."""

import gzip
import json
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own

from retrieval.connectors import crossref, jats, pubtator
from retrieval.connectors.connector import Document
from retrieval.connectors.entrez import parsed, searched
from retrieval.connectors.pubmed import articles
from retrieval.http import FetchError


def _packed(archive: Path, pattern: str) -> Iterator[tuple[str, str]]:
    with tarfile.open(archive) as packed:
        for member in packed:
            if re.search(pattern, member.name) and (file := packed.extractfile(member)):
                yield member.name, file.read().decode("utf-8")


@pytest.fixture
def records(shared_data: Path) -> Path:
    return shared_data / "data" / "literature_records"


@pytest.fixture
def biopython(shared_data: Path) -> Path:
    return shared_data / "data" / "biopython_literature"


def test_every_recorded_abstract_of_pubmed_is_read(records: Path, tmp_path: Path) -> None:
    found, faults = [], []
    for archive, pattern in (
        ("pubmed_xml.tar.gz", "xml$"),
        ("factoid_fixtures.tar.gz", "pubmed_xml/.*xml$"),
        ("api_answers.tar.gz", "efetch"),
    ):
        for name, text in _packed(records / archive, pattern):
            try:
                found += [record for record, _ in articles(parsed(text, tmp_path))]
            except FetchError as error:
                faults.append((name, str(error)))
    assert len(found) + len(faults) >= 165
    assert len(faults) <= 1, faults  # one record is an error page
    assert sum(bool(record.abstract) for record in found) >= 144
    assert all(record.title and record.pmid and record.year for record in found)
    assert not any("<" in record.title and "</" in record.title for record in found)
    assert sum(record.doi is not None for record in found) > 100


def test_biopythons_own_answers_are_read(biopython: Path, tmp_path: Path) -> None:
    for name, n, total in (("esearch1", 20, 63), ("esearch3", 6, 2651), ("esearch8", 0, 0)):
        answer = parsed((biopython / f"{name}.xml").read_text("utf-8"), tmp_path)
        assert (len(searched(answer).ids), searched(answer).total) == (n, total)
    for number in (1, 2, 4, 5, 6, 7):
        text = (biopython / f"pubmed{number}.xml").read_text("utf-8")
        found = list(articles(parsed(text, tmp_path)))
        assert found
        assert all(record.id and record.title for record, _ in found), number
    origin = jats.Origin("pmc", "pmc")
    texts = list(jats.articles((biopython / "efetch_pmc.xml").read_text("utf-8"), origin))
    assert texts
    assert all(one.record.pmcid and one.record.title for one in texts)


def test_pubtators_documents_are_read_and_their_payload_is_what_the_reader_takes(
    records: Path, tmp_path: Path
) -> None:
    from ingest.items import Paper
    from ingest.readers import READERS

    documents: list[Document] = []
    for archive in ("factoid_fixtures.tar.gz", "api_answers.tar.gz"):
        for _, text in _packed(records / archive, r"pubtator(_bioc)?/(?!search|autocomplete)"):
            documents += pubtator._exported(text)
    assert len(documents) == 10
    reader = READERS.load(pubtator.FORMAT)
    relations = 0
    for document in documents:
        assert document.record.title
        assert document.record.abstract
        path = tmp_path / "document.json"
        path.write_text(document.payload, "utf-8")
        [paper] = [one for one in reader.read(path, {}) if isinstance(one, Paper)]
        assert paper.annotations
        relations += len(paper.relations)
    assert relations > 20
    [(_, text)] = _packed(records / "api_answers.tar.gz", "pubtator/search")
    [listed], total = pubtator._listed(text)
    assert (listed.pmid, total) == ("123", 1)


def test_crossrefs_works_are_read(records: Path) -> None:
    found = {}
    for name, text in _packed(records / "factoid_fixtures.tar.gz", "crossref_work/"):
        work = json.loads(text)
        found[Path(name).stem] = crossref.record_of(work.get("message", work))
    assert len(found) == 8
    known = [record for record in found.values() if record is not None]
    assert len(known) >= 7
    assert all(record.year for record in known)
    assert sum(bool(record.abstract) for record in known) >= 4
    preprint = found["10.1101_2022.09.28.22280453"]
    assert preprint is not None
    assert preprint.venue == "medRxiv"
    assert preprint.abstract.startswith("Background The advent")


def test_recorded_searches_of_crossref_are_read(shared_data: Path) -> None:
    folder = shared_data / "data" / "literature_http_cassettes"
    read = []
    for path in sorted(folder.glob("*.yaml")):
        cassette = yaml.safe_load(path.read_text("utf-8"))
        for one in cassette.get("interactions", cassette.get("http_interactions", ())):
            uri, body = one["request"]["uri"], one["response"]["body"].get("string", "")
            if "api.crossref.org/works" in uri and "transform" not in uri:
                body = gzip.decompress(body).decode() if isinstance(body, bytes) else body
                read.append((uri, body))
    assert len(read) >= 6
    for uri, body in read:
        if "/works?" in uri:
            listed, _ = crossref._listed(body)
            # Some were asked without titles: those have none to show.
            assert listed or '"title"' not in body or '"items":[]' in body, uri
        elif body.startswith("{"):
            assert crossref._read(body).record.title  # type: ignore[union-attr]
