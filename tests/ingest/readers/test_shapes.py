"""Other shapes that a format comes in, beside the one of its sample."""

import json
from pathlib import Path
from typing import Any

import pytest

from graph.vocabulary import ChunkPart, Polarity
from hubscope.files import Skipped
from ingest.items import BenchmarkItem, Paper, StatedRelation
from ingest.readers import guess, read_source
from ingest.readers.medical_mcq import split_choices


def lay(folder: Path, content: Any, name: str = "a.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def one_item(path: Path, reader: str) -> BenchmarkItem:
    assert guess(path) == reader
    (item,) = read_source([path])
    assert isinstance(item, BenchmarkItem)
    return item


def one_relation(path: Path) -> StatedRelation:
    assert guess(path) == "triples"
    (paper,) = read_source([path])
    assert isinstance(paper, Paper)
    return paper.relations[0]


def test_pubmedqa_as_the_data_hub_has_it(tmp_path: Path) -> None:
    record = {
        "pubid": 90000001,
        "question": "Does zinc inhibit ACE?",
        "context": {"contexts": ["Zinc was given."], "labels": ["METHODS"], "meshes": ["Zinc"]},
        "long_answer": "It does.",
        "final_decision": "yes",
    }
    item = one_item(lay(tmp_path, record), "pubmedqa")
    (paper,) = item.papers
    assert (item.id, item.decision, paper.pmid) == ("90000001", Polarity.POSITIVE, "90000001")
    assert [(s.part, s.label) for s in paper.sections] == [
        (ChunkPart.CONTEXT, "METHODS"),
        (ChunkPart.ANSWER, "LONG_ANSWER"),
    ]
    assert [a.form for a in paper.annotations] == ["Zinc"]
    assert item.meta == {}


def test_pubmedqa_without_labels_or_long_answer(tmp_path: Path) -> None:
    record = {"7": {"QUESTION": "Does A help?", "CONTEXTS": ["c"], "final_decision": "maybe"}}
    item = one_item(lay(tmp_path, record), "pubmedqa")
    assert (item.id, item.answer, item.decision) == ("7", "maybe", None)


@pytest.mark.parametrize(
    ("exact", "kind", "decision"),
    [
        ({"type": "yesno", "exact_answer": "no"}, "boolean", Polarity.NEGATIVE),
        ({"type": "factoid", "exact_answer": [["zinc", "Zn"]]}, "open", None),
        ({"type": "summary"}, "open", None),
    ],
)
def test_bioasq_as_the_organisers_have_it(
    tmp_path: Path, exact: dict[str, Any], kind: str, decision: Polarity | None
) -> None:
    question = {
        "id": "b1",
        "body": "Does zinc inhibit ACE?",
        "ideal_answer": ["It does not."],
        "documents": ["http://www.ncbi.nlm.nih.gov/pubmed/90000001"],
        "snippets": [
            {"document": "http://www.ncbi.nlm.nih.gov/pubmed/90000001", "text": "Zinc was given."}
        ],
        **exact,
    }
    item = one_item(lay(tmp_path, {"questions": [question]}), "bioasq")
    assert (item.kind, item.decision) == (kind, decision)
    assert [paper.pmid for paper in item.papers] == ["90000001", None]


def test_a_claim_with_evidence_for_both_sides_is_undecided(tmp_path: Path) -> None:
    sides = {"1": [{"sentences": [0], "label": "SUPPORT"}], "2": [{"label": "CONTRADICT"}]}
    claim = {"id": 1, "claim": "Zinc inhibits ACE.", "evidence": sides, "cited_doc_ids": [1]}
    item = one_item(lay(tmp_path, claim), "scifact")
    assert (item.answer, item.decision) == ("NEI", None)
    assert [paper.title for paper in item.papers] == ["S2ORC paper 1", "S2ORC paper 2"]


def test_claims_and_abstracts_in_one_table(tmp_path: Path) -> None:
    table = (
        "claim,label,corpus_id,title,abstract\nZinc inhibits ACE.,REFUTE,1,On zinc,It did not.\n"
    )
    item = one_item(lay(tmp_path, table, "a.csv"), "scifact")
    assert item.decision is Polarity.NEGATIVE
    assert [(p.title, p.sections[0].text) for p in item.papers] == [("On zinc", "It did not.")]


def test_options_are_cut_at_their_own_letters() -> None:
    text = "Which (of A) and (B)?\nAnswer Choices: (A) one (1) (B) two, not (A) (C) (A) or (B)"
    assert split_choices(text) == (
        "Which (of A) and (B)?",
        (("A", "one (1)"), ("B", "two, not (A)"), ("C", "(A) or (B)")),
    )
    assert split_choices("No choices here") == ("No choices here", ())


@pytest.mark.parametrize(
    "record",
    [
        {"head": "zinc", "relation": "inhibits", "tail": "ACE"},
        {"subject": "zinc", "predicate": "inhibits", "object": "ACE"},
        {"Source": "zinc", "Interaction": "inhibits", "Target": "ACE"},
        {"head_name": "zinc", "relation_type": "inhibits", "tail_name": "ACE"},
        {"head": {"name": "zinc"}, "relation": "inhibits", "tail": {"name": "ACE"}},
    ],
)
def test_triples_by_their_usual_names(tmp_path: Path, record: dict[str, Any]) -> None:
    relation = one_relation(lay(tmp_path, record))
    assert (relation.head, relation.relation, relation.tail) == ("zinc", "inhibits", "ACE")
    assert (relation.polarity, relation.quote) == (Polarity.POSITIVE, "")


@pytest.mark.parametrize(
    ("extra", "polarity"),
    [
        ({"polarity": "negative"}, Polarity.NEGATIVE),
        ({"polarity": "-"}, Polarity.NEGATIVE),
        ({"negated": True}, Polarity.NEGATIVE),
        ({"negated": "false"}, Polarity.POSITIVE),
        ({"polarity": "Positive", "negated": "no"}, Polarity.POSITIVE),
        ({"polarity": False}, None),
        ({"polarity": "unknown"}, None),
    ],
)
def test_polarity_is_never_guessed(
    tmp_path: Path, extra: dict[str, Any], polarity: Polarity | None
) -> None:
    triple = {"head": "zinc", "relation": "inhibits", "tail": "ACE"}
    first, *_ = read_source([lay(tmp_path, [{**triple, **extra}, triple])])
    if polarity is None:
        assert isinstance(first, Skipped)
        assert first.reason == "unclear_polarity"
    else:
        assert isinstance(first, Paper)
        assert first.relations[0].polarity is polarity


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("PMID: 12", ("12", None, "")),
        ("12", ("12", None, "")),
        ("https://pubmed.ncbi.nlm.nih.gov/12/", ("12", None, "")),
        ("https://doi.org/10.1000/AB.1", (None, "10.1000/ab.1", "")),
        ("On zinc", (None, None, "On zinc")),
    ],
)
def test_a_document_is_known_by_what_it_is_called(
    tmp_path: Path, document: str, expected: tuple[str | None, str | None, str]
) -> None:
    triple = {"head": "zinc", "relation": "inhibits", "tail": "ACE", "document": document}
    (paper,) = read_source([lay(tmp_path, triple)])
    assert isinstance(paper, Paper)
    assert (paper.pmid, paper.doi, paper.title) == expected


def test_pubtator_documents_need_no_blank_line_between_them(tmp_path: Path) -> None:
    text = "1|t|Zinc\n1|a|Iron\n1\t5\t9\tIron\tChemical\tD007501\n2|t|ACE\n2|a|Zinc\n"
    path = lay(tmp_path, text, "a.txt")
    papers = [record for record in read_source([path]) if isinstance(record, Paper)]
    assert [(paper.pmid, len(paper.annotations)) for paper in papers] == [("1", 1), ("2", 0)]
    assert papers[0].annotations[0].section == 1


def test_relations_with_more_columns_and_gene_numbers(tmp_path: Path) -> None:
    text = (
        "1|t|TP53 and zinc\n1|a|\n1\t0\t4\tTP53\tGeneOrGeneProduct\t7157\n"
        "1\t9\t13\tzinc\tChemical\tMESH:D015032\n1\tBind\t7157\tMESH:D015032\tNovel\n"
    )
    (paper,) = read_source([lay(tmp_path, text, "a.txt")])
    assert isinstance(paper, Paper)
    (relation,) = paper.relations
    assert (relation.head, relation.relation, relation.tail) == (
        "NCBIGene:7157",
        "Bind",
        "MESH:D015032",
    )
