"""A plan from a graph: who becomes what, who stays apart, degrees before and after."""

import json
from pathlib import Path

import pytest

from graph import fusion
from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.vocabulary import ChunkPart, ConceptType, Origin, RelationType
from hubscope.errors import InputError
from ingest.fusion_plan import Knowledge, Plan, plan
from ingest.fusion_report import merges_of, plan_rows
from ingest.fusion_rules import Basis
from ingest.lexicon import Lexicon
from retrieval.embeddings import HashingEmbedder

DISEASE, GENE = ConceptType("Disease"), ConceptType("Gene")
SOURCE = Source("s", "test", "0" * 64)
PAPER, OTHER = Document("pmid:1"), Document("pmid:2")


def named(type: ConceptType, name: str) -> Concept:
    return Concept(type, name)


TUMOR, TUMOUR = named(DISEASE, "parotid gland tumor"), named(DISEASE, "parotid gland tumours")
FEVER, GLAND = named(DISEASE, "fever"), named(GENE, "fever")
ONE, TWO = named(DISEASE, "type 1 diabetes mellitus"), named(DISEASE, "type 2 diabetes mellitus")
HEART, INFARCT = named(DISEASE, "heart attack"), named(DISEASE, "myocardial infarction")
CONCEPTS = (TUMOR, TUMOUR, FEVER, GLAND, ONE, TWO, HEART, INFARCT)


@pytest.fixture
def store() -> MemoryStore:
    """Both spellings cause fever; heart attack and infarction have one identifier."""
    store = MemoryStore()
    chunks, evidence, namings = [], [], []
    for at, (head, paper) in enumerate([(TUMOR, PAPER), (TUMOUR, OTHER), (ONE, PAPER)]):
        text = f"{head.name} causes fever {at}."
        chunks.append(Chunk(paper.key, ChunkPart.CONTEXT, text))
        claim = Claim(head.key, RelationType("causes"), FEVER.key)
        evidence.append(Evidence(claim, chunks[-1].key, text, Origin.INTRINSIC, "rules"))
    for concept in CONCEPTS:
        identifiers = ("MESH:D009203",) if concept in (HEART, INFARCT) else ()
        namings.append(Naming(PAPER.key, concept.key, concept.name, 1, identifiers))
    namings.append(Naming(OTHER.key, INFARCT.key, INFARCT.name))
    part = Contribution(
        CONCEPTS, (PAPER, OTHER), tuple(chunks), tuple(namings), evidence=tuple(evidence)
    )
    store.begin(SOURCE)
    store.write(SOURCE, part)
    store.commit(SOURCE)
    return store


def planned(store: MemoryStore, *apart: Concept) -> Plan:
    pairs = frozenset({frozenset(concept.key for concept in apart)} if apart else ())
    knowledge = Knowledge(HashingEmbedder(256), Lexicon(), pairs)
    return plan(store, knowledge, threshold=0.8)


def test_spellings_and_identifiers_are_merged(store: MemoryStore) -> None:
    found = planned(store)
    spelled, same = sorted(found.merges, key=lambda merge: merge.canonical.name, reverse=True)
    assert (spelled.canonical.name, [m.name for m in spelled.members]) == (
        "parotid gland tumor",
        ["parotid gland tumours"],
    )
    assert spelled.basis == (Basis.EMBEDDING,)
    # In more documents, and otherwise alike.
    assert (same.canonical.name, same.basis) == ("myocardial infarction", (Basis.IDENTIFIER,))


def test_degrees_after_are_those_of_the_graph_after(store: MemoryStore) -> None:
    found = planned(store)
    before = list(store.canonical())
    fusion.apply(store, found.identities)
    degree = store.degrees()
    assert {merge.canonical.key: merge.degree_after for merge in found.merges} == {
        merge.canonical.key: degree[merge.canonical.key] for merge in found.merges
    }
    assert degree[TUMOR.key] == 1
    fusion.undo(store)
    assert list(store.canonical()) == before


def test_what_a_number_parts_is_listed(store: MemoryStore) -> None:
    (vetoed,) = (one for one in planned(store).vetoed if one.reason == "digits")
    assert {member.name for member in vetoed.pair} == {ONE.name, TWO.name}
    assert vetoed.similarity > 0.8


def test_one_name_of_two_types_is_a_homonym_and_stays_two(store: MemoryStore) -> None:
    (group,) = planned(store).homonyms
    assert {member.key for member in group} == {FEVER.key, GLAND.key}


def test_people_keep_concepts_apart(store: MemoryStore) -> None:
    found = planned(store, TUMOR, TUMOUR)
    assert [merge.canonical.name for merge in found.merges] == ["myocardial infarction"]
    assert "people" in {vetoed.reason for vetoed in found.vetoed}


def test_a_plan_that_was_written_can_be_applied(store: MemoryStore, tmp_path: Path) -> None:
    found = planned(store)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan_rows(found)), "utf-8")
    assert merges_of(file) == found.identities


@pytest.mark.parametrize(
    "text", ["", "[]", '{"merges": [{"keys": ["a"]}]}', '{"merges": 1}', "[" * 100_000]
)
def test_what_is_no_plan_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        merges_of(file)
    assert caught.value.reason == "no_plan"
