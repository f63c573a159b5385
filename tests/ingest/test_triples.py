"""Relations join whole noun groups; sign, polarity and direction are kept apart."""

import pytest

from tests.ingest.extracting import read, triples

FOUND = [
    ("Zinc inhibits apoptosis.", [("zinc", "inhibits", "apoptosis")]),
    ("Apoptosis is inhibited by zinc.", [("zinc", "inhibits", "apoptosis")]),
    ("Zinc did not inhibit apoptosis.", [("zinc", "not inhibits", "apoptosis")]),
    ("Zinc failed to inhibit apoptosis.", [("zinc", "not inhibits", "apoptosis")]),
    ("Zinc doesn't inhibit apoptosis.", [("zinc", "not inhibits", "apoptosis")]),
    (
        "Neither zinc nor leptin inhibits apoptosis.",
        [("zinc", "not inhibits", "apoptosis"), ("leptin", "not inhibits", "apoptosis")],
    ),
    (
        "There was no evidence that zinc inhibits apoptosis.",
        [("zinc", "not inhibits", "apoptosis")],
    ),
    ("Zinc not only inhibits apoptosis but is cheap.", [("zinc", "inhibits", "apoptosis")]),
    ("Loss of dystrophin lowered leptin.", [("dystrophin", "upregulates", "leptin")]),
    ("Dystrophin knockdown increased leptin.", [("dystrophin", "downregulates", "leptin")]),
    ("Inhibiting dystrophin reduces leptin.", [("dystrophin", "upregulates", "leptin")]),
    ("Reduced leptin levels cause obesity.", [("leptin", "causes (-)", "obesity")]),
    ("Smoking increases the risk of stroke.", [("smoking", "increases_risk_of", "stroke")]),
    ("Aspirin reduces mortality.", [("aspirin", "reduces_risk_of", "mortality")]),
    ("Insulin increases leptin.", [("insulin", "upregulates", "leptin")]),
    (
        "Obesity is inversely associated with asthma.",
        [("obesity", "associated_with (-)", "asthma")],
    ),
    (
        "Obesity is associated with asthma and stroke.",
        [("obesity", "associated_with", "asthma"), ("obesity", "associated_with", "stroke")],
    ),
    (
        "Obesity, smoking and asthma are risk factors for stroke.",
        [("smoking", "increases_risk_of", "stroke"), ("asthma", "increases_risk_of", "stroke")],
    ),
    ("Saliva contains amylase.", [("amylases", "part_of", "saliva")]),
    ("We saw cisplatin-induced hepatitis.", [("cisplatin", "causes", "hepatitis")]),
    ("Treatment with aspirin prevents stroke.", [("aspirin", "prevents", "stroke")]),
    ("Leptin had no effect on appetite.", [("leptin", "not affects", "appetite")]),
    ("Leptin is a marker of obesity.", [("leptin", "biomarker_of", "obesity")]),
    (
        "Our data not only show that zinc inhibits apoptosis but are new.",
        [("zinc", "inhibits", "apoptosis")],
    ),
    (
        "Obesity is associated inversely with asthma.",
        [("obesity", "associated_with (-)", "asthma")],
    ),
    (
        "Obesity is associated with a significant reduction in the risk of asthma.",
        [("obesity", "associated_with (-)", "asthma")],
    ),
    (
        "Obesity is associated with an increased risk of developing asthma.",
        [("obesity", "associated_with", "asthma")],
    ),
    ("Obesity in pregnancy causes asthma.", [("obesity", "causes", "asthma")]),
    (
        "Leptin is increased in obesity and is related to asthma.",
        [("leptin", "upregulated_in", "obesity"), ("leptin", "associated_with", "asthma")],
    ),
    (
        "Zinc inhibits apoptosis and increases leptin.",
        [("zinc", "inhibits", "apoptosis"), ("zinc", "upregulates", "leptin")],
    ),
    (
        "Polymorphisms in the BRCA1 gene are associated with asthma.",
        [("genes, brca1", "associated_with", "asthma")],
    ),
    ("Laparoscopic surgery prevents asthma.", [("laparoscopic surgery", "prevents", "asthma")]),
    ("Asthma results from obesity.", [("obesity", "causes", "asthma")]),
    (
        "Low leptin is associated with poorer survival.",
        [("leptin", "associated_with", "survival")],
    ),
    ("Apoptosis is inhibited by the enzyme amylase.", [("amylases", "inhibits", "apoptosis")]),
    (
        "Obesity predisposes to early onset asthma.",
        [("obesity", "promotes", "early onset asthma")],
    ),
    ("Asthma is characterized by cough.", [("cough", "symptom_of", "asthma")]),
    ("UCB T cells reduce mortality.", [("ucb t cell", "reduces_risk_of", "mortality")]),
    # Kinds of error that readers found on the sheets of sources.
    (
        "Decreased levels of leptin are associated with asthma.",
        [("leptin", "associated_with (-)", "asthma")],
    ),
    (
        "Shorter telomere length is associated with asthma.",
        [("telomere length", "associated_with (-)", "asthma")],
    ),
    (
        "Asthma results from shorter collagen monomers.",
        [("shorter collagen monomer", "causes", "asthma")],
    ),
    ("Smoking results in longer survival.", [("smoking", "promotes", "survival")]),
    ("Smoking leads to depletion of microglia.", [("smoking", "inhibits", "microglia")]),
    ("Leptin leads to an increased risk of stroke.", [("leptin", "increases_risk_of", "stroke")]),
    ("Leptin is a negative regulator of appetite.", [("leptin", "regulates (-)", "appetite")]),
    ("Microglia produced less leptin.", [("microglia", "downregulates", "leptin")]),
    ("Asthma is commonly associated with obesity.", [("asthma", "associated_with", "obesity")]),
    ("Zinc rarely fails to inhibit apoptosis.", [("zinc", "inhibits", "apoptosis")]),
    ("Leptin modified the microglia.", [("leptin", "affects", "microglia")]),
    ("Activation of microglia by leptin was seen.", [("leptin", "activates", "microglia")]),
    (
        "Loss of leptin and dystrophin increases glycogen.",
        [("leptin", "downregulates", "glycogen"), ("dystrophin", "downregulates", "glycogen")],
    ),
    ("Zinc causes muscle aches.", [("zinc", "causes", "muscle ache")]),
    ("Aspirin can treat associated headache.", [("aspirin", "treats", "headache")]),
    (
        "Zinc inhibits apoptosis and implicate leptin in obesity.",
        [("zinc", "inhibits", "apoptosis")],
    ),
    ("Saliva contains amylase that is lost in mice.", [("amylases", "part_of", "saliva")]),
    ("Smoking in pregnancy causes asthma.", [("smoking", "causes", "asthma")]),
    ("Zinc decreased microglia growth and survival.", [("zinc", "inhibits", "microglia")]),
]
NOTHING = [
    "We asked whether zinc inhibits apoptosis.",
    "The aim was to show that zinc inhibits apoptosis.",
    "To determine if zinc inhibits apoptosis, mice were used.",
    "Does zinc inhibit apoptosis?",
    "Patients with obesity had increased mortality.",
    "Screening of patients with asthma reduces mortality.",
    "The effect of zinc increased mortality.",
    "Treatment of obesity increased mortality.",
    "Zinc reduces leptin and drug-induced leptin release.",
    "Zinc increases these leptin levels.",
    "Patients receiving zinc reduced mortality.",
    "Complications associated with obesity are rare.",
    "Cells that recruit leptin inhibit apoptosis.",
    "Headache-related asthma is rare.",
    "Zinc and leptin were measured in obesity.",
    "Zinc inhibits zinc.",
    "Zinc inhibits leptin induced apoptosis.",
    "Masks are effective in blocking asthma.",
    "We examined the relationship between obesity and asthma.",
    "Smoking resulted in damage to the liver.",
    "Zinc prevents leptin from reaching the liver.",
    "Previous surgery prevents asthma.",
    "Polymorphisms in the BRCA1 gene inhibit apoptosis.",
    "Zinc was associated with a nonsignificant increase in the risk of asthma.",
    "Increased obesity and reduced leptin in asthma were seen.",
    "A mutant of 47,XXX prevents asthma.",
    "Obesity leads to a hostile environment.",
    "Mice had lower leptin, and lower obesity.",
    "Obesity and smoking cause cough and asthma, respectively.",
    "Point mutations cause asthma.",
    "Leptin promotes DNA sequences which lie in the liver.",
    "Asthma is caused by somatic mutations in the leptin gene.",
    # Kinds of error that readers found on the sheets of sources.
    "Smoking is associated with progression of asthma.",
    "Asthma is associated with a (CTG) n repeat expansion.",
    "Asthma comprises the majority of lung disease.",
    "Smoking may lead to large fluctuations in leptin.",
    "Depression is increased in breast cancer.",
    "Asthma encodes leptin.",
    "Mutant microglia demonstrated lower leptin levels.",
    "Asthma is not commonly associated with obesity.",
    "Asthma is rarely associated with obesity.",
    "We show that leptin modified microglia promote apoptosis.",
    "Activation of microglia by leptin rearranges the cytoskeleton.",
    "Obesity is related to baroreflex and chemoreflex dysfunction.",
    "Mutations in BRCA1 and BRCA2 do not contribute to asthma.",
    "Co-expression of MCR and E. coli leptin results in asthma.",
    "Asthma is characterized by signs and symptoms such as cough.",
    "The TBI server predicts obesity.",
    "Saliva contains the amylase that is lost in mice.",
    "Yes\nhoney causes asthma.",
    "Intronic mutation in a splice site causes asthma.",
]


@pytest.mark.parametrize(("sentence", "expected"), FOUND)
def test_a_statement_is_read(sentence: str, expected: list[tuple[str, str, str]]) -> None:
    assert triples(sentence) == expected


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_states_nothing_gives_nothing(sentence: str) -> None:
    assert triples(sentence) == []


@pytest.mark.parametrize(
    "text",
    [
        "zinc and " * 5000 + "inhibits apoptosis.",
        "(" * 20_000 + "zinc inhibits apoptosis.",
        "is a a a a " * 10_000,
        "association between " * 5000,
        "zinc very inhibits " * 5000,
    ],
)
@pytest.mark.timeout(10)
def test_a_table_without_a_full_stop_takes_no_time_and_states_nothing(text: str) -> None:
    assert triples(text) == []


def test_the_quote_is_the_sentence() -> None:
    sentence = "In mice, zinc inhibits apoptosis."
    (found,) = read(sentence)
    assert sentence[found.start : found.end] == sentence


def test_a_bracket_is_no_part_of_a_name() -> None:
    (found,) = read("The neutrophil net (NET) antigen inhibits apoptosis.")
    assert found.head.entry.name == "neutrophil net antigen"
