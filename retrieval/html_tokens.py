"""Tokens of HTML: text, start and end tags, in one pass whose time grows with the length alone.

What browsers do with broken markup (WHATWG, Tokenization), as far as it decides what is seen:
comments and declarations go, what is never closed takes the rest of the page with it. The standard
library's parser is quadratic there, and raises for some declarations.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from retrieval.decoding import without_unseen

_OPENING = re.compile(r"<(?=[A-Za-z/!?])")
_NAME = re.compile(r"</?([A-Za-z][^\s/>]*)")
# A name, then perhaps a value; what is left after the last one must be ">".
_ATTRIBUTE = re.compile(
    r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>][^\s>]*)?)?"
)
_TAG_END = re.compile(r"[\s/]*>")
_COMMENT_END = re.compile(r"--!?>")
# Their content is no markup: what a page shows of it, and what it never shows.
_SHOWN_RAW = frozenset(("title", "textarea", "xmp"))
_UNSHOWN_RAW = frozenset(("script", "style", "iframe", "noembed", "noframes"))
_RAW_END = {
    name: re.compile(rf"</{name}(?=[\s/>])[^>]*>", re.IGNORECASE)
    for name in _SHOWN_RAW | _UNSHOWN_RAW
}
# More digits than Python makes a number of.
_HUGE = re.compile(r"&#\d{1000,};?")


@dataclass(frozen=True, slots=True)
class Text:
    """Text between tags, its character references resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Start:
    """A start tag, names in lower case; `closed` where it ends with a slash."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    closed: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """An end tag."""

    name: str


Token = Text | Start | End


def unescaped(text: str) -> str:
    """Text with its character references resolved, without what is not seen; never raises."""
    return without_unseen(html.unescape(_HUGE.sub("\ufffd", text)))


def tokens(markup: str) -> Iterator[Token]:
    """Tokens of a page in order; a construct that is never closed ends them."""
    at = 0
    unclosed: set[str] = set()  # raw elements for which no end tag follows any more
    while (found := _OPENING.search(markup, at)) is not None:
        if found.start() > at:
            yield Text(unescaped(markup[at : found.start()]))
        start = found.start()
        name = _NAME.match(markup, start)
        if name is None:
            after = _after_comment(markup, start)
            if after is None:
                return
            at = after
            continue
        attributes: dict[str, str] = {}
        after = _after_tag(markup, name.end(), attributes)
        if after is None:
            return
        at = after
        tag = name[1].lower()
        if markup[start + 1] == "/":
            yield End(tag)
            continue
        closed = markup[at - 2] == "/"
        yield Start(tag, attributes, closed)
        if tag not in _RAW_END or tag in unclosed or (closed and tag in _SHOWN_RAW):
            continue
        end = _RAW_END[tag].search(markup, at)
        if end is not None:
            if tag in _SHOWN_RAW:
                yield Text(unescaped(markup[at : end.start()]))
            yield End(tag)
            at = end.end()
        elif tag in _SHOWN_RAW or closed:
            unclosed.add(tag)
        else:
            return
    if at < len(markup):
        yield Text(unescaped(markup[at:]))


def _after_comment(markup: str, start: int) -> int | None:
    """Where a comment, a declaration or another thing that is no tag ends, None if nowhere."""
    if markup.startswith("<!--", start):
        end = _COMMENT_END.search(markup, start + 2)
        return end.end() if end else None
    return markup.find(">", start) + 1 or None


def _after_tag(markup: str, at: int, attributes: dict[str, str]) -> int | None:
    """Where a tag ends, its attributes put into `attributes`; None if nowhere."""
    while (end := _TAG_END.match(markup, at)) is None:
        found = _ATTRIBUTE.match(markup, at)
        if found is None:
            return None
        at = found.end()
        value = found[2] or ""
        if value[:1] in "\"'":
            value = value[1:-1]
        elif found[0].endswith("=") and markup[at : at + 1] in ("'", '"'):
            return None  # the quote is never closed
        attributes.setdefault(found[1].lower(), unescaped(value))
    return end.end()
