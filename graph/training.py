"""The JVM's AOT cache: what one training run learnt, which halves the CPU of every later start.

It is made once on a machine, in a throw-away home, before the first start: about 40 CPU seconds
then, about 8 fewer at each start. Where it cannot be made or the JVM does not take it, the server
starts as it would without.
"""

import hashlib
import logging
import shutil
from pathlib import Path

import psutil

from graph.home import DATABASE, USER, Home
from graph.java import Java
from graph.launch import PortTaken, end, launch, uri
from hubscope.errors import HubscopeError
from hubscope.files import locked
from hubscope.settings import Settings

# Writing the cache at its end takes the JVM half a minute on two busy cores.
_GRACE_S = 300.0
_HEAP = "512m"
# One statement of each kind that a store sends, so that their classes are in the cache too.
_WORKOUT = (
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Trained) REQUIRE n.key IS UNIQUE",
    "CREATE FULLTEXT INDEX trained IF NOT EXISTS FOR (n:Trained) ON EACH [n.name]",
    "UNWIND range(1, 500) AS i MERGE (n:Trained {key: toString(i)}) SET n.name = 'name ' + i",
    "UNWIND range(1, 499) AS i MATCH (a:Trained {key: toString(i)}), "
    "(b:Trained {key: toString(i + 1)}) MERGE (a)-[r:NEXT]->(b) RETURN count(r)",
    "MATCH (a:Trained)-[:NEXT]->(b) RETURN a.key, collect(b.name) ORDER BY a.key DESC LIMIT 20",
    "MATCH (n:Trained) DETACH DELETE n",
)
_log = logging.getLogger(__name__)


def options(java: Java, settings: Settings) -> list[str]:
    """Options that let the JVM use its cache; the cache is made when there is none."""
    folder = settings.cache / "neo4j"
    cache = folder / f"{key(java)}.aot"
    if not cache.exists():
        with locked(folder / "training.lock"):
            if not (cache.exists() or cache.with_suffix(".failed").exists()):
                _train(java, cache)
    if not cache.exists():
        return []
    return use(cache)


def use(cache: Path) -> list[str]:
    """Options that name a cache; where the JVM cannot use it, it says so and goes on without."""
    return [f"-XX:AOTCache={cache}", "-Xlog:disable", "-Xlog:all=error:stderr"]


def key(java: Java) -> str:
    """Name of a cache: it holds for one JVM, its options, and one unchanged class path in order.

    Where the JVM lies is not part of it, so that one cache serves every environment of a machine.
    """
    total = hashlib.sha256((java.home / "release").read_bytes())
    total.update("\n".join(java.command(_HEAP)[1:]).encode())
    for file in (java.home / "lib" / "modules", *java.class_path):
        total.update(f"\n{file.stat().st_size}".encode())
    for jar in java.class_path:  # the JVM refuses a cache whose jars were written since
        total.update(f"\n{jar.stat().st_mtime_ns}".encode())
    return total.hexdigest()[:16]


def _train(java: Java, cache: Path) -> None:
    _log.info("Preparing Neo4j for faster starts, once on this machine (about 30 s)")
    home = Home(cache.parent / "training")
    fresh = home.root / "cache.aot"
    left = home.running()
    if left is not None:  # by a command that was killed while it trained
        end(psutil.Process(left.pid))
    shutil.rmtree(home.root, ignore_errors=True)
    try:
        home.make()
        record = [f"-XX:AOTCacheOutput={fresh}", "-Xlog:disable"]
        # With a heap of ours, not the user's: a wrong one must fail the start, not this.
        state = launch(home, java, Settings(home=home.root, neo4j_heap=_HEAP), record)
        try:
            _exercise(state.port, home)
        finally:
            end(psutil.Process(state.pid), _GRACE_S)
        for old in cache.parent.glob("*.aot"):
            old.unlink()
        fresh.replace(cache)
    except (HubscopeError, PortTaken, OSError) as error:
        _log.warning("No faster starts of Neo4j: %s", error)
        cache.with_suffix(".failed").touch()
    finally:
        shutil.rmtree(home.root, ignore_errors=True)


def _exercise(port: int, home: Home) -> None:
    from neo4j import GraphDatabase

    auth = (USER, home.password().reveal())
    with (
        GraphDatabase.driver(uri(port), auth=auth) as driver,
        driver.session(database=DATABASE) as session,
    ):
        for statement in _WORKOUT:
            session.run(statement).consume()
