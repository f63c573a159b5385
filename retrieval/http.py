"""One request, fetched safely: checked address pinned, redirects checked anew, everything capped.

The URL, the Host header, the name in TLS and the certificate check stay by name; only the place
that the socket goes to is the address that was checked (notes on safety, section 3). Proxies of the
environment are not used, no connection is used twice, keys never follow a redirect.
"""

import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

import httpcore

from hubscope import __version__
from hubscope.errors import UnavailableError
from hubscope.settings import Secret
from retrieval.addresses import BlockedError, Guard, Target
from retrieval.decoding import BodyError, decoded, media_type, unpacked
from retrieval.wire import Deadline, Dial, Wire, trusted

AGENT = f"hubscope/{__version__}"
PAGE_TYPES = frozenset(("text/html", "application/xhtml+xml", "text/plain"))
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


class FetchError(UnavailableError):
    """Nothing usable came back. `reason` is a stable word, `status` the server's own code.

    Reasons: `blocked_...` (see addresses), `deadline`, `connection`, `tls`, `protocol`,
    `truncated`, `too_large`, `header_too_large`, `unsupported_encoding`, `content_type`, `charset`,
    `binary`, `http_status`, `rate_limited`, `redirect_loop`, `too_many_redirects`, `empty_page`,
    `offline`, `robots`, `unreadable`.
    """

    def __init__(
        self, message: str, *, reason: str, where: str = "", status: int | None = None
    ) -> None:
        super().__init__(message, reason=reason, where=where)
        self.status = status
        self.retry_after = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one fetch may take, redirects included."""

    deadline_s: float = 20.0
    raw_bytes: int = 2 << 20
    unpacked_bytes: int = 4 << 20
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for. Secrets are added on the way out only, and never sent to another server.

    Attributes:
        types: media types that are accepted.
    """

    url: str
    types: frozenset[str] = PAGE_TYPES
    headers: Mapping[str, str] = field(default_factory=dict)
    secret_headers: Mapping[str, Secret] = field(default_factory=dict)
    secret_query: Mapping[str, Secret] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """What came back: the address it came from at last, and a body that was unpacked."""

    url: str
    status: int
    type: str
    charset: str
    body: bytes

    def text(self) -> str:
        """The body as text.

        Raises:
            FetchError: `charset` or `binary`.
        """
        try:
            return decoded(self.body, self.charset, markup="html" in self.type)
        except BodyError as error:
            raise _failed(str(error), error.reason, _shown(self.url)) from error


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches one thing at a time within limits; holds no connection and may be shared by threads.

    Args:
        guard: decides what may be fetched, at every redirect again.
        limits: of each fetch.
        dial: opens a socket to an address and port within seconds.
    """

    guard: Guard
    limits: Limits = Limits()
    dial: Dial = socket.create_connection

    def fetch(self, request: Request, ask_leave: Callable[[str], None] | None = None) -> Response:
        """Fetch, following redirects by hand.

        Args:
            request: what.
            ask_leave: raises where a redirect's target, whose address is checked by then, may not
                be asked; not called for the first URL.

        Raises:
            FetchError: see its reasons.
        """
        deadline = Deadline(self.limits.deadline_s)
        seen: set[str] = set()
        for _ in range(self.limits.redirects + 1):
            target = self._checked(request.url)
            if target.url in seen:
                raise _failed("is redirected in a circle", "redirect_loop", target.shown)
            if ask_leave is not None and seen:
                ask_leave(target.url)
            seen.add(target.url)
            answer = self._exchange(target, request, deadline)
            if isinstance(answer, Response):
                return answer
            request = _redirected(request, target, answer)
        message = f"is redirected more than {self.limits.redirects} times"
        raise _failed(message, "too_many_redirects", target.shown)

    def _checked(self, url: str) -> Target:
        try:
            return self.guard.check(url)
        except BlockedError as error:
            raise FetchError(str(error), reason=error.reason, where=_shown(url)) from error

    def _exchange(self, target: Target, request: Request, deadline: "Deadline") -> Response | str:
        """One request and its answer, or where it is redirected to."""
        wire = Wire(target.addresses, deadline, self.dial, most_bytes=2 * self.limits.raw_bytes)
        try:
            with httpcore.HTTPConnection(
                httpcore.Origin(target.scheme.encode(), target.host.encode(), target.port),
                ssl_context=trusted() if target.scheme == "https" else None,
                network_backend=wire,
            ) as connection:
                response = connection.handle_request(_outgoing(target, request))
                wire.in_body = True
                return self._read(response, target, request)
        except FetchError:
            raise
        except BodyError as error:
            raise _failed(str(error), error.reason, target.shown) from error
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
            # `from None`: what the libraries say may hold the whole address, keys included.
            raise _failed(*wire.explain(error), target.shown) from None

    def _read(
        self, response: httpcore.Response, target: Target, request: Request
    ) -> Response | str:
        headers = _headers(response)
        if response.status in _REDIRECTS and headers.get("location"):
            return headers["location"]
        if not 200 <= response.status < 300:
            raise _refused(response.status, headers, target.shown)
        kind, charset = media_type(headers.get("content-type", ""))
        if kind not in request.types:
            message = f"is {kind or 'of no stated type'}, not {', '.join(sorted(request.types))}"
            raise _failed(message, "content_type", target.shown)
        announced = headers.get("content-length", "")
        if announced.isdigit() and int(announced) > self.limits.raw_bytes:
            raise _failed(f"announces {announced[:20]} bytes", "too_large", target.shown)
        body = unpacked(
            response.iter_stream(),
            headers.get("content-encoding", ""),
            raw_bytes=self.limits.raw_bytes,
            most_bytes=self.limits.unpacked_bytes,
        )
        return Response(target.url, response.status, kind, charset, body)


def _outgoing(target: Target, request: Request) -> httpcore.Request:
    """The request as it is sent; only here are secrets revealed."""
    path = target.path
    if request.secret_query:
        secrets = {name: secret.reveal() for name, secret in request.secret_query.items()}
        path += ("&" if "?" in path else "?") + urlencode(secrets)
    headers = {
        "Host": target.authority,
        "User-Agent": AGENT,
        "Accept": ", ".join(sorted(request.types)),
        "Accept-Encoding": "gzip",
        "Connection": "close",
        **request.headers,
        **{name: secret.reveal() for name, secret in request.secret_headers.items()},
    }
    if request.body is not None:
        headers["Content-Length"] = str(len(request.body))
    return httpcore.Request(
        "GET" if request.body is None else "POST",
        httpcore.URL(
            scheme=target.scheme.encode(),
            host=target.host.encode(),
            port=target.port,
            target=path.encode("ascii"),
        ),
        headers=[(name.encode("ascii"), text.encode("utf-8")) for name, text in headers.items()],
        content=request.body,
    )


def _redirected(request: Request, target: Target, location: str) -> Request:
    """The request for the next hop; to another server it takes no headers and no keys along."""
    if request.body is not None:
        raise _failed("is redirected, which a posted request is not", "http_status", target.shown)
    url = urljoin(target.url, location)
    try:
        parts = urlsplit(url)
        origin = (parts.scheme, parts.hostname or "", parts.port)
    except ValueError:
        return replace(request, url=url, headers={}, secret_headers={}, secret_query={})
    if parts.scheme == "http" and target.scheme == "https":
        raise _failed("is redirected from https to http", "blocked_scheme", target.shown)
    if origin[:2] == (target.scheme, target.host) and origin[2] in (None, target.port):
        return replace(request, url=url)
    # A server may have written our own key into where it sends us.
    kept = [
        (name, text)
        for name, text in parse_qsl(parts.query, keep_blank_values=True)
        if name not in request.secret_query
    ]
    url = urlunsplit(parts._replace(query=urlencode(kept))) if request.secret_query else url
    return replace(request, url=url, headers={}, secret_headers={}, secret_query={})


def _headers(response: httpcore.Response) -> dict[str, str]:
    """Headers by lower-case name; one that comes twice is joined, as HTTP has it."""
    found: dict[str, str] = {}
    for raw, text in response.headers:
        name, value = raw.decode("latin-1").lower(), text.decode("latin-1")
        # The same length twice is one length; h11 has refused two different ones.
        same = name in ("content-length", "location", "content-type") and found.get(name) == value
        found[name] = f"{found[name]}, {value}" if name in found and not same else value
    return found


def _refused(status: int, headers: Mapping[str, str], shown: str) -> FetchError:
    limited = status == 429
    reason = "rate_limited" if limited else "http_status"
    what = "asks for fewer requests" if limited else "answers with an error"
    error = FetchError(f"{shown} {what} ({status}).", reason=reason, where=shown, status=status)
    error.retry_after = headers.get("retry-after", "")
    return error


def _shown(url: str) -> str:
    """A URL for messages, without its query and what a login might be in."""
    return re.sub(r"//[^/?#]*@", "//", url[:200]).partition("?")[0].partition("#")[0]


def _failed(what: str, reason: str, shown: str) -> FetchError:
    return FetchError(f"{shown}: {what}.", reason=reason, where=shown)
