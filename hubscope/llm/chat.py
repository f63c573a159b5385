"""What a chat model is: messages and tools in, a reply with its usage out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from hubscope.errors import HubscopeError, InputError
from hubscope.json_values import Json
from hubscope.keys import digest

_NONCE = "{nonce}"

# What a reply may hold where a request does not say: thinking counts, too.
MOST_TOKENS = 4096


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Stop(StrEnum):
    """Why a reply ends where it does."""

    FINISHED = "finished"
    LENGTH = "length"
    REFUSED = "refused"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that a model may call.

    Attributes:
        description: what the model reads about it.
        parameters: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    parameters: dict[str, Json] = field(default_factory=lambda: {"type": "object"})


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to have a tool called.

    Attributes:
        id: what the tool's result names; never empty in a reply.
        arguments: as the model gave them; a text where they are no JSON object, which the caller
            reports back to the model instead of guessing.
    """

    id: str
    name: str
    arguments: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    Attributes:
        calls: tools that an assistant's message asks for.
        call_id: the call that a tool's message answers, "" in any other.
    """

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a reply cost; None where the model does not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        content: a text, a list of content blocks, an object (structured output), or None.
        calls: tools that the model asks for.
        paid: False where it came out of a cache or a recording.
        sampled_at: the temperature that the model took, `own` where it was sent none; "" = not
            known (a recording).
    """

    content: Json
    usage: Usage = field(default=Usage())
    calls: tuple[ToolCall, ...] = ()
    stop: Stop = Stop.FINISHED
    paid: bool = field(default=False, compare=False)
    sampled_at: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a chat model.

    Attributes:
        nonce: the random word in the delimiters of untrusted text, "" without one. It differs from
            call to call, so it is no part of the key.
        salt: what else makes two equal prompts two questions (the round of an ablation): no cache
            may answer one with the other's reply.
        labels: what the question is about, for people and for hand-written replies.
        tools: what the model may call.
        schema: JSON schema of the answer, an object, where a closed one is wanted: asked for in the
            provider's own mode where it has one. The caller checks the answer all the same.
        max_tokens: the most that a reply may hold, thinking included.
        temperature: 0, or None for the provider's own. A model that takes none gets none.
        check: says what is wrong with a reply, "" where nothing is; only such a reply is cached.
    """

    messages: tuple[Message, ...]
    nonce: str = ""
    salt: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[ToolSpec, ...] = ()
    schema: dict[str, Json] | None = None
    max_tokens: int = MOST_TOKENS
    temperature: float | None = 0.0
    check: Callable[[Reply], str] | None = field(default=None, compare=False, repr=False)

    @property
    def key(self) -> str:
        """What makes two requests the same, as 64 hex digits; caches add the model's."""
        texts = [_keyed(one, self.nonce) for one in self.messages]
        return digest([texts, self.salt, *self._more()])

    def _more(self) -> list[Any]:
        """What differs from a plain question; nothing in one, so that old recordings hold."""
        tools = [[one.name, one.description, one.parameters] for one in self.tools]
        chosen = {
            "tools": tools or None,
            "schema": self.schema,
            "max_tokens": None if self.max_tokens == MOST_TOKENS else self.max_tokens,
            "temperature": "own" if self.temperature is None else self.temperature or None,
        }
        more = {name: value for name, value in chosen.items() if value is not None}
        return [more] if more else []


def _keyed(message: Message, nonce: str) -> list[Any]:
    parts: list[Any] = [message.role, message.text]
    if message.calls or message.call_id:
        calls = [[one.id, one.name, one.arguments] for one in message.calls]
        parts += [calls, message.call_id]
    return _without(parts, nonce) if nonce else parts


def _without(value: Any, nonce: str) -> Any:
    """The value with the random word taken out of its texts."""
    if isinstance(value, str):
        return value.replace(nonce, _NONCE)
    if isinstance(value, list):
        return [_without(part, nonce) for part in value]
    if isinstance(value, dict):
        return {name: _without(part, nonce) for name, part in value.items()}
    return value


class RejectedError(InputError):
    """The provider will not answer this one request, however often it is asked; others may work.

    `reason`: `context_overflow` (too long for the model), `rejected` (anything else).
    """


class NoModelError(HubscopeError):
    """No request at all will be answered: no key, a wrong one, no such model. Stops a batch."""

    exit_code = 4


class UnkeptError(HubscopeError):
    """A reply or its cost cannot be written down: to ask on would pay for what is lost.

    Stops a batch.
    """

    exit_code = 4


class ChatModel(Protocol):
    """Answers requests; from several threads at once where it reaches a provider."""

    @property
    def name(self) -> str:
        """As the user calls it: `PROVIDER:NAME`, `replay:FILE`."""
        ...

    @property
    def fingerprint(self) -> str:
        """What makes its answers what they are, as 64 hex digits."""
        ...

    def reply(self, request: Request) -> Reply:
        """The reply to a request.

        Raises:
            RejectedError: this request will not be answered; a batch goes on without it.
            UnavailableError: there is no reply now; it may be asked again.
            BudgetError: the cap of the run is reached; nothing was sent.
            NoModelError: none will ever be answered.
            UnkeptError: what was paid for cannot be kept.
        """
        ...
