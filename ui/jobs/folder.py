"""The folder of a job: its process starts, is watched, is stopped, and goes on from there.

HUBSCOPE_HOME/jobs/<id>/
job.json          the command, its cap, and whether the last attempt was a rehearsal
lock              held by the process as long as it lives, so that no number of a process that ended
                  is ever mistaken for it
pid               of the process, written by itself
stopping          somebody asked it to stop
progress.json     how far it is (hubscope/progress.py)
stdout, stderr    of the last attempt
ended.json        its exit code, the last thing that it writes: without one it was killed

A job that stopped, failed or was killed is started again in the same folder: every verb goes on
where it was.
"""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO, TextIO, TypeVar

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError, UnavailableError
from hubscope.files import is_locked, locked, write_atomically
from hubscope.keys import canonical_json
from hubscope.progress import Progress, read_progress
from hubscope.redaction import redacted
from hubscope.settings import Settings
from ui.jobs.job import Job, State, check
from ui.serving import environment

T = TypeVar("T")

INTERRUPTED = 130
# A process that has said its exit code is gone within this time.
_LEAVING_S = 10.0
# `is_locked` holds the lock for a moment, and another reader's may be the moment of a start.
_LOOKING_S = 1.0
_TAIL_BYTES = 20_000
_ATTEMPT_FILES = ("pid", "stopping", "progress.json", "ended.json")


_BY_CODE = {
    0: State.DONE,
    InputError.exit_code: State.REFUSED,
    3: State.CAPPED,
    UnavailableError.exit_code: State.UNAVAILABLE,
    INTERRUPTED: State.STOPPED,
}


@dataclass(frozen=True, slots=True)
class _Ended:
    code: int
    at: float


class JobFolder:
    """One job on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.path.name

    @property
    def job(self) -> Job:
        """The command.

        Raises:
            InputError: it cannot be read.
        """
        return self._read(Job, "job.json")

    @property
    def state(self) -> State:
        """What is going on, asked of the kernel."""
        # In this order: what ends writes its code before it lets go of the lock.
        lives, code = is_locked(self._lock), self.code
        if code is not None:
            return _BY_CODE.get(code, State.FAILED)
        if not lives:
            return State.KILLED
        return State.STOPPING if self.asked_to_stop else State.RUNNING

    @property
    def asked_to_stop(self) -> bool:
        """Whether somebody asked the last attempt to stop."""
        return (self.path / "stopping").exists()

    @property
    def code(self) -> int | None:
        """The exit code of the last attempt; None where it has none yet, or was killed."""
        try:
            return self._read(_Ended, "ended.json").code
        except InputError:
            return None

    @property
    def progress(self) -> Progress | None:
        """How far it is; None before it said so."""
        with suppress(InputError):
            return read_progress(self.path / "progress.json")
        return None

    @property
    def printed(self) -> str:
        """The end of what it printed."""
        return self._tail("stdout")

    @property
    def warned(self) -> str:
        """The end of what it said on stderr."""
        return self._tail("stderr")

    @property
    def problem(self) -> str:
        """The one line that says why it did not end well; "" where there is none."""
        lines = [line for line in self.warned.splitlines() if line.startswith("hubscope: ")]
        return lines[-1].removeprefix("hubscope: ") if lines else ""

    def write(self, name: str, value: Any) -> None:
        """Write a record, atomically."""
        write_atomically(self.path / name, canonical_json(to_json(value)) + "\n")

    def end(self, code: int) -> None:
        """Say how the process ended, from within it."""
        self.write("ended.json", _Ended(code, time.time()))

    def start(self, settings: Settings, job: Job) -> None:
        """Start a process for a job; what the folder holds of an earlier attempt is forgotten.

        Raises:
            UnavailableError: one is at work, or none can be started.
        """
        with self._held() as lock:
            for name in _ATTEMPT_FILES:
                (self.path / name).unlink(missing_ok=True)
            self.write("job.json", job)
            with (self.path / "stdout").open("wb") as out, (self.path / "stderr").open("wb") as err:
                _launch(self.path, settings, lock, out, err)

    def stop(self, *, at_once: bool = False) -> None:
        """Ask the process to stop where it can go on later, or end it at once."""
        (self.path / "stopping").touch()
        # A process that has not written its number yet finds the file above when it has.
        with suppress(OSError, ValueError):
            pid = int((self.path / "pid").read_text("ascii"))
            if is_locked(self._lock):
                os.kill(pid, signal.SIGKILL if at_once else signal.SIGINT)

    def remove(self) -> None:
        """Forget the job; what it made is left as it is.

        Raises:
            UnavailableError: it is at work.
        """
        with self._held():
            shutil.rmtree(self.path)

    @property
    def _lock(self) -> Path:
        return self.path / "lock"

    @contextmanager
    def _held(self) -> Iterator[TextIO]:
        """The lock; a process that has said how it ended is given time to leave."""
        busy = f"{self.id} is at work already: stop it first"
        since = time.monotonic()
        with ExitStack() as holding:
            while True:
                try:
                    lock = holding.enter_context(locked(self._lock, busy=busy))
                    break
                except UnavailableError:
                    patience = _LOOKING_S if self.code is None else _LEAVING_S
                    if time.monotonic() - since > patience:
                        raise
                time.sleep(0.05)
            yield lock

    def _read(self, kind: type[T], name: str) -> T:
        path = self.path / name
        try:
            return from_json(kind, json.loads(path.read_bytes()))
        except (OSError, ValueError, InputError) as error:
            raise InputError(f"{path}: {error}", reason="broken_job", where=str(path)) from error

    def _tail(self, name: str) -> str:
        try:
            with (self.path / name).open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - _TAIL_BYTES))
                return redacted(file.read().decode("utf-8", "replace"))
        except FileNotFoundError:
            return ""


def jobs_folder(home: Path) -> Path:
    """Where jobs live."""
    return home / "jobs"


def list_jobs(home: Path) -> list[JobFolder]:
    """Every job, the newest first; a folder that a kill left without its command is none."""
    found = [JobFolder(path.parent) for path in jobs_folder(home).glob("*/job.json")]
    return sorted(found, key=lambda one: one.id, reverse=True)


def start_job(settings: Settings, job: Job) -> JobFolder:
    """Start a new job in a folder of its own.

    Raises:
        InputError: the command line would refuse it, or it holds a key.
        UnavailableError: no process can be started.
    """
    check(job)
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(job.created))
    path = jobs_folder(settings.home) / f"{moment}-{job.verb}-{secrets.token_hex(2)}"
    path.mkdir(parents=True)
    folder = JobFolder(path)
    try:
        folder.start(settings, job)
    except BaseException:
        shutil.rmtree(path)
        raise
    return folder


def _launch(folder: Path, settings: Settings, lock: TextIO, out: BinaryIO, err: BinaryIO) -> None:
    # -P: a folder named `ui` where the app was started must not be taken for ours.
    command = [sys.executable, "-P", "-m", "ui.jobs.process", str(folder)]
    try:
        process = subprocess.Popen(  # noqa: S603  # our own interpreter and module, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            env=environment(settings),
            pass_fds=[lock.fileno()],
            start_new_session=True,
        )
    except OSError as error:
        raise UnavailableError(
            f"no process can be started: {error.strerror or error}", reason="no_process"
        ) from error
    # Waited for, so that no dead process is kept in the kernel's table.
    Thread(target=process.wait, name=f"job-{folder.name}", daemon=True).start()
