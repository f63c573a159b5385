"""Text of marked-up elements: what a reader of the page would read, tags gone, nothing lost."""

import re
from collections.abc import Collection
from xml.etree.ElementTree import Element

from hubscope.reading import clean_text

# Elements that stand on lines of their own: their text must not run into the neighbours'.
_BLOCKS = frozenset(
    (
        "break",
        "br",
        "def",
        "disp-quote",
        "label",
        "list-item",
        "p",
        "sec",
        "td",
        "th",
        "title",
        "tr",
    )
)
_EXPONENT = re.compile(r"\s*[-−–+]?\d+\s*")
_NOTHING: frozenset[str] = frozenset()


def plain_text(element: Element | None, leave_out: Collection[str] = _NOTHING) -> str:
    """Text of an element and all in it, white space as single spaces; "" for None.

    A superscript number after a digit is a power and keeps its meaning.

    Args:
        element: its own tail is not part of it.
        leave_out: names of elements whose content is left out.

    >>> from xml.etree.ElementTree import fromstring
    >>> plain_text(fromstring("<t><i>TP53</i> in H<sub>2</sub>O at 10<sup>-3</sup> M</t>"))
    'TP53 in H2O at 10^-3 M'
    """
    if element is None:
        return ""
    parts: list[str] = []
    _gather(element, leave_out, parts)
    return " ".join(clean_text("".join(parts)).split())


def _gather(element: Element, leave_out: Collection[str], parts: list[str]) -> None:
    own = element.text or ""
    if element.tag == "sup" and _EXPONENT.fullmatch(own) and _ends_in_digit(parts):
        parts.append("^")
    parts.append(own)
    for child in element:
        is_block = child.tag in _BLOCKS
        if child.tag not in leave_out:
            parts.append(" " if is_block else "")
            _gather(child, leave_out, parts)
        parts.append(" " if is_block else "")
        parts.append(child.tail or "")


def _ends_in_digit(parts: list[str]) -> bool:
    last = next((part for part in reversed(parts) if part), "")
    return last[-1:].isdecimal()
