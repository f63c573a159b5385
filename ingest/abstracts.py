"""Structured abstracts: their headings, and which sections state findings."""

import re

from ingest.items import Section

# What these sections say is planned or done, not found: no relation is read from them
# (notes on extraction, section 3), unless the heading names findings too.
_PLANS = re.compile(
    "aim|goal|object|purpose|question|hypothes|design|setting|method|material|source|selection|"
    "extraction|patient|subject|participant|population|intervention|measure|registration",
    re.IGNORECASE,
)
_FINDINGS = re.compile("result|finding|conclusion", re.IGNORECASE)
_WORD = (
    "(?:AIMS?|BACKGROUND|CLINICAL|CONCLUSIONS?|CONTEXT|DATA|DESIGN|DISCUSSION|EXPOSURES?|"
    "EXTRACTION|FINDINGS|FUNDING|"
    "HYPOTHES[IE]S|IMPORTANCE|INTERPRETATION|INTERVENTIONS?|INTRODUCTION|LIMITATIONS?|MAIN|"
    "MATERIALS?|MEASUREMENTS?|MEASURES?|METHOD(?:S|OLOGY)?|OBJECTIVES?|OUTCOMES?|PARTICIPANTS|PATIENTS|"
    "PRIMARY|PRINCIPAL|PURPOSE|QUESTION|RATIONALE|RELEVANCE|RESEARCH|RESULTS?|SELECTION|SETTINGS?|"
    "SAMPLE|SIGNIFICANCE|SOURCES?|STUDY|SUBJECTS|SUMMARY|SYNTHESIS|TRIAL|REGISTRATION)"
)
_HEADING = re.compile(
    rf"(?:^|(?<=[.?!)\]])\s+|\s{{3,}})({_WORD}(?:(?:,? AND |, |/| & | ){_WORD})*):?\s+(?=\S)"
)


def is_asserted(label: str) -> bool:
    """Whether a section of this heading states what was found.

    >>> is_asserted("METHODS"), is_asserted("METHODS AND RESULTS"), is_asserted("")
    (False, True, True)
    """
    return not _PLANS.search(label) or bool(_FINDINGS.search(label))


def sections_of(text: str) -> tuple[Section, ...]:
    """An abstract cut at the headings in capitals that stand in its text.

    >>> [(one.label, one.text) for one in sections_of("AIM To see. RESULTS DNA was seen.")]
    [('AIM', 'To see.'), ('RESULTS', 'DNA was seen.')]
    >>> sections_of("The STUDY RESULTS of others.")[0].label
    ''
    """
    marks = list(_HEADING.finditer(text))
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(text)]
    labels = ["", *(mark[1] for mark in marks)]
    return tuple(
        Section(part, label=label, quotable=is_asserted(label))
        for label, start, end in zip(labels, starts, ends, strict=True)
        if (part := text[start:end].strip())
    )
