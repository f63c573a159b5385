"""A connection to one database: managed transactions, and the driver's errors as ours."""

import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from neo4j import READ_ACCESS, Driver, GraphDatabase, ManagedTransaction
from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConstraintError,
    DatabaseError,
    DriverError,
    Neo4jError,
    TransientError,
)

from hubscope.errors import IntegrityError, UnavailableError
from hubscope.settings import Secret

T = TypeVar("T")
Row = dict[str, Any]
_CONNECT_S = 15.0


class Reachable(Protocol):
    """How a server is reached; `graph.server.Endpoint` is one."""

    @property
    def uri(self) -> str:
        """Address, `bolt://` or `neo4j://` (`+s` for TLS)."""

    @property
    def username(self) -> str:
        """Who logs in."""

    @property
    def password(self) -> Secret:
        """With what."""

    @property
    def database(self) -> str:
        """The database's name."""


class _Loud(logging.Handler):
    """Makes the server's notices warnings.

    The driver's own `warn_notification_severity` takes the whole stack of every statement, which
    is many times as dear as the statement.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Warn of a notice."""
        warnings.warn(record.getMessage(), stacklevel=2)


_NOTICES = logging.getLogger("neo4j.notifications")
_LOUD = _Loud()


class Connection:
    """One database of one server.

    Raises (every method):
        UnavailableError: the server is gone, refuses the login, or gave up; the message says what
            to do.
        IntegrityError: a uniqueness constraint refused a write.
    """

    def __init__(self, driver: Driver, database: str, uri: str) -> None:
        self.driver = driver
        self.database = database
        self._uri = uri

    @classmethod
    def open(
        cls, endpoint: Reachable, *, strict: bool = False, patience_s: float | None = None
    ) -> "Connection":
        """Connect and log in.

        Args:
            endpoint: where and as whom.
            patience_s: how long to wait for a server, and to try again; None = as long as is usual.
            strict: raise Python warnings for what the server says about our statements
                (deprecations above all); for tests.
        """
        auth = (endpoint.username, endpoint.password.reveal())
        # A graph without, say, items has no such label yet: no news to anybody.
        quiet = {"notifications_disabled_classifications": ["UNRECOGNIZED"]}
        loud = {"notifications_min_severity": "WARNING"}
        chosen: dict[str, Any] = quiet | loud if strict else {"notifications_min_severity": "OFF"}
        if strict:
            _NOTICES.setLevel(logging.WARNING)
            _NOTICES.addHandler(_LOUD)
        chosen["connection_timeout"] = _CONNECT_S if patience_s is None else patience_s
        if patience_s is not None:
            chosen["max_transaction_retry_time"] = patience_s
        with translated(endpoint.uri):
            driver = GraphDatabase.driver(endpoint.uri, auth=auth, **chosen)
            try:
                # Outside a managed transaction: who is not there is not asked for half a minute.
                with driver.session(
                    database=endpoint.database, default_access_mode=READ_ACCESS
                ) as session:
                    session.run("RETURN 1").consume()
            except BaseException:
                driver.close()
                raise
        return cls(driver, endpoint.database, endpoint.uri)

    def answers(self) -> bool:
        """Whether the server is there, now."""
        try:
            with self.driver.session(database=self.database) as session:
                session.run("RETURN 1").consume()
        except (DriverError, Neo4jError):
            return False
        return True

    def read(self, query: str, **parameters: Any) -> list[Row]:
        """All rows of a query, in a read transaction."""
        return self.reading(lambda tx: rows(tx, query, **parameters))

    def reading(self, work: Callable[[ManagedTransaction], T]) -> T:
        """Run work in one read transaction."""
        session = self.driver.session(database=self.database, default_access_mode=READ_ACCESS)
        with translated(self._uri), session:
            return session.execute_read(work)

    def write(self, work: Callable[[ManagedTransaction], T]) -> T:
        """Run work in one write transaction; it may run again after a passing failure."""
        with translated(self._uri), self.driver.session(database=self.database) as session:
            return session.execute_write(work)

    def write_schema(self, statements: Sequence[str]) -> None:
        """Run statements of the schema in a transaction of their own."""

        def work(tx: ManagedTransaction) -> None:
            for statement in statements:
                rows(tx, statement)

        self.write(work)

    def write_in_pieces(self, statement: str) -> None:
        """Run a statement that opens transactions of its own (`IN TRANSACTIONS`)."""
        with translated(self._uri), self.driver.session(database=self.database) as session:
            session.run(statement).consume()

    def close(self) -> None:
        """Let go of the server."""
        self.driver.close()


def rows(tx: ManagedTransaction, query: str, **parameters: Any) -> list[Row]:
    """All rows of a query as dictionaries."""
    result = tx.run(query, parameters)
    return [dict(zip(record.keys(), record.values(), strict=True)) for record in result]


@contextmanager
def translated(uri: str) -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except AuthError as error:
        raise UnavailableError(
            f"{uri} refuses the login: check NEO4J_USERNAME and NEO4J_PASSWORD.", reason="login"
        ) from error
    except ConfigurationError as error:
        raise UnavailableError(f"{uri}: {_line(error)} Check NEO4J_URI.", reason="uri") from error
    except ConstraintError as error:
        message = f"the graph refused a write: {_line(error)}"
        raise IntegrityError(message, reason="unique") from error
    except (DriverError, TransientError, DatabaseError) as error:
        if "MemoryPoolOutOfMemory" in (getattr(error, "code", None) or ""):
            message = f"{uri}: {_line(error)} Raise db.memory.transaction.max in its settings."
            raise UnavailableError(message, reason="server_memory") from error
        if _cannot_write(error):
            raise UnavailableError(
                f"{uri}: Neo4j cannot write any more, as when its disk is full. Make room on the "
                "server's disk, then restart it (`hubscope db stop`, `hubscope db start`).",
                reason="server_disk",
            ) from error
        raise UnavailableError(
            f"no answer from Neo4j at {uri}: {_line(error)} Is it running? Ask `hubscope doctor`.",
            reason="unreachable",
        ) from error
    except Neo4jError as error:
        if (error.code or "").startswith("Neo.ClientError.Database."):
            raise UnavailableError(f"{uri}: {_line(error)}", reason="database") from error
        raise


def _cannot_write(error: Exception) -> bool:
    """Whether the transaction log failed: then every statement fails until a restart."""
    code = getattr(error, "code", None) or ""
    return code.endswith(".TransactionLogError") or "needs to be restarted" in str(error)


def _line(error: Exception) -> str:
    text = (error.message if isinstance(error, Neo4jError) else None) or str(error)
    return " ".join(text.split()).rstrip(".")[:300] + "."
