"""A server, a client or both are killed, and connections cut, at drawn points of what writes.

Whatever was struck and wherever: afterwards the same command again ends it, the graph is the one of
an undisturbed run, and every invariant holds. Points are bytes of the talk between client and
server, so a seed means the same point on a slow machine. HUBSCOPE_FAULT_ROUNDS asks for more than
the few rounds of every test run.
"""

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil
import pytest

from graph import server
from graph.checks import violations
from graph.corrections import PEOPLE, Corrections
from graph.export import export
from graph.neo4j_store import Neo4jStore
from hubscope.files import write_atomically
from hubscope.keys import digest_lines
from hubscope.settings import Settings
from ingest.extraction import Extractor
from ingest.pipeline import load_extractor
from tests.integration.proxy import Proxy
from tests.integration.worker import operate

pytestmark = [
    pytest.mark.neo4j,
    pytest.mark.slow,
    pytest.mark.loopback,
    pytest.mark.timeout(1200),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
ROUNDS = int(os.environ.get("HUBSCOPE_FAULT_ROUNDS", "1"))
FAULTS = ("server", "client", "both", "connection")
CASES = [
    (verb, fault, seed)
    for seed in range(ROUNDS)
    for verb in ("ingest", "delete")
    for fault in FAULTS
    # Every run strikes a delete in one way, the longer rounds in all of them.
    if verb == "ingest" or ROUNDS > 1 or fault == "both"
]
ONE_LINE = 1
# Of genes that a fusion makes one.
PAIRS = "20"
RENAME = '[[rename]]\nconcept = "gene 1"\ntype = "Gene"\nto = "the first"\n'
# What lies in the server's home when a store that is made aside has come so far.
RESTORE_SIGNS = ("aside-*", "aside-*/data/databases/neo4j", "aside-*/state.json", "replaced")
LOAD_SIGNS = ("aside-*/csv", "aside-*/data/databases/neo4j", "aside-*/report.txt", "replaced")


def write_triples(path: Path, name: str, n: int) -> Path:
    """A table of triples about shared genes, in documents that both sources may have."""
    draw = random.Random(name)
    rows = ["head\trelation\ttail\thead_type\ttail_type\tquote\tdocument\tpolarity"]
    for i in range(n):
        head, tail = draw.sample(range(60), 2)
        polarity = "negative" if i % 9 == 0 else "positive"
        quote = f"In experiment {i} of {name}, gene {head} acts on gene {tail}."
        relation = draw.choice(["activates", "inhibits", "binds"])
        where = f"Report {i % 40}"
        rows.append(
            f"gene {head}\t{relation}\tgene {tail}\tGene\tGene\t{quote}\t{where}\t{polarity}"
        )
    path.write_text("\n".join(rows) + "\n")
    return path


@dataclass
class Bench:
    """A server of its own, two files, and what an undisturbed run makes of them."""

    settings: Settings
    folder: Path
    files: dict[str, Path]
    extractor: Extractor
    talk: dict[str, int] = field(default_factory=dict)
    made: dict[frozenset[str], str] = field(default_factory=dict)

    @property
    def spool(self) -> Path:
        return self.folder / "pending"

    def port(self) -> int:
        return int(server.start(self.settings).uri.rpartition(":")[2])

    def work(self, uri: str, verb: str, what: str) -> subprocess.Popen[str]:
        password = server.start(self.settings).password.reveal()
        command = (sys.executable, "-m", "tests.integration.worker", uri)
        return subprocess.Popen(
            [*command, str(self.spool), verb, self.told(verb, what)],
            env=os.environ | {"NEO4J_PASSWORD": password},
            stderr=subprocess.PIPE,
            text=True,
        )

    def told(self, verb: str, what: str) -> str:
        """The file of what is ingested; anything else is named as it is."""
        return str(self.files[what]) if verb == "ingest" else what

    def do(self, verb: str, what: str) -> None:
        """Do one thing undisturbed, in this process."""
        store = self.store()
        operate(store, self.spool, verb, self.told(verb, what), self.extractor)
        store.close()

    def listened(self, proxy: Proxy, verb: str, what: str) -> int:
        """Do one thing undisturbed as it is done to be struck; how many bytes are talked."""
        proxy.strike(1 << 60, proxy.cut)
        worker = self.work(proxy.uri, verb, what)
        _, said = worker.communicate(timeout=300)
        assert worker.returncode == 0, said
        return proxy.sent

    def struck(
        self, proxy: Proxy, verb: str, what: str, fault: str, *, at: int
    ) -> subprocess.Popen[str]:
        """Begin something that is struck after so many bytes of its talk."""
        worker = self.work(proxy.uri, verb, what)

        def kill_both() -> None:
            worker.kill()
            self.kill_server()

        strikes: dict[str, Callable[[], None]] = {
            "server": self.kill_server,
            "client": worker.kill,
            "both": kill_both,
            "connection": proxy.cut,
        }
        proxy.strike(at, strikes[fault])
        return worker

    def hubscope(self, *words: str) -> subprocess.Popen[bytes]:
        """Begin a command of the command line."""
        return subprocess.Popen(
            [sys.executable, "-m", "ui.cli", *words],
            env=os.environ
            | {
                "HUBSCOPE_HOME": str(self.settings.home),
                "HUBSCOPE_CACHE": str(self.settings.cache),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def killed_at(self, command: subprocess.Popen[bytes], sign: str) -> None:
        """Wait for the end of a command that is killed when this file is in the server's home."""
        stop = threading.Event()
        watching = (self.settings.home / "neo4j", command, sign, stop)
        watcher = threading.Thread(target=_kill_at, args=watching)
        watcher.start()
        command.wait(600)
        stop.set()
        watcher.join()

    def store(self) -> Neo4jStore:
        return Neo4jStore.connect(server.start(self.settings))

    def digest(self) -> str:
        store = self.store()
        try:
            assert violations(store) == []
            return digest_lines(store.canonical())
        finally:
            store.close()

    def clear(self) -> None:
        store = self.store()
        store.clear()
        store.close()
        for left in self.spool.glob("*.jsonl"):
            left.unlink()

    def kill_server(self) -> None:
        pid = server.status(self.settings).pid
        if pid is not None:
            process = psutil.Process(pid)
            process.kill()
            process.wait(10)


@pytest.fixture(scope="module")
def bench(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("faults")
    files = {name: write_triples(folder / f"{name}.tsv", name, 240) for name in ("one", "two")}
    bench = Bench(replace(settings, home=folder / "home"), folder, files, load_extractor())
    proxy = Proxy(bench.port())
    try:
        for verb, what, left in (
            ("ingest", "two", {"two"}),
            ("ingest", "one", {"one", "two"}),
            ("fuse", PAIRS, {"one", "two", "fused"}),
            ("undo", "-", {"one", "two"}),
            ("delete", "one", {"two"}),
        ):
            bench.talk[verb] = bench.listened(proxy, verb, what)
            made = bench.digest()
            assert bench.made.setdefault(frozenset(left), made) == made
        yield bench
    finally:
        proxy.close()
        server.stop(bench.settings)


@pytest.mark.parametrize(("verb", "fault", "seed"), CASES)
def test_what_was_struck_is_ended_by_the_same_command(
    bench: Bench, verb: str, fault: str, seed: int
) -> None:
    bench.clear()
    bench.do("ingest", "two")
    if verb == "delete":
        bench.do("ingest", "one")
    wanted = bench.made[frozenset({"two"} if verb == "delete" else {"one", "two"})]
    at = int(bench.talk[verb] * random.Random(f"{verb} {fault} {seed}").uniform(0.05, 0.95))
    proxy = Proxy(bench.port())
    worker = bench.struck(proxy, verb, "one", fault, at=at)
    try:
        _, said = worker.communicate(timeout=300)
        assert proxy.struck.wait(60), f"byte {at} never came"
    finally:
        proxy.close()
    if fault in ("server", "connection"):  # it lived to say what happened
        assert worker.returncode in (0, 4), said
        assert len(said.splitlines()) == (ONE_LINE if worker.returncode else 0), said
    store = bench.store()
    there = store.stored("one") is not None or any(bench.spool.glob("*.jsonl"))
    store.close()
    if verb == "ingest" or there:  # a deletion may have ended with the blow
        bench.do(verb, "one")
    assert bench.digest() == wanted


@pytest.mark.parametrize(
    ("verb", "fault", "seed"),
    [
        (verb, fault, seed)
        for seed in range(ROUNDS)
        for verb in ("fuse", "undo")
        for fault in FAULTS
        if ROUNDS > 1 or (verb, fault) in (("fuse", "both"), ("undo", "client"))
    ],
)
def test_a_fusion_that_was_struck_is_ended_by_the_same_command(
    bench: Bench, verb: str, fault: str, seed: int
) -> None:
    bench.clear()
    for name in ("one", "two"):
        bench.do("ingest", name)
    if verb == "undo":
        bench.do("fuse", PAIRS)
    wanted = bench.made[frozenset({"one", "two", "fused"} if verb == "fuse" else {"one", "two"})]
    at = int(bench.talk[verb] * random.Random(f"{verb} {fault} {seed}").uniform(0.05, 0.95))
    proxy = Proxy(bench.port())
    worker = bench.struck(proxy, verb, PAIRS, fault, at=at)
    try:
        _, said = worker.communicate(timeout=300)
        assert proxy.struck.wait(60), f"byte {at} never came"
    finally:
        proxy.close()
    if fault in ("server", "connection"):
        assert worker.returncode in (0, 4), said
    again = bench.work(server.start(bench.settings).uri, verb, PAIRS)
    _, said = again.communicate(timeout=300)
    # A fusion that is taken back already cannot be taken back again; what was begun is finished.
    assert again.returncode in ((0, 2) if verb == "undo" else (0,)), said
    assert bench.digest() == wanted


def test_two_ingests_at_once_make_the_graph_of_one_after_the_other(bench: Bench) -> None:
    bench.clear()
    uri = server.start(bench.settings).uri
    workers = [bench.work(uri, "ingest", name) for name in ("one", "two", "one")]
    for worker in workers:
        _, said = worker.communicate(timeout=300)
        assert worker.returncode == 0, said
    assert bench.digest() == bench.made[frozenset({"one", "two"})]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_restore_that_is_killed_leaves_the_old_graph_or_the_new_one(
    bench: Bench, seed: int, tmp_path: Path
) -> None:
    bench.clear()
    bench.do("ingest", "two")
    file = tmp_path / "graph.backup"
    with bench.hubscope("db", "backup", str(file)) as backup:
        _, said = backup.communicate(timeout=600)
        assert backup.returncode == 0, said
    bench.do("ingest", "one")
    with bench.hubscope("db", "restore", str(file)) as restore:
        bench.killed_at(restore, random.Random(seed).choice(RESTORE_SIGNS))
    before, after = bench.made[frozenset({"one", "two"})], bench.made[frozenset({"two"})]
    assert bench.digest() in (before, after)
    corrections = bench.settings.home / "corrections" / "local" / "corrections.toml"
    write_atomically(corrections, RENAME)
    with bench.hubscope("db", "restore", str(file)) as restore:
        _, said = restore.communicate(timeout=600)
        assert restore.returncode == 0, said
    corrections.unlink()
    assert b"corrections: 1 applied" in said  # the home's, at once
    store = bench.store()
    assert {*store.layers()} == {PEOPLE}
    store.correct(Corrections())
    store.close()
    assert bench.digest() == after
    left = {path.name for path in (bench.settings.home / "neo4j").iterdir()}
    assert not {name for name in left if name.startswith(("aside-", "replaced"))}


def _kill_at(
    home: Path, command: subprocess.Popen[bytes], sign: str, stop: threading.Event
) -> None:
    """Kill a command as soon as there is such a file in the server's home."""
    while not stop.wait(0.01):
        if next(home.glob(sign), None) is not None:
            command.kill()
            return


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_bulk_load_that_is_killed_is_ended_by_the_same_command(
    bench: Bench, seed: int, tmp_path: Path
) -> None:
    bench.clear()
    bench.do("ingest", "two")
    store = bench.store()
    export(store, tmp_path / "graph.jsonl")
    store.close()
    bench.clear()
    command = ["import-graph", "--bulk", str(tmp_path / "graph.jsonl")]
    home = bench.settings.home / "neo4j"
    with bench.hubscope(*command) as first:
        bench.killed_at(first, random.Random(seed).choice(LOAD_SIGNS))
    with bench.hubscope(*command) as again:
        _, said = again.communicate(timeout=600)
        assert again.returncode == 0, said
    assert bench.digest() == bench.made[frozenset({"two"})]
    server.stop(bench.settings)
    assert bench.digest() == bench.made[frozenset({"two"})]  # whichever store it starts on
    assert not [
        path.name for path in home.iterdir() if path.name.startswith(("aside-", "replaced"))
    ]
