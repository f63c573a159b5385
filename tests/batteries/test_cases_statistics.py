"""The battery of statistics, op by op, against benchmarks/statistics.py."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.agreement import agreement, krippendorff_alpha
from benchmarks.statistics import (
    Interval,
    holm,
    mcnemar,
    paired,
    pooled_mean,
    wilson,
)
from hubscope.errors import InputError
from tests.batteries.reading import cases, number, same_number

Case = dict[str, Any]


def _same_interval(found: Interval | None, expected: list[str] | None) -> bool:
    if found is None or expected is None:
        return found is None and expected is None
    return same_number(found.low, expected[0]) and same_number(found.high, expected[1])


def _wilson(given: Case, expect: Case) -> None:
    assert _same_interval(wilson(given["k"], given["n"]), expect["interval"])


def _mcnemar(given: Case, expect: Case) -> None:
    assert same_number(mcnemar(gain=given["gain"], loss=given["loss"]), expect["p"])


def _paired(given: Case, expect: Case) -> None:
    found = paired(given["no_tool"], given["tool"])
    for name in {"both", "gain", "loss", "neither", "net"} & expect.keys():
        assert getattr(found, name) == expect[name], name
    for name in {"retention", "p"} & expect.keys():
        assert same_number(getattr(found, name), expect[name]), name
    missing = expect.get("missing", {})
    assert list(found.missing_after) == missing.get("tool", [])
    assert list(found.missing_before) == missing.get("no_tool", [])


AGREEMENT = {"agreement": "agreement", "kappa": "kappa", "qwk": "weighted_kappa"}


def _kappa(given: Case, expect: Case) -> None:
    found = agreement(given["a"], given["b"], given["order"])
    for name in AGREEMENT.keys() & expect.keys():
        assert same_number(getattr(found, AGREEMENT[name]), expect[name]), name
    assert bool(found.reason) == (found.kappa is None)
    assert found.reason == expect.get("reason", found.reason)


def _alpha(given: Case, expect: Case) -> None:
    found = krippendorff_alpha(given["units"])
    assert same_number(found.value, expect["alpha"])
    assert bool(found.note) == (expect["alpha"] is None)


def _holm(given: Case, expect: Case) -> None:
    adjusted = holm([number(p) or 0.0 for p in given["p"]])
    for found, wanted in zip(adjusted, expect["adjusted"], strict=True):
        assert same_number(found, wanted)


def _bootstrap(given: Case, expect: Case) -> None:
    assert given["statistic"] == "pooled mean"
    settings = {"seed": given["seed"], "draws": given["draws"]}
    clusters = {
        str(i): [number(x) or 0.0 for x in values] for i, values in enumerate(given["clusters"])
    }
    found = pooled_mean(clusters, **settings)
    assert same_number(found.value, expect["point"])
    if "interval" in expect:
        assert _same_interval(found.interval, expect["interval"])
    assert "warning" not in expect or found.note == expect["warning"]
    if expect.get("same_twice"):
        assert pooled_mean(clusters, **settings) == found
    if expect.get("rows_shuffled_same"):
        ids = list(clusters)
        random.Random(1).shuffle(ids)
        assert pooled_mean({i: clusters[i][::-1] for i in ids}, **settings) == found


OPS: dict[str, Callable[[Case, Case], None]] = {
    "wilson": _wilson,
    "mcnemar": _mcnemar,
    "paired": _paired,
    "kappa": _kappa,
    "alpha": _alpha,
    "holm": _holm,
    "bootstrap": _bootstrap,
}


@pytest.mark.parametrize("case", cases("statistics"))
def test_statistics_case(case: Case) -> None:
    given, expect = case["input"], case["expect"]
    if "error" not in expect:
        return OPS[given["op"]](given, expect)
    with pytest.raises(InputError) as caught:
        OPS[given["op"]](given, expect)
    assert caught.value.reason == expect["error"]
    return None
