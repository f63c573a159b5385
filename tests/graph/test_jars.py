"""The download of jars against a repository on 127.0.0.1 that misbehaves in every known way."""

import hashlib
import json
import multiprocessing
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from graph import jars
from graph.jars import Jar, Lock, fetch, missing, read_lock
from hubscope.errors import UnavailableError

pytestmark = pytest.mark.loopback

CONTENT = {
    f"part{number}": bytes(range(256)) * 40 * (number + 1) + number.to_bytes(2, "big")
    for number in range(6)
}


def _jar(artifact: str) -> Jar:
    body = CONTENT[artifact]
    return Jar("org.example.parts", artifact, "1.0", hashlib.sha256(body).hexdigest(), len(body))


LOCK = Lock("test", tuple(_jar(artifact) for artifact in CONTENT))
LARGEST = _jar("part5")


@dataclass
class Repository:
    """A Maven repository; `faults` are answers it gives before it behaves, by file."""

    address: str = ""
    faults: dict[str, list[str]] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def requests_of(self, jar: Jar) -> list[str | None]:
        return [header for path, header in self.asked if path == f"/{jar.path}"]


def _handler(repository: Repository) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked_range = self.headers["Range"]
            repository.asked.append((self.path, asked_range))
            name = self.path.rpartition("/")[2]
            body = CONTENT[name.partition("-")[0]]
            queue = repository.faults.get(name, [])
            fault = (queue.pop(0) if len(queue) > 1 else queue[0]) if queue else "none"
            if fault in ("404", "503"):
                return self.send_error(int(fault))
            start = 0
            if asked_range and fault != "no ranges":
                start = int(asked_range.removeprefix("bytes=").rstrip("-"))
            if start >= len(body):
                return self.send_error(416)
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(body) - start))
            self.end_headers()
            if fault == "other":
                body = body[:-1] + b"!"
            if fault in ("cut", "stall"):
                self.wfile.write(body[start : start + (len(body) - start) // 2])
                self.wfile.flush()
                if fault == "stall":
                    time.sleep(1.5)
                self.connection.close()
                self.close_connection = True
                return None
            if fault == "slow":
                for at in range(start, len(body), 8192):
                    self.wfile.write(body[at : min(at + 8192, len(body))])
                    self.wfile.flush()
                    time.sleep(0.15)
                return None
            self.wfile.write(body[start:])
            return None

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a client that goes away is what these tests are about


@pytest.fixture
def repository() -> Iterator[Repository]:
    found = Repository()
    with _Quiet(("127.0.0.1", 0), _handler(found)) as server:
        found.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield found
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jars, "PAUSE_S", 0.01)


def _whole(folder: Path) -> bool:
    return all((folder / jar.file).read_bytes() == CONTENT[jar.artifact] for jar in LOCK.jars)


def test_all_jars_come_and_nothing_else_stays(repository: Repository, tmp_path: Path) -> None:
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {j.file for j in LOCK.jars} | {".lock"}


def test_what_is_there_is_not_asked_for_again(repository: Repository, tmp_path: Path) -> None:
    fetch(LOCK, tmp_path, repository.address)
    repository.asked.clear()
    fetch(LOCK, tmp_path, repository.address)
    assert repository.asked == []


def test_a_cut_answer_is_continued_where_it_stopped(repository: Repository, tmp_path: Path) -> None:
    repository.faults[LARGEST.file] = ["cut", "none"]
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)
    first, second = repository.requests_of(LARGEST)
    assert first is None
    assert second == f"bytes={LARGEST.size // 2}-"


def test_a_repository_without_ranges_sends_the_file_again(
    repository: Repository, tmp_path: Path
) -> None:
    repository.faults[LARGEST.file] = ["cut", "no ranges"]
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)


def test_a_part_longer_than_the_file_is_thrown_away(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / f"{LARGEST.file}.part").write_bytes(b"x" * (LARGEST.size + 9))
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)


def test_a_stalled_answer_is_given_up_and_continued(repository: Repository, tmp_path: Path) -> None:
    repository.faults[LARGEST.file] = ["stall", "none"]
    fetch(LOCK, tmp_path, repository.address, timeout_s=0.3)
    assert _whole(tmp_path)
    assert len(repository.requests_of(LARGEST)) == 2


@pytest.mark.slow
def test_a_slow_answer_is_borne(repository: Repository, tmp_path: Path) -> None:
    repository.faults[LARGEST.file] = ["slow"]
    fetch(LOCK, tmp_path, repository.address, timeout_s=0.5)
    assert _whole(tmp_path)
    assert len(repository.requests_of(LARGEST)) == 1


def test_a_busy_repository_is_asked_again(repository: Repository, tmp_path: Path) -> None:
    repository.faults[LARGEST.file] = ["503", "503", "none"]
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)


def test_wrong_content_is_refused_and_leaves_no_file(
    repository: Repository, tmp_path: Path
) -> None:
    repository.faults[LARGEST.file] = ["other"]
    with pytest.raises(UnavailableError, match="SHA-256") as caught:
        fetch(LOCK, tmp_path, repository.address)
    assert (caught.value.reason, caught.value.where) == ("jar_rejected", LARGEST.file)
    assert not list(tmp_path.glob(f"{LARGEST.file}*"))


def test_wrong_content_once_is_fetched_again(repository: Repository, tmp_path: Path) -> None:
    repository.faults[LARGEST.file] = ["other", "none"]
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)


def test_a_missing_jar_is_one_clear_line_and_is_asked_for_once(
    repository: Repository, tmp_path: Path
) -> None:
    absent = _jar("part0")
    repository.faults[absent.file] = ["404"]
    with pytest.raises(UnavailableError, match="404") as caught:
        fetch(LOCK, tmp_path, repository.address)
    assert "HUBSCOPE_MAVEN_MIRROR" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(repository.requests_of(absent)) == 1
    assert absent in missing(LOCK, tmp_path)


@pytest.mark.parametrize("damage", ["truncated", "flipped"])
def test_a_damaged_jar_is_fetched_again(
    repository: Repository, tmp_path: Path, damage: str
) -> None:
    fetch(LOCK, tmp_path, repository.address)
    body = CONTENT["part3"]
    spoilt = body[:-7] if damage == "truncated" else b"!" + body[1:]
    (tmp_path / _jar("part3").file).write_bytes(spoilt)
    repository.asked.clear()
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)
    assert [path for path, _ in repository.asked] == [f"/{_jar('part3').path}"]


def test_a_killed_download_goes_on_where_it_was(repository: Repository, tmp_path: Path) -> None:
    repository.faults[LARGEST.file] = ["slow"]
    child = multiprocessing.get_context("spawn").Process(
        target=fetch, args=(LOCK, tmp_path, repository.address)
    )
    child.start()
    part = tmp_path / f"{LARGEST.file}.part"
    deadline = time.monotonic() + 30
    while not (part.exists() and part.stat().st_size > 8192) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.kill()
    child.join()
    have = part.stat().st_size
    assert 0 < have < LARGEST.size
    repository.asked.clear()
    repository.faults.clear()
    fetch(LOCK, tmp_path, repository.address)
    assert _whole(tmp_path)
    assert repository.requests_of(LARGEST) == [f"bytes={have}-"]


def test_two_downloads_at_once_fetch_each_jar_once(repository: Repository, tmp_path: Path) -> None:
    threads = [
        threading.Thread(target=fetch, args=(LOCK, tmp_path, repository.address)) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert _whole(tmp_path)
    assert len(repository.asked) == len(LOCK.jars)


def test_no_connection_says_what_to_check(tmp_path: Path, free_port: int) -> None:
    with pytest.raises(UnavailableError, match="HTTPS_PROXY") as caught:
        fetch(LOCK, tmp_path, f"http://127.0.0.1:{free_port}")
    assert caught.value.reason == "no_network"


def test_a_folder_that_cannot_be_written_is_named(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UnavailableError, match="HUBSCOPE_CACHE") as caught:
        fetch(LOCK, tmp_path / "file" / "jars", repository.address)
    assert caught.value.reason == "cache_not_writable"


def test_a_full_disk_is_noticed_before_the_first_byte(
    repository: Repository, tmp_path: Path
) -> None:
    huge = Lock("test", (Jar("org.example", "part0", "1.0", "0" * 64, 10**18),))
    with pytest.raises(UnavailableError, match="free") as caught:
        fetch(huge, tmp_path, repository.address)
    assert caught.value.reason == "disk_full"
    assert repository.asked == []


def test_the_packaged_lock_pins_every_jar() -> None:
    lock = read_lock()
    assert lock.neo4j == "2026.09.0"
    assert len({jar.file for jar in lock.jars}) == len(lock.jars) == 230
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in lock.jars)
    assert [jar.file for jar in lock.jars] == sorted(jar.file for jar in lock.jars)


def test_a_jar_lies_where_maven_keeps_it() -> None:
    row = {
        "group": "io.netty",
        "artifact": "netty-epoll",
        "version": "4.2",
        "classifier": "linux-x86_64",
        "sha256": "0" * 64,
        "size": 1,
    }
    [jar] = read_lock(json.dumps({"neo4j": "1", "jars": [row]})).jars
    assert jar.path == "io/netty/netty-epoll/4.2/netty-epoll-4.2-linux-x86_64.jar"
