"""Text of a web page: what a reader sees of it, paragraph by paragraph, and its title."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser

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
# Their end tag may be left out: the next block ends them.
_OPEN_ENDED = frozenset(("p", "li", "dd", "dt", "td", "th", "tr"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.I)
_SPACE = re.compile(r"[^\S\n]+")
_DEEPEST = 2000


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says: its title, and its text with a line a block."""

    title: str
    text: str


def page_text(markup: str) -> PageText:
    r"""Title and visible text of HTML; broken markup gives what can be made out.

    >>> page_text("<title>T</title><p>One<!-- no --> two.<p hidden>x<p>Three.")
    PageText(title='T', text='One two.\nThree.')
    """
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    title = " ".join("".join(reader.title).split())
    text = _lines(reader.inner) or _lines(reader.outer)
    return PageText(title, text)


def _lines(pieces: list[str]) -> str:
    lines = (_SPACE.sub(" ", line).strip() for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


class _Reader(HTMLParser):
    """Collects text; what is open and unread is kept as a stack of names."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.inner: list[str] = []
        self.outer: list[str] = []
        self._unread: list[str] = []
        self._around = 0
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title" and not self.title:
            self._in_title = True
        if tag == "body":  # whatever was left open before it
            self._unread.clear()
        if self._unread and tag in _BLOCKS and self._unread[-1] in _OPEN_ENDED:
            self._unread.pop()
        if self._unread:
            if tag == self._unread[-1] and len(self._unread) < _DEEPEST:
                self._unread.append(tag)
            return
        if tag not in _VOID and (tag in _UNREAD or _is_hidden(dict(attrs))):
            self._unread.append(tag)
            return
        if tag in _AROUND:
            self._around += 1
        if tag in _BLOCKS:
            self._put("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if self._unread:
            if tag == self._unread[-1]:
                self._unread.pop()
            return
        if tag in _AROUND and self._around:
            self._around -= 1
        if tag in _BLOCKS:
            self._put("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._unread:
            # A line break of the source is a space of the page.
            self._put(data.replace("\n", " ").replace("\r", " "))

    def _put(self, piece: str) -> None:
        self.outer.append(piece)
        if not self._around:
            self.inner.append(piece)


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or _HIDDEN.search(attributes.get("style") or "") is not None
    )
