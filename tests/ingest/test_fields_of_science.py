"""Other fields of science than life science: their names, their statements, none of its rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.checks import violations
from graph.fields import FIELDS, known
from graph.memory_store import MemoryStore
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import Origin, Vocabulary
from hubscope.errors import InputError
from ingest.extraction import Extractor
from ingest.formulas import concept_name
from ingest.items import BenchmarkItem, Paper, Section, StatedRelation
from ingest.lexicon import load_lexicon
from ingest.pipeline import Plan, field_of, ingest, load_extractor
from tests.fields import as_before, write_field

SAMPLE = Path(__file__).parents[1] / "samples" / "readers" / "phreeqc" / "sample.dat"
GEOCHEMISTRY = "aqueous_geochemistry"
Names = set[tuple[str, str]]


@pytest.fixture(scope="module")
def geochemistry() -> Extractor:
    return load_extractor(field=GEOCHEMISTRY)


@pytest.fixture
def soils(tmp_path: Path) -> Iterator[Vocabulary]:
    with as_before():
        FIELDS.add(Vocabulary.read(write_field(tmp_path)))
        yield FIELDS.field("soils")


def named(extractor: Extractor, text: str) -> Names:
    """(type, form) of every concept in a text."""
    part = extractor.contribution(Paper((Section(text),)), "s", Origin.INTRINSIC).contribution
    types = {concept.key: concept.type for concept in part.concepts}
    return {(types[naming.concept], naming.form) for naming in part.namings}


def test_formulas_keep_their_charge_and_minerals_their_name(geochemistry: Extractor) -> None:
    text = "Calcite and K-feldspar release Ca+2, SO4-2 and HCO3-; CO2(g) gives CO2, iron Fe3+."
    assert named(geochemistry, text) == {
        ("Mineral", "Calcite"),
        ("Mineral", "K-feldspar"),
        ("AqueousSpecies", "Ca+2"),
        ("AqueousSpecies", "SO4-2"),
        ("AqueousSpecies", "HCO3-"),
        ("Gas", "CO2(g)"),
        ("AqueousSpecies", "CO2"),
        ("Element", "iron"),
        ("AqueousSpecies", "Fe3+"),
    }


def test_one_species_in_many_writings_is_one_concept(geochemistry: Extractor) -> None:
    text = "Ca+2, Ca2+, Ca^2+, Ca++ and Ca²⁺."
    part = geochemistry.contribution(Paper((Section(text),)), "s", Origin.INTRINSIC).contribution
    assert len(part.concepts) == 1
    assert {naming.form for naming in part.namings} == {"Ca+2", "Ca2+", "Ca^2+", "Ca++", "Ca²⁺"}


def test_an_anion_is_neither_its_element_nor_a_neutral_species(geochemistry: Extractor) -> None:
    resolve = geochemistry.seeds.resolve
    anion = resolve("Fe(OH)3-", (), "AqueousSpecies")
    neutral = resolve("Fe(OH)3", (), "AqueousSpecies")
    assert {anion.name, neutral.name} == {"Fe(OH)3(1-)", "Fe(OH)3"}
    assert resolve("Cl-", (), "AqueousSpecies").type == "AqueousSpecies"
    assert concept_name("Xy-") == resolve("Xy-", (), "AqueousSpecies").name


def test_rules_of_life_science_do_not_fire(geochemistry: Extractor) -> None:
    text = (
        "Osteomyelitis kinase. Calcite inhibits gypsum. Barite dissolution activates the calcite "
        "pathway in saturated media (SIM). The As content In water was low."
    )
    life = named(load_extractor(), text)
    assert {("Protein", "Osteomyelitis kinase"), ("Pathway", "calcite pathway")} < life
    found = named(geochemistry, text)
    assert found == {("Mineral", "Calcite"), ("Mineral", "gypsum"), ("Mineral", "Barite")} | {
        ("Mineral", "calcite")
    }
    part = geochemistry.contribution(Paper((Section(text),)), "s", Origin.INTRINSIC).contribution
    assert part.evidence == ()


def test_a_question_of_geochemistry_names_its_concepts_and_claims_nothing(
    geochemistry: Extractor,
) -> None:
    item = BenchmarkItem(
        "1",
        "Water in equilibrium with calcite and CO2(g): what is the molality of Ca+2?",
        "A",
        (("A", "1.5 mmol"), ("B", "gypsum saturation")),
        "choice",
    )
    part = geochemistry.contribution(item, "s", Origin.INTRINSIC).contribution
    names = {concept.key: concept.name for concept in part.concepts}
    assert {(str(m.role), names[m.concept]) for m in part.mentions} == {
        ("stem", "Calcite"),
        ("stem", "CO2(g)"),
        ("stem", "Ca+2"),
        ("distractor", "Gypsum"),
    }
    assert part.evidence == ()


@pytest.mark.parametrize(
    ("relation", "reason"),
    [("inhibits", "unknown_relation"), ("raises", "unknown_relation"), ("dissolves to", "")],
)
def test_a_stated_relation_must_be_one_of_the_field(
    geochemistry: Extractor, relation: str, reason: str
) -> None:
    stated = StatedRelation(
        "Calcite", relation, "Ca+2", head_type="Mineral", tail_type="AqueousSpecies"
    )
    found = geochemistry.contribution(Paper((), relations=(stated,)), "s", Origin.CURATED)
    assert [skip.reason for skip in found.skipped] == ([reason] if reason else [])
    assert len(found.contribution.evidence) == (not reason)


def test_the_format_chooses_the_field() -> None:
    assert field_of(Plan((SAMPLE,))) == GEOCHEMISTRY
    other = SAMPLE.parents[1] / "pubmedqa" / "sample.json"
    assert field_of(Plan((other,))) == "life_science"


def test_both_fields_live_in_one_graph(geochemistry: Extractor, tmp_path: Path) -> None:
    store = MemoryStore()
    done = ingest(store, Plan((SAMPLE,), name="own"), geochemistry, spool_folder=tmp_path)
    text = tmp_path / "life.tsv"
    text.write_text("head\trelation\ttail\nCalcite\tassociated with\tkidney stone\n", "utf-8")
    ingest(store, Plan((text,), name="life"), load_extractor(), spool_folder=tmp_path)
    assert done.relations > 30
    assert {"Mineral", "RateLaw"} < {one.type for one in store.find("calcite")}
    (calcite,) = (one for one in store.find("calcite") if one.type == "Mineral")
    near = store.neighbourhood(calcite.key)
    assert {known().field_of(one.type) for one in near.concepts} == {GEOCHEMISTRY}
    store.delete_source("life")
    assert {known().field_of(one.type) for one in store.hubs(top=999)} == {GEOCHEMISTRY}


def test_a_field_of_the_users_own_needs_two_files_and_nothing_else(
    soils: Vocabulary, tmp_path: Path
) -> None:
    extractor = load_extractor(field="soils")
    assert named(extractor, "Podsolization made an illuvial layer of the osteomyelitis.") == {
        ("SoilProcess", "Podsolization"),
        ("SoilHorizon", "illuvial layer"),
    }
    path = tmp_path / "soils.csv"
    path.write_text("head,relation,tail\nB horizon,shaped by,podzolization\n", "utf-8")
    store = MemoryStore()
    ingest(store, Plan((path,)), extractor, spool_folder=tmp_path)
    (claim,) = store.claims()
    assert (claim.head.name, claim.relation, claim.tail.name) == (
        "podzolization",
        "shapes",
        "B horizon",
    )


def test_a_field_changes_what_a_source_is(soils: Vocabulary) -> None:
    prints = {load_extractor(field=name).fingerprint for name in FIELDS.names()}
    assert len(prints) == len(FIELDS.names())


def test_an_unknown_field_is_bad_input() -> None:
    with pytest.raises(InputError, match="Known"):
        load_extractor(field="astrology")


def test_the_lexicon_of_life_science_has_no_formulas() -> None:
    assert load_lexicon().formulas == {}


@pytest.mark.neo4j
def test_a_database_is_whole_on_the_server(
    store: Neo4jStore, geochemistry: Extractor, tmp_path: Path
) -> None:
    memory = MemoryStore()
    for one in (memory, store):
        ingest(one, Plan((SAMPLE,)), geochemistry, spool_folder=tmp_path)
    assert list(store.canonical()) == list(memory.canonical())
    assert violations(store) == []
