"""XML records: elements of a name as trees, one at a time, from files that nobody vouches for.

What a file defines for itself (entities) and what lies outside of it are refused: the one makes a
small file large, the other reads what it should not (notes on safety, 5 and 6). Memory holds one
record, whatever the file's size.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html.entities import html5
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import DEFAULT_LIMITS, Limits, text_chunks

# What an element costs in memory beside its text, as characters.
_ELEMENT_CHARS = 32
# So deep that no record can come of it: the parser's own memory grows with the depth.
_HOPELESS = 100
# A page need not be XML to be known as one: `<html lang=en>`.
_PAGE = re.compile(r"<!doctype html|<html[\s>]", re.IGNORECASE)
# Names that older documents use without their DTD at hand: `&nbsp;`, `&alpha;`.
_NAMED_SIGNS = {name.rstrip(";"): sign for name, sign in html5.items()}


@dataclass(frozen=True, slots=True)
class XmlRecord:
    """An element with all that is in it, tags without namespace, and where it begins."""

    element: Element
    where: str
    line: int


def xml_records(
    path: Path, names: Collection[str], limits: Limits = DEFAULT_LIMITS
) -> Iterator[XmlRecord | Skipped]:
    """Yield every outermost element of one of these names, in file order.

    A record that is too large or too deep is a Skipped. What stands outside of records is not kept.

    Args:
        path: an XML file in UTF-8, perhaps packed.
        names: local names of the elements wanted.
        limits: `depth` counts elements from the root, `record_chars` text, attributes, and 32 for
            each element.

    Raises:
        InputError: as `text_chunks`; not well-formed or cut off (`invalid_xml`), a web page
            (`web_page`), entities of its own or external ones (`unsafe_xml`).
    """
    target = _Records(path, frozenset(names), limits)
    parser: Any = DefusedXMLParser(target=target)
    parser.entity.update(_NAMED_SIGNS)
    target.position = parser.parser
    silent = 0
    read = False
    for text in text_chunks(path, limits):
        if not read:
            text = text.lstrip()
            if _PAGE.match(text):
                raise web_page(path)
        if not text:
            continue
        read, before = True, target.events
        _parse(path, parser, text)
        yield from target.finished()
        # A tag that is never closed would be held whole.
        silent = 0 if target.events > before else silent + len(text)
        if silent > limits.record_chars:
            raise _invalid(path, parser.parser.CurrentLineNumber, "one tag fills the file")
    if read:
        _parse(path, parser, None)
        yield from target.finished()


class _Records:
    """What the parser tells, made into records."""

    position: Any

    def __init__(self, path: Path, names: frozenset[str], limits: Limits) -> None:
        self.events = 0
        self._path, self._names, self._limits = path, names, limits
        self._depth = 0
        self._record: TreeBuilder | None = None
        self._record_depth = self._line = self._chars = 0
        self._fault = ""
        self._finished: deque[XmlRecord | Skipped] = deque()

    def finished(self) -> Iterator[XmlRecord | Skipped]:
        while self._finished:
            yield self._finished.popleft()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.events += 1
        self._depth += 1
        name = _local(tag)
        if self._depth == 1 and name.lower() == "html":
            raise web_page(self._path)
        in_record = self._record is not None or self._fault
        if self._depth > self._limits.depth * (_HOPELESS if in_record else 1):
            raise _invalid(self._path, self._line_now(), "nested too deep", "too_deep")
        if not in_record:
            if name not in self._names:
                return
            self._record, self._record_depth = TreeBuilder(), self._depth
            self._line, self._chars = self._line_now(), 0
        if self._depth > self._limits.depth:
            self._spoil("too_deep")
        self._count(sum(map(len, attributes.values())) + _ELEMENT_CHARS)
        if self._record is not None:
            self._record.start(name, {_local(key): value for key, value in attributes.items()})

    def data(self, text: str) -> None:
        self.events += 1
        self._count(len(text))
        if self._record is not None:
            self._record.data(text)

    def end(self, tag: str) -> None:
        self.events += 1
        ends = self._depth == self._record_depth
        self._depth -= 1
        if self._record is not None:
            self._record.end(_local(tag))
        if not ends:
            return
        where = f"{self._path}:{self._line}"
        if self._record is not None:
            self._finished.append(XmlRecord(self._record.close(), where, self._line))
        else:
            self._finished.append(Skipped(where, self._fault, self._line))
        self._record, self._fault, self._record_depth = None, "", 0

    def close(self) -> None:
        """Nothing is left to do at the end of a document."""

    def _count(self, chars: int) -> None:
        self._chars += chars
        if self._record is not None and self._chars > self._limits.record_chars:
            self._spoil("record_too_large")

    def _spoil(self, reason: str) -> None:
        """Drop the record under construction; what is left of it is passed over."""
        if self._record is not None:
            self._record, self._fault = None, reason

    def _line_now(self) -> int:
        return int(self.position.CurrentLineNumber)


def _parse(path: Path, parser: Any, text: str | None) -> None:
    """Feed a piece of text, None = the end."""
    try:
        if text is None:
            parser.close()
        else:
            parser.feed(text)
    except ParseError as error:
        what = str(error).partition(":")[0]
        raise _invalid(path, error.position[0], what) from error
    except DefusedXmlException as error:
        line = parser.parser.CurrentLineNumber
        raise InputError(
            f"{path}:{line}: defines entities of its own or refers to others, which can be made to "
            "fill any memory. Write them out: xmllint --noent --nonet.",
            reason="unsafe_xml",
            where=f"{path}:{line}",
        ) from error


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _invalid(path: Path, line: int, what: str, reason: str = "invalid_xml") -> InputError:
    return InputError(
        f"{path}:{line}: no XML that can be read: {what}. Cut off or damaged? Fetch it again.",
        reason=reason,
        where=f"{path}:{line}",
    )


def web_page(path: Path) -> InputError:
    """The error for a web page where data was meant."""
    return InputError(
        f"{path}: a web page, not data. Was an error or a login page saved instead?",
        reason="web_page",
        where=str(path),
    )
