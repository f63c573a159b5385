"""Secrets leave texts, whatever form they have there."""

import base64
import logging
from urllib.parse import quote

import pytest

from hubscope.redaction import HIDDEN, RedactingFormatter, Redactor, environment_secrets

CANARY = "canary/7f3+secret=words"


@pytest.mark.parametrize(
    "text",
    [
        f"key {CANARY} refused",
        f"https://x/?api_key={quote(CANARY, safe='')}&q=zinc",
        "Authorization: Basic " + base64.b64encode(f"user:{CANARY}".encode()).decode(),
        base64.b64encode(f"a{CANARY}b".encode()).decode(),
        base64.b64encode(f"ab{CANARY}".encode()).decode(),
    ],
)
def test_no_form_of_a_secret_is_left(text: str) -> None:
    cleaned = Redactor([CANARY]).clean(text)
    assert HIDDEN in cleaned
    for form in (CANARY, quote(CANARY, safe=""), "canary"):
        assert form not in cleaned
    # Not more than the few letters at both ends that neighbours take part in.
    assert len(cleaned) <= len(text) - len(CANARY) + len(HIDDEN) + 1


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abcdef1234567890.",
        "Authorization: Bearer abcdef123456",
        "GET https://host/path?key=abcdef123456&x=1",
        "http://user:hunter22@host:1/v1",
        "sk-abc***************xyz1",
    ],
)
def test_what_looks_like_a_key_goes_even_where_it_is_not_known(text: str) -> None:
    cleaned = Redactor([]).clean(text)
    assert HIDDEN in cleaned
    assert not any(word in cleaned for word in ("abcdef123456", "hunter22", "xyz1"))


def test_words_of_science_stay() -> None:
    text = "sk-hep1 cells; the key= to it; risk-adjusted; pk-fold; https://doi.org/10.1/x"
    assert Redactor(["key"]).clean(text) == text


def test_secrets_are_found_by_the_names_of_their_variables() -> None:
    env = {
        "OPENAI_API_KEY": "a" * 9,
        "HF_TOKEN": "b" * 9,
        "NEO4J_PASSWORD": "c" * 9,
        "KEYBOARD": "d",
    }
    assert environment_secrets(env) == ["a" * 9, "b" * 9, "c" * 9]


def test_log_lines_and_tracebacks_hold_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERPER_API_KEY", CANARY)
    formatter = RedactingFormatter("%(message)s")
    try:
        raise ValueError(f"refused {CANARY}")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("x", logging.WARNING, "", 0, "with %s", (CANARY,), info)
    text = formatter.format(record)
    assert CANARY not in text
    assert text.count(HIDDEN) == 2
