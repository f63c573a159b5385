"""Readers of question and claim benchmarks on the real files beside the repository."""

from collections import Counter
from pathlib import Path

import pytest

from graph.vocabulary import Polarity
from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.contribution import document_key
from ingest.items import BenchmarkItem
from ingest.readers import guess, read_source

DATA = Path(__file__).parents[4] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="no ../shared/data beside the repository")

YES, NO = Polarity.POSITIVE, Polarity.NEGATIVE


def read(reader: str, *names: str) -> tuple[list[BenchmarkItem], Counter[str]]:
    """Items, and why records were skipped; every file must be guessed right."""
    paths = [DATA / name for name in names]
    assert {guess(path) for path in paths} == {reader}
    records = list(read_source(paths))
    skipped = Counter(one.reason for one in records if isinstance(one, Skipped))
    return [one for one in records if isinstance(one, BenchmarkItem)], skipped


def n_documents(items: list[BenchmarkItem]) -> int:
    return len({document_key(paper) for item in items for paper in item.papers})


@pytest.mark.parametrize(
    ("reader", "name", "labels"),
    [
        ("check_covid", "check_covid/Check-COVID_all.json", {YES: 505, NO: 504, None: 495}),
        ("fever", "fever_react/paper_dev.jsonl", {YES: 3333, NO: 3333, None: 3333}),
        ("fever", "feverous_dev/dev.json.gz", {YES: 1411, NO: 1551}),
        ("scifact", "scifact_pairs/train.tsv", {YES: 370, NO: 194}),
        ("scifact", "scifact_pairs/dev.tsv", {YES: 138, NO: 71}),
    ],
)
def test_every_claim_has_the_label_that_its_publishers_count(
    reader: str, name: str, labels: dict[Polarity | None, int]
) -> None:
    items, skipped = read(reader, name)
    assert Counter(item.decision for item in items) == labels
    assert {item.kind for item in items} == {"claim"}
    assert not skipped


@pytest.mark.slow
def test_vitaminc_has_every_claim_and_its_pages() -> None:
    items, skipped = read("fever", "vitaminc/vitaminc_synthetic_test.jsonl.gz")
    assert Counter(item.answer for item in items) == {"SUPPORTS": 10_358, "REFUTES": 10_358}
    assert (n_documents(items), skipped) == (627, {})


@pytest.mark.slow
def test_fever_pairs_lose_only_what_stands_twice() -> None:
    items, skipped = read("fever", "fever_dev_pairs/dev.jsonl.gz")
    assert len(items) + skipped["duplicate_identical"] == 13_332
    assert skipped.keys() == {"duplicate_identical"}


def test_check_covid_has_its_abstracts_and_no_more_documents_than_those() -> None:
    items, _ = read("check_covid", "check_covid/Check-COVID_all.json")
    assert all(item.papers[0].sections for item in items)
    assert n_documents(items) <= 347
    assert len({item.id.rpartition("_")[0] for item in items}) == 498


def test_pathvqa_has_one_document_an_image() -> None:
    items, skipped = read("pathvqa", "pathvqa_text/QA_pairs_vb.json")
    assert (len(items), n_documents(items)) == (5424, 955)
    assert skipped == {"duplicate_identical": 5}
    assert Counter(item.kind for item in items)["boolean"] == 2851


def test_pathvqa_by_image_has_every_question() -> None:
    items, skipped = read("pathvqa", "pathvqa_text/pvqa_test.json")
    assert len(items) + skipped["duplicate_identical"] == 6761
    assert skipped["no_questions"] == 133
    assert n_documents(items) == 991 - 133


def test_proteinlmbench_has_every_question_and_no_filler() -> None:
    items, skipped = read("proteinlmbench", "proteinlmbench/protein.jsonl.gz")
    assert (len(items), skipped) == (641, {"options_not_distinct": 1})
    assert Counter(item.answer for item in items) == {
        "A": 108,  # 109 less the question with two equal options
        "B": 116,
        "C": 120,
        "D": 98,
        "E": 99,
        "F": 100,
    }
    assert all(item.papers[0].sections for item in items)
    assert not [item.id for item in items if "boxed" in str(item.options)]


def test_kqa_has_every_question_with_its_statements() -> None:
    items, skipped = read("kqa", "kqa/questions_w_answers.jsonl")
    assert (len(items), skipped) == (179, {})
    assert all(item.meta["Must_have"] for item in items)


def test_labelled_answers_of_kqa_are_no_items() -> None:
    with pytest.raises(InputError) as caught:
        read("kqa", "kqa/NLI_medical_annotator.csv")
    assert caught.value.reason == "no_items"


def test_expertqa_has_its_questions_and_labelled_claims() -> None:
    items, skipped = read("expertqa", "expertqa_science/expertqa_science.jsonl.gz")
    assert Counter(item.kind for item in items) == {"open": 96, "claim": 505}
    claims = [item for item in items if item.kind == "claim"]
    assert Counter(item.decision for item in claims) == {YES: 303, NO: 16, None: 186}
    assert skipped == {"missing_answer": 2}
    assert n_documents(items) == 96


def test_geneturing_has_each_question_once() -> None:
    items, skipped = read("geneturing", "genegpt_runs/geneturing_runs.jsonl.gz")
    assert (len(items), skipped) == (210, {"duplicate_identical": 420})
    assert Counter(item.meta["task"] for item in items)["Gene alias"] == 35
    assert Counter(item.decision for item in items) == {YES: 9, NO: 26, None: 175}


def test_questions_that_gpt4_got_wrong_have_their_five_options() -> None:
    items, skipped = read("medical_mcq", "usmle_gpt4_errors/gpt4_wrong_answers.jsonl.gz")
    assert (len(items), skipped) == (175, {"options_not_distinct": 1})
    assert {len(item.options) for item in items} == {5}


def test_litqa3_has_each_question_once() -> None:
    items, skipped = read("litqa", "labbench2_answers/litqa3_answers.jsonl.gz")
    assert (len(items), skipped) == (94, {"duplicate_identical": 658})
    assert {item.kind for item in items} == {"open"}
