"""Untrusted text on a page: escaped always, quotes and claims marked after escaping.

Text of models and sources never goes to `st.markdown`, which would fetch what it links to.
"""

import json
import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import jinja2
import streamlit as st
from markupsafe import Markup, escape

from benchmarks.hallucination.score import Score
from benchmarks.report import COLOURS, SCORE_NAMES, interval
from graph.vocabulary import Verdict
from hubscope.pages import template_environment

_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in string.punctuation})


@dataclass(frozen=True, slots=True)
class Mark:
    """How a verdict looks: never by colour alone."""

    word: str
    symbol: str
    colour: str


MARKS = {
    Verdict.SUPPORTED: Mark("supported", "●", COLOURS[Verdict.SUPPORTED]),
    Verdict.UNVERIFIABLE: Mark("not verifiable", "■", COLOURS[Verdict.UNVERIFIABLE]),
    Verdict.REFUTED: Mark("refuted", "▲", COLOURS[Verdict.REFUTED]),
}
NOT_JUDGED = Mark("not judged (error)", "✕", "#CC79A7")
FOUND = Mark("quote", "", "#E69F00")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text to mark; `number` refers to a claim beside it."""

    start: int
    end: int
    mark: Mark = FOUND
    number: int | None = None


def mark_of(verdict: Verdict | None) -> Mark:
    """How a verdict looks; None is an error of the judge."""
    return NOT_JUDGED if verdict is None else MARKS[verdict]


def locate(text: str, wanted: str) -> tuple[int, int] | None:
    r"""Where a quote stands in a text; spaces and case may differ.

    >>> locate("Zinc  binds\nACE2.", "zinc binds ace2")
    (0, 16)
    >>> locate("Zinc", "") is None
    True
    """
    words = [re.escape(word) for word in wanted.split()]
    found = re.search(r"\s+".join(words), text, re.IGNORECASE) if words else None
    return found.span() if found else None


def marked(text: str, spans: Iterable[Span]) -> Markup:
    """Escaped text with spans marked; of spans that overlap the first in the text is kept.

    >>> marked("a <b> c", [Span(2, 5)])
    Markup('a <mark style="--m:#E69F00">&lt;b&gt;</mark> c')
    """
    parts: list[Markup] = []
    at = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if span.start < at:
            continue
        parts += [escape(text[at : span.start]), _mark(text[span.start : span.end], span)]
        at = span.end
    return Markup("").join([*parts, escape(text[at:])])


def _mark(text: str, span: Span) -> Markup:
    opened = Markup('<mark style="--m:{}">').format(span.mark.colour)
    if span.number is None:
        return opened + escape(text) + Markup("</mark>")
    note = Markup('<sup title="{}">{} {}</sup>').format(
        span.mark.word, span.mark.symbol, span.number
    )
    return opened + escape(text) + note + Markup("</mark>")


def quoted(text: str, quotes: Sequence[str]) -> Markup:
    """Escaped text in which the quotes are marked."""
    places = [place for quote in quotes if (place := locate(text, quote))]
    return marked(text, [Span(*place) for place in places])


def literal(text: str) -> str:
    r"""Text that Streamlit's Markdown shows as it is, for labels and messages.

    >>> print(literal("![x](http://a) :red[b]"))
    \!\[x\]\(http\:\/\/a\) \:red\[b\]
    """
    return " ".join(text.split()).translate(_MARKDOWN)


def show(template: str, **values: Any) -> None:
    """Draw a template of `ui/templates`; it escapes every value."""
    st.html(_environment().get_template(template).render(values, names=SCORE_NAMES))


@cache
def _environment() -> jinja2.Environment:
    environment = template_environment("ui")
    environment.filters |= {
        "mark_of": mark_of,
        "figure": figure,
        "signed": signed,
        "range": ends,
        "interval": interval,
        "shown": shown,
        "answer": answer,
    }
    return environment


def figure(value: float | None, digits: int = 2) -> str:
    """A number as pages print it, an en dash where it is undefined."""
    return "–" if value is None else f"{value:.{digits}f}"


def signed(value: float | None) -> str:
    """A difference as pages print it."""
    return "–" if value is None else f"{value:+.3f}"


def ends(difference: Score) -> str:
    """The interval of a difference, or why there is none."""
    if difference.low is None or difference.high is None:
        return difference.note
    note = f" ({difference.note})" if difference.note else ""
    return f"[{difference.low:+.3f}, {difference.high:+.3f}]{note}"


def shown(value: object) -> str:
    """A value of a record as text; what is no text as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def answer(stored: str) -> str:
    """An item's answer as people write it, from its canonical JSON."""
    return shown(json.loads(stored))
