"""Chat models: requests side by side against the ideal, and CPU for one beside model and tools.

    python -m perf.models [openai | anthropic | ollama]

A loopback server in a process of its own answers after one second. The ideal is one second for
every full round of 64; overhead is this process's CPU over all layers, LangChain among them.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hubscope.llm.chat import Message, Request, Role
from hubscope.llm.opening import Models
from perf.report import row
from tests.servers.behaviour import Says, always
from tests.servers.chat import ChatServer

AT_ONCE, ROUNDS, LATENCY_S = 64, 4, 1.0
CPU_MS, SHARE = 5.0, 0.9


def serve(protocol: str) -> None:
    """Answer until this process is ended; the environment of a client goes to stdout."""
    server = ChatServer(protocol, always(Says('{"verdict": "REFUTED"}', after_s=LATENCY_S)))
    server.start()
    print(" ".join(f"{name}={value}" for name, value in server.variables.items()), flush=True)
    sys.stdin.read()


def main(protocol: str) -> int:
    """Print both figures; 1 where one is over its limit."""
    command = [sys.executable, "-m", "perf.models", "serve", protocol]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        line = server.stdout.readline() if server.stdout else ""
        os.environ.update({name: value for name, _, value in map(_parted, line.split())})
        try:
            share, cpu_ms = measured(f"{protocol}:m1")
        finally:
            server.communicate("")
    print("| figure | value | limit | unit | |\n|---|---|---|---|---|")
    held = row(f"{protocol}: time over ideal, 64 at once", 1 / share, 1 / SHARE, "ratio")
    return 0 if row(f"{protocol}: CPU for one request", cpu_ms, CPU_MS, "ms") and held else 1


def _parted(text: str) -> tuple[str, str, str]:
    return text.partition("=")


def measured(name: str) -> tuple[float, float]:
    """Share of the ideal throughput, and CPU milliseconds a request."""
    requests = [
        Request((Message(Role.USER, f"Is claim {number} true? " + "word " * 200),))
        for number in range(AT_ONCE * ROUNDS + 1)
    ]
    with tempfile.TemporaryDirectory() as folder, Models(Path(folder)) as models:
        model = models.open(name)
        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(model.reply, requests[:1]))  # imports and connections
            begun, cpu = time.monotonic(), time.process_time()
            list(threads.map(model.reply, requests[1:]))
            took_s, cpu_s = time.monotonic() - begun, time.process_time() - cpu
    return ROUNDS * LATENCY_S / took_s, 1000 * cpu_s / (AT_ONCE * ROUNDS)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        sys.exit(main(*(sys.argv[1:] or ["openai"])))
