"""Jobs as real processes: started, watched, stopped, killed, gone on with."""

import fcntl
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer

import psutil
import pytest

from benchmarks.agents.folder import agent_folder
from benchmarks.runs import open_run
from hubscope.errors import InputError, UnavailableError
from hubscope.settings import Settings, load_settings
from tests.servers.behaviour import Asked, Behaviour, Says
from tests.servers.chat import ChatServer, providing
from ui.jobs.folder import JobFolder, list_jobs, start_job
from ui.jobs.job import Job, State

pytestmark = [pytest.mark.loopback, pytest.mark.slow]

N = 6
RUNS = Job(("runs", "--json"), "runs", 0.0)
AGENT = Job(
    (
        "agent",
        "--model=openai:gpt-4o-mini",
        "--run=mine",
        "--parallel=1",
        "--literature=folder",
        "--no-web",
        "--format=table",
        "--",
        "items.jsonl",
    ),
    "mine",
    0.0,
    pays=True,
)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Settings of a home of this test, in whose environment jobs are started; none outlives it."""
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "zinc.txt").write_text("Zinc inhibits ACE\n\nIt did.\n", "utf-8")
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HUBSCOPE_PAPERS", str(tmp_path / "papers"))
    monkeypatch.setenv("HUBSCOPE_OFFLINE", "1")
    rows = [{"id": str(n), "question": f"Is it {n}?", "answer": "yes"} for n in range(N)]
    (tmp_path / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    monkeypatch.chdir(tmp_path)
    yield load_settings()
    for job in list_jobs(tmp_path / "home"):
        job.stop(at_once=True)


@pytest.fixture
def blocked(tmp_path: Path) -> Job:
    """A job that waits for somebody who writes into a pipe."""
    os.mkfifo(tmp_path / "pipe")
    return Job(("import", "--run=x", "--", "pipe"), "x", 0.0)


class Model:
    """A model that answers at once, and from some request on only when it is let."""

    def __init__(self) -> None:
        self.waits_from = 10 * N
        self.let = Event()

    def __call__(self, asked: Asked) -> Behaviour:
        if asked.number >= self.waits_from:
            self.let.wait(60)
        return Says("Answer: yes", tokens=(4000, 400))


@pytest.fixture
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.let.set()


@pytest.fixture
def server(
    settings: Settings, model: Model, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ChatServer]:
    with providing("openai", model, monkeypatch) as server:
        yield server


def until(true: Callable[[], bool], job: JobFolder) -> None:
    """Wait for something about a job."""
    for _ in range(1200):
        lives = job.state.is_alive
        if true():
            return
        if not lives:
            break
        time.sleep(0.05)
    raise AssertionError(f"{job.state}: {job.warned}")


def ended(job: JobFolder) -> State:
    """How it ends."""
    until(lambda: not job.state.is_alive, job)
    return job.state


def test_a_job_prints_and_says_how_it_ended(settings: Settings) -> None:
    job = start_job(settings, RUNS)
    assert ended(job) is State.DONE
    assert json.loads(job.printed)["runs"] == []
    assert (job.code, job.problem, job.job) == (0, "", RUNS)
    assert [one.id for one in list_jobs(settings.home)] == [job.id]
    job.remove()
    assert list_jobs(settings.home) == []


def test_what_the_command_refuses_is_one_line(settings: Settings) -> None:
    job = start_job(settings, Job(("import", "--run=x", "--", "none.jsonl"), "x", 0.0))
    assert ended(job) is State.REFUSED
    assert job.problem.startswith("none.jsonl")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("agent", "--model=openai:m", "--run=x", "--parallel=0", "--", "a"), "parallel"),
        (("agent", "--model=openai:m", "--run=x", "--until=soon", "--", "a"), "soon"),
        (("agent", "--run=x", "--", "a"), "--model"),
        (("ingest", "--format=none", "--", "a"), "none"),
        (("frobnicate",), "no verb"),
        (("import", "--run=a\0b", "--", "a"), "characters"),
        (("import", "--run=x", "--", "sk-0123456789abcdefghij"), "environment variables"),
    ],
)
def test_what_cannot_be_started_leaves_no_job(
    settings: Settings, command: tuple[str, ...], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        start_job(settings, Job(command, "x", 0.0))
    assert list_jobs(settings.home) == []


def test_a_file_named_like_an_option_is_a_file(settings: Settings) -> None:
    job = start_job(settings, Job(("import", "--run=x", "--", "--help"), "x", 0.0))
    assert ended(job) is State.REFUSED
    assert "--help" in job.problem


def test_an_agent_is_stopped_seen_by_another_reader_and_gone_on_with(
    settings: Settings, server: ChatServer, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789abcdef")
    model.waits_from = 2
    job = start_job(settings, AGENT)
    # Somebody who only has the folder, as another tab or the app after a restart.
    seen = JobFolder(job.path)
    until(lambda: (at := seen.progress) is not None and at.done == 2, job)
    assert seen.state is State.RUNNING
    at = seen.progress
    assert at is not None
    assert (at.total, at.phase) == (N, "items")
    with pytest.raises(UnavailableError, match="at work already"):
        seen.start(settings, AGENT)
    with pytest.raises(UnavailableError, match="at work already"):
        seen.remove()
    seen.stop()
    assert seen.state in (State.STOPPING, State.STOPPED)
    model.let.set()
    assert ended(job) is State.STOPPED
    assert job.code == 130
    assert "go on" in job.warned
    assert 2 <= open_run(settings.home, "mine").record().trajectories < N
    job.start(settings, replace(AGENT, cap=1.0))
    assert ended(job) is State.DONE
    at = job.progress
    assert at is not None
    assert (at.done, at.total, at.cap) == (N, N, 1.0)
    assert at.began_with >= 2
    assert at.cost is not None
    assert at.cost > 0
    assert open_run(settings.home, "mine").record().trajectories == N
    assert "canary" in str(server.asked[-1].headers)
    files = [path for path in settings.home.rglob("*") if path.is_file()]
    assert not [path for path in files if b"canary" in path.read_bytes()]


def test_a_rehearsal_asks_nothing_and_the_start_after_it_is_capped(
    settings: Settings, server: ChatServer
) -> None:
    job = start_job(settings, replace(AGENT, rehearsal=True))
    assert ended(job) is State.DONE
    assert f"{N} items: about" in job.printed
    assert server.asked == []
    job.start(settings, replace(AGENT, cap=0.004))
    assert ended(job) is State.CAPPED
    assert "the cap of $0.004 is reached" in job.problem
    assert 0 < len(server.asked) < N
    assert agent_folder(settings.home, "mine").conversations()


def test_a_killed_job_is_told_from_one_that_runs_and_its_number_is_never_signalled_again(
    settings: Settings, blocked: Job
) -> None:
    job = start_job(settings, blocked)
    until((job.path / "pid").exists, job)
    assert job.state is State.RUNNING
    pid = int((job.path / "pid").read_text("ascii"))
    job.stop(at_once=True)
    assert ended(job) is State.KILLED
    assert job.state.is_resumable
    until(lambda: not psutil.pid_exists(pid), job)  # and it is waited for
    # The number is somebody else's now.
    (job.path / "pid").write_text(str(os.getpid()), "ascii")
    job.stop(at_once=True)


def test_a_dead_job_is_removed_while_somebody_looks_at_it(settings: Settings) -> None:
    job = start_job(settings, RUNS)
    assert ended(job) is State.DONE
    (job.path / "ended.json").unlink()  # as if it had been killed
    with (job.path / "lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)  # as `is_locked` does for a moment
        leaves = Timer(0.2, fcntl.flock, (lock, fcntl.LOCK_UN))
        leaves.start()
        job.remove()
        leaves.join()
    assert list_jobs(settings.home) == []


def test_a_job_stops_when_it_is_asked_to_even_where_its_parent_was_deaf_to_interrupts(
    settings: Settings, blocked: Job
) -> None:
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        job = start_job(settings, blocked)
    finally:
        signal.signal(signal.SIGINT, heard)
    until((job.path / "pid").exists, job)
    job.stop()
    assert ended(job) is State.STOPPED
    assert (job.code, job.problem) == (130, "")
    assert job.state.is_resumable


def test_a_job_that_is_asked_to_stop_before_it_has_a_number_stops(
    settings: Settings, blocked: Job
) -> None:
    job = start_job(settings, blocked)
    job.stop()
    assert ended(job) is State.STOPPED
