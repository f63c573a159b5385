"""What every GraphStore does, in words a reader can check; the same body runs on each store.

A subclass gives the fixture `store`. That random operations agree is another test's work
(`tests/properties/test_stores_agree.py`); here stands what the answers should be.
"""

import json
from dataclasses import replace

import pytest

from graph.corrections import Corrections
from graph.model import (
    Chunk,
    Claim,
    Concept,
    Contribution,
    Document,
    Evidence,
    Gold,
    Item,
    Mention,
    Naming,
    Source,
)
from graph.results import AgentClaim, FailureHub, RunResult, ScoredTrajectory
from graph.store import Deleted, GraphStore, SourceState
from graph.vocabulary import (
    ChunkPart,
    ConceptType,
    MentionRole,
    Origin,
    Polarity,
    RelationType,
    Verdict,
)
from hubscope.errors import InputError, IntegrityError

A = Source("a", "table", "a" * 64)
B = Source("b", "table", "b" * 64, skipped=2)

TNF = Concept(ConceptType("Gene"), "TNF-α")
SEPSIS = Concept(ConceptType("Disease"), "sepsis")
FEVER = Concept(ConceptType("Disease"), "fever")
PAPER = Document("pmid:1", "TNF in sepsis", pmid="1")
QUOTE = "TNF-α causes sepsis."
TEXT = Chunk(PAPER.key, ChunkPart.CONTEXT, f"We saw it. {QUOTE}")
QUESTION = Chunk(PAPER.key, ChunkPart.QUESTION, "Does TNF-α cause sepsis?")
CAUSES, AFFECTS = RelationType("causes"), RelationType("affects")
TNF_CAUSES_SEPSIS = Claim(TNF.key, CAUSES, SEPSIS.key)
ITEM = Item("a", "7", "Does TNF-α cause sepsis?", '"yes"', meta='{"year":2020}')


def evidence(
    claim: Claim = TNF_CAUSES_SEPSIS, chunk: Chunk = TEXT, origin: Origin = Origin.INTRINSIC
) -> Evidence:
    return Evidence(claim, chunk.key, QUOTE, origin, "rules", wording="causes")


WHOLE = Contribution(
    concepts=(TNF, SEPSIS),
    documents=(PAPER,),
    chunks=(TEXT, QUESTION),
    namings=(
        Naming(PAPER.key, TNF.key, "TNF-α", 2, ("HGNC:11892",)),
        Naming(PAPER.key, SEPSIS.key, "Sepsis"),
    ),
    items=(ITEM,),
    mentions=(Mention(ITEM.key, TNF.key, MentionRole.STEM),),
    golds=(Gold(ITEM.key, PAPER.key),),
    evidence=(evidence(),),
)


def ingest(store: GraphStore, source: Source, *parts: Contribution) -> None:
    store.begin(source)
    for part in parts:
        store.write(source, part)
    store.commit(source)


def lines(store: GraphStore) -> list[str]:
    return list(store.canonical())


class StoreConformance:
    """Tests of the contract in `graph.store`."""

    # -- sources ----------------------------------------------------------------------------------
    def test_source_is_pending_until_committed(self, store: GraphStore) -> None:
        store.begin(A)
        assert store.stored("a") == (A.sha256, SourceState.PENDING)
        store.commit(A)
        assert store.stored("a") == (A.sha256, SourceState.COMMITTED)
        assert store.stored("b") is None

    def test_source_record_counts_what_the_source_contributes(self, store: GraphStore) -> None:
        ingest(store, B, replace(WHOLE, items=(), mentions=(), golds=()))
        ingest(store, A, WHOLE)
        first, second = store.sources()
        assert (first.name, first.kind, first.state) == ("a", "table", SourceState.COMMITTED)
        assert (first.items, first.documents, first.chunks, first.concepts) == (1, 1, 2, 2)
        assert (first.claims, first.relations, first.skipped) == (1, 1, 0)
        assert (second.name, second.items, second.concepts, second.skipped) == ("b", 0, 2, 2)

    def test_pending_source_is_counted_as_it_stands(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.begin(A)
        assert [(s.state, s.chunks) for s in store.sources()] == [(SourceState.PENDING, 2)]

    def test_only_a_pending_source_can_be_written(self, store: GraphStore) -> None:
        with pytest.raises(IntegrityError, match="not pending"):
            store.write(A, WHOLE)
        ingest(store, A)
        with pytest.raises(IntegrityError, match="not pending"):
            store.write(A, WHOLE)

    # -- design, what must always hold ------------------------------------------------------------
    def test_ingesting_twice_is_ingesting_once(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        once = lines(store)
        ingest(store, A, WHOLE)
        assert lines(store) == once

    def test_killed_and_resumed_is_never_killed(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        whole = lines(store)
        store.clear()
        store.begin(A)
        store.write(A, replace(WHOLE, evidence=(), namings=WHOLE.namings[:1]))
        ingest(store, A, WHOLE)
        assert lines(store) == whole

    def test_deleting_one_of_two_leaves_the_other(self, store: GraphStore) -> None:
        other = replace(WHOLE, items=(), mentions=(), golds=())
        other = replace(other, namings=(Naming(PAPER.key, TNF.key, "cachectin", 9),))
        ingest(store, B, other)
        alone = lines(store)
        ingest(store, A, WHOLE)
        assert lines(store) != alone
        store.delete_source("a")
        assert lines(store) == alone

    def test_deletion_says_what_it_removed(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        assert store.delete_source("a") == Deleted(
            documents=1, chunks=2, concepts=2, claims=1, relations=1, items=1
        )
        assert lines(store) == []
        with pytest.raises(InputError, match="no source named 'a'"):
            store.delete_source("a")

    def test_order_of_sources_leaves_no_trace(self, store: GraphStore) -> None:
        other = replace(
            WHOLE,
            documents=(replace(PAPER, title="A lesser title", doi="10.1/x"),),
            namings=(Naming(PAPER.key, TNF.key, "tnf alpha", 2),),
            items=(),
            mentions=(),
            golds=(),
        )
        ingest(store, A, WHOLE)
        ingest(store, B, other)
        forth = lines(store)
        store.clear()
        ingest(store, B, other)
        ingest(store, A, WHOLE)
        assert lines(store) == forth

    def test_nothing_is_stored_without_provenance(self, store: GraphStore) -> None:
        ingest(store, A, Contribution(concepts=(FEVER,)))
        assert store.concepts([FEVER.key]) == {}

    # -- references -------------------------------------------------------------------------------
    @pytest.mark.parametrize(
        "part",
        [
            Contribution(chunks=(TEXT,)),
            Contribution(documents=(PAPER,), namings=(Naming(PAPER.key, TNF.key, "TNF"),)),
            Contribution(concepts=(TNF,), namings=(Naming(PAPER.key, TNF.key, "TNF"),)),
            Contribution(concepts=(TNF, SEPSIS), evidence=(evidence(),)),
            Contribution(documents=(PAPER,), chunks=(TEXT,), evidence=(evidence(),)),
            Contribution(concepts=(TNF,), mentions=(Mention(ITEM.key, TNF.key, MentionRole.STEM),)),
            Contribution(items=(ITEM,), mentions=(Mention(ITEM.key, TNF.key, MentionRole.STEM),)),
            Contribution(items=(ITEM,), golds=(Gold(ITEM.key, PAPER.key),)),
            Contribution(documents=(PAPER,), golds=(Gold(ITEM.key, PAPER.key),)),
            Contribution(items=(replace(ITEM, source="b"),)),
        ],
    )
    def test_part_that_refers_to_nothing_is_refused_whole(
        self, store: GraphStore, part: Contribution
    ) -> None:
        store.begin(A)
        before = lines(store)
        with pytest.raises(IntegrityError):
            store.write(A, part)
        assert lines(store) == before

    def test_concept_of_another_source_can_be_referred_to(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        part = Contribution(documents=(PAPER,), namings=(Naming(PAPER.key, TNF.key, "TNF"),))
        ingest(store, B, part)
        store.delete_source("a")
        assert [c.name for c in store.find("TNF")] == ["TNF"]

    def test_document_of_another_source_cannot(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.begin(B)
        with pytest.raises(IntegrityError, match="no document"):
            store.write(B, Contribution(namings=(Naming(PAPER.key, TNF.key, "TNF"),)))

    def test_one_item_with_two_contents_is_refused(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.begin(A)
        with pytest.raises(IntegrityError, match="other content"):
            store.write(A, Contribution(items=(replace(ITEM, answer='"no"'),)))

    # -- names ------------------------------------------------------------------------------------
    def test_shown_name_is_the_most_frequent_form(self, store: GraphStore) -> None:
        names = (Naming(PAPER.key, TNF.key, "TNF-α", 2), Naming(PAPER.key, TNF.key, "cachectin", 3))
        ingest(store, A, replace(WHOLE, namings=names))
        (concept,) = store.find("cachectin")
        assert (concept.name, concept.aliases) == ("cachectin", ("TNF-α", "cachectin"))

    def test_form_counts_once_a_document_at_its_largest(self, store: GraphStore) -> None:
        # cachectin: max(2, 2) = 2, not 2 + 2; TNF-α: 3.
        for source, forms in ((A, {"cachectin": 2, "TNF-α": 3}), (B, {"cachectin": 2})):
            namings = tuple(Naming(PAPER.key, TNF.key, form, n) for form, n in forms.items())
            ingest(store, source, Contribution((TNF,), (PAPER,), namings=namings))
        assert store.find("cachectin")[0].name == "TNF-α"
        store.delete_source("a")
        assert store.find("cachectin")[0].aliases == ("cachectin",)

    def test_names_and_identifiers_are_kept_as_written(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        concept = store.concepts([TNF.key])[TNF.key]
        assert (concept.name, concept.type) == ("TNF-α", "Gene")
        assert concept.identifiers == ("HGNC:11892",)
        assert list(store.forms()) == [("Sepsis", SEPSIS.key), ("TNF-α", TNF.key)]

    def test_find_knows_forms_and_own_names_by_identity(self, store: GraphStore) -> None:
        ingest(store, A, replace(WHOLE, namings=(Naming(PAPER.key, TNF.key, "Cachectin"),)))
        assert [c.key for c in store.find("cachectin")] == [TNF.key]
        assert [c.key for c in store.find("tnf alpha")] == [TNF.key]
        assert [c.key for c in store.find("SEPSIS")] == [SEPSIS.key]
        assert store.find("nothing") == []

    def test_concept_that_no_document_names_is_shown_by_its_identity(
        self, store: GraphStore
    ) -> None:
        ingest(store, A, replace(WHOLE, namings=()))
        assert store.concepts([SEPSIS.key])[SEPSIS.key].name == "sepsis"

    # -- relations and degrees --------------------------------------------------------------------
    def test_relation_follows_from_its_evidence(self, store: GraphStore) -> None:
        second = Document("pmid:2")
        chunk = Chunk(second.key, ChunkPart.CONTEXT, QUOTE)
        ingest(store, A, WHOLE)
        curated = replace(evidence(chunk=chunk, origin=Origin.CURATED), hedge=1 / 3)
        part = Contribution((TNF, SEPSIS), (second,), (chunk,), evidence=(curated,))
        ingest(store, B, part)
        (relation,) = store.neighbourhood(TNF.key).relations
        assert (relation.relation, relation.strength) == (CAUSES, "medium")
        assert (relation.head, relation.tail) == (TNF.key, SEPSIS.key)
        assert relation.origin == ("curated", "intrinsic")
        assert (relation.hedge, relation.support) == (0.0, 2)
        store.delete_source("a")
        (relation,) = store.neighbourhood(TNF.key).relations
        assert (relation.origin, relation.hedge, relation.support) == (("curated",), 1 / 3, 1)

    def test_support_counts_documents_not_quotes(self, store: GraphStore) -> None:
        chunk = Chunk(PAPER.key, ChunkPart.ANSWER, f"Again: {QUOTE}")
        rows = (evidence(), evidence(chunk=chunk))
        ingest(store, A, replace(WHOLE, chunks=(*WHOLE.chunks, chunk), evidence=rows))
        assert [r.support for r in store.neighbourhood(TNF.key).relations] == [1]

    @pytest.mark.parametrize(
        ("row", "edge"),
        [
            (evidence(Claim(TNF.key, CAUSES, SEPSIS.key, Polarity.NEGATIVE)), False),
            (replace(evidence(), sign=-1), False),
            (replace(evidence(Claim(TNF.key, AFFECTS, SEPSIS.key)), sign=-1), True),
        ],
    )
    def test_denied_or_flipped_claims_are_no_edge(
        self, store: GraphStore, row: Evidence, edge: bool
    ) -> None:
        ingest(store, A, replace(WHOLE, evidence=(row,)))
        assert len(list(store.claims())) == 1
        assert store.edges() == ([(TNF.key, SEPSIS.key)] if edge else [])
        assert store.degrees() == {TNF.key: int(edge), SEPSIS.key: int(edge)}

    def test_vocabulary_alone_and_self_loops_do_not_count(self, store: GraphStore) -> None:
        of_vocabulary = evidence(origin=Origin.VOCABULARY)
        loop = evidence(Claim(TNF.key, AFFECTS, TNF.key))
        ingest(store, A, replace(WHOLE, evidence=(of_vocabulary, loop)))
        assert store.degrees() == {TNF.key: 0, SEPSIS.key: 0}
        assert store.degrees(with_vocabulary=True) == {TNF.key: 1, SEPSIS.key: 1}
        assert store.edges() == []
        assert store.edges(with_vocabulary=True) == [(TNF.key, SEPSIS.key)]
        ingest(store, B, replace(WHOLE, items=(), mentions=(), golds=()))
        assert store.degrees() == {TNF.key: 1, SEPSIS.key: 1}
        store.delete_source("b")
        assert store.degrees() == {TNF.key: 0, SEPSIS.key: 0}

    def test_of_a_pair_only_what_counts_is_an_edge(self, store: GraphStore) -> None:
        loop = evidence(Claim(TNF.key, AFFECTS, TNF.key))
        of_vocabulary = evidence(Claim(TNF.key, AFFECTS, SEPSIS.key), origin=Origin.VOCABULARY)
        ingest(store, A, replace(WHOLE, evidence=(evidence(), of_vocabulary, loop)))
        assert store.edges() == [(TNF.key, SEPSIS.key)]
        assert store.edges(with_vocabulary=True) == [(TNF.key, SEPSIS.key)] * 2

    def test_two_relations_of_a_pair_count_two(self, store: GraphStore) -> None:
        rows = (evidence(), evidence(Claim(SEPSIS.key, AFFECTS, TNF.key)))
        ingest(store, A, replace(WHOLE, evidence=rows))
        assert store.degrees() == {TNF.key: 2, SEPSIS.key: 2}
        assert store.edges() == sorted([(TNF.key, SEPSIS.key), (SEPSIS.key, TNF.key)])

    def test_hubs_come_by_degree_then_key(self, store: GraphStore) -> None:
        self._write_star(store)
        assert [c.key for c in store.hubs(top=1)] == [TNF.key]
        diseases = store.hubs(top=5, type=ConceptType("Disease"))
        assert [c.key for c in diseases] == sorted([SEPSIS.key, FEVER.key])

    def test_neighbourhood_is_capped_and_says_how_much_there_is(self, store: GraphStore) -> None:
        self._write_star(store)
        around = store.neighbourhood(SEPSIS.key, hops=2)
        assert [c.key for c in around.concepts] == [TNF.key, FEVER.key]
        assert (around.centre.key, around.total, len(around.relations)) == (SEPSIS.key, 2, 2)
        capped = store.neighbourhood(SEPSIS.key, hops=2, cap=1)
        assert [c.key for c in capped.concepts] == [TNF.key]
        assert (capped.total, len(capped.relations)) == (2, 1)
        with pytest.raises(InputError, match="no concept of key 'x'"):
            store.neighbourhood("x")

    def test_an_opened_concept_shows_its_own_neighbours_too(self, store: GraphStore) -> None:
        self._write_star(store)
        opened = store.neighbourhood(SEPSIS.key, opened=["x", TNF.key])
        assert [c.key for c in opened.concepts] == [TNF.key, FEVER.key]
        assert (opened.total, len(opened.relations)) == (2, 2)
        capped = store.neighbourhood(SEPSIS.key, cap=1, opened=[TNF.key])
        assert [c.key for c in capped.concepts] == [TNF.key]
        assert capped.total == 2
        unreached = store.neighbourhood(SEPSIS.key, opened=[FEVER.key])
        assert [c.key for c in unreached.concepts] == [TNF.key]

    # -- claims and evidence ----------------------------------------------------------------------
    def test_claim_leads_back_to_quote_document_and_source(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        (claim,) = store.claims()
        assert (claim.key, claim.relation) == (TNF_CAUSES_SEPSIS.key, CAUSES)
        assert (claim.head.name, claim.tail.name, claim.conflict) == ("TNF-α", "Sepsis", False)
        (quote,) = claim.quotes
        assert (quote.quote, quote.chunk, quote.document) == (QUOTE, TEXT.key, PAPER.key)
        assert (quote.title, quote.pmid, quote.doi) == ("TNF in sepsis", "1", None)
        assert (quote.source, quote.extractor, quote.wording) == ("a", "rules", "causes")
        assert claim.sources == ("a",)

    def test_both_polarities_are_a_conflict(self, store: GraphStore) -> None:
        denial = evidence(Claim(TNF.key, CAUSES, SEPSIS.key, Polarity.NEGATIVE))
        ingest(store, A, replace(WHOLE, evidence=(evidence(), denial)))
        assert [claim.conflict for claim in store.claims()] == [True, True]

    def test_two_equal_evidence_rows_are_one(self, store: GraphStore) -> None:
        twice = (evidence(), replace(evidence(), wording="induces"))
        ingest(store, A, replace(WHOLE, evidence=twice))
        (claim,) = store.claims()
        assert len(claim.quotes) == 1

    def test_claims_are_filtered(self, store: GraphStore) -> None:
        self._write_star(store)
        assert len(list(store.claims())) == 2
        assert len(list(store.claims(limit=1))) == 1
        assert len(list(store.claims(about=FEVER.key))) == 1
        assert len(list(store.claims(relation=CAUSES))) == 2
        assert list(store.claims(relation=AFFECTS)) == []
        assert len(list(store.claims(source="a"))) == 2
        assert list(store.claims(source="b")) == []

    def test_chunks_know_their_document_and_sources(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, Contribution(documents=(PAPER,), chunks=(TEXT,)))
        found = store.chunk_records([TEXT.key, "x"])
        assert list(found) == [TEXT.key]
        chunk = found[TEXT.key]
        assert (chunk.text, chunk.part, chunk.document) == (TEXT.text, "context", PAPER.key)
        assert (chunk.title, chunk.pmid, chunk.sources) == ("TNF in sepsis", "1", ("a", "b"))
        assert [c.key for c in store.chunks()] == sorted([TEXT.key, QUESTION.key])

    def test_gold_is_context_and_answer_never_the_question(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        assert store.gold_chunks([ITEM.key, "x"]) == {ITEM.key: [TEXT.key]}

    def test_neighbourhood_chunks_evidence_claims_at_a_concept(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        expected = {TNF.key: [TEXT.key], SEPSIS.key: [TEXT.key]}
        assert store.neighbourhood_chunks([TNF.key, SEPSIS.key, "x"]) == expected

    # -- items ------------------------------------------------------------------------------------
    def test_items_are_kept_whole(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        (item,) = store.items()
        assert (item.key, item.source, item.id) == (ITEM.key, "a", "7")
        assert (item.question, json.loads(item.answer)) == (ITEM.question, "yes")
        assert json.loads(item.meta) == {"year": 2020}
        assert list(store.items("b")) == []
        assert store.item_concepts([ITEM.key]) == {ITEM.key: [("stem", TNF.key)]}

    # -- text -------------------------------------------------------------------------------------
    @pytest.mark.parametrize(
        "form",
        [
            'C:\\x" SET n.y=1 //',
            "ОБЪЕКТ `SCHEMA`",
            "3',5'-cAMP",
            "x" * 10_000,
            "𝛼-синуклеин",
            "{a: 1}",
        ],
    )
    def test_any_text_is_a_value(self, store: GraphStore, form: str) -> None:
        concept = Concept(ConceptType("MolecularEntity"), form)
        naming = Naming(PAPER.key, concept.key, form)
        ingest(store, A, Contribution((concept,), (PAPER,), namings=(naming,)))
        assert [c.name for c in store.find(form)] == [form]

    def test_text_that_cannot_be_stored_is_made_storable(self, store: GraphStore) -> None:
        chunk = Chunk(PAPER.key, ChunkPart.CONTEXT, "a\x00b\ud83dc")
        ingest(store, A, Contribution(documents=(PAPER,), chunks=(chunk,)))
        assert [c.text for c in store.chunks()] == ["ab\ufffdc"]

    # -- results ----------------------------------------------------------------------------------
    def test_run_is_copied_replaced_and_removed(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.write_run(run())
        store.write_run(run())
        assert store.run_names() == ["r"]
        (said,) = store.agent_claims(TNF.key)
        assert (said.run, said.trajectory, said.item) == ("r", "t1", "7")
        assert said.claim == run().trajectories[0].claims[0]
        assert store.failure_hubs("r", top=5) == [hub(TNF, 2.0), hub(SEPSIS, 1.0)]
        assert store.failure_hubs("r", top=1) == [hub(TNF, 2.0)]
        assert store.delete_run("r")
        assert not store.delete_run("r")
        assert (store.run_names(), store.agent_claims(TNF.key)) == ([], [])

    def test_digest_of_a_run_is_known_until_the_graph_may_lack_its_copy(
        self, store: GraphStore
    ) -> None:
        ingest(store, A, WHOLE)
        ingest(store, B, Contribution((TNF,)))
        assert store.run_digest("r") == ""
        store.write_run(replace(run(), digest="d1"))
        assert store.run_digest("r") == "d1"
        store.delete_source(B.name)
        assert store.run_digest("r") == ""
        store.write_run(replace(run(), digest="d2"))
        assert store.run_digest("r") == "d2"
        store.correct(Corrections(names={TNF.key: "tumour necrosis factor"}))
        assert store.run_digest("r") == ""
        store.write_run(replace(run(), digest="d3"))
        store.delete_run("r")
        assert store.run_digest("r") == ""

    def test_run_does_not_touch_the_graph(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        before = lines(store)
        store.write_run(run())
        assert lines(store) == before

    def test_deleted_concept_keeps_what_was_said_of_it(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.write_run(run())
        store.delete_source("a")
        assert [said.claim.concept_name for said in store.agent_claims(TNF.key)] == ["TNF-α"]
        assert store.failure_hubs("r", top=5) == []

    def test_one_trajectory_may_be_scored_in_two_runs(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.write_run(run())
        store.write_run(replace(run(), name="s"))
        assert [said.run for said in store.agent_claims(TNF.key)] == ["r", "s"]

    def test_clear_leaves_nothing(self, store: GraphStore) -> None:
        ingest(store, A, WHOLE)
        store.write_run(run())
        store.clear()
        assert (lines(store), store.run_names(), store.sources()) == ([], [], [])

    def _write_star(self, store: GraphStore) -> None:
        """TNF causes sepsis and fever."""
        rows = (evidence(), evidence(Claim(TNF.key, CAUSES, FEVER.key)))
        ingest(store, A, replace(WHOLE, concepts=(TNF, SEPSIS, FEVER), evidence=rows))


def hub(concept: Concept, rank: float) -> FailureHub:
    return FailureHub(concept.key, concept.name, concept.type, 1, 4, 2.5, 2, 1, 0.6, 0.3, 0.9, rank)


def run() -> RunResult:
    claim = AgentClaim(
        key="k",
        text="TNF-α causes sepsis.",
        step=1,
        concept=TNF.key,
        concept_name="TNF-α",
        verdict=Verdict.SUPPORTED,
        penalty=0.0,
        weight=1.7,
        degree=1,
        tier="gold",
        confidence=None,
        quote=QUOTE,
        reason="",
        chunks=(TEXT.key,),
    )
    trajectory = ScoredTrajectory("t", "t1", "7", 1.0, None, 0.0, (claim,))
    return RunResult("r", "m", "j", "s", (trajectory,), (hub(SEPSIS, 1.0), hub(TNF, 2.0)))
