"""People's corrections: applied, applied again, undone, and stronger than any fusion."""

import threading
from pathlib import Path

import pytest

from graph.corrections import PEOPLE, Corrections
from graph.memory_store import MemoryStore
from graph.vocabulary import ConceptType
from hubscope.errors import InputError
from ingest.correction import Correction, Kind, Reference
from ingest.curation import Curated, Curation, accept, forbid, reference
from tests.ingest.curating import claim, concept, facts_store, file_of, statements, write

RETYPE = '[[retype]]\nconcept = "Wnt signaling"\ntype = "Other"\nto = "Pathway"\n'
RENAME = '[[rename]]\nconcept = "ACE"\ntype = "Protein"\nto = "angiotensin I-converting enzyme"\n'
MERGE = '[[merge]]\nconcept = "TNFA"\ntype = "Gene"\ninto = "TNF"\n'
APART = '[[keep_apart]]\nconcept = "ERK"\ntype = "Protein"\nfrom = "ERK1"\n'
REJECT = """[[reject]]\nhead = "zinc"\nhead_type = "Drug"\nrelation = "inhibits"\ntail = "ACE"
tail_type = "Protein"\n"""
FUSED = Corrections({concept("Protein", "ERK1").key: concept("Protein", "ERK")})


@pytest.fixture
def curation(tmp_path: Path) -> Curation:
    return Curation(tmp_path / "corrections" / "local")


def test_every_kind_of_correction_changes_the_graph(curation: Curation, tmp_path: Path) -> None:
    store = facts_store()
    done = curation.apply(store, file_of(tmp_path, RETYPE + RENAME + MERGE + APART + REJECT))
    assert (len(done.applied), done.unknown) == (5, ())
    assert statements(store) == {
        "TNF causes sepsis",
        "TNF causes fever",
        "Wnt signaling promotes cancer",
        "ERK activates RSK",
        "ERK1 activates RSK",
    }
    (wnt,) = store.find("Wnt signaling")
    assert wnt.type == "Pathway"
    (ace,) = store.find("ACE")
    assert (ace.name, ace.degree) == ("angiotensin I-converting enzyme", 0)


@pytest.mark.parametrize("text", [RETYPE, RENAME, MERGE, APART, REJECT])
def test_a_block_taken_out_is_undone(curation: Curation, tmp_path: Path, text: str) -> None:
    store = facts_store()
    before = list(store.canonical())
    store.correct(FUSED, layer="fusion")
    fused = list(store.canonical())
    curation.apply(store, file_of(tmp_path, text))
    assert list(store.canonical()) != fused
    curation.apply(store, file_of(tmp_path, "# nothing\n"))
    assert list(store.canonical()) == fused
    store.correct(Corrections(), layer="fusion")
    assert list(store.canonical()) == before


def test_what_fits_and_what_does_not_is_told_without_applying(
    curation: Curation, tmp_path: Path
) -> None:
    store = facts_store()
    assert curation.standing(store) == Curated(file=curation.file)
    done = curation.apply(store, file_of(tmp_path, RETYPE + MERGE + REJECT))
    assert curation.standing(store) == done
    store = facts_store()
    before = list(store.canonical())
    curation.file.write_text(MERGE + REJECT.replace("zinc", "lead"), "utf-8")
    standing = curation.standing(store)
    assert [str(one) for one in standing.applied] == ["merge Gene 'TNFA' into Gene 'TNF'"]
    assert [one.reason for one in standing.unknown] == ["no_such_concept"]
    assert list(store.canonical()) == before


def test_applying_twice_is_applying_once(curation: Curation, tmp_path: Path) -> None:
    store, path = facts_store(), file_of(tmp_path, RETYPE + RENAME + MERGE + REJECT)
    first = curation.apply(store, path)
    lines = list(store.canonical())
    assert curation.again(store) == first
    assert list(store.canonical()) == lines


def test_the_order_of_the_file_does_not_matter(curation: Curation, tmp_path: Path) -> None:
    one, other = facts_store(), facts_store()
    blocks = [RETYPE, RENAME, MERGE, APART, REJECT]
    curation.apply(one, file_of(tmp_path, "".join(blocks)))
    curation.apply(other, file_of(tmp_path, "".join(reversed(blocks))))
    assert list(one.canonical()) == list(other.canonical())


def test_corrections_outlive_deleting_and_ingesting_again(
    curation: Curation, tmp_path: Path
) -> None:
    store = facts_store()
    curation.apply(store, file_of(tmp_path, RETYPE + RENAME + MERGE + REJECT))
    corrected = list(store.canonical())
    store.delete_source("facts")
    gone = curation.again(store)
    assert {one.reason for one in gone.unknown} == {"no_such_concept"}
    assert len(gone.unknown) == 4
    write(store)
    assert curation.again(store).unknown == ()
    assert list(store.canonical()) == corrected


def test_what_fits_nothing_is_listed_with_its_reason_and_line(
    curation: Curation, tmp_path: Path
) -> None:
    text = RETYPE.replace("Wnt", "Hedgehog") + MERGE + REJECT.replace("inhibits", "activates")
    path = file_of(tmp_path, text)
    done = curation.apply(facts_store(), path)
    assert [(one.correction.where, one.reason) for one in done.unknown] == [
        (f"{path}:1", "no_such_concept"),
        (f"{path}:9", "no_such_claim"),
    ]
    assert [one.kind for one in done.applied] == [Kind.MERGE]


def test_a_name_means_a_concept_as_sources_write_it(curation: Curation, tmp_path: Path) -> None:
    store = MemoryStore()
    write(store, forms={"TNFA": "tumour necrosis factor alpha"})
    text = MERGE.replace("TNFA", "Tumour necrosis factor alpha")
    for _ in range(2):  # a form of what was merged away still means it
        done = curation.apply(store, file_of(tmp_path, text))
        assert done.unknown == ()
        assert "TNF causes sepsis" in statements(store)


def test_a_name_of_two_concepts_is_listed_as_ambiguous(curation: Curation, tmp_path: Path) -> None:
    store = MemoryStore()
    write(store, forms={"ERK": "MAPK", "ERK1": "MAPK"})
    text = RENAME.replace("ACE", "MAPK")
    (listed,) = curation.apply(store, file_of(tmp_path, text)).unknown
    assert listed.reason == "ambiguous_name"
    assert "erk, erk1" in listed.detail


def test_corrections_build_on_each_other(curation: Curation, tmp_path: Path) -> None:
    store = facts_store()
    merged = MERGE + MERGE.replace('"TNF"', '"LTA"').replace("TNFA", "TNF")
    named = RENAME.replace("ACE", "Wnt signaling").replace('"Protein"', '"Pathway"')
    write(store, [("Gene", "LTA", "causes", "Disease", "fever")], "more")
    done = curation.apply(store, file_of(tmp_path, RETYPE + named + merged))
    assert done.unknown == ()
    assert "LTA causes sepsis" in statements(store)
    assert "angiotensin I-converting enzyme promotes cancer" in statements(store)


def test_a_circle_is_listed_and_the_rest_holds(curation: Curation, tmp_path: Path) -> None:
    store = facts_store()
    back = MERGE.replace('"TNF"', '"x"').replace('"TNFA"', '"TNF"').replace('"x"', '"TNFA"')
    done = curation.apply(store, file_of(tmp_path, MERGE + back))
    assert [one.reason for one in done.unknown] == ["circle"]
    assert len(done.applied) == 1


def test_a_rejected_claim_stays_to_be_seen(curation: Curation, tmp_path: Path) -> None:
    store = facts_store()
    curation.apply(store, file_of(tmp_path, REJECT))
    assert claim(("Drug", "zinc", "inhibits", "Protein", "ACE")).key in {
        one.key for one in store.claims()
    }


# -- people beat fusion ---------------------------------------------------------------------------


def test_what_people_keep_apart_is_parted_from_what_a_fusion_joined(
    curation: Curation, tmp_path: Path
) -> None:
    store = facts_store()
    before = statements(store)
    store.correct(FUSED, layer="fusion 1")
    assert statements(store) != before
    curation.apply(store, file_of(tmp_path, APART))
    assert statements(store) == before


def test_keeping_apart_leaves_the_rest_of_a_fusion_alone(
    curation: Curation, tmp_path: Path
) -> None:
    store = facts_store()
    write(store, [("Protein", "p44", "activates", "Protein", "ELK")], "more")
    erk = concept("Protein", "ERK")
    both = {concept("Protein", name).key: erk for name in ("ERK1", "p44")}
    store.correct(Corrections(both), layer="fusion 1")
    curation.apply(store, file_of(tmp_path, APART))
    assert {"ERK activates ELK", "ERK1 activates RSK"} < statements(store)


def test_undoing_a_fusion_leaves_peoples_merge(curation: Curation, tmp_path: Path) -> None:
    store = facts_store()
    tnf = Corrections({concept("Gene", "TNFA").key: concept("Gene", "TNF")})
    store.correct(tnf, layer="fusion 1")
    curation.apply(store, file_of(tmp_path, MERGE))
    store.correct(Corrections(), layer="fusion 1")
    assert "TNF causes sepsis" in statements(store)
    assert PEOPLE in store.layers()


def test_pairs_kept_apart_are_told_to_a_fusion(curation: Curation, tmp_path: Path) -> None:
    store = facts_store()
    assert curation.apart(store) == frozenset()
    curation.apply(store, file_of(tmp_path, APART + MERGE))
    keys = {concept("Protein", name).key for name in ("ERK", "ERK1")}
    assert curation.apart(store) == {frozenset(keys)}


# -- the file -------------------------------------------------------------------------------------


def test_a_bad_file_changes_nothing(curation: Curation, tmp_path: Path) -> None:
    store, path = facts_store(), file_of(tmp_path, RETYPE)
    curation.apply(store, path)
    lines = list(store.canonical())
    path.write_text(RETYPE + "[[merg]]\n", "utf-8")
    with pytest.raises(InputError):
        curation.apply(store, path)
    assert list(store.canonical()) == lines
    kept = curation.again(store)
    assert f"{path}:5" in kept.problem
    assert list(store.canonical()) == lines


def test_a_file_that_is_gone_holds_by_its_copy(curation: Curation, tmp_path: Path) -> None:
    store, path = facts_store(), file_of(tmp_path, RETYPE)
    curation.apply(store, path)
    lines = list(store.canonical())
    path.unlink()
    kept = curation.again(store)
    assert ("no such file" in kept.problem, len(kept.applied)) == (True, 1)
    assert list(store.canonical()) == lines


def test_without_a_file_nothing_is_corrected(curation: Curation) -> None:
    store = facts_store()
    lines = list(store.canonical())
    done = curation.again(store)
    assert (done.applied, done.unknown, done.problem) == ((), (), "")
    assert list(store.canonical()) == lines


def test_the_app_appends_to_the_curators_own_file(curation: Curation, tmp_path: Path) -> None:
    store, path = facts_store(), file_of(tmp_path, "# mine\n" + RETYPE)
    curation.apply(store, path)
    erk, erk1 = (Reference(ConceptType("Protein"), name) for name in ("ERK", "ERK1"))
    assert forbid(curation, erk, erk1, reason="two kinases", by="app")
    assert not forbid(curation, erk, erk1, reason="two kinases", by="app")
    assert path.read_text("utf-8").startswith("# mine\n" + RETYPE)
    with pytest.raises(InputError, match="Keep one of them"):
        accept(curation, erk1, erk)
    assert len(curation.again(store).applied) == 2


def test_without_a_file_the_app_begins_one_that_people_can_read(curation: Curation) -> None:
    store = facts_store()
    gene = ConceptType("Gene")
    assert accept(curation, Reference(gene, "TNFA"), Reference(gene, "TNF"), by="app")
    assert curation.file.read_text("utf-8").startswith("# Corrections of the concept graph")
    assert len(curation.again(store).applied) == 1


def test_a_correction_can_be_withdrawn(curation: Curation, tmp_path: Path) -> None:
    path = file_of(tmp_path, "# mine\n" + RETYPE + "\n# hers\n" + MERGE + "\n" + REJECT)
    curation.apply(facts_store(), path)
    gene = ConceptType("Gene")
    merge = Correction(Kind.MERGE, Reference(gene, "TNFA"), Reference(gene, "TNF"))
    assert curation.withdraw(merge)
    assert path.read_text("utf-8") == "# mine\n" + RETYPE + "\n# hers\n" + REJECT
    assert not curation.withdraw(merge)


def test_corrections_added_at_once_are_all_there(curation: Curation) -> None:
    gene = ConceptType("Gene")

    def add(number: int) -> None:
        accept(curation, Reference(gene, f"G{number}"), Reference(gene, "TNF"))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = curation.again(facts_store())
    assert len(done.unknown) == 12


def test_a_concept_is_referred_to_by_a_name_that_makes_its_key() -> None:
    store = MemoryStore()
    write(store, forms={"TNFA": "tumour necrosis factor alpha"})
    own = concept("Gene", "TNFA")
    shown = store.concepts([own.key])[own.key]
    assert reference(shown, own).key == own.key
    erk = concept("Protein", "ERK")
    assert reference(store.concepts([erk.key])[erk.key], erk).name == "ERK"
