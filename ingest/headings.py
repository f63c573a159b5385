"""Text without markup cut at its headings: what plain files and pages of a PDF have in common."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from ingest.article import CAPTION, PARAGRAPH, asserted_path
from ingest.function_words import words
from ingest.items import Section
from retrieval.jats_text import is_formal

_NUMBER = r"(?:(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}|[A-H])[.)]?\s+)?"
_NAME = (
    r"abstract|summary|key ?points|highlights|background|introduction|objectives?|aims?|"
    r"related work|theory|(?:(?:patients?|subjects?|materials?|participants|animals|study design)"
    r"(?: and |, | & ))*methods?(?: and materials?)?|methodology|"
    r"experimental(?: section| procedures?)?|study (?:design|population)|"
    r"statistical analys[ie]s|case (?:report|presentation)s?|"
    r"(?:main )?results?(?:(?: and |/| & )(?:discussion|conclusions?))?|findings|"
    r"discussion(?:(?: and |/| & )conclusions?)?|(?:concluding remarks|conclusions?)"
    r"(?:(?: and | & )[a-z ]{1,30})?|limitations|perspectives?|future (?:directions|work)|"
    r"appendi(?:x|ces)(?: [A-Z1-9])?|evaluation"
)
_KNOWN = re.compile(rf"{_NUMBER}({_NAME})\s*[:.]?", re.IGNORECASE)
_MARKDOWN = re.compile(r"(#{1,6})\s+(.*?)\s*#*")
_NUMBERED = re.compile(rf"{_NUMBER}(.*)")
_BULLET = re.compile(r"(?:[-*•‣▪–]|\(?\d{1,2}[.)])\s+\S")
_CAPTION = re.compile(r"(?:Figure|Fig\.?|Table|Scheme|Box)\s+S?\d+[.:|]?\s", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$")
# A line that ends so goes on in the next one, even if that one looks like a heading.
_GOES_ON = re.compile(
    r"(?:\b(?:a|an|and|as|by|for|from|in|of|on|or|our|that|the|these|this|to|with)|[,-])$"
)
_BROKEN = re.compile(r"(\w+)[-‐­]$")
_PREFIXES = words(
    """
    anti co cross ex extra half high inter intra long low mid multi non over peri post pre pro
    pseudo quasi re self semi short sub super trans ultra un under well wild
    """
)
_LONGEST_HEADING = 80
_ABSTRACTS = frozenset(("abstract", "summary"))


@dataclass(slots=True)
class _Part:
    """A section under construction."""

    path: tuple[tuple[int, str], ...] = ()
    paragraphs: list[str] = field(default_factory=list)

    @property
    def is_read(self) -> bool:
        """Whether it is about the subject, not about the paper."""
        return not any(is_formal(name) for _, name in self.path)

    def following(self, depth: int, name: str) -> "_Part":
        """The part that a heading of this depth begins."""
        above = tuple(one for one in self.path if one[0] < depth)
        return _Part((*above, (depth, name)))

    def section(self) -> Iterator[Section]:
        """The part as a section, if there is anything in it."""
        names = [name for _, name in self.path]
        if self.paragraphs:
            text = PARAGRAPH.join(self.paragraphs)
            yield Section(text, label=" / ".join(names), quotable=asserted_path(names))


def sections_of_lines(lines: Sequence[str]) -> Iterator[Section]:
    """Sections of a text by the headings that stand on lines of their own, in order.

    Known names of sections are headings, numbered or not, and so is what Markdown marks. Left out
    are the sections about the paper: references, thanks, funding. Captions are sections of their
    own. Lines become paragraphs, words that a line end breaks are joined.
    """
    known = Counter(word.casefold() for line in lines for word in re.findall(r"[\w-]+", line))
    part = _Part()
    for block in _blocks(lines):
        heading = _heading(block)
        if heading is not None:
            yield from part.section()
            part = part.following(*heading)
        elif part.is_read:
            text = joined(block, known)
            if _CAPTION.match(text):
                yield Section(text, label=CAPTION, quotable=False)
            elif text:
                part.paragraphs.append(text)
    yield from part.section()


def without_front(sections: Iterable[Section]) -> list[Section]:
    """Sections, of which the first one is not read for relations if an abstract follows.

    Then it holds the authors, their addresses and the journal's lines.
    """
    found = list(sections)
    has_abstract = any(one.label.casefold() in _ABSTRACTS for one in found)
    if found and not found[0].label and has_abstract:
        found[0] = replace(found[0], quotable=False)
    return found


def joined(lines: Sequence[str], known: Counter[str]) -> str:
    """Lines of one paragraph as running text.

    Args:
        lines: without line ends.
        known: words of the whole document in small letters; they decide whether a hyphen at a
            line's end belongs to its word.

    >>> joined(["It was inhib-", "ited by anti-", "inflammatory IL-", "6."], Counter())
    'It was inhibited by anti-inflammatory IL-6.'
    """
    text = ""
    for line in (" ".join(line.split()) for line in lines):
        broken = _BROKEN.search(text)
        following = re.match(r"\w+", line)
        if broken is None or following is None:
            text = f"{text} {line}" if text and line else text or line
        else:
            hyphen = "-" if _keeps_hyphen(broken[1], following[0], known) else ""
            text = text[:-1] + hyphen + line
    return text


def _keeps_hyphen(left: str, right: str, known: Counter[str]) -> bool:
    whole, parted = f"{left}{right}".casefold(), f"{left}-{right}".casefold()
    if known[whole] != known[parted]:
        return known[parted] > known[whole]
    is_name = any(c.isupper() or c.isdigit() for c in left[1:] + right) or left[:1].isdigit()
    return is_name or left.casefold() in _PREFIXES


def _heading(block: Sequence[str]) -> tuple[int, str] | None:
    """Depth and name if a block is a heading."""
    if len(block) != 1 or len(block[0]) > _LONGEST_HEADING:
        return None
    line = block[0].strip()
    marked = _MARKDOWN.fullmatch(line)
    if marked:
        named = _NUMBERED.fullmatch(marked[2])
        return len(marked[1]), (named[1] if named else marked[2]).strip("*_ :.")
    bare = line.strip("*_ ")
    known = _KNOWN.fullmatch(bare)
    if known and not known[1][0].islower():
        return 1, known[1]
    if bare.endswith(".") or bare[:1].islower():
        return None
    numbered = _NUMBERED.fullmatch(bare)
    name = (numbered[1] if numbered else bare).rstrip(":. ")
    return (1, name) if name and is_formal(name) else None


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines that belong together: a paragraph, a heading, an item of a list."""
    widths = [len(line) for line in lines if line.strip()]
    width = median(widths) if widths else 0
    block: list[str] = []
    for number, line in enumerate(lines):
        text = line.strip()
        if not text:
            if block:
                yield block
            block = []
            continue
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        continues = bool(block) and _GOES_ON.search(block[-1]) is not None
        is_heading = _heading([text]) is not None and not continues
        alone = is_heading or _is_title_line(block, text, following, width)
        if block and (alone or _BULLET.match(text) or _CAPTION.match(text)):
            yield block
            block = []
        block.append(text)
        ends_caption = bool(_CAPTION.match(block[0])) and _ends_block(text, width)
        if alone or ends_caption:
            yield block
            block = []
    if block:
        yield block


def _is_title_line(block: Sequence[str], text: str, following: str, width: float) -> bool:
    """Whether a line within a column of text is a title: short, whole, between two sentences."""
    if not (text[:1].isupper() and following[:1].isupper() and len(text) < 0.7 * width):
        return False
    before_ended = not block or _ends(block[-1])
    return before_ended and not _ends(text) and not text.endswith((",", "-"))


def _ends_block(text: str, width: float) -> bool:
    return len(text) < 0.85 * width and _ends(text)


def _ends(text: str) -> bool:
    return _SENTENCE_END.search(text) is not None


def stripped_of_running_heads(pages: Iterable[Sequence[str]]) -> list[list[str]]:
    """Pages without the lines that stand at the top or foot of many, and without page numbers."""
    kept = [[line for line in page if line.strip()] for page in pages]
    edges: Counter[str] = Counter()
    for page in kept:
        edges.update({_without_digits(line) for line in (*page[:2], *page[-2:])})
    often = max(2, len(kept) // 3)
    return [
        [
            line
            for at, line in enumerate(page)
            if not (min(at, len(page) - 1 - at) < 2 and _is_running(line, edges, often))
        ]
        for page in kept
    ]


def _is_running(line: str, edges: Counter[str], often: int) -> bool:
    bare = _without_digits(line)
    return not bare.strip(" .|-–/") or (edges[bare] >= often and len(bare) < 150)


def _without_digits(line: str) -> str:
    return re.sub(r"\d+", "", line).strip()
