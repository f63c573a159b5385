"""Statements of abstracts beside what retrieval would hand over: their own rest, and others."""

import random
from pathlib import Path

import numpy as np
import pytest

from benchmarks.judging.silence import (
    Abstract,
    Nearness,
    Retrieved,
    read_abstracts,
    retrieved,
    statements,
)
from retrieval.embeddings import HashingEmbedder

DATA = Path(__file__).parents[4] / "shared" / "data"
ABSTRACTS = [
    Abstract(
        "made",
        str(number),
        (
            f"{drug} lowers blood pressure in rats.",
            f"The effect of {drug} was strongest at night.",
            f"{drug} caused headache in two of forty patients.",
            f"{drug} did not change the heart rate of healthy volunteers.",
        ),
    )
    for number, drug in enumerate(["Captopril", "Labetalol", "Atenolol", "Losartan", "Nadolol"])
]


def made(passages: int = 1) -> list[Retrieved]:
    stated = statements(ABSTRACTS, random.Random(0))
    texts = [text for one in ABSTRACTS for text in one.sentences] + [one.text for one in stated]
    vectors = dict(zip(texts, HashingEmbedder(64).embed(texts), strict=True))
    return retrieved(stated, ABSTRACTS, vectors, random.Random(0), passages)


def test_a_statement_never_meets_its_own_sentence() -> None:
    found = made(3)
    assert {one.nearness for one in found} == set(Nearness)
    for one in found:
        own = one.statement.abstract.sentences[one.statement.place]
        assert all(own not in passage for passage in one.passages)


def test_own_passages_are_of_the_abstract_and_the_others_of_none_of_its_sentences() -> None:
    for one in made(2):
        own = set(one.statement.abstract.sentences)
        for passage in one.passages:
            assert set(passage) <= own or not set(passage) & own
            assert (set(passage) <= own) == (one.nearness is Nearness.OWN)


def test_a_seed_gives_one_draw() -> None:
    assert made() == made()


def test_another_abstract_that_says_the_same_is_left_out() -> None:
    twins = [
        Abstract("made", number, ("Aspirin lowers fever in most of the children.", rest))
        for number, rest in (
            ("1", "It was given twice a day."),
            ("2", "Zinc was not given at all."),
        )
    ]
    stated = [one for one in statements(twins, random.Random(0)) if one.place == 0]
    texts = [text for one in twins for text in one.sentences] + [one.text for one in stated]
    vectors = dict.fromkeys(texts, np.eye(8, dtype=np.float32)[0])
    found = retrieved(stated, twins, vectors, random.Random(0))
    assert stated
    assert {one.nearness for one in found} == {Nearness.OWN}


@pytest.mark.skipif(not DATA.exists(), reason="../shared/data is not there")
def test_questions_that_agents_are_scored_on_are_not_among_the_abstracts() -> None:
    found = read_abstracts(DATA)
    assert {one.source for one in found} == {"bc5cdr", "pubmedqa"}
    assert sum(one.source == "pubmedqa" for one in found) == 500
    assert len({(one.source, one.id) for one in found}) == len(found)
    assert {one.split for one in found} == {"train", "dev", "test"}
    assert all(one.sentences for one in found)
