"""Rates: never above what is allowed, for all threads together, and pauses hold for all."""

import threading
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from retrieval.limiter import Limiter, Limiters


@dataclass
class Time:
    """A clock that sleeping moves."""

    now: float = 100.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        with self.lock:
            self.now += seconds


def _limiter(time: Time, rate: float) -> Limiter:
    return Limiter(rate, clock=time.clock, sleep=time.sleep)


def test_the_first_request_goes_at_once_and_the_rest_an_interval_apart() -> None:
    time = Time()
    limiter = _limiter(time, 4)
    sent = []
    for _ in range(9):
        limiter.wait()
        sent.append(time.now)
    assert sent[0] == 100.0
    gaps = [after - before for before, after in pairwise(sent)]
    assert min(gaps) >= 0.25
    assert sent[-1] - sent[0] <= 1.1 * 8 / 4


def test_a_pause_holds_for_whoever_comes_next() -> None:
    time = Time()
    limiter = _limiter(time, 10)
    limiter.wait()
    limiter.pause(30)
    limiter.wait()
    assert time.now >= 130.0


def test_a_pause_holds_for_who_waits_already() -> None:
    time = Time()
    paused: list[float] = []

    def sleep(seconds: float) -> None:
        if not paused:
            paused.append(time.now)
            limiter.pause(5)
        time.sleep(seconds)

    limiter = Limiter(1, clock=time.clock, sleep=sleep)
    limiter.wait()
    limiter.wait()
    assert time.now >= 105.0


@pytest.mark.slow
def test_threads_share_the_rate_of_a_host() -> None:
    limiters = Limiters()
    assert limiters.of("a", 3) is limiters.of("a", 9)
    assert limiters.of("a", 3) is not limiters.of("b", 3)
    sent: list[float] = []
    limiter = limiters.of("c", 10)

    def ask() -> None:
        for _ in range(3):
            sent.append(limiter.wait().at)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    sent.sort()
    assert len(sent) == 12
    assert sent[10] - sent[0] >= 1.0
