"""Curated relations in the real files beside the repository: as many as their makers say."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from graph.vocabulary import Polarity
from hubscope.files import Skipped
from ingest.items import Paper, Record, StatedRelation
from ingest.readers import guess, read_source

DATA = Path(__file__).parents[4] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="no ../shared/data beside the repository")


def read(name: str) -> list[Record]:
    return list(read_source([DATA / name]))


def relations_of(records: Sequence[Record]) -> list[StatedRelation]:
    papers = [record for record in records if isinstance(record, Paper)]
    return [relation for paper in papers for relation in paper.relations]


def skips(records: Sequence[Record]) -> Counter[str]:
    return Counter(record.reason for record in records if isinstance(record, Skipped))


def test_evidence_inference_gives_signed_and_denied_effects() -> None:
    records = read("evidence_inference/v2_annotations.csv")
    assert len(records) == 4876
    assert skips(records)["label_not_valid"] == 331
    relations = relations_of(records)
    means = Counter(relation.means for relation in relations)
    assert means["raises_outcome"] + means["increases_risk_of"] > 200
    assert means["lowers_outcome"] + means["reduces_risk_of"] > 250
    denied = [one for one in relations if one.polarity is Polarity.NEGATIVE]
    assert {one.means for one in denied} == {"affects"}
    assert all(" compared with " in one.relation for one in relations)


def test_civic_supports_and_does_not_support() -> None:
    records = read("civic_evidence/clinical_evidence.tsv.gz")
    assert len(records) == 3352
    polarities = Counter(one.polarity for one in relations_of(records))
    assert polarities[Polarity.NEGATIVE] > 370  # 380 items do not support, some for several drugs
    assert skips(records)["uncertain_significance"] == 579
    assert skips(records)["unmapped_relation"] <= 2


@pytest.mark.parametrize(
    ("name", "at_least"),
    [
        ("er-stress__doyle2011", 460),
        ("nfkb__marwarha2017", 270),
        ("tau__boland2018", 335),
        ("tau__taubase__tau_interaction_partners", 295),
    ],
)
def test_bel_links_with_evidence_are_statements(name: str, at_least: int) -> None:
    records = read(f"conib_bel/{name}.bel.nodelink.json")
    assert len(relations_of(records)) >= at_least
    assert not skips(records)["unmapped_relation"]
    assert all(isinstance(r, Skipped) or r.pmid for r in records)  # type: ignore[union-attr]


def test_what_degrades_a_protein_lowers_it() -> None:
    relations = relations_of(read("conib_bel/tau__boland2018.bel.nodelink.json"))
    degraded = [one for one in relations if one.relation == "increases degradation"]
    assert degraded
    assert {one.means for one in degraded} == {"lowers"}


def test_pgr_pairs_that_the_ontology_has_and_no_others() -> None:
    records = read("pgr_gene_phenotype/train.tsv.gz")
    assert skips(records)["pair_not_known"] == 5483
    assert len(relations_of(records)) == 1406


@pytest.mark.parametrize(
    ("name", "reader", "n"),
    [
        ("signor_test_data.csv", "signor", 20),
        ("biogrid_test.txt", "biogrid", 50),
        ("gnbr_gene_gene_part2_test.tsv", "gnbr", 5),
        ("gnbr_chemical_gene_part2_test.tsv", "gnbr", 4),
        ("gnbr_gene_disease_part2_test.tsv", "gnbr", 2),
    ],
)
def test_samples_of_databases_are_known_by_content(name: str, reader: str, n: int) -> None:
    path = DATA / "kg_source_samples" / name
    assert guess(path) == reader
    assert sum(1 for _ in reader_records(path)) == n


def reader_records(path: Path) -> list[Record]:
    return list(read_source([path]))


def test_concepts_of_the_schema_release_have_their_types() -> None:
    papers = read("schema_hf_sample/concepts_sample.jsonl")
    assert len(papers) == 36
    assert all(isinstance(one, Paper) and one.annotations[0].type for one in papers)


def test_hetionet_has_its_nodes() -> None:
    records = read("hetionet/hetionet-v1.0-nodes.tsv")
    assert len(records) == 47031
    assert set(skips(records)) <= {"duplicate_identical"}
