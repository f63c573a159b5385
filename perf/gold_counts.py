"""Hits, what was found, and what there is to find: precision, recall, F1."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(slots=True)
class Counts:
    """Hits among what was found and among what there is to find."""

    hits: int = 0
    found: int = 0
    gold: int = 0

    def add(
        self, hits: Collection[object], found: Collection[object], gold: Collection[object]
    ) -> None:
        """Count one text."""
        self.hits += len(hits)
        self.found += len(found)
        self.gold += len(gold)

    @property
    def precision(self) -> float | None:
        """Share of what was found that is right; None where nothing was."""
        return self.hits / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """Share of what there is that was found; None where there is nothing."""
        return self.hits / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """Twice the hits by what was found and what there is; None where there is neither."""
        both = self.found + self.gold
        return 2 * self.hits / both if both else None


def table(title: str, counts: Mapping[str, Counts]) -> str:
    """One line a row, with denominators."""
    lines = [f"| {title} | precision | recall | F1 |", "|---|---|---|---|"]
    for name, one in counts.items():
        precision = _shown(one.precision, f" ({one.hits}/{one.found})")
        recall = _shown(one.recall, f" ({one.hits}/{one.gold})")
        lines.append(f"| {name} | {precision} | {recall} | {_shown(one.f1)} |")
    return "\n".join(lines)


def _shown(value: float | None, of: str = "") -> str:
    return "-" if value is None else f"{value:.3f}{of}"
