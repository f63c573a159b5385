"""Curated sources as claims: head, relation, tail, polarity, sign and quote of the samples."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from graph.model import Contribution, Evidence
from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.extraction import Extractor
from ingest.pipeline import Plan, load_extractor, preview
from ingest.readers import guess, read_source

SAMPLES = Path(__file__).parents[2] / "samples" / "readers"
Stated = tuple[str, str, str, str, int]


@cache
def extractor() -> Extractor:
    return load_extractor()


def extracted(path: Path) -> Iterator[tuple[str, Contribution, Counter[str]]]:
    for where, one in preview(Plan((path,)), extractor(), 1000):
        yield where, one.contribution, Counter(skip.reason for skip in one.skipped)


def sample(reader: str) -> Path:
    (path,) = (SAMPLES / reader).glob("sample.*")
    return path


@cache
def claims(reader: str) -> dict[Stated, Evidence]:
    found: dict[Stated, Evidence] = {}
    for _, part, _ in extracted(sample(reader)):
        names = {one.key: one.name for one in part.concepts}
        for row in part.evidence:
            claim = row.claim
            ends = names[claim.head], str(claim.relation), names[claim.tail]
            found[*ends, str(claim.polarity), row.sign] = row
    return found


@cache
def left_out(reader: str) -> Counter[str]:
    return sum((skips for _, _, skips in extracted(sample(reader))), Counter[str]())


@pytest.mark.parametrize(
    ("reader", "claim"),
    [
        ("evidence_inference", ("Ginger", "reduces_risk_of", "Nausea", "positive", 0)),
        ("evidence_inference", ("Ginger", "affects", "Mortality", "negative", 0)),
        ("evidence_inference", ("Exercise", "affects", "walking distance", "positive", 1)),
        ("civic", ("BRAF V600E", "biomarker_of", "vemurafenib", "positive", 1)),
        ("civic", ("EGFR T790M", "biomarker_of", "gefitinib", "positive", -1)),
        ("civic", ("KRAS mutation", "biomarker_of", "oxaliplatin", "negative", -1)),
        ("civic", ("BRAF V600E", "biomarker_of", "Dabrafenib + Trametinib", "positive", 1)),
        ("civic", ("vemurafenib", "treats", "melanoma", "positive", 0)),
        ("civic", ("BRAF", "associated_with", "melanoma", "positive", 0)),
        ("civic", ("BRAF V600E", "located_in", "BRAF", "positive", 0)),
        ("civic", ("JAK2 V617F", "biomarker_of", "lymphoid leukemia", "positive", -1)),
        ("civic", ("ERBB2 S310F", "activates", "ERBB2", "positive", 0)),
        ("bel", ("Autophagy", "downregulates", "MAPT", "positive", 1)),
        ("bel", ("Lithium", "inhibits", "GSK3B", "positive", 0)),
        ("bel", ("GSK3B", "regulates", "MAPT", "positive", 1)),
        ("bel", ("GSK3B", "affects", "MAPT", "positive", 0)),
        ("bel", ("GSK3B", "inhibits", "Autophagy", "positive", 1)),
        ("bel", ("Autophagy", "associated_with", "Alzheimer's disease", "positive", -1)),
        ("bel", ("MAPT", "interacts_with", "SRC", "positive", 0)),
        ("bel", ("MAPT", "part_of", "proteasome complex", "positive", 0)),
        ("bel", ("Lithium", "affects", "MAPT", "negative", 0)),
        ("bel", ("GSK3B", "upregulates", "amyloid-beta 42", "positive", 1)),
        ("pgr", ("GJB2", "associated_with", "Hearing Loss", "positive", 0)),
        ("signor", ("SRC", "activates", "EZR", "positive", 0)),
        ("signor", ("SRC", "phosphorylates", "EZR", "positive", 0)),
        ("signor", ("RBL2", "inhibits", "Cell cycle progression", "positive", 1)),
        ("biogrid", ("TP53", "interacts_with", "MDM2", "positive", 0)),
        ("gnbr", ("Propranolol", "inhibits", "ADRB2", "positive", 0)),
        ("gnbr", ("TP53", "upregulates", "CDKN1A", "positive", 0)),
        ("hetionet", ("ALB", "upregulated_in", "Liver", "positive", 0)),
        ("hetionet", ("Polyuria", "symptom_of", "type 2 diabetes mellitus", "positive", 0)),
        ("schema_release", ("Zinc", "inhibits", "ACE", "positive", 0)),
        ("pubtator_bulk", ("Lithium", "causes", "Tremor", "positive", 0)),
        ("pubtator_bulk", ("Lithium", "correlates_with", "GSK3B", "positive", -1)),
        ("pubtator_bulk", ("Metformin", "treats", "type 2 diabetes mellitus", "positive", 0)),
    ],
)
def test_a_source_says_what_its_curators_meant(reader: str, claim: Stated) -> None:
    assert claim in claims(reader)


def test_a_quote_is_one_only_where_the_chunk_holds_it() -> None:
    rows = {reader: list(claims(reader).values()) for reader in ("gnbr", "biogrid", "hetionet")}
    assert all(row.quoted for row in rows["gnbr"])
    assert not any(row.quoted for row in rows["biogrid"] + rows["hetionet"])


def test_the_words_of_the_source_stay_on_the_evidence() -> None:
    ginger = claims("evidence_inference")["Ginger", "reduces_risk_of", "Nausea", "positive", 0]
    assert ginger.wording == (
        "significantly decreased (The incidence of nausea at 24 hours) compared with placebo"
    )
    assert claims("civic")["EGFR T790M", "biomarker_of", "gefitinib", "positive", -1].wording == (
        "Predictive Resistance in Lung Adenocarcinoma"
    )


def test_what_speaks_against_a_diagnosis_associates_nothing() -> None:
    assert ("JAK2", "associated_with", "lymphoid leukemia", "positive", 0) not in claims("civic")


def test_a_gene_that_the_sentence_calls_a_disease_is_left_out() -> None:
    assert left_out("pgr")["short_form_of_something_else"] == 1


def test_identifiers_and_species_are_kept() -> None:
    namings = [
        (names[row.concept], row.identifiers)
        for _, part, _ in extracted(sample("biogrid"))
        for names in [{one.key: one.name for one in part.concepts}]
        for row in part.namings
    ]
    assert ("ERG7 (Saccharomyces cerevisiae)", ("UniProt:P38604",)) in namings
    assert any(name == "Saccharomyces cerevisiae" for name, _ in namings)


def test_papers_of_one_article_are_one_document_by_its_pmc_id() -> None:
    documents = {
        document.key
        for _, part, _ in extracted(sample("evidence_inference"))
        for document in part.documents
    }
    assert len(documents) == 2


def test_a_relation_whose_end_has_no_name_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "relation2pubtator3"
    path.write_text("90000001\tassociate\tGene|999999999\tDisease|MESH:D014202\n")
    assert guess(path) == "pubtator_bulk"
    ((_, part, skips),) = extracted(path)
    assert (part.evidence, skips) == ((), Counter(no_name_for_identifier=1))


def test_names_of_bulk_relations_are_read_from_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "relation2pubtator3"
    path.write_text("90000001\tassociate\tGene|999999999\tDisease|MESH:D014202\n")
    beside = tmp_path / "bioconcepts2pubtator3"
    beside.write_text("90000001\tGene\t999999999\tZzz1\tPubTator3\n")
    ((_, part, _),) = extracted(path)
    assert {one.name for one in part.concepts} == {"Zzz1", "Tremor"}
    assert len(part.evidence) == 1


@pytest.mark.parametrize(
    ("reader", "companion", "reason"),
    [
        ("evidence_inference", "prompts_sample.csv", "companion_only"),
        ("gnbr", "part1_gene_gene.tsv", "companion_only"),
    ],
)
def test_a_file_that_is_read_beside_another_says_so(
    reader: str, companion: str, reason: str
) -> None:
    path = SAMPLES / reader / companion
    assert guess(path) == reader
    with pytest.raises(InputError) as caught:
        list(read_source([path]))
    assert caught.value.reason == reason


@pytest.mark.parametrize("reader", ["evidence_inference", "gnbr", "hetionet"])
def test_a_missing_companion_is_named(reader: str, tmp_path: Path) -> None:
    alone = tmp_path / sample(reader).name
    alone.write_bytes(sample(reader).read_bytes())
    with pytest.raises(InputError) as caught:
        list(read_source([alone], reader))
    assert caught.value.reason == "missing_companion"


def stated_triple(folder: Path, head: str, tail: str) -> Counter[str]:
    path = folder / "own.tsv"
    path.write_text(f"head\trelation\ttail\n{head}\tactivates\t{tail}\n")
    ((_, part, skips),) = extracted(path)
    assert bool(part.evidence) != bool(skips)
    return skips


@pytest.mark.parametrize(
    ("head", "reason"), [("Proteins", ["too_general"]), ("Heat-Shock Proteins", [])]
)
def test_the_top_of_a_vocabulary_is_no_end_of_a_relation(
    head: str, reason: list[str], tmp_path: Path
) -> None:
    assert list(stated_triple(tmp_path, head, "ATF6")) == reason


def test_a_member_does_not_act_on_its_own_complex(tmp_path: Path) -> None:
    def protein(name: str) -> dict[str, object]:
        return {"function": "Protein", "concept": {"namespace": "HGNC", "name": name}}

    both = {"function": "Complex", "members": [protein("MAPT"), protein("FYN")]}
    link = {"source": 0, "target": 1, "relation": "decreases", "evidence": "Tau lets go of Fyn."}
    link["citation"] = {"namespace": "pubmed", "identifier": "90000001"}
    alone = {**link, "source": 2}
    path = tmp_path / "graph.json"
    nodes = [protein("MAPT"), both, protein("PIN1")]
    path.write_text(json.dumps({"nodes": nodes, "links": [link, alone]}))
    records = list(read_source([path]))
    skipped = [record.reason for record in records if isinstance(record, Skipped)]
    assert skipped == ["complex_of_the_head_itself"]
    assert len(records) == 2
