"""Charts of a report: scatter plots as inline SVG, without scripts or anything from elsewhere."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 44


@dataclass(frozen=True, slots=True)
class Point:
    """A point with an optional vertical interval, an area and a label ("" = none shown)."""

    x: float
    y: float
    title: str
    label: str = ""
    low: float | None = None
    high: float | None = None
    radius: float = 4.0
    colour: str = "#0072B2"


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis, or one of ln(1 + x) with `log`."""

    name: str
    low: float
    high: float
    log: bool = False

    def place(self, value: float) -> float:
        """Position of a value along the axis, 0 to 1."""
        low, high, at = (self._scaled(v) for v in (self.low, self.high, value))
        return (at - low) / (high - low) if high > low else 0.5

    def ticks(self) -> list[float]:
        """About five round values."""
        if self.log:
            steps = [0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]
            return [step for step in steps if self.low <= step <= self.high]
        return [self.low + (self.high - self.low) * i / 4 for i in range(5)]

    def _scaled(self, value: float) -> float:
        return math.log1p(value) if self.log else value


def scatter(points: Sequence[Point], x: Axis, y: Axis, description: str) -> str:
    """A scatter plot as SVG text; every text in it is escaped."""
    body = [_frame(x, y), *(_drawn(point, x, y) for point in points), *_labels(points, x, y)]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(description)}">'
        + "".join(body)
        + "</svg>"
    )


def _at(x: float, y: float) -> tuple[float, float]:
    across = LEFT + x * (WIDTH - LEFT - RIGHT)
    return round(across, 1), round(HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM), 1)


def _frame(x: Axis, y: Axis) -> str:
    parts = []
    for tick in x.ticks():
        across, _ = _at(x.place(tick), 0)
        parts.append(
            f'<line class="grid" x1="{across}" x2="{across}" y1="{TOP}" y2="{_at(0, 0)[1]}"/>'
        )
        parts.append(_text(across, HEIGHT - BOTTOM + 18, f"{tick:g}", "middle"))
    for tick in y.ticks():
        _, down = _at(0, y.place(tick))
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down}" y2="{down}"/>'
        )
        parts.append(_text(LEFT - 8, down + 4, f"{tick:.2g}", "end"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, x.name, "middle"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">'
        f"{escape(y.name)}</text>"
    )
    return "".join(parts)


def _drawn(point: Point, x: Axis, y: Axis) -> str:
    across, down = _at(x.place(point.x), y.place(point.y))
    bar = ""
    if point.low is not None and point.high is not None:
        top, bottom = _at(0, y.place(point.high))[1], _at(0, y.place(point.low))[1]
        bar = f'<line class="bar" x1="{across}" x2="{across}" y1="{top}" y2="{bottom}"/>'
    return (
        f"{bar}<circle cx='{across}' cy='{down}' r='{point.radius:.1f}' fill='{point.colour}'>"
        f"<title>{escape(point.title)}</title></circle>"
    )


def _labels(points: Sequence[Point], x: Axis, y: Axis) -> list[str]:
    """Labels, those first in order win; one that has no free place beside its point is left out."""
    taken: list[tuple[float, float, float, float]] = []
    drawn = []
    for point in points:
        if not point.label:
            continue
        for start, down in _places(point, x, y):
            box = (start, down - 12, start + _width(point.label), down + 4)
            inside = box[0] >= LEFT and box[2] < WIDTH - RIGHT and box[1] >= TOP
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                drawn.append(_text(start, down, point.label, "start"))
                break
    return drawn


def _places(point: Point, x: Axis, y: Axis) -> list[tuple[float, float]]:
    """Where a label may begin: right of its point, left, above, below."""
    across, down = _at(x.place(point.x), y.place(point.y))
    width, away = _width(point.label), point.radius + 4
    return [
        (across + away, down + 4),
        (across - away - width, down + 4),
        (across - width / 2, down - away - 4),
        (across - width / 2, down + away + 10),
    ]


def _width(label: str) -> float:
    return 6.6 * len(label)


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
