"""Training pairs made from labelled ones: contraries, mismatched evidence, evidence in company."""

import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.judging.encoding import Floats, sentences
from benchmarks.judging.mix import Pair
from benchmarks.judging.words import load_words
from graph.vocabulary import Verdict


@dataclass(frozen=True, slots=True)
class Example:
    """One training pair as the encoder takes it; `kind` says how it was made."""

    source: str
    claim: str
    sentences: tuple[str, ...]
    verdict: Verdict
    kind: str = "given"

    @property
    def texts(self) -> tuple[str, ...]:
        """What has to be embedded."""
        return (self.claim, *self.sentences)


def given(pair: Pair) -> Example:
    """A labelled pair as it is."""
    return Example(pair.source, pair.claim, tuple(sentences(pair.evidence)), pair.verdict)


def contrary(text: str) -> str | None:
    """The text with its first direction word turned round; None where it has none.

    >>> contrary("Insulin raises glucose uptake.")
    'Insulin lowers glucose uptake.'
    """
    flips = load_words().flips
    for word in re.finditer(r"[A-Za-z]+", text):
        other = flips.get(word.group().lower())
        if other is not None:
            other = other.capitalize() if word.group()[0].isupper() else other
            return text[: word.start()] + other + text[word.end() :]
    return None


def denied(text: str) -> str | None:
    """The text with a "not" behind its first auxiliary; None where it has none.

    >>> denied("Ebola is caused by a virus.")
    'Ebola is not caused by a virus.'
    """
    found = re.search(r"\b(is|are|was|were|can|has been|have been|does|did)\b(?! not)", text)
    return None if found is None else f"{text[: found.end()]} not{text[found.end() :]}"


def renumbered(text: str, rng: random.Random) -> str | None:
    """The text with one number changed; None where it has none."""
    found = re.search(r"(?<![\w.-])\d+(?![\w-])", text)
    if found is None:
        return None
    value = int(found.group())
    step = rng.randint(1, max(2, value // 3))
    other = value - step if rng.random() < 0.5 and value > step else value + step
    return f"{text[: found.start()]}{other}{text[found.end() :]}"


def restatements(claims: Sequence[tuple[str, str]], rng: random.Random) -> list[Example]:
    """A claim beside itself (SUPPORTED) and beside its contrary (REFUTED), both ways round.

    Args:
        claims: source and text of each claim.
        rng: chooses the kind of contrary and which side is changed.
    """
    made = []
    for source, claim in claims:
        others = [contrary(claim), denied(claim), renumbered(claim, rng)]
        possible = [text for text in others if text is not None]
        if not possible:
            continue
        other = possible[0] if others[0] else rng.choice(possible)
        sides = (claim, other) if rng.random() < 0.5 else (other, claim)
        made.append(Example(source, claim, (claim,), Verdict.SUPPORTED, "restated"))
        made.append(Example(source, sides[0], (sides[1],), Verdict.REFUTED, "contrary"))
    return made


def mismatched(
    pairs: Sequence[Pair], vectors: Mapping[str, Floats], share: float, rng: random.Random
) -> list[Example]:
    """Claims with the evidence of another document that is nearest to them: UNVERIFIABLE.

    Args:
        pairs: labelled pairs of one source and one split.
        vectors: unit vectors of every claim and sentence.
        share: how many to make, as a share of the pairs that are not UNVERIFIABLE already.
        rng: chooses the claims, and one of the five nearest evidences.
    """
    known = [pair for pair in pairs if pair.verdict is not Verdict.UNVERIFIABLE]
    evidence = list({pair.evidence: pair.group for pair in known}.items())
    texts = [tuple(sentences(text)) for text, _ in evidence]
    means = np.array([np.mean([vectors[text] for text in parts], axis=0) for parts in texts])
    made = []
    for pair in rng.sample(known, int(len(known) * share)):
        order = np.argsort(-(means @ vectors[pair.claim]), kind="stable")[:40]
        others = [row for row in order if evidence[row][1] != pair.group][:5]
        if others:
            parts = texts[rng.choice(others)]
            example = Example(pair.source, pair.claim, parts, Verdict.UNVERIFIABLE, "mismatched")
            made.append(example)
    return made


def unrelated(examples: Sequence[Example], n: int, rng: random.Random) -> list[Example]:
    """Claims beside evidence of another source: UNVERIFIABLE."""
    made: list[Example] = []
    while len(made) < n:
        one, other = rng.sample(examples, 2)
        if one.source != other.source:
            parts = other.sentences[:1] if rng.random() < 0.5 else other.sentences
            made.append(Example(one.source, one.claim, parts, Verdict.UNVERIFIABLE, "unrelated"))
    return made


def in_company(examples: Sequence[Example], rng: random.Random) -> list[Example]:
    """The same pairs with two to six sentences of other evidence of the source around theirs."""
    pools: dict[str, list[str]] = defaultdict(list)
    for example in examples:
        pools[example.source].extend(example.sentences)
    made = []
    for example in examples:
        pool = pools[example.source]
        strangers = [rng.choice(pool) for _ in range(rng.randint(2, 6))]
        cut = rng.randint(0, len(strangers))
        around = (*strangers[:cut], *example.sentences, *strangers[cut:])
        company = Example(example.source, example.claim, around, example.verdict, "in company")
        made.append(company)
    return made
