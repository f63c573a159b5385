"""Tool calls: which of them failed, by what came back."""

import pytest

from benchmarks.agents.tool_calls import calls_of, has_failed
from benchmarks.agents.trajectory import Call, Step, Trajectory


@pytest.mark.parametrize(
    "observation",
    [
        None,
        "  ",
        "Error: no such page",
        '{"error": "rate limit"}',
        "[ERROR] could not connect",
        "Traceback (most recent call last):\n",
        "requests.exceptions.ConnectionError: refused",
        "TimeoutError",
        "Request timed out after 30 s",
        "HTTP 503 Service",
        "429 Too Many Requests",
        "HTTP error 500",
        "Search failed.",
        "Failed to fetch https://example.org",
        "Connection refused",
    ],
)
def test_an_observation_that_brings_nothing_is_a_failure(observation: str | None) -> None:
    assert has_failed(Call("search", {}, observation)) is True


@pytest.mark.parametrize(
    "observation",
    [
        "Zinc binds ACE2.",
        "Error bars show the standard deviation.",
        "Errors of metabolism are rare.",
        "Failure of the heart is common.",
        "Search results: 3",
        "500 patients were enrolled.",
        "404 proteins were found.",
        "An error: this sentence is about one.",
        "The request for comments is open.",
        '{"result": "error: none"}',
    ],
)
def test_an_observation_that_speaks_of_errors_is_none(observation: str) -> None:
    assert has_failed(Call("search", {}, observation)) is False


def test_a_last_call_without_an_observation_hands_in_the_answer() -> None:
    search, submit = Call("search", {}, None), Call("submit", {}, None)
    assert calls_of(Trajectory("t", (Step("", (search,)), Step("", (submit,))))) == [search]
    assert calls_of(Trajectory("t", (Step(""),))) == []
