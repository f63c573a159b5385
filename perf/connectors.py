"""Connectors: N requests at the allowed rate from eight threads, against the limit's own time.

    python -m perf.connectors

A loopback service takes a fifth of a second for each answer. Printed are the time from the first to
the last request against the time that the rate itself takes, and the most requests that were sent
(a connection begun) within any second against the rate.
"""

import socket
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from hubscope.keyed_cache import KeyedCache
from perf.report import row
from retrieval.network import Call, Network, Service
from tests.servers.loopback import Asked, say, serving

THREADS = 8
LATENCY_S = 0.2
RUNS = ((3.0, 31), (10.0, 81))


def _slowly(asked: Asked, connection: socket.socket) -> None:
    time.sleep(LATENCY_S)
    say(connection, b"{}")


def _sent(rate: float, requests: int) -> list[float]:
    """When each request was sent, in seconds of one clock, sorted."""
    times: list[float] = []

    def dial(address: tuple[str, int], timeout: float) -> socket.socket:
        times.append(time.monotonic())
        return socket.create_connection(address, timeout)

    with serving(_slowly) as server, tempfile.TemporaryDirectory() as folder:
        network = Network.to([server.base], KeyedCache(Path(folder) / "cache.sqlite"))
        network = replace(network, fetcher=replace(network.fetcher, dial=dial))
        service = Service("service", server.base, rate)
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(lambda n: network.ask(service, Call(f"/{n}"), str), range(requests)))
        network.cache.close()
        assert server.calls == requests
    return sorted(times)


def most_in_a_second(times: list[float]) -> int:
    """The most requests in any second that begins with one, its end left out."""
    return max(sum(start <= at < start + 1 for at in times) for start in times)


def main() -> None:
    """Print the ratios against their limits."""
    held = []
    for rate, requests in RUNS:
        times = _sent(rate, requests)
        own = (requests - 1) / rate
        held += [
            row(f"{requests} requests at {rate:g}/s / the limit's own time",
                (times[-1] - times[0]) / own, 1.1, "x"),
            row(f"most in a second / {rate:g}", most_in_a_second(times) / rate, 1.0, "x"),
        ]  # fmt: skip
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
