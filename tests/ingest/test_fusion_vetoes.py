"""What parts near names when they are to be one, each kind with what it must not part."""

import pytest

from ingest.fusion_vetoes import parting


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("visual impairment", "monocular visual impairment", "subtype"),
        ("EGFR expression", "EGF expression", "symbol"),
        ("PDGFRA fusions", "PDGFRB fusions", "symbol"),
        ("NFKB2-REL complex", "NFKB2-RELA complex", "symbol"),
        ("EGFR D770_N771insGL", "EGFR D770_N771insGY", "symbol"),
        ("HT(g)", "HTS(g)", "symbol"),
        ("Dasatinib + Erlotinib", "Dasatinib + Nilotinib", "coordination"),
        ("transcriptional activation", "transcriptional repression", "negation"),
        ("cyclase activating pathway", "cyclase inhibitory pathway", "negation"),
        ("Postoperative Hemorrhage", "Intraoperative hemorrhage", "negation"),
        ("decay enhanced by the complex", "decay independent of the complex", "negation"),
        ("SLBP Dependant Mature mRNA", "SLBP independent Mature mRNA", "negation"),
        ("major cytogenetic response", "complete cytogenetic response", "negation"),
        ("acquired lipodystrophy", "partial lipodystrophy", "negation"),
        ("mesendoderm migration", "mesoderm migration", "negation"),
        ("AlODOD[18O]T-", "AlODOH[18O]T-", "formula"),
        ("Hfo_wOSO3-", "Hfo_sOSO3-", "formula"),
        ("tyrosine kinases", "receptor tyrosine kinase", "subtype"),
        ("Staphylococcal Infections", "Staphylococcus aureus infection", "subtype"),
        ("Renal Insufficiency, Chronic", "kidney insufficiency", "subtype"),
        ("periampullary carcinoma", "periampullary adenocarcinoma", "subtype"),
        ("chlorofluorocarbons", "hydrochlorofluorocarbons", "subtype"),
        ("dilated cardiomyopathy", "dilated and ischemic cardiomyopathy", "coordination"),
        ("left ventricular mass", "right ventricular mass", "negation"),
        ("left ventricular mass", "cardiac ventricular mass", "opposite"),
        ("early stages of PCD", "late stages of PCD", "negation"),
        ("above mid-calf", "below mid-calf", "negation"),
        ("CD38+ naive B-cell", "CD38- naive B-cell", "negation"),
        ("IgG+ memory B lymphocyte", "IgG-negative memory B-lymphocyte", "negation"),
        ("inner medulla loop", "outer medulla loop", "negation"),
        ("sleep apnea", "sleep apnea syndrome", "subtype"),
        ("CIP", "CIPS", "abbreviation"),
        ("CIP", "ciprofloxacin", "abbreviation"),
        ("hepatitis", "hepatitis B virus infection", "designator"),
        ("AR", "aortic regurgitation", "abbreviation"),
        ("methylase", "methylesterase", "word form"),
        ("ileum", "ilium", "word form"),
        ("renal cyst", "hepatic cyst", "negation"),
        ("adenosine monophosphate", "adenosine triphosphate", "negation"),
        ("glycoprotein Ib", "glycoprotein IIb", "roman"),
        ("myotomy", "myringotomy", "word form"),
        ("endometriosis", "endometrioma", "word form"),
        ("type 1 diabetes", "type 2 diabetes", "digits"),
    ],
)
def test_what_is_near_and_not_the_same(one: str, other: str, reason: str) -> None:
    for found in (parting(one, other), parting(other, one)):
        assert found is not None
        assert found[0] == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("insulin", "human insulin"),
        ("p53", "tumor protein p53"),
        ("anemia", "anaemia"),
        ("gastroesophageal reflux disease", "gastro-oesophageal reflux disease"),
        ("HIV infection", "HIV infections"),
        ("betaine", "trimethylglycine"),
        ("PD-L1 inhibitor", "PDL1 inhibitors"),
        ("TNF-alpha level", "TNFα levels"),
        ("TB infection", "tuberculosis infection"),
        ("Carboplatin + Paclitaxel", "Paclitaxel + Carboplatin"),
        ("EGFR gene", "EGFR genes"),
        ("regulatory T cell", "T regulatory cells"),
        ("pulmonary fibrosis", "lung fibrosis"),
        ("parotid gland tumor", "parotid gland tumours"),
        ("NSAID", "NSAIDs"),
        ("Anti-Inflammatory Agents", "anti-inflammatory drug"),
        ("Lichen nitidus (disorder)", "lichen nitidus"),
        ("Barrett's adenocarcinoma", "Barrett adenocarcinoma"),
        ("peroxisomal disease", "peroxisomal disorder"),
        ("CD4(+)CD25(+) regulatory T cells", "CD4+CD25+ regulatory T cells"),
        ("IL-6", "interleukin 6"),
        ("antimalarials", "antimalarial drugs"),
        ("Hepatitis B, Chronic", "chronic hepatitis B infection"),
        ("COPD", "chronic obstructive pulmonary disease"),
        ("CRP", "C-reactive protein"),
        ("type 2 diabetes", "type 2 diabetes mellitus"),
        ("collagen III", "type III collagen"),
        ("antibody", "antibodies"),
        ("CD8+ T cell", "CD8-positive T cells"),
        ("MAPK pathway", "MAPK signaling pathway"),
        ("antiinflammatory drug", "anti-inflammatory agent"),
        ("high blood pressure", "hypertension"),
        ("elevated blood pressure", "high blood pressure"),
        ("acetaminophen", "paracetamol"),
        ("indomethacin", "indometacin"),
        ("polymerisation", "polymerization"),
        ("T lymphocyte", "T cell"),
        ("bacteria", "bacterium"),
        ("lower limb", "leg"),
        ("furosemide", "frusemide"),
        ("NSAID", "non-steroidal anti-inflammatory drug"),
        ("IgG", "immunoglobulin G"),
    ],
)
def test_what_is_the_same_is_not_parted(one: str, other: str) -> None:
    assert parting(one, other) is None
    assert parting(other, one) is None
