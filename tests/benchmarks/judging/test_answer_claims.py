"""Bare answers as claims: in the words of their question, or not at all."""

import pytest

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.judging.answer_claims import AnswersExtractor, statements


@pytest.mark.parametrize(
    ("question", "answer", "says"),
    [
        (
            "What is the official symbol of LMP10?",
            "PSMB10",
            "PSMB10 is the official symbol of LMP10.",
        ),
        (
            "Convert ENSG001 to official gene symbol.",
            "ANKK1",
            "The official gene symbol of ENSG001 is ANKK1.",
        ),
        (
            "Which chromosome is ABO gene located on human genome?",
            "chr9",
            "ABO gene is located on chromosome 9.",
        ),
        ("Which chromosome is ABO gene located on?", "X", ""),
        (
            "Which chromosome is ABO gene located on?",
            "chrX",
            "ABO gene is located on chromosome X.",
        ),
        ("Which gene is SNP rs7 associated with?", "ABO", "SNP rs7 is associated with gene ABO."),
        ("Is ACE1P a protein-coding gene?", "Yes", "ACE1P is a protein-coding gene."),
        ("Is ACE1P a protein-coding gene?", "FALSE", "ACE1P is not a protein-coding gene."),
        ("Is ACE1P a protein-coding gene?", "perhaps", ""),
        ("Is conjugated estrogen a drug?", "yes", "conjugated estrogen is a drug."),
        ("Is grape seed a source of oil?", "yes", "grape seed is a source of oil."),
        # Its subject ends before the first "a"
        ("Is metformin associated with a lower risk of cancer?", "yes", ""),
        ("Is aspirin better than a placebo?", "no", ""),
        ("Is metformin considered a biguanide?", "yes", ""),
        ("Is ACE known as a peptidase?", "yes", ""),
        ("Is zinc not a metal?", "no", ""),
        # Located, but on no chromosome
        (
            "Which country is Geneva located in?",
            "Switzerland",
            "Geneva is located in country Switzerland.",
        ),
        ("Which lobe is the tumour located in the left lung?", "the upper one", ""),
        (
            "Which gene is strongly expressed in liver?",
            "ALB",
            "ALB is strongly expressed in liver.",
        ),
        (
            "Which drugs may cause a dry mouth?",
            "Antidepressants",
            "Antidepressants may cause a dry mouth.",
        ),
        ("Why is the sky blue?", "Rayleigh scattering", ""),
        ("Which organ makes insulin?", "B", ""),
    ],
)
def test_an_answer_is_a_statement_in_its_questions_words(
    question: str, answer: str, says: str
) -> None:
    assert statements(question, answer) == ([says] if says else [])


def test_a_list_is_one_claim_for_each_name() -> None:
    said = statements("What are genes related to gout?", "ABCG2, SLC2A9 and ABCG2")
    assert said == [
        "ABCG2 is one of the genes related to gout.",
        "SLC2A9 is one of the genes related to gout.",
    ]
    for page in ("[b'<p><!--", "[b'a page that was pasted and goes on and on, and on, for ever"):
        assert statements("What are genes related to gout?", page) == []


def test_an_answer_that_no_form_reads_is_counted_and_one_that_is_none_is_not() -> None:
    step = Step("ABO stands here, which is not read.")
    asked = "Which gene is SNP rs7 associated with?"
    read, unread, none = AnswersExtractor().extract_many(
        [
            Trajectory("a", (step, step), question=asked, final="Answer: ABO"),
            Trajectory("b", (step,), question="Why?", final="ABO"),
            Trajectory("c", (step,), question=asked),
        ]
    )
    assert [(one.step, one.text) for one in read.claims] == [
        (1, "SNP rs7 is associated with gene ABO.")
    ]
    assert (read.unnamed, unread.claims, unread.unnamed, none.unnamed) == (0, (), 1, 0)
