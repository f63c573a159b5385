"""`Retry-After`: seconds, dates, and what says nothing."""

from datetime import UTC, datetime

import pytest

from hubscope.retry_after import retry_after_s

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("30", 30),
        (" 1.5 ", 1.5),
        ("9" * 400, 999_999_999),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("Mon, 30 Nov 2026 12:00:30", 30),
        ("Mon, 30 Nov 2026 13:00:30 +0100", 30),
        ("", None),
        ("soon", None),
        ("-5", 0),
        ("inf", None),
        ("nan", None),
        ("٣", None),
        ("Mon, 99 Nov 2026 12:00:30 GMT", None),
    ],
)
def test_what_a_server_asks_for_is_understood(header: str, seconds: float | None) -> None:
    assert retry_after_s(header, NOW) == seconds
