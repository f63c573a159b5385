"""Fields of science: several in one graph, each with its own types, all words closed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph import fields, schema
from graph.console import identifier
from graph.fields import FIELDS, Fields, known
from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import (
    LIFE_SCIENCE,
    OTHER,
    ChunkPart,
    ConceptType,
    Origin,
    Polarity,
    RelationType,
    Vocabulary,
)
from hubscope.errors import InputError, IntegrityError, UnavailableError
from tests.fields import SOILS, as_before, only_shipped, write_field

PODZOL = Concept(ConceptType("SoilProcess"), "podzolization")
HORIZON = Concept(ConceptType("SoilHorizon"), "B horizon")
SOURCE = Source("soil book", "triples", "0" * 64)


@pytest.fixture
def soils(tmp_path: Path) -> Iterator[Vocabulary]:
    with as_before():
        FIELDS.add(Vocabulary.read(write_field(tmp_path)))
        yield FIELDS.field("soils")


def written() -> Contribution:
    page = Document("page")
    chunk = Chunk("page", ChunkPart.CONTEXT, "Podzolization shapes the B horizon.")
    claim = Claim(PODZOL.key, RelationType("shapes"), HORIZON.key)
    return Contribution(
        concepts=(PODZOL, HORIZON),
        documents=(page,),
        chunks=(chunk,),
        namings=(
            Naming("page", PODZOL.key, "podzolization"),
            Naming("page", HORIZON.key, "B horizon"),
        ),
        evidence=(Evidence(claim, chunk.key, chunk.text, Origin.CURATED, "triples"),),
    )


def fields_of(text: str, tmp_path: Path) -> Vocabulary:
    return Vocabulary.read(write_field(tmp_path, text))


def test_life_science_is_the_default_and_says_what_it_said() -> None:
    assert FIELDS.names()[0] == fields.DEFAULT == "life_science"
    assert len(LIFE_SCIENCE.bands) == 16
    for name, word in LIFE_SCIENCE.relations.items():
        assert known().relations[name] == word
    for fold, meaning in LIFE_SCIENCE._words.items():
        if fold not in {name.replace("_", "") for name in known().relations}:
            assert known()._words[fold] == meaning


def test_every_shipped_field_has_types_of_its_own() -> None:
    owners = [known().field_of(name) for name in known().bands if name != OTHER]
    assert set(owners) == set(fields.SHIPPED)
    assert known().field_of(OTHER) == ""
    assert list(known().bands)[-1] == OTHER


def test_a_field_of_the_users_own_is_known_once_its_folder_is_read(tmp_path: Path) -> None:
    folder = fields.own_folder(tmp_path)
    write_field(folder)
    with as_before():
        FIELDS.add_folder(folder)
        FIELDS.add_folder(folder)
        assert FIELDS.names()[-1] == "soils"
        assert known().type("soil horizon") == "SoilHorizon"
        assert known().relation("shaped by") == ("shapes", True)
        assert identifier("SHAPES") == "SHAPES"
        assert not known().makes_edge(RelationType("shapes"), Polarity.POSITIVE, -1)
        assert known().makes_edge(RelationType("overlies"), Polarity.POSITIVE, -1)
    with pytest.raises(InputError):
        known().type("soil horizon")


def test_a_folder_that_is_not_there_has_no_fields(tmp_path: Path) -> None:
    before = FIELDS.names()
    FIELDS.add_folder(fields.own_folder(tmp_path))
    assert FIELDS.names() == before


def test_an_unknown_field_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="aqueous_geochemistry") as caught:
        FIELDS.field("aqueous_geochemstry")
    assert caught.value.reason == "unknown_vocabulary"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("SoilHorizon", "Gene", "is one of life_science"),
        ("SoilHorizon", "gene", "is one of life_science"),
        ("SoilHorizon", "Chunk", "label of the graph itself"),
        ("SoilHorizon", "Soil-Horizon", "cannot be a label"),
        ("SoilHorizon", "soilprocess", "are one word"),
        ('"locative"', '"nowhere"', "band"),
        ("relations.shapes", "relations.evidenced_by", "none of the graph's own"),
        ("relations.shapes", "relations.item", "none of the graph's own"),
        ("relations.shapes", "relations.Shapes", "lower case"),
        ("relations.shapes", 'relations."x]->() DELETE r"', "cannot be a label"),
        ('prior = "strong"', 'prior = "certain"', "prior is one of"),
        ('prior = "strong"', 'priority = "strong"', "has only"),
        ("signless = true", "signless = 1", "true or false"),
        ('aliases = ["forms_horizon"]', 'aliases = "forms_horizon"', "lists of words"),
        ('["forms_horizon"]', "[3]", "lists of words"),
        ("forms_horizon", "underlies", "stands for two relations"),
        ('prior = "weak"\nsignless = true\n', 'prior = "strong"\n', "another prior"),
        ("[types]", "[kinds]", "no key 'kinds'"),
        ("[types]", "[types", "cannot read"),
        ('name = "soil science"', 'text_rules = "magic"', "text_rules is one of"),
    ],
)
def test_a_vocabulary_that_cannot_be_is_refused_with_its_file(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    path = write_field(tmp_path, SOILS.replace(old, new))
    before = FIELDS.names()
    with as_before(), pytest.raises(InputError, match=r"soils\.toml") as caught:
        FIELDS.add(Vocabulary.read(path))
    assert says in str(caught.value)
    assert caught.value.reason in {"bad_vocabulary", "bad_identifier"}
    assert FIELDS.names() == before


def test_two_vocabularies_of_one_name_are_refused(tmp_path: Path, soils: Vocabulary) -> None:
    other = fields_of(SOILS.replace("SoilProcess", "SoilEvent"), tmp_path / "other")
    with pytest.raises(InputError, match="already"):
        FIELDS.add(other)


def test_a_word_of_two_fields_means_what_the_first_says(tmp_path: Path) -> None:
    own = fields_of(SOILS.replace("forms_horizon", "treats"), tmp_path)
    assert own.relation("treats") == ("shapes", False)
    whole = Fields([LIFE_SCIENCE, own]).known
    assert whole.relation("treats") == ("treats", False)
    assert whole.relation("part of") == ("part_of", False)


def test_a_relations_own_name_beats_another_fields_alias(tmp_path: Path) -> None:
    own = fields_of(SOILS.replace("relations.overlies", "relations.contains"), tmp_path)
    assert LIFE_SCIENCE.relation("contains") == ("part_of", True)
    assert Fields([LIFE_SCIENCE, own]).known.relation("contains") == ("contains", False)


def test_no_store_takes_a_word_of_a_field_that_is_not_known() -> None:
    store = MemoryStore()
    store.begin(SOURCE)
    with pytest.raises(IntegrityError) as caught:
        store.write(SOURCE, written())
    assert caught.value.reason == "unknown_word"
    assert not list(store.forms())


def test_concepts_of_several_fields_live_in_one_graph(soils: Vocabulary) -> None:
    store = MemoryStore()
    store.begin(SOURCE)
    store.write(SOURCE, written())
    assert [hub.name for hub in store.hubs(top=9, type=ConceptType("SoilProcess"))] == [
        "podzolization"
    ]
    assert store.hubs(top=9, type=ConceptType("BiologicalProcess")) == []


@pytest.mark.neo4j
def test_server_gets_a_constraint_for_each_relation_of_a_new_field(
    store: Neo4jStore, soils: Vocabulary
) -> None:
    schema.migrate(store.connection)
    try:
        found = store.connection.read("SHOW CONSTRAINTS YIELD labelsOrTypes AS on")
        assert {"SHAPES", "OVERLIES", "DISSOLVES_TO"} <= {row["on"][0] for row in found}
        store.begin(SOURCE)
        store.write(SOURCE, written())
        store.commit(SOURCE)
        memory = MemoryStore()
        memory.begin(SOURCE)
        memory.write(SOURCE, written())
        memory.commit(SOURCE)
        assert list(store.canonical()) == list(memory.canonical())
        near = store.neighbourhood(PODZOL.key)
        assert [one.relation for one in near.relations] == ["shapes"]
    finally:
        store.clear()
        with only_shipped():
            schema.migrate(store.connection)


@pytest.mark.neo4j
def test_a_graph_with_a_field_that_is_gone_is_refused_until_it_is_back(
    store: Neo4jStore, soils: Vocabulary
) -> None:
    schema.migrate(store.connection)
    store.begin(SOURCE)
    store.write(SOURCE, written())
    with only_shipped():
        with pytest.raises(UnavailableError, match="SoilHorizon") as caught:
            schema.migrate(store.connection)
        assert caught.value.reason == "unknown_field"
        store.clear()
        assert schema.migrate(store.connection) == 0
    stored = store.connection.read("MATCH (s:Schema) RETURN s.types AS types")
    assert "SoilHorizon" not in stored[0]["types"]
