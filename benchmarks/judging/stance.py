"""Words of stance: who speaks, what is cited, and how a statement is reported or held to be true.

Closed classes. A phrase made of them alone says nothing of the matter itself, only who says so and
how surely: it frames a statement (framing.py, comments.py).
"""

from benchmarks.judging.verbs import past, third_person
from ingest.function_words import words

SPEAKERS = words("i we you one me us myself ourselves i'm we're")
PEOPLE = words(
    """
    author authors researcher researchers scientist scientists investigator investigators expert
    experts clinician clinicians doctor doctors physician physicians specialist specialists
    scholar scholars group groups team teams lab labs laboratory colleague colleagues coworkers
    co-workers critics proponents reviewers reviewer people everyone everybody others some many
    most several writers editors panel committee agency school commission council
    society association organization organisation ministry board institute institution foundation
    college consortium body union government manufacturer professor teacher instructor al
    """
)
DOCUMENTS = words(
    """
    paper papers study studies trial trials article articles report reports review reviews abstract
    abstracts guideline guidelines textbook textbooks handbook handbooks book books chapter
    monograph monographs editorial editorials survey surveys analysis analyses meta-analysis
    meta-analyses experiment experiments work research literature evidence data result results
    finding findings source sources reference references citation citations document documents
    doc docs passage passages snippet snippets excerpt excerpts text texts context information hit
    hits page pages website websites label labels investigation investigations publication
    publications note notes press scan database encyclopedia letter manuscript preprint record
    records statement statements training
    """
)
OPINIONS = words(
    """
    view views opinion opinions reading understanding impression hunch guess bet suspicion belief
    conviction conclusion conclusions inference assumption hypothesis hypotheses theory theories
    idea notion claim thesis suggestion proposal interpretation explanation consensus agreement
    wisdom knowledge word words rumour rumor gist point upshot message takeaway thrust truth fact
    facts reality reason answer possibility probability likelihood chance chances odds feeling
    sense mind recollection memory judgment judgement estimation estimate implication expectation
    argument thinking thought experience reflection assessment indication indications sign signs
    proof hint hints legend certainty confidence doubt surprise secret wonder mechanism
    concept account lesson moral bottom-line line position stance look inspection perspective
    standpoint contention assertion prediction reasoning suspicions suggestions story background
    """
)
# Whoever is their subject holds or says something; no thing does.
_SAYING = """
    say state argue assert maintain hold note write remark comment announce insist contend declare
    mention report explain observe emphasize emphasise stress highlight acknowledge admit concede
    add warn advise tell teach claim propose postulate posit suspect speculate theorize theorise
    hypothesize hypothesise conclude infer deduce think believe know guess assume feel suppose
    recall remember presume imagine expect reckon bet wager understand realize realise gather
    learn read hear figure agree accept recognize recognise consider caution conjecture
    surmise venture strike opine testify summarize summarise reiterate stipulate
"""
# A thing may be their subject as well: "low pH means that".
_SHOWING = """
    show suggest indicate demonstrate reveal confirm establish prove imply mean support verify
    determine identify document illustrate find discover describe see clarify specify predict
    estimate corroborate uncover hint attest
"""
_IRREGULAR = words(
    """
    said told struck wrote written thought knew known felt understood heard taught saw seen shown
    proven specified specifies admitted admitting inferred inferring
    """
)


def _all_forms(verbs: str) -> frozenset[str]:
    return frozenset(
        form
        for verb in verbs.split()
        for form in (verb, third_person(verb), past(verb), _gerund(verb))
    )


def _gerund(verb: str) -> str:
    if verb == "bet":
        return "betting"
    return (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb) + "ing"


SAYING = _all_forms(_SAYING) | _IRREGULAR
SHOWING = _all_forms(_SHOWING) | words("shown proven seen saw")
REPORTING = SAYING | SHOWING | words("put point pointed points pointing")
# "Nobody disputes that X" says X.
DISPUTING = _all_forms("dispute doubt deny question")
SURE = words(
    """
    sure certain confident convinced positive aware clear evident obvious apparent plain true
    likely probable possible plausible conceivable known well-known established well-established
    well-documented accepted undisputed undeniable noteworthy notable remarkable interesting
    surprising striking unsurprising persuaded satisfied adamant unanimous
    doubtless
    """
)
