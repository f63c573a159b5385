"""Values: what Neo4j can store, made so. Nothing is dropped: what does not fit becomes text."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hubscope.keys import canonical_json

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_LARGEST = 2**63 - 1


def text(value: str) -> str:
    """Text that UTF-8 can carry: a lone surrogate becomes U+FFFD, NUL is left out.

    >>> text("a" + chr(0) + "b" + chr(0xD83D))
    'ab�'
    """
    if not _UNSTORABLE.search(value):
        return value
    return re.sub("[\ud800-\udfff]", "\ufffd", value.replace("\x00", ""))


def storable(value: Any) -> Any:
    """A property value: scalars as they are, lists of one kind, everything else as JSON text.

    Integers beyond 64 bits become their digits; None stays None (Neo4j leaves the property out).

    >>> storable([1, 2]), storable([1, "a"]), storable({"b": 1}), storable(2**64)
    ([1, 2], '[1,"a"]', '{"b":1}', '18446744073709551616')
    """
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return value if -_LARGEST - 1 <= value <= _LARGEST else str(value)
    if isinstance(value, Mapping):
        return text(canonical_json(_jsonable(value)))
    if isinstance(value, Sequence | set | frozenset):
        return _list(value)
    return text(str(value))


def properties(record: Mapping[str, Any]) -> dict[str, Any]:
    """Every value of a record made storable; keys are ours, never a user's."""
    return {name: storable(value) for name, value in record.items()}


def _list(value: Sequence[Any] | set[Any] | frozenset[Any]) -> Any:
    items = sorted(value, key=repr) if isinstance(value, set | frozenset) else list(value)
    stored = [storable(item) for item in items]
    kinds = {type(item) for item in stored}
    if len(kinds) <= 1 and kinds <= {str, bool, int, float}:
        return stored
    return text(canonical_json(_jsonable(items)))


def _jsonable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _jsonable(item) for name, item in value.items()}
    if isinstance(value, set | frozenset):
        return [_jsonable(item) for item in sorted(value, key=repr)]
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)
