"""Wording that surrounds a claim: what is cut from a sentence, and what makes it none.

Order of use (claims.py): cut what introduces a statement, then ask whether the rest states
anything. Every pattern is tried at most once a position, so that time stays linear in the text.
"""

import re

_I = re.IGNORECASE

# What stands in brackets to point at a passage: [0], [3, 7], (Document [2]), (Smith et al., 2010).
CITATION = re.compile(
    r"\s*(?:\((?:see |as (?:stated|mentioned|reported) in )?(?:documents?|docs?|refs?|pmid|doi)\b"
    r"[^()]*\)|\([A-Z][\w'’-]+(?: et al\.?| and [A-Z][\w'’-]+)?,? (?:19|20)\d\d[a-z]?\)"
    r"|\((?=[^()]{0,300}(?:\bet al\b|[A-Za-z’'.-]{2,}, (?:(?:19|20)\d\d|n\.d\.)|[a-z](?:19"
    r"|20)\d\d[a-z]"
    r"|https?://|\bpages? \d))[A-Za-z][^()]*\)"
    r"|\((?:\w+ ){0,3}search: .*\)|(?<!\w)\[\d+(?:\s*[,;–-]\s*\d+)*\])",
    _I,
)
# "Documents [1], 2 and Document [3]" is "documents": numbers point, they say nothing.
DOCUMENT_LIST = re.compile(
    r"\b(documents?|docs?|passages?|snippets?|references?)\b(?: ?\[?\d{1,3}\]?)?"
    r"(?:,? (?:and |or )?(?:(?:documents?|docs?|passages?) )?\[?\d{1,3}\]?(?![\w%.]))*"
    r"(?:,? (?:and |or )?(?:documents?|docs?|passages?)\b(?: ?\[?\d{1,3}\]?)?)*",
    _I,
)
# A source as a web address: ([name](https://...)); a link says what its text says.
IMAGE = re.compile(r"!\[[^\[\]]*\]\([^()\s]*(?:\([^()]*\))?[^()\s]*(?: \"[^\"]*\")?\)")
OPTION_NAME = re.compile(
    r"^(?:(?:option|choice|answer) )[\"'(]*[A-E][\"')]*(?:, | - )(?P<name>[^,]{1,60}), "
    r"|^(?:(?:option|choice|answer) )?[\"'(]*[A-E][\"')]* \((?P<inside>[^()]{3,60})\) "
    r"|^[\"'(]+[A-E][\"')]+[:.]? (?=\S)",
    _I,
)
# "What is an isthmus?": what follows is about it.
ASKED = re.compile(
    r"\bwhat (?:is|are) (?:the (?:definition|meaning) of )?(?:an? "
    r"|the )?[\"']?(?P<subject>[^?\"',;]{2,60})[\"']?\?",
    _I,
)
# "Otitis media - This can cause deafness."
HEADED = re.compile(r"^(?P<name>[^.;:–—]{3,60}?) [-–] (?:this|it) (?=\w)", _I)
FIRST_PERSON = re.compile(r"^(?:i|i'm|we|we'll|you|let)\b", _I)
OPTION_MARK = re.compile(r"\s*\((?:options?|choices?|answers?) [^()]*\)", _I)
CONTRACTION = re.compile(r"\b(it|he|she|that|there)['’]s\b|\b(they)['’]re\b", _I)
QUOTED_START = re.compile(r"^'([^']{2,80})'(?=\s)")
LINKED_SOURCE = re.compile(r"\s*\(\[[^\[\]]*\]\(https?://[^()\s]*\)[^()]*\)")
BARE_URL = re.compile(r"https?://[^\s)]+")
LINK = re.compile(r"\[([^\[\]]+)\]\((?:/|https?:|#)(?:[^()\s]|\([^()\s]*\))*(?: \"[^\"]*\")?\)")
CODE_BLOCK = re.compile(r"^[ \t]*```.*?^[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
# Lines of code, of tables, of addresses.
NO_PROSE = re.compile(
    r"^\s*(?:\||import \w|from [\w.]+ import\b|def \w+\(|class \w+[:(]|return\b|print\(|#!|[>$] )"
    r"|^\s*[\w.\[\]]+\s*[+-]?=(?!=)|\\(?:frac|sum|text)\b|^\s*\[?https?://\S+\]?\s*$"
    r"|^\s*\w+(?:\.\w+)*\([^)]*\)\s*$|^\s*(?:if|for|while|elif|else|try|except|with)\b.*:\s*$"
)
MARKUP = re.compile(
    r"\*\*|__|`|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|^#{1,6}\s+", re.MULTILINE
)
LIST_MARK = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.)]|\(?[a-h][.)])\s+", _I)
INLINE_LIST = re.compile(r"(?<=[.:;!?])\s+(?=(?:[-•*–]|\(?\d{1,2}[.)])\s+[A-Z])")
LABEL = re.compile(r"^(?!(?:if|when)\b)[A-Z][\w-]*(?: [\w-]+){0,3}:\s+(?=\S)", _I)

_CONNECTIVE = (
    r"however|therefore|thus|hence|moreover|furthermore|additionally|in addition|consequently"
    r"|as a result|also|besides|nevertheless|nonetheless|overall|in summary|in conclusion|finally"
    r"|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth|lastly|next|collectively"
    r"|together|here|then|so|and|but|or|yet|because|since this is so"
    r"|on the other hand|in contrast|by contrast|conversely|similarly|likewise|indeed|in fact"
    r"|for (?:example|instance)|specifically|in particular|in other words|that is|instead"
    r"|accordingly|meanwhile|at the same time|in this (?:context|case|way|regard)|to summari[sz]e"
    r"|interestingly|notably|importantly|of note|as such|in general|generally|for this reason"
    r"|in contrast to this|despite this|with this in mind|further|yes|no|in short|taken together"
    r"|absolutely|sure|to conclude|altogether|more specifically|as mentioned(?: above| earlier)?"
    r"|by doing so|in doing so"
)
CONNECTIVE = re.compile(rf"^(?:{_CONNECTIVE})(?:,\s*|:\s*)", _I)
BARE_CONNECTIVE = re.compile(
    r"^(?:however|therefore|thus|hence|so|and|but|then|because(?! of\b)(?![^,]*, )|also|moreover"
    r"|furthermore)\s+(?!that\b)",
    _I,
)

_HEDGE_ADVERB = r"probably|presumably|possibly|perhaps|maybe|apparently|arguably|likely|supposedly"
# "is likely to", "more likely", "how likely" state something; "is likely due to" hedges it.
HEDGE_ADVERB = re.compile(
    rf"(?<!\bthe )(?<!\ba )(?<!\bmore )(?<!\bless )(?<!\bmost )(?<!\bas )(?<!\bun)(?<!\bhow )\b"
    rf"(?:very |most |quite )?"
    rf"(?:{_HEDGE_ADVERB})\b,?(?! to\b)(?! than\b)(?! as\b)\s+",
    _I,
)
_SURE = r"(?:possible|probable|likely|plausible|conceivable)"
_MIND = (
    r"think|believe|guess|suspect|assume|feel|suppose|would say|am (?:fairly |quite |pretty )?sure"
)
_SEE = (
    r"know|see|saw|found|find|conclude|infer|say|note|learn|learned|understand|observe|can see"
    r"|(?:can|could|may|might)(?: \w+ly| also)? (?:say|conclude|infer|see|assume|deduce|state|note)"
)
_PEOPLE = (
    r"(?:(?:the|these|those|this|some|several|many|multiple|most|other|recent|previous|prior|all"
    r"|one"
    r"|various|available|relevant|current|clinical|further|both|numerous|few|new|early|large|a|an|"
    r"number of|of the|existing|published|provided|experimental|same|first|second|third|fourth"
    r"|last|"
    r"observational|randomi[sz]ed|controlled|scientific|preclinical|animal|human|in vitro) )*"
    r"(?:studies|study|research|researchers|evidence|data|results?|findings?|literature|trials?"
    r"|documents?|articles?|papers?|authors?|reports?|reviews?|passages?|abstracts?|texts?|sources?"
    r"|experiments?|analys[ie]s|meta-analys[ie]s|investigations?|guidelines?|scientists|experts"
    r"|information|snippets?|excerpts?|work|context|investigators)(?:, (?:such as|like|including)"
    r" documents?,)?"
)
_REPORT = (
    r"(?:(?:show|suggest|indicat|report|demonstrat|found|find|stat|mention|conclud|reveal|confirm"
    r"|note"
    r"|impl[iy]|mean|propos|observ|support|describ|establish|explain|highlight|claim|argu|say|prov"
    r"|emphasi[sz]|specif|point(?:s|ed)? out|hypothesi[sz]|identif|assert|acknowledg|add|clarif)\w*"
    r"|provid\w+ (?:\w+ ){0,3}evidence|by stating)"
)
_ADVERBS = (
    r"(?:(?:also|further|clearly|consistently|strongly|have|has|had|\w+ly|all|both|it|not only) )*+"
)

INTRODUCTIONS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        # I think that ...; we can conclude that ...
        rf"^i (?:{_MIND})(?: that)?,? ",
        rf"^(?:i|we|one|you) (?:{_SEE}) that,? ",
        rf"^(?:it|this) (?:is|seems|appears|would seem|was) (?:(?:also|very|quite|highly|most)"
        rf" )?{_SURE} that ",
        r"^(?:it seems|it appears|it would appear|it looks like"
        r"|it is my understanding)(?: that)? (?!to\b)",
        r"^in my (?:opinion|view),? ",
        # It is known, important, clear that ...
        r"^(?:it|this)(?:'s| is| has been| was| can be| should be| may be| could be| must be| is"
        r" also"
        r"| has also been)(?: also| well| widely| generally| commonly| further| therefore|"
        r" reasonable to"
        r"| important to| worth| crucial to| essential to| safe to| fair to| likely)*"
        r" (?:not(?:e|ed|ing)|confirmed|verified|determined|proven|known|well-known|shown"
        r"|reported|suggested|demonstrated|found"
        r"|established|accepted"
        r"|believed|thought|concluded?|said|stated?|think|believe|expect|suggest|clear|evident"
        r"|true|obvious|important|estimated"
        r"|observed|proposed|documented|mention(?:ed|ing)?|inferred?|assumed?|say|remember"
        r"|recogni[sz]ed?"
        r"|noteworthy|notable|remarkable|apparent|consider|understood|interesting"
        r"|hypothesi[sz]ed|acknowledged?)(?: here)? that ",
        # Studies show that ...; there is evidence that ...; this suggests that ...
        rf"^{_PEOPLE}(?: (?:on|of|from|in|by|about|regarding) [^,.;]{{1,60}}?)?"
        rf" {_ADVERBS}{_REPORT} that,? ",
        rf"^.{{0,200}}?\bdocuments?\b[^;]{{0,150}}? {_ADVERBS}{_REPORT} that,? ",
        rf"^.{{0,200}}?\b(?:stud(?:y|ies)"
        rf"|authors)\b[^;]{{0,60}}? {_ADVERBS}(?!\w+ing ){_REPORT} that,? ",
        rf"^(?:the|an?|this|these|some|several|one|recent|previous) [^,;.]{{0,60}}?\b(?:trials?"
        rf"|analys[ie]s"
        rf"|research|data|results?|evidence|findings?|literature"
        rf"|guidelines?)(?: [^,.;]{{1,60}}?)? {_ADVERBS}"
        rf"(?!\w+ing ){_REPORT} that,? ",
        rf"^(?:this|that|these|it|which|they|he|she) {_ADVERBS}{_REPORT} that,? ",
        rf"^(?:this|these|that|those) (?:\w+ ){{1,2}}{_ADVERBS}{_REPORT} that,? ",
        r"^[^,;]{0,60}\b(?:evidence|data|studies|findings|results|documents?) (?:strongly "
        r"|further |also )?supports? the"
        r" (?:notion|idea|view|hypothesis|concept) that ",
        r"^there (?:is|are|has been|was|exists?) (?:(?:some|strong|clear|good|growing|ample|also"
        r"|substantial|considerable|sufficient|increasing|recent|limited|direct) )*(?:evidence"
        r"|indications?|data|reports?|studies)(?: (?:that|to) (?:suggest|indicate|support|show"
        r"|suggesting"
        r"|indicating)(?:ing|s)?| suggesting| indicating| showing)? that ",
        r"^(?:it|this) (?:is|would be|was|seems) (?:also )?(?:logical|reasonable|safe|fair"
        r"|sensible|possible"
        r"|appropriate) to (?:conclude|assume|say|infer|state|suppose|expect) that ",
        r"^the (?:fact|idea|notion|conclusion|background|results?|findings?)(?: of (?:the"
        r"|this) study)?"
        r" (?:is|are|was|were) that ",
        r"^the (?:\w+ )?(?:conclusion|evidence|consensus|implication) is that ",
        # According to ..., based on ...: up to the comma
        r"^(?:according to|based on|as (?:stated|mentioned|reported|described|shown|noted"
        r"|indicated|seen"
        r"|demonstrated|discussed|per|evidenced)(?: (?:in|by|above|earlier|before))?|as per"
        r"|in light of"
        r"|considering|given|per|by (?:analy[sz]ing|reviewing|examining|considering)) "
        r"(?:(?!, (?:we|i|it is important to consider)\b)[^,.;]|(?<=al)\.|\.(?=\d)|, (?=(?:19"
        r"|20)\d\d))*?"
        r"(?:documents?|doc|evidence|information|stud(?:y|ies)|research|literature|data|results?"
        r"|findings?|et al\.?|guidelines?|abstracts?|articles?|passages?|facts?|knowledge|these"
        r"|this"
        r"|sources?|trials?|papers?|reports?|reviews?|analysis|context|(?:19|20)\d\d\)?)"
        r"(?: [^,.;]{1,60})?, ",
        r"^in (?:the |this |these |that |those |an? |one |another "
        r"|our )?(?:\w+ ){0,3}(?:documents?|stud(?:y|ies)"
        r"|literature|articles?|papers?|reports?|reviews?|passages?|abstracts?|trials?"
        r"|this (?:context|case))"
        r"(?: [^,.;]{1,60})?, ",
        r"^from (?:the|this|these|our|all|what) [^,.;]{0,60}?(?:documents?|stud(?:y|ies)"
        r"|evidence|information"
        r"|literature|data|results?|findings?|analysis|context|passages?"
        r"|sources?)(?: [^,.;]{1,60})?, ",
        r"^(?:one of )?the (?:\w+ ){0,3}(?:strengths?|advantages?|benefits?|limitations?"
        r"|weakness(?:es)?"
        r"|drawbacks?)(?: of [^,;]{1,60})? is that ",
        r"^according to (?:the )?[A-Z][^,;]{1,80}, ",
        r"^(?:considering|based|given|from|overall|taking|by|since|with|in|as"
        r"|after)\b[^;]{0,300}?,? (?:it|we|i"
        r"|one) (?:can|may|could|is|seems|appears|has)(?: be| been| also| therefore| thus| \w+ly|"
        r" reasonable to)*"
        r"(?: (?:conclude|infer|deduce|determine|state|say|see|assume|suggest|confirm(?:ed)?"
        r"|verified|found|clear|evident"
        r"|likely|note|show)"
        r"d?)? that ",
        r"^the (?:\w+ )?(?:bottom line|takeaway|(?:key|main|important) (?:point|finding"
        r"|message)) is that ",
        r"^.{0,60}?\b(?:documents?|studies|study)\b[^;,]{0,60}? (?:where|in which) ",
        r"^in [A-Z][\w'’-]+(?: et al\.?)?,? (?:19|20)\d\d[a-z]?(?: \([^()]*\))?, ",
        r"^the answer(?: to [^,;]{1,30})? is that |^this is because ",
        r"^(?:the|this|these|our) [^,;.]{1,90}? (?:indicates?|shows?|demonstrates?|confirms?"
        r"|reveals?|suggests?) that,? ",
        r"^(?:19|20)\d\d[a-z]?(?: \([^()]*\))?, ",
        r"^(?:as|like) [^,;]{1,40}(?:above|mentioned|stated|noted|earlier), ",
    )
)

# "None of the studies show that X" does not say X: such an introduction is never cut.
NO_INTRODUCTION = re.compile(
    r"\b(?:should|must|needs? to|look for|search)\b|^(?:if|whether|unless|when|once|should|while"
    r"|although|though|whereas)\b|\b(?:no|not|none|never|neither|nor|cannot|without|little|few"
    r"|fails?|failed|lack\w*|unlikely"
    r"|unclear|doubt\w*|rather than|instead of)\b|n['’]t\b",
    _I,
)

# ", as stated in Document [0]"; ", according to Smith et al."
TRAILING = re.compile(
    r",? (?:which (?:is|was|are) (?:also |further )?(?:supported|confirmed|stated|mentioned)"
    r" (?:by|in)|as (?:(?:also|further) )?(?:stated|mentioned|reported|described|shown|noted"
    r"|indicated"
    r"|evidenced|demonstrated|discussed|supported|suggested|seen|confirmed|highlighted|explained"
    r"|outlined|cited|documented)(?: (?:in|by|from))?|according to|based on)"
    r" (?:the |these |this |all )?(?:\w+ ){0,3}(?:documents?|stud(?:y|ies)|evidence|information"
    r"|literature|observation"
    r"|passages?|data|sources?|references?|research|guidelines?|et al\.?)\b[^;,]*$",
    _I,
)
# ", emphasizing the need for more research" says nothing of the matter.
NEED = re.compile(
    r",? (?:thus |thereby )?(?:which (?:makes|made)|making) it (?:more |very "
    r"|so )?(?:challenging|difficult|hard"
    r"|impossible|possible|easier|easy) to .*$|, (?:further |thus |thereby )?(?:emphasi[sz]"
    r"|highlight|underscor|stress|warrant|necessitat)ing"
    r" (?:(?:the|a) (?:\w+ )?need\b|further\b|more\b|additional\b).*$",
    _I,
)
# "X, suggesting that Y" says X and Y.
CONSEQUENCE = re.compile(
    r", (?:and |which |thus |thereby |further |clearly |strongly |also )*"
    r"(?:(?:suggest|indicat|imply|impli|mean|demonstrat|show|confirm)(?:ing|s"
    r"|es)(?: the fact)? that "
    r"|mean(?:ing|s) (?=(?:it|they|he|she|there|these|this|the|an?)\b))",
    _I,
)

_TOOL = (
    r"(?:the |this |that |my |first |second |third |last |next |previous )*"
    r"(?:observations?|search(?: results?)?|tool(?:s| (?:results?|outputs?|calls?))?|results? page"
    r"|(?:first|second|third|last|next) sentence|query|lookup|api|page|suggestions?|output|snippet"
    r"|map|article)"
)
TOOL_REPORT = re.compile(
    rf"^(?:(?:because|since|from|based on|as) )?(?:{_TOOL}\b|it (?:also |only )?(?:says?|does not"
    rf" (?:say|mention|state))\b)",
    _I,
)
TOOL_MENTION = re.compile(
    r"\b\w+_search\b|\b\w+_\w+\b(?: results|\(\))|\b(?:the observations?|the tools?"
    r"|tool (?:output|result|call)s?|search results?|the search"
    r"|the query|returned|no results?|similar results?|look(?:ed)? (?:it |this )?up|more"
    r" results)\b",
    _I,
)
SO_CLAUSE = re.compile(
    r", which means (?:that )?|,? so (?!that\b|far\b|as\b|many\b|much\b|it is (?:true|false)\b)", _I
)

_ORDERS = (
    r"(?:provide|verify|calculate|compute|locate|identify|send|share|paste|upload|run|execute"
    r"|ensure|confirm|check"
    r"|extract|count|list|find|use|open|visit|go|navigate|access|read|write|install|import"
    r"|define|create|load|save"
    r"|print|set|add|remove|replace|update|retrieve|fetch|collect|gather|query|scrape|parse"
    r"|filter|sort|inspect"
    r"|determine|perform|conduct|review|examine|analy[sz]e|assess|evaluate|explore|investigate"
    r"|cross-check"
    r"|double-check|manually \w+|search|look|see|note|consider|recall|remember|choose|select"
    r"|compare|make sure"
    r"|avoid|follow|repeat|click|download|iterate|refine|reformat|re-\w+|proceed)"
)

# A first person or a plan; what an answer is; talk about the question, the options, the evidence.
NO_CLAIM = tuple(
    re.compile(pattern, _I)
    for pattern in (
        r"\bamong A through [A-Z]\b|\bplease\b|\blet(?:'s|’s| us| me)\b|\bconfidence (?:score"
        r"|level)s?\b",
        r"\bproposed (?:process )?name\b|\b(?:name|designation|label|title) for (?:the|this"
        r"|these) (?:\w+ )?(?:system|process|set|group|proteins|genes)\b",
        r"\b(?:in|by) the (?:excerpts?|context(?! of)|search snippets?|(?:provided|given)"
        r" (?:text|context|information|excerpts?|data))\b",
        r"^(?:the|this|our|its) (?:\w+ ){0,2}(?:purpose|aim|goal|objective)s? (?:\w+ ){0,4}(?:is"
        r"|are|was|were) to\b",
        # An order: a verb, then what it is about.
        rf"^(?:{_ORDERS}) (?:an?|the|this|that|these|those|each|every|all|any|your|me|us|it|them"
        rf"|whether|if|how"
        r"|for|by|with|from|on|to|into)\b",
        r"^if (?:you|we|i|needed|necessary)\b|\bi['’](?:ll|m|ve|d)\b",
        r"^(?:the|this) (?:task|conversation|code|script|dictionary|plan|approach aims)\b"
        r"|^everyone is\b",
        r"\bthe (?:next|first|second|third|last|final) (?:step|thing) (?:\w+ ){0,4}(?:is|was"
        r"|involves|would|will)\b",
        r"\b(?:this|that|the other|other|these|all other) (?:option|choice|diagnosis"
        r"|answer)s? (?:is|are|would|can)\b",
        r"\b(?:is|are) (?:therefore |thus |also )?(?:the|an?) (?:\w+ )?(?:correct|best|right"
        r"|incorrect|wrong"
        r"|appropriate) (?:answer|choice|option)\b",
        r"^the (?:\w+ )?(?:question|issue|hypothesis) (?:is|was|here)\b|^(?:this|it"
        r"|that) (?:sounds|looks) like\b",
        r"\b(?:essential|crucial|important|necessary|critical|needed) (?:in|for|to) (?:determin"
        r"|establish|confirm"
        r"|clarif|understand)\w*\b",
        r"\b(?:is|are|was|were|would be) (?:\w+ )?(?:in)?correct$",
        r"\bnot (?:mentioned|described|given) in (?:this|the) (?:case|patient|question|vignette"
        r"|stem)\b",
        r"\byou (?:quoted|mentioned|asked|provided|referenced|described)\b",
        r"\bnot (?:been )?(?:explicitly|directly|specifically|clearly) (?:described|reported"
        r"|addressed)$",
        r"^there (?:is|are) (?:\w+ )?(?:references?|mentions?) (?:to|of)\b",
        r"^the (?:study|authors?|article|paper) (?:does|do|did) not (?:say|state|mention|specify"
        r"|provide|address|look)\b",
        r"\b(?:the|an|this) error (?:occurred|was|is|message)\b|\b(?:was"
        r"|were) not found, leading\b",
        r"^the (?:issue|problem|solution|code) (?:has been|was|is) (?:\w+ly )?(?:resolved"
        r"|verified|fixed|executed)\b",
        r"^(?:the|a|my) score\b|\b(?:uncertain(?:ty)?|unclear|unknown) (?:as to )?whether\b",
        r"\b(?:in|by) the (?:passage|abstract|excerpt|document)s?\b(?! of)",
        r"^no (?:description|information|details?|mention)\b|\b(?:is|are) not the case here\b",
        r"\bhas been (?:\w+ly )?(?:verified|confirmed)$",
        r"\bdeserves? (?:careful )?(?:consideration|attention)\b",
        r"\b(?:fit|fits|match|matches) (?:with )?(?:the|this) (?:case|scenario|clinical|patient"
        r"|vignette|presentation)",
        r"\bshould (?:also )?be (?:noted|emphasi[sz]ed|mentioned|acknowledged|stressed)\b",
        r"\bconfirms? the (?:findings?|accuracy|results?)\b|\bthe (?:code|script|error message)\b",
        r"^here (?:is|are)\b|:$",
        r"^(?:i|i'm|i'll|i've|i'd|we|we'll|we've|you|let me|let's|let us|my|our|one (?:can|could"
        r"|should"
        r"|must|needs?|would|may|might|has to|way|approach))\b",
        r"\b(?:we|i|you|one) (?:need|should|can|could|must|will|would|have to|may|might|cannot"
        r"|can't"
        r"|do not|don't|want|are going|am|shall)\b",
        r"^(?:to|in order to) (?:answer|determine|assess|find|evaluate|verify|check|confirm|decide"
        r"|understand|solve|investigate|address|identify|establish|see|know)\b",
        r"^(?:please|note that i|consider|search|look|check|find|use|compare|review|analy[sz]e"
        r"|examine"
        r"|read|recall|remember|suppose|assume|imagine|try|start|begin|see|verify|identify|evaluate"
        r"|determine|choose|select|think|answer)\b(?! (?:of|for) \w+ (?:is|are)\b)",
        r"^(?:if|whether|unless)\b.*\b(?:documents?|evidence|answer|stud(?:y|ies) (?:show|find"
        r"|found)"
        r"|information|question|claim|supports?)\b",
        r"^(?:it|this|that) (?:is|was|remains|has) (?:still |currently |also |therefore"
        r" )*(?:unclear"
        r"|unknown|uncertain|not (?:clear|known|certain|possible to|specified|stated|mentioned)"
        r"|difficult"
        r"|impossible|hard|necessary|important|essential|crucial|helpful|useful|best|beneficial"
        r"|reasonable"
        r"|worth)(?: \w+)? (?:if|whether|to|that we|how|what|from|for us|in the)\b",
        r"^(?:the |my |our |this |your )?(?:(?:correct|best|most appropriate|final|right|likely"
        r"|most likely"
        r"|appropriate|overall|expected) )*(?:answer|choice|option|response|conclusion|verdict"
        r"|label)s?\b"
        r".{0,120}?\b(?:is|are|would be|should be|must be|will be|could be|may be|cannot be|can"
        r" be|depends)",
        r"^(?:answer|option|choice|final answer|conclusion)\s*:",
        r"^(?:the |this |that )?(?:claim|statement|question|hypothesis|assertion|premise)\b",
        r"\b(?:the|this) (?:claim|statement|question) (?:is|was|can be|cannot|asks?|would be|has"
        r" been)\b",
        r"\bsupports? (?:the|this) (?:claim|statement|idea|hypothesis|notion|conclusion)\b",
        r"^(?:both |neither |either |all |while )?(?:option|choice|answer)s? [(\"']?[a-e]\b",
        r"^(?:in |from |among |none of )?(?:all |all of |both |some of |most of |many of |none of"
        r" )?"
        r"(?:(?:the|these|this|each|any|no|other|provided|relevant|given|retrieved|available) )*"
        r"(?:documents?|passages?|snippets?|information|context|text)\b(?! (?:of|processing|flow"
        r"|about how)\b)",
        r"^(?:more|further|additional|future|larger|specific|much more)(?:, \w+)? (?:\w+"
        r" )*(?:research|studies|study"
        r"|trials?|evidence|investigations?|information|data|work|tests?|context|details?"
        r"|evaluation|validation"
        r"|testing|analysis)\b.*\b(?:needed|required|necessary|warranted|should|help|would|must"
        r"|may be)\b",
        r"\b(?:further|more|additional) (?:research|studies|evidence|information|investigation"
        r"|trials|data)"
        r" (?:is|are|may be|would be) (?:\w+ )?(?:needed|required|necessary|warranted)\b",
        r"^(?:this|these|that|those|it|they|which)(?: \w+)? (?:is|are|was|were|does|do|did)(?:"
        r" not| also"
        r"| directly| necessarily| specifically| clearly| explicitly| further)* (?:relevant"
        r"|mention|address"
        r"|answer|provide|consistent with|in line with|enough|sufficient|the case|inconclusive"
        r"|supported by"
        r"|conflicting|contradictory|contradict|mentioned)\b",
        r"^(?:this|it|they|these) (?:is|are) not (?:directly |necessarily )?related\b",
        r"^(?:this|these|that|it)(?: also| further| \w+ly)* (?:supports?|confirms?|answers?"
        r"|addresses"
        r"|contradicts?|suggests?(?! that)|indicates?(?! that)|raises|means (?:looking|that we))\b",
        r"^(?:this|it|that) (?:can|could|may|might|would|will|should|must) (?:also )?(?:be"
        r" (?:done|achieved"
        r"|used to (?:determine|answer)|determined|found|inferred|concluded|verified|answered)"
        r"|involve|include|help (?:us|me|to|determine|answer|in determining|decide))\b",
        r"^by \w+ing\b.*\b(?:we|i|one|it is possible|informed)\b",
        r"^(?:considering|based on|given|taking)\b[^,]*$",
        r"^(?:there (?:is|are|was|were)|with|without|in the absence of|lacking) (?:\w+"
        r" ){0,4}(?:information"
        r"|specific (?:data|evidence|information|mention)|mention|context|details?|indication"
        r"|data (?:or"
        r"|provided)|documents?)\b(?! (?:storage|processing))",
        r"\b(?:as an ai|my knowledge|language model|literature search|search(?:ing)? (?:for|the)"
        r"|informed decision|the given (?:options|information|context)"
        r"|the provided (?:documents?|information|context|text|evidence|passages?|options?"
        r"|snippets?)|answer choices?"
        r"|make a (?:decision|determination|conclusion)|look(?:ing)? (?:at|for) (?:the|studies"
        r"|evidence)"
        r"|scientific literature and)\b",
        r"\b(?:need|needs|have|has|necessary|important|essential|crucial|helpful|possible) to"
        r" (?:be )?"
        r"(?:consider|review|examine|analy[sz]e|look at|evaluate|assess|determine|investigate"
        r"|conduct"
        r"|consult|gather|search|understand|explore|know)(?:ed|d)?\b",
        r"\b(?:should|must|need to) (?:also )?(?:be (?:consider|review|examin|consult|search)ed"
        r"|provide (?:more |further |additional )?(?:insight|information|evidence|a definitive))\b",
        r"\b(?:not possible|impossible|difficult|hard|challenging) to (?:\w+ly )?(?:say|state"
        r"|determine|tell"
        r"|conclude|know|answer|provide|give|assess|assign|identify|predict whether)\b",
        r"^(?:the|this|these|that|our|a) (?:study|studies|review|search|analysis|evaluation|trials?"
        r"|comparison|investigation|research|authors?|papers?|approach)(?: also| \w+ly| is"
        r"| was)? (?:should"
        r"|would|could|will|aim|investigat|examin|evaluat|compar|discuss|focus|explor|assess|look"
        r"|describ|analy[sz])(?:s|ed|d|es|e|ing)?\b",
        r"^(?:in (?:this|the) \w+, )?(?:they|the authors) (?:also )?(?:investigat|examin|evaluat"
        r"|compar|discuss|explor|assess|analy[sz]"
        r"|describ|review)ed\b",
        r"^(?:this|it|that) (?:would |will |may |can |could )?depends? on\b",
        r"^(?:the|these|those|such) stud(?:y|ies) (?:may|might|could) have\b",
        r"^(?:here|below|above)\b",
        r"\bdocuments?\b",
        r"^if (?:they|it|he|she|this|these|so|not|you|we)\b",
    )
)
# "Option B is incorrect because X" says X.
REASON = re.compile(
    r"^(?:(?P<name>[^;]{1,120}?) (?:is|are|would be) (?:also |therefore )?(?:incorrect|wrong"
    r"|not correct)"
    r"|(?:option|choice|answer)s? [^;]{1,120}? (?:is|are|would be|can be) (?:also |therefore )?"
    r"(?:excluded|ruled out|(?:less |un)likely|inappropriate)),? (?:because|as|since) ",
    _I,
)
OPTION_LETTER = re.compile(
    r"^(?:the other|other|all|both|neither|options?|choices?|answers?|[A-E]\b|(?:this|it|they"
    r"|these|that)\b)",
    _I,
)
REASON_PRONOUN = re.compile(r"^(?P<though>(?:although|while|though) )?(?:it|they)\b", _I)
NOT_THINK = re.compile(r"^i (?:do not|don't|doubt|cannot|can't) (?:think |believe )?(?:that )?", _I)
ANSWER_PROSE = re.compile(
    r"^(?:the |my )?(?:(?:correct|best|most appropriate|final|right|most likely) )*(?:answer"
    r"|choice|option)"
    r"(?: (?:to|for) (?:the|this) question)?(?: (?:is|would be|should be|must be))?\s*:?\s*"
    r"[\"'(]?(?:(?:option )?[A-E]\b[.):\"']*\s*)?[\"']?(?:yes|no"
    r"|maybe)?[\"']?\s*[,.:;-]\s*(?P<rest>\S.*)$",
    _I,
)
