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
    abolish accelerate accept account accumulate acetylate achieve acknowledge acquire act
    activate adapt add adjust adopt advance affect aggravate agree aid aim air align alleviate
    allow alter ameliorate amount antagonize appeal appear apply approach approve argue arise
    arrest ask assess assist associate assume attach attack attenuate attract attribute avert
    avoid await balance bear beat become begin behave believe belong bend benefit bind bleed
    blend block blunt bolster boost breach break bridge bring buffer build burn burst bury
    bypass calculate call capture carry catalyze cause cease challenge change characterize
    chelate choose circulate claim clarify clear cleave close cluster coat code coexist
    coincide collaborate collapse collect colonize combat combine come commence compare
    compensate compete complement complete complicate comprise compromise concentrate concern
    condense conduct confer confirm confuse connect consider consist constitute constrict
    consume contain continue contract contrast contribute control converge convert convey
    convince cool coordinate cope correlate correspond corroborate cost counter counteract
    counterbalance couple cover create cross cure curtail cut damage dampen debate decelerate
    decide declare decline decrease dedicate defend define degrade delay delete deliver
    demonstrate deny depend depict deplete deposit deprive derive describe desensitize design
    desire destabilize destroy detach detect deter deteriorate determine detoxify develop
    deviate diagnose dictate die differ differentiate digest dilate diminish direct discontinue
    discourage discriminate discuss dismantle dispute disrupt dissect dissolve distinguish
    diverge divide document dominate donate double downregulate drain drive earn ease effect
    elect elevate elicit eliminate elongate elucidate embed emerge employ enable encapsulate
    encode encompass encounter encourage end engage engulf enhance enlarge enroll ensure entail
    enter entitle entrap envision equal erode escape establish estimate evade evaluate evoke
    evolve exacerbate exceed excel exchange excite exclude excrete exemplify exert exhibit
    exist expect experience explain explode exploit explore export expose express extend
    extract extrapolate face facilitate fail fall favor favour feature feed ferment ferry
    fertilize fight fill filter fit flow fluctuate fluoresce focus fold follow forbid forget
    forgo form foster found free frighten fuel function fuse gather generalize generate give go
    govern graduate grow guarantee guide halt hamper handle hang happen harbor harbour harness
    heal help highlight hinder hold host hydrate hydrolyze hypothesize identify ignore
    illustrate imitate immunize impact impair impede implant imply import impose improve
    inactivate incline include incorporate increase indicate induce infect infiltrate inflict
    influence inform inherit inhibit initiate inject innervate insert insist instigate instruct
    insulate integrate intend intensify interact intercept interfere internalize interrupt
    intersect intervene introduce invade invest investigate involve irradiate irrigate irritate
    isolate jeopardize join justify keep kill label lack land last lead learn leave lend
    lengthen lessen leverage lie lift limit link list live localise localize look loosen lose
    love lower lyse magnify maintain make manage manifest map mark marry mask match mature
    maximize mean measure mediate meet melt mention merge merit metabolize metastasize
    methylate migrate mimic mineralize minimize mirror mitigate mix model modify modulate
    monitor mount move multiply mutate name necessitate need neutralize normalise normalize
    note nourish nucleate observe obstruct obtain occupy occur offer offset open operate oppose
    oppress optimize orchestrate order organize orient originate oscillate outlast outline
    outnumber outpace outperform outweigh overcome overlap overlie own oxidize parallel
    participate pass pause peak pend penetrate perceive percolate perform permeate permit
    persist pertain perturb phase phosphorylate pioneer place plan plateau play polarize
    pollinate polymerize populate pose posit possess postpone potentiate praise precede
    precipitate preclude predict predispose prefer present preserve prevent prime print proceed
    process produce progress prohibit project proliferate prolong promise promote propagate
    protect prove provide provoke publish pump punish push quantify question raise range rate
    ration reach react reappear reassure rebuild recapitulate receive recognize recombine
    recommend record recover recruit rectify recur recycle redirect redistribute reduce refer
    reflect refuse regard regenerate regulate reinforce reinstate reiterate reject relate relax
    release relieve rely remain remind remodel remove render reorganize repair repel replace
    replicate report represent repress reproduce require rescue resemble reside resist resolve
    respond restore restrict restructure result resume resurface retain retard return reunite
    reveal reverse rise rotate run rupture satisfy saturate save scale schedule score screen
    seal search secrete sediment seek seem segregate select sell sense sensitize separate
    sequester serve settle sever shape share shed shield shift shorten show shut shuttle signal
    silence simulate sing sink sit skew slide slow soften solidify solve span specialize
    specify spend splice spread sprout spur stabilise stabilize stagnate stain stand star start
    starve state steer stem sterilize stick stiffen stimulate stop store straighten strengthen
    stretch study subdivide submit subserve subside succeed succumb suffer suggest summarize
    superimpose supersede supplement supply support suppress surge surpass surround survive
    sustain sway swell switch symbolize synthesize take talk target teach tell tend test tether
    thicken threaten thrive tie tighten tolerate touch trace track trade train transfer
    transform translate translocate transmit transport trap travel traverse treat trick trigger
    trust tune turn twist ubiquitinate uncover undergo underlie underpin underscore understand
    unfold unify unite unmask unravel unwind upgrade upregulate upset urge use utilize
    vaccinate validate vanish vary verify vibrate view violate visit visualize warrant wash
    weaken wear weigh widen win withdraw withstand work worry worsen wrap write yield
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
