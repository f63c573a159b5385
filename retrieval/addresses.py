"""Addresses that may be fetched: a URL is checked as text, then every address of its host.

Nothing here opens a connection. Whoever connects goes to the addresses that were checked, so that
a name cannot answer with one address for the check and another for the connection (notes on
safety, section 3).
"""

import re
import socket
import threading
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Protocol
from urllib.parse import SplitResult, quote, urlsplit

import idna

from hubscope.errors import HubscopeError

LONGEST = 2048
PORTS = frozenset((80, 443))

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029]")
_QUAD = re.compile(r"(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}")
# A last label that any reader of addresses takes for a number: 127.1, 0x7f000001, 017700000001.
_NUMERIC = re.compile(r"(?:\d+|0x[0-9a-f]*)", re.IGNORECASE)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_DOTS = str.maketrans(dict.fromkeys("\u3002\uff0e\uff61", "."))
# Names that mean something inside a machine, a house, a company or a cluster only.
_INTERNAL = frozenset(
    (
        "arpa", "cluster", "consul", "corp", "docker", "domain", "example", "home", "host",
        "internal", "intranet", "invalid", "kubernetes", "lan", "local", "localdomain", "localhost",
        "onion", "private", "svc", "test", "workgroup",
    )
)  # fmt: skip

# 168.63.129.16 is Azure's own server for its machines (WireServer), public by its number only.
_NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32",
            "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24",
            "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
            "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip
# Of IPv6 only global unicast is public at all; these parts of it carry other addresses or nothing.
_PUBLIC_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"))
)
_ISATAP = (0x00005EFE, 0x02005EFE)

Resolver = Callable[[str, int], Sequence[str]]


class BlockedError(HubscopeError):
    """A URL that is not fetched; `reason` says why in a stable word, `blocked_...`."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes: by name, and the checked addresses in the order to try them.

    Attributes:
        path: path with its query, percent-encoded, without a fragment.
    """

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...] = ()

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port: what is one server to a reader of pages."""
        return (self.scheme, self.host, self.port)

    @property
    def authority(self) -> str:
        """Host and, where it is not the scheme's own, port: the `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"http": 80, "https": 443}[self.scheme]
        return host if self.port == usual else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address as it is sent."""
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def shown(self) -> str:
        """The address for messages: without its query, where keys may stand."""
        return f"{self.scheme}://{self.authority}{self.path.partition('?')[0]}"


class Guard(Protocol):
    """Decides which URLs may be fetched, and at which addresses."""

    def check(self, url: str) -> Target:
        """The target of a URL, with addresses.

        Raises:
            BlockedError: it may not be fetched.
        """


@dataclass(frozen=True, slots=True)
class PublicGuard:
    """Lets through what anybody on the internet could fetch, and nothing else."""

    resolve: Resolver | None = None

    def check(self, url: str) -> Target:
        """The target of a URL, its host resolved once.

        Raises:
            BlockedError: the URL, its host, port, or any one of its addresses is not public.
        """
        target = target_of(url)
        literal = _literal(target.host)
        if literal is not None:
            addresses: tuple[str, ...] = (str(literal),)
        else:
            addresses = tuple((self.resolve or system_addresses)(target.host, target.port))
        if not addresses:
            raise _blocked("blocked_unresolved", f"{target.host} has no address")
        for address in addresses:
            if not is_public(address):
                raise _blocked("blocked_address", f"{target.host} is at {address}, not public")
        # After the address: a private one is the graver finding, whatever its port.
        if target.port not in PORTS:
            raise _blocked("blocked_port", f"{target.host}: port {target.port}")
        return Target(target.scheme, target.host, target.port, target.path, addresses)


@dataclass(frozen=True, slots=True)
class ListedGuard:
    """Lets through the servers that the user's settings name, wherever they are.

    A service's own address passes unchecked: it is the user's to point it at a proxy or a copy.
    Everything else is refused, redirects to other servers included.
    """

    bases: frozenset[tuple[str, str, int]]
    resolve: Resolver | None = None

    @classmethod
    def of(cls, urls: Sequence[str]) -> "ListedGuard":
        """A guard for the servers of these base URLs."""
        return cls(frozenset(target_of(url, public_name=False).origin for url in urls))

    def check(self, url: str) -> Target:
        """The target of a URL of a listed server.

        Raises:
            BlockedError: it is on no listed server, or its host has no address.
        """
        target = target_of(url, public_name=False)
        if target.origin not in self.bases:
            raise _blocked("blocked_host", f"{target.authority} is no service of the settings")
        addresses = tuple((self.resolve or system_addresses)(target.host, target.port))
        if not addresses:
            raise _blocked("blocked_unresolved", f"{target.host} has no address")
        return Target(target.scheme, target.host, target.port, target.path, addresses)


def target_of(url: str, *, public_name: bool = True) -> Target:
    """Check a URL as text and take it apart; nothing is resolved.

    Args:
        url: as somebody wrote it.
        public_name: refuse names and numbers that cannot be public.

    Raises:
        BlockedError: `blocked_url`, `blocked_scheme`, `blocked_userinfo`, `blocked_host`,
            `blocked_address` or `blocked_port`.

    >>> target_of("https://Bücher.example.org/a b?x=1#y".replace(" ", "%20")).url
    'https://xn--bcher-kva.example.org/a%20b?x=1'
    """
    if not url or len(url) > LONGEST:
        raise _blocked("blocked_url", f"{len(url)} characters")
    if _FORBIDDEN.search(url):
        raise _blocked("blocked_url", "a space, a control character or a backslash in it")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise _blocked("blocked_url", str(error)) from error
    if parts.scheme not in ("http", "https"):
        raise _blocked("blocked_scheme", f"{parts.scheme or 'no scheme'}: http and https only")
    if "@" in parts.netloc:
        raise _blocked("blocked_userinfo", "a login in it")
    host = _host(parts, public_name=public_name)
    try:
        port = parts.port
    except ValueError as error:
        raise _blocked("blocked_port", str(error)) from error
    if port == 0:
        raise _blocked("blocked_port", "port 0")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    if parts.query:
        path += "?" + quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return Target(parts.scheme, host, port or {"http": 80, "https": 443}[parts.scheme], path)


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet and embeds none that does not.

    >>> is_public("93.184.216.34"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return parsed.is_global and not any(parsed in net for net in _NOT_PUBLIC_4)
    if parsed.scope_id or parsed not in _PUBLIC_6 or not parsed.is_global:
        return False
    if any(parsed in net for net in _NOT_PUBLIC_6):
        return False
    number = int(parsed)
    if (number >> 32) & 0xFFFFFFFF in _ISATAP:
        return is_public(str(IPv4Address(number & 0xFFFFFFFF)))
    return True


def system_addresses(host: str, port: int, timeout_s: float = 10.0) -> tuple[str, ...]:
    """The system's answers for a name, each once, in its order; none if it does not resolve.

    A resolver has no time limit of its own: one that hangs is left behind.
    """
    found: list[str] = []

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        found.extend(str(answer[4][0]) for answer in answers)

    asking = threading.Thread(target=ask, daemon=True, name=f"resolve {host}")
    asking.start()
    asking.join(timeout_s)
    return tuple(dict.fromkeys(found))


def _host(parts: SplitResult, *, public_name: bool) -> str:
    """The host in the form that it is resolved and named in."""
    host = parts.hostname or ""
    if not host:
        raise _blocked("blocked_url", "no host")
    if "[" in parts.netloc:
        return _bracketed(host, public_only=public_name)
    # What an eager reader folds to digits and dots must be folded before it is looked at.
    folded = unicodedata.normalize("NFKC", host.translate(_DOTS)).lower().removesuffix(".")
    labels = folded.split(".")
    if _NUMERIC.fullmatch(labels[-1]):
        return _quad(folded, public_only=public_name)
    try:
        name = idna.encode(folded, uts46=True).decode("ascii") if not folded.isascii() else folded
    except (idna.IDNAError, UnicodeError) as error:
        raise _blocked("blocked_host", f"{host}: no name of a host") from error
    labels = name.split(".")
    if len(name) > 253 or not all(map(_LABEL.fullmatch, labels)):
        raise _blocked("blocked_host", f"{host}: no name of a host")
    if public_name and (len(labels) < 2 or labels[-1] in _INTERNAL):
        raise _blocked("blocked_host", f"{host}: no public name")
    return name


def _bracketed(host: str, *, public_only: bool) -> str:
    try:
        address = IPv6Address(host)
    except ValueError as error:
        raise _blocked("blocked_address", f"{host}: no plain address") from error
    if public_only and not is_public(str(address)):
        raise _blocked("blocked_address", f"{host} is not public")
    return str(address)


def _quad(host: str, *, public_only: bool) -> str:
    if not _QUAD.fullmatch(host) or any(int(part) > 255 for part in host.split(".")):
        raise _blocked("blocked_address", f"{host}: a number, but no plain dotted quad")
    if public_only and not is_public(host):
        raise _blocked("blocked_address", f"{host} is not public")
    return host


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _blocked(reason: str, why: str) -> BlockedError:
    return BlockedError(f"not fetched: {why}.", reason=reason)
