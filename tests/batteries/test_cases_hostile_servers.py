"""The battery of servers that misbehave: loopback listeners, reached by names that are trusted.

A case's `error` is the reason of the FetchError. Servers that are too slow, and the deadline they
miss, are run at a fifth of their time; what a network waits between its tries is not slept where
nobody told it to. Cases of services (a wait that was told, keys,
answers that are errors) go through the network as connectors use it, the others through the reader
of pages.
"""

import contextlib
import io
import json
import logging
import socket
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.judging.chat_verifier import request_for
from benchmarks.judging.verifier import VerifierInput
from hubscope.keyed_cache import KeyedCache
from hubscope.settings import Secret
from retrieval.addresses import PublicGuard
from retrieval.http import PAGE_TYPES, Fetcher, FetchError, Limits, Request
from retrieval.network import Call, Network, Service
from retrieval.pages import Page, read_page
from tests.batteries.reading import cases
from tests.retrieval.connectors.searching import layer_of
from tests.servers.hostile import Script
from tests.servers.loopback import Loopback, TrustingGuard, serving

Case = dict[str, Any]


CANARY = "canary-5f1d0c9a7e"
HERE, ELSEWHERE = "page.example.org", "other.example.org"
MOST_MEMORY = 48 << 20
TOLD_TO_WAIT = ["status", 429]
# Of the time of a case in which a deadline is missed.
HASTE = 0.2


def _hastened(case: Case) -> Case:
    """A case whose server and deadline are quicker; what it may take beside them stays."""
    given, expected = case["input"], case["expect"]
    if expected.get("error") != "deadline":
        return case
    server = [
        [name, *(one * HASTE for one in rest)] if name.endswith("_s") else [name, *rest]
        for name, *rest in given["server"]
    ]
    deadline_s = given["deadline_s"] * HASTE
    within_s = expected["within_s"] - given["deadline_s"] + deadline_s
    return {
        **case,
        "input": {**given, "server": server, "deadline_s": deadline_s},
        "expect": {**expected, "within_s": within_s},
    }


def _fetcher(given: Case, guard: TrustingGuard) -> Fetcher:
    caps = given["caps"]
    limits = Limits(given["deadline_s"], caps["raw_mib"] << 20, caps["unpacked_mib"] << 20)
    return Fetcher(guard, limits)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that is logged, at every level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(before)


def _read(given: Case, script: Script) -> tuple[Page | FetchError, Loopback]:
    with serving(script) as server:
        script.fill = {"{PORT}": str(server.port)}
        try:
            fetcher = _fetcher(given, TrustingGuard({HERE: server.port}))
            return read_page(fetcher, script.here), server
        except FetchError as error:
            return error, server


def _ask(given: Case, script: Script, folder: Path) -> tuple[str | FetchError, Loopback]:
    with serving(script) as server:
        script.fill = {"{PORT}": str(server.port)}
        network = Network(
            _fetcher(given, TrustingGuard({HERE: server.port})), KeyedCache(folder / "cache")
        )
        if script.steps[0] != TOLD_TO_WAIT:
            network = replace(network, sleep=lambda seconds: None)
        service = Service("service", f"http://{HERE}", 100, secret_query={"key": Secret(CANARY)})
        try:
            return network.ask(service, Call("/x", types=PAGE_TYPES), str), server
        except FetchError as error:
            return error, server
        finally:
            network.cache.close()


def _check_rebinding(case: Case) -> None:
    """A resolver that answers otherwise the second time is asked once."""
    steps = case["input"]["server"]
    answers: list[list[str]] = next(step[1:] for step in steps if step[0] == "resolver_sequence")
    asked: list[str] = []
    dialled: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers[min(len(asked), len(answers)) - 1]

    def dial(address: tuple[str, int], timeout: float) -> socket.socket:
        dialled.append(address[0])
        raise ConnectionRefusedError

    with pytest.raises(FetchError):
        Fetcher(PublicGuard(resolve), dial=dial).fetch(Request("http://rebinding.example.org/"))
    assert len(asked) == case["expect"]["resolved_times"]
    assert set(dialled) == set(answers[0])


def _check_redirected_key(case: Case) -> None:
    """Headers and keys stay with the server that they are for; a redirect elsewhere has none."""
    script = Script(f"http://{HERE}/", case["input"]["server"])
    with serving(Script("", [["status", 200]])) as other, serving(script) as server:
        # No certificate can be had for a name of a test: the second hop goes without TLS.
        script.fill = {"https://": "http://", "{SELF}": script.here}
        guard = TrustingGuard({HERE: server.port, ELSEWHERE: other.port})
        request = Request(
            f"http://{HERE}/x?q=1",
            headers={"Cookie": "session=1"},
            secret_headers={"Authorization": Secret(CANARY)},
            secret_query={"api_key": Secret(CANARY)},
        )
        with pytest.raises(FetchError, match="no stated type"):
            _fetcher(case["input"], guard).fetch(request)
    [first], [second] = server.asked, other.asked
    assert first.headers["authorization"] == CANARY
    assert f"api_key={CANARY}" in first.path
    sent = f"{second.path} {second.headers}".lower()
    for name in [CANARY, *case["expect"]["second_request_lacks"]]:
        assert name.lower() not in sent


def _check_layer(case: Case, tmp_path: Path) -> None:
    """What a search API says becomes a layer that is empty, or one that could not look."""
    body = next((step[1] for step in case["input"]["server"] if step[0] == "body"), "")
    answer: dict[str, Any] = {}
    with contextlib.suppress(ValueError, TypeError):
        answer = dict(json.loads(body))
    script = Script("", case["input"]["server"])
    assert layer_of(answer, script, tmp_path) == case["expect"]["layer"]


def _check(case: Case, found: Page | str | FetchError, server: Loopback) -> None:
    expected = case["expect"]
    if "error" in expected:
        assert isinstance(found, FetchError), found
        assert found.reason == expected["error"]
        assert found.status == expected.get("status", found.status)
    if "text" in expected or "text_lacks" in expected:
        assert not isinstance(found, FetchError), found
        text = found if isinstance(found, str) else found.text
        assert text == expected.get("text", text)
        assert not any(part in text for part in expected.get("text_lacks", ()))
        if expected.get("quoted_as_data"):
            _check_quoted(text)
    # A redirect that was refused never reached what it pointed at.
    assert server.calls == expected.get("calls", server.calls)
    if "internal_hits" in expected:
        hits = [one for one in server.asked if not one.headers["host"].startswith(HERE)]
        assert len(hits) == expected["internal_hits"]
    if "exception_lacks" in expected:
        assert isinstance(found, FetchError)
        assert CANARY not in f"{found!r} {found.where} {found.__cause__!r} {found.__context__!r}"
        assert CANARY in server.asked[0].path


def _check_quoted(text: str) -> None:
    """To a judge the text stands between two lines of a word that nobody can foresee."""
    request = request_for(VerifierInput("A claim.", (text,)))
    mark = f"=={request.nonce}=="
    lines = request.messages[0].text.split("\n")
    [at] = [n for n, line in enumerate(lines) if line.startswith("[1] ")]
    assert lines[at - 1] == lines[at + 1] == mark
    assert mark not in text


def _is_of_service(case: Case) -> bool:
    return "log_lacks" in case["expect"] or case["input"]["server"][0] == TOLD_TO_WAIT


# Steps that take a fetch to its deadline, or seconds to make.
_LONG = {"drip_header_s", "drip_body_s", "silent_s", "gzip_of_zeros_mib"}


def _with_marks(parameter: Any) -> Any:
    """A case that has to wait (for a deadline, or to ask a service again) is a slow one."""
    case = parameter.values[0]
    waits = _is_of_service(case) or _LONG & {step[0] for step in case["input"]["server"]}
    return pytest.param(case, id=parameter.id, marks=[pytest.mark.slow] if waits else [])


@pytest.mark.loopback
@pytest.mark.parametrize("case", list(map(_with_marks, cases("hostile_servers"))))
def test_case(case: Case, tmp_path: Path, logged: io.StringIO) -> None:
    case = _hastened(case)
    given, expected = case["input"], case["expect"]
    steps = {step[0] for step in given["server"]}
    if "resolver_sequence" in steps:
        return _check_rebinding(case)
    if "second_request_lacks" in expected:
        return _check_redirected_key(case)
    if "layer" in expected:
        return _check_layer(case, tmp_path)
    script = Script(f"http://{HERE}/page", given["server"])
    began = time.monotonic()
    if expected.get("memory") == "bounded":
        tracemalloc.start()
    found: Page | str | FetchError
    found, server = _ask(given, script, tmp_path) if _is_of_service(case) else _read(given, script)
    took = time.monotonic() - began
    if expected.get("memory") == "bounded":
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
        tracemalloc.stop()
    assert took <= expected.get("within_s", expected.get("waited_s_at_most", 60))
    _check(case, found, server)
    if "log_lacks" in expected:
        assert CANARY not in logged.getvalue()
    return None
