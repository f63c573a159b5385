"""Faults of JSON that a model wrote, mended where that changes no word."""

import re
from collections.abc import Iterator

# What closes a string that a quote opens; models mix the curly ones up.
_QUOTES = {'"': '"', "“": "”“", "”": "”“"}
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_MISSING_COMMA = re.compile(r"(\})(\s*)(?=\{)")
_CONSTANTS = {"True": "true", "False": "false", "None": "null"}
_PYTHON = re.compile(r"\b(?:True|False|None)\b")
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|[\"\\/bfnrt])|\\")


def repaired(text: str) -> str:
    """The text with the faults mended that change no word."""
    outside = dict(outside_strings(text, 0))
    parts: list[str] = []
    between, inside, closing = "", "", ""
    for at, char in enumerate(text):
        if at in outside:
            between += char
        elif not closing:
            closing = _QUOTES[char]
            parts.append(_marks(between))
            between, inside = "", ""
        elif char in closing and _is_end(text, at, outside):
            parts.append(_string(inside, is_curly=closing != '"'))
            closing = ""
        else:
            inside += char
    return "".join([*parts, _marks(between)])


def _marks(between: str) -> str:
    """What stands between two strings, its faults mended."""
    plain = _TRAILING_COMMA.sub("", _COMMENT.sub("", between))
    whole = _MISSING_COMMA.sub(r"\1,\2", plain)
    return _PYTHON.sub(lambda found: _CONSTANTS[found[0]], whole)


def _is_end(text: str, at: int, outside: dict[int, str]) -> bool:
    """Whether a quote closes its string: what follows is outside, or the text is over."""
    return at + 1 >= len(text) or at + 1 in outside or text[at + 1] in _QUOTES


def _string(inside: str, *, is_curly: bool) -> str:
    inside = _ESCAPE.sub(lambda found: found[0] if len(found[0]) > 1 else r"\\", inside)
    if is_curly:
        inside = re.sub(r'(?<!\\)"', r"\\" + '"', inside)
    return f'"{inside}"'


def outside_strings(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Places and characters that are not inside a JSON string, its quotes left out."""
    closing, escaped = "", False
    for at in range(start, len(text)):
        char = text[at]
        if closing:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char in closing:
                closing = ""
        elif char in _QUOTES:
            closing = _QUOTES[char]
        else:
            yield at, char
