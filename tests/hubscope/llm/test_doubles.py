"""Stand-ins for chat models: what is recorded is replayed, what is not is never made up."""

import json
from pathlib import Path

import pytest

from hubscope.errors import InputError, UnavailableError
from hubscope.llm.chat import Message, Request, Role
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
