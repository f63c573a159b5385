"""Redaction: secrets taken out of texts that are printed, logged or stored."""

import base64
import logging
import os
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, quote_plus

HIDDEN = "[secret]"
# Shorter ones would take common words out of every text.
_SHORTEST = 8
_SECRET_NAMES = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)S?$")
# Keys that are no variable of this process: a provider echoes them, a base address holds them.
_PATTERNS = (
    re.compile(r"\b(?:sk|pk|rk|xai|gsk|hf|ghp|lsv2)[-_][A-Za-z0-9_\-*]{8,}"),
    re.compile(r"\bAIza[A-Za-z0-9_-]{20,}"),
    re.compile(r"(?i)(?<=\bbearer )[A-Za-z0-9._~+/=-]{8,}"),
    re.compile(r"(?i)(?<=key=)[^&\s\"']{4,}|(?<=token=)[^&\s\"']{4,}"),
    re.compile(r"(?<=://)[^/\s@]+:[^/\s@]+(?=@)"),
)


class Redactor:
    """Replaces secrets by `[secret]`: as they are, in addresses, and in base64."""

    def __init__(self, secrets: Iterable[str]) -> None:
        forms = {form for one in secrets if len(one) >= _SHORTEST for form in _forms(one)}
        longest_first = sorted(forms, key=lambda form: (-len(form), form))
        self._known = re.compile("|".join(map(re.escape, longest_first))) if forms else None

    def __repr__(self) -> str:
        return "Redactor()"

    def clean(self, text: str) -> str:
        """The text without secrets.

        >>> Redactor(["open-sesame"]).clean("?q=open-sesame")
        '?q=[secret]'
        """
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        for pattern in _PATTERNS:
            text = pattern.sub(HIDDEN, text)
        return text


def environment_secrets(environment: Mapping[str, str] | None = None) -> list[str]:
    """Values of the variables whose names say that they are secret."""
    env = os.environ if environment is None else environment
    return [value for name, value in env.items() if _SECRET_NAMES.search(name.upper()) and value]


def redacted(text: str) -> str:
    """A text without the secrets that this process knows now."""
    return Redactor(environment_secrets()).clean(text)


class RedactingFormatter(logging.Formatter):
    """A log formatter whose lines, tracebacks among them, hold no secret."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as a text."""
        return redacted(super().format(record))


def _forms(secret: str) -> Iterable[str]:
    raw = secret.encode("utf-8")
    yield secret
    yield quote(secret, safe="")
    yield quote_plus(secret)
    # What stands before it in the encoded text moves its bits: three alignments, ends cut off.
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + raw).decode("ascii").rstrip("=")
        yield encoded[shift + 1 if shift else 0 : -1]
