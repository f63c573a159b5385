"""Readers on the real files beside the repository: what the publishers say is in them comes out."""

import gzip
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from graph.vocabulary import Polarity
from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers import guess, read_source

DATA = Path(__file__).parents[4] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="no ../shared/data beside the repository")


def read(*names: str) -> list[Record]:
    return list(read_source([DATA / name for name in names]))


def items_of(records: Sequence[Record]) -> list[BenchmarkItem]:
    return [record for record in records if isinstance(record, BenchmarkItem)]


def papers_of(records: Sequence[Record]) -> list[Paper]:
    return [record for record in records if isinstance(record, Paper)]


def decisions(items: Sequence[BenchmarkItem]) -> Counter[Polarity | None]:
    return Counter(item.decision for item in items)


def test_pubmedqa_has_a_thousand_questions_with_their_abstracts() -> None:
    items = items_of(read("pubmedqa/ori_pqal.json"))
    assert len(items) == 1000
    assert decisions(items) == {Polarity.POSITIVE: 552, Polarity.NEGATIVE: 338, None: 110}
    assert all(item.papers[0].pmid == item.id for item in items)
    assert all(item.papers[0].annotations for item in items)
    # Every abstract has a context, and the conclusion as its last section.
    assert {item.papers[0].sections[-1].label for item in items} == {"LONG_ANSWER"}
    assert all(len(item.papers[0].sections) > 1 for item in items)


def test_bioasq_has_its_questions_with_gold_snippets() -> None:
    items = items_of(read("mirage_medrag_runs/bioasq_questions.jsonl.gz"))
    assert decisions(items) == {Polarity.POSITIVE: 207, Polarity.NEGATIVE: 101}
    papers = [paper for item in items for paper in item.papers if paper.pmid]
    assert all(any(paper.pmid for paper in item.papers) for item in items)
    assert len({paper.pmid for paper in papers}) > 1000


@pytest.mark.parametrize(
    ("name", "n", "n_options"),
    [
        ("medqa_input.jsonl", 1273, {4}),
        ("medxpertqa_mm_input.jsonl", 2000, {5}),
        ("medxpertqa_sampled_text_input.jsonl", 244, {10}),
        ("mmlu_medical_input.jsonl", 1089, {4}),
    ],
)
def test_multiple_choice_has_every_question_and_option(
    name: str, n: int, n_options: set[int]
) -> None:
    records = read(f"medical_mcq/{name}")
    items = items_of(records)
    assert (len(items), len(records)) == (n, n)
    assert {len(item.options) for item in items} == n_options
    assert not [item.id for item in items if "Answer Choices" in item.question]


@pytest.mark.parametrize(
    ("name", "positive", "negative", "undecided"),
    [
        ("claims_train.jsonl", 332, 173, 304),
        ("claims_dev.jsonl", 124, 64, 112),
        ("claims_test.jsonl", 100, 100, 100),
    ],
)
def test_scifact_has_every_claim(name: str, positive: int, negative: int, undecided: int) -> None:
    items = items_of(read(f"scifact/{name}"))
    assert decisions(items) == {
        Polarity.POSITIVE: positive,
        Polarity.NEGATIVE: negative,
        None: undecided,
    }


def test_scifact_splits_are_one_source_without_a_clash() -> None:
    records = read("scifact/claims_train.jsonl", "scifact/claims_dev.jsonl")
    assert len(items_of(records)) == 1109
    assert len(records) == 1109


def test_scifact_table_brings_its_abstracts() -> None:
    items = items_of(read("scifact/scifact_test_data.csv"))
    assert len({item.papers[0].title for item in items}) > 200
    assert all(item.papers[0].sections for item in items)
    labels = Counter(section.label for item in items for section in item.papers[0].sections)
    assert labels["RESULTS"] > 50
    assert labels["OBJECTIVE"] > 40


def test_bc5cdr_has_every_mention_and_relation() -> None:
    names = [f"bc5cdr/CDR_{part}Set.PubTator.txt.gz" for part in ("Training", "Development")]
    records = read(*names)
    papers = papers_of(records)
    assert not [record for record in records if isinstance(record, Skipped)]
    assert len(papers) == 1000
    assert sum(len(paper.relations) for paper in papers) == 2050
    # A mention of two concepts is one line and two annotations.
    packed = [(DATA / name).read_bytes() for name in names]
    lines = [line for raw in packed for line in gzip.decompress(raw).decode().splitlines()]
    more = [line.split("\t")[5].count("|") for line in lines if line.count("\t") > 4]
    n_annotations = sum(len(paper.annotations) for paper in papers)
    assert n_annotations == 18_976 + sum(more)
    assert sum(more) > 0


def test_bc5cdr_annotations_stand_where_the_text_has_them() -> None:
    n_unplaced = 0
    for paper in papers_of(read("bc5cdr/CDR_TrainingSet.PubTator.txt.gz")):
        known = {id for annotation in paper.annotations for id in annotation.identifiers}
        for annotation in paper.annotations:
            assert all(id.startswith("MESH:") for id in annotation.identifiers)
            if annotation.section is None or annotation.start is None:
                n_unplaced += 1
                continue
            text = paper.sections[annotation.section].text
            assert text.startswith(annotation.form, annotation.start)
        assert all({relation.head, relation.tail} <= known for relation in paper.relations)
    assert 0 < n_unplaced < 150  # the spelled-out parts of mentions of several concepts


def test_a_list_of_names_is_no_benchmark() -> None:
    with pytest.raises(InputError) as caught:
        read("lexicons/cell_ontology.tsv.gz")
    assert caught.value.reason == "missing_column"


@pytest.mark.slow
def test_whatever_is_read_comes_to_records_or_one_clear_line() -> None:
    formats = Counter[str]()
    for path in sorted(DATA.rglob("*")):
        if path.is_file() and path.stat().st_size < 300_000:
            try:
                formats[guess(path)] += 1
                for _ in read_source([path]):
                    pass
            except InputError as error:
                message, reason = str(error), error.reason
                assert ("\n" in message, reason == "") == (False, False), message
    assert formats.keys() >= {"pubtator", "bioasq", "scifact", "table"}
