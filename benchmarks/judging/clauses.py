"""Clauses by rules: is there a verb, where does a sentence fall into two, what is its subject.

There is no parser here: closed classes of words and a list of verbs decide. Where they do not, the
sentence stays whole.
"""

import re

from ingest import function_words

_BE_HAVE = "is are was were has have had does do did can could may might will would must cannot"
_CONTRACTED = """isn't aren't wasn't weren't doesn't don't didn't can't won't it's that's there's
    he's she's they're"""
_AUXILIARIES = frozenset(f"{_BE_HAVE} should shall {_CONTRACTED}".split())
_VERBS = """
    abolish accelerate accept account accumulate acetylate achieve acknowledge act activate
    adapt add adopt advance affect aggravate agree aid aim air align alleviate allow alter
    ameliorate amount appeal appear apply approach approve argue arise arrest ask assess
    assist associate attach attack attenuate attract attribute avoid await balance bear beat
    become begin behave belong bend benefit bind bleed blend block boost break bridge bring
    buffer build burn burst bypass calculate call capture carry catalyze cause cease challenge
    change characterize chelate choose circulate claim clear cleave close cluster coat code
    coexist coincide collapse collect colonize combat combine come commence compare compensate
    compete complement complete complicate comprise concentrate concern condense conduct
    confer confirm confuse connect consider consist constitute constrict consume contain
    continue contract contrast contribute control convert convey convince cool coordinate cope
    correlate correspond cost counteract couple cover create cross cure cut damage debate
    decelerate decide declare decline decrease dedicate defend define degrade delay delete
    deliver demonstrate deny depend depict deplete deposit deprive derive describe desensitize
    design desire destabilize destroy detach detect deter deteriorate determine detoxify
    develop deviate diagnose die differ differentiate digest dilate diminish direct
    discontinue discourage discriminate discuss dispute disrupt dissolve distinguish diverge
    divide document dominate donate double downregulate drain drive earn ease effect elect
    elevate elicit eliminate elongate embed emerge employ enable encapsulate encode encompass
    encounter encourage end engage engulf enhance enlarge enroll ensure entail enter entitle
    entrap equal erode escape establish estimate evade evaluate evolve exacerbate exceed excel
    exchange excite exclude excrete exert exhibit exist experience explain explode exploit
    explore export expose express extend extract face facilitate fail fall favor favour
    feature ferment fertilize fight fill filter fit flow fluctuate fluoresce focus fold follow
    forbid forget forgo form found free frighten function fuse gather generalize generate give
    go govern graduate grow guide hamper happen harbor harbour heal help highlight hinder hold
    host hydrate hydrolyze hypothesize identify ignore illustrate imitate immunize impact
    impair impede implant imply import impose improve inactivate incline include incorporate
    increase indicate induce infect infiltrate inflict influence inform inherit inhibit
    initiate inject innervate insert insist instruct insulate intend intensify interact
    intercept interfere internalize interrupt intervene introduce invade invest investigate
    involve irradiate irrigate irritate isolate jeopardize join justify keep kill label lack
    land last lead leave lengthen lessen lie lift limit link list live localise localize
    loosen lose love lower lyse magnify maintain make manage manifest map mark marry mask
    match mature maximize mean measure mediate meet melt mention merge metabolize metastasize
    methylate migrate mimic mineralize minimize mirror mix modulate mount move multiply mutate
    name necessitate need neutralize note nourish nucleate observe obstruct obtain occupy
    occur offer offset open operate oppose oppress orchestrate order organize orient originate
    oscillate outlast outline outnumber outperform outweigh overlap overlie own oxidize
    parallel participate pass pause peak pend penetrate perceive percolate perform permeate
    permit persist pertain phase phosphorylate pioneer place plan plateau play polarize
    pollinate polymerize populate pose posit possess postpone potentiate praise precede
    precipitate preclude predict predispose prefer present preserve prevent prime print
    proceed process produce progress prohibit project proliferate prolong promise promote
    propagate protect prove provide provoke publish pump punish push quantify question raise
    range rate ration reach react reappear reassure rebuild receive recognize recombine
    recommend record recover recruit rectify recur recycle redirect redistribute reduce refer
    reflect regard regenerate regulate reinforce reiterate reject relate relax release relieve
    rely remain remind remove render reorganize repair repel replace replicate report
    represent repress reproduce require rescue resemble reside resist resolve respond restore
    restrict restructure result resume resurface retain retard return reunite reveal reverse
    rise rotate run rupture satisfy saturate save scale schedule score screen seal search
    secrete sediment seek seem segregate select sell sense sensitize separate sequester serve
    settle sever shape share shed shield shift shorten show shut signal silence sing sink sit
    skew slide slow soften solidify solve span specialize specify spend splice spread sprout
    spur stabilise stabilize stain stand star start starve state steer stem sterilize stick
    stiffen stimulate stop store straighten strengthen stretch study subdivide submit subserve
    subside succeed succumb suffer suggest summarize superimpose supersede supplement supply
    support suppress surge surpass surround survive sustain sway swell switch symbolize
    synthesize take talk target teach tend test tether thicken thrive tie tighten tolerate
    touch trace track trade train transfer transform translate transmit transport trap travel
    treat trick trigger trust turn twist ubiquitinate uncover undergo underlie understand
    unfold unify unite unwind upgrade upregulate upset urge use utilize vaccinate validate
    vanish vary verify vibrate view violate visit warrant wash weaken wear widen win withdraw
    withstand work worry worsen wrap write yield
"""
_IRREGULAR = """
    became began bore born bought bound broke brought built came caught cut drove fell felt
    fought found gave got grew held kept knew led left let lost made meant met paid put ran
    reached rose said sang sat sent showed shown slept sold sought spent spread stood swam
    taught thought threw told took understood underwent went won wore wrote
"""


def _forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb + "s", verb + "d"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb[:-1] + "ies", verb[:-1] + "ied"}
    ending = "es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s"
    return {verb + ending, verb + "ed", verb + verb[-1] + "ed"}


_BASES = frozenset(_VERBS.split())
_FINITE = (
    _AUXILIARIES
    | frozenset(_IRREGULAR.split())
    | frozenset(form for verb in _BASES for form in _forms(verb))
)
_VERB_ENDINGS = ("izes", "ises", "ifies", "yzes")
_THIRD_PERSON = frozenset(form for form in _FINITE if form.endswith("s"))
_WORD = re.compile(r"[\w'’-]+")
_COORDINATION = re.compile(
    r"\s*;\s+|,\s+(?:and|but|while|whereas|although|so)\s+(?=\S)", re.IGNORECASE
)
_SUBORDINATE = re.compile(
    r"^(?:if|when|while|although|though|because|since|unless|whether|given|as|for|in order|to"
    r"|by)\b",
    re.IGNORECASE,
)
# What a clause of its own begins with is its subject: none of these.
_NO_SUBJECT = re.compile(
    r"^(?:\w+ing|\w+ed|is|are|was|were|has|have|had|can|could|may|might|will|would|should|does|do|did"
    r"|not|also|thus|then|therefore|thereby|hence|to|of|in|on|at|by|for|from|with|as|than|or|that|which"
    r"|who|whose|where|when|even|sometimes|often|more|less|most|if|how|what|why|whether)\b",
    re.IGNORECASE,
)
_ELLIPTIC = function_words.words("not do does did may is are")
_SUBORDINATORS = function_words.words("to if that which who whether where when than because")
_ASIDE = re.compile(r" \([^()]*\)")
_SUBJECT_WORDS = 7
_OPENERS = re.compile(
    r"^(?:in|on|at|by|for|from|with|as|to|when|if|while|although|there)\b", re.IGNORECASE
)


def is_finite(word: str) -> bool:
    """Whether a lower-case word is an auxiliary, a third person, or a past form of the list."""
    return word in _FINITE


def is_base(word: str) -> bool:
    """Whether a lower-case word is the base form of a verb of the list."""
    return word in _BASES


def has_verb(text: str) -> bool:
    """Whether some word after the first may be a finite verb.

    >>> has_verb("Zinc inhibits ACE"), has_verb("Inhibition of ACE by zinc")
    (True, False)
    """
    words = _WORD.findall(text.casefold().replace("-regulat", "regulat"))
    if words and "'" in words[0] and words[0] in _AUXILIARIES:
        return True
    return any(
        word in _FINITE or word in _BASES or word.endswith(_VERB_ENDINGS) for word in words[1:]
    )


def split_clauses(sentence: str) -> list[str]:
    """A sentence cut at coordinations where both sides have subject and verb; else whole.

    >>> split_clauses("ACE cleaves angiotensin I, and zinc is needed for its activity.")
    ['ACE cleaves angiotensin I', 'zinc is needed for its activity.']
    >>> split_clauses("ACE, renin, and zinc are measured.")
    ['ACE, renin, and zinc are measured.']
    """
    clauses, start = [], 0
    for cut in _COORDINATION.finditer(sentence):
        left, right = sentence[start : cut.start()], sentence[cut.end() :]
        if _is_clause(left) and _begins_clause(right):
            clauses.append(left)
            start = cut.end()
    return [*clauses, sentence[start:]]


def subject_of(statement: str) -> str:
    """The words before the first finite verb, "" where they are no plain noun group.

    >>> subject_of("Protein kinase C is an enzyme"), subject_of("In yeast, zinc is bound")
    ('Protein kinase C', '')
    """
    words = _ASIDE.sub("", statement).split()
    for position, word in enumerate(words[: _SUBJECT_WORDS + 1]):
        if position and (word in _AUXILIARIES or word in _THIRD_PERSON):
            subject = " ".join(words[:position])
            plain = "," not in subject and not _OPENERS.match(subject)
            return subject if plain else ""
    return ""


def _is_clause(text: str) -> bool:
    return has_verb(text) and not _SUBORDINATE.match(text) and _balanced(text)


def _begins_clause(text: str) -> bool:
    """Whether a subject and then a finite verb come before the next comma."""
    if _NO_SUBJECT.match(text):
        return False
    words = re.split(r"[,;(]", text, maxsplit=1)[0].casefold().split()
    # "(2) cables" begins a part of a list; "..., while others may not" says nothing by itself.
    if not words or words[-1].rstrip(".") in _ELLIPTIC:
        return False
    for word in words[1 : _SUBJECT_WORDS + 1]:
        if word in _AUXILIARIES or word in _THIRD_PERSON:
            return True
        if word in _SUBORDINATORS:
            return False
    return False


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")")
