"""Every kind of model: the three protocols, with and without layers, recordings and replays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hubscope.json_values import Json
from hubscope.llm.chat import ChatModel
from hubscope.llm.doubles import RecordingModel, ReplayModel
from hubscope.llm.opening import MODELS
from hubscope.llm.providers import open_provider
from tests.conformance.chat_model import (
    ANSWER,
    CLOSED,
    QUESTION,
    TEXT,
    check_chat_model,
    closed,
    question,
)
from tests.hubscope.llm.asking import quick_models
from tests.servers.behaviour import Asked, Behaviour, Fails, Says
from tests.servers.chat import ChatServer, providing
from tests.servers.protocols import PROTOCOLS

pytestmark = pytest.mark.loopback

KINDS = [*PROTOCOLS, *MODELS.names()]


def answers(asked: Asked) -> Behaviour:
    """The replies that the conformance suite expects."""
    if asked.prompt == QUESTION and asked.system == "Be brief.":
        return Says(TEXT, thinking="Zinc, I think.")
    if asked.prompt == CLOSED and asked.schema is not None:
        return Says('{"verdict": "SUPPORTED"}')
    return Fails(503)  # which no provider bills


@pytest.fixture(params=PROTOCOLS)
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    """A server of each protocol."""
    with providing(request.param, answers, monkeypatch) as found:
        yield found


def test_a_provider_alone_conforms(server: ChatServer) -> None:
    check_chat_model(lambda: open_provider(f"{server.protocol.name}:m1"))


def test_a_provider_behind_all_layers_conforms(server: ChatServer, tmp_path: Path) -> None:
    with quick_models(tmp_path, max_cost=1.0) as models:
        check_chat_model(lambda: models.open(f"{server.protocol.name}:m1"))
        # The question was paid once, however often and from however many threads it was asked.
        assert [asked.prompt for asked in server.asked].count(QUESTION) == 1
        assert models.counts.failed == 1
        assert models.counts.retries == 3
        assert 0 < (models.spent.cost or 0) < 0.01


def test_a_recording_and_its_replay_conform(server: ChatServer, tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    name = f"{server.protocol.name}:m1"
    with quick_models(tmp_path) as models:
        recording = models.open(f"record:{path}:{name}")
        check_chat_model(lambda: recording)
        assert isinstance(recording, RecordingModel)
        check_chat_model(lambda: models.open(f"replay:{path}"))
    assert len(path.read_text("utf-8").splitlines()) == 2


def test_a_recording_made_by_hand_conforms(tmp_path: Path) -> None:
    def line(key: str, reply: Json) -> str:
        from hubscope.keys import canonical_json

        return canonical_json({"key": key, "reply": reply}) + "\n"

    path = tmp_path / "by_hand.jsonl"
    path.write_text(line(question().key, TEXT) + line(closed().key, dict(ANSWER)), "utf-8")

    def make() -> ChatModel:
        return ReplayModel(path)

    check_chat_model(make, has_usage=False)


def test_every_registered_kind_is_under_test() -> None:
    assert set(KINDS) == {"openai", "anthropic", "ollama", "replay", "record"}
