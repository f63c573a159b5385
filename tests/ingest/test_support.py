"""A quote carries a triple only if it asserts it, in that direction and with that effect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.vocabulary import LIFE_SCIENCE
from ingest.function_words import words
from ingest.support import relation_alias, triple_supported

CARRIED = [
    ("Metformin activates AMPK.", "metformin", "activates", "AMPK"),
    ("AMPK was activated by metformin.", "metformin", "activates", "AMPK"),
    (
        "AMPK was strongly, reproducibly activated by metformin.",
        "metformin",
        "activates",
        "AMPK",
    ),
    ("Metformin, a biguanide, potently activates AMPK in liver.", "metformin", "activates", "AMPK"),
    ("Silencing of gene G reduced protein P.", "gene G", "upregulates", "protein P"),
    ("Depletion of gene G increased protein P.", "gene G", "downregulates", "protein P"),
    ("Inhibiting p300 reduces collagen.", "p300", "upregulates", "collagen"),
    ("Smoking causes lung cancer.", "smoking", "causes", "lung cancer"),
    ("Lung cancer is caused by smoking.", "smoking", "causes", "lung cancer"),
    ("Obesity is associated with asthma.", "asthma", "associated_with", "obesity"),
    ("Aspirin not only inhibits COX-1 but also prevents stroke.", "aspirin", "inhibits", "COX-1"),
    ("Kinase B is phosphorylated by kinase A.", "kinase A", "phosphorylates", "kinase B"),
    ("AMPK was activated by metformin.", "AMPK", "activated_by", "metformin"),
    # What a negation does not reach
    ("Zinc, but not iron, inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("Zinc does not activate but inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("Not iron but zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("Zinc inhibits ACE without affecting renin.", "zinc", "inhibits", "ACE"),
    ("Although iron does not inhibit renin, zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("There is no doubt that zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("Zinc did not fail to inhibit ACE.", "zinc", "inhibits", "ACE"),
    ("Zinc rarely fails to inhibit ACE.", "zinc", "inhibits", "ACE"),
    ("No study has failed to show that zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    # Lists of actors, comparisons, words of a phrase that say "less" by themselves
    ("ACE is inhibited by iron, copper and zinc.", "zinc", "inhibits", "ACE"),
    ("ACE is inhibited by iron and by zinc.", "zinc", "inhibits", "ACE"),
    ("REN-deficient mice had higher ACE.", "REN", "downregulates", "ACE"),
    ("ACE inhibitors such as zinc are cheap.", "zinc", "inhibits", "ACE"),
    ("Zinc does not activate, and may even inhibit, ACE.", "zinc", "inhibits", "ACE"),
    ("Loss-of-function variants in ACE lower renin.", "ACE", "upregulates", "renin"),
    ("Zinc restriction lowers ACE.", "zinc", "upregulates", "ACE"),
    ("Zinc prevents activation of ACE.", "zinc", "inhibits", "ACE"),
    ("Zinc relieves inhibition of ACE.", "zinc", "activates", "ACE"),
    ("Upon zinc treatment, ACE was activated.", "zinc", "activates", "ACE"),
    ("ACE was lower in zinc-deficient mice.", "zinc", "upregulates", "ACE"),
    ("Zinc inhibits ACE, an enzyme not found in plants.", "zinc", "inhibits", "ACE"),
    ("Iron binds ACE; zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("Not until 1990 was it known that zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("No metal other than zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("It cannot be denied that zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    # Doubts that are over
    ("As hypothesized, zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    ("Although the cause was unclear, zinc inhibits ACE.", "zinc", "inhibits", "ACE"),
    # Less of an end
    ("p300 inhibitors reduce collagen.", "p300", "upregulates", "collagen"),
    ("siRNA against gene G increased protein P.", "gene G", "downregulates", "protein P"),
    ("Knock-out of gene G raised protein P.", "gene G", "downregulates", "protein P"),
    ("Anti-TNF therapy reduces fibrosis.", "TNF", "promotes", "fibrosis"),
    # A change when something was done
    ("Protein P increased after knockdown of gene G.", "gene G", "downregulates", "protein P"),
    ("Protein P fell when gene G was silenced.", "gene G", "upregulates", "protein P"),
    ("Protein P rose upon overexpression of gene G.", "gene G", "upregulates", "protein P"),
    ("Protein P was upregulated upon gene G loss.", "gene G", "downregulates", "protein P"),
    # Predicates and parts
    ("Obesity is inversely associated with asthma.", "obesity", "associated_with", "asthma"),
    ("Obesity is associated with asthma and gout.", "obesity", "associated_with", "asthma"),
    ("miR-21 was up-regulated in glioma.", "miR-21", "upregulated_in", "glioma"),
    ("Complex I contains NDUFS1.", "NDUFS1", "part_of", "complex I"),
    # Nouns of an effect
    ("Zinc-mediated inhibition of ACE was complete.", "zinc", "inhibits", "ACE"),
    ("ACE inhibition by zinc was complete.", "zinc", "inhibits", "ACE"),
    ("Estrogen deprivation lowered PR.", "estrogen", "upregulates", "PR"),
    # Nouns of an actor
    ("Zinc is an ACE inhibitor.", "zinc", "inhibits", "ACE"),
    ("Zinc, an ACE inhibitor, lowers pressure.", "zinc", "inhibits", "ACE"),
    ("Zinc acts as an inhibitor of ACE.", "zinc", "inhibits", "ACE"),
    ("NDUFS1 is a subunit of complex I.", "NDUFS1", "part_of", "complex I"),
    # Word order
    ("Inhibited by zinc, ACE is silent.", "zinc", "inhibits", "ACE"),
    ("ACE is an enzyme that zinc inhibits.", "zinc", "inhibits", "ACE"),
    ("ACE is inhibited, in a dose-dependent manner, by zinc.", "zinc", "inhibits", "ACE"),
    # The same name
    ("TNF-α activates NF-κB.", "TNF alpha", "activates", "NF-kappaB"),
]
REFUSED = [
    ("Metformin does not activate AMPK.", "metformin", "activates", "AMPK", "negated"),
    ("Metformin didn't activate AMPK.", "metformin", "activates", "AMPK", "negated"),
    ("Metformin never activated AMPK.", "metformin", "activates", "AMPK", "negated"),
    ("Metformin could not activate AMPK.", "metformin", "activates", "AMPK", "negated"),
    ("Metformin failed to inhibit AMPK.", "metformin", "inhibits", "AMPK", "negated"),
    ("Neither zinc nor iron inhibited ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("Neither zinc nor iron inhibited ACE.", "iron", "inhibits", "ACE", "negated"),
    ("We found no evidence that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("The data do not show that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("ACE was not inhibited by zinc.", "zinc", "inhibits", "ACE", "negated"),
    ("ACE was inhibited in the absence of zinc.", "zinc", "inhibits", "ACE", "negated"),
    ("ACE was inhibited without zinc.", "zinc", "inhibits", "ACE", "negated"),
    ("We asked whether zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Does zinc inhibit ACE?", "zinc", "inhibits", "ACE", "not_asserted"),
    ("We hypothesized that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("It is unclear whether zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("We aimed to determine if zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Zinc inhibits ACE.", "ACE", "inhibits", "zinc", "direction"),
    ("Zinc inhibits ACE.", "zinc", "activates", "ACE", "direction"),
    ("Deletion of gene G raised protein P.", "gene G", "upregulates", "protein P", "direction"),
    ("Inhibition of zinc increased ACE.", "zinc", "upregulates", "ACE", "direction"),
    ("Blocking p300 lowers collagen.", "p300", "downregulates", "collagen", "direction"),
    ("Loss of gene G lowered protein P.", "gene G", "downregulates", "protein P", "direction"),
    ("Smoking is caused by stress.", "smoking", "causes", "stress", "direction"),
    ("ACE was inhibited by neither zinc nor iron.", "zinc", "inhibits", "ACE", "negated"),
    ("Iron rather than zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("Iron, but not zinc, inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("Zinc inhibits ACE, not renin.", "zinc", "inhibits", "renin", "negated"),
    ("Zinc hardly inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("It is false that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("The notion that zinc inhibits ACE was refuted.", "zinc", "inhibits", "ACE", "negated"),
    ("Evidence is lacking that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("Inhibition of ACE by zinc was not observed.", "zinc", "inhibits", "ACE", "negated"),
    ("Suppose that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Had zinc inhibited ACE, it would show.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Zinc activates renin, and iron inhibits ACE.", "zinc", "inhibits", "ACE", "direction"),
    ("Vitamin C deficiency causes scurvy.", "vitamin C", "causes", "scurvy", "direction"),
    ("A p300 inhibitor lowers collagen.", "p300", "downregulates", "collagen", "direction"),
    ("Protein P fell after gene G loss.", "gene G", "downregulates", "protein P", "direction"),
    ("Protein P fell after lunch with gene G.", "gene G", "inhibits", "protein P", "no_relation"),
    ("NDUFS1 contains complex I.", "NDUFS1", "part_of", "complex I", "direction"),
    ("miR-21 was down-regulated in glioma.", "miR-21", "upregulated_in", "glioma", "direction"),
    ("ACE inhibition by zinc was abolished.", "zinc", "inhibits", "ACE", "no_relation"),
    ("Dominant-negative AKT reduced S6K.", "AKT", "inhibits", "S6K", "direction"),
    ("AKT−/− mice had reduced S6K.", "AKT", "inhibits", "S6K", "direction"),
    ("AKT is activated upon PTEN loss.", "PTEN", "activates", "AKT", "direction"),
    ("Zinc is not an ACE inhibitor.", "zinc", "inhibits", "ACE", "negated"),
    ("Zinc is an ACE inhibitor.", "ACE", "inhibits", "zinc", "direction"),
    ("Zinc was compared with an ACE inhibitor.", "zinc", "inhibits", "ACE", "no_relation"),
    ("Zinc, like the ACE inhibitor captopril, is oral.", "zinc", "inhibits", "ACE", "no_relation"),
    ("It is unlikely that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("Zinc worsened rather than improved asthma.", "zinc", "improves", "asthma", "negated"),
    ("Zinc lost its ability to inhibit ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("ACE is insensitive to zinc.", "zinc", "inhibits", "ACE", "negated"),
    ("Zinc did not activate, but inhibited, ACE.", "zinc", "activates", "ACE", "negated"),
    ("We will study how zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Zinc was tested for inhibiting ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Were zinc to inhibit ACE, it would show.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Should zinc inhibit ACE, it would show.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("The effect of zinc on ACE remains to be seen.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("ACE expression was absent from liver.", "ACE", "expressed_in", "liver", "negated"),
    ("Eradication of zinc prevented gout.", "zinc", "prevents", "gout", "direction"),
    ("It is a myth that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("Zinc has yet to be shown to inhibit ACE.", "zinc", "inhibits", "ACE", "negated"),
    ("A lack of inhibition of ACE by zinc was seen.", "zinc", "inhibits", "ACE", "negated"),
    ("Inhibition of ACE by zinc was negligible.", "zinc", "inhibits", "ACE", "negated"),
    ("Zinc would inhibit ACE if it got there.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("In case zinc inhibits ACE, stop.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Zinc prevents activation of ACE.", "zinc", "activates", "ACE", "direction"),
    ("Zinc inhibits ACE; renin is not inhibited by zinc.", "zinc", "inhibits", "renin", "negated"),
    ("Zinc inhibits ACE without inhibiting renin.", "zinc", "inhibits", "renin", "negated"),
    ("Zinc was examined as an inhibitor of ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Zinc chelation raised ACE.", "zinc", "upregulates", "ACE", "direction"),
    (
        "Zinc deficiency increases the risk of gout.",
        "zinc",
        "increases_risk_of",
        "gout",
        "direction",
    ),
    ("It is hoped that zinc inhibits ACE.", "zinc", "inhibits", "ACE", "not_asserted"),
    ("Antibodies against zinc lowered ACE.", "zinc", "downregulates", "ACE", "direction"),
    ("Zinc inhibits ACE.", "iron", "inhibits", "ACE", "absent"),
    ("Zinc and ACE were measured.", "zinc", "inhibits", "ACE", "no_relation"),
    ("Zinc inhibits ACE.", "zinc", "frobnicates", "ACE", "no_relation"),
    ("", "zinc", "inhibits", "ACE", "absent"),
]


@pytest.mark.parametrize(("quote", "head", "relation", "tail"), CARRIED)
def test_a_plain_statement_carries_its_triple(
    quote: str, head: str, relation: str, tail: str
) -> None:
    assert triple_supported(quote, head, relation, tail) == (True, "supported")


@pytest.mark.parametrize(("quote", "head", "relation", "tail", "reason"), REFUSED)
def test_a_triple_is_refused_with_its_reason(
    quote: str, head: str, relation: str, tail: str, reason: str
) -> None:
    assert triple_supported(quote, head, relation, tail) == (False, reason)


def test_a_passive_form_exchanges_head_and_tail() -> None:
    assert relation_alias("Y", "Inhibited By", "X") == ("X", "inhibits", "Y")
    assert relation_alias("Y", "is inhibited by", "X") == ("X", "inhibits", "Y")
    assert relation_alias("X", "risk factor for", "Y") == ("X", "increases_risk_of", "Y")


# One word of each kind that the rules look beside.
_WORDS = words("inhibition inhibited inhibitor deleted was by after but not that mediated - ,")
_RANDOM = st.lists(st.sampled_from(sorted(_WORDS)), max_size=3)


@given(
    _RANDOM,
    _RANDOM,
    _RANDOM,
    st.sampled_from(sorted(LIFE_SCIENCE.relations)),
    st.permutations(["zinc", "ACE"]),
)
def test_no_order_of_words_ends_the_reading(
    before: list[str], between: list[str], behind: list[str], relation: str, names: list[str]
) -> None:
    quote = " ".join([*before, names[0], *between, names[1], *behind])
    assert isinstance(triple_supported(quote, "zinc", relation, "ACE")[0], bool)


@pytest.mark.parametrize(
    "title", ["Zinc supplementation and ACE inhibition", "ACE and zinc-mediated inhibition"]
)
def test_a_title_without_a_stop_is_read(title: str) -> None:
    assert triple_supported(title, "zinc", "inhibits", "ACE")[0] is False
