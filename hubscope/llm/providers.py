"""LangChain's chat models behind the protocol: `PROVIDER:NAME`, anything `init_chat_model` takes.

Addresses and keys come from the environment variables that each provider's own package reads
(OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL, OLLAMA_HOST, ...). Nothing here retries: that,
the cache and the budget are layers on top (layers.py). Tracing to other services is off.

Every fault becomes one of the protocol's errors (faults.py). A call has a deadline of its own, as
the packages only limit the wait for the next byte (deadlines.py).
"""

import logging
import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from hubscope.errors import InputError
from hubscope.json_values import Json
from hubscope.keys import canonical_json, digest
from hubscope.llm.addresses import address_of
from hubscope.llm.chat import (
    NoModelError,
    RejectedError,
    Reply,
    Request,
)
from hubscope.llm.completions import sent_plain
from hubscope.llm.deadlines import within
from hubscope.llm.faults import error_of, is_unsupported
from hubscope.llm.provider_messages import cut_short, message_of, reply_of, tool_of

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, BaseMessage

# Seconds from sending a request to the last byte of its reply.
DEADLINE_S = 120.0
# An Ollama server cuts a longer prompt without a word, so it is told how much to hold.
OLLAMA_CONTEXT = 8192
# A token is a byte or more; English takes about four.
_BYTES_A_TOKEN = 3


@dataclass(slots=True)
class _Abilities:
    """What a model takes until it is found not to: of a model, or what one request is sent with."""

    closed_answers: bool = True
    temperature: bool = True


@dataclass(frozen=True, slots=True)
class _Settings:
    """What a LangChain model is made with."""

    max_tokens: int
    temperature: float | None


@dataclass(slots=True)
class ProviderModel:
    """A model of a provider.

    Attributes:
        name: `PROVIDER:NAME`.
        fingerprint: hash of the provider, the model and the address it is served at.
        place: the provider and the address: what has one rate limit.
    """

    name: str
    fingerprint: str
    place: str = ""
    deadline_s: float = DEADLINE_S
    _provider: str = ""
    _model: str = ""
    _able: _Abilities = field(default_factory=_Abilities)
    _made: dict[tuple[_Settings, str], Any] = field(default_factory=dict)
    _making: Lock = field(default_factory=Lock)

    def reply(self, request: Request) -> Reply:
        """The model's reply; see `ChatModel`."""
        if self._provider == "ollama":
            _refuse_overflow(request)
        while True:
            sent = self._sent(request)
            try:
                return self._asked(request, sent)
            except RejectedError as error:
                if not self._gave_up(sent, error):
                    raise

    def make(self) -> None:
        """Make LangChain's model now instead of for the first request.

        Raises:
            InputError: there is no such provider.
            NoModelError: its package or key is not there.
        """
        plain = Request(())
        self._bound(plain, self._sent(plain))

    def _sent(self, request: Request) -> _Abilities:
        """What a request is sent with now; other threads may learn more meanwhile."""
        return _Abilities(
            closed_answers=_is_closed(request) and self._able.closed_answers,
            temperature=request.temperature is not None and self._able.temperature,
        )

    def _asked(self, request: Request, sent: _Abilities) -> Reply:
        bound = self._bound(request, sent)
        messages = [message_of(one) for one in request.messages]
        outcome = within(self.deadline_s, lambda: _invoked(bound, messages))
        if isinstance(outcome, Exception):
            if (cut := cut_short(outcome)) is not None:
                return cut
            # Not chained: the cause may hold what the provider echoed of our headers.
            raise error_of(outcome, self.name) from None
        reply = reply_of(outcome, self._provider, closed=_is_closed(request))
        taken = f"{request.temperature:g}" if sent.temperature else "own"
        return replace(reply, sampled_at=taken)

    def _gave_up(self, sent: _Abilities, error: RejectedError) -> bool:
        """Whether a rejected request may be sent again without what the model does not take."""
        if sent.temperature and is_unsupported(error, "temperature"):
            self._able.temperature = False
            return True
        if sent.closed_answers and is_unsupported(error, "schema"):
            self._able.closed_answers = False
            return True
        return False

    def _bound(self, request: Request, sent: _Abilities) -> Any:
        """The LangChain model for a request; made once for all like it."""
        chosen = _Settings(request.max_tokens, request.temperature if sent.temperature else None)
        closed = sent.closed_answers
        more = canonical_json(
            [request.schema if closed else None, [tool_of(one) for one in request.tools]]
        )
        with self._making:
            if (chosen, more) not in self._made:
                plain = self._made.get((chosen, "")) or self._plain(chosen)
                self._made[chosen, ""] = plain
                self._made[chosen, more] = _equipped(plain, request, closed=closed)
            return self._made[chosen, more]

    def _plain(self, chosen: _Settings) -> Any:
        return _made(self._provider, self._model, _arguments(self._provider, chosen, self))


def open_provider(spec: str, deadline_s: float = DEADLINE_S) -> ProviderModel:
    """The model of a name, `openai:gpt-4o`; nothing is sent.

    Raises:
        InputError: no `PROVIDER:NAME`, no such provider, or an address with a login in it.
        NoModelError: the provider's package or key is not there.
    """
    model = _named(spec, deadline_s)
    model.make()  # a missing package or key is said before any work begins
    return model


def named_provider(spec: str) -> ProviderModel:
    """The model of a name, even without its package or key: enough to know its replies by.

    Raises:
        InputError: no `PROVIDER:NAME`, no such provider, or an address with a login in it.
    """
    model = _named(spec, DEADLINE_S)
    with suppress(NoModelError):
        model.make()
    return model


def _named(spec: str, deadline_s: float) -> ProviderModel:
    provider, _, model = spec.partition(":")
    if not provider or not model.strip():
        raise InputError(
            f"no model {spec!r}: write it as PROVIDER:NAME, for example openai:gpt-4o,"
            " anthropic:claude-sonnet-4-5 or ollama:llama3.1.",
            reason="bad_model_name",
        )
    provider = provider.lower().replace("-", "_")
    address = address_of(provider, os.environ)
    return ProviderModel(
        f"{provider}:{model}",
        digest(["provider", 1, provider, model, address]),
        f"{provider} {address}",
        deadline_s,
        provider,
        model,
    )


def _made(provider: str, model: str, arguments: dict[str, Any]) -> Any:
    from langchain.chat_models import init_chat_model

    # They log addresses, and an address may hold a key.
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        return sent_plain(init_chat_model(model, model_provider=provider, **arguments))
    except ImportError as error:
        raise NoModelError(
            f"{provider}: its package is not installed: pip install"
            f" langchain-{provider.split('_')[0]}.",
            reason="no_package",
        ) from error
    except ValueError as error:
        if "Unsupported" in str(error) or "not supported" in str(error):
            raise InputError(
                f"no provider named {provider!r}: openai, anthropic, ollama, or another that"
                " LangChain's init_chat_model knows.",
                reason="unknown_provider",
            ) from None
        raise _no_key(provider, error) from None
    except Exception as error:  # noqa: BLE001  # each package has classes of its own
        raise _no_key(provider, error) from None


def _no_key(provider: str, error: Exception) -> NoModelError:
    made = error_of(error, provider)
    return NoModelError(
        f"{provider}: cannot be used: {made}. Is {provider.upper()}_API_KEY set?", reason="no_key"
    )


def _arguments(provider: str, chosen: _Settings, model: ProviderModel) -> dict[str, Any]:
    """What `init_chat_model` is given; the names differ for Ollama."""
    given: dict[str, Any] = {}
    if chosen.temperature is not None:
        given["temperature"] = chosen.temperature
    if provider == "ollama":
        more = {"num_predict": chosen.max_tokens, "num_ctx": _ollama_context()}
        # Its client is never closed, so that a connection kept alive would be left open.
        client = {"timeout": model.deadline_s, "headers": {"Connection": "close"}}
        return {**given, **more, "client_kwargs": client}
    return {
        **given,
        "max_tokens": chosen.max_tokens,
        "max_retries": 0,
        "timeout": model.deadline_s,
    }


def _equipped(plain: Any, request: Request, *, closed: bool) -> Any:
    """A LangChain model with the tools, or the closed answer, of a request."""
    if request.tools:
        return plain.bind_tools([tool_of(one) for one in request.tools])
    if not closed:
        return plain
    try:
        # Of what it gives only the raw message is read: we parse and check ourselves.
        structured = plain.with_structured_output(_titled(request.schema or {}), include_raw=True)
    except (NotImplementedError, TypeError):
        return plain
    steps = structured.first.steps__ if hasattr(structured, "first") else {}
    return steps.get("raw", plain)


def _titled(schema: dict[str, Json]) -> dict[str, Json]:
    return {"title": "answer", "description": "The answer.", **schema}


def _is_closed(request: Request) -> bool:
    return request.schema is not None and not request.tools


def _invoked(model: Any, messages: "list[BaseMessage]") -> "AIMessage":
    from langsmith.run_helpers import tracing_context

    with tracing_context(enabled=False):
        found: AIMessage = model.invoke(messages)
        return found


def _ollama_context() -> int:
    given = os.environ.get("OLLAMA_CONTEXT_LENGTH", "")
    return int(given) if given.isdigit() else OLLAMA_CONTEXT


def _refuse_overflow(request: Request) -> None:
    size = sum(len(one.text.encode("utf-8")) for one in request.messages) // _BYTES_A_TOKEN
    room = _ollama_context() - request.max_tokens
    if size > room:
        raise RejectedError(
            f"the prompt of about {size} tokens does not fit into the {room} that Ollama is told"
            " to hold: set OLLAMA_CONTEXT_LENGTH",
            reason="context_overflow",
        )
