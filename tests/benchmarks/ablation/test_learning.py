"""From labelled pairs to a folder that judges: on a tiny encoder and a few made pairs."""

import json
from pathlib import Path

import pytest

from benchmarks.ablation.learning import Lessons, learn
from benchmarks.ablation.pairs import Arm
from benchmarks.ablation.training import Plan
from benchmarks.judging.cross_judge import CrossJudge
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.mix import Pair, split_of
from benchmarks.judging.sample import DEV_CAPS, TEST_CAPS, TRAIN_CAPS
from graph.vocabulary import Verdict
from retrieval.embeddings import HashingEmbedder
from tests.benchmarks.judging.small_model import small_model
from tests.benchmarks.judging.test_feature_judge import judge

SOURCES = [*dict.fromkeys([*TRAIN_CAPS, *DEV_CAPS, *TEST_CAPS])]


def mix() -> dict[str, list[Pair]]:
    """Nine pairs a source and split: three documents, three verdicts each."""
    splits: dict[str, list[str]] = {"train": [], "dev": [], "test": []}
    for number in range(400):
        splits[split_of(f"g{number}")].append(f"g{number}")
    return {
        source: [
            Pair(
                source,
                f"{source} drug {group} reduces pain.",
                f"Pain was {word} with drug {group} in {source}. It was measured in {group}.",
                verdict,
                group,
                split,
            )
            for split, groups in splits.items()
            for group in groups[:3]
            for verdict, word in zip(Verdict, ("lower", "higher", "asked about"), strict=True)
        ]
        for source in SOURCES
    }


@pytest.mark.slow
def test_it_learns_calibrates_measures_and_writes_what_judges(tmp_path: Path) -> None:
    base = small_model(tmp_path / "base")
    embedder = HashingEmbedder(16)
    lessons = Lessons(str(base), Arm.FULL, Plan(batch=16, steps=3, every=2))
    learned = learn(mix(), lessons, judge(), embedder, tmp_path / "out")
    card = json.loads((tmp_path / "out" / "adapter.json").read_text("utf-8"))
    assert (card["arm"], card["steps"]) == ("full", 3)
    assert card["pairs_seen"] == 48
    assert card["plan"]["seed"] == 0
    assert "ablated" in {kind for _, kind, _, _ in card["pairs"]}
    for split in ("dev", "test"):
        assert learned.quality[split].keys() == {"alone", "stack", "features"}
        sizes = {
            name: {judge: sets[name].n for judge, sets in learned.quality[split].items()}
            for name in learned.quality[split]["alone"]
        }
        assert all(len({*by_judge.values()}) == 1 for by_judge in sizes.values())
    trained = CrossJudge.of_folder(tmp_path / "out")
    [answer] = trained.judge_many([JudgeInput("Drug g1 reduces pain.", ("Pain was lower.",))])
    assert answer.error is None
    assert trained.card["sha256"] == card["sha256"]
