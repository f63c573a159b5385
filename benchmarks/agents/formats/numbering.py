"""Step numbers of a record: what is missing, comes twice or is out of order."""

from collections.abc import Iterable

from hubscope.records import Json

_SINGLE = 20  # gaps named one by one; a longer one is a range


def numbering_notes(numbers: Iterable[Json]) -> list[str]:
    """Notes on step numbers in file order.

    Notes: `gap:N` (a longer gap is one note `gap:N-M`), `duplicate_step_id:N`, `out_of_order:N`,
    `bad_step_id`.

    >>> numbering_notes([1, 3, 3, 2, 5])
    ['duplicate_step_id:3', 'out_of_order:2', 'gap:4']
    """
    notes: list[str] = []
    seen: set[int] = set()
    for value in numbers:
        number = _whole(value)
        if number is None:
            notes.append("bad_step_id")
        elif number in seen:
            notes.append(f"duplicate_step_id:{number}")
        else:
            if seen and number < max(seen):
                notes.append(f"out_of_order:{number}")
            seen.add(number)
    return notes + list(_gaps(sorted(seen)))


def _gaps(numbers: list[int]) -> Iterable[str]:
    # Counting starts at 0 or at 1; a later start means that the beginning is missing.
    last = min(0, numbers[0] - 1) if numbers else 0
    for number in numbers:
        missing = range(last + 1, number)
        if len(missing) > _SINGLE:
            yield f"gap:{missing[0]}-{missing[-1]}"
        else:
            yield from (f"gap:{each}" for each in missing)
        last = number


def _whole(value: Json) -> int | None:
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
