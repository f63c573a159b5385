"""Killed at any point and resumed = never killed: same trajectories, each reply paid for once."""

import contextlib
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from benchmarks.agents.folder import agent_folder
from benchmarks.agents.running import summary_of
from benchmarks.runs import open_run
from hubscope.files import read_journal
from tests.benchmarks.agents import sessions
from tests.servers.behaviour import Asked, Behaviour, Says
from tests.servers.chat import ChatServer, serving

pytestmark = [pytest.mark.loopback, pytest.mark.slow]

Begin = Callable[[Path, ChatServer, int], BaseProcess]

SEARCHES = 2
CALLS = len(sessions.ITEMS) * (SEARCHES + 1)


@pytest.fixture(scope="module")
def begin() -> Begin:
    """Begins a session in a fresh copy of a process that has imported everything."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([sessions.__name__])

    def begun(home: Path, server: ChatServer, parallel: int) -> BaseProcess:
        process = context.Process(target=sessions.hold, args=(home, server.variables, parallel))
        process.start()
        return process

    return begun


class Killer:
    """A script for the server that kills the session which asks, at planned requests.

    Args:
        points: numbers of requests over all sessions, to seconds after the answer; None = before it
            is given, so that nobody was paid.
    """

    def __init__(self, points: dict[int, float | None]) -> None:
        self.points = points
        self.session: BaseProcess | None = None

    def __call__(self, asked: Asked) -> Behaviour:
        if asked.number in self.points:
            after_s = self.points[asked.number]
            if after_s is None:
                self._kill()
                return Says("nobody hears this", after_s=0.05)
            threading.Timer(after_s, self._kill).start()
        turn = sum(role == "assistant" for role, _ in asked.texts)
        if turn < SEARCHES:
            return Says(f"Turn {turn}.", (("literature_search", {"query": f"zinc {turn}"}),))
        return Says("Zinc inhibits ACE.\nAnswer: yes")

    def _kill(self) -> None:
        session = self.session
        if session is not None and session.pid is not None:
            with contextlib.suppress(ProcessLookupError):  # it came to its end before
                os.kill(session.pid, signal.SIGKILL)


def _held(
    home: Path,
    begin: Begin,
    points: dict[int, float | None],
    parallel: int,
) -> tuple[ChatServer, int]:
    """Run sessions until one comes to its end; the server, and how many were killed."""
    killer = Killer(points)
    with serving("openai", killer) as server:
        for killed in range(len(points) + 1):
            killer.session = session = begin(home, server, parallel)
            session.join(60)
            if session.exitcode == 0:
                return server, killed
            assert session.exitcode == -signal.SIGKILL
    raise AssertionError("no session came to its end")


@pytest.fixture(scope="module")
def undisturbed(begin: Begin, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    home = tmp_path_factory.mktemp("undisturbed")
    server, _ = _held(home, begin, {}, 3)
    assert len(server.asked) == server.answered == CALLS
    return open_run(home, "mine").trajectories_file.read_bytes()


@pytest.mark.parametrize("seed", [1])
def test_killed_before_a_reply_asks_that_alone_once_more(
    tmp_path: Path,
    begin: Begin,
    undisturbed: bytes,
    seed: int,
) -> None:
    points = dict.fromkeys(random.Random(seed).sample(range(CALLS), 3), None)
    server, killed = _held(tmp_path, begin, {**points}, 1)
    assert killed == 3
    assert open_run(tmp_path, "mine").trajectories_file.read_bytes() == undisturbed
    # What was on its way when the session was killed is asked again, and nothing else.
    assert len(server.asked) == CALLS + killed
    summary = summary_of(agent_folder(tmp_path, "mine"))
    assert (summary.trajectories, summary.waiting) == (len(sessions.ITEMS), 0)
    assert not list(open_run(tmp_path, "mine").path.glob("checkpoints*"))


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_after_a_reply_never_pays_for_it_twice(
    tmp_path: Path,
    begin: Begin,
    undisturbed: bytes,
    seed: int,
) -> None:
    chance = random.Random(100 + seed)
    points = {place: chance.uniform(0.0, 0.03) for place in chance.sample(range(2, CALLS), 3)}
    parallel = 3
    server, killed = _held(tmp_path, begin, {**points}, parallel)
    assert open_run(tmp_path, "mine").trajectories_file.read_bytes() == undisturbed
    # A killed session can lose what is on its way, at most a request for every thread.
    assert CALLS <= len(server.asked) <= CALLS + killed * parallel
    ledger = list(read_journal(agent_folder(tmp_path, "mine").ledger))
    reserved = {one["reserved"] for one in ledger if "reserved" in one}
    assert {one["settled"] for one in ledger if "settled" in one} == reserved
    # Set aside before it is sent: the cap holds whatever is killed when.
    assert len(reserved) >= len(server.asked)
