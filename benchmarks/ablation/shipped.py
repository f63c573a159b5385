"""Measure the embedded judge as it ships: `python -m benchmarks.ablation.shipped ../shared/data`.

decisions.py fits the layer and measures it on dev, by itself. What `hubscope score` asks does more:
it reads a claim sentence by sentence, and clears a REFUTED that rests on a question or on the same
words. So the test splits are judged here the whole way, and the card, which every report prints,
says what comes out. Takes about ten minutes of a core.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.ablation.decisions import some
from benchmarks.ablation.examination import test_pairs
from benchmarks.ablation.refutals import SEED, near
from benchmarks.judging.augment import Example
from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.decision import FILE
from benchmarks.judging.embedded import EmbeddedJudge
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.judge import Judge, JudgeInput
from benchmarks.judging.mix import read_mix
from benchmarks.judging.quality import Quality, quality_of, table
from benchmarks.judging.silence import Nearness, Retrieved, read_abstracts
from benchmarks.judging.verdicts import Judgement
from benchmarks.judging.weights_file import WEIGHTS
from graph.vocabulary import Verdict
from hubscope.files import write_atomically
from hubscope.settings import load_settings
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import SentenceEncoder

# Pairs of a labelled set that are read.
MOST_TEST = 750


def quality(judge: Judge, examples: Sequence[Example]) -> Quality:
    """Quality of a judge on labelled claims, each beside its sentences as one passage."""
    asked = [JudgeInput(one.claim, (" ".join(one.sentences),)) for one in examples]
    answers = judge.judge_many(asked)
    return quality_of(
        np.array([_shares(one) for one in answers], np.float32),
        np.array([CLASSES.index(_verdict(one)) for one in answers], np.int64),
        np.array([CLASSES.index(one.verdict) for one in examples], np.int64),
    )


def false_alarms(judge: Judge, found: Sequence[Retrieved]) -> dict[str, float]:
    """Share of statements that some passage is said to refute, by where passages are from."""
    rates = {}
    for nearness in Nearness:
        these = [one for one in found if one.nearness is nearness]
        asked = [
            (number, JudgeInput(one.statement.text, (" ".join(passage),)))
            for number, one in enumerate(these)
            for passage in one.passages
        ]
        answers = judge.judge_many([one for _, one in asked])
        refuted = {
            number
            for (number, _), answer in zip(asked, answers, strict=True)
            if answer.verdict is Verdict.REFUTED
        }
        rates[nearness.value] = len(refuted) / len(these)
    return rates


def measured(
    card: Mapping[str, Any],
    tested: Mapping[str, Quality],
    alarms: Mapping[str, Mapping[str, float]],
) -> dict[str, Any]:
    """The card of a layer with the figures of the test splits in it.

    Args:
        card: as decisions.py made it.
        tested: quality of the embedded judge, by set.
        alarms: false alarms of it and of what it is held against, by judge.
    """
    by_set = {name: one.as_json() for name, one in tested.items()}
    return {
        **card,
        "false_alarms": {**card["false_alarms"], "test": dict(alarms)},
        "quality": {**card["quality"], "test": by_set},
    }


def _verdict(answer: Judgement) -> Verdict:
    assert answer.verdict is not None, answer.error
    return answer.verdict


def _shares(answer: Judgement) -> list[float]:
    """Probabilities in the order of CLASSES; all of it on the verdict where no model was asked."""
    if not answer.probabilities:
        return [float(one is answer.verdict) for one in CLASSES]
    return [answer.probabilities[Verdict(one)] for one in CLASSES]


def main() -> None:
    """Measure, and write the card of the layer anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with verifier_mix and the sources")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="folder of the card")
    parser.add_argument("--cache", type=Path, help="file for vectors, to resume or repeat")
    chosen = parser.parse_args()
    settings = load_settings()
    cache = chosen.cache or settings.home / "judge-training.sqlite"
    embedder = CachedEmbedder(SentenceEncoder(settings.embedding_model), cache)
    judge = EmbeddedJudge(embedder)
    sets = some(test_pairs(read_mix(chosen.data), embedder, SEED), MOST_TEST)
    tested = {name: quality(judge, examples) for name, examples in sets}
    print(table(tested))
    found = near(read_abstracts(chosen.data), embedder, "test")
    alarms = {one.name: false_alarms(one, found) for one in (FeatureJudge(embedder), judge)}
    print(json.dumps(alarms, indent=1))
    path = chosen.weights / FILE
    card = measured(json.loads(path.read_text("utf-8")), tested, alarms)
    write_atomically(path, json.dumps(card, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
