"""Contributions joined into batches that one write transaction can hold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph.model import Contribution, Naming

# A write transaction stays under the server's memory limit at this many elements.
BATCH_ELEMENTS = 20_000


def size(part: Contribution) -> int:
    """How many elements a contribution holds."""
    return sum(len(rows) for rows in _rows(part).values())


def batches(parts: Iterator[Contribution], elements: int) -> Iterator[Contribution]:
    """Join small contributions until they hold `elements`."""
    waiting: list[Contribution] = []
    total = 0
    for part in parts:
        waiting.append(part)
        total += size(part)
        if total >= elements:
            yield merge(waiting)
            waiting, total = [], 0
    if waiting:
        yield merge(waiting)


def merge(parts: Sequence[Contribution]) -> Contribution:
    """One contribution of several; equal rows once, a form's count in a document at its largest."""
    rows: dict[str, dict[object, None]] = {}
    namings: dict[tuple[str, str, str], Naming] = {}
    for part in parts:
        for name, values in _rows(part).items():
            if name != "namings":
                rows.setdefault(name, {}).update(dict.fromkeys(values))
        for naming in part.namings:
            place = (naming.document, naming.concept, naming.form)
            namings[place] = _joined(namings.get(place), naming)
    joined = {name: tuple(values) for name, values in rows.items()}
    return Contribution(**joined, namings=tuple(namings.values()))  # type: ignore[arg-type]


def _joined(first: Naming | None, second: Naming) -> Naming:
    if first is None:
        return second
    identifiers = tuple(sorted({*first.identifiers, *second.identifiers}))
    return replace(first, n=max(first.n, second.n), identifiers=identifiers)


def _rows(part: Contribution) -> dict[str, tuple[object, ...]]:
    return {name: getattr(part, name) for name in Contribution.__dataclass_fields__}
