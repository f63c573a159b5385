"""What is no claim: plans, orders, tool reports, talk about the question and the evidence."""

import re

_I = re.IGNORECASE

_TOOL_NOUN = (
    r"(?:observations?|search(?: results?)?|tool(?:s| (?:results?|outputs?|calls?))?|results? page"
    r"|sentence|query|lookup|api|page|suggestions?|output|snippet|map|article)"
)
# "Page" alone may be a method and "map" a kinase: what is of a tool has a determiner, or is plain.
_TOOL = (
    rf"(?:(?:(?:the|this|that|my|first|second|third|last|next|previous) )+{_TOOL_NOUN}"
    r"|observations?(?: \d+)?|search results?|tool (?:results?|outputs?|calls?))"
)
_REPORTS = (
    r"(?: \d+)?(?: (?:of|for|from|on|about) [^,;]{1,60}?)?(?: also| only| \w+ly| all)*"
    r" (?:(?:is|are|was|were|has|have|had|does|do|did|can|could|cannot)(?: not)?"
    r"|(?:say|state|mention|show|return|give|list|contain|indicate|provide|confirm|suggest|tell"
    r"|describe|include|report|note|refer|read|come)s?"
    r"|said|stated|mentioned|showed|returned|gave|listed|contained|told|came|found)\b"
)
TOOL_REPORT = re.compile(
    rf"^(?:(?:based on|from) {_TOOL}\b|(?:(?:because|since|as) )?(?:{_TOOL}{_REPORTS}"
    r"|it (?:also |only )?(?:says?|does not (?:say|mention|state))\b))",
    _I,
)
TOOL_MENTION = re.compile(
    r"\b\w+_search\b|\b\w+_\w+\b(?: results|\(\))|\b(?:the observations?|the tools?"
    r"|tool (?:output|result|call)s?|search results?|the search"
    r"|the query|returned|no results?|similar results?|look(?:ed)? (?:it |this )?up|more"
    r" results)\b",
    _I,
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
_OBJECT = (
    r"(?:an?|the|this|that|these|those|each|every|all|any|your|me|us|it|them|whether|if|how"
    r"|for|by|with|from|on|to|into)\b"
)
# "Use of", "access to" what: a noun, no order.
_NOUN_OF = (
    r"\w+ of\b|(?:use|access) (?:by|with|for|from|on|to|into)\b"
    r"|search for \w+ (?:is|are|was|were)\b"
)

# A first person or a plan; what an answer is; talk about the question, the options, the evidence.
NO_CLAIM = tuple(
    re.compile(pattern, _I)
    for pattern in (
        r"\bamong A through [A-Z]\b|\bplease\b|\blet(?:'s|’s| us| me)\b|\bconfidence (?:score"
        r"|level)s?\b",
        r"^(?:\d+|no|one|two|three|several|some|many|a few) (?:\w+ ){0,2}(?:papers?|results?|hits?"
        r"|articles?|stud(?:y|ies)|records?|documents?|matches|match|entries|pages?|abstracts?)"
        r"(?: (?:was|were))? (?:found|returned|retrieved|available|listed)$",
        r"^(?:the|these|those|my) (?:\w+ )?(?:results?|findings?|hits?|abstracts?|papers?"
        r"|snippets?) (?:look|seem|appear|sound|are|is|looks|seems) (?:\w+ )?(?:promising|relevant"
        r"|useful|helpful|interesting|irrelevant|unhelpful|unclear|mixed|limited|good|off-topic)$",
        r"^(?:that|this|it) (?:did|does|has) not (?:work|help)(?:ed)?$",
        r"\bproposed (?:process )?name\b|\b(?:name|designation|label|title) for (?:the|this"
        r"|these) (?:\w+ )?(?:system|process|set|group|proteins|genes)\b",
        r"\b(?:in|by) the (?:excerpts?|context(?! of)|search snippets?|(?:provided|given)"
        r" (?:text|context|information|excerpts?|data))\b",
        r"^(?:the|this|our|its) (?:\w+ ){0,2}(?:purpose|aim|goal|objective)s? (?:\w+ ){0,4}(?:is"
        r"|are|was|were) to\b",
        # An order: a verb, then what it is about.
        rf"^(?!{_NOUN_OF}){_ORDERS} {_OBJECT}",
        rf"^(?!{_NOUN_OF})(?:use|search|look|check|review|recall|start|answer|select)"
        rf" (?:{_OBJECT}|at\b|(?:[\w-]+ ){{1,3}}(?:to|for)\b)",
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
        r"^(?:the|my) score (?:is|was|of [01]\.)",
        r"\b(?:uncertain(?:ty)?|unclear|unknown) (?:as to )?whether\b",
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
        r"^(?:please|note that i|consider|find|compare|analy[sz]e|examine|read|remember|suppose"
        r"|assume|imagine|try|begin|see|verify|identify|evaluate|determine|choose|think)\b",
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
        # Whether a claim holds; "the claim that X is false" says that X is not so.
        r"^(?:the |this |that )?(?:claim|statement|question|hypothesis|assertion|premise)\b"
        r"(?!.* that .* (?:is|are|was) (?:\w+ )?(?:false|wrong|untrue|unfounded|a myth)$)",
        r"\bworth (?:reading|looking|checking|exploring|trying|a look)\b",
        r"\b(?:emphasi[sz]|highlight|underscor|stress)(?:es|s|ed) the need\b",
        r"\b(?:may|might) or (?:may|might) not\b",
        # What is to be done before one knows.
        r"^(?:before|once|after|when|until|now that|as soon as) (?:i|we) \w+[^,]*, ",
        r"^(?:\w+ ){0,3}(?:search|query|lookup)(?:es)? (?:should|will|would|may|might|could)\b",
        r"^(?:the|my|our|one|a) (?:\w+ ){0,2}(?:task|plan|step|thing|job|priority)s?"
        r" (?:\w+ )?(?:is|are|was|were|(?:will|would) be) to\b",
        r"\b(?:remains? to be (?:seen|shown|determined)|anyone's guess|an open question)\b",
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
