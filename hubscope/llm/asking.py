"""Asking for an answer that can be read: one question, one more with what was wrong, no third."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from hubscope.errors import UnavailableError
from hubscope.json_values import Json
from hubscope.llm.chat import ChatModel, Message, RejectedError, Reply, Request, Role
from hubscope.llm.structured import ReplyFault, text_of

T = TypeVar("T")

# Why there is no answer: the model failed, or what it said could not be read.
FAILED, UNREAD = "failed", "unread"
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a model answered: a value, or why there is none.

    Attributes:
        fault: "" with a value, else `failed` or `unread`.
        reason: the stable word of the fault: `timed_out`, `context_overflow`, `not_json` ...
        error: one line.
        raw: the last reply that could not be read, cut.
        cause: what `read` raised over it.
    """

    value: T | None
    fault: str = ""
    reason: str = ""
    error: str = ""
    raw: str = ""
    cause: ReplyFault | None = None


def ask(
    model: ChatModel,
    request: Request,
    read: Callable[[Json], T],
    again: Callable[[str], str] | None = None,
) -> Answer[T]:
    """The answer to a request.

    Args:
        model: who is asked.
        request: the question; only a reply that `read` can read is cached.
        read: makes a value of a reply's content, or raises ReplyFault.
        again: the message that asks once more, given what was wrong; None = ask once.

    Raises:
        BudgetError: the cap of the run is reached.
        NoModelError: no request will be answered.
        UnkeptError: what was paid for cannot be kept.
    """
    checked = replace(request, check=lambda reply: _fault(read, reply))
    try:
        reply = model.reply(checked)
        found = _read(read, reply)
        if found.fault and again is not None:
            found = _read(read, model.reply(asked_again(checked, reply, again(found.error))))
    except (UnavailableError, RejectedError) as error:
        return Answer(None, FAILED, error.reason, " ".join(str(error).split()))
    return found


def asked_again(request: Request, reply: Reply, text: str) -> Request:
    """The request with its reply and one more message of the user's."""
    said = text_of(reply.content) or "(nothing)"
    messages = (*request.messages, Message(Role.ASSISTANT, said), Message(Role.USER, text))
    labels = {**request.labels, "attempt": "2"}
    return replace(request, messages=messages, labels=labels)


def _read(read: Callable[[Json], T], reply: Reply) -> Answer[T]:
    try:
        return Answer(read(reply.content))
    except ReplyFault as fault:
        raw = reply.content if isinstance(reply.content, str) else repr(reply.content)
        shown = " ".join(raw.split())[:_MOST_SHOWN]
        said = " ".join(str(fault).split())
        return Answer(None, UNREAD, fault.reason, said, shown, fault)


def _fault(read: Callable[[Json], object], reply: Reply) -> str:
    try:
        read(reply.content)
    except ReplyFault as fault:
        return fault.reason
    return ""
