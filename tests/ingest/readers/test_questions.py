"""Readers of questions: PathVQA, ProteinLMBench, K-QA, ExpertQA, LitQA, MMLU's own shape."""

import json
from pathlib import Path
from typing import Any

import pytest

from graph.vocabulary import ChunkPart, Polarity
from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.contribution import document_key
from ingest.items import BenchmarkItem
from ingest.readers import guess, read_source
from ingest.readers.proteinlmbench import split_options

ASK = "\nPlease choose one of the following options to answer this question\n"
TAIL = "\nThe final option is to package with $\\boxed{}$"


def lay(folder: Path, records: list[dict[str, Any]]) -> Path:
    path = folder / "a.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def items(path: Path, reader: str) -> list[BenchmarkItem]:
    assert guess(path) == reader
    return [record for record in read_source([path]) if isinstance(record, BenchmarkItem)]


def seen(image: str, question: str, answer: str) -> dict[str, Any]:
    return {"Image_ID": image, "Questions": question, "Answers": answer}


def test_questions_on_one_image_share_one_document(tmp_path: Path) -> None:
    path = lay(
        tmp_path, [seen("Fig.1", "a?", "x"), seen("Fig.1", "b?", "no"), seen("F2", "a?", "x")]
    )
    first, second, other = items(path, "pathvqa")
    keys = [document_key(one.papers[0]) for one in (first, second, other)]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(("answer", "decision"), [("yes", Polarity.POSITIVE), ("no", None)])
def test_what_is_not_on_one_picture_is_not_denied(
    tmp_path: Path, answer: str, decision: Polarity | None
) -> None:
    (item,) = items(lay(tmp_path, [seen("F1", "Is a seen?", answer)]), "pathvqa")
    assert (item.kind, item.answer, item.decision) == ("boolean", answer, decision)


def test_ids_of_image_questions_do_not_depend_on_their_place(tmp_path: Path) -> None:
    records = [seen("F1", "a?", "x"), seen("F1", "a?", "y"), seen("F1", "b?", "x")]
    ids = {(one.question, one.answer): one.id for one in items(lay(tmp_path, records), "pathvqa")}
    again = items(lay(tmp_path, records[:0:-1]), "pathvqa")
    assert len(set(ids.values())) == 3
    assert all(ids[one.question, one.answer] == one.id for one in again)


def test_an_image_whose_lists_differ_is_skipped_and_the_next_is_read(tmp_path: Path) -> None:
    record = {"sentf": {"pvqa": ["a?", "b?"]}, "labelf": {"pvqa": [{"x": 1}]}}
    whole = {"sentf": {"pvqa": ["a?"]}, "labelf": {"pvqa": [{"x": 1, "y": 0.3}]}}
    path = lay(tmp_path, [{"img_id": "t1", **record}, {"img_id": "t2", **whole}])
    first, second = read_source([path])
    assert isinstance(first, Skipped)
    assert first.reason == "questions_and_answers_differ_in_number"
    assert isinstance(second, BenchmarkItem)
    assert second.answer == "x"


def test_only_the_next_letter_begins_an_option() -> None:
    text = f"Which?{ASK}A:zinc\nC:is no option here\nB:iron{TAIL}"
    assert split_options(text) == ("Which?", (("A", "zinc\nC:is no option here"), ("B", "iron")))
    assert split_options("No options here") == ("No options here", ())


def test_a_filler_is_no_option_and_never_the_gold_one(tmp_path: Path) -> None:
    lines = "A:zinc\nB:nan\nC:iron\nD:nan\nE:lead\nF:tin"
    records = [{"question": f"{label}?{ASK}{lines}{TAIL}", "label": label} for label in "AB"]
    first, second = read_source([lay(tmp_path, records)])
    assert isinstance(first, BenchmarkItem)
    assert [label for label, _ in first.options] == ["A", "C", "E", "F"]
    assert isinstance(second, Skipped)
    assert second.reason == "answer_not_an_option"


def test_six_options_in_fields_of_their_own(tmp_path: Path) -> None:
    options = {f"option {n}": f"metal {n}" for n in range(1, 7)}
    record = {"question": "Which?", **options, "answer": "option 5", "explanation": "It is."}
    (item,) = items(lay(tmp_path, [record]), "proteinlmbench")
    assert (dict(item.options)[str(item.answer)], item.meta) == ("metal 5", {})
    assert item.papers[0].sections[0].part is ChunkPart.ANSWER


def test_models_answers_labelled_by_doctors_are_refused(tmp_path: Path) -> None:
    record = {
        "Question": "a?",
        "llm_x": "gpt",
        "answer": "b",
        "claim": "c",
        "majority_label": "Neutral",
    }
    path = lay(tmp_path, [record])
    with pytest.raises(InputError) as caught:
        list(read_source([path]))
    assert (guess(path), caught.value.reason) == ("kqa", "no_items")


def expert(claims: list[dict[str, Any]], revised: str = "Vitamin C does.") -> dict[str, Any]:
    answer = {"answer_string": "It does.", "revised_answer_string": revised, "claims": claims}
    return {"question": "What cures scurvy?", "field": "Biology", "answers": {"one": answer}}


@pytest.mark.parametrize(
    ("label", "decision"),
    [
        ("Definitely correct", Polarity.POSITIVE),
        ("Definitely incorrect", Polarity.NEGATIVE),
        ("Probably correct", None),
        ("Likely incorrect", None),
        ("Unsure", None),
    ],
)
def test_only_what_an_expert_is_sure_of_decides(
    tmp_path: Path, label: str, decision: Polarity | None
) -> None:
    claims = [{"claim_string": "It does.", "correctness": label}]
    question, claim = items(lay(tmp_path, [expert(claims)]), "expertqa")
    assert (question.kind, question.answer) == ("open", "Vitamin C does.")
    assert (claim.kind, claim.answer, claim.decision) == ("claim", label, decision)
    assert document_key(claim.papers[0]) == document_key(question.papers[0])
    assert not claim.papers[0].sections[0].quotable


def test_a_question_that_several_models_answered_is_one_item(tmp_path: Path) -> None:
    asked = {"id": "q1", "question": "How many?", "expected_output": "7", "score": 1.0}
    runs = [{**asked, "model": name, "llm_answer": name, "reason": name} for name in "abc"]
    first, *others = read_source([lay(tmp_path, runs)])
    assert isinstance(first, BenchmarkItem)
    assert (first.id, first.answer, first.meta) == ("q1", "7", {})
    assert [one.reason for one in others if isinstance(one, Skipped)] == ["duplicate_identical"] * 2


def test_options_made_of_distractors_do_not_tell_by_their_place(tmp_path: Path) -> None:
    asked = {"id": "q1", "question": "Which?", "ideal": "zinc", "distractors": ["lead", "iron"]}
    (item,) = items(lay(tmp_path, [asked]), "litqa")
    assert item.options == (("A", "iron"), ("B", "lead"), ("C", "zinc"))
    assert (item.answer, item.kind) == ("C", "choice")


def test_the_paper_with_the_answer_is_known_by_its_doi(tmp_path: Path) -> None:
    asked = {
        "id": "q1",
        "question": "Which?",
        "ideal": "zinc",
        "sources": ["https://doi.org/10.9999/A.1", "https://example.org/b"],
        "key-passage": "It was zinc.",
    }
    (item,) = items(lay(tmp_path, [asked]), "litqa")
    (paper,) = item.papers
    assert (paper.doi, paper.sections[0].text) == ("10.9999/a.1", "It was zinc.")


@pytest.mark.parametrize("options", ["{'A': open('x')}", "{" * 300 + "}", "{'A'", "{}", "{1, 2}"])
def test_options_that_are_no_literal_are_skipped_and_never_run(
    tmp_path: Path, options: str
) -> None:
    prompt = f"USMLE question: Which?\nOption: {options}\nPlease explain"
    record = {"serial_num": "1", "gpt4_prompt": prompt, "answer_idx": "A"}
    good = {**record, "gpt4_prompt": "USMLE question: x?\nOption: {'A': 'a', 'B': 'b'}"}
    found = list(read_source([lay(tmp_path, [record, {**good, "serial_num": "2"}])]))
    assert [type(one) for one in found] == [Skipped, BenchmarkItem]
    assert isinstance(found[0], Skipped)
    assert found[0].reason == "missing_options"


def test_mmlu_as_the_data_hub_has_it(tmp_path: Path) -> None:
    record = {"question": "Which?", "subject": "anatomy", "choices": ["a", "b", "c"], "answer": 1}
    (item,) = items(lay(tmp_path, [record]), "medical_mcq")
    assert (item.answer, len(item.options), item.meta) == ("B", 3, {"subject": "anatomy"})


def test_where_a_table_has_both_gold_beats_answer(tmp_path: Path) -> None:
    record = {"question": "Which?", "gold": "zinc", "answer": "Answer: iron", "run": "1"}
    (item,) = items(lay(tmp_path, [record]), "table")
    assert (item.answer, item.meta) == ("zinc", {"answer": "Answer: iron", "run": "1"})
