"""Charts of the app as ECharts options: how a run fails, by how connected a concept is."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.report import COLOURS
from graph.vocabulary import Verdict

LABELLED = 10


def failures_by_degree(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Degree against failure, the worst hubs named and with their interval; rows as `hubs`."""
    worst = [row for row in rows if row["penalty"] > 0][:LABELLED]
    others = [row for row in rows if row not in worst]
    bars: list[list[float] | str] = []
    for row in worst:
        bars += [[row["degree"] + 1, row["failure_low"]], [row["degree"] + 1, row["failure_high"]]]
        bars.append("-")
    red = COLOURS[Verdict.REFUTED]
    return {
        "tooltip": {"confine": True},
        "grid": {"left": 60, "right": 150, "top": 30, "bottom": 50},
        "xAxis": {
            "type": "log",
            "name": "relations of the concept + 1 (log scale)",
            "nameLocation": "middle",
            "nameGap": 30,
            "min": 1,
            "max": round(1.5 * (1 + max((row["degree"] for row in rows), default=1))),
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
            _points("other concepts", others, "circle", "#999999", named=False),
            _points("worst failure hubs", worst, "triangle", red, named=True),
        ],
    }


def _points(
    name: str, rows: Sequence[Mapping[str, Any]], symbol: str, colour: str, *, named: bool
) -> dict[str, Any]:
    return {
        "name": name,
        "type": "scatter",
        "symbol": symbol,
        "itemStyle": {"color": colour, "opacity": 0.8},
        "data": [
            {
                "name": row["name"],
                "value": [row["degree"] + 1, round(row["failure"], 3), row["claims"]],
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
