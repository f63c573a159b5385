"""JSON values, read strictly: what would be lost or changed silently later is a fault now."""

import json
from typing import TypeAlias

from hubscope.reading import DEFAULT_LIMITS, Limits, clean_text

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_INTEGERS = range(-(2**63), 2**63)  # what a database's integer holds


class JsonFault(ValueError):
    """A text that is no record; `reason` is a stable word."""

    def __init__(self, reason: str, message: str = "", at: int = 0) -> None:
        super().__init__(message or reason)
        self.reason = reason
        self.at = at


class JsonParser:
    """Reads values and cleans their text.

    Faults: `invalid_json`, `duplicate_key`, `not_a_number` (NaN, infinity), `too_deep`,
    `field_too_large`. An integer beyond 64 bits is kept as its digits.

    Args:
        limits: of a record.
        nan_as_none: take NaN and infinity as null instead, for formats that write them on purpose.
    """

    def __init__(self, limits: Limits = DEFAULT_LIMITS, *, nan_as_none: bool = False) -> None:
        self._limits = limits
        self._nan_as_none = nan_as_none
        self._faults: list[str] = []
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=self._constant,
            parse_float=self._float,
            parse_int=_integer,
            strict=False,  # raw control characters are cleaned like escaped ones
        )

    def parse(self, text: str) -> Json:
        """The value of a text that holds nothing else.

        Raises:
            JsonFault: see above.
        """
        value, end, fault = self.parse_at(text, len(text) - len(text.lstrip()))
        if text[end:].strip():
            raise JsonFault("invalid_json", "text after the end of the record", end)
        if fault:
            raise JsonFault(fault)
        return value

    def parse_at(self, text: str, start: int) -> tuple[Json, int, str | None]:
        """The value that starts at a position, where it ends, and what is wrong with it.

        Raises:
            JsonFault: `invalid_json` or `too_deep`: where it ends is not known.
        """
        self._faults.clear()
        try:
            value, end = self._decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            raise JsonFault("invalid_json", error.msg, error.pos) from error
        except RecursionError as error:
            raise JsonFault("too_deep", "nested too deeply", start) from error
        if self._faults:
            return None, end, self._faults[0]
        try:
            return self._clean(value, 0), end, None
        except JsonFault as fault:
            return None, end, fault.reason

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        record = {clean_text(name): value for name, value in pairs}
        if len(record) < len(pairs):
            self._faults.append("duplicate_key")
        return record

    def _constant(self, _: str) -> None:
        if not self._nan_as_none:
            self._faults.append("not_a_number")

    def _float(self, digits: str) -> float | None:
        number = float(digits)
        if number not in (float("inf"), float("-inf")):
            return number
        self._constant(digits)
        return None

    def _clean(self, value: Json, depth: int) -> Json:
        if isinstance(value, str):
            if len(value) > self._limits.field_chars:
                raise JsonFault("field_too_large")
            return clean_text(value)
        if depth > self._limits.depth:
            raise JsonFault("too_deep")
        if isinstance(value, list):
            return [self._clean(part, depth + 1) for part in value]
        if isinstance(value, dict):
            return {name: self._clean(part, depth + 1) for name, part in value.items()}
        return value


def _integer(digits: str) -> int | str:
    if len(digits) < 19:
        return int(digits)
    return int(digits) if len(digits) <= 20 and int(digits) in _INTEGERS else digits
