"""The ready relations of the data folder reach the density of SCHEMA's published graphs."""

from pathlib import Path

import pytest

from ingest.pipeline import load_extractor
from perf.data_folder import files
from perf.topology import CURATED, TOP, WANTED, Names, among, among_by_ties, gather, joined

DATA = Path(__file__).parents[3] / "shared" / "data"


def test_relations_among_the_largest_concepts_are_counted_once_each() -> None:
    edges = [("a", "causes", "b"), ("a", "binds", "b"), ("b", "causes", "c"), ("c", "is_a", "d")]
    assert among(edges, 2) == 2  # b has three relations, a and c two: a comes before c
    assert among(edges, 3) == 3
    assert among(edges, 9) == 4


def test_ties_at_the_border_are_cut_both_ways() -> None:
    edges = [("a", "causes", x) for x in "bcd"] + [("e", "binds", "f"), ("g", "binds", "h")]
    assert among_by_ties(edges, 2) == (0, 1)  # a with one of its own, or with e


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="no ../shared/data beside the repository")
def test_curated_sources_alone_are_dense_enough(tmp_path: Path) -> None:
    extractor, names = load_extractor(), Names()
    groups = [gather(files(DATA, one.patterns, tmp_path), extractor, names) for one in CURATED]
    assert among(list(joined(groups)), TOP) >= WANTED
