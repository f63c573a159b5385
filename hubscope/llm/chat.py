"""What a chat model is: messages in, a reply with its usage out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from hubscope.json_values import Json
from hubscope.keys import digest

_NONCE = "{nonce}"


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    text: str


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
    """

    content: Json
    usage: Usage = field(default=Usage())


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a chat model.

    Attributes:
        nonce: the random word in the delimiters of untrusted text, "" without one. It differs from
            call to call, so it is no part of the key.
        salt: what else makes two equal prompts two questions (the round of an ablation): no cache
            may answer one with the other's reply.
        labels: what the question is about, for people and for hand-written replies.
    """

    messages: tuple[Message, ...]
    nonce: str = ""
    salt: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What makes two requests the same, as 64 hex digits; caches add the model's."""
        texts = [
            [one.role, one.text.replace(self.nonce, _NONCE) if self.nonce else one.text]
            for one in self.messages
        ]
        return digest([texts, self.salt])


class ChatModel(Protocol):
    """Answers one request after the other."""

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
            UnavailableError: there is none, now; it may be asked again.
            BudgetError: the cap of the run is reached.
        """
        ...
