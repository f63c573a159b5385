"""Providers that misbehave, in each protocol: every fault is one error, and none is a reply."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from threading import Barrier
from typing import Any

import pytest

from hubscope.errors import HubscopeError, InputError, UnavailableError
from hubscope.llm.chat import (
    Message,
    NoModelError,
    RejectedError,
    Request,
    Role,
    Stop,
    ToolCall,
    Usage,
)
from hubscope.llm.faults import RetryLater, may_have_been_paid
from hubscope.llm.providers import OLLAMA_CONTEXT, named_provider, open_provider
from tests.hubscope.llm.asking import SEARCH, VERDICT, asking
from tests.servers.behaviour import (
    OVERFLOWS,
    Asked,
    Behaviour,
    Cuts,
    Drips,
    Fails,
    Says,
    Sends,
    always,
    in_order,
)
from tests.servers.chat import ChatServer, providing
from tests.servers.protocols import PROTOCOLS

pytestmark = pytest.mark.loopback


@pytest.fixture(params=PROTOCOLS)
def protocol(request: pytest.FixtureRequest) -> str:
    """Every protocol."""
    return str(request.param)


def failed(
    protocol: str, behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch, **more: Any
) -> HubscopeError:
    """The error that a behaviour becomes."""
    with providing(protocol, always(behaviour), monkeypatch):
        model = open_provider(f"{protocol}:m1", deadline_s=more.pop("deadline_s", 20.0))
        with pytest.raises(HubscopeError) as raised:
            model.reply(asking(**more))
    assert "\n" not in str(raised.value)
    return raised.value


@pytest.mark.parametrize(
    ("behaviour", "kind", "reason", "is_paid"),
    [
        (Fails(429, {"Retry-After": "3"}), RetryLater, "rate_limited", False),
        (Fails(425), RetryLater, "server_error", False),
        (Fails(408), RetryLater, "server_error", True),
        (Fails(500), RetryLater, "server_error", True),
        (Fails(502), RetryLater, "server_error", True),
        (Fails(504), RetryLater, "server_error", True),
        (Fails(503), RetryLater, "overloaded", False),
        (Fails(529), RetryLater, "overloaded", False),
        (Cuts(), UnavailableError, "torn_reply", True),
        (Sends('{"choices": [{"mess'), UnavailableError, "bad_reply", True),
        (Sends("<html>Sign in</html>", 200, "text/html"), UnavailableError, "bad_reply", True),
        (Sends("null"), UnavailableError, "bad_reply", True),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_may_work_later_is_told_from_what_will_not(
    protocol: str,
    behaviour: Behaviour,
    kind: type[UnavailableError],
    reason: str,
    is_paid: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = failed(protocol, behaviour, monkeypatch)
    assert type(error) is kind
    assert error.reason == reason
    assert isinstance(error, UnavailableError)
    assert may_have_been_paid(error) is is_paid


def test_the_wait_that_a_provider_asks_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for headers, after_s in (
        ({"Retry-After": "3"}, 3.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-4"}, 0.0),
        ({"Retry-After": "Mon, 30 Nov 2020 12:00:30 GMT"}, 0.0),
        ({"retry-after-ms": "soon", "Retry-After": "2"}, 2.0),
        ({}, None),
    ):
        error = failed("openai", Fails(429, headers), monkeypatch)
        assert isinstance(error, RetryLater)
        assert error.after_s == after_s


def test_the_date_that_a_provider_asks_to_wait_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    error = failed("openai", Fails(503, {"Retry-After": at}), monkeypatch)
    assert isinstance(error, RetryLater)
    assert error.after_s is not None
    assert 60 < error.after_s <= 90


@pytest.mark.parametrize(
    ("behaviour", "kind", "reason"),
    [
        (OVERFLOWS, RejectedError, "context_overflow"),
        (Fails(400, message="messages: nothing in it"), RejectedError, "rejected"),
        (Fails(422), RejectedError, "rejected"),
        (Fails(401), NoModelError, "key_refused"),
        (Fails(403), NoModelError, "key_refused"),
        (Fails(404), NoModelError, "no_model"),
        (Fails(400, message="Your credit balance is too low."), NoModelError, "no_credit"),
        (Fails(400, message="API key not valid. Please pass one."), NoModelError, "key_refused"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_will_never_work_is_rejected(
    protocol: str,
    behaviour: Behaviour,
    kind: type[HubscopeError],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = failed(protocol, behaviour, monkeypatch)
    assert type(error) is kind
    assert error.reason == reason


@pytest.mark.parametrize("protocol", ["openai", "ollama"])
def test_an_answer_without_a_choice_is_no_reply(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = failed(protocol, Sends(PROTOCOLS[protocol].no_choice()), monkeypatch)
    assert (type(error), error.reason) == (UnavailableError, "bad_reply")


def test_an_answer_without_content_is_an_empty_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    with providing("anthropic", always(Sends(PROTOCOLS["anthropic"].no_choice())), monkeypatch):
        reply = open_provider("anthropic:m1").reply(asking())
    assert (reply.content, reply.calls) == ("", ())


@pytest.mark.parametrize("behaviour", [Says("late", after_s=30), Drips()], ids=["silent", "drips"])
def test_a_reply_has_to_be_whole_within_the_deadline(
    protocol: str, behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = failed(protocol, behaviour, monkeypatch, deadline_s=0.5)
    assert error.reason == "timed_out"
    assert isinstance(error, UnavailableError)
    assert may_have_been_paid(error)


def test_a_server_that_is_not_there_is_unreachable(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with providing(protocol, always(Says("hi")), monkeypatch):
        model = open_provider(f"{protocol}:m1")
    with pytest.raises(UnavailableError) as raised:
        model.reply(asking())
    assert raised.value.reason == "unreachable"
    assert not may_have_been_paid(raised.value)


@pytest.fixture
def talking(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[ChatServer, list[Behaviour]]]:
    """A server whose behaviours the test adds to a list."""
    planned: list[Behaviour] = []
    with providing(protocol, lambda asked: planned[asked.number], monkeypatch) as server:
        yield server, planned


def test_thinking_is_no_part_of_a_reply(talking: tuple[ChatServer, list[Behaviour]]) -> None:
    server, planned = talking
    planned.append(Says("Yes.", thinking="No, no, no."))
    reply = open_provider(f"{server.protocol.name}:m1").reply(asking())
    assert "no" not in str(reply.content).lower()


def test_a_refusal_and_a_cut_say_so(talking: tuple[ChatServer, list[Behaviour]]) -> None:
    server, planned = talking
    planned += [Says("It is", stop="length"), Says("I will not.", stop="refusal")]
    planned.append(Says('{"verdict": "SUP', stop="length"))
    model = open_provider(f"{server.protocol.name}:m1")
    assert model.reply(asking()).stop is Stop.LENGTH
    refused = model.reply(asking())
    # Ollama has no word for a refusal: it is a text like any other.
    assert refused.stop is (Stop.FINISHED if server.protocol.name == "ollama" else Stop.REFUSED)
    cut = model.reply(asking(schema=VERDICT))
    assert cut.stop is Stop.LENGTH
    assert cut.usage.output_tokens


def test_closed_answers_are_asked_for_in_the_providers_own_mode(
    talking: tuple[ChatServer, list[Behaviour]],
) -> None:
    server, planned = talking
    planned.append(Says('{"verdict": "REFUTED"}'))
    reply = open_provider(f"{server.protocol.name}:m1").reply(asking(schema=VERDICT))
    assert server.asked[0].schema is not None
    assert server.asked[0].schema["properties"] == VERDICT["properties"]
    assert reply.content in ('{"verdict": "REFUTED"}', {"verdict": "REFUTED"})
    assert reply.calls == ()


def test_a_wrong_tool_call_in_place_of_a_closed_answer_is_its_content(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = Says(calls=(("lookup", {"query": "zinc"}),))
    with providing("anthropic", always(wrong), monkeypatch):
        reply = open_provider("anthropic:m1").reply(asking(schema=VERDICT))
    assert reply.content == {"query": "zinc"}  # the caller's check finds no verdict in it


def test_a_conversation_with_tools_goes_there_and_back(
    talking: tuple[ChatServer, list[Behaviour]],
) -> None:
    server, planned = talking
    planned += [Says("I look.", (("search", {"query": "zinc"}),)), Says("Found.")]
    model = open_provider(f"{server.protocol.name}:m1")
    first = asking("Find zinc.", system="Use tools.", tools=(SEARCH,))
    reply = model.reply(first)
    assert reply.stop is Stop.TOOL
    assert [(one.name, one.arguments) for one in reply.calls] == [("search", {"query": "zinc"})]
    assert reply.calls[0].id
    said = Message(Role.ASSISTANT, str(reply.content), reply.calls)
    result = Message(Role.TOOL, "3 papers", call_id=reply.calls[0].id)
    second = Request((*first.messages, said, result), tools=(SEARCH,))
    assert model.reply(second).content == "Found."
    assert server.asked[1].tools == ("search",)
    assert any("3 papers" in text for _, text in server.asked[1].texts)


def test_arguments_that_are_no_object_are_handed_on_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planned = in_order([Says(calls=(("search", '{"query": '),)), Says("Sorry.")])
    with providing("openai", planned, monkeypatch) as server:
        model = open_provider("openai:m1")
        reply = model.reply(asking(tools=(SEARCH,)))
        assert reply.calls == (ToolCall(reply.calls[0].id, "search", '{"query": '),)
        said = Message(Role.ASSISTANT, "", reply.calls)
        result = Message(Role.TOOL, "no JSON", call_id=reply.calls[0].id)
        model.reply(Request((said, result), tools=(SEARCH,)))
        assert server.asked[1].texts[-1] == ("tool", "no JSON")


def test_limits_reach_the_provider(talking: tuple[ChatServer, list[Behaviour]]) -> None:
    server, planned = talking
    planned += [Says("a"), Says("b")]
    model = open_provider(f"{server.protocol.name}:m1")
    taken = [
        model.reply(asking(max_tokens=77)).sampled_at,
        model.reply(asking(max_tokens=78, temperature=None)).sampled_at,
    ]
    assert taken == ["0", "own"]
    assert [(one.max_tokens, one.temperature) for one in server.asked] == [(77, 0.0), (78, None)]


def test_openai_is_sent_what_its_package_would_send(monkeypatch: pytest.MonkeyPatch) -> None:
    request = asking("Look further.", "You search.", tools=(SEARCH,))
    call = ToolCall("c1", "search", {"query": "zinc"})
    turns = (Message(Role.ASSISTANT, "I look.", (call,)), Message(Role.TOOL, "two", call_id="c1"))
    request = replace(request, messages=(*request.messages, *turns))
    with providing("openai", in_order([Says("a"), Says("a")]), monkeypatch) as server:
        open_provider("openai:m1").reply(request)
        monkeypatch.setattr("hubscope.llm.providers.sent_plain", lambda model: model)
        open_provider("openai:m1").reply(request)
        ours, theirs = (one.body for one in server.asked)
    assert ours == theirs
    assert len(ours["messages"]) == 4


def test_a_model_that_takes_no_temperature_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    unsupported = Fails(400, message="Unsupported value: 'temperature' does not support 0.0")
    with providing("openai", in_order([unsupported, Says("a"), Says("b")]), monkeypatch) as server:
        model = open_provider("openai:m1")
        replies = [model.reply(asking()) for _ in range(2)]
        assert [(one.content, one.sampled_at) for one in replies] == [("a", "own"), ("b", "own")]
        assert [one.temperature for one in server.asked] == [0.0, None, None]


def test_a_model_without_closed_answers_is_asked_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    unsupported = Fails(400, message="response_format is not supported by this server")
    plain = Says('So: {"verdict": "REFUTED"}')
    with providing("openai", in_order([unsupported, plain, plain]), monkeypatch) as server:
        model = open_provider("openai:m1")
        for _ in range(2):
            assert model.reply(asking(schema=VERDICT)).content == plain.text
        assert [one.schema is None for one in server.asked] == [False, True, True]


@pytest.mark.parametrize(
    ("message", "more"),
    [
        ("Unsupported value: 'temperature' does not support 0.0", {}),
        ("response_format is not supported by this server", {"schema": VERDICT}),
    ],
)
def test_threads_that_are_refused_together_are_all_asked_again(
    message: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    together = Barrier(8)

    def answers(asked: Asked) -> Behaviour:
        if asked.schema is None if more else asked.temperature is None:
            return Says("yes")
        together.wait(10)
        return Fails(400, message=message)

    with providing("openai", answers, monkeypatch), ThreadPoolExecutor(8) as threads:
        model = open_provider("openai:m1")
        found = list(threads.map(model.reply, [asking(str(n), **more) for n in range(8)]))
    assert [one.content for one in found] == ["yes"] * 8


def test_a_model_may_take_neither_temperature_nor_a_closed_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planned: list[Behaviour] = [
        Fails(400, message="'temperature' is not supported"),
        Fails(400, message="response_format is not supported"),
        Says("yes"),
    ]
    with providing("openai", in_order(planned), monkeypatch):
        assert open_provider("openai:m1").reply(asking(schema=VERDICT)).content == "yes"


def test_a_usage_of_no_input_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with providing("openai", always(Says("yes", tokens=(0, 0))), monkeypatch):
        assert open_provider("openai:m1").reply(asking()).usage == Usage()


def test_odd_arguments_and_names_of_tools_can_be_kept_and_sent_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "find papers." + "x" * 100
    odd = Says(calls=((name, '{"query": "\\ud800", "most": [NaN, 1]}'),))
    with providing("openai", in_order([odd, Says("Sorry.")]), monkeypatch) as server:
        model = open_provider("openai:m1")
        reply = model.reply(asking(tools=(SEARCH,)))
        assert reply.calls[0].arguments == {"query": "\ufffd", "most": ["nan", 1]}
        assert reply.calls[0].name == name
        said = Message(Role.ASSISTANT, "", reply.calls)
        result = Message(Role.TOOL, "no such tool", call_id=reply.calls[0].id)
        model.reply(Request((said, result), tools=(SEARCH,)))
        sent = server.asked[1].body["messages"][0]["tool_calls"][0]["function"]["name"]
    assert sent == "find_papers_" + "x" * 52


def test_ollama_is_told_how_much_to_hold_and_never_cuts_a_prompt_in_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with providing("ollama", always(Says("hi")), monkeypatch) as server:
        model = open_provider("ollama:m1")
        model.reply(asking())
        assert server.asked[0].body["options"]["num_ctx"] == OLLAMA_CONTEXT
        with pytest.raises(RejectedError) as raised:
            model.reply(asking("zinc " * OLLAMA_CONTEXT))
        assert raised.value.reason == "context_overflow"
        assert len(server.asked) == 1
        monkeypatch.setenv("OLLAMA_CONTEXT_LENGTH", "65536")
        open_provider("ollama:m1").reply(asking("zinc " * OLLAMA_CONTEXT))
        assert server.asked[1].body["options"]["num_ctx"] == 65536


@pytest.mark.parametrize("spec", ["", "gpt-4o", "openai:", ":gpt-4o"])
def test_a_name_without_a_provider_or_a_model_is_refused(spec: str) -> None:
    with pytest.raises(InputError) as raised:
        open_provider(spec)
    assert raised.value.reason == "bad_model_name"


def test_an_unknown_provider_is_refused() -> None:
    with pytest.raises(InputError) as raised:
        open_provider("nobody:m1")
    assert raised.value.reason == "unknown_provider"


def test_a_provider_whose_package_or_key_is_not_there_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(NoModelError, match="pip install") as raised:
        open_provider("mistralai:m1")
    assert raised.value.exit_code == 4
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(NoModelError, match="OPENAI_API_KEY"):
        open_provider("openai:m1")


@pytest.mark.parametrize("address", ["http://user:secretword@h:1/v1", "http://h:1/v1?api_key=k"])
def test_an_address_with_a_login_is_refused_and_not_printed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789")
    with pytest.raises(InputError) as raised:
        open_provider("openai:m1")
    assert raised.value.reason == "login_in_address"
    assert "secretword" not in str(raised.value)


def test_another_address_is_another_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789")
    prints = []
    for address in ("http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1", "http://127.0.0.1:1/v1/"):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        prints.append(open_provider("openai:m1").fingerprint)
    assert prints[0] == prints[2] != prints[1]


@pytest.mark.parametrize(
    ("provider", "variable"),
    [
        ("ollama", "OLLAMA_HOST"),
        ("azure-openai", "AZURE_OPENAI_ENDPOINT"),
        ("mistralai", "MISTRAL_BASE_URL"),
        ("groq", "GROQ_API_BASE"),
    ],
)
def test_an_address_needs_no_scheme_to_be_told_from_another(
    provider: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = []
    for address in ("one:1", "two:1", "http://one:1"):
        monkeypatch.setenv(variable, address)
        prints.append(named_provider(f"{provider}:m1").fingerprint)
    assert prints[0] == prints[2] != prints[1]
    monkeypatch.setenv(variable, "user:secretword@one:1")
    with pytest.raises(InputError) as raised:
        named_provider(f"{provider}:m1")
    assert raised.value.reason == "login_in_address"
