"""Names of interventions and outcomes as trials' annotators wrote them, cut down to concepts.

A name that cannot be cut down to one concept is left out with its reason: a list, a change of an
outcome, a whole sentence. Measure words ("mean serum ... level") say how, not what.
"""

import html
import re

_MOST_WORDS = 5
# Around a name, footnotes of a table among them.
_MARKS = " .,;:-*†‡§"
_CONTROLS = re.compile(
    r"\b(?:placebo|control|controls|baseline|saline|usual care|standard care|standard of care|"
    r"no treatment|untreated|waiting list|sham|vehicle|treatment as usual)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"[,;:+/]|\b(?:and|or|plus|versus|vs|combined with|followed by)\b", re.I)
_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_DOSE = re.compile(
    r"\b\d[\d.,–-]*\s*(?:to\s+\d[\d.,]*\s*)?"
    r"(?:%|(?:mg|g|kg|µg|μg|mcg|ug|ng|ml|mL|l|L|IU|U|units?|mmol|mM|Hz|Gy|cm|mm|min|minutes?|"
    r"hours?|h|days?|weeks?|wks?|months?|years?|times|tablets?|capsules?|doses?|cycles?)\b)"
    r"(?:\s*/\s*\w+)*",
)
_SCHEDULE = re.compile(
    r"\b(?:once|twice|thrice|three times|four times|1x|2x)?\s*(?:a day|per day|daily|weekly|"
    r"monthly|bid|tid|qid|nightly)\b|\b(?:orally|intravenously|intramuscularly|subcutaneously|oral|"
    r"intravenous|topical)\b",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\s+\b(?:at|after|during|over|within|between|among|amongst|in|on|for|from|until|before|per|"
    r"immediately|with|without|to|given|administered|when|who|that|was|were|by|using|under|as)\b.*$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:the|a|an|of|treatment|therapy|administration|use|addition|receiving|received|"
    r"patients?|group|oral|daily|single|low|high|dose|doses|mean|median|average|total|overall|"
    r"serum|plasma|blood|level|levels|concentration|concentrations|value|values|score|scores|"
    r"amount|degree|severity|intensity|extent|rates?|incidences?|prevalence|risks?|frequency|"
    r"occurrence|proportion|percent|percentage|number|development)\s+(?:of\s+(?:the\s+)?)?)+",
    re.IGNORECASE,
)
_RISK = re.compile(
    r"\b(?:incidence|prevalence|risk|rate|rates|frequency|occurrence|odds)\b|"
    r"\b(?:number|proportion|percent|percentage)\s+of\s+(?:patients|subjects|participants)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s+(?:levels?|concentrations?|values?|scores?|ratings?|intensity|severity|rates?|incidences?|"
    r"risks?|groups?|arms?|regimens?|doses?|tablets?|capsules?|supplementation|supplements?|"
    r"administration|injections?|infusions?|treatments?|use)$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:change[sd]?|reductions?|reduced|decreas\w+|increas\w+|improve\w*|declin\w+|loss|gain|"
    r"difference\w*|lower\w*|higher|better|worse\w*|recovery|time|duration|ratio|onset|delay\w*|"
    r"responder\w*|response|success\w*|fail\w*|ability|satisfaction|number|numbers|proportion|"
    r"percent\w*|patients|subjects|participants|women|men|children|discontinu\w+|free|"
    r"able|access|protection|prevention|freedom|relief|absence|remission|control|adherence|compliance|"
    r"requirement\w*|consumption|intake|need|cost\w*|outcomes?|events|effects|effect)\b",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(
    r"\d{2,}|[=<>&@#]|\b(?:is|are|had|has|not|no|any|all|group|than|of)\b", re.I
)


def is_control(text: str) -> bool:
    """Whether an arm of a trial is what the others are compared with."""
    return bool(_CONTROLS.search(text))


def intervention(text: str) -> tuple[str, str]:
    """An intervention's name, or "" and the reason why there is none.

    >>> intervention("lansoprazole 30 mg (once daily)"), intervention("normal saline")
    (('lansoprazole', ''), ('', 'intervention_is_a_control'))
    >>> intervention("zinc plus iron")
    ('', 'several_interventions')
    """
    if is_control(text):
        return "", "intervention_is_a_control"
    name = _cut(text)
    if _SEVERAL.search(name):
        return "", "several_interventions"
    is_name = _is_name(name) and name.lower() != "access"
    return (name, "") if is_name else ("", "intervention_not_a_name")


def outcome(text: str) -> tuple[str, str]:
    """An outcome's name, or "" and the reason why there is none.

    >>> outcome("The mean serum potassium level at 6 months"), outcome("reduction of ulcer size")
    (('potassium', ''), ('', 'outcome_is_a_change_or_count'))
    >>> outcome("Attitudes toward a diet*")
    ('Attitudes toward a diet', '')
    """
    name = _cut(text)
    if _SEVERAL.search(name):
        return "", "several_outcomes"
    if _CHANGE.search(name):
        return "", "outcome_is_a_change_or_count"
    return (name, "") if _is_name(name) else ("", "outcome_not_a_name")


def is_risk(text: str) -> bool:
    """Whether an outcome is how often something happens: "the incidence of nausea"."""
    return bool(_RISK.search(text))


def _cut(text: str) -> str:
    name = " ".join(html.unescape(html.unescape(text)).split())
    while (shorter := _BRACKETS.sub("", name)) != name:
        name = shorter
    for pattern in (_DOSE, _SCHEDULE):
        name = " ".join(pattern.sub(" ", name).split())
    name = _ADDED.sub("", name).strip(_MARKS)
    name = _LEADING.sub("", name)
    while (shorter := _TRAILING.sub("", name)) != name:
        name = shorter
    return name.strip(_MARKS)


def _is_name(name: str) -> bool:
    n_words = len(name.split())
    letters = sum(mark.isalpha() for mark in name)
    return 1 <= n_words <= _MOST_WORDS and letters >= 3 and not _NOT_A_NAME.search(name)
