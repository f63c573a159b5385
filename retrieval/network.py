"""The network as services see it: polite, remembered on disk, and able to stay offline.

A call goes to the cache, then, within the host's rate, to the service; what failed in passing is
tried again within a limit of patience. An answer is kept only when it could be read, under a key
without secrets.
"""

import logging
import math
import random
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

from hubscope.errors import InputError
from hubscope.json_values import Json, JsonFault, JsonParser
from hubscope.keyed_cache import KeyedCache
from hubscope.keys import canonical_json, digest
from hubscope.reading import clean_text
from hubscope.retry_after import retry_after_s
from hubscope.settings import Secret
from retrieval.addresses import BlockedError, ListedGuard
from retrieval.flights import Flights
from retrieval.http import Fetcher, FetchError, Limits, Request
from retrieval.limiter import ClosedError, Limiter, Limiters, Sleep
from retrieval.toll import Fare, Toll

log = logging.getLogger(__name__)

T = TypeVar("T")

JSON_TYPES = frozenset(("application/json", "text/json", "text/plain", "text/javascript"))
XML_TYPES = frozenset(("text/xml", "application/xml", "text/plain"))

DAY_S = 86_400.0
_SHORTEST_KEY = 8
_PASSING = frozenset(("connection", "deadline", "truncated", "unreadable", "rate_limited"))
_PASSING_STATUS = frozenset((500, 502, 503, 504))
# What reading raises for an answer of a shape that nobody foresaw.
UNFORESEEN = (
    AssertionError,
    ValueError,
    RecursionError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
)


@dataclass(frozen=True, slots=True)
class Service:
    """A service with an API: where it is and what it wants of its callers.

    Attributes:
        base: its address, without a slash at the end.
        rate: requests a second that it allows us.
        query: what goes with every call, such as who is asking.
        toll: what it bills for a call; None = nothing, or nobody counts it.
    """

    name: str
    base: str
    rate: float
    query: Mapping[str, str] = field(default_factory=dict)
    secret_query: Mapping[str, Secret] = field(default_factory=dict)
    secret_headers: Mapping[str, Secret] = field(default_factory=dict)
    toll: Toll | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a service.

    Attributes:
        path: after the service's base, percent-encoded.
        types: media types that an answer may have.
        fresh_s: how old a remembered answer may be; offline any age will do.
    """

    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Json = None
    types: frozenset[str] = JSON_TYPES
    fresh_s: float = 7 * DAY_S


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long something that fails in passing is tried."""

    tries: int = 4
    first_wait_s: float = 0.5
    most_wait_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Network:
    """What all connectors share; safe to use from several threads.

    Attributes:
        offline: answer from the cache only.
    """

    fetcher: Fetcher
    cache: KeyedCache
    offline: bool = False
    limiters: Limiters = field(default_factory=Limiters)
    patience: Patience = Patience()
    sleep: Sleep = time.sleep
    flights: Flights = field(default_factory=Flights)

    @classmethod
    def to(
        cls,
        bases: list[str],
        cache: KeyedCache,
        *,
        offline: bool = False,
        limiters: Limiters | None = None,
    ) -> "Network":
        """A network that reaches these services and nothing else.

        Raises:
            InputError: an address that cannot be one.
        """
        limits = Limits(deadline_s=30.0, raw_bytes=8 << 20, unpacked_bytes=32 << 20)
        try:
            guard = ListedGuard.of(bases)
        except BlockedError as error:
            raise InputError(f"an address of a service in the settings: {error}") from error
        return cls(Fetcher(guard, limits), cache, offline, limiters or Limiters())

    def ask(self, service: Service, call: Call, read: Callable[[str], T]) -> T:
        """Call a service and read its answer.

        Args:
            service: whom to ask.
            call: what.
            read: makes a value of the answer's text, or raises FetchError (`unreadable`).

        Raises:
            FetchError: no answer that could be read.
            BudgetError: the service bills the call, and the cap of the run is reached.
            UnkeptError: what it costs cannot be written down.
        """
        call = replace(call, query={name: clean_text(text) for name, text in call.query.items()})
        key = _key(service, call)
        with self.flights.alone(key):
            return self._asked(key, service, call, read)

    def _asked(self, key: str, service: Service, call: Call, read: Callable[[str], T]) -> T:
        kept = self.cache.get(key)
        if kept is not None and (self.offline or kept.age_s() < call.fresh_s):
            try:
                return _value_of(service, read, kept.text)
            except FetchError:  # kept by a release that read it otherwise
                log.info("%s: a remembered answer cannot be read any more", service.name)
        if self.offline:
            message = f"{service.name}: offline, and this was not asked before."
            raise FetchError(message, reason="offline", where=service.name)
        text, value = self._patiently(service, call, read)
        self.cache.put(key, text, f"{service.name} {call.path.partition('?')[0]}")
        return value

    def _patiently(self, service: Service, call: Call, read: Callable[[str], T]) -> tuple[str, T]:
        waited = 0.0
        for attempt in range(1, self.patience.tries + 1):
            try:
                return self._once(service, call, read)
            except FetchError as error:
                wait = self._wait_after(error, attempt)
                if error.reason == "rate_limited" or error.retry_after:
                    # For all threads, also when this one gives up.
                    self._limiter(service).pause(wait)
                if not _passes(error) or attempt == self.patience.tries:
                    raise
                if waited + wait > self.patience.most_wait_s:
                    raise
                waited += wait
                log.info("%s: %s; again in %.1f s", service.name, error.reason, wait)
                self.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _once(self, service: Service, call: Call, read: Callable[[str], T]) -> tuple[str, T]:
        query = {**service.query, **call.query}
        body = None if call.body is None else canonical_json(call.body).encode()
        request = Request(
            f"{service.base}{call.path}" + (f"?{urlencode(query)}" if query else ""),
            types=call.types,
            headers={"Content-Type": "application/json"} if body is not None else {},
            secret_headers=service.secret_headers,
            secret_query=service.secret_query,
            body=body,
        )
        try:
            slot = self._limiter(service).wait(self.patience.most_wait_s)
        except ClosedError as error:
            raise _closed(service, error.left) from error

        with service.toll.fare() if service.toll else nullcontext(Fare()) as fare:

            def dial(address: tuple[str, int], timeout: float) -> socket.socket:
                slot.used()
                connection = self.fetcher.dial(address, timeout)
                fare.is_sent = True
                return connection

            text = _without(replace(self.fetcher, dial=dial).fetch(request).text(), request)
            return text, _value_of(service, read, text)

    def _limiter(self, service: Service) -> Limiter:
        return self.limiters.of(urlsplit(service.base).netloc, service.rate)

    def _wait_after(self, error: FetchError, attempt: int) -> float:
        """Seconds to wait: as told, else longer each time; never all callers at one moment."""
        told = retry_after_s(error.retry_after)
        usual = self.patience.first_wait_s * 2 ** (attempt - 1)
        return (usual if told is None else told) + random.uniform(0, 0.1 * usual)  # noqa: S311


def json_of(service: str, text: str) -> dict[str, Json]:
    """The JSON object that an answer is.

    Raises:
        FetchError: `unreadable`: a web page, cut off, or no object.
    """
    if text.lstrip()[:1] == "<":
        raise unreadable(service, "a web page instead of JSON")
    try:
        value = JsonParser().parse(text)
    except JsonFault as fault:
        raise unreadable(service, f"JSON that cannot be read ({fault.reason})") from fault
    if not isinstance(value, dict):
        raise unreadable(service, "JSON of another shape")
    return value


def unreadable(service: str, what: str) -> FetchError:
    """The error of an answer that is not what was asked for."""
    return FetchError(f"{service} answered with {what}.", reason="unreadable", where=service)


def _value_of(service: Service, read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except UNFORESEEN as error:
        what = f"something that cannot be read ({type(error).__name__})"
        raise unreadable(service.name, what) from error


def _without(text: str, request: Request) -> str:
    """An answer without our own keys, should a service repeat them: it goes to the disk."""
    for secret in (*request.secret_query.values(), *request.secret_headers.values()):
        if len(secret.reveal()) >= _SHORTEST_KEY:
            text = text.replace(secret.reveal(), "[key]")
    return text


def _closed(service: Service, left: float) -> FetchError:
    """The error of a call that a service has asked not to get yet; it is not tried again."""
    message = f"{service.name} asks for fewer requests: none for {left:.0f} s."
    error = FetchError(message, reason="rate_limited", where=service.name, status=429)
    error.retry_after = str(math.ceil(left))
    return error


def _passes(error: FetchError) -> bool:
    return error.reason in _PASSING or error.status in _PASSING_STATUS


def _key(service: Service, call: Call) -> str:
    """Key of an answer: what was asked of which server; who asked and with which key is no part."""
    return digest(
        {
            "base": service.base,
            "path": call.path,
            "query": sorted(call.query.items()),
            "body": call.body,
        }
    )
