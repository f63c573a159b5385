"""Wording that surrounds a claim: what is cut from a sentence, and what makes it none.

Order of use (claims.py): cut what introduces a statement (introductions.py), then ask whether the
rest states anything. Every pattern is tried at most once a position, so that time stays linear in
the text.
"""

import re

from benchmarks.judging.introductions import AUTHOR, NAME, REPORT

_I = re.IGNORECASE

# What stands in brackets to point at a passage: [0], [3, 7], (Document [2]), (Smith et al., 2010).
CITATION = re.compile(
    r"\s*(?:\((?:see|cf\.?|e\.g\.,?) [A-Z][^()]{0,80}(?:19|20)\d\d[a-z]?\)"
    r"|\((?:see |as (?:stated|mentioned|reported) in )?(?:documents?|docs?|refs?|pmid|doi)\b"
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
DENYING_CONTRACTION = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|ca|could|would|should|wo|sha)n['’]t\b", _I
)
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

_HEDGE_ADVERB = (
    r"probably|presumably|possibly|perhaps|maybe|apparently|arguably|likely|supposedly"
    r"|reportedly|allegedly|seemingly|hypothetically|conceivably"
)
# "is likely to", "more likely", "how likely" state something; "is likely due to" hedges it.
HEDGE_ADVERB = re.compile(
    rf"(?<!\bthe )(?<!\ba )(?<!\bmore )(?<!\bless )(?<!\bmost )(?<!\bas )(?<!\bun)(?<!\bhow )\b"
    rf"(?:very |most |quite )?"
    rf"(?:{_HEDGE_ADVERB})\b,?(?! to\b)(?! than\b)(?! as\b)\s+",
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
# ", I think", ", if I recall correctly"
OWN_DOUBT_BEHIND = re.compile(
    r", (?:i (?:think|believe|guess|suppose|suspect|assume|reckon|would say)"
    r"|if (?:i|we) (?:recall|remember)(?: (?:correctly|right|well))?"
    r"|if i(?:'m|’m| am) not mistaken|in my (?:\w+ )?(?:opinion|view)"
    r"|to (?:the best of )?my knowledge"
    r"|as far as (?:i|we) (?:know|can tell|am aware)|i(?:'m|’m| am) (?:\w+ )?(?:sure|certain)"
    r"|presumably|probably|apparently|perhaps|it seems|it appears)[.\s]*$",
    _I,
)
# ", as I recall"; ", I am told"
_RECALLED = r"as (?:i|we) (?:recall|remember|understand it)|(?:i am|i'm|i’m|we are) told|they say"
_NAMED = rf"according to (?:the )?(?:{AUTHOR}|{NAME}(?: (?:of |for )?{NAME}){{0,5}})"
_AS_NAMED = rf"as {AUTHOR} (?:have |has |also )?{REPORT}"
# "A, I believe, inhibits B"; "A, according to Smith et al., inhibits B"
OWN_DOUBT_WITHIN = re.compile(
    r", (?:i (?:think|believe|guess|suppose|suspect|assume)|it (?:seems|appears)|presumably"
    r"|arguably|apparently|in my (?:\w+ )?(?:opinion|view)|as far as (?:i|we) (?:know|can tell)"
    rf"|to (?:the best of )?my knowledge|{_RECALLED}|{_NAMED}|{_AS_NAMED}),\s+",
    _I,
)
# ", as Smith et al. showed"; ", according to the WHO"
NAMED_BEHIND = re.compile(rf",? (?:{_NAMED}|{_AS_NAMED})[.\s]*$|, (?:{_RECALLED})[.\s]*$", _I)
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

# "They say that X and that Y" says X and Y.
AND_THAT = re.compile(r",? and that (?=\S)")
SO_CLAUSE = re.compile(
    r", which means (?:that )?|,? so (?!that\b|far\b|as\b|many\b|much\b|it is (?:true|false)\b)", _I
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
ANSWER_PROSE = re.compile(
    r"^(?:the |my )?(?:(?:correct|best|most appropriate|final|right|most likely) )*(?:answer"
    r"|choice|option)"
    r"(?: (?:to|for) (?:the|this) question)?(?: (?:is|would be|should be|must be))?\s*:?\s*"
    r"[\"'(]?(?:(?:option )?[A-E]\b[.):\"']*\s*)?[\"']?(?:yes|no"
    r"|maybe)?[\"']?\s*[,.:;-]\s*(?P<rest>\S.*)$",
    _I,
)
