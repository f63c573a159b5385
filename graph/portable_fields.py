"""What each field of a line of a graph's file may hold."""

from collections.abc import Callable
from functools import cache
from math import isfinite
from typing import Any

from graph.fields import known
from graph.store import SourceState
from graph.values import text
from graph.vocabulary import (
    ChunkPart,
    MentionRole,
    Origin,
    Polarity,
    Vocabulary,
    relationship_type,
)

Fits = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str) and text(value) == value


def _optional(value: Any) -> bool:
    return value is None or _text(value)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _sign(value: Any) -> bool:
    return type(value) is int and -1 <= value <= 1


def _number(value: Any) -> bool:
    return type(value) is float and isfinite(value)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _named_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_text, [*value, *value.values()]))


def _typed_names(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _text(key) and _texts(pair) and len(pair) == 2 and pair[0] in known().bands
        for key, pair in value.items()
    )


def _among(*words: str) -> Fits:
    known = frozenset(map(str, words))
    return lambda value: isinstance(value, str) and value in known


_ABOUT = {"title": _text, "doi": _optional, "pmid": _optional}


@cache
def shapes(words: Vocabulary) -> dict[str, dict[str, Fits]]:
    """Kind of line to its fields, and what each may hold under the closed words."""
    types, relations = _among(*words.bands), _among(*words.relations)
    return {
        "layer": {
            "name": _text,
            "identities": _typed_names,
            "names": _named_texts,
            "rejected": _texts,
        },
        "source": {
            "key": _text,
            "name": _text,
            "source_kind": _text,
            "sha256": _text,
            "state": _among(*SourceState),
            "skipped": _count,
        },
        "document": {"key": _text, **_ABOUT},
        "from": {"source": _text, "document": _text, **_ABOUT},
        "chunk": {"key": _text, "part": _among(*ChunkPart), "text": _text},
        "part_of": {
            "source": _text,
            "chunk": _text,
            "document": _text,
            "position": _count,
            "section": _text,
        },
        "concept": {
            "key": _text,
            "type": types,
            "identity": _text,
            "name": _text,
            "degree": _count,
            "aliases": _texts,
            "identifiers": _texts,
        },
        "written": {
            "key": _text,
            "concept": _text,
            "type": types,
            "identity": _text,
        },
        "names": {
            "source": _text,
            "document": _text,
            "concept": _text,
            "form": _text,
            "n": _count,
            "identifiers": _texts,
        },
        "item": {
            "key": _text,
            "source": _text,
            "id": _text,
            "question": _text,
            "answer": _text,
            "options": _text,
            "item_kind": _text,
            "meta": _text,
        },
        "mentions": {"item": _text, "concept": _text, "role": _among(*MentionRole)},
        "gold": {"item": _text, "document": _text},
        "claim": {
            "key": _text,
            "head": _text,
            "relation": relations,
            "tail": _text,
            "polarity": _among(*Polarity),
        },
        "evidence": {
            "source": _text,
            "claim": _text,
            "chunk": _text,
            "quote": _text,
            "quoted": _flag,
            "sign": _sign,
            "hedge": _number,
            "confidence": _number,
            "extractor": _text,
            "wording": _text,
            "origin": _among(*Origin),
        },
        "relation": {
            "key": _text,
            "type": _among(*map(relationship_type, words.relations)),
            "head": _text,
            "tail": _text,
            "origin": _texts,
            "strength": _text,
            "hedge": _number,
            "support": _count,
        },
    }


# Where corrections moved a thing from: there only where they did.
MOVED: dict[str, Fits] = {"names": _text, "mentions": _text, "evidence": _texts}
