"""The server's jars: which ones the lock names, and a download that checks and resumes.

Files go to one folder that every home of this machine shares. A jar is there only under its final
name after its SHA-256 was right; what a killed download left is continued with a range request.
"""

import json
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import httpx
from tqdm import tqdm

from hubscope.errors import UnavailableError
from hubscope.files import locked
from hubscope.keys import digest_file

ATTEMPTS = 4
CONNECTIONS = 8
PAUSE_S = 0.5
_SPARE_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of the server, as a Maven repository names it; `size` in bytes."""

    group: str
    artifact: str
    version: str
    sha256: str
    size: int
    classifier: str | None = None

    @property
    def file(self) -> str:
        """Name of the file."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{suffix}.jar"

    @property
    def path(self) -> str:
        """Where a Maven repository keeps the file."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.file}"


@dataclass(frozen=True, slots=True)
class Lock:
    """The one pin of the server: its version and every jar it runs with, in class path order."""

    neo4j: str
    jars: tuple[Jar, ...]

    @property
    def size(self) -> int:
        """Bytes of all jars together."""
        return sum(jar.size for jar in self.jars)


def packaged(name: str) -> str:
    """Text of a file of `neo4j-conf/`, which the wheel carries as `graph.neo4j_conf`."""
    return files("graph.neo4j_conf").joinpath(name).read_text("utf-8")


def read_lock(text: str | None = None) -> Lock:
    """The lock in a text, by default the packaged one; jars sorted by file name."""
    record = json.loads(packaged("neo4j.lock") if text is None else text)
    jars = (Jar(**row) for row in record["jars"])
    return Lock(record["neo4j"], tuple(sorted(jars, key=lambda jar: jar.file)))


def missing(lock: Lock, folder: Path) -> list[Jar]:
    """Jars that are not in the folder in their full length; a quick look that hashes nothing."""
    return [jar for jar in lock.jars if _size(folder / jar.file) != jar.size]


def fetch(lock: Lock, folder: Path, mirror: str | None = None, *, timeout_s: float = 30.0) -> None:
    """Bring every jar of a lock into a folder: hash what is there, download the rest.

    Args:
        lock: what to bring.
        folder: where to; two processes that fetch at once take turns.
        mirror: address of a Maven repository; None means the central one, as `jgo` knows it.
        timeout_s: longest silence of the repository that is borne, in seconds.

    Raises:
        UnavailableError: folder not writable, disk full, no connection, a jar is not there or has
            another content than the lock says. What was fetched stays and is not fetched again.
    """
    _require_writable(folder)
    with locked(folder / ".lock"):
        wanted = [jar for jar in lock.jars if not _intact(jar, folder)]
        if not wanted:
            return
        _require_space(wanted, folder)
        # The largest first: the small ones fill the gaps at the end.
        wanted.sort(key=lambda jar: -jar.size)
        _Download(folder, mirror or _central(), timeout_s).run(wanted)


def _central() -> str:
    from jgo import MAVEN_CENTRAL_URL  # type: ignore[attr-defined]  # it lists no __all__

    return str(MAVEN_CENTRAL_URL)


def _require_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".lock").touch()
    except OSError as error:
        raise UnavailableError(
            f"{folder}: cannot keep Neo4j's jars here: {error.strerror}. "
            "Set HUBSCOPE_CACHE to a folder you may write.",
            reason="cache_not_writable",
        ) from error


def _require_space(wanted: list[Jar], folder: Path) -> None:
    need = sum(jar.size - _size(_part(jar, folder)) for jar in wanted) + _SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < need:
        raise UnavailableError(
            f"{folder}: Neo4j's jars need {need // 1_000_000} MB, {free // 1_000_000} MB are free. "
            "Make room, or set HUBSCOPE_CACHE to another disk.",
            reason="disk_full",
        )


class _Rejected(Exception):
    """The repository answered, but not with the jar; `final` if it would only say so again."""

    def __init__(self, message: str, *, final: bool = False) -> None:
        super().__init__(message)
        self.final = final


class _Download:
    """Threads that fetch jars over one pool of connections; the first failure stops them all."""

    def __init__(self, folder: Path, base: str, timeout_s: float) -> None:
        self.folder = folder
        self.base = base.rstrip("/")
        self.stopped = threading.Event()
        self.client = httpx.Client(
            timeout=timeout_s,
            follow_redirects=True,
            limits=httpx.Limits(max_connections=CONNECTIONS),
            headers={"Accept-Encoding": "identity"},  # a range counts bytes of the file itself
        )

    def run(self, wanted: list[Jar]) -> None:
        total = sum(jar.size for jar in wanted)
        bar = tqdm(total=total, unit="B", unit_scale=True, desc="Neo4j", disable=None, leave=False)
        with bar, self.client, ThreadPoolExecutor(CONNECTIONS) as pool:
            sizes = {pool.submit(self._one, jar): jar.size for jar in wanted}
            try:
                for done in as_completed(sizes):
                    done.result()
                    bar.update(sizes[done])
            except BaseException:
                self.stopped.set()
                pool.shutdown(cancel_futures=True)
                raise

    def _one(self, jar: Jar) -> None:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._transfer(jar)
            except (httpx.TransportError, _Rejected) as error:
                final = isinstance(error, _Rejected) and error.final
                if final or attempt == ATTEMPTS:
                    raise self._unavailable(jar, error) from error
            except OSError as error:
                raise UnavailableError(
                    f"{self.folder}: writing {jar.file} failed: {error.strerror}. "
                    "Make room, or set HUBSCOPE_CACHE to another disk.",
                    reason="cache_not_writable",
                ) from error
            if self.stopped.wait(PAUSE_S * 2**attempt):
                return None
        return None

    def _transfer(self, jar: Jar) -> None:
        part = _part(jar, self.folder)
        have = _size(part)
        headers = {"Range": f"bytes={have}-"} if have else {}
        with self.client.stream("GET", f"{self.base}/{jar.path}", headers=headers) as answer:
            status = answer.status_code
            if status == 416:  # what lies here is as long as the file or longer, and not the file
                part.unlink()
            if status not in (200, 206):
                final = 400 <= status < 500 and status not in (408, 416, 429)
                raise _Rejected(f"answer {status}", final=final)
            # Unbuffered, and blocks as they come: a kill loses nothing that had arrived.
            with part.open("ab" if status == 206 else "wb", buffering=0) as file:
                for block in answer.iter_raw():
                    file.write(block)
                    if self.stopped.is_set():
                        return
        self._accept(jar, part)

    def _accept(self, jar: Jar, part: Path) -> None:
        if _size(part) < jar.size:
            raise _Rejected(f"only {_size(part)} of {jar.size} bytes came")
        if digest_file(part) != jar.sha256:
            part.unlink()
            raise _Rejected("its SHA-256 is not the lock's")
        part.replace(self.folder / jar.file)

    def _unavailable(self, jar: Jar, failure: Exception) -> UnavailableError:
        if isinstance(failure, _Rejected):
            return UnavailableError(
                f"{self.base}/{jar.path}: {failure}. Set HUBSCOPE_MAVEN_MIRROR to a complete "
                "mirror of Maven Central, or run again.",
                reason="jar_rejected",
                where=jar.file,
            )
        return UnavailableError(
            f"{self.base}: no connection for {jar.file} ({failure}). Check the network (proxies: "
            "HTTPS_PROXY, SSL_CERT_FILE), or set HUBSCOPE_MAVEN_MIRROR; run again to go on.",
            reason="no_network",
            where=jar.file,
        )


def _part(jar: Jar, folder: Path) -> Path:
    return folder / f"{jar.file}.part"


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _intact(jar: Jar, folder: Path) -> bool:
    path = folder / jar.file
    return _size(path) == jar.size and digest_file(path) == jar.sha256
