"""What introduces a statement: connectives, what a speaker thinks, who reports it.

Cut from the front until nothing more can be cut.
"""

import re

_I = re.IGNORECASE

_CONNECTIVE = (
    r"however|plus|therefore|thus|hence|moreover|furthermore|additionally|in addition|consequently"
    r"|as a result|also|besides|nevertheless|nonetheless|overall|in summary|in conclusion|finally"
    r"|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth|lastly|next|collectively"
    r"|together|here|then|so|and|but|or|yet|because|since this is so"
    r"|on the other hand|in contrast|by contrast|conversely|similarly|likewise|indeed|in fact"
    r"|for (?:example|instance)|specifically|in particular|in other words|that is|instead"
    r"|accordingly|meanwhile|at the same time|in this (?:context|case|way|regard)|to summari[sz]e"
    r"|interestingly|notably|importantly|of note|as such|in general|generally|for this reason"
    r"|in contrast to this|despite this|with this in mind|further|yes|no|in short|taken together"
    r"|absolutely|sure|to conclude|altogether|more specifically|as mentioned(?: above| earlier)?"
    r"|by doing so|in doing so|honestly|frankly|to be honest|hm+|wait|well|okay|ok|right|actually"
    r"|basically|ah|oh|alright|all right|sorry|of course|certainly|clearly|obviously|naturally"
    r"|surely|undoubtedly|without (?:a )?doubt|admittedly|as expected|(?:un)?surprisingly"
    r"|in all (?:likelihood|probability)|personally|doubtless|evidently|plainly"
    r"|supposedly|theoretically"
    r"|in (?:theory|principle|practice|essence|reality|truth|effect)|hypothetically|curiously"
    r"|remarkably|strikingly|crucially|critically|ultimately|incidentally|by the way|essentially"
    r"|fundamentally|(?:simply|briefly) put|put (?:simply|briefly|differently|another way)"
    r"|(?:strictly|roughly|broadly|generally|technically) speaking|technically|as a rule"
    r"|needless to say|truth be told|to (?:reiterate|recap|sum up|be (?:clear|precise|exact|sure"
    r"|fair|specific)|put it (?:simply|briefly)|repeat|my mind)|all in all|in any (?:case|event)"
    r"|at any rate|either way|anyway|(?:un)?fortunately|luckily|sadly|again|once again"
    r"|as (?:(?:is|we|you|everyone|i) (?:all )?(?:\w+ )?(?:know|knows|known|noted|said|saw|seen)"
    r"|(?:i|we) (?:have )?(?:said|noted|mentioned)(?: before| above| earlier)?)|for one(?: thing)?"
    r"|as it happens|as it turns out|in my experience|on balance|on the whole|by definition"
    r"|(?:please )?(?:keep|bear) in mind|for the record|in sum|in the end"
)
CONNECTIVE = re.compile(rf"^(?:{_CONNECTIVE})(?:,\s*|:\s*)", _I)
BARE_CONNECTIVE = re.compile(
    r"^(?:ok(?:ay)?(?=,? so\b)|however|therefore|hence|(?:so|thus)(?! (?:far|called)\b)"
    r"|and|but|then|because(?! of\b)"
    r"(?![^,]*, )|also|moreover|furthermore)\s+(?!that\b)",
    _I,
)

_SURE = r"(?:possible|probable|likely|plausible|conceivable)"
_MIND = (
    r"think|believe|guess|suspect|assume|feel|suppose|recall|remember|presume|imagine|expect"
    r"|would say|am (?:fairly |quite |pretty )?sure"
)
NAME = r"(?-i:[A-Z][\w'’-]+)"
_YEAR = r"\(?(?:19|20)\d\d[a-z]?\)?"
AUTHOR = (
    rf"(?:{NAME}(?:, {NAME})*,? (?:(?:and|&) (?:{NAME}|colleagues|co-?workers|others)"
    rf"|et al\.?)(?:,? {_YEAR})?|{NAME} {_YEAR})"
)
# What a speaker knows and how surely: it denies nothing of the matter, whatever its words.
OWN_DOUBT = re.compile(
    r"^(?:(?:to (?:the best of )?(?:my|our) knowledge|as far as (?:i|we) (?:know|can (?:tell|see)"
    r"|am aware|are aware)|from what (?:i|we) (?:know|recall|remember|understand)"
    r"|if (?:i|we) (?:recall|remember)(?: (?:correctly|right|rightly|well))?"
    r"|if i(?:'m|’m| am) (?:right|correct)"
    r"|if memory serves(?: me)?(?: well| right| correctly)?|if i(?:'m|’m| am) not mistaken"
    r"|from memory|off the top of my head"
    r"|i(?:'m|’m| am) (?:not|no longer|unaware) [^,;]{1,60},? but"
    r"|correct me if i(?:'m|’m| am) wrong,? but|i could be wrong,? but"
    r"|in (?:the )?(?:opinion|view|words) of [^,;]{1,40}"
    r"|per (?!day\b|capita\b|year\b|month\b|week\b|hour\b|unit\b|cycle\b|se\b|patient\b|dose\b)"
    r"[^,;]{1,60}),? "
    r"|(?:my|our) (?:best |personal |own )?(?:guess|understanding|impression|hunch|sense|view"
    r"|opinion|belief|recollection) is (?:that )?"
    r"|(?:i(?:'m|’m)|i am|we are) (?:\w+ly |quite |pretty )?(?:sure|certain|confident|convinced)"
    r" (?:that )?|i(?:'d|’d| would) (?:say|guess|think|expect|assume|argue) (?:that )?"
    r"|i have (?:no|little|not the slightest) doubt (?:that )?"
    r"|i seem to (?:recall|remember) (?:that )?"
    r"|(?:rumou?r has it|(?:the )?word is|legend has it|they say|it is rumou?red) that "
    r"|in [A-Z][\w'’-]+(?: et al\.?)?(?:['’]s|') (?:opinion|view|words|account),? "
    r"|contrary to [^,;]{1,80}, |i reckon (?:that )?|it stands to reason that "
    r"|i(?:'m|’m| am) (?:inclined|tempted|led) to (?:think|believe|say|conclude|assume) (?:that )?"
    r"|(?:one|you|some) (?:might|may|could|can|would) (?:\w+ )?(?:argue|say|think|claim|suppose"
    r"|object|suggest) that "
    r"|i (?:must|should|have to|would|'d) (?:say|add|note|admit|stress) (?:that )?"
    r"|there(?: is|'s|’s) (?:good |every |some )?reason to (?:believe|think|suspect|suppose) that "
    r"|(?:please )?(?:(?:keep|bear) in mind|note|remember|recall) (?:also )?that "
    r"|(?:we|you|one) can (?:rest assured|be (?:\w+ )?(?:sure|certain|confident)) that "
    r"|from (?:the|this|that|my|our) [^,;]{1,60}?,? (?:we|i|one) (?:can |now )?(?:learn|see|know"
    r"|conclude|infer|gather|understand) that "
    r"|on the (?:basis|strength) of [^,;]{1,80}, "
    r"|(?:the )?(?:evidence|literature|consensus|data) (?:is|are) (?:\w+ )?(?:clear|unequivocal"
    r"|unanimous|consistent) that "
    r"|(?:source|reference|paper|study|article|abstract|citation) \[?\d{1,3}\]? (?:also )?"
    r"(?:states?|says|notes|reports|shows|finds|found|claims|reported|stated|showed) that "
    r"|(?:i have a (?:\w+ )?feeling|(?:the )?(?:odds|chances) are) that "
    r"|(?:it|this) (?:could|may|might) (?:well )?be (?:(?:true|the case|so) )?that "
    r"|there is (?:an? |some )?(?:\w+ )?(?:chance|possibility|likelihood|probability) that )",
    _I,
)
_SEE = (
    r"know|see|saw|found|find|conclude|infer|say|note|learn|learned|understand|observe|can see"
    r"|(?:do )?(?:recall|remember)|am aware|read(?: somewhere)?|realize|realise|gather|recognize"
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
REPORT = (
    r"(?:(?:show|suggest|indicat|report|demonstrat|found|find|stat|mention|conclud|reveal|confirm"
    r"|note"
    r"|impl[iy]|mean|propos|observ|support|describ|establish|explain|highlight|claim|argu|say|prov"
    r"|emphasi[sz]|agree|believ|think|postulat|speculat"
    r"|specif|point(?:s|ed)? out|hypothesi[sz]|identif|assert|acknowledg|add|clarif)\w*"
    r"|provid\w+ (?:\w+ ){0,3}evidence|by stating)"
)
_SOURCE = (
    r"(?:reviews?|abstracts?|data|stud(?:y|ies)|papers?|articles?|trials?|reports?|guidelines?"
    r"|textbooks?|handbooks?|analys[ie]s|meta-analys[ie]s|experiments?|work|findings?|results?"
    r"|evidence|research|literature|surveys?|authors?|researchers|scientists|experts|group|team"
    r"|websites?|sources?|monographs?|editorials?|labels?)"
)
_ADVERBS = (
    r"(?:(?:also|further|clearly|consistently|strongly|have|has|had|\w+ly|all|both|it|not only) )*+"
)

INTRODUCTIONS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        # I think that ...; we can conclude that ...
        r"^(?:it seems|it appears|it (?:would|might|may) (?:appear|seem)|it looks like"
        r"|it is my understanding)(?: that)? (?!to\b)",
        r"^in my (?:\w+ )?(?:opinion|view|judge?ment|estimation),? ",
        # Smith et al. (2019) showed that ...; as Smith and Lee note, ...
        rf"^as (?:{AUTHOR}|{NAME}) {_ADVERBS}{REPORT}(?: (?:in|before|earlier)\b[^,;]{{0,30}})?, ",
        # A Cochrane review found that ...; Smith's data show that ...
        rf"^(?:[\w'’-]+ ){{0,4}}{_SOURCE}(?: (?:of|on|in|by|from) [^,;]{{1,40}}?)?"
        rf" {_ADVERBS}{REPORT} that,? ",
        r"^(?:my|one|another|an?|the) (?:\w+ ){0,3}(?:possibility|explanation|answer|interpretation"
        r"|reason|view|theory|idea|assumption|suggestion|guess|bet|point|truth|reality|reading"
        r"|mechanism) (?:is|would be|may be|might be|could be) that ",
        rf"^as {REPORT} (?:in|by) (?:{AUTHOR}|{NAME}), |^in {AUTHOR}, ",
        # The World Health Organization states that ...
        rf"^(?:the )?{NAME}(?: (?:of|for|and|the|{NAME})){{0,6}} {_ADVERBS}"
        r"(?:states?|says?|claims?|reports?|notes?|writes?|argues?|declares?|asserts?|warns?|advises?"
        r"|believes?|thinks?|maintains?|holds?|suggests?|suspects?|concludes?|believed|thought|stated|said|claimed|reported|noted|wrote|argued|declared|warned|advised|announced)"
        r" that,? ",
        # The handbook says that ...; Brown, 2010: ...
        rf"^{NAME}(?: et al\.?)?,? {_YEAR}: ",
        # It is known, important, clear that ...
        r"^(?:it|this)(?:'s| is| has (?:long |often |repeatedly |always )?been| was| can be"
        r"| should be| may be| could be| must be| is"
        r" also"
        r"| has also been)(?: also| well| widely| generally| commonly| further| therefore|"
        r" reasonable to"
        r"| important to| worth| crucial to| essential to| safe to| fair to| likely)*"
        r" (?:not(?:e|ed|ing)|confirmed|verified|determined|proven|known|well-known|shown"
        r"|reported|suggested|demonstrated|found"
        r"|established|accepted|claimed|argued|asserted|postulated|theori[sz]ed|speculated|alleged"
        r"|believed|thought|concluded?|said|stated?|think|believe|expect|suggest|clear|evident"
        r"|true|obvious|important|estimated"
        r"|observed|proposed|documented|mention(?:ed|ing)?|inferred?|assumed?|say|remember"
        r"|recogni[sz]ed?"
        r"|noteworthy|notable|remarkable|apparent|consider|understood|interesting"
        r"|hypothesi[sz]ed|acknowledged?)(?: here| (?:by|in) [^,;]{1,40})? that ",
        # Studies show that ...; there is evidence that ...; this suggests that ...
        rf"^.{{0,200}}?\bdocuments?\b[^;]{{0,150}}? {_ADVERBS}{REPORT} that,? ",
        rf"^.{{0,200}}?\b(?:stud(?:y|ies)"
        rf"|authors)\b[^;]{{0,60}}? {_ADVERBS}(?!\w+ing ){REPORT} that,? ",
        rf"^(?:the|an?|this|these|some|several|one|recent|previous) [^,;.]{{0,60}}?\b(?:trials?"
        rf"|analys[ie]s"
        rf"|research|data|results?|evidence|findings?|literature"
        rf"|guidelines?)(?: [^,.;]{{1,60}}?)? {_ADVERBS}"
        rf"(?!\w+ing ){REPORT} that,? ",
        rf"^(?:this|these|that|those) (?:\w+ ){{1,2}}{_ADVERBS}{REPORT} that,? ",
        r"^there (?:is|are|has been|was|exists?) (?:(?:some|strong|clear|good|growing|ample|also"
        r"|substantial|considerable|sufficient|increasing|recent|limited|direct) )*(?:evidence"
        r"|indications?|data|reports?|studies)(?: (?:that|to) (?:suggest|indicate|support|show"
        r"|suggesting"
        r"|indicating)(?:ing|s)?| suggesting| indicating| showing)? that ",
        r"^the (?:fact|idea|notion|conclusion|background|results?|findings?)(?: of (?:the"
        r"|this) study)?"
        r" (?:is|are|was|were) that ",
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
        r"^according to (?:the )?[A-Z][^,;]{1,80}, ",
        r"^(?:considering|based|given|from|overall|taking|by|since|with|in|as"
        r"|after)\b[^;]{0,300}?,? (?:it|we|i"
        r"|one) (?:can|may|could|is|seems|appears|has)(?: be| been| also| therefore| thus| \w+ly|"
        r" reasonable to)*"
        r"(?: (?:conclude|infer|deduce|determine|state|say|see|assume|suggest|confirm(?:ed)?"
        r"|verified|found|clear|evident"
        r"|likely|note|show)"
        r"d?)? that ",
        r"^.{0,60}?\b(?:documents?|studies|study)\b[^;,]{0,60}? (?:where|in which) ",
        r"^the answer(?: to [^,;]{1,30})? is that |^this is because ",
        r"^(?:the|this|these|our) [^,;.]{1,90}? (?:indicates?|shows?|demonstrates?|confirms?"
        r"|reveals?|suggests?) that,? ",
    )
)

# Cut only where a clause follows: "I know zinc inhibits ACE", not "I know zinc".
BARE_INTRODUCTIONS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"^(?:the )?{NAME}(?: {NAME}){{0,3}} (?:says?|suggests?|claims?|states?|thinks?"
        r"|believes?) ",
    )
)
