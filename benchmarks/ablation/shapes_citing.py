"""Shapes whose claims cite documents beside them: SciFact, Check-COVID, FEVER."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.ablation.documents import Documents, check_covid_corpus, scifact_corpus, wiki_pages
from benchmarks.ablation.draft import Draft, Notes, each, places_of, verdict_of
from graph.vocabulary import Verdict
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.wikipedia import plain


def scifact(path: Path, notes: Notes) -> Iterator[Draft | Skipped]:
    """SciFact's claims (Wadden et al., EMNLP 2020)."""
    corpus = scifact_corpus(path, notes)
    yield from each(partial(_scifact_draft, corpus), path, notes)


def _scifact_draft(corpus: Documents, row: Row) -> Draft:
    evidence = row.fields.get("evidence")
    found = evidence if isinstance(evidence, dict) else {}
    labels: set[str] = set()
    sentences: list[str] = []
    gold: list[tuple[int, ...]] = []
    fault = ""
    for id, sets in found.items():
        start = len(sentences)
        texts = corpus.get(id, ())
        fault = fault or ("" if texts else "document_not_there")
        sentences.extend(texts)
        for one in sets if isinstance(sets, list) else []:
            if isinstance(one, dict):
                labels.add(as_text(one.get("label")))
                places = places_of(one.get("sentences"))
                fault = fault or (
                    "" if all(0 <= at < len(texts) for at in places) else "gold_outside"
                )
                gold.append(tuple(start + place for place in places))
    agreed = verdict_of(min(labels)) if len(labels) == 1 else None
    return Draft(
        id=as_text(row.fields.get("id")),
        claim=as_text(row.fields.get("claim")),
        verdict=agreed if labels else Verdict.UNVERIFIABLE,
        sentences=tuple(sentences),
        gold_sets=tuple(gold),
        document=" ".join(sorted(found)),
        where=row.where,
        fault="labels_differ" if len(labels) > 1 else fault,
    )


def check_covid(path: Path, notes: Notes) -> Iterator[Draft | Skipped]:
    """Check-COVID's claims (Wang et al., ACL Findings 2023)."""
    corpus = check_covid_corpus(path)
    yield from each(partial(_check_covid_draft, corpus), path, notes)


def _check_covid_draft(corpus: Documents, row: Row) -> Draft:
    id = as_text(row.fields.get("cord_id"))
    texts = corpus.get(id, ())
    evidence = row.fields.get("evidence_set")
    marked = (
        [one for one in evidence if isinstance(one, dict)] if isinstance(evidence, list) else []
    )
    primary = [one for one in marked if as_text(one.get("type")).upper() != "SUPPLEMENTARY"]
    sets = [places_of([one.get("sent_index") for one in some]) for some in (primary, marked)]
    return Draft(
        id=as_text(row.fields.get("id")),
        claim=as_text(row.fields.get("claim")),
        verdict=verdict_of(row.fields.get("label")),
        sentences=texts,
        gold_sets=tuple(sets),
        document=id,
        where=row.where,
        fault="" if texts else "document_not_there",
    )


def fever(path: Path, notes: Notes) -> Iterator[Draft | Skipped]:
    """FEVER's claims (Thorne et al., NAACL 2018); pages that no claim cites are not kept."""
    cited = {
        page
        for row in rows(path)
        if isinstance(row, Row)
        for one in _fever_sets(row.fields.get("evidence"))
        for page, _ in one
    }
    yield from each(partial(_fever_draft, wiki_pages(path, cited)), path, notes)


def _fever_sets(evidence: Json) -> list[list[tuple[str, int]]]:
    """Evidence sets as (page, sentence); places that name no page are left out."""
    sets = []
    for one in evidence if isinstance(evidence, list) else []:
        places = [
            (as_text(place[2]), place[3])
            for place in (one if isinstance(one, list) else [])
            if isinstance(place, list) and len(place) > 3 and as_text(place[2])
        ]
        sets.append([(page, at) for page, at in places if isinstance(at, int)])
    return [one for one in sets if one]


def _fever_draft(pages: Documents, row: Row) -> Draft:
    sets = _fever_sets(row.fields.get("evidence"))
    names = list(dict.fromkeys(page for one in sets for page, _ in one))
    start: dict[str, int] = {}
    sentences: list[str] = []
    for name in names:
        start[name] = len(sentences)
        sentences.extend(pages.get(name, ()))
    there = [one for one in sets if all(page in pages for page, _ in one)]
    gold = [tuple(start[page] + at for page, at in one) for one in there]
    outside = any(at >= len(pages[page]) or at < 0 for one in there for page, at in one)
    return Draft(
        id=as_text(row.fields.get("id")),
        claim=plain(as_text(row.fields.get("claim"))),
        verdict=verdict_of(row.fields.get("label")),
        sentences=tuple(map(plain, sentences)),
        gold_sets=tuple(gold),
        document=" ".join(sorted(names)),
        where=row.where,
        fault="gold_outside" if outside else "" if there else "document_not_there",
    )
