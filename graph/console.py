"""The read-only console: queries of users and agents, in four layers that each have a hole alone.

1. The server's own configuration (neo4j-conf): no files, no web, bounded memory.
2. `check_query`: an allow-list of clauses, procedures and functions, without any server.
3. EXPLAIN in the same READ session: the planner must call it a pure read, and the plan must hold
   no operator that loads, administers or calls what is not listed.
4. A READ transaction with a time-out, a limit of rows and bytes, and a watchdog of our own: a
   server that is out of breath does not keep its own time-out.
"""

import json
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from neo4j import READ_ACCESS, Driver, Session
from neo4j.exceptions import DriverError, Neo4jError

from graph.cypher.guard import check_query
from graph.cypher.words import PROCEDURES
from graph.fields import known
from graph.plain import plain
from graph.vocabulary import KEYED_LABELS, STRUCTURAL_TYPES, Vocabulary, relationship_type
from hubscope.errors import InputError, UnavailableError

__all__ = ["QueryResult", "check_query", "identifier", "run_query"]

LIMIT = 1_000
TIMEOUT_S = 10.0
MOST_BYTES = 5_000_000

_GRACE_S = 2.0
_FETCH = 200
_REFUSED_OPERATORS = ("LoadCSV", "Show", "Terminate", "Create", "Delete", "Set", "Merge", "Remove")
# Words of the server's error codes, and what they mean to whoever asked.
_MEANINGS = {
    "Timed": ("timeout", "took longer than {timeout_s:g} s; narrow it, or allow more time"),
    "Terminated": ("timeout", "took longer than {timeout_s:g} s; narrow it, or allow more time"),
    "OutOfMemory": ("memory", "needs more memory than a query may have; narrow it"),
    "AccessMode": ("not_a_read", "writes, and the console only reads"),
    "ParameterMissing": ("parameter", "lacks a parameter: {text}"),
    "Statement": ("syntax", "cannot be run: {text}"),
    "Procedure": ("syntax", "cannot be run: {text}"),
}


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a query, as plain JSON values in the order of the columns.

    Attributes:
        truncated: there are more rows than the limit of rows or bytes lets through.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool
    milliseconds: int


def identifier(text: str, vocabulary: Vocabulary | None = None) -> str:
    """A label or relationship type that may stand in Cypher text as it is.

    Args:
        text: the word.
        vocabulary: whose types and relations are meant; None = all that the graph may hold.

    Raises:
        InputError: it is none of the schema's, or no plain name (`bad_identifier`).

    >>> identifier("Concept"), identifier("ACTIVATES")
    ('Concept', 'ACTIVATES')
    """
    vocabulary = vocabulary or known()
    types = {relationship_type(relation) for relation in vocabulary.relations}
    words = (
        {*KEYED_LABELS, *STRUCTURAL_TYPES}
        | types
        | set(vocabulary.bands)
        | set(vocabulary.relations)
    )
    if text not in words or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", text):
        raise InputError(
            f"{text[:40]!r} is no label or relationship type of the graph.", reason="bad_identifier"
        )
    return text


def run_query(
    driver: Driver,
    text: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    limit: int = LIMIT,
    timeout_s: float = TIMEOUT_S,
    database: str = "neo4j",
) -> QueryResult:
    """Run a query that only reads.

    Args:
        driver: to the server; its user may be one that can only read.
        text: one statement; see `check_query`.
        parameters: values of its `$names`.
        limit: most rows.
        timeout_s: seconds, for planning and running together.
        database: name of the database.

    Raises:
        InputError: refused or stopped; `reason` is that of `check_query`, or timeout, memory,
            parameter.
        UnavailableError: the server is gone.
    """
    check_query(text)
    run = _Run(driver, database, text, dict(parameters or {}), limit, timeout_s)
    # A daemon, so that a server that never answers holds up neither the caller nor the exit.
    worker = Thread(target=run.work, name="console query", daemon=True)
    worker.start()
    worker.join(timeout_s + _GRACE_S)
    if worker.is_alive():
        Thread(target=run.terminate, name="console stop", daemon=True).start()
        raise InputError(f"The query {run.meaning('Timed')[1]}.", reason="timeout")
    if run.error is not None:
        raise run.error
    assert run.result is not None
    return run.result


@dataclass(slots=True)
class _Run:
    """One query on its way; `work` leaves `result` or `error`."""

    driver: Driver
    database: str
    text: str
    parameters: dict[str, Any]
    limit: int
    timeout_s: float
    tag: str = field(default_factory=lambda: uuid.uuid4().hex)
    result: QueryResult | None = None
    error: Exception | None = None

    def work(self) -> None:
        """Explain, then read; runs in a thread of its own."""
        try:
            with self.translated(), self.session() as session:
                self.explain(session)
                self.result = self.read(session)
        except Exception as error:  # noqa: BLE001 - handed to the thread that waits for it
            self.error = error

    def session(self) -> Session:
        return self.driver.session(
            database=self.database,
            default_access_mode=READ_ACCESS,
            fetch_size=min(self.limit + 1, _FETCH),
            notifications_min_severity="OFF",
        )

    def explain(self, session: Session) -> None:
        """Let the planner say what the query would do."""
        with session.begin_transaction(timeout=self.timeout_s) as tx:
            plan = tx.run("EXPLAIN\n" + self.text, self.parameters).consume()
        if plan.query_type != "r":
            raise InputError("The query writes, and the console only reads.", reason="not_a_read")
        for operator, details in _operators(plan.plan or {}):
            procedure = details.split("(", 1)[0].replace("`", "")
            listed = not operator.startswith("ProcedureCall") or procedure in PROCEDURES
            if operator.startswith(_REFUSED_OPERATORS) or not listed:
                raise InputError(f"The query would run {operator}.", reason="not_a_read")

    def read(self, session: Session) -> QueryResult:
        started = time.perf_counter()
        tx = session.begin_transaction(timeout=self.timeout_s, metadata={"console": self.tag})
        try:
            found = tx.run(self.text, self.parameters)
            columns = tuple(found.keys())
            rows, truncated = self.take(found)
            if truncated:
                # Else the rollback would let the server compute every row that nobody reads.
                self.terminate()
        finally:
            with suppress(Neo4jError, DriverError):
                tx.rollback()
        milliseconds = round(1000 * (time.perf_counter() - started))
        return QueryResult(columns, rows, truncated, milliseconds)

    def take(self, found: Iterator[Any]) -> tuple[tuple[tuple[Any, ...], ...], bool]:
        """Rows up to the limits, and whether there were more."""
        rows: list[tuple[Any, ...]] = []
        size = 0
        for record in found:
            row = tuple(plain(value) for value in record.values())
            size += len(json.dumps(row))
            if len(rows) == self.limit or size > MOST_BYTES:
                return tuple(rows), True
            rows.append(row)
        return tuple(rows), False

    def terminate(self) -> None:
        """Stop this run's transaction on the server, as far as the server listens."""
        query = (
            "SHOW TRANSACTIONS YIELD transactionId AS id, metaData AS data "
            "WHERE data.console = $tag "
            "TERMINATE TRANSACTIONS id YIELD message RETURN message"
        )
        with suppress(Neo4jError, DriverError), self.driver.session() as session:
            session.run(query, tag=self.tag).consume()

    @contextmanager
    def translated(self) -> Iterator[None]:
        try:
            yield
        except DriverError as error:
            line = " ".join(str(error).split())
            raise UnavailableError(f"The server does not answer: {line}") from error
        except Neo4jError as error:
            word = next((word for word in _MEANINGS if word in (error.code or "")), None)
            if word is None:
                raise UnavailableError(f"The server refuses: {error.message}") from error
            reason, what = self.meaning(word, error.message or "")
            raise InputError(f"The query {what}.", reason=reason) from error

    def meaning(self, word: str, text: str = "") -> tuple[str, str]:
        reason, what = _MEANINGS[word]
        # The server counts lines and columns from EXPLAIN on, so its places would mislead.
        line = re.sub(r"\s*\(line \d.*", "", text.split("\n", 1)[0]).strip().rstrip(".")
        return reason, what.format(timeout_s=self.timeout_s, text=line)


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and details of every operator of a plan."""
    name = str(plan.get("operatorType", "")).split("@")[0]
    yield name, str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)
