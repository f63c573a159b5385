"""Connectors: N requests at the allowed rate from eight threads, against the limit's own time.

    python -m perf.connectors

A loopback service takes a fifth of a second for each answer. Printed are the time from the first to
the last request against the time that the rate itself takes, and the most requests that were sent
(a connection begun) within any second against the rate: of one process, and of two that share a
home.
"""

import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from hubscope.keyed_cache import KeyedCache
from perf.report import row
from retrieval.limiter import Limiters
from retrieval.network import Call, Network, Service
from tests.servers.loopback import Asked, say, serving

THREADS = 8
LATENCY_S = 0.2
# Requests a second, requests in all, processes.
RUNS = ((3.0, 31, 1), (10.0, 81, 1), (10.0, 81, 2))


def _slowly(asked: Asked, connection: socket.socket) -> None:
    time.sleep(LATENCY_S)
    say(connection, b"{}")


def ask(base: str, folder: Path, rate: float, first: int, requests: int) -> list[float]:
    """When each request was sent, in seconds of one clock."""
    times: list[float] = []

    def dial(address: tuple[str, int], timeout: float) -> socket.socket:
        times.append(time.monotonic())
        return socket.create_connection(address, timeout)

    limiters = Limiters(folder / "rates")
    network = Network.to([base], KeyedCache(folder / "cache.sqlite"), limiters=limiters)
    network = replace(network, fetcher=replace(network.fetcher, dial=dial))
    service = Service("service", base, rate)
    with ThreadPoolExecutor(THREADS) as pool:
        numbers = range(first, first + requests)
        list(pool.map(lambda n: network.ask(service, Call(f"/{n}"), str), numbers))
    network.cache.close()
    return times


def _sent(rate: float, requests: int, processes: int) -> list[float]:
    """When each request of some processes was sent, in seconds of one clock, sorted."""
    command = [sys.executable, "-m", "perf.connectors"]
    with serving(_slowly) as server, tempfile.TemporaryDirectory() as folder:
        share = -(-requests // processes)
        running = [
            subprocess.Popen(
                [*command, server.base, folder, f"{rate}", f"{at}", f"{min(share, requests - at)}"],
                stdout=subprocess.PIPE,
                text=True,
            )
            for at in range(0, requests, share)
        ]
        times = [float(line) for one in running for line in one.communicate()[0].splitlines()]
        assert server.calls == len(times) == requests
    return sorted(times)


def most_in_a_second(times: list[float]) -> int:
    """The most requests in any second that begins with one, its end left out."""
    return max(sum(start <= at < start + 1 for at in times) for start in times)


def main() -> None:
    """Print the ratios against their limits."""
    held = []
    for rate, requests, processes in RUNS:
        times = _sent(rate, requests, processes)
        own = (requests - 1) / rate
        by = f"{requests} requests at {rate:g}/s by {processes}"
        held += [
            row(f"{by} / the limit's own time", (times[-1] - times[0]) / own, 1.1, "x"),
            row(f"{by}: most in a second / {rate:g}", most_in_a_second(times) / rate, 1.0, "x"),
        ]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        base, folder, rate, first, requests = sys.argv[1:]
        print(*ask(base, Path(folder), float(rate), int(first), int(requests)), sep="\n")
    else:
        main()
