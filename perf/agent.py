"""The agent against a model that takes a second for every reply.

Prints, for 64 items at once:
- how near a run of six turns (five searches and the answer) comes to its ideal, the latency of the
  replies of one conversation;
- CPU of the whole process an item beside model and tools: runs with a model that replies at once,
  checkpoints, journal and run folder included. For the shortest conversation with a search in it
  (two turns), and for each turn more.

The server is a process of its own, its CPU is not counted. Run: python -m perf.agent
"""

import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.agents.agent import Observation
from benchmarks.agents.dataset import Dataset
from benchmarks.agents.folder import agent_folder
from benchmarks.agents.running import Options, run_agent
from benchmarks.agents.tool_specs import LITERATURE_SEARCH, SPECS
from graph.store import ItemRecord
from hubscope.keys import canonical_json, digest
from hubscope.llm.chat import ChatModel, Reply, Request, Role, Stop, ToolCall, Usage
from hubscope.llm.opening import Models
from perf.report import row
from tests.servers.behaviour import Asked, Says
from tests.servers.chat import ChatServer

ITEMS = 64
TURNS = 6
LATENCY_S = 1.0
# Three abstracts' worth of text.
SEEN = "Zinc inhibited ACE in vitro. " * 100


class Shelf:
    """Tools that take no time."""

    specs = (SPECS[LITERATURE_SEARCH],)
    fingerprint = digest("shelf")
    until = ""

    def run(self, call: ToolCall) -> Observation:
        """The same text for every search."""
        return Observation(SEEN)


class Instant:
    """A model that takes no time."""

    name = "instant"
    fingerprint = digest("instant")

    def __init__(self, turns: int = TURNS) -> None:
        self._turns = turns

    def reply(self, request: Request) -> Reply:
        """A search, or the answer in the last turn."""
        turn = sum(one.role is Role.ASSISTANT for one in request.messages)
        if turn + 1 >= self._turns:
            return Reply("Answer: yes", Usage(9, 9))
        call = ToolCall(f"c{turn}", LITERATURE_SEARCH, {"query": f"zinc {turn}"})
        return Reply("I look further.", Usage(9, 9), (call,), Stop.TOOL)


def script(asked: Asked) -> Says:
    """What the server does: as `Instant`, a second later."""
    turn = sum(role == "assistant" for role, _ in asked.texts)
    if turn + 1 >= TURNS:
        return Says("Answer: yes", after_s=LATENCY_S)
    calls = ((LITERATURE_SEARCH, {"query": f"zinc {turn}"}),)
    return Says("I look further.", calls, after_s=LATENCY_S)


def serve(ready: Connection) -> None:
    """Serve until the process is ended."""
    server = ChatServer("openai", script)
    server.start()
    ready.send(server.variables)
    time.sleep(3600)


def items(prefix: str) -> Dataset:
    """Questions that no run before has asked."""
    made = [
        ItemRecord(
            digest(f"{prefix}{n}")[:32],
            "",
            f"{prefix}{n}",
            f"Does zinc inhibit ACE, {prefix}{n}?",
            canonical_json("yes"),
            "",
            "boolean",
            "",
        )
        for n in range(ITEMS)
    ]
    return Dataset(prefix, tuple(made))


def measured(home: Path, name: str, model: ChatModel) -> tuple[float, float]:
    """Wall and CPU seconds of a run."""
    folder = agent_folder(home, name)
    wall, cpu = time.perf_counter(), _cpu_s()
    session = run_agent(folder, items(name), model, Shelf(), Options(parallel=ITEMS))
    wall, cpu = time.perf_counter() - wall, _cpu_s() - cpu
    assert session.summary.outcomes["answered"] == ITEMS
    return wall, cpu


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _calls_alone(model: ChatModel, home: Path) -> tuple[float, float]:
    """Wall and CPU seconds of the same requests without an agent, each conversation in order."""
    asked: defaultdict[str, list[Request]] = defaultdict(list)

    class Listening(Instant):
        def reply(self, request: Request) -> Reply:
            asked[request.messages[1].text.partition("\n")[0]].append(request)
            return super().reply(request)

    measured(home, "listened", Listening())
    wall, cpu = time.perf_counter(), _cpu_s()
    with ThreadPoolExecutor(ITEMS) as threads:
        list(threads.map(lambda one: [model.reply(request) for request in one], asked.values()))
    return time.perf_counter() - wall, _cpu_s() - cpu


def _overhead_ms(home: Path, turns: int) -> float:
    """CPU milliseconds an item, the least of five runs: other processes only ever add."""
    runs = [measured(home, f"{turns}-{n}", Instant(turns)) for n in range(5)]
    return min(cpu for _, cpu in runs) / ITEMS * 1000


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    mine, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    os.environ |= mine.recv()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        measured(home, "warm", Instant())
        short, long = (_overhead_ms(home, turns) for turns in (2, TURNS))
        with Models(home) as models:
            model = models.open("openai:gpt-4o-mini")
            alone_s, alone_cpu_s = _calls_alone(model, home)
            wall_s, cpu_s = measured(home, "slow", model)
    server.terminate()
    ideal_s = TURNS * LATENCY_S
    at_once = f"{ITEMS} items at once, {TURNS} turns each, {LATENCY_S:g} s a reply"
    held = [
        row(f"{at_once}: time to ideal ({ideal_s:g} s)", wall_s / ideal_s, 1 / 0.9, "ratio"),
        row("the same requests without an agent to ideal", alone_s / ideal_s, None, "ratio"),
        row("CPU of all of them", cpu_s, None, "s"),
        row("the same requests without an agent", alone_cpu_s, None, "CPU s"),
        row("CPU an item beside model and tools, two turns", short, 5, "ms"),
        row(f"the same, {TURNS} turns", long, None, "ms"),
    ]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
