"""Frozen dataclasses to plain JSON values and back, without a schema of their own."""

import types
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from hubscope.errors import InputError

T = TypeVar("T")
Decoder = Callable[[Any], Any]


def to_json(value: Any) -> Any:
    """Plain JSON value of a record: its init fields by name, tuples as lists, enums as values."""
    if is_dataclass(value):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value) if f.init}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(one) for one in value]
    if isinstance(value, dict):
        return {key: to_json(one) for key, one in value.items()}
    return value


def from_json(record: type[T], value: Any) -> T:
    """Build a record from what `to_json` gave.

    Raises:
        InputError: a field is missing, unknown, or of another type.
    """
    try:
        made: T = _decoder(typing.cast(Any, record))(value)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"no {record.__name__}: {error}", reason="bad_record") from error
    return made


@cache
def _decoder(kind: Any) -> Decoder:
    """A function that turns a JSON value into `kind`; made once a type."""
    while isinstance(kind, typing.NewType):
        kind = kind.__supertype__
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        one = _decoder(inner[0])
        return lambda value: tuple(one(part) for part in value)
    if origin is dict:
        named = _decoder(inner[1])
        return lambda value: {key: named(part) for key, part in value.items()}
    if origin in (types.UnionType, typing.Union):
        return _union(inner)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if kind is float:
        return _number
    if kind in (str, int, bool):
        return lambda value: _exactly(kind, value)
    return lambda value: value


def _dataclass(kind: type) -> Decoder:
    hints = typing.get_type_hints(kind)
    decoders = {f.name: _decoder(hints[f.name]) for f in fields(kind) if f.init}

    def decode(value: Any) -> Any:
        return kind(**{name: decoders[name](part) for name, part in value.items()})

    return decode


def _union(inner: tuple[Any, ...]) -> Decoder:
    """`X | None`, or a union of plain JSON types that needs no decoding."""
    rest = [kind for kind in inner if kind is not type(None)]
    if len(rest) != 1:
        return lambda value: value
    one = _decoder(rest[0])
    return lambda value: None if value is None else one(value)


def _exactly(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.60} is no {kind.__name__}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r:.60} is no number")
    return float(value)
