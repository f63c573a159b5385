"""Nouns and modifiers that decide how a noun group is read as a concept, in lower case."""

from ingest.function_words import words

# Nouns that say in what measure a concept acts; read through, with or without "of".
PASS_THROUGH = words(
    """
    level levels concentration concentrations expression activity activities risk rate rates use
    administration development incidence amount presence production degree severity
    supplementation intake exposure prevalence progression occurrence onset score scores
    consumption release secretion formation count counts number dose doses titer titers percentage
    proportion frequency odds likelihood probability risks pathogenesis growth
    overexpression upregulation
    """
)
# What goes with one of these of a disease need not go with the disease.
COURSE = words("progression severity degree exposure growth score scores")
# These act against what they are done to: never read through.
CARE = words(
    """
    treatment therapy screening diagnosis management surgery repair prevention detection care
    treatments therapies assessment control model models patient patients group groups history
    """
)
# As the last word of a longer name these are what is done: "laparoscopic surgery".
PROCEDURES = words("surgery therapy screening")
# Such procedures are the opposite of one that has a name.
PLAIN = words("previous prior initial standard conventional early late medical surgical drug")
GRADING = words(
    """
    numerous multiple widespread longer shorter larger smaller stronger weaker acute chronic
    severe mild moderate primary serum plasma circulating overall total significant significantly
    recent regular common frequent subsequent increased elevated raised high higher low lower
    reduced decreased impaired greater lesser better worse poor poorer improved good excess
    excessive early late persistent recurrent new major minor clinical marked substantial certain
    various different several many most urinary systemic baseline preoperative postoperative
    perioperative active routine additional adequate inadequate subclinical clinically increasing
    decreasing endogenous exogenous altered aberrant abundant prominent conspicuous
    """
)
LOWERING = words(
    """
    fewer less lesser smaller shorter low lower reduced decreased impaired diminished deficient
    lowered suppressed inadequate poor poorer
    """
)
# "loss of X", "X deficiency": the statement is about less of X.
RAISING = words(
    "increased elevated raised high higher greater longer more excess excessive increasing"
)
REVERSING = words(
    """
    loss inhibition knockdown knockout deletion depletion absence lack deficiency reduction
    decrease suppression blockade ablation silencing inactivation downregulation removal
    withdrawal disruption antagonism inhibiting blocking suppressing silencing depleting lowering
    reducing decreasing deleting
    """
)
# After a molecule these say that there is less of it; after others they are part of the name.
DEPLETING = words(
    """
    inhibition knockdown knockout deletion depletion deficiency silencing blockade ablation
    suppression inactivation
    """
)
ING_NOUNS = words("signaling signalling timing imaging healing bleeding screening training aging")
# Verbs that open a clause; they stand in no noun group.
BREAKERS = words(
    """
    exhibit exhibits exhibited display displays displayed possess possesses harbor harbors lack
    lacks lacked carry carries carried express expresses published described expressed isolated
    located find found show shows showed shown suggest suggests suggested indicate indicates
    indicated demonstrate demonstrates demonstrated reveal reveals revealed confirm confirms
    confirmed conclude concludes concluded report reports reported observe observed support
    supports supported believe believed know known think hypothesize hypothesized imply implies
    implied appear appears appeared seem seems seemed remain remains remained become becomes
    became compared undergo underwent undergoing receive received receiving occur occurred occurs
    treated used using performed identified measured evaluated assessed determined investigated
    examined study studied tend tends tended need needs needed require requires required allow
    allows allowed provide provides provided develop developed lead led due according based
    include includes included given make makes made take took taken see seen consider considered
    experienced obtained detected defined diagnosed followed presented represent represents
    represented play plays played serve serves served having suffer suffered suffering aged
    implicate implicates
    """
)
# Alone they say nothing: which mutation, which gene?
VAGUE_ALONE = words(
    """
    mutation mutations allele alleles variant variants phenotype phenotypes genotype genotypes
    gene genes protein proteins tissue tissues cell cells substitution substitutions deletion
    deletions syndrome disease diseases disorder disorders infection therapy treatment surgery
    exon exons polymorphism polymorphisms family families environment attention symptom symptoms
    """
) | {"signs and symptoms"}
# Where a gene differs from the usual.
CHANGES = words(
    """
    mutation mutations deletion deletions variant variants polymorphism polymorphisms defect
    defects
    """
)
# They end no name: what is meant stands elsewhere.
VAGUE = words(
    """
    movement movements increase decrease reduction course value values protocol protocols benefit
    benefits need needs advantage advantages women men children adults infants girls boys
    participants students mothers population case cases result results outcome outcomes factor
    factors effect patients subject subjects change changes difference differences group data
    study parameter parameters variable variables time times day days week weeks month months year
    years age people individuals persons cohort population samples sample part role way need
    ability process method methods system systems condition conditions problem problems feature
    features type types pattern patterns measure measures effects information session environment
    environments location locations period periods
    sessions server servers software
    """
)
# Before a name they say what kind of thing it is: "the enzyme amylase".
CLASSES = words(
    """
    disease disorder syndrome enzyme protein gene drug hormone cytokine kinase antibiotic agent
    molecule virus bacterium
    """
)
VAGUE_MODIFIERS = words(
    """
    present study current patients patient authors author first second third one two three four
    five six seven eight nine ten our same similar better best possible potential independent
    other further strong such any all called named termed exon exons
    """
)
