"""Verbs of agents' prose: which words may be finite, and the forms of a verb, by a list and rules.

There is no tagger here. A word of the list may be a noun as well ("results"): who asks looks at its
neighbours.
"""

from ingest.function_words import words

_BE_HAVE = "is are was were has have had does do did can could may might will would must cannot"
_CONTRACTED = """isn't aren't wasn't weren't doesn't don't didn't can't won't it's that's there's
    he's she's they're"""
_AUXILIARIES = frozenset(f"{_BE_HAVE} should shall {_CONTRACTED}".split())
_VERBS = """
    abolish absorb accelerate accept account accumulate acetylate achieve acknowledge acquire
    act activate adapt add adjust adopt adsorb advance affect agglutinate aggravate agree aid
    aim air align alkylate alleviate allow alter ameliorate amount amplify anneal annihilate
    antagonise antagonize appeal appear apply approach approve argue arise arrest ask assemble
    assess assist associate assume attach attack attenuate attract attribute autophosphorylate
    avert avoid await balance bear beat become begin behave believe belong bend benefit bind
    biodegrade bleed blend block blunt bolster boost breach break bridge bring buffer build burn
    burst bury bypass calculate call capture carboxylate carry catabolise catabolize catalyse
    catalyze cause cease challenge change characterise characterize chelate chemoattract choose
    circulate claim clarify clear cleave close cluster coagulate coat code coexist coexpress
    coincide collaborate collapse collect colocalise colocalize colonize combat combine come
    comigrate commence compare compensate compete complement complete complicate comprise
    compromise concentrate concern condense conduct confer confirm confuse connect consider
    consist constitute constrict consume contain continue contract contrast contribute control
    converge convert convey convince cool coordinate cope correlate correspond corroborate
    corrode cost counter counteract counterbalance couple cover create cross crosslink
    crystallise crystallize culminate cure curtail cut damage dampen deacetylate deactivate
    deaminate debate decarboxylate decelerate decide declare decline decompose decouple decrease
    dedicate defend define deform deglycosylate degrade dehydrate dehydrogenate delay delete
    deliver demethylate demonstrate demyelinate denature deny depend dephosphorylate depict
    deplete depolarise depolarize depolymerize deposit deprive deregulate derepress derive
    describe desensitize design desire desorb destabilize destroy detach detect deter
    deteriorate determine detoxify develop deviate diagnose dictate die differ differentiate
    digest dilate dimerize diminish direct disassemble discontinue discourage discriminate
    discuss disinfect dismantle dismutate disperse displace dispute disrupt dissect dissipate
    dissociate dissolve distinguish diverge divide document dominate donate double downmodulate
    downregulate drain drive dry dysregulate earn ease effect eject elect elevate elicit eliminate
    elongate elucidate elute embed emerge emit employ enable encapsulate encase encode encompass
    encounter encourage encroach end endocytose engage engulf enhance enlarge enroll ensure
    entail enter entitle entrap envelop envision epimerize equal eradicate erode erupt escape
    establish esterify estimate evade evaluate evaporate evict evoke evolve exacerbate exceed
    excel exchange excite exclude excrete exemplify exert exhibit exist exocytose expect expel
    experience explain explode exploit explore export expose express extend extinguish extract
    extrapolate exude face facilitate fail fall favor favour feature feed ferment ferry
    fertilize fight fill filter fit fixate flow fluctuate fluoresce focus fold follow forbid
    forget forgo form foster found fractionate free frighten fuel function fuse gather
    generalize generate germinate give glucuronidate glycate glycosylate go govern graduate grow
    guarantee guide halt hamper handle hang happen harbor harbour harness heal help highlight
    hinder hold host hybridise hybridize hydrate hydrogenate hydrolyze hydroxylate hyperpolarize
    hypothesize identify ignore illustrate imitate immobilize immunize impact impair impede
    implant imply import impose improve inactivate incline include incorporate increase incubate
    indicate induce infect infiltrate inflame inflict influence inform ingest inhale inherit
    inhibit initiate inject innervate insert insist instigate instruct insulate integrate intend
    intensify interact intercalate intercept interconvert interfere interlink internalize
    interrupt intersect intervene introduce invade invaginate invest investigate involve ionize
    irradiate irrigate irritate isolate isomerize jeopardize join justify keep kill label lack
    land last leach lead learn leave lend lengthen lessen leverage lie lift ligate limit link
    liquefy list live localise localize look loosen lose love lower lyse magnify maintain make
    manage manifest map mark marry mask match mature maximize mean measure mediate meet melt
    mention merge merit metabolize metastasise metastasize methylate migrate mimic mineralise
    mineralize minimize mirror mitigate mix mobilise mobilize model modify modulate monitor
    mount move multiply mutate myelinate name necessitate necrose need neutralize nitrosylate
    normalise normalize note nourish nucleate obliterate observe obstruct obtain occupy occur
    offer offset oligomerize open operate oppose oppress opsonize optimize orchestrate order
    organize orient originate oscillate outlast outline outnumber outpace outperform outweigh
    overcome overlap overlie own oxidise oxidize oxygenate palmitoylate parallel paralyse
    paralyze participate pass pause peak pend penetrate perceive percolate perform perfuse
    permeate permit peroxidize persist pertain perturb phagocytose phase phosphorylate
    photosynthesize pioneer place plan plateau play polarize pollinate pollute polymerize
    populate pose posit possess postpone potentiate praise precede precipitate preclude predict
    predispose prefer prenylate present preserve prevail prevent prime print proceed process
    produce progress prohibit project proliferate prolong promise promote proofread propagate
    protect protonate prove provide provoke publish pulsate pump punish push quantify quench
    question radiate raise range rate ration reabsorb reach react reappear reassort reassure
    rebuild recapitulate receive recognize recombine recommend record recover recruit rectify
    recur recycle redirect redistribute reduce reduplicate refer reflect refold refuse regard
    regenerate regress regulate regurgitate rehydrate reinfect reinforce reinstate reiterate
    reject relate relax release relieve rely remain remind remineralize remit remodel remove
    remyelinate render reorganize repair repel replace replicate repolarize report represent
    repress reproduce require rescue resemble reside resist resolve resorb respire respond
    restore restrict restructure result resume resurface retain retard return reunite reveal
    reverse ribosylate rise rotate run rupture satisfy saturate save scale scavenge schedule
    score scramble screen seal search secrete sediment seek seem segregate select sell sense
    sensitise sensitize separate sequester sequestrate serve settle sever shape share shed
    shield shift shorten show shut shuttle signal silence simulate sing sink sit skew slide slow
    soften solidify solve sorb span specialize speciate specify spend splice sporulate spread
    sprout spur stabilise stabilize stagnate stain stand star start starve state steer stem
    sterilise sterilize stick stiffen stimulate stop store straighten strengthen stretch study
    subdivide submit subserve subside succeed succumb suffer suggest sulfonate summarize
    superimpose supersede supplement supply support suppress suppurate surge surpass surround
    survive sustain sway swell switch symbolize synergise synergize synthesize take talk target
    teach tell tend test tether thicken thin threaten thrive thrombose tie tighten titrate
    tolerate touch trace track trade train transactivate transaminate transcribe transduce
    transect transfect transfer transform translate translocate transmethylate transmit
    transpire transport transpose trap travel traverse treat trick trigger truncate trust tune
    turn twist ubiquitinate ulcerate uncover underexpress undergo underlie underpin underscore
    understand unfold unify unite unmask unravel unwind upgrade upmodulate upregulate upset urge
    use utilize vaccinate validate vanish vaporize vary vasoconstrict vasodilate ventilate
    verify vibrate view violate visit visualize warrant wash weaken wear weigh widen win
    withdraw withstand work worry worsen wrap write yield
"""
_IRREGULAR = """
    became began bore born bought bound broke brought built came caught cut drove fell felt
    fought found gave got grew held kept knew led left let lost made meant met paid put ran
    reached rose said sang sat sent showed shown slept sold sought spent spread stood saw swam
    taught thought threw told took understood underwent went won wore wrote
"""


def _forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb + "s", verb + "d"}
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return {verb[:-1] + "ies", verb[:-1] + "ied"}
    ending = "es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s"
    return {verb + ending, verb + "ed", verb + verb[-1] + "ed"}


_VOWELS = "aeiou"
_BASES = frozenset(_VERBS.split())
_IRREGULAR_FORMS = frozenset(_IRREGULAR.split())
_SIMPLE_PASTS = words(
    """
    became began bore broke drove fell gave grew knew rose saw showed took underwent went
    wrote
    """
)
_VERB_ENDINGS = ("izes", "ises", "ifies", "yzes")
_FINITE = (
    _AUXILIARIES | _IRREGULAR_FORMS | frozenset(form for verb in _BASES for form in _forms(verb))
)
_THIRD_PERSON = frozenset(form for form in _FINITE if form.endswith("s")) - _AUXILIARIES
_GERUNDS = {
    (verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else verb)
    + "ing": verb
    for verb in sorted(_BASES)
} | {verb + verb[-1] + "ing": verb for verb in sorted(_BASES) if verb[-1] in "bdgklmnprt"}
_BASE_OF = {form: verb for verb in sorted(_BASES) for form in _forms(verb) if form.endswith("s")}
_PAST = dict(
    pair.split("=")
    for pair in words(
        """
    become=became begin=began bear=bore bind=bound break=broke bring=brought build=built
    come=came cut=cut drive=drove fall=fell find=found fight=fought get=got give=gave
    grow=grew hold=held keep=kept lead=led leave=left lend=lent let=let lose=lost make=made
    mean=meant meet=met put=put run=ran rise=rose seek=sought send=sent set=set show=showed
    spread=spread stand=stood take=took underlie=underlay undergo=underwent
    understand=understood withstand=withstood
    """
    )
)
# Third persons that end a clause: "no vaccine exists".
_INTRANSITIVE = words(
    "exists occurs arises persists remains dies fails survives disappears emerges"
)
# Bases that are no nouns: "and regulate" goes on with the sentence, "and control" may not.
_VERBAL_ENDINGS = ("ate", "ize", "ise", "yze", "ify", "ibit", "ote", "ude", "uce", "ain")
_VERBAL = words(
    """
    act are bind cause contribute encode enhance form has have impair improve include
    increase induce inhibit interact lead mediate participate play prevent reduce require
    serve suppress trigger undergo belong allow ensure enable provide promote protect
    stimulate regulate activate facilitate modulate maintain affect influence decrease lower
    differ depend suffer remain become occur exhibit make give produce generate bring
    """
)


def is_finite(word: str) -> bool:
    """Whether a lower-case word is an auxiliary, a third person, or a past form of the list."""
    return word in _FINITE


def is_base(word: str) -> bool:
    """Whether a lower-case word is the base form of a verb of the list."""
    return word in _BASES


def is_verbal_base(word: str) -> bool:
    """Whether a lower-case word is a base form that is hardly ever a noun.

    >>> is_verbal_base("regulate"), is_verbal_base("control")
    (True, False)
    """
    return word in _BASES and (word in _VERBAL or word.endswith(_VERBAL_ENDINGS))


def is_auxiliary(word: str) -> bool:
    """Whether a lower-case word is a form of be, have or do, or a modal verb."""
    return word in _AUXILIARIES


def is_third_person(word: str) -> bool:
    """Whether a lower-case word may be the third person of a full verb."""
    return word in _THIRD_PERSON or word.endswith(_VERB_ENDINGS)


def is_intransitive(word: str) -> bool:
    """Whether a lower-case word is a third person that needs nothing behind it: "exists"."""
    return word in _INTRANSITIVE


def is_irregular_past(word: str) -> bool:
    """Whether a lower-case word is a past form that is no participle with -ed."""
    return word in _SIMPLE_PASTS


def is_past(word: str) -> bool:
    """Whether a lower-case word may be a past form of a full verb."""
    return (word in _FINITE and word.endswith("ed")) or word in _IRREGULAR_FORMS


def gerund_base(word: str) -> str:
    """The base of a gerund of the list, "" for any other word.

    >>> gerund_base("regulating"), gerund_base("leading"), gerund_base("during")
    ('regulate', 'lead', '')
    """
    return _GERUNDS.get(word, "")


def base_form(word: str) -> str:
    """The base of a third person of the list, the word itself where there is none.

    >>> base_form("leads"), base_form("carries"), base_form("causes")
    ('lead', 'carry', 'cause')
    """
    return _BASE_OF.get(word, word)


def third_person(base: str) -> str:
    """The third person of a base form.

    >>> third_person("regulate"), third_person("carry"), third_person("suppress")
    ('regulates', 'carries', 'suppresses')
    """
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "ch", "sh", "o")) else "s")


def past(base: str) -> str:
    """The past form of a base form.

    >>> past("lead"), past("regulate"), past("carry")
    ('led', 'regulated', 'carried')
    """
    if base in _PAST:
        return _PAST[base]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return base + "ed"
