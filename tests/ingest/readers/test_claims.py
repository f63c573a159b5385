"""Readers of claims: Check-COVID, the FEVER family, pairs; their documents and labels."""

import json
from pathlib import Path
from typing import Any

import pytest

from graph.vocabulary import Origin, Polarity
from ingest.contribution import document_key
from ingest.items import BenchmarkItem
from ingest.readers import READERS, guess, read_source
from tests.ingest.extracting import extractor


def lay(folder: Path, records: list[dict[str, Any]], name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def items(path: Path, reader: str) -> list[BenchmarkItem]:
    assert guess(path) == reader
    return [record for record in read_source([path]) if isinstance(record, BenchmarkItem)]


def covid(id: str, cord_id: str) -> dict[str, Any]:
    return {"id": id, "claim": f"Claim {id}.", "cord_id": cord_id, "label": "SUPPORT"}


def test_claims_on_one_abstract_share_its_document_with_and_without_its_text(
    tmp_path: Path,
) -> None:
    path = lay(tmp_path, [covid("s1_0", "aa"), covid("s1_1", "aa"), covid("s2_0", "bb")])
    without = [document_key(one.papers[0]) for one in items(path, "check_covid")]
    assert without[0] == without[1] != without[2]
    corpus = [
        {"cord_id": "aa", "title": "On masks in buses", "abstract": ["One.", "Two."]},
        {"cord_id": "bb", "title": "On zinc in colds", "abstract": ["Three."]},
    ]
    beside = lay(tmp_path, corpus, "corpus.json")
    found = items(path, "check_covid")
    assert [one.papers[0].title for one in found] == [
        "On masks in buses",
        "On masks in buses",
        "On zinc in colds",
    ]
    assert list(READERS.load("check_covid").companions(path)) == [beside]


def test_the_corpus_of_check_covid_is_no_claims_of_it(tmp_path: Path) -> None:
    corpus = [{"cord_id": "aa", "title": "On masks", "abstract": ["One."]}]
    assert guess(lay(tmp_path, corpus, "corpus.json")) != "check_covid"


@pytest.mark.parametrize(
    "fields",
    [
        {"evidence": [[[1, 2, "Zinc_-LRB-metal-RRB-", 0]]]},
        {"evidence": "Zinc (metal)\tIt is a metal.", "challenge": "Other"},
        {"evidence": "It is a metal .", "page": "Zinc -LRB-metal-RRB-", "case_id": "1"},
        {"evidence": [{"content": ["Zinc (metal)_sentence_0"]}], "challenge": "Other"},
    ],
)
def test_a_page_is_one_document_however_it_is_spelled(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    (item,) = items(
        lay(tmp_path, [{"id": 1, "claim": "Zinc.", "label": "SUPPORTS", **fields}]), "fever"
    )
    assert [paper.title for paper in item.papers] == ["Wikipedia page Zinc (metal)"]


def test_sentences_of_one_page_are_gathered_and_each_is_kept_once(tmp_path: Path) -> None:
    evidence = "Zinc\tA [[metal|metal]].\nIron\tB.\nZinc\tC.\nZinc\tA metal.\n\n"
    record = {"id": 1, "claim": "x", "label": "refutes", "challenge": "", "evidence": evidence}
    (item,) = items(lay(tmp_path, [record]), "fever")
    texts = {paper.title: [one.text for one in paper.sections] for paper in item.papers}
    assert texts == {"Wikipedia page Zinc": ["A metal.", "C."], "Wikipedia page Iron": ["B."]}
    assert item.decision is Polarity.NEGATIVE


@pytest.mark.parametrize("evidence", ["a text", ["a text"], [], None])
def test_a_claim_with_plain_evidence_is_not_taken_for_fever(
    tmp_path: Path, evidence: object
) -> None:
    record = {"id": 1, "claim": "x", "label": "SUPPORTS", "evidence": evidence}
    assert guess(lay(tmp_path, [record])) == "table"


def test_claims_beside_changed_sentences_decide_nothing(tmp_path: Path) -> None:
    pair = {"claim": "Zinc is a food .", "page": "Zinc", "case_id": "c"}
    records = [
        {**pair, "unique_id": "c_1", "label": "SUPPORTS", "evidence": "Zinc is a food ."},
        {**pair, "unique_id": "c_2", "label": "REFUTES", "evidence": "Zinc is a metal ."},
    ]
    found = items(lay(tmp_path, records), "fever")
    assert [(one.answer, one.decision) for one in found] == [("SUPPORTS", None), ("REFUTES", None)]
    assert not any(one.papers[0].sections[0].quotable for one in found)


def test_disputed_claims_are_undecided(tmp_path: Path) -> None:
    evidence = [{"article": "Glacier", "evidence": "It shrank.", "evidence_label": "REFUTES"}]
    record = {"claim_id": "7", "claim": "x", "claim_label": "DISPUTED", "evidences": evidence}
    (item,) = items(lay(tmp_path, [record]), "fever")
    assert (item.id, item.kind, item.answer, item.decision) == ("7", "claim", "DISPUTED", None)


@pytest.mark.parametrize(
    ("label", "answer", "decision"),
    [
        ("entailment", "entailment", Polarity.POSITIVE),
        ("not_entailment", "REFUTES", Polarity.NEGATIVE),
        ("neutral", "neutral", None),
    ],
)
def test_not_entailed_means_refuted_in_the_pairs_that_are_read(
    tmp_path: Path, label: str, answer: str, decision: Polarity | None
) -> None:
    texts = "Zinc is a metal.", "Zinc is hard."
    for reader, names in (
        ("fever", ("input0", "input1", "label")),
        ("scifact", ("sentence1", "sentence2", "entailment")),
    ):
        pair = dict(zip(names, (*texts, label), strict=True))
        (item,) = items(lay(tmp_path, [pair]), reader)
        assert (item.answer, item.decision, item.meta) == (answer, decision, {names[2]: label})
        assert (item.question, item.papers[0].sections[0].text) == (texts[1], texts[0])


def test_headings_in_the_evidence_of_a_pair_are_no_part_of_its_text(tmp_path: Path) -> None:
    text = "METHODS We gave zinc. CONCLUSIONS Zinc helped."
    pair = {"index": 1, "sentence1": text, "sentence2": "Zinc helps.", "entailment": "entailment"}
    (item,) = items(lay(tmp_path, [pair]), "scifact")
    assert [(one.label, one.text, one.quotable) for one in item.papers[0].sections] == [
        ("METHODS", "We gave zinc.", False),
        ("CONCLUSIONS", "Zinc helped.", True),
    ]


@pytest.mark.parametrize(
    "record",
    [
        {"index": 1, "sentence1": "a", "sentence2": "b", "label": "not_entailment"},
        {"sentence1": "a", "sentence2": "b", "gold_label": "not_entailment"},
        {"premise": "a", "hypothesis": "b", "label": "not_entailment"},
    ],
)
def test_pairs_where_not_entailed_may_mean_unknown_are_nobodys(
    tmp_path: Path, record: dict[str, Any]
) -> None:
    assert guess(lay(tmp_path, [record])) == "table"


def test_claims_about_the_whole_world_make_relations_of_known_names_alone() -> None:
    def found(general: bool, text: str) -> int:
        item = BenchmarkItem("1", text, "SUPPORTS", kind="claim", decision=Polarity.POSITIVE)
        extracted = extractor().contribution(item, "s", Origin.INTRINSIC, general=general)
        return len(extracted.contribution.evidence)

    assert READERS.load("fever").general
    assert not READERS.load("scifact").general
    known, open_name = "Aspirin causes diarrhea.", "Ann Smith causes diarrhea."
    assert [found(general, known) for general in (False, True)] == [1, 1]
    assert [found(general, open_name) for general in (False, True)] == [1, 0]


def test_two_splits_of_pairs_that_both_count_from_one_are_one_source(tmp_path: Path) -> None:
    pair = {"index": 1, "sentence1": "Zinc is a metal.", "entailment": "entailment"}
    paths = [
        lay(tmp_path, [{**pair, "sentence2": text}], f"{text}.jsonl") for text in ("Zinc", "Iron")
    ]
    records = list(read_source(paths))
    assert len({one.id for one in records if isinstance(one, BenchmarkItem)}) == 2
