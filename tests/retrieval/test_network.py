"""The network of services: polite, patient within limits, remembered, silent about keys."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hubscope.keyed_cache import KeyedCache
from hubscope.settings import Secret
from retrieval.http import FetchError, Request
from retrieval.limiter import Sleep
from retrieval.network import Call, Network, Service, json_of
from tests.servers.loopback import Asked, Loopback, say, serving

pytestmark = pytest.mark.loopback
KEY = "secret-key-123456"


class Answers:
    """A service that gives these answers, one a call, the last one for ever."""

    def __init__(self, *answers: tuple[int, bytes]) -> None:
        self.answers = answers

    def __call__(self, asked: Asked, connection: socket.socket) -> None:
        status, body = self.answers[min(asked.number, len(self.answers) - 1)]
        say(connection, body, status=status)


Open = Callable[..., Network]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    networks: list[Network] = []

    def open_(
        server: Loopback, *, offline: bool = False, sleep: Sleep = lambda seconds: None
    ) -> Network:
        made = Network.to([server.base], KeyedCache(tmp_path / "http.sqlite"), offline=offline)
        networks.append(Network(made.fetcher, made.cache, offline, sleep=sleep))
        return networks[-1]

    yield open_
    for network in networks:
        network.cache.close()


def _service(server: Loopback, rate: float = 1000.0) -> Service:
    return Service("s", server.base, rate, {"tool": "t"}, {"api_key": Secret(KEY)})


def _value(text: str) -> object:
    return json_of("s", text)["v"]


def test_an_answer_is_asked_for_once_and_then_remembered_offline_too(opened: Open) -> None:
    with serving(Answers((200, b'{"v": 1}'))) as server:
        call = Call("/x", {"q": "a b"})
        assert opened(server).ask(_service(server), call, _value) == 1
        assert opened(server).ask(_service(server), call, _value) == 1
        assert server.calls == 1
        assert server.asked[0].path == f"/x?tool=t&q=a+b&api_key={KEY}"
        offline = opened(server, offline=True)
        assert offline.ask(_service(server), call, _value) == 1
        with pytest.raises(FetchError) as refused:
            offline.ask(_service(server), Call("/y"), _value)
        assert refused.value.reason == "offline"
        assert server.calls == 1


def test_an_answer_that_is_too_old_is_asked_for_again(opened: Open) -> None:
    with serving(Answers((200, b'{"v": 1}'), (200, b'{"v": 2}'))) as server:
        network = opened(server)
        for expected in (1, 2):
            assert network.ask(_service(server), Call("/x", fresh_s=0), _value) == expected


@pytest.mark.parametrize(
    "passing", [(500, b"oops"), (503, b"later"), (429, b"slow"), (200, b"<html>"), (200, b'{"v": ')]
)
def test_what_fails_in_passing_is_tried_again_and_only_what_was_read_is_kept(
    passing: tuple[int, bytes], opened: Open
) -> None:
    with serving(Answers(passing, passing, (200, b'{"v": 1}'))) as server:
        assert opened(server).ask(_service(server), Call("/x"), _value) == 1
        assert server.calls == 3


@pytest.mark.parametrize(("status", "reason"), [(400, "http_status"), (401, "http_status")])
def test_what_was_refused_is_not_tried_again(status: int, reason: str, opened: Open) -> None:
    with serving(Answers((status, b"no"))) as server:
        with pytest.raises(FetchError) as refused:
            opened(server).ask(_service(server), Call("/x"), _value)
        assert (refused.value.reason, refused.value.status) == (reason, status)
        assert server.calls == 1


def test_patience_ends_after_four_tries_and_the_waits_grow(opened: Open) -> None:
    waits: list[float] = []
    with serving(Answers((503, b"later"))) as server:
        with pytest.raises(FetchError) as refused:
            opened(server, sleep=waits.append).ask(_service(server), Call("/x"), _value)
        assert refused.value.status == 503
        assert server.calls == 4
    assert [round(wait * 2) / 2 for wait in waits] == [0.5, 1.0, 2.0]


def test_a_service_that_wants_nothing_for_long_is_not_asked_again_and_nobody_waits(
    opened: Open,
) -> None:
    waits: list[float] = []

    def closed(asked: Asked, connection: socket.socket) -> None:
        say(connection, b"no", status=429, headers=(("Retry-After", "600"),))

    with serving(closed) as server:
        network = opened(server, sleep=waits.append)
        for path in ("/x", "/y", "/z"):
            with pytest.raises(FetchError) as refused:
                network.ask(_service(server), Call(path), _value)
            assert refused.value.reason == "rate_limited"
        assert server.calls == 1
    assert waits == []


def test_a_key_that_a_service_repeats_does_not_reach_the_disk(opened: Open, tmp_path: Path) -> None:
    with serving(Answers((200, b'{"v": "your key is ' + KEY.encode() + b'"}'))) as server:
        network = opened(server)
        assert network.ask(_service(server), Call("/x"), _value) == "your key is [key]"
        kept = network.cache._connection.execute("SELECT * FROM kept").fetchall()
    assert len(kept) == 1
    assert all(KEY.encode() not in path.read_bytes() for path in tmp_path.iterdir())


def test_two_keys_share_an_answer(opened: Open) -> None:
    with serving(Answers((200, b'{"v": 1}'))) as server:
        network = opened(server)
        network.ask(_service(server), Call("/x"), _value)
        network.ask(Service("s", server.base, 1000.0), Call("/x"), _value)
        assert server.calls == 1


def test_a_redirect_to_another_server_is_refused(opened: Open) -> None:
    def elsewhere(asked: Asked, connection: socket.socket) -> None:
        say(connection, b"", status=302, headers=(("Location", "http://example.org/"),))

    with serving(elsewhere) as server:
        with pytest.raises(FetchError) as refused:
            opened(server).ask(_service(server), Call("/x"), _value)
        assert refused.value.reason == "blocked_host"


def test_threads_together_stay_below_the_rate(opened: Open) -> None:
    with serving(Answers((200, b'{"v": 1}'))) as server:
        network, service = opened(server), _service(server, rate=50)

        def ask(of: int) -> None:
            for n in range(3):
                network.ask(service, Call(f"/{of}/{n}"), _value)

        threads = [threading.Thread(target=ask, args=(of,)) for of in range(5)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        times = sorted(one.at for one in server.asked)
    assert len(times) == 15
    assert times[-1] - times[0] >= 14 / 50


def test_the_fetcher_of_services_reaches_nothing_else(opened: Open) -> None:
    with serving(Answers((200, b"{}"))) as server:
        fetcher = opened(server).fetcher
    with pytest.raises(FetchError, match="no service"):
        fetcher.fetch(Request("https://example.org/"))


def test_threads_that_ask_the_same_at_once_send_one_request(opened: Open) -> None:
    def slowly(asked: Asked, connection: socket.socket) -> None:
        time.sleep(0.05)
        say(connection, b"{}")

    with serving(slowly) as server:
        network = opened(server)
        service = Service("service", server.base, 1000.0)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: network.ask(service, Call(f"/{n % 2}"), str), range(16)))
        assert server.calls == 2
