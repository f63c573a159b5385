"""F1 against annotated corpora, on drawn parts: floors two points below what is measured today.

`python -m perf.gold` measures the whole corpora (docs/extraction.md).
"""

import pytest

from perf import gold, gold_relations
from perf.extraction_sources import DATA
from perf.gold_counts import Counts, table
from perf.gold_relations import ANY

needs_shared = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"the annotated corpora are not there: {DATA}"
)


@needs_shared
@pytest.mark.parametrize(
    ("path", "every", "kind", "floor"),
    [
        (gold.BC5CDR, 5, "Chemical", 0.77),  # 0.791
        (gold.BC5CDR, 5, "Disease", 0.70),  # 0.725
        (gold.NCBI, 1, "Disease", 0.60),  # 0.621
    ],
)
def test_concepts_are_found_where_annotators_mark_them(
    path: str, every: int, kind: str, floor: float
) -> None:
    drawn = list(gold.papers(path))[::every]
    counts = gold.concepts(drawn, kind)["same span"]
    assert counts.gold > 700
    assert (counts.f1 or 0) >= floor, table(kind, {"same span": counts})


@needs_shared
@pytest.mark.slow  # a third of the corpus: its pairs are few
def test_chemicals_are_read_to_cause_the_diseases_that_curators_say() -> None:
    counts = gold_relations.bc5cdr(list(gold.papers(gold.BC5CDR))[::3])
    for what, floor in ((ANY, 0.14), ("causes", 0.13)):  # 0.159, 0.151
        assert (counts[what].f1 or 0) >= floor, table("BC5CDR", counts)
    assert (counts[ANY].precision or 0) >= 0.79, table("BC5CDR", counts)  # 31 of 37


@needs_shared
@pytest.mark.slow  # most sentences of PGR state nothing
def test_genes_and_phenotypes_of_a_sentence_are_related_no_less_than_today() -> None:
    counts = gold_relations.pgr(list(gold_relations.pgr_rows())[::8])
    assert counts[ANY].gold > 300
    assert counts[ANY].hits >= 5, table("PGR", counts)  # 6 of 13
    assert (counts[ANY].precision or 0) >= 0.33, table("PGR", counts)


@needs_shared
def test_what_curators_took_from_a_quote_is_read_no_less_than_today() -> None:
    counts = gold_relations.bel(gold_relations.bel_quotes())
    assert counts[ANY].gold > 1000
    assert counts[ANY].hits >= 6, table("BEL", counts)  # 7 of 60


def test_a_table_shows_denominators_and_leaves_open_what_is_not_defined() -> None:
    counts = Counts()
    counts.add({1}, {1, 2}, {1, 3, 4, 5})
    assert table("x", {"one": counts, "none": Counts(), "nothing found": Counts(0, 0, 3)}) == (
        "| x | precision | recall | F1 |\n|---|---|---|---|\n"
        "| one | 0.500 (1/2) | 0.250 (1/4) | 0.333 |\n"
        "| none | - | - | - |\n"
        "| nothing found | - | 0.000 (0/3) | 0.000 |"
    )
