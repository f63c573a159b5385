"""Charts of the app as ECharts options: how a run fails, by how connected a concept is."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.ablation.directions import Components, Direction
from benchmarks.ablation.folder import Ablation
from benchmarks.hallucination.score import Score
from benchmarks.report import COLOURS
from graph.vocabulary import Verdict

LABELLED = 10
LINEAR_UP_TO = 60


def failures_by_degree(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Degree against failure, the worst hubs named and with their interval; rows as `hubs`."""
    most = max((row["degree"] for row in rows), default=1)
    # ln(1 + degree) is what weighs; on small graphs a plain axis shows the same and reads better.
    log = most > LINEAR_UP_TO
    worst = [row for row in rows if row["penalty"] > 0][:LABELLED]
    others = [row for row in rows if row not in worst]
    bars: list[list[float] | str] = []
    for row in worst:
        x = row["degree"] + log
        bars += [[x, row["failure_low"]], [x, row["failure_high"]], "-"]
    red = COLOURS[Verdict.REFUTED]
    return {
        "tooltip": {"confine": True},
        "grid": {"left": 60, "right": 110, "top": 30, "bottom": 50},
        "xAxis": {
            "type": "log" if log else "value",
            "name": "relations of the concept" + (" + 1 (log scale)" if log else ""),
            "nameLocation": "middle",
            "nameGap": 30,
            "min": int(log),
            "max": round(1.5 * most) if log else most + 1,
        },
        "yAxis": {"type": "value", "name": "failure", "min": 0, "max": 1},
        "series": [
            {
                "name": "90 % interval",
                "type": "line",
                "data": bars,
                "showSymbol": False,
                "silent": True,
                "lineStyle": {"color": red, "opacity": 0.45, "width": 1.5},
                "tooltip": {"show": False},
            },
            _points("other concepts", others, "circle", "#999999", named=False, log=log),
            _points("worst failure hubs", worst, "triangle", red, named=True, log=log),
        ],
    }


def _points(
    name: str,
    rows: Sequence[Mapping[str, Any]],
    symbol: str,
    colour: str,
    *,
    named: bool,
    log: bool,
) -> dict[str, Any]:
    return {
        "name": name,
        "type": "scatter",
        "symbol": symbol,
        "itemStyle": {"color": colour, "opacity": 0.8},
        "data": [
            {
                "name": row["name"],
                "value": [row["degree"] + log, round(row["failure"], 3), row["claims"]],
                "symbolSize": 8 + min(14.0, 2 * row["claims"] ** 0.5),
            }
            for row in rows
        ],
        "label": {
            "show": named,
            "position": "right",
            "formatter": "{b}",
            "width": 130,
            "overflow": "truncate",
        },
        "labelLayout": {"hideOverlap": True},
        "tooltip": {"formatter": "{b}: failure {@[1]}, {@[2]} claims"},
    }


def accuracy_against_hsw(runs: Sequence[tuple[str, Score, Score]]) -> dict[str, Any]:
    """A point a run with its name: accuracy against HS^w, with the interval of HS^w."""
    blue = COLOURS[Verdict.SUPPORTED]
    bars: list[list[float | None] | str] = []
    for _, accuracy, weighted in runs:
        bars += [[accuracy.value, weighted.low], [accuracy.value, weighted.high], "-"]
    accuracies = [accuracy.value or 0.0 for _, accuracy, _ in runs]
    ends = [end for _, _, weighted in runs for end in (weighted.low, weighted.high) if end]
    return {
        "tooltip": {"confine": True},
        "grid": {"left": 60, "right": 150, "top": 20, "bottom": 50},
        "xAxis": {
            "type": "value",
            "name": "accuracy",
            "nameLocation": "middle",
            "nameGap": 30,
            "min": max(0.0, math.floor(10 * min(accuracies) - 0.5) / 10),
            "max": min(1.0, math.ceil(10 * max(accuracies) + 0.5) / 10),
        },
        "yAxis": {
            "type": "value",
            "name": "HS^w (micro)",
            "min": math.floor(10 * min(ends, default=0.0)) / 10,
            "max": math.ceil(10 * max(ends, default=1.0)) / 10,
        },
        "series": [
            {
                "name": "95 % interval",
                "type": "line",
                "data": bars,
                "showSymbol": False,
                "silent": True,
                "lineStyle": {"color": blue, "opacity": 0.45, "width": 1.5},
                "tooltip": {"show": False},
            },
            {
                "name": "runs",
                "type": "scatter",
                "itemStyle": {"color": blue},
                "symbolSize": 11,
                "data": [
                    {"name": name, "value": [accuracy.value, weighted.value]}
                    for name, accuracy, weighted in runs
                ],
                "label": {
                    "show": True,
                    "position": "right",
                    "formatter": "{b}",
                    "width": 140,
                    "overflow": "truncate",
                },
                "labelLayout": {"hideOverlap": True},
                "tooltip": {"formatter": "{b}: accuracy {@[0]}, HS^w {@[1]}"},
            },
        ],
    }


def accuracy_by_round(found: Ablation, others: Sequence[Ablation]) -> dict[str, Any]:
    """Accuracy in each round of ablation with its interval, the ideal beside, other judges thin."""
    rounds = found.scores.rounds
    blue = COLOURS[Verdict.SUPPORTED]
    bars: list[list[float | None] | str] = []
    for one in rounds:
        bars += [[one.round, one.accuracy.low], [one.round, one.accuracy.high], "-"]
    return {
        "tooltip": {"trigger": "axis", "confine": True},
        "legend": {"bottom": 0, "type": "scroll"},
        "grid": {"left": 55, "right": 20, "top": 20, "bottom": 80},
        "xAxis": {
            "type": "value",
            "name": "round",
            "nameLocation": "middle",
            "nameGap": 26,
            "min": 0,
            "max": rounds[-1].round,
            "interval": 1,
        },
        "yAxis": {"type": "value", "name": "accuracy", "min": 0, "max": 1},
        "series": [
            _rounds("ideal", [(one.round, one.ideal) for one in rounds], "#999999", "dashed"),
            *(
                _rounds(other.run, _accuracies(other), "#E69F00", "dotted", width=1.5)
                for other in others
            ),
            _rounds(found.run, _accuracies(found), blue, "solid", width=3),
            _intervals(bars, blue),
        ],
    }


def _intervals(bars: list[list[float | None] | str], colour: str) -> dict[str, Any]:
    """Upright lines from low to high, parted by "-"."""
    return {
        "name": "95 % interval",
        "type": "line",
        "data": bars,
        "showSymbol": False,
        "silent": True,
        "lineStyle": {"color": colour, "opacity": 0.5, "width": 1.5},
        "tooltip": {"show": False},
    }


def directions_by_round(found: Sequence[Direction]) -> dict[str, Any]:
    """Mean cosine in each round of ablation, with its interval."""
    blue = COLOURS[Verdict.SUPPORTED]
    bars: list[list[float | None] | str] = []
    for one in found:
        bars += [[one.round, one.cosine.low], [one.round, one.cosine.high], "-"]
    points = [(one.round, one.cosine.value) for one in found]
    return {
        "tooltip": {"trigger": "axis", "confine": True},
        "grid": {"left": 55, "right": 20, "top": 30, "bottom": 50},
        "xAxis": {
            "type": "value",
            "name": "round",
            "nameLocation": "middle",
            "nameGap": 26,
            "min": 0,
            "max": len(found) + 1,
            "interval": 1,
        },
        "yAxis": {"type": "value", "name": "Dir_K", "max": 1},
        "series": [
            _rounds("Dir_K", points, blue, "solid", width=3),
            _intervals(bars, blue),
        ],
    }


def mean_states(found: Components) -> dict[str, Any]:
    """Where the mean state of each round, and of the claim alone, lies on two components."""
    first, second = (f"component {at + 1} ({x:.0%})" for at, x in enumerate(found.explained))
    axis = {"type": "value", "nameLocation": "middle", "nameGap": 28, "scale": True}
    return {
        "tooltip": {"confine": True},
        "grid": {"left": 60, "right": 60, "top": 20, "bottom": 50},
        "xAxis": {**axis, "name": first},
        "yAxis": {**axis, "name": second, "nameGap": 40},
        "series": [
            {
                "type": "scatter",
                "symbolSize": 12,
                "data": [
                    {
                        "name": "claim alone" if one.round is None else f"round {one.round}",
                        "value": [round(x, 3) for x in one.at],
                        "itemStyle": {"color": "#999999" if one.round is None else "#0072B2"},
                    }
                    for one in found.points
                ],
                "label": {"show": True, "formatter": "{b}", "position": "right"},
            }
        ],
    }


def _accuracies(found: Ablation) -> list[tuple[int, float | None]]:
    return [(one.round, one.accuracy.value) for one in found.scores.rounds]


def _rounds(
    name: str,
    points: Sequence[tuple[int, float | None]],
    colour: str,
    line: str,
    width: float = 2,
) -> dict[str, Any]:
    return {
        "name": name,
        "type": "line",
        "data": [[at, None if y is None else round(y, 3)] for at, y in points],
        "symbolSize": 7,
        "itemStyle": {"color": colour},
        "lineStyle": {"color": colour, "type": line, "width": width},
    }
