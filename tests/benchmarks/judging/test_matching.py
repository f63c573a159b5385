"""Node match: names first, longest first, vetoes hold, order does not matter."""

import random
from collections.abc import Sequence

import pytest

from benchmarks.judging.matching import ConceptMatcher, Match, node_match

FORMS = [
    ("TNF-α", "tnf"),
    ("tumor necrosis factor", "tnf"),
    ("TNF", "tnf"),
    ("small cell lung cancer", "sclc"),
    ("lung cancer", "lung"),
    ("cancer", "cancer"),
    ("IL-1", "il1"),
    ("IL-12", "il12"),
    ("statin", "statin"),
    ("SET", "set"),
    ("TP53", "gene"),
    ("TP53", "protein"),
    ("Alzheimer's disease", "ad"),
    ("1,25-dihydroxyvitamin D3", "calcitriol"),
    ("metastasis", "metastasis"),
    ("acute lung", "acute"),
    ("lung injury score", "score"),
]
MATCHER = ConceptMatcher(FORMS)


def keys(text: str, matcher: ConceptMatcher = MATCHER) -> list[str]:
    return [match.key for match in matcher.match(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TNFα is released", ["tnf"]),
        ("tnf alpha is released", ["tnf"]),
        ("Small-cell lung cancer grows", ["sclc"]),
        ("Lung cancer is a cancer", ["lung", "cancer"]),
        ("IL1 and IL 12 rise", ["il1", "il12"]),
        ("IL-1 2 is no name of IL-12", ["il1", "il12"]),
        ("Statins are used", ["statin"]),
        ("Metastases of lung cancers", ["metastasis", "lung"]),
        ("A set of cells", []),
        ("SET is a protein", ["set"]),
        ("TP53 mutations", ["gene", "protein"]),
        ("Alzheimer’s disease (AD)", ["ad"]),
        ("1,25-Dihydroxyvitamin D3 falls", ["calcitriol"]),
        ("non-cancer controls", []),
        ("the acute lung injury score", ["score"]),
        ("anti-TNF therapy", []),
        ("cancerous tissue", []),
        ("TNF-6 is another protein", []),
        ("TNF-like ligands, TNF-binding proteins", []),
        ("a TNF-driven disease", ["tnf"]),
        ("", []),
    ],
)
def test_names_are_found_in_text_by_identity(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


def test_words_of_prose_name_nothing_alone() -> None:
    matcher = ConceptMatcher([("lead", "Pb"), ("role", "r"), ("lead poisoning", "Lp")])
    assert matcher.match("These may lead to a role on the other hand") == ()
    assert keys("Lead poisoning harms children", matcher) == ["Lp"]


def test_a_prefix_is_no_name() -> None:
    matcher = ConceptMatcher([("Pre", "pre"), ("PRE", "pre")])
    assert matcher.match("pre-existing or pre‑clinical") == ()
    assert keys("PRE is a protocol", matcher) == ["pre"]


def test_the_last_s_of_an_abbreviation_is_no_plural() -> None:
    matcher = ConceptMatcher([("ACL", "ligament"), ("ACLS", "support"), ("SNP", "snp")])
    assert keys("ACL reconstruction", matcher) == ["ligament"]
    assert keys("ACLS courses and SNPs", matcher) == ["support", "snp"]


def test_match_says_where_it_comes_from() -> None:
    assert MATCHER.match("Statins work") == (Match("statin", "exact", "Statins"),)


class Answers:
    """A stand-in for the index of names: fixed cosines, and what was asked."""

    def __init__(self, answers: dict[str, list[tuple[str, str, float]]]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def __call__(self, names: Sequence[str]) -> list[list[tuple[str, str, float]]]:
        self.asked += names
        return [self.answers.get(name, []) for name in names]


def test_only_a_claim_without_a_name_is_matched_by_cosine() -> None:
    nearest = Answers({"cholesterol drugs": [("statin", "statin", 0.7)]})
    matcher = ConceptMatcher(FORMS, nearest)
    named, unnamed = matcher.match_many(["Statins help", "Cholesterol drugs help patients"])
    assert [match.kind for match in named] == ["exact"]
    assert unnamed == ()
    assert "Statins" not in nearest.asked
    nearest.answers = {"Cholesterol drugs": [("statin", "statin", 0.7)]}
    assert matcher.match("Cholesterol drugs help patients") == (
        Match("statin", "cosine", "Cholesterol drugs", 0.7),
    )


def test_nearest_phrase_wins_and_one_concept_is_taken() -> None:
    nearest = Answers(
        {
            "cholesterol drugs": [("statin", "statin", 0.7)],
            "malignant disease": [("cancer", "cancer", 0.8)],
        }
    )
    matcher = ConceptMatcher(FORMS, nearest)
    assert keys("the cholesterol drugs prevent malignant disease", matcher) == ["cancer"]


def test_veto_turns_to_the_next_nearest() -> None:
    nearest = Answers({"interleukin 12": [("il1", "interleukin 1", 0.97), ("il12", "IL-12", 0.8)]})
    assert keys("interleukin 12 rises", ConceptMatcher(FORMS, nearest)) == ["il12"]
    nearest.answers = {"insulin inhibitor": [("insulin", "insulin", 0.9)]}
    assert keys("an insulin inhibitor failed", ConceptMatcher(FORMS, nearest)) == []


@pytest.mark.parametrize(
    ("exact", "cosines", "expected"),
    [
        (["a", "b"], {"c": 1.0}, "a"),
        ([], {"c": 0.6, "d": 0.6}, "c"),
        ([], {"c": 0.7, "b": 0.6}, "c"),
        ([], {"c": 0.5999999}, None),
        ([], {}, None),
    ],
)
def test_node_match_prefers_names_then_the_nearest(
    exact: list[str], cosines: dict[str, float], expected: str | None
) -> None:
    assert node_match("x", exact, cosines) == expected


def test_work_grows_with_the_text_not_with_the_graph() -> None:
    letters = random.Random(7)
    many = [("".join(letters.choices("abcdefghij", k=8)) + f" {n}", f"k{n}") for n in range(20_000)]
    matcher = ConceptMatcher([*FORMS, *many])
    assert keys(f"{many[5][0]} binds TNF", matcher) == ["k5", "tnf"]


def test_a_common_word_is_no_name_however_a_corpus_wrote_it() -> None:
    forms = [("NO", "nitric oxide"), ("no", "nitric oxide"), ("leads", "Pb"), ("T", "testosterone")]
    matcher = ConceptMatcher([*forms, ("lead poisoning", "Lp")], common=frozenset({"no", "lead"}))
    assert matcher.match("There is no effect on T cells that would lead anywhere") == ()
    assert [match.key for match in matcher.match("NO relaxes vessels")] == ["nitric oxide"]
    assert [match.key for match in matcher.match("Lead poisoning harms children")] == ["Lp"]


def test_an_abbreviation_of_one_document_is_a_name_in_its_own_items_only() -> None:
    forms = [("PAC", "paclitaxel"), ("paclitaxel", "paclitaxel"), ("TNF", "tnf")]
    matcher = ConceptMatcher(forms, local=frozenset({("PAC", "paclitaxel")}))
    claim = "PAC causes neuropathy"
    assert matcher.match(claim) == ()
    assert [match.key for match in matcher.match(claim, ["paclitaxel"])] == ["paclitaxel"]
    assert matcher.match(claim, ["tnf"]) == ()
    assert [match.key for match in matcher.match("Paclitaxel, TNF")] == ["paclitaxel", "tnf"]


def test_an_abbreviation_of_one_document_is_near_in_its_own_items_only() -> None:
    def nearest(names: Sequence[str]) -> list[list[tuple[str, str, float]]]:
        return [[("paclitaxel", "PAC", 0.99), ("cortisol", "plasma cortisol", 0.7)] for _ in names]

    local = frozenset({("PAC", "paclitaxel")})
    matcher = ConceptMatcher([("PAC", "paclitaxel")], nearest, local=local)
    assert [match.key for match in matcher.match("the pac drug")] == ["cortisol"]
    assert [match.key for match in matcher.match("the pac drug", ["paclitaxel"])] == ["paclitaxel"]
