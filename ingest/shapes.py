"""Types of names by their last word: suffixes of medical words and drug stems, and head nouns.

Suffixes that a comparison with the MeSH tree did not bear out (processes, complexes, pathways) are
left out. Drug stems are those of the WHO's list of international nonproprietary names.
"""

import re

from graph.vocabulary import OTHER, ConceptType
from hubscope.tokens import fold_word

# Endings of adjectives made of nouns: before a name they say which one is meant.
DERIVED = ("al", "ic", "ar", "ous", "ary", "oid", "eal", "iac")
_DRUG_STEMS = """afil azepam azolam barbital caine cillin citabine coxib curium curonium cycline
    dipine dronate fenac fibrate floxacin flurane formin gatran gliflozin
    gliptin glitazone grel lukast mab
    mustine mycin nib olol oxacin oxetine parin platin prazole pril profen quine rubicin sartan
    semide setron solone taxel terol thiazide tidine tinib triptan tropium vastatin vir
    xaban azole conazole zumab ximab"""
_SUFFIXES = {
    "Drug": _DRUG_STEMS,
    "Disease": """itis emia aemia oma osis pathy algia plegia rrhea rrhoea uria penia trophy
        sclerosis megaly phobia lithiasis ectasia dynia""",
    "Protein": "ase globulin interferon kinase peptidase interleukin",
    "CellType": "cyte blast phage",
    "Other": "ectomy plasty scopy otomy ostomy graphy centesis pexy",
}
# Words that end in a suffix above by chance; what general text uses is no technical word.
_NOT_SHAPED = """
    base case disease phase release increase decrease purchase diagnosis prognosis analysis
    sympathy empathy coma aroma diploma release lease database erase phrase chase vase
    nuclease-free dosis hypnosis symbiosis mitosis meiosis apoptosis necroptosis osmosis
    pyroptosis phagocytosis endocytosis exocytosis anastomosis chromosomes homeostasis stroma
    cholesterol sterol ergosterol phytosterol soma embase kinase polymerase transcriptase
    genome chroma sclera crease grease photography demography biography geography topography stage
    please rephrase paraphrase catchphrase showcase staircase suitcase lowercase uppercase codebase
    steeplechase kilobase megabase anatase trophy phototrophy nostalgia academia misdiagnosis
    overdiagnosis orthosis metamorphosis glycemia natremia lipemia equine dichotomy trichotomy
    choreography cinematography discography filmography lithography pornography typography
    calligraphy lexicography iconography cartography bibliography autobiography oklahoma tacoma
    """
_PROCESSES = """osmosis mitosis meiosis endomitosis apoptosis necroptosis pyroptosis ferroptosis
    phagocytosis efferocytosis endocytosis pinocytosis macropinocytosis transcytosis"""
_HEADS = {
    "CellType": "cell lymphocyte macrophage neuron fibroblast astrocyte",
    "CellLine": "",
    "Protein": """receptor kinase enzyme protein antibody channel transporter ligand antigen
        phosphatase protease cytokine chemokine integrin isoform peptide hormone ligase subunit
        globulin autoantibody antitoxin toxin igg igm ige spike""",
    "Gene": "gene allele locus polymorphism promoter",
    "RNA": "mrna mirna rna transcript microrna lncrna sirna",
    "Pathway": "pathway signaling signalling cascade",
    "Complex": "complex",
    "Disease": """syndrome disease cancer carcinoma disorder infection failure deficiency injury
        tumor lesion fracture stenosis deformity obstruction dysfunction insufficiency pain
        malformation stroke infarction hemorrhage thrombosis ulcer fibrosis cyst illness atresia
        anomaly stone varices storm palsy abscess reaction crisis poisoning overdose toxicity
        abnormality defect aneurysm infarct necrosis hypertension hypotension jaundice coma gangrene
        rupture regurgitation effusion hypoplasia dysplasia dysgenesis degeneration stiffness
        tenderness tremor enlargement insensitivity embolization embolism impingement leakage
        blister excoriation calcification neoplasia neoplasm dislocation perforation prolapse
        paralysis spasm hematoma edema atrophy hypertrophy hyperplasia plaque deficit nodule polyp
        fistula hernia vegetation macule papule""",
    "Drug": """inhibitor antagonist agonist agent drug blocker vaccine antibiotic steroid
        corticosteroid""",
    "TissueRegion": """artery vein nerve muscle tissue cortex gland ligament tendon mucosa lobe
        bone joint membrane duct valve wall granulation raft fiber follicle tubule villus lamina
        septum leaflet fascicle internode hillock hippocampus vessel capillary sinus layer cavity
        bundle stroma root disc pulp axon granule tuft space""",
    "ClinicalEndpoint": "mortality survival readmission",
    "MolecularEntity": "pigment crystal ion dimer bond residue",
    "Other": """virus coronavirus replacement resection reconstruction cast tube catheter stent
        prosthesis graft electrode probe agar swab implant needle enema supplement diet scanner
        bath smear""",
    "BiologicalProcess": """proliferation differentiation migration autophagy metabolism
        angiogenesis inflammation phosphorylation apoptosis secretion transcription""",
}
_SUFFIX = re.compile(
    "|".join(f"(?P<{name}>(?:{'|'.join(words.split())})$)" for name, words in _SUFFIXES.items())
)
_EXCEPTIONS = frozenset(_NOT_SHAPED.split())
_HEAD_TYPES = {
    fold_word(word): ConceptType(name) for name, words in _HEADS.items() for word in words.split()
}
_SHORTEST_SHAPED = 6


def type_by_shape(word: str) -> ConceptType | None:
    """Type that the ending of a word tells, None where it tells none.

    >>> type_by_shape("osteomyelitis"), type_by_shape("warfarin"), type_by_shape("please")
    ('Disease', None, None)
    """
    text = word.casefold()
    if text in _PROCESSES.split():
        return ConceptType("BiologicalProcess")
    if text in {"statin", "statins"}:
        return ConceptType("Drug")
    if text in {"metastasis", "metastases"}:
        return ConceptType("Disease")
    singular = text[:-1] if text.endswith("s") and not text.endswith(("ss", "is")) else text
    if len(singular) < _SHORTEST_SHAPED or not singular.isalpha() or singular in _EXCEPTIONS:
        return None
    found = _SUFFIX.search(singular)
    return ConceptType(str(found.lastgroup)) if found else None


def type_by_head(fold: str) -> ConceptType | None:
    """Type that a head noun (folded) gives to a longer name.

    >>> type_by_head("kinas"), type_by_head("hope")
    ('Protein', None)
    """
    return _HEAD_TYPES.get(fold)


def type_of_name(name: str) -> ConceptType:
    """Type of a name outside every lexicon: by its head noun, else its shape, else `Other`."""
    words = re.findall(r"[^\W_]+", name)
    if not words:
        return OTHER
    last = words[-1]
    return type_by_head(fold_word(last)) or type_by_shape(last) or OTHER
