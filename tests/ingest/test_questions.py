"""Stems and questions read as the statement that they ask about."""

import pytest

from hubscope.tokens import tokenize
from ingest.questions import completed, topic_end


@pytest.mark.parametrize(
    ("stem", "answer", "expected"),
    [
        ("Asthma is caused by:", "smoking.", "Asthma is caused by smoking."),
        (
            "Which of the following drugs may cause a dry mouth?",
            "Antidepressants.",
            "Antidepressants may cause a dry mouth.",
        ),
        (
            "Which of the following is NOT a symptom of asthma?",
            "Bradycardia.",
            "Bradycardia is NOT a symptom of asthma.",
        ),
        (
            "Which of the following does not inhibit apoptosis?",
            "Zinc",
            "Zinc does not inhibit apoptosis.",
        ),
        ("What commonly causes cough?", "Smoking", "Smoking commonly causes cough."),
        ("What does zinc inhibit?", "Apoptosis", "zinc inhibit Apoptosis."),
        ("What is saliva composed of?", "amylase", "saliva is composed of amylase."),
        (
            "Amylase is secreted by which of the following?",
            "Saliva.",
            "Amylase is secreted by Saliva.",
        ),
    ],
)
def test_a_stem_and_its_answer_make_a_sentence(stem: str, answer: str, expected: str) -> None:
    assert completed(stem, answer) == expected


@pytest.mark.parametrize(
    ("stem", "answer"),
    [
        ("Which of the following is true of asthma?", "It is caused by smoking."),
        ("Which of the following best explains cough?", "Smoking"),
        ("Which of the following is most likely to cause cough?", "Smoking"),
        ("Where is the spleen located?", "In the abdomen"),
        ("A man coughs. Which of the following causes cough?", "Smoking"),
        ("This patient's cough is caused by", "smoking"),
        ("Compared with zinc, leptin inhibits", "apoptosis"),
        ("Cough is caused by", "smoking. It may also be caused by asthma."),
        ("", "smoking"),
    ],
)
def test_a_stem_that_states_nothing_makes_no_sentence(stem: str, answer: str) -> None:
    assert completed(stem, answer) is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Loss of leptin in asthma: can it predict mortality?", 3),
        ("Leptin: does it predict mortality?", 1),
        ("Leptin and insulin: do they predict mortality?", 0),
        ("Leptin: does zinc predict mortality?", 0),
        ("Does it predict mortality?", 0),
    ],
)
def test_a_pronoun_stands_for_the_topic(question: str, expected: int) -> None:
    tokens = tokenize(question)
    start = next(n for n, token in enumerate(tokens) if token.text in {"it", "they", "zinc"})
    assert topic_end(tokens, start) == expected
