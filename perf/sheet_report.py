"""What the judged sheets of extraction say: precision with Wilson interval, agreement."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.agreement import agreement
from benchmarks.statistics import wilson
from perf.sheet_rows import READERS, Row, rows, standing_relations


def report(sheet: str) -> Iterator[str]:
    """Precision by source and reader, kinds of errors, agreement."""
    sheet_rows = rows(sheet)
    parts = ["span", "type", "right"] if sheet == "mentions" else ["right"]
    for reader in READERS:
        judged = [row for row in sheet_rows if reader in row]
        if not judged:
            continue
        yield f"{sheet}, reader {reader}: {len(judged)} of {len(sheet_rows)} rows judged"
        for part in parts:
            yield f"  {part}: {_rate(judged, reader, part)}"
        for source, mine in _grouped(judged, "source").items():
            rates = ", ".join(f"{part} {_rate(mine, reader, part)}" for part in parts)
            yield f"    {source}: {rates}"
        errors = Counter(str(row[reader]) for row in judged if row[reader] != "right")
        yield f"  errors: {dict(errors.most_common())}"
    yield from _agreement(sheet, sheet_rows)


def relation_tables() -> Iterator[str]:
    """Precision of relations by source and by relation, of the sheets that stand, as Markdown.

    A source that was drawn again counts with its last rows only.
    """
    by_source = standing_relations()
    judged = [row for mine in by_source.values() for row in mine]
    yield from _table("source", by_source)
    yield from _table("relation", _grouped(judged, "relation"))
    yield from _table("of all", {"relations": judged})
    yield from _agreement("sheets that stand", judged)


def _table(name: str, groups: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    yield f"| {name} | reader one | 95 % | reader two | 95 % |"
    yield "|---|---|---|---|---|"
    for group, mine in sorted(groups.items(), key=lambda one: (-len(one[1]), one[0])):
        cells = [cell for reader in READERS for cell in _cells(mine, reader)]
        yield f"| {group} | {' | '.join(cells)} |"
    yield ""


def _cells(judged: Sequence[Row], reader: str) -> tuple[str, str]:
    """A rate and its interval."""
    rate, _, interval = _rate(judged, reader, "right").partition(" (")
    return rate, interval.rstrip(")")


def _agreement(name: str, judged: Sequence[Row]) -> Iterator[str]:
    both = [row for row in judged if set(READERS) <= row.keys()]
    if both:
        first, second = (
            ["right" if row[reader] == "right" else "wrong" for row in both] for reader in READERS
        )
        same = agreement(first, second, ["right", "wrong"])
        shown = ["-" if one is None else f"{one:.2f}" for one in (same.agreement, same.kappa)]
        yield f"{name}: agreement {shown[0]} of {same.n} rows, kappa {shown[1]}"


def _grouped(judged: Sequence[Row], field: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in judged:
        groups[str(row[field])].append(row)
    return groups


def _rate(judged: Sequence[Row], reader: str, part: str) -> str:
    bad = {"right": set(), "span": {"type"}, "type": {"span"}}[part]
    hits = sum(row.get(reader) == "right" or row.get(reader) in bad for row in judged)
    interval = wilson(hits, len(judged))
    assert interval is not None
    return (
        f"{hits}/{len(judged)} = {hits / len(judged):.2f} ({interval.low:.2f}-{interval.high:.2f})"
    )
