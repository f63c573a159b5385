"""The runner: order, isolation, stops; what is in flight is always kept."""

import threading
import time

import pytest

from benchmarks.runner import MOST_FAILURES, Tally, run_units
from hubscope.errors import BudgetError, UnavailableError


class Desk:
    """Work that does as it is told for each unit, and what was kept."""

    def __init__(self, **told: BaseException) -> None:
        self.told = told
        self.kept: list[str] = []
        self.begun: list[str] = []
        self.at_once = 0
        self.most = 0
        self._lock = threading.Lock()

    def work(self, unit: str) -> str:
        with self._lock:
            self.begun.append(unit)
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        time.sleep(0.005)
        with self._lock:
            self.at_once -= 1
        if unit in self.told:
            raise self.told[unit]
        return unit.upper()

    def keep(self, unit: str, result: str) -> None:
        assert result == unit.upper()
        self.kept.append(unit)

    def run(
        self, units: str, at_once: int = 4, stopping: threading.Event | None = None
    ) -> Tally[str]:
        return run_units(
            units, self.work, self.keep, at_once=at_once, stopping=stopping or threading.Event()
        )


def test_every_unit_is_done_once_and_no_more_at_once_than_said() -> None:
    desk = Desk()
    tally = desk.run("abcdefghij", at_once=3)
    assert (tally.done, tally.failed, tally.stopped) == (10, [], None)
    assert sorted(desk.kept) == list("abcdefghij")
    assert desk.begun[:3] == ["a", "b", "c"]
    assert desk.most <= 3


def test_a_unit_that_a_service_does_not_answer_is_counted_and_the_others_are_done() -> None:
    gone = UnavailableError("gone")
    desk = Desk(b=gone)
    tally = desk.run("abc")
    assert (tally.done, tally.failed, tally.stopped) == (2, [("b", gone)], None)


def test_a_cap_that_is_reached_stops_the_run_and_keeps_what_is_in_flight() -> None:
    error = BudgetError("cap")
    desk = Desk(b=error)
    stopping = threading.Event()
    tally = desk.run("abcdefghij", at_once=2, stopping=stopping)
    assert tally.stopped is error
    assert stopping.is_set()
    assert len(desk.begun) < 10
    assert sorted(desk.kept) == sorted({*desk.begun} - {"b"})


def test_a_service_that_is_gone_stops_the_run() -> None:
    desk = Desk(**{unit: UnavailableError(unit) for unit in "abcdefghijklmnop"})
    tally = desk.run("abcdefghijklmnop", at_once=1)
    assert isinstance(tally.stopped, UnavailableError)
    assert len(desk.begun) == MOST_FAILURES


def test_a_run_that_is_stopped_from_outside_begins_nothing_more() -> None:
    stopping = threading.Event()
    stopping.set()
    desk = Desk()
    tally = desk.run("abc", stopping=stopping)
    assert (tally.done, desk.begun) == (0, [])


@pytest.mark.parametrize("error", [KeyError("bug"), KeyboardInterrupt()], ids=repr)
def test_a_fault_of_ours_is_raised_when_what_is_in_flight_is_kept(error: BaseException) -> None:
    desk = Desk(a=error)
    with pytest.raises(type(error)):
        desk.run("abcdef", at_once=3)
    assert sorted(desk.kept) == sorted({*desk.begun} - {"a"})
    assert len(desk.begun) < 6
