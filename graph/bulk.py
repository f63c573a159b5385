"""A first load through the server's own import: files in, a store out, no transactions.

Several times faster than writing, and only for an empty local graph: the store is made aside from
the checked lines of an exported graph, takes the place of the empty one, and gets its constraints
and indexes from the server that starts on it.
"""

from collections.abc import Callable
from json import JSONDecoder
from pathlib import Path

from graph import aside, schema, server
from graph.bulk_csv import BulkCsv, arguments
from graph.home import DATABASE, Home
from graph.importing import Imported, imported
from graph.neo4j_store import Neo4jStore
from graph.portable import GraphFile
from hubscope.errors import InputError
from hubscope.settings import Settings

Progress = Callable[[str, int], None]
# Fewer lines are written faster than a server is stopped and started.
WORTH_LINES = 50_000
_STEP = 5_000
_ANYTHING = "MATCH (n) WHERE NOT n:Schema RETURN n.key AS key LIMIT 1"


def suits(
    settings: Settings, store: Neo4jStore, file: GraphFile, *, asked: bool | None = None
) -> bool:
    """Whether a file is to be loaded this way: into an empty local graph, and a large one.

    Args:
        settings: which server is used.
        store: the graph.
        file: what is to be loaded.
        asked: what the user chose; None = by the file's size.

    Raises:
        InputError: the user asked for it where it cannot be.
    """
    why = ""
    if settings.neo4j_uri is not None:
        why = "only the local server's store can be made anew"
    elif file.layers or not file.follows:
        why = "the file holds corrections, or was written with another vocabulary"
    elif store.connection.read(_ANYTHING):
        why = "the graph is not empty"
    if why and asked:
        raise InputError(
            f"{file.path}: no bulk load: {why}. Run again without --bulk.",
            reason="no_bulk",
            where=str(file.path),
        )
    return not why and (file.counts.lines >= WORTH_LINES if asked is None else asked)


def load(settings: Settings, file: GraphFile, progress: Progress | None = None) -> Imported:
    """Make a checked file's graph the local server's, which starts anew on it.

    The caller made sure that the graph is empty, and that nobody writes to it.

    Raises:
        InputError: the file was changed meanwhile; the graph is as it was.
        UnavailableError: the disk is full, or the server cannot be started.
    """
    with server.alone(settings) as home, aside.place(home) as new:
        folder = new.root / "csv"
        _write(file, folder, progress)
        _import(new, settings, folder)
        server.move_to(new, home, settings, ready=schema.migrate)
    return imported(file.counts, file.counts.sha256)


def _write(file: GraphFile, folder: Path, progress: Progress | None) -> None:
    decode = JSONDecoder().raw_decode  # the lines were checked: nothing stands around an object
    with BulkCsv.folder(folder, compressed=False) as writer:
        for n, (_, line) in enumerate(file.lines()):
            writer.write(line, decode(line)[0])
            if progress and n % _STEP == 0:
                progress("lines", n)
        writer.finish(file.counts)


def _import(new: Home, settings: Settings, folder: Path) -> None:
    report = new.root / "report.txt"
    options = (f"--report-file={report}", "--max-off-heap-memory=1g", "--threads=2")
    words = ("database", "import", "full", DATABASE, *arguments(".csv"), *options)
    aside.admin(new, settings, *words, folder=folder)
