"""What every chat model must do: usage, errors, closed answers, one reply for one request."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from hubscope.errors import UnavailableError
from hubscope.json_values import Json
from hubscope.llm.chat import ChatModel, Message, Request, Role, Stop
from hubscope.llm.structured import answer_of, text_of

QUESTION = "What inhibits ACE?"
CLOSED = "Does zinc inhibit ACE? Answer with one JSON object."
UNANSWERED = "What nobody answers."
TEXT = "Zinc does."
ANSWER = {"verdict": "SUPPORTED"}
SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {"verdict": {"type": "string"}},
    "required": ["verdict"],
    "additionalProperties": False,
}


def question() -> Request:
    """The plain question, which is answered by `TEXT`."""
    return Request((Message(Role.SYSTEM, "Be brief."), Message(Role.USER, QUESTION)))


def closed() -> Request:
    """The question whose answer is `ANSWER`."""
    return Request((Message(Role.USER, CLOSED),), schema=dict(SCHEMA))


def unanswered() -> Request:
    """The question that no reply comes to."""
    return Request((Message(Role.USER, UNANSWERED),))


def check_chat_model(make: Callable[[], ChatModel], *, has_usage: bool = True) -> None:
    """Fail where a model does not do what `ChatModel` promises.

    Args:
        make: gives the model, the same one every time; it answers the three questions above.
        has_usage: whether it says what a reply cost.
    """
    model = make()
    assert model.name
    assert len(model.fingerprint) == 64
    assert (make().name, make().fingerprint) == (model.name, model.fingerprint)

    reply = model.reply(question())
    assert text_of(reply.content) == TEXT
    assert (reply.stop, reply.calls) == (Stop.FINISHED, ())
    if has_usage:
        assert reply.usage.input_tokens
        assert reply.usage.output_tokens

    assert answer_of(model.reply(closed()).content) == ANSWER

    with pytest.raises(UnavailableError) as raised:
        model.reply(unanswered())
    assert raised.value.reason
    assert "\n" not in str(raised.value)
    # What failed is no reply: the model answers the next question as before.
    assert model.reply(question()).content == reply.content

    with ThreadPoolExecutor(8) as threads:
        replies = list(threads.map(lambda _: model.reply(question()), range(16)))
    assert {text_of(one.content) for one in replies} == {TEXT}
