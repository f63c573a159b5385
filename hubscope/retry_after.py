"""The `Retry-After` header: how long a server asks to wait (RFC 9110, section 10.2.3)."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

# Seconds are whole by the standard; some send a fraction, or what is left of a moment that is over.
_SECONDS = re.compile(r"-?[0-9]+(?:\.[0-9]*)?")


def retry_after_s(header: str, now: datetime | None = None) -> float | None:
    """Seconds that a `Retry-After` header asks for, None if it says nothing that can be read.

    >>> retry_after_s("7"), retry_after_s("0.5"), retry_after_s("soon")
    (7.0, 0.5, None)
    """
    text = header.strip()
    if _SECONDS.fullmatch(text):
        return max(0.0, float(text[:9]))
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - (now or datetime.now(UTC))).total_seconds())
