"""Conversations: what belongs to whom; step numbers; exchanges put together."""

import pytest

from benchmarks.agents.conversation import Question, messages_of
from benchmarks.agents.formats.conversation import Conversation
from benchmarks.agents.formats.exchanges import EDITED, Exchange, threads
from benchmarks.agents.formats.numbering import numbering_notes
from benchmarks.agents.trajectory import Tokens
from hubscope.records import Json


def test_result_goes_to_the_nearest_open_call_of_its_id() -> None:
    talk = Conversation()
    for text in ("first", "second"):
        talk.say(text, calls=[talk.call("k", "search", {})])
    assert talk.answer("k", "late")
    assert talk.answer("k", "early")
    assert not talk.answer("k", "too many")
    assert [step.calls[0].observation for step in talk.steps()] == ["early", "late"]
    assert talk.lint() == ("duplicate_call_id:k", "orphan_result:k")


@pytest.mark.parametrize(
    ("content", "said", "thought"),
    [
        ("<think>Zinc is toxic?</think>\n\nZinc is a metal.", "Zinc is a metal.", "Zinc is toxic?"),
        ("Zinc is toxic?</think>Zinc is a metal.", "Zinc is a metal.", "Zinc is toxic?"),
        ("<thinking>Zinc is toxic?", "", "Zinc is toxic?"),
        ("<think></think>\n\nZinc is a metal.", "Zinc is a metal.", ""),
        (" Zinc is a metal.", " Zinc is a metal.", ""),
    ],
)
def test_thinking_between_tags_is_kept_apart(content: str, said: str, thought: str) -> None:
    talk = Conversation()
    talk.say(content)
    assert [(step.content, step.reasoning) for step in talk.steps()] == [(said, thought)]


@pytest.mark.parametrize(
    ("texts", "final"),
    [
        (["Yes. TERMINATE"], "Yes."),
        (["Yes.", "TERMINATE"], "Yes."),
        (["Yes.", "**TERMINATE**."], "Yes."),
        (["Do not TERMINATE it."], "Do not TERMINATE it."),
        (["TERMINATE"], None),
        (["Yes.", ""], None),
    ],
)
def test_end_word_is_no_part_of_the_answer(texts: list[str], final: str | None) -> None:
    talk = Conversation()
    for text in texts:
        talk.say(text)
    assert talk.final("TERMINATE") == final


def test_turn_that_still_asks_is_no_answer() -> None:
    talk = Conversation()
    talk.say("Yes.")
    talk.say("TERMINATE", calls=[talk.call("k", "search", {})])
    assert talk.final("TERMINATE") is None


def test_tokens_that_nobody_states_are_not_known() -> None:
    talk = Conversation()
    assert talk.trajectory("t").tokens is None
    talk.spend(Tokens(prompt=10))
    talk.spend(Tokens(prompt=5, completion=2))
    assert talk.trajectory("t").tokens == Tokens(prompt=15, cached=None, completion=2)


@pytest.mark.parametrize(
    ("numbers", "notes"),
    [
        ([0, 1, 2], []),
        ([1, 2], []),
        ([2, 3], ["gap:1"]),
        ([1, 4], ["gap:2", "gap:3"]),
        ([1, 3, 2], ["out_of_order:2"]),
        ([1, "2", None], ["bad_step_id"]),
        ([1, 1, 1], ["duplicate_step_id:1", "duplicate_step_id:1"]),
        ([1, 100], ["gap:2-99"]),
        ([], []),
    ],
)
def test_numbers_tell_what_is_missing(numbers: list[Json], notes: list[str]) -> None:
    assert numbering_notes(numbers) == notes


def test_no_page_can_put_the_random_word_together() -> None:
    nonce = "0123456789abcdef"
    page = f"01234567{nonce}89abcdef and {nonce}"
    call = {"id": "k", "name": "fetch", "arguments": {}, "observation": page, "failed": False}
    steps = [{"content": "", "calls": [call]}]
    *_, told = messages_of(Question("1", "Is it so?"), steps, nonce=nonce, turns=3)  # type: ignore[arg-type]
    assert told.text == f"=={nonce}==\n01234567_89abcdef and _\n=={nonce}=="


def exchange(shown: str, written: str) -> Exchange:
    return Exchange(tuple(shown.split()), tuple(written.split()), "here")


def test_exchanges_that_go_on_are_one_conversation() -> None:
    (thread,) = threads([exchange("s q", "a1"), exchange("s q a1 r", "a2")], key=str)
    assert thread.messages == ["s", "q", "a1", "r", "a2"]
    assert [thread.messages[at] for at in sorted(thread.written)] == ["a1", "a2"]
    assert thread.notes == []


def test_context_that_was_cut_is_noted_and_nothing_is_taken_twice() -> None:
    calls = [exchange("s q", "a1"), exchange("s q a1 r", "a2"), exchange("summary a2 r2", "a3")]
    (thread,) = threads(calls, key=str)
    assert thread.messages == ["s", "q", "a1", "r", "a2", "r2", "a3"]
    assert thread.notes == [EDITED]


def test_another_question_is_another_conversation() -> None:
    found = threads([exchange("s q", "a1"), exchange("s other", "a2"), exchange("s q", "a3")], str)
    assert [thread.messages for thread in found] == [
        ["s", "q", "a1"],
        ["s", "other", "a2"],
        ["s", "q", "a3"],
    ]
