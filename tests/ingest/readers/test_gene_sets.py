"""Gene sets: three items a process, what is known of each, and relations of the real one alone."""

from pathlib import Path

import pytest

from graph.vocabulary import ChunkPart
from ingest.items import BenchmarkItem, Paper
from ingest.readers import read_source
from ingest.readers.gene_sets import UNRELATED

SAMPLE = Path(__file__).parents[2] / "samples" / "readers" / "gene_sets" / "sample.jsonl"
SHARED = Path(__file__).parents[4] / "shared" / "data" / "gene_set_analyses" / "gene_sets.jsonl.gz"


def items(path: Path) -> dict[str, BenchmarkItem]:
    return {one.id: one for one in read_source([path]) if isinstance(one, BenchmarkItem)}


def paper_of(item: BenchmarkItem) -> Paper:
    (paper,) = item.papers
    return paper


def test_a_process_gives_an_item_for_each_of_its_sets() -> None:
    found = items(SAMPLE)
    assert [id for id in found if id.startswith("GO:0006829")] == [
        "GO:0006829/real",
        "GO:0006829/half_random",
        "GO:0006829/random",
    ]
    assert found["GO:0006829/real"].answer == "zinc ion transport"
    assert found["GO:0006829/random"].answer == UNRELATED
    assert "KRT5, OR2T8, MYH7 and TRIM5" in found["GO:0006829/random"].question


def test_an_empty_set_gives_no_item() -> None:
    assert "GO:0030073/half_random" not in items(SAMPLE)


@pytest.mark.parametrize("id", ["GO:0006829/random", "GO:0042593/random"])
def test_the_evidence_of_a_random_set_is_gold_and_names_no_process(id: str) -> None:
    paper = paper_of(items(SAMPLE)[id])
    (section,) = paper.sections
    assert section.part is ChunkPart.ANSWER
    assert "no biological process in common" in section.text
    assert "takes part" not in section.text
    assert not paper.relations


def test_only_the_real_set_states_relations_each_gene_once() -> None:
    found = items(SAMPLE)
    real = paper_of(found["GO:0042593/real"])
    assert [(one.head, one.tail) for one in real.relations] == [
        ("INS", "glucose homeostasis"),
        ("GCK", "glucose homeostasis"),
    ]
    assert all(one.quote in real.sections[0].text for one in real.relations)
    mixed = paper_of(found["GO:0042593/half_random"])
    assert not mixed.relations
    assert mixed.sections[0].text.startswith("INS takes part in glucose homeostasis.")
    assert "AMELX, were drawn at random" in mixed.sections[0].text


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared/data/gene_set_analyses")
def test_the_published_sets_are_68_processes_three_times() -> None:
    found = items(SHARED)
    assert len(found) == 3 * 68
    assert sum(one.answer == UNRELATED for one in found.values()) == 68
