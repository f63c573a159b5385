"""Rates: never above what is allowed, for all threads together, and pauses hold for all."""

import os
import threading
import time as clocks
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from retrieval.connectors.reach import Reach
from retrieval.limiter import ClosedError, Limiter, Limiters
from tests.retrieval.connectors.reaching import settings_for


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


def test_limiters_of_one_file_are_one(tmp_path: Path) -> None:
    time, sent = Time(), []
    ours, theirs = (
        Limiters(tmp_path, clock=time.clock, sleep=time.sleep).of("api.example.org", 4)
        for _ in range(2)
    )
    for _ in range(10):
        for limiter in (ours, theirs):
            limiter.wait()
            sent.append(time.now)
    for start in sent:
        assert sum(start <= at < start + 1 for at in sent) <= 4
    assert sent[-1] - sent[0] <= 1.1 * 19 / 4
    ours.pause(30)
    with pytest.raises(ClosedError):
        theirs.wait(20)


def test_the_rate_holds_for_processes_together(tmp_path: Path) -> None:
    told, telling = os.pipe()
    children = []
    for _ in range(2):
        pid = os.fork()
        if pid == 0:
            limiter = Limiter(100, tmp_path / "host")
            for _ in range(20):
                os.write(telling, f"{limiter.wait().at!r}\n".encode())
            os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)
    os.close(telling)
    with os.fdopen(told) as lines:
        sent = sorted(map(float, lines))
    assert len(sent) == 40
    # A waking that is late is made good by the next two.
    assert sent[-1] - sent[0] >= 37 / 100


def test_a_clock_that_begins_anew_freezes_nobody(tmp_path: Path) -> None:
    before = Time(now=1e6)
    limiter = Limiter(2, tmp_path / "host", clock=before.clock, sleep=before.sleep)
    for _ in range(3):
        limiter.wait()
    limiter.pause(3000)
    after = Time(now=5.0)
    Limiter(2, tmp_path / "host", clock=after.clock, sleep=after.sleep).wait()
    assert after.now <= 5.0 + 1.1


def test_what_a_service_says_to_one_command_holds_for_the_next(tmp_path: Path) -> None:
    reaches = [Reach.of(settings_for(tmp_path, None)) for _ in range(2)]
    reaches[0].network.limiters.of("api.example.org", 4).pause(100)
    for limiters in (reaches[1].network.limiters, reaches[1].pages.limiters):
        with pytest.raises(ClosedError):
            limiters.of("api.example.org", 4).wait(20)
    for one in reaches:
        one.close()


def test_who_sends_later_than_it_was_let_go_counts_from_then(tmp_path: Path) -> None:
    time = Time()
    limiter = Limiter(1, tmp_path / "host", clock=time.clock, sleep=time.sleep)
    slot = limiter.wait()
    time.sleep(0.9)
    slot.used()
    limiter.wait()
    assert time.now >= slot.at + 1


def test_hosts_that_nobody_asks_any_more_are_forgotten(tmp_path: Path) -> None:
    for host in ("old", "new"):
        Limiters(tmp_path).of(host, 1).wait()
    (old,) = tmp_path.glob("old*")
    os.utime(old, (0, clocks.time() - 2 * 86_400))
    Limiters(tmp_path)
    assert [path.name[:3] for path in tmp_path.iterdir()] == ["new"]
