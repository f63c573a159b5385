"""Faults of providers: whatever their packages raise, as the errors of the protocol.

What a package raises is read by what it carries (a status, headers, a message), not by its class:
every provider has classes of its own.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hubscope.errors import HubscopeError, UnavailableError
from hubscope.llm.chat import NoModelError, RejectedError
from hubscope.redaction import redacted
from hubscope.retry_after import retry_after_s

_LONGEST = 300
_NO_CREDIT = ("insufficient_quota", "credit balance is too low")
_OVERFLOW = (
    "context_length_exceeded",
    "maximum context length",
    "context window",
    "prompt is too long",
    "context length",
    "too many tokens",
    "input is too long",
)
# Statuses of a server that may do better next time.
_TRANSIENT = {408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529}
# Those of a server that did not take the request up; after any other it may be billed.
_UNPAID = {409, 425, 429, 503, 529}
# What the packages beneath raise when a connection is not made, breaks, or is too slow.
_CARRIERS = {"httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3"}
_NO_CONNECTION = {"ConnectError", "ConnectionRefusedError", "gaierror"}
_UNSUPPORTED = ("support", "not available", "unknown", "unrecognized", "invalid", "may not be")
_ABOUT = {
    "temperature": ("temperature",),
    "schema": ("response_format", "json_schema", "structured output", "tool_choice", "format"),
}


class RetryLater(UnavailableError):
    """A provider asks to wait: `after_s` seconds, None where it does not say how long.

    `is_unpaid`: it did not take the request up, so that it will not bill it.
    """

    def __init__(
        self, message: str, *, reason: str, after_s: float | None, is_unpaid: bool = True
    ) -> None:
        super().__init__(message, reason=reason)
        self.after_s = after_s
        self.is_unpaid = is_unpaid


def error_of(error: BaseException, model: str) -> HubscopeError:
    """The error of the protocol for what a package raised; its text holds no secret.

    Reasons: `context_overflow`, `rejected`; `key_refused`, `no_model`, `no_credit`; `rate_limited`,
    `overloaded`, `server_error`, `timed_out`, `unreachable`, `bad_reply`.
    """
    status, said = _status(error), _said(error)
    about = f"{model}: {said}"
    if _overflows(error, said):
        return RejectedError(about, reason="context_overflow")
    if status is None and type(error) is ValueError and "is not supported for" in said:
        # A package's own check of what it was told to ask for; nothing was sent.
        return RejectedError(about, reason="rejected")
    if status is None:
        return UnavailableError(about, reason=_reason_of(error))
    if status in (401, 403) or (status == 400 and "api key not valid" in said.lower()):
        return NoModelError(f"{about} (HTTP {status}). Check its key.", reason="key_refused")
    if status == 404:
        return NoModelError(f"{about} (HTTP 404). Check its name.", reason="no_model")
    if status == 402 or any(word in said.lower() for word in _NO_CREDIT):
        return NoModelError(f"{about} (HTTP {status}). Its account is empty.", reason="no_credit")
    if status == 429:
        after_s = _retry_after(error)
        return RetryLater(f"{about} (HTTP 429)", reason="rate_limited", after_s=after_s)
    if status in _TRANSIENT:
        reason = "overloaded" if status in (503, 529) else "server_error"
        return RetryLater(
            f"{about} (HTTP {status})",
            reason=reason,
            after_s=_retry_after(error),
            is_unpaid=status in _UNPAID,
        )
    return RejectedError(f"{about} (HTTP {status})", reason="rejected")


def is_unsupported(error: RejectedError, what: str) -> bool:
    """Whether a rejection says that the model does not take a `temperature` or a `schema`."""
    text = str(error).lower()
    named = any(word in text for word in _ABOUT[what])
    return named and any(word in text for word in _UNSUPPORTED)


def may_have_been_paid(error: UnavailableError) -> bool:
    """Whether a provider may bill a request that failed: it may have answered all the same."""
    if isinstance(error, RetryLater):
        return not error.is_unpaid
    return error.reason != "unreachable"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what caused it."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    if status is None:
        status = getattr(getattr(error, "response", None), "status_code", None)
    # A reply of 200 whose body is no reply is no answer of the provider's.
    return status if isinstance(status, int) and status >= 400 else None


def _said(error: BaseException) -> str:
    """What went wrong in one short line: the provider's message, else the exception's."""
    body: Any = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    told = inner.get("message") if isinstance(inner, Mapping) else None
    code = inner.get("code") if isinstance(inner, Mapping) else None
    text = str(told or getattr(error, "error", None) or error) or type(error).__name__
    line = " ".join(f"{text} {code or ''}".split())
    return redacted(line)[:_LONGEST] or type(error).__name__


def _overflows(error: BaseException, said: str) -> bool:
    if any(type(one).__name__.endswith("ContextOverflowError") for one in _chain(error)):
        return True
    return _status(error) in (400, 413) and any(word in said.lower() for word in _OVERFLOW)


def _reason_of(error: BaseException) -> str:
    """What went wrong where no status came back, by the classes of the error and its causes."""
    chain = list(_chain(error))
    names = {type(one).__name__ for one in chain}
    if any("Timeout" in name for name in names):
        return "timed_out"
    if names & _NO_CONNECTION or type(error) is ConnectionError:
        return "unreachable"
    if any(isinstance(one, json.JSONDecodeError) for one in chain):
        return "bad_reply"
    modules = {type(one).__module__.partition(".")[0] for one in chain}
    return "torn_reply" if modules & _CARRIERS else "bad_reply"


def _retry_after(error: BaseException) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        return None
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        wait_s = retry_after_s(str(headers.get(name, "")))
        if wait_s is not None:
            return wait_s * scale
    return None
