"""Text of a web page: what a reader sees of it, paragraph by paragraph, and its title."""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from retrieval.html_tokens import End, Start, Text, tokens

_UNREAD = frozenset(
    (
        "audio", "button", "canvas", "datalist", "dialog", "embed", "head", "iframe", "map", "math",
        "noscript", "object", "script", "select", "style", "svg", "template", "video",
    )
)  # fmt: skip
# Around the text of a page, not in it; left out where something else is left.
_AROUND = frozenset(("nav", "header", "footer", "aside", "menu"))
# No end tag comes for these.
_VOID = frozenset(
    (
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    )
)  # fmt: skip
_BLOCKS = frozenset(
    (
        "address", "article", "blockquote", "body", "br", "dd", "div", "dl", "dt", "fieldset",
        "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "main", "ol", "p",
        "pre", "section", "table", "td", "th", "tr", "ul",
    )
)  # fmt: skip
_TABLE = frozenset(("table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"))
# What a formatting tag does not reach over.
_SPECIAL = _BLOCKS | _UNREAD | _AROUND | _TABLE | frozenset(("body", "details", "form", "html"))
# What an end tag, or a start tag that ends another element, does not reach over.
_STOPS = frozenset(("table", "td", "th", "caption", "template", "object", "button"))
_TABLE_STOPS = frozenset(("table", "template"))
_ITEM_STOPS = _STOPS | {"ul", "ol", "menu"}
_ENDS_P = (_BLOCKS | _AROUND | frozenset(("details", "form", "dialog"))) - {"br", "body"}
_ROWS = frozenset(("thead", "tbody", "tfoot"))
# By start tag: elements whose end tag may be left out before it, and what keeps them open.
_ENDED: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(("li",)), _ITEM_STOPS),
    "dd": (frozenset(("dd", "dt")), _STOPS | {"dl"}),
    "dt": (frozenset(("dd", "dt")), _STOPS | {"dl"}),
    "td": (frozenset(("td", "th", "caption")), _TABLE_STOPS),
    "th": (frozenset(("td", "th", "caption")), _TABLE_STOPS),
    "tr": (frozenset(("td", "th", "tr", "caption")), _TABLE_STOPS),
    **{row: (_ROWS | {"td", "th", "tr", "caption"}, _TABLE_STOPS) for row in _ROWS},
}
_P = frozenset(("p",))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.I)
_SPACE = re.compile(r"[^\S\n]+")
_MOST_CHARS = 1 << 20
# Deeper elements are counted only: nobody nests so deep, and time must not grow with it.
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says: its title, and its text with a line a block."""

    title: str
    text: str


def page_text(markup: str) -> PageText:
    r"""Title and visible text of HTML; broken markup gives what can be made out, and never raises.

    Args:
        markup: of it the first 2**20 characters are read.

    >>> page_text("<title>T</title><p>One<!-- no --> two.<p hidden>x<p>Three.")
    PageText(title='T', text='One two.\nThree.')
    """
    reader = _Reader()
    for token in tokens(markup[:_MOST_CHARS]):
        match token:
            case Text(text):
                reader.read(text)
            case Start():
                reader.start(token)
            case End(name):
                reader.end(name)
    title = " ".join("".join(reader.title).split())
    text = _lines(reader.inner) or _lines(reader.outer)
    return PageText(title, text)


def _lines(pieces: list[str]) -> str:
    lines = (_SPACE.sub(" ", line).strip() for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


class _Reader:
    """Collects text; knows which elements are open, and from which of them on nothing is seen."""

    def __init__(self) -> None:
        self.title: list[str] = []
        self.inner: list[str] = []
        self.outer: list[str] = []
        self._open: list[str] = []
        self._held: Counter[str] = Counter()  # how many of each are in `_open`
        self._beyond: Counter[str] = Counter()  # too deep to be in `_open`
        self._unread_from: int | None = None
        self._in_title = False

    def start(self, tag: Start) -> None:
        """Take a start tag."""
        name = tag.name
        if name == "title" and not self.title:
            self._in_title = True
        if name == "body" and self._held["head"]:  # whatever was left open before it
            self._close(self._open.index("head"))
        self._end_implied(name)
        if name in _BLOCKS and self._unread_from is None:
            self._put("\n")
        is_foreign = self._held["svg"] or self._held["math"] or name in ("svg", "math")
        is_again = name in ("body", "html") and self._held[name] > 0
        if not (name in _VOID or is_again or (tag.closed and is_foreign)):
            self._enter(tag)

    def end(self, name: str) -> None:
        """Take an end tag; one of nothing that is open, or out of reach, ends nothing."""
        if name == "title":
            self._in_title = False
        if self._beyond[name]:
            self._beyond[name] -= 1
        elif name not in ("body", "html"):
            self._end_nearest({name}, _reach(name))
        if name in _BLOCKS and self._unread_from is None:
            self._put("\n")

    def read(self, text: str) -> None:
        """Take text."""
        if self._in_title:
            self.title.append(text)
        elif self._unread_from is None:
            # A line break of the source is a space of the page.
            self._put(text.replace("\n", " ").replace("\r", " "))

    def _enter(self, tag: Start) -> None:
        unread = tag.name in _UNREAD or _is_hidden(tag.attributes)
        if len(self._open) >= _DEEPEST and not (unread and self._unread_from is None):
            self._beyond[tag.name] += 1
            return
        if unread and self._unread_from is None:
            self._unread_from = len(self._open)
        self._open.append(tag.name)
        self._held[tag.name] += 1

    def _end_implied(self, name: str) -> None:
        if name in _ENDS_P:
            self._end_nearest(_P, _STOPS)
        names, stops = _ENDED.get(name, (_P, _STOPS))
        while name in _ENDED and self._end_nearest(names, stops):
            pass

    def _end_nearest(self, names: Collection[str], stops: Collection[str]) -> bool:
        """Close the innermost open element of these names, unless another stands before it."""
        if not any(self._held[name] for name in names):
            return False
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at] in names:
                self._close(at)
                return True
            if self._open[at] in stops:
                return False
        return False

    def _close(self, at: int) -> None:
        self._held.subtract(self._open[at:])
        del self._open[at:]
        if self._unread_from is not None and at <= self._unread_from:
            self._unread_from = None
        if self._beyond and len(self._open) < _DEEPEST:
            self._beyond.clear()

    def _put(self, piece: str) -> None:
        self.outer.append(piece)
        if not any(self._held[name] for name in _AROUND):
            self.inner.append(piece)


def _reach(name: str) -> frozenset[str]:
    """What an end tag does not reach over."""
    if name in _TABLE:
        return _TABLE_STOPS if name != "table" else frozenset(("template",))
    if name == "li":
        return _ITEM_STOPS
    return _STOPS if name in _SPECIAL else _SPECIAL


def _is_hidden(attributes: dict[str, str]) -> bool:
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or _HIDDEN.search(attributes.get("style", "")) is not None
    )
