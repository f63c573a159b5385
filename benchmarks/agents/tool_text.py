"""What the agent's tools show: lists of papers and pages, parts of texts, errors; all of it capped.

Text from outside stands under a heading of ours, so that no page can begin as an error does.
"""

from collections.abc import Callable, Sequence

from retrieval.connectors.connector import Document, Failed, Record

# Characters of one observation: about 1,500 tokens, so that twelve turns fit a small window.
MOST_SHOWN = 6000
# Characters of one abstract or snippet in a list.
MOST_OF_ONE = 700
# Texts that begin so are failures, and no others.
_ERROR = "Error: "


def listed(
    what: str,
    query: str,
    records: Sequence[Record],
    notes: Sequence[str],
    id_of: Callable[[Record], str],
) -> str:
    """What a search found, best first.

    Args:
        what: papers or pages.
        query: what was searched.
        records: at most so many as were asked for.
        notes: lines about what could not be searched.
        id_of: what a record is fetched by.
    """
    head = f"Found {len(records)} {what} for: {_line(query)}"
    if not records:
        head = f"No {what} found for: {_line(query)}"
    entries = [_entry(number, one, id_of(one)) for number, one in enumerate(records, 1)]
    return "\n\n".join(_fitting([head, *map(_line, notes), *entries]))


def _entry(number: int, record: Record, id: str) -> str:
    about = ", ".join(filter(None, (_line(record.venue), str(record.year or ""))))
    lines = [
        f"[{number}] {_line(record.title) or 'without a title'}" + (f" ({about})" if about else ""),
        f"id: {_line(id)}",
        "RETRACTED" if record.retracted else "",
        _shortened(_line(record.abstract), MOST_OF_ONE),
    ]
    return "\n".join(filter(None, lines))


def opened(document: Document | Failed, start: int) -> str:
    """A part of a document's text under its title, from a character on; or why there is none."""
    if isinstance(document, Failed):
        return error(document.reason, document.message)
    record, text = document.record, document.text
    head = "Title: " + (_line(record.title) or "without a title")
    if record.retracted:
        head += "\nRETRACTED"
    part = text[start : start + MOST_SHOWN]
    if not part.strip():
        return f"{head}\nThere is no text from character {start} on; it has {len(text)}."
    left = len(text) - start - len(part)
    more = f"\n[{left} more characters: read on with start={start + len(part)}]" if left else ""
    return f"{head}\n\n{part}{more}"


def _fitting(parts: Sequence[str]) -> list[str]:
    """As many parts as may be shown, and how many were left out."""
    kept: list[str] = []
    size = 0
    for place, part in enumerate(parts):
        size += len(part) + 2
        if size > MOST_SHOWN:
            return [*kept, f"[{len(parts) - place} more, not shown]"]
        kept.append(part)
    return kept


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _line(text: str) -> str:
    return " ".join(text.split())


def error(reason: str, message: str) -> str:
    """That a call failed, and why."""
    return f"{_ERROR}{reason}: {_shortened(_line(message), MOST_OF_ONE)}"


def is_error(text: str) -> bool:
    """Whether a text of these says that a call failed."""
    return text.startswith(_ERROR)
