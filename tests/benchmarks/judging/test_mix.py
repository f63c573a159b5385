"""The training mix is read and split as mix.json says."""

from pathlib import Path

import pytest

from benchmarks.judging import mix
from benchmarks.judging.sample import sampled
from hubscope.errors import InputError, IntegrityError

DATA = Path(__file__).parents[4] / "shared" / "data"


@pytest.fixture(scope="module")
def sources() -> dict[str, list[mix.Pair]]:
    if not (DATA / "verifier_mix").exists():
        pytest.skip("needs ../shared/data/verifier_mix")
    return mix.read_mix(DATA)


@pytest.mark.slow
def test_counts_and_test_groups_are_those_of_mix_json(
    sources: dict[str, list[mix.Pair]],
) -> None:
    # read_mix raises where they differ; the sums are those of notes/verifier.md
    pairs = [pair for found in sources.values() for pair in found]
    counts = {split: sum(pair.split == split for pair in pairs) for split in mix.SPLITS}
    assert counts == {"train": 81_078, "dev": 8_830, "test": 23_356}


@pytest.mark.slow
def test_no_document_of_a_test_split_is_trained_on(sources: dict[str, list[mix.Pair]]) -> None:
    for pairs in sources.values():
        groups = {
            split: {pair.group for pair in pairs if pair.split == split} for split in mix.SPLITS
        }
        assert not groups["train"] & groups["test"]
        assert not groups["train"] & groups["dev"]


@pytest.mark.slow
def test_a_sample_is_the_same_every_time(sources: dict[str, list[mix.Pair]]) -> None:
    assert sampled(sources, "train", 0) == sampled(sources, "train", 0)
    assert len(sampled(sources, "train", 0)["scifact_train"]) == 356


def test_other_counts_than_stated_are_an_error() -> None:
    entry = {"source": "a", "counts": {"train": {"SUPPORTED": 2}}}
    with pytest.raises(IntegrityError, match="read"):
        mix._check(entry, [])


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "verifier_mix").mkdir()
    (tmp_path / "verifier_mix" / "mix.json").write_text('{"sources": []}')
    with pytest.raises(InputError, match="paper_dev"):
        mix.read_mix(tmp_path)


def test_splits_follow_the_hash_of_the_group() -> None:
    found = {mix.split_of(f"group{number}") for number in range(40)}
    assert found == {"train", "dev", "test"}
