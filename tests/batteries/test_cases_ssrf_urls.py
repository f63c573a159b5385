"""The battery of URLs that may and may not be fetched; nothing is resolved or connected."""

import socket
from typing import Any

import pytest

from retrieval.addresses import PublicGuard
from retrieval.http import Fetcher, FetchError, Request
from tests.batteries.reading import cases, made

# What a name means that a case gives no answers for: refusing it must not depend on them.
SOMEWHERE = ["93.184.216.34"]


@pytest.mark.parametrize("case", cases("ssrf_urls"))
def test_case(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expect"]
    dialled: list[Any] = []

    def dial(address: tuple[str, int], timeout: float) -> socket.socket:
        dialled.append(address)
        raise ConnectionRefusedError

    guard = PublicGuard(lambda host, port: given.get("resolver_answers", SOMEWHERE))
    with pytest.raises(FetchError) as refused:
        Fetcher(guard, dial=dial).fetch(Request(made(given["url"])))
    allowed = not refused.value.reason.startswith("blocked")
    assert ("allow" if allowed else "deny") == expected["decision"], refused.value
    # What is allowed is dialled, and only in this test's own hands.
    assert bool(dialled) == allowed
    assert len(dialled) == expected.get("connections", len(dialled))
