"""Claims with gold evidence from every shape, and what is left out of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.ablation.data import GoldClaims, digest_of, read_claims, with_strangers
from benchmarks.ablation.shapes import SHAPES
from graph.vocabulary import Verdict
from hubscope.errors import InputError

ABSTRACT = ["We gave zinc to mice.", "Zinc lowered fever.", "Iron did not."]

# One record of each shape, and the files that lie beside it.
RECORDS: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "scifact": (
        {
            "id": 7,
            "claim": "Zinc lowers fever.",
            "evidence": {
                "1": [
                    {"sentences": [1], "label": "SUPPORT"},
                    {"sentences": [0, 2], "label": "SUPPORT"},
                ]
            },
            "cited_doc_ids": [1],
        },
        {"corpus.jsonl": {"doc_id": 1, "title": "t", "abstract": ABSTRACT}},
    ),
    "check_covid": (
        {
            "id": "a_0",
            "claim": "Zinc lowers fever.",
            "cord_id": "x",
            "label": "SUPPORT",
            "evidence_set": [
                {"sent_index": 1, "type": "PRIMARY"},
                {"sent_index": 0, "type": "SUPPLEMENTARY"},
            ],
        },
        {"corpus.json": {"cord_id": "x", "title": "t", "abstract": ABSTRACT}},
    ),
    "fever": (
        {
            "id": 3,
            "verifiable": "VERIFIABLE",
            "label": "SUPPORTS",
            "claim": "Zinc lowers fever.",
            "evidence": [[[1, 2, "Zinc", 1]], [[1, 3, "Zinc", 0], [1, 3, "Zinc", 2]]],
        },
        {
            "wiki-pages.jsonl": {
                "id": "Zinc",
                "lines": "0\tWe gave zinc to mice.\tmice\n1\tZinc lowered fever.\n2\tIron did not.",
            }
        },
    ),
    "climate_fever": (
        {
            "claim_id": "5",
            "claim": "Zinc lowers fever.",
            "claim_label": "SUPPORTS",
            "evidences": [
                {"evidence": text, "evidence_label": label, "article": "Zinc"}
                for text, label in zip(
                    ABSTRACT, ["NOT_ENOUGH_INFO", "SUPPORTS", "NOT_ENOUGH_INFO"], strict=True
                )
            ],
        },
        {},
    ),
    "wice": (
        {
            "label": "supported",
            "supporting_sentences": [[1], [0, 2]],
            "claim": "Zinc lowers fever.",
            "evidence": ABSTRACT,
            "meta": {"id": "dev1", "claim_title": "Zinc"},
        },
        {},
    ),
    "feverous": (
        {
            "id": 1,
            "claim": "Zinc lowers fever.",
            "label": "supports",
            "evidence": "\n".join(f"Zinc\t{text}" for text in ABSTRACT),
        },
        {},
    ),
    "sufficient_facts": (
        {
            "claim": "Zinc lowers fever.",
            "evidence": [["Zinc", ABSTRACT[0]], ["Fever", "Zinc fever."]],
            "label_before": "SUPPORTS",
            "label_after": "NOT ENOUGH",
            "text_orig": f"[[Zinc]] {ABSTRACT[0]} [[Fever (sign)]] Zinc"
            ' <span style="color:red;">lowered</span> fever. '
            f'<span style="color:red;">[[Iron]]  {ABSTRACT[2]}</span>',
        },
        {},
    ),
    "scifact_pairs": (
        {
            "sentence1": " ".join(ABSTRACT),
            "sentence2": "Zinc lowers fever.",
            "entailment": "entailment",
        },
        {},
    ),
    "fever_pairs": (
        {"input0": " ".join(ABSTRACT), "input1": "Zinc lowers fever.", "label": "entailment"},
        {},
    ),
    "generic": (
        {
            "claim": "Zinc lowers fever.",
            "label": "yes",
            "sentences": ABSTRACT,
            "gold": [[1], [0, 2]],
        },
        {},
    ),
}
GOLD = {
    "check_covid": ((1,), (0, 1)),
    "climate_fever": ((1,),),
    "feverous": ((0, 1, 2),),
    "sufficient_facts": ((0, 1, 2),),
    "scifact_pairs": ((0, 1, 2),),
    "fever_pairs": ((0, 1, 2),),
}


def written(folder: Path, *records: Mapping[str, Any], **beside: Mapping[str, Any]) -> Path:
    for name, record in beside.items():
        (folder / name).write_text(json.dumps(record) + "\n", "utf-8")
    path = folder / "claims.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def read(folder: Path, *records: Mapping[str, Any], **options: Any) -> GoldClaims:
    return read_claims(written(folder, *records), **options)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_recognised_and_read(shape: str, tmp_path: Path) -> None:
    record, beside = RECORDS[shape]
    found = read_claims(written(tmp_path, record, **beside))
    assert found.shape == shape
    [claim] = found.claims
    assert (claim.claim, claim.gold) == ("Zinc lowers fever.", Verdict.SUPPORTED)
    assert claim.sentences == tuple(ABSTRACT)
    assert claim.gold_sets == GOLD.get(shape, ((1,), (0, 2)))
    assert claim.document
    assert read_claims(tmp_path / "claims.jsonl", shape).claims == found.claims


@pytest.mark.parametrize("shape", ["scifact", "check_covid", "fever"])
def test_documents_that_are_not_there_are_asked_for(shape: str, tmp_path: Path) -> None:
    record, beside = RECORDS[shape]
    path = written(tmp_path, record)
    with pytest.raises(InputError) as raised:
        read_claims(path)
    assert raised.value.reason == "missing_companion"
    [(name, document)] = beside.items()
    written(tmp_path, record, **{name: {**document, "doc_id": 2, "cord_id": "y", "id": "Iron"}})
    with pytest.raises(InputError, match="1 document_not_there"):
        read_claims(path)


def test_abstracts_of_a_table_are_taken_apart_and_that_is_noted(tmp_path: Path) -> None:
    path = written(tmp_path, RECORDS["scifact"][0])
    table = 'claim,corpus_id,abstract\n,1,"' + " ".join(ABSTRACT) + '"\n'
    (tmp_path / "abstracts.csv").write_text(table, "utf-8")
    found = read_claims(path)
    assert found.claims[0].sentences == tuple(ABSTRACT)
    assert "hubscope's own sentences" in found.notes[0]


def generic(**changed: Any) -> dict[str, Any]:
    return {**RECORDS["generic"][0], **changed}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"label": "NOT ENOUGH INFO"}, "not_enough_info"),
        ({"label": "green"}, "unknown_label"),
        ({"claim": " "}, "missing_claim"),
        ({"sentences": []}, "no_sentences"),
        ({"sentences": ["", " "]}, "no_sentences"),
        ({"gold": []}, "no_gold_sentence"),
        ({"gold": [3]}, "gold_not_among_sentences"),
        ({"gold": [-1]}, "gold_not_among_sentences"),
        ({"gold": ["Zinc is blue."]}, "gold_not_among_sentences"),
    ],
)
def test_what_is_of_no_use_is_left_out_with_its_reason(
    changed: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    found = read(tmp_path, generic(id="a"), generic(id="b", **changed))
    assert [one.id for one in found.claims] == ["a"]
    assert found.left_out == {reason: 1}
    assert found.skipped[0].line == 2


def test_gold_may_be_texts_and_blank_sentences_do_not_shift_places(tmp_path: Path) -> None:
    sentences = [ABSTRACT[0], "  ", *ABSTRACT[1:]]
    [claim] = read(tmp_path, generic(sentences=sentences, gold=["Zinc lowered  fever."])).claims
    assert claim.sentences == tuple(ABSTRACT)
    assert claim.gold_sets == ((1,),)
    [claim] = read(tmp_path, generic(sentences=sentences, gold=2)).claims
    assert claim.gold_sets == ((1,),)


def test_columns_can_be_named(tmp_path: Path) -> None:
    record = {"statement": "Zinc lowers fever.", "truth": False, "text": " ".join(ABSTRACT)}
    mapping = {"claim": "statement", "label": "truth", "sentences": "text"}
    [claim] = read(tmp_path, record, mapping=mapping).claims
    assert (claim.gold, claim.gold_sets) == (Verdict.REFUTED, ((0, 1, 2),))
    with pytest.raises(InputError, match="no field named 'verdict'"):
        read(tmp_path, record, mapping={"verdict": "truth"})


def test_partly_supported_is_neither(tmp_path: Path) -> None:
    record = RECORDS["wice"][0]
    partly = {**record, "label": "partially_supported", "meta": {"id": "x"}}
    assert read(tmp_path, record, partly).left_out == {"partly_supported": 1}


def test_scifact_claims_whose_abstracts_disagree_are_left_out(tmp_path: Path) -> None:
    record, beside = RECORDS["scifact"]
    both = [{"sentences": [1], "label": "SUPPORT"}, {"sentences": [2], "label": "CONTRADICT"}]
    odd = {**record, "id": 8, "evidence": {"1": both}}
    path = written(tmp_path, record, odd, {**record, "id": 9, "evidence": {}}, **beside)
    assert read_claims(path).left_out == {"labels_differ": 1, "not_enough_info": 1}


def test_pairs_on_one_claim_are_alternative_gold_sets(tmp_path: Path) -> None:
    pair = RECORDS["scifact_pairs"][0]
    other = {**pair, "sentence1": "Zinc lowered fever. It was good."}
    [claim] = read(tmp_path, pair, other, pair).claims
    assert claim.sentences == (*ABSTRACT, "It was good.")
    assert claim.gold_sets == ((0, 1, 2), (1, 3))


def test_rows_that_take_different_words_from_one_claim_are_one_claim(tmp_path: Path) -> None:
    row, _ = RECORDS["sufficient_facts"]
    mark = '<span style="color:red;">'
    other = {**row, "text_orig": row["text_orig"].replace(mark, "").replace("</span>", "")}
    assert read(tmp_path, row, other).claims == read(tmp_path, row).claims


def test_two_different_claims_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        read(tmp_path, generic(id="a"), generic(id="a", label="no"))
    assert raised.value.reason == "duplicate_id"
    found = read(tmp_path, generic(id="a"), generic(id="a"))
    assert found.left_out == {"duplicate_identical": 1}


@pytest.mark.parametrize("text", ["", "{}", '{"a": 1}\n', "[1, 2]\n"])
def test_a_file_without_claims_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as raised:
        read_claims(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_strangers_are_mixed_in_by_the_seed_and_gold_stays_gold(tmp_path: Path) -> None:
    records = [
        generic(
            id=str(n),
            document=str(n // 2),
            sentences=[f"Zinc {n} rose.", f"Iron {n} fell."],
            gold=[0],
        )
        for n in range(20)
    ]
    claims = read(tmp_path, *records).claims
    mixed = with_strangers(claims, 3, seed=1)
    assert mixed == with_strangers(claims, 3, seed=1)
    assert digest_of(mixed) != digest_of(with_strangers(claims, 3, seed=2))
    for before, after in zip(claims, mixed, strict=True):
        assert len(after.sentences) == 5
        assert [after.sentences[at] for at in after.gold_sets[0]] == [before.sentences[0]]
        own = [text for text in after.sentences if text in before.sentences]
        assert own == list(before.sentences)
        same_document = f"Zinc {int(before.id) ^ 1} rose."
        assert same_document not in after.sentences


def test_strangers_of_one_claim_do_not_depend_on_which_others_are_asked_for(tmp_path: Path) -> None:
    claims = read(tmp_path, generic(id="a")).claims
    assert with_strangers(claims, 3, seed=1)[0] == claims[0]


@pytest.mark.parametrize(
    ("path", "claims", "documents"),
    [
        ("scifact/claims_dev.jsonl", 55, 46),
        ("check_covid/Check-COVID_all.json", 1009, 347),
        ("scifact_pairs/dev.tsv", 188, 173),
        ("feverous_dev/dev.json.gz", 2962, 1849),
    ],
)
def test_real_sets_are_read(path: str, claims: int, documents: int, shared_data: Path) -> None:
    found = read_claims(shared_data / "data" / path).claims
    assert (len(found), len({one.document for one in found})) == (claims, documents)
    for one in found:
        assert all(0 <= at < len(one.sentences) for at in one.gold_places)
