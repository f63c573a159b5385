"""What a record contributes: documents, quotes inside their chunks, claims with polarity, skips."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from graph.model import Contribution
from graph.vocabulary import ChunkPart, MentionRole, Origin, Polarity
from ingest.contribution import document_key
from ingest.extraction import Extracted
from ingest.items import Annotation, BenchmarkItem, Paper, Section, StatedRelation
from ingest.readers import READERS
from tests.ingest.extracting import extractor

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
ABSTRACT = Paper(
    sections=(
        Section("We wanted to know whether zinc causes asthma.", label="AIM", quotable=False),
        Section("Zinc inhibits apoptosis. Smoking is associated with asthma.", label="RESULTS"),
        Section("Zinc may prevent asthma.", ChunkPart.ANSWER),
    ),
    pmid="123",
    annotations=(Annotation("Asthma", "MeSH"), Annotation("Humans", "MeSH")),
)
QUESTION = BenchmarkItem(
    id="1",
    question="Does smoking cause asthma?",
    answer="no",
    kind="boolean",
    decision=Polarity.NEGATIVE,
    papers=(ABSTRACT,),
)


def extracted(record: BenchmarkItem | Paper) -> Extracted:
    return extractor().contribution(record, "source", Origin.INTRINSIC)


def claims(record: BenchmarkItem | Paper) -> set[tuple[str, str, str, str]]:
    part = extracted(record).contribution
    names = {concept.key: concept.name for concept in part.concepts}
    return {
        (names[e.claim.head], e.claim.relation, names[e.claim.tail], e.claim.polarity)
        for e in part.evidence
    }


def roles(record: BenchmarkItem) -> dict[str, set[str]]:
    part = extracted(record).contribution
    names = {concept.key: concept.name for concept in part.concepts}
    found: dict[str, set[str]] = {}
    for mention in part.mentions:
        found.setdefault(mention.role, set()).add(names[mention.concept])
    return found


def check_whole(part: Contribution) -> None:
    """Every key that a part refers to is in it, and every quote is in its chunk."""
    concepts = {concept.key for concept in part.concepts}
    documents = {document.key for document in part.documents}
    chunks = {chunk.key: chunk for chunk in part.chunks}
    assert {chunk.document for chunk in part.chunks} <= documents
    assert {gold.document for gold in part.golds} <= documents
    assert {mention.concept for mention in part.mentions} <= concepts
    assert {naming.concept for naming in part.namings} == concepts
    for evidence in part.evidence:
        assert {evidence.claim.head, evidence.claim.tail} <= concepts
        assert evidence.quote in chunks[evidence.chunk].text
        assert 0 <= evidence.confidence <= 1
        assert evidence.sign in (-1, 0, 1)


def test_sentences_and_the_decided_question_make_claims() -> None:
    assert claims(QUESTION) == {
        ("Zinc", "inhibits", "Apoptosis", "positive"),
        ("Smoking", "associated_with", "asthma", "positive"),
        ("Zinc", "prevents", "asthma", "positive"),
        ("Smoking", "causes", "asthma", "negative"),
    }
    check_whole(extracted(QUESTION).contribution)


@pytest.mark.parametrize(
    ("decision", "expected"),
    [(Polarity.POSITIVE, {"positive"}), (Polarity.NEGATIVE, {"negative"}), (None, set())],
)
def test_the_decision_is_the_polarity_of_the_question(
    decision: Polarity | None, expected: set[str]
) -> None:
    item = replace(QUESTION, decision=decision, papers=())
    assert {polarity for *_, polarity in claims(item)} == expected


@pytest.mark.parametrize(
    ("claim", "decision", "expected"),
    [
        ("Zinc inhibits apoptosis.", Polarity.POSITIVE, {"positive"}),
        ("Zinc inhibits apoptosis.", Polarity.NEGATIVE, {"negative"}),
        ("Zinc does not inhibit apoptosis.", Polarity.NEGATIVE, {"positive"}),
        ("Zinc does not inhibit apoptosis.", Polarity.POSITIVE, {"negative"}),
        ("Zinc inhibits apoptosis.", None, set()),
        ("Zinc is inversely associated with asthma.", Polarity.NEGATIVE, set()),
        ("Only zinc inhibits apoptosis.", Polarity.POSITIVE, set()),
        # Only the amount may be wrong; a name's own number is none.
        ("Zinc reduces asthma by 40 percent.", Polarity.NEGATIVE, set()),
        ("Zinc reduces asthma by 40 percent.", Polarity.POSITIVE, {"positive"}),
        ("Zinc prevents type 2 diabetes.", Polarity.NEGATIVE, {"negative"}),
    ],
)
def test_a_label_and_a_negation_multiply(
    claim: str, decision: Polarity | None, expected: set[str]
) -> None:
    item = BenchmarkItem("1", claim, "SUPPORT", kind="claim", decision=decision)
    assert {polarity for *_, polarity in claims(item)} == expected


def test_question_and_abstract_are_one_document() -> None:
    part = extracted(QUESTION).contribution
    assert [document.pmid for document in part.documents] == ["123"]
    assert {chunk.part for chunk in part.chunks} == {"context", "answer", "question"}
    assert [gold.document for gold in part.golds] == [document_key(ABSTRACT)]


def test_headings_are_concepts_of_the_item_and_check_tags_are_not() -> None:
    assert "asthma" in roles(QUESTION)[MentionRole.CONTEXT]
    assert not {"Humans"} & set().union(*roles(QUESTION).values())


def test_options_are_mentions_and_wrong_ones_never_claims() -> None:
    item = BenchmarkItem(
        id="1",
        question="Asthma is caused by",
        answer="B",
        options=(("A", "zinc"), ("B", "smoking")),
        kind="choice",
    )
    assert roles(item) == {
        MentionRole.STEM: {"asthma"},
        MentionRole.ANSWER: {"Smoking"},
        MentionRole.DISTRACTOR: {"Zinc"},
    }
    assert claims(item) == {("Smoking", "causes", "asthma", "positive")}


def test_of_a_vignette_only_the_last_sentence_is_mined() -> None:
    stem = "A man has asthma. He takes aspirin. His pulse is 90. Which enzyme does zinc bind?"
    item = BenchmarkItem("1", stem, "A", options=(("A", "apoptosis"),), kind="choice")
    assert roles(item)[MentionRole.STEM] == {"Zinc"}


def test_a_plan_is_not_read_and_its_text_is_kept() -> None:
    part = extracted(ABSTRACT).contribution
    assert ("Zinc", "causes", "asthma", "positive") not in claims(ABSTRACT)
    assert any("whether zinc causes" in chunk.text for chunk in part.chunks)


def test_a_hedged_sentence_says_how_much() -> None:
    by_quote = {e.quote: e.hedge for e in extracted(ABSTRACT).contribution.evidence}
    assert by_quote["Zinc may prevent asthma."] == pytest.approx(1 / 3)
    assert by_quote["Zinc inhibits apoptosis."] == 0


def test_a_quote_lies_whole_in_its_chunk_in_a_long_text() -> None:
    filler = "Nothing of note was seen on this day in any of the wards. "
    paper = Paper((Section(filler * 60 + "Zinc inhibits apoptosis. " + filler * 60),), pmid="9")
    part = extracted(paper).contribution
    assert len(part.chunks) >= 3  # equal windows of one document are one chunk
    assert len(part.evidence) == 1
    check_whole(part)


ANNOTATED = Paper(
    sections=(
        Section("A case report"),
        Section("The B9 drug gave two men belly sickness. It hurt."),
    ),
    title="A case report",
    pmid="77",
    annotations=(
        Annotation("B9", "Chemical", ("MESH:D000001",), 1, 4),
        Annotation("belly sickness", "Disease", ("MESH:D012640",), 1, 25),
    ),
    relations=(StatedRelation("MESH:D000001", "CID", "MESH:D012640"),),
)


def test_an_annotated_relation_is_quoted_by_the_sentence_with_both_ends() -> None:
    part = extracted(ANNOTATED).contribution
    (evidence,) = part.evidence
    assert claims(ANNOTATED) == {("Calcimycin", "causes", "Seizures", "positive")}
    assert evidence.quote == "The B9 drug gave two men belly sickness."
    assert (evidence.quoted, evidence.extractor) == (True, "annotation")
    forms = {naming.form for naming in part.namings}
    assert {"B9", "belly sickness"} <= forms
    check_whole(part)


@pytest.mark.parametrize(
    ("form", "tail"),
    [("seizures", {"Seizures"}), ("epileptic convulsions of sleep", set())],
)
def test_a_name_that_annotators_call_by_something_broader_makes_no_relation(
    form: str, tail: set[str]
) -> None:
    text = f"Zinc causes {form}."
    note = Annotation(form, "Disease", ("MESH:D012640",), 0, len("Zinc causes "))
    paper = Paper(sections=(Section(text),), pmid="5", annotations=(note,))
    assert {end for _, _, end, _ in claims(paper)} == tail


def test_ends_in_two_sentences_leave_the_statement_as_the_quote() -> None:
    sections = (Section("The B9 drug."), Section("Belly sickness. belly sickness came."))
    notes = (
        Annotation("B9", "Chemical", ("MESH:D000001",), 0, 4),
        Annotation("belly sickness", "Disease", ("MESH:D012640",), 1, 16),
    )
    part = extracted(replace(ANNOTATED, sections=sections, annotations=notes)).contribution
    (evidence,) = part.evidence
    assert not evidence.quoted
    check_whole(part)


def test_ready_triples_take_aliases_passives_and_ids() -> None:
    relation = StatedRelation(
        "asthma", "caused by", "smoke", tail_type="Drug", tail_identifiers=("X:5",), confidence=0.7
    )
    paper = Paper((), relations=(relation,), where="t.tsv:3")
    part = extracted(paper).contribution
    assert claims(paper) == {("smoke", "causes", "asthma", "positive")}
    (evidence,) = part.evidence
    assert (evidence.wording, evidence.confidence, evidence.quoted) == ("caused by", 0.7, False)
    check_whole(part)


@pytest.mark.parametrize(
    ("relation", "reason"),
    [
        (StatedRelation("zinc", "frobnicates", "asthma"), "unknown_relation"),
        (StatedRelation("zinc", "causes", "asthma", head_type="Spaceship"), "unknown_type"),
        (StatedRelation("zinc", "inhibits", "Zinc"), "relation_to_itself"),
    ],
)
def test_what_cannot_be_used_is_skipped_with_its_reason(
    relation: StatedRelation, reason: str
) -> None:
    found = extracted(Paper((), relations=(relation,), where="t.tsv:3"))
    assert [(skip.where, skip.reason) for skip in found.skipped] == [("t.tsv:3", reason)]
    assert found.contribution.evidence == ()
    check_whole(found.contribution)


def test_a_paper_is_known_by_doi_then_pmid_then_title_then_content() -> None:
    one = Paper((Section("a"),), "Zinc and the heart", doi="10.1000/ABC", pmid="1")
    assert document_key(one) == document_key(
        replace(one, doi="https://doi.org/10.1000/abc", pmid=None)
    )
    by_pmid = replace(one, doi=None)
    assert document_key(by_pmid) == document_key(replace(by_pmid, title="", pmid="PMID: 1"))
    by_title = replace(by_pmid, pmid=None)
    assert document_key(by_title) == document_key(Paper((), "ZINC and the heart."))
    by_content = replace(by_title, title="")
    assert document_key(by_content) == document_key(Paper((Section("a"),)))
    assert len({document_key(p) for p in (one, by_pmid, by_title, by_content)}) == 4


def test_the_same_record_gives_the_same_contribution() -> None:
    assert extracted(QUESTION) == extracted(QUESTION)


@pytest.mark.skipif(not SHARED.is_dir(), reason="shared data is not there")
def test_the_order_of_real_records_does_not_matter() -> None:
    records = [
        record
        for record in READERS.load("pubmedqa").read(SHARED / "pubmedqa" / "ori_pqal.json", {})
        if isinstance(record, BenchmarkItem)
    ][:60]
    straight = {record.id: extracted(record) for record in records}
    random.Random(0).shuffle(records)
    assert {record.id: extracted(record) for record in records} == straight
    for found in straight.values():
        check_whole(found.contribution)


def test_a_retracted_paper_is_shown_as_one_whoever_else_names_it() -> None:
    named = replace(ABSTRACT, title="Zinc and asthma")
    retracted = replace(named, notices=("retracted",))
    titles = [extracted(one).contribution.documents[0].title for one in (named, retracted)]
    assert titles == ["Zinc and asthma", "(retracted) Zinc and asthma"]
    # Of what several sources say a store shows the least.
    assert min(titles) == titles[1]
    assert document_key(named) == document_key(retracted)


PICTURE = BenchmarkItem(
    "1", "Is saliva composed of amylase?", "yes", kind="boolean", meta={"image": "i1"}
)


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Is saliva composed of amylase?", "yes", {("Amylases", "part_of", "Saliva", "positive")}),
        ("Is saliva composed of amylase?", "no", set()),
        ("Is the saliva composed of amylase?", "yes", set()),
        ("Is asthma associated with obesity?", "yes", set()),
        ("Does this image show saliva composed of amylase?", "yes", set()),
        ("What is saliva composed of?", "amylase", {("Amylases", "part_of", "Saliva", "positive")}),
        ("What is this saliva composed of?", "amylase", set()),
    ],
)
def test_of_a_picture_only_what_holds_in_general_is_read(
    question: str, answer: str, expected: set[tuple[str, str, str, str]]
) -> None:
    decision = {"yes": Polarity.POSITIVE, "no": Polarity.NEGATIVE}.get(answer)
    kind = "boolean" if decision else "open"
    item = replace(PICTURE, question=question, answer=answer, kind=kind, decision=decision)
    assert claims(item) == expected
