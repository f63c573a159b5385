"""Stand-ins for chat models: what is recorded is replayed, what is not is never made up."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hubscope.errors import InputError, UnavailableError
from hubscope.llm.chat import Message, Reply, Request, Role, Stop, ToolCall, ToolSpec, Usage
from hubscope.llm.doubles import RecordingModel, ReplayModel, ScriptedModel
from hubscope.llm.prompts import load_prompt, nonce_for


def asking(text: str, salt: str = "", nonce: str = "", **labels: str) -> Request:
    return Request((Message(Role.USER, text),), nonce, salt, labels)


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def test_the_random_word_is_no_part_of_the_key_and_the_salt_is() -> None:
    one, other = asking("==a1== x", nonce="a1"), asking("==b2== x", nonce="b2")
    assert one.key == other.key
    assert one.key != asking("==a1== y", nonce="a1").key
    assert asking("x", salt="round 1").key != asking("x", salt="round 2").key


def test_what_was_recorded_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    scripted = ScriptedModel(["one", {"verdict": "SUPPORTED"}])
    recording = RecordingModel(scripted, path)
    first, second = asking("first"), asking("second")
    assert recording.reply(first).content == "one"
    assert recording.reply(second).content == {"verdict": "SUPPORTED"}
    # What is written down is not asked again, in this process or the next.
    assert recording.reply(first).content == "one"
    assert RecordingModel(ScriptedModel([]), path).reply(second).content == {"verdict": "SUPPORTED"}
    replay = ReplayModel(path)
    assert replay.name == f"replay:{path}"
    assert replay.reply(first) == recording.reply(first)
    with pytest.raises(UnavailableError) as raised:
        replay.reply(asking("third"))
    assert raised.value.reason == "not_recorded"


def test_replies_can_be_written_by_hand_under_labels(tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", {"labels": {"claim": "a", "round": 1}, "reply": "yes"})
    replay = ReplayModel(path)
    assert replay.reply(asking("anything", claim="a", round="1")).content == "yes"
    with pytest.raises(UnavailableError, match="claim 'a'"):
        replay.reply(asking("anything", claim="a", round="2"))


@pytest.mark.parametrize(
    "lines",
    [
        [{"reply": "x"}],
        [{"key": "k"}],
        [{"key": 7, "reply": "x"}],
        [{"key": "k", "reply": "x"}, {"key": "k", "reply": "y"}],
        [{"key": "k", "reply": "x", "usage": {"tokens": 3}}],
        [[1]],
    ],
)
def test_what_is_no_recording_is_refused_with_its_line(tmp_path: Path, lines: list[object]) -> None:
    path = written(tmp_path / "r.jsonl", *lines)
    with pytest.raises(InputError) as raised:
        ReplayModel(path)
    assert raised.value.reason == "bad_recording"
    assert f"{path}:{len(lines)}" in str(raised.value)


def test_the_fingerprint_follows_the_recording(tmp_path: Path) -> None:
    one = ReplayModel(written(tmp_path / "a.jsonl", {"key": "k", "reply": "x"}))
    same = ReplayModel(written(tmp_path / "b.jsonl", {"key": "k", "reply": "x"}))
    other = ReplayModel(written(tmp_path / "c.jsonl", {"key": "k", "reply": "y"}))
    assert one.fingerprint == same.fingerprint != other.fingerprint


def test_a_scripted_model_answers_no_more_than_was_planned() -> None:
    model = ScriptedModel(["one"])
    assert model.reply(asking("x")).content == "one"
    with pytest.raises(UnavailableError):
        model.reply(asking("x"))
    assert len(model.asked) == 2


def test_what_is_filled_into_a_prompt_is_no_template() -> None:
    prompt = load_prompt("benchmarks.judging", "know")
    text = prompt.filled(mark="==1==", claim="the set {x} costs $mark and $claim")
    assert "the set {x} costs $mark and $claim" in text
    with pytest.raises(KeyError):
        prompt.filled(claim="x")
    assert len(prompt.fingerprint) == 64


def test_no_text_holds_the_random_word() -> None:
    words = {nonce_for(["a"]) for _ in range(50)}
    assert len(words) == 50


# What this request's key was before requests could have tools: recordings made then still answer.
OLD_KEY = "3382106a70af34fba0a2c57bd6ba86befc6eb52aeb68332d3d8b12e9139074d9"


def test_a_plain_request_has_the_key_it_always_had_and_every_new_field_changes_it() -> None:
    message = Message(Role.USER, "==a1== x")
    plain = Request((message,), "a1", "r")
    assert plain.key == OLD_KEY
    call = ToolCall("c1", "search", {"query": "zinc"})
    others = [
        Request((message,), "a1", "r", tools=(ToolSpec("search", "finds"),)),
        Request((message,), "a1", "r", schema={"type": "object"}),
        Request((message,), "a1", "r", max_tokens=7),
        Request((message,), "a1", "r", temperature=None),
        Request((message,), "a1", "r", temperature=0.7),
        Request((message, Message(Role.ASSISTANT, "", (call,))), "a1", "r"),
        Request((message, Message(Role.TOOL, "found", call_id="c1")), "a1", "r"),
        Request((message, Message(Role.TOOL, "found", call_id="c2")), "a1", "r"),
    ]
    assert len({one.key for one in [plain, *others]}) == len(others) + 1


def test_the_random_word_is_taken_out_of_the_arguments_of_calls_too() -> None:
    def calling(nonce: str) -> Request:
        call = ToolCall("c1", "search", {"query": [f"=={nonce}== zinc"]})
        return Request((Message(Role.ASSISTANT, "", (call,)),), nonce)

    assert calling("aa11").key == calling("bb22").key


def test_calls_and_the_way_a_reply_ended_are_recorded_and_replayed(tmp_path: Path) -> None:
    calls = (ToolCall("c1", "search", {"query": "zinc"}), ToolCall("c2", "search", "{not json"))
    reply = Reply("I look it up.", Usage(5, 7), calls, Stop.TOOL, paid=True)
    cut = Reply("It is", Usage(5, 7), stop=Stop.LENGTH)
    path = tmp_path / "replies.jsonl"
    recording = RecordingModel(ScriptedModel([reply, cut]), path)
    assert recording.reply(asking("first")).paid
    recording.reply(asking("second"))
    replay = ReplayModel(path)
    assert replay.reply(asking("first")) == reply
    assert not replay.reply(asking("first")).paid
    assert not recording.reply(asking("first")).paid
    assert replay.reply(asking("second")).stop is Stop.LENGTH


def test_a_call_that_is_none_is_no_recording(tmp_path: Path) -> None:
    for more in ({"calls": [{"id": 1}]}, {"calls": 3}, {"stop": "tired"}):
        path = written(tmp_path / "r.jsonl", {"key": "k", "reply": "x", **more})
        with pytest.raises(InputError) as raised:
            ReplayModel(path)
        assert raised.value.reason == "bad_recording"


def test_threads_that_ask_the_same_leave_one_line(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    recording = RecordingModel(ScriptedModel([str(number) for number in range(64)]), path)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: recording.reply(asking(str(number % 4))), range(64)))
    assert len(path.read_text("utf-8").splitlines()) == 4
    assert ReplayModel(path).reply(asking("3")) == recording.reply(asking("3"))
