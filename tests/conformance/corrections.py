"""What corrections do to every GraphStore; a subclass gives the fixture `store`."""

from dataclasses import replace

import pytest

from graph.corrections import Corrections
from graph.model import Chunk, Claim, Concept, Contribution, Document, Mention, Naming
from graph.store import ConceptRecord, GraphStore
from graph.vocabulary import ChunkPart, ConceptType, MentionRole
from hubscope.errors import InputError
from tests.conformance.store import (
    AFFECTS,
    CAUSES,
    FEVER,
    ITEM,
    PAPER,
    QUESTION,
    QUOTE,
    SEPSIS,
    TEXT,
    TNF,
    TNF_CAUSES_SEPSIS,
    WHOLE,
    A,
    B,
    evidence,
    hub,
    ingest,
    lines,
    run,
)

CACHECTIN = Concept(ConceptType("Gene"), "cachectin")
OTHER_PAPER = Document("pmid:2", "Cachectin", pmid="2")
OTHER_QUOTE = "Cachectin causes sepsis."
OTHER_TEXT = Chunk(OTHER_PAPER.key, ChunkPart.CONTEXT, OTHER_QUOTE)
SYNONYM = Contribution(
    concepts=(CACHECTIN, SEPSIS),
    documents=(OTHER_PAPER,),
    chunks=(OTHER_TEXT,),
    namings=(Naming(OTHER_PAPER.key, CACHECTIN.key, "Cachectin", 5, ("HGNC:1",)),),
    evidence=(
        replace(evidence(Claim(CACHECTIN.key, CAUSES, SEPSIS.key), OTHER_TEXT), quote=OTHER_QUOTE),
    ),
)
FUSED = Corrections({CACHECTIN.key: TNF})


def concept(store: GraphStore, key: str) -> ConceptRecord:
    return store.concepts([key])[key]


class CorrectionsConformance:
    """Behaviour of `correct` that a caller of any store relies on."""

    def test_a_fused_concept_has_names_relations_and_sources_of_both(
        self, store: GraphStore
    ) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        store.correct(FUSED)
        assert store.concepts([CACHECTIN.key]) == {}
        tnf = concept(store, TNF.key)
        assert (tnf.name, tnf.aliases, tnf.degree) == ("Cachectin", ("Cachectin", "TNF-α"), 1)
        assert tnf.identifiers == ("HGNC:1", "HGNC:11892")
        (claim,) = store.claims(about=TNF.key)
        assert [quote.quote for quote in claim.quotes] == [QUOTE, OTHER_QUOTE]
        (relation,) = store.neighbourhood(TNF.key).relations
        assert relation.support == 2
        assert store.neighbourhood_chunks([TNF.key]) == {
            TNF.key: sorted([TEXT.key, OTHER_TEXT.key])
        }

    def test_fusing_and_taking_it_back_leaves_no_trace(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        before = lines(store), store.sources()
        store.correct(FUSED, layer="fusion 1")
        assert lines(store) != before[0]
        assert store.layers() == {"fusion 1": FUSED}
        store.correct(Corrections(), layer="fusion 1")
        assert (lines(store), store.sources()) == before

    def test_sources_written_later_are_corrected_too(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        store.correct(FUSED)
        after = lines(store)
        store.clear()
        store.correct(FUSED)
        ingest(store, B, SYNONYM)
        ingest(store, A, WHOLE)
        assert lines(store) == after

    def test_deleting_a_source_of_a_fused_concept(self, store: GraphStore) -> None:
        ingest(store, B, SYNONYM)
        store.correct(FUSED)
        alone = lines(store)
        ingest(store, A, WHOLE)
        store.delete_source("a")
        assert lines(store) == alone
        assert concept(store, TNF.key).aliases == ("Cachectin",)

    def test_quotes_that_a_fusion_brings_together_have_one_order(self, store: GraphStore) -> None:
        """Two rows of one chunk, quote and extractor, which differ in what they say."""
        rows = (
            replace(evidence(), sign=1),
            replace(evidence(Claim(FEVER.key, CAUSES, SEPSIS.key)), sign=-1),
        )
        ingest(store, A, replace(WHOLE, concepts=(TNF, SEPSIS, FEVER), evidence=rows))
        store.correct(Corrections({FEVER.key: TNF}))
        (claim,) = store.claims()
        assert [quote.sign for quote in claim.quotes] == [-1, 1]

    def test_what_was_said_of_two_that_are_one_makes_no_relation(self, store: GraphStore) -> None:
        affects = Claim(TNF.key, AFFECTS, FEVER.key)
        rows = (evidence(), evidence(affects))
        ingest(store, A, replace(WHOLE, concepts=(TNF, SEPSIS, FEVER), evidence=rows))
        store.correct(Corrections({FEVER.key: TNF}))
        assert store.edges(with_vocabulary=True) == [(TNF.key, SEPSIS.key)]
        assert concept(store, TNF.key).degree == 1
        believed = {claim.key: claim.believed for claim in store.claims(about=TNF.key)}
        itself = Claim(TNF.key, AFFECTS, TNF.key)
        assert believed == {TNF_CAUSES_SEPSIS.key: True, itself.key: False}

    def test_a_concept_of_another_type(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        protein = Concept(ConceptType("Protein"), "TNF-α")
        store.correct(Corrections({TNF.key: protein}))
        record = concept(store, protein.key)
        assert (record.type, record.name, record.degree) == ("Protein", "TNF-α", 1)
        assert store.identified([protein.key]) == {
            protein.key: Concept(ConceptType("Protein"), "tnfalpha")
        }
        assert store.item_concepts([ITEM.key]) == {ITEM.key: [("stem", protein.key)]}

    def test_a_chosen_name_is_shown_and_found(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.correct(Corrections(names={TNF.key: "Tumour necrosis factor"}))
        assert concept(store, TNF.key).name == "Tumour necrosis factor"
        assert [found.key for found in store.find("tumour necrosis FACTOR")] == [TNF.key]
        store.correct(Corrections())
        assert concept(store, TNF.key).name == "TNF-α"
        assert store.find("Tumour necrosis factor") == []

    def test_a_name_that_was_fused_away_finds_what_took_it_in(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, replace(SYNONYM, namings=()))
        store.correct(FUSED)
        assert [found.key for found in store.find("cachectin")] == [TNF.key]

    def test_a_rejected_claim_stays_to_be_seen_but_makes_no_relation(
        self, store: GraphStore
    ) -> None:
        ingest(store, A, WHOLE)
        before = lines(store)
        store.correct(Corrections(rejected=frozenset({TNF_CAUSES_SEPSIS.key})))
        (claim,) = store.claims()
        assert not claim.believed
        assert (store.edges(), concept(store, TNF.key).degree) == ([], 0)
        assert store.neighbourhood_chunks([TNF.key]) == {TNF.key: []}
        assert [source.relations for source in store.sources()] == [0]
        store.correct(Corrections())
        assert lines(store) == before

    def test_a_claim_rejected_as_written_leaves_what_others_say(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        written = Claim(CACHECTIN.key, CAUSES, SEPSIS.key)
        store.correct(replace(FUSED, rejected=frozenset({written.key})))
        (relation,) = store.neighbourhood(TNF.key).relations
        assert relation.support == 1

    def test_corrections_that_nothing_answers_to_are_listed(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        claim = Claim(SEPSIS.key, CAUSES, TNF.key)
        fits = Corrections({TNF.key: CACHECTIN}, {SEPSIS.key: "Sepsis!"})
        store.correct(fits)
        assert store.unused(fits) == ()
        idle = Corrections({CACHECTIN.key: TNF}, {FEVER.key: "Fever"}, frozenset({claim.key}))
        unused = tuple(sorted([CACHECTIN.key, FEVER.key, claim.key]))
        before = lines(store)
        assert store.unused(idle) == unused
        assert lines(store) == before
        store.correct(idle)
        assert store.unused(idle) == unused

    def test_setting_the_same_again_changes_nothing(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        store.correct(FUSED)
        once = lines(store)
        store.correct(FUSED)
        assert lines(store) == once

    def test_people_have_the_last_word(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        apart = lines(store)
        store.correct(FUSED, layer="fusion 1")
        store.correct(Corrections({CACHECTIN.key: CACHECTIN}))
        assert [line for line in lines(store) if '"layer"' not in line] == apart
        assert store.corrections() == Corrections()

    def test_results_follow(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.write_run(run())
        store.correct(Corrections({TNF.key: CACHECTIN}))
        assert [said.run for said in store.agent_claims(CACHECTIN.key)] == ["r"]
        assert store.agent_claims(TNF.key) == []
        assert [found.concept for found in store.failure_hubs("r", top=5)] == [
            CACHECTIN.key,
            SEPSIS.key,
        ]
        store.correct(Corrections())
        assert store.failure_hubs("r", top=5) == [hub(TNF, 2.0), hub(SEPSIS, 1.0)]
        assert [said.run for said in store.agent_claims(TNF.key)] == ["r"]

    def test_what_a_plan_of_fusion_asks(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, SYNONYM)
        assert store.naming_documents([TNF.key, SEPSIS.key]) == {TNF.key: 1, SEPSIS.key: 1}
        (relation,) = store.relations_at([TNF.key])
        assert (relation.head, relation.tail) == (TNF.key, SEPSIS.key)
        assert len(store.relations_at([TNF.key, SEPSIS.key])) == 2
        store.correct(FUSED)
        assert store.naming_documents([TNF.key]) == {TNF.key: 2}

    def test_one_item_may_mention_both(self, store: GraphStore) -> None:
        mentions = tuple(Mention(ITEM.key, key, MentionRole.STEM) for key in (TNF.key, SEPSIS.key))
        ingest(store, A, replace(WHOLE, mentions=mentions))
        store.correct(Corrections({SEPSIS.key: TNF}))
        assert store.item_concepts([ITEM.key]) == {ITEM.key: [("stem", TNF.key)]}

    def test_a_document_may_name_both_alike(self, store: GraphStore) -> None:
        """A form counts once for each document that has it, at its largest number."""
        namings = (
            Naming(PAPER.key, TNF.key, "factor", 3),
            Naming(PAPER.key, SEPSIS.key, "factor", 3),
            Naming(PAPER.key, SEPSIS.key, "sepsis", 4),
        )
        ingest(store, A, replace(WHOLE, namings=namings))
        store.correct(Corrections({SEPSIS.key: TNF}))
        assert concept(store, TNF.key).name == "sepsis"

    def test_a_layer_needs_a_name(self, store: GraphStore) -> None:
        with pytest.raises(InputError):
            store.correct(FUSED, layer="")

    def test_chunks_that_nobody_questions_stay(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.correct(Corrections(rejected=frozenset({TNF_CAUSES_SEPSIS.key})))
        assert store.chunk_records([TEXT.key, QUESTION.key]).keys() == {TEXT.key, QUESTION.key}
