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

NAME = r"(?-i:[A-Z][\w'’-]+)"
_YEAR = r"\(?(?:19|20)\d\d[a-z]?\)?"
AUTHOR = (
    rf"(?:{NAME}(?:, {NAME})*,? (?:(?:and|&) (?:{NAME}|colleagues|co-?workers|others)"
    rf"|et al\.?)(?:,? {_YEAR})?|{NAME} {_YEAR})"
)
# What a speaker knows and how surely: it denies nothing of the matter, whatever its words.
OWN_DOUBT = re.compile(
    r"^(?:(?:to (?:the best of )?(?:my|our) knowledge|if i(?:'m|’m| am) not mistaken"
    r"|from memory|off the top of my head|i could be wrong,? but"
    r"|i(?:'m|’m| am) (?:not|no longer|unaware) [^,;]{1,60},? but"
    r"|correct me if i(?:'m|’m| am) wrong,? but"
    r"|in (?:the )?(?:opinion|view|words) of [^,;]{1,40}"
    r"|per (?!day\b|capita\b|year\b|month\b|week\b|hour\b|unit\b|cycle\b|se\b|patient\b|dose\b)"
    r"[^,;]{1,60}),? "
    r"|(?:i(?:'m|’m)|i am|we are) (?:\w+ly |quite |pretty )?(?:sure|certain|confident|convinced)"
    r" (?:that )?|i(?:'d|’d| would) (?:say|guess|think|expect|assume|argue) (?:that )?"
    r"|in [A-Z][\w'’-]+(?: et al\.?)?(?:['’]s|') (?:opinion|view|words|account),? "
    r"|contrary to [^,;]{1,80}, |on the (?:basis|strength) of [^,;]{1,80}, "
    r"|(?:please )?(?:(?:keep|bear) in mind|note|remember|recall) (?:also )?that "
    r"|it stands to reason that |(?:it|this) (?:could|may|might) (?:well )?be"
    r" (?:(?:true|the case|so) )?that "
    r"|(?:source|reference|paper|study|article|abstract|citation) \[?\d{1,3}\]? (?:also )?"
    r"(?:states?|says|notes|reports|shows|finds|found|claims|reported|stated|showed) that )",
    _I,
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
        rf"^as {REPORT} (?:in|by) (?:{AUTHOR}|{NAME}), |^in {AUTHOR}, ",
        # The handbook says that ...; Brown, 2010: ...
        rf"^{NAME}(?: et al\.?)?,? {_YEAR}: ",
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
