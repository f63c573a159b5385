"""A store made aside, in a home of its own, and put in the place of a home's store all or nothing.

The new store is filled, started and looked at where nobody uses it. Only then it takes the place of
the old one, by two renames; the old one is kept until a server has started on the new one. Whoever
is killed in between leaves the old store or the new one, never a part: `recover` finishes the move.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import psutil

from graph import java, training
from graph.connection import Connection
from graph.home import DATABASE, USER, Home
from graph.launch import end, launch, uri
from hubscope.errors import UnavailableError
from hubscope.files import write_atomically
from hubscope.settings import Secret, Settings

T = TypeVar("T")
_PREFIX = "aside-"


@dataclass(frozen=True, slots=True)
class _Endpoint:
    uri: str
    password: Secret
    username: str = USER
    database: str = DATABASE


def clean(home: Home) -> None:
    """Remove homes aside; the home's lock is held, so who made them was killed."""
    for left in home.root.glob(f"{_PREFIX}*"):
        _end_users(Home(left))
        _discard(Home(left))


@contextmanager
def place(home: Home) -> Iterator[Home]:
    """A new, empty home beside the store of a home, with its password; gone afterwards."""
    new = Home(Path(tempfile.mkdtemp(prefix=_PREFIX, dir=home.root)))
    try:
        new.make()
        write_atomically(new.password_file, home.password().reveal() + "\n", mode=0o600)
        yield new
    finally:
        _discard(new)


def started(new: Home, settings: Settings, work: Callable[[Connection], T]) -> T:
    """Start a server on a home aside, do some work there, and stop it.

    Raises:
        UnavailableError: it does not start; the message says why.
    """
    runtime = java.prepare(settings)
    options = training.options(runtime, settings)
    state = launch(new, runtime, settings, options, usual_port=0)
    try:
        connection = Connection.open(_Endpoint(uri(state.port), new.password()))
        try:
            return work(connection)
        finally:
            connection.close()
    finally:
        end(psutil.Process(state.pid))
        new.forget()


def put_in_place(new: Home, home: Home) -> None:
    """Make the store of a home aside that of a home, whose server is stopped."""
    shutil.rmtree(_replaced(home), ignore_errors=True)
    home.data.rename(_replaced(home))
    new.data.rename(home.data)


def take_back(home: Home) -> None:
    """Put the old store back in its place."""
    failed = home.root / "failed"
    shutil.rmtree(failed, ignore_errors=True)
    home.data.rename(failed)
    _replaced(home).rename(home.data)
    shutil.rmtree(failed, ignore_errors=True)


def recover(home: Home) -> None:
    """Finish a move that was killed between its two renames: the old store stays."""
    if _replaced(home).exists() and not (home.data / "databases").exists():
        shutil.rmtree(home.data, ignore_errors=True)  # empty folders that `Home.make` made
        _replaced(home).rename(home.data)


def settle(home: Home) -> None:
    """A server has started on the new store: the old one goes."""
    shutil.rmtree(_replaced(home), ignore_errors=True)


def admin(
    home: Home,
    settings: Settings,
    *arguments: str,
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | None = None,
    folder: Path | None = None,
) -> None:
    """Run Neo4j's admin tool on the stopped store of a home.

    Args:
        home: whose store.
        settings: memory of the tool.
        arguments: words of its command line.
        stdin: what it reads.
        stdout: where what it prints goes.
        folder: where it runs.

    Raises:
        UnavailableError: it failed; `reason` is `disk_full` where it says so, else `admin`.
    """
    runtime = java.prepare(settings)
    home.configure(0, settings)
    ended = subprocess.run(  # noqa: S603  # the command is ours, word by word
        runtime.admin(settings.neo4j_heap, *arguments, options=training.options(runtime, settings)),
        env=home.environment(),
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        check=False,
    )
    if ended.returncode != 0:
        raise _failed(home, arguments, ended.stderr.decode("utf-8", "replace"))


def _failed(home: Home, arguments: Sequence[str], printed: str) -> UnavailableError:
    if "No space left on device" in printed:
        return UnavailableError(
            f"{home.root}: the disk is full. Make room, and run again.", reason="disk_full"
        )
    said = [line.strip() for line in printed.splitlines() if line.strip(" -")]
    reasons = [line for line in said if line != "Command Failed"] or ["no reason given"]
    what = " ".join(arguments[:2])
    return UnavailableError(f"Neo4j could not {what}: {reasons[0]}", reason="admin")


def _replaced(home: Home) -> Path:
    return home.root / "replaced"


def _end_users(left: Home) -> None:
    """End what outlived a killed command and still works on its home aside: an admin tool."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get("NEO4J_HOME") == str(left.root):
                end(process)


def _discard(new: Home) -> None:
    state = new.running()
    if state is not None:  # by a command that was killed
        end(psutil.Process(state.pid))
    shutil.rmtree(new.root, ignore_errors=True)
