"""Answers out of replies: what is repaired, what is an error, and that nothing raises otherwise."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubscope.llm.structured import ReplyFault, Twice, answer_of, objects_of, without_thinking

ANSWER = {"a": 1}


@pytest.mark.parametrize(
    "reply",
    [
        '{"a":1}',
        '  {"a": 1}\n',
        '```json\n{"a":1}\n```',
        '```\n{"a":1,}\n```',
        'See [1] and {2}. {"a":1}',
        'A set {x | x > 0 in it. {"a":1}',
        '{"a":1,}',
        "{“a”: 1}",
        "{”a“: 1}",
        '<think>{"a":2}</think>{"a":1}',
        '{"a":2}</think>{"a":1}',
        '<THINKING>no</THINKING> {"a":1}',
        [{"type": "thinking", "thinking": '{"a":2}'}, {"type": "text", "text": '{"a":1}'}],
        {"a": 1},
        {"type": "text", "text": '{"a":1}'},
    ],
)
def test_the_last_object_is_the_answer(reply: Any) -> None:
    assert answer_of(reply) == ANSWER


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (None, "empty"),
        ("", "empty"),
        (" \n", "empty"),
        ([], "empty"),
        (7, "empty"),
        ("<think>so", "empty"),
        ("```json\n```", "empty"),
        ('{"a":1} then {"a": tru', "cut_off"),
        ('{"a":{"b":1}', "cut_off"),
        ("{'a': 1}", "not_json"),
        ('{"a": NaN, b}', "not_json"),
        ("x" * 200_001, "too_large"),
        ('{"' * 300, "cut_off"),
        ("[{" * 3000, "cut_off"),
        ("[" * 700 + "]" * 700, "too_large"),
        ('{"a":' * 700 + "1" + "}" * 700, "too_large"),
    ],
)
def test_what_holds_no_answer_says_why(reply: Any, reason: str) -> None:
    with pytest.raises(ReplyFault) as raised:
        answer_of(reply)
    assert raised.value.reason == reason


def test_an_object_inside_one_that_is_cut_off_is_not_the_answer() -> None:
    with pytest.raises(ReplyFault):
        answer_of('{"draft": {"verdict": "SUPPORTED"}, "verdict": "REFU')


def test_a_key_that_occurs_twice_keeps_what_it_said() -> None:
    assert answer_of('{"a":1,"a":2,"a":3}') == {"a": Twice((1, 2, 3))}
    assert answer_of('{"a":1,"a":1}') == ANSWER


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'{"a":"$\\frac{1}{2}$"}', r"$\frac{1}{2}$"),
        (r'{"a":"$\frac{1}{2}$ \rho \times"}', r"$\frac{1}{2}$ \rho \times"),
        (r'{"a":"$\alpha$ and \u03b1 and C:\\new"}', "$\\alpha$ and α and C:\\new"),
        (r'{"a":"one\ntwo\tthree"}', "one\ntwo\tthree"),
        (r'{"a":"x\nuneven"}', "x\nuneven"),
        (r'{"a":"set \{1\}, ] and }",}', r"set \{1\}, ] and }"),
        ('{“a”: “he said "no", twice”}', 'he said "no", twice'),
    ],
)
def test_texts_come_as_they_were_meant(written: str, read: str) -> None:
    assert answer_of(written) == {"a": read}


def test_text_without_an_object_is_itself() -> None:
    assert answer_of("<think>a</think> SUPPORTED ") == "SUPPORTED"
    assert answer_of("The set {1, 2}.") == "The set {1, 2}."


def test_thinking_is_dropped_whole() -> None:
    assert without_thinking("a<think>b<think>c</think>d</think>e<think>f") == "ae"


@given(st.text(alphabet="{}[]\":,\\“”'ab1 \n<think>/`", max_size=60))
def test_any_text_gives_an_answer_or_a_fault(text: str) -> None:
    reason = ""
    try:
        answer_of(text)
    except ReplyFault as fault:
        reason = fault.reason
    assert reason in {"", "empty", "not_json", "cut_off", "too_large"}


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, // the first\n"b": [{"c": 2}]}',
        '{"a": 1, /* the first */ "b": [{"c": 2}]}',
        '{"a": 1, "b": [{"c": 2},],}',
    ],
)
def test_comments_and_commas_change_no_word(text: str) -> None:
    assert answer_of(text) == {"a": 1, "b": [{"c": 2}]}


def test_pythons_constants_and_missing_commas_are_mended_outside_strings_alone() -> None:
    text = '{"a": [{"b": None} {"b": True}], "c": "None } { // True",}'
    assert answer_of(text) == {"a": [{"b": None}, {"b": True}], "c": "None } { // True"}


def test_every_object_of_a_reply_is_found_in_order() -> None:
    assert objects_of('{"a": 1}\n{"b": 2,}\n{"c" 3}') == [{"a": 1}, {"b": 2}, None]
