"""Shapes whose records hold their sentences: all but SciFact, Check-COVID and FEVER."""

import re

from benchmarks.ablation.draft import Draft, places_of, sentences_of, verdict_of
from hubscope.records import Row
from ingest.answers import as_text, label_of_pair
from ingest.wikipedia import plain

# SufficientFacts marks what was taken away in place, and each page's title before its text.
_MARK = re.compile(r"</?span[^>]*>")
_TITLE = re.compile(r"\[\[(.*?)\]\]")


def climate_fever(row: Row) -> Draft:
    """A claim of Climate-FEVER (Diggelmann et al., 2020); a disputed one has no label here."""
    label = row.fields.get("claim_label")
    evidences = row.fields.get("evidences")
    shown = (
        [one for one in evidences if isinstance(one, dict)] if isinstance(evidences, list) else []
    )
    verdict = verdict_of(label)
    return Draft(
        id=as_text(row.fields.get("claim_id")),
        claim=as_text(row.fields.get("claim")),
        verdict=verdict,
        sentences=tuple(plain(as_text(one.get("evidence"))) for one in shown),
        gold_sets=tuple(
            (at,)
            for at, one in enumerate(shown)
            if verdict_of(one.get("evidence_label")) is verdict
        ),
        document=" ".join(sorted({as_text(one.get("article")) for one in shown})),
        where=row.where,
        fault="labels_differ" if verdict is None else "",  # DISPUTED
    )


def wice(row: Row) -> Draft:
    """A claim of WiCE (Kamoi et al., EMNLP 2023); partly supported is neither, and left out."""
    meta = row.fields.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    label = as_text(row.fields.get("label"))
    sets = row.fields.get("supporting_sentences")
    return Draft(
        id=as_text(meta.get("id")) or as_text(row.fields.get("id")),
        claim=as_text(row.fields.get("claim")),
        verdict=verdict_of(label),
        sentences=sentences_of(row.fields.get("evidence")),
        gold_sets=tuple(places_of(one) for one in (sets if isinstance(sets, list) else [])),
        document=as_text(meta.get("claim_title")),
        where=row.where,
        fault="partly_supported" if label == "partially_supported" else "",
    )


def feverous(row: Row) -> Draft:
    """A claim of FEVEROUS (Aly et al., 2021) whose evidence came as lines of page and text."""
    lines = [line.partition("\t") for line in as_text(row.fields.get("evidence")).splitlines()]
    sentences = tuple(plain(text).strip() for _, _, text in lines)
    return Draft(
        id=as_text(row.fields.get("id")),
        claim=plain(as_text(row.fields.get("claim"))),
        verdict=verdict_of(row.fields.get("label")),
        sentences=sentences,
        gold_sets=(tuple(at for at, text in enumerate(sentences) if text),),
        document=" ".join(sorted({page for page, _, _ in lines})),
        where=row.where,
    )


def sufficient_facts(row: Row) -> Draft:
    """A claim of SufficientFacts (Atanasova et al., TACL 2022) with all the evidence it had.

    What people took away is put back: that is the evidence `label_before` speaks of. Rows on one
    claim differ in what was taken, so restored they are alike.
    """
    whole = " ".join(_MARK.sub(" ", as_text(row.fields.get("text_orig"))).split())
    _, *parts = _TITLE.split(whole)
    titles, texts = parts[::2], parts[1::2]
    sentences = tuple(one for text in texts for one in sentences_of(text))
    return Draft(
        id="",
        claim=plain(as_text(row.fields.get("claim"))),
        verdict=verdict_of(row.fields.get("label_before")),
        sentences=sentences,
        gold_sets=(tuple(range(len(sentences))),),
        document=" ".join(sorted({*titles})),
        where=row.where,
    )


def pair(evidence: str, claim: str, label: str, row: Row) -> Draft:
    """A pair of evidence and claim in columns of these names, as COVID-Fact prepared them."""
    sentences = sentences_of(row.fields.get(evidence))
    return Draft(
        id="",
        claim=plain(as_text(row.fields.get(claim))),
        verdict=verdict_of(label_of_pair(row.fields.get(label))),
        sentences=sentences,
        gold_sets=(tuple(range(len(sentences))),),
        where=row.where,
    )
