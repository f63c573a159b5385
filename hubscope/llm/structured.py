r"""Closed answers out of replies: the object that a reply ends in, repaired little, never guessed.

Only text counts: thinking is dropped, nested or unclosed, as blocks or between tags. Strict JSON is
tried first: the whole text, then the last fenced block, then the last balanced object, braces in
strings not counted. An earlier object is never taken for a later one that is broken, and an object
that is cut off is an error. After that the same text is repaired: commas before a closing bracket
or missing between two objects, comments, Python's constants, curly quotes, lone backslashes.
`\frac` is valid JSON for a form feed and `rac`: known commands of LaTeX are restored.
"""

import json
import re
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hubscope.json_values import Json
from hubscope.llm.repair import outside_strings, repaired

_THINKING = r"(?:\w+:)?(?:think|thinking|thoughts?|reasoning|scratchpad)"
_TAG = re.compile(
    rf"<\s*(?P<end>/?)\s*{_THINKING}(?:\s[^<>]*)?(?<!/)>|\[(?P<mark>/?)THINK\]", re.IGNORECASE
)
_FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_FENCE_MARK = re.compile(r"```\w*")
_STARTS = re.compile(r"\{\s*[\"“”'}]|\[\s*[{\"“]")
# Kinds of content blocks; an object of any other kind, or of none, is the answer itself.
_SAID = ("text", "output_text")
_BLOCKS = (*_SAID, "thinking", "redacted_thinking", "reasoning", "tool_use", "image", "refusal")
_MOST_CHARS = 200_000
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Twice:
    """The values of a key that an object holds more than once, where they differ."""

    values: tuple[Any, ...]


class ReplyFault(ValueError):
    """A reply that holds no answer; `reason` is a stable word."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def answer_of(content: Json) -> Any:
    """The answer that a reply holds: an object or list, or its text where that is no JSON.

    A key that occurs twice with different values holds a `Twice`.

    Raises:
        ReplyFault: `empty`, `not_json`, `cut_off`, `too_large`.
    """
    if isinstance(content, dict) and content.get("type") not in _BLOCKS:
        return _restored(content)
    text = text_of(content)
    if len(text) > _MOST_CHARS:
        raise ReplyFault("too_large", f"{len(text)} characters")
    whole = text.strip()
    if not whole:
        raise ReplyFault("empty", "no text in the reply")
    found = _strict(whole)
    if isinstance(found, dict | list | Twice):
        return _restored(found)
    return _restored(_embedded(without_thinking(whole)))


def objects_of(content: Json) -> list[Any]:
    """Every object or list of a reply's text in order, None for one that is not JSON.

    >>> objects_of('{"a": 1} {"b": 2}')
    [{'a': 1}, {'b': 2}]
    """
    found, text = [], without_thinking(text_of(content))
    for start, end in _objects(text):
        one = text[start:end]
        parsed = _strict(one)
        found.append(_restored(_strict(repaired(one)) if parsed is None else parsed))
    return found


def text_of(content: Json) -> str:
    """The text of a reply; of content blocks only those of text.

    >>> text_of([{"type": "thinking", "thinking": "a"}, {"type": "text", "text": "b"}])
    'b'
    """
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else [content]
    texts = [
        block
        if isinstance(block, str)
        else block.get("text")
        if isinstance(block, dict) and block.get("type") in _SAID
        else None
        for block in blocks
    ]
    return "\n".join(text for text in texts if isinstance(text, str))


def without_thinking(text: str) -> str:
    """Text outside thinking tags.

    >>> without_thinking("<think>a<think>b</think>c</think>d"), without_thinking("a</think>b")
    ('d', 'b')
    """
    return thinking_apart(text)[0]


def thinking_apart(text: str) -> tuple[str, str]:
    """Text outside thinking tags, and text inside.

    An unclosed tag takes the rest with it, a lone closing one what stands before it.

    >>> thinking_apart("<think>a</think>b"), thinking_apart("a</think>b<think>c")
    (('b', 'a'), ('b', 'ac'))
    """
    said: list[str] = []
    thought: list[str] = []
    depth, at = 0, 0
    for tag in _TAG.finditer(text):
        (thought if depth else said).append(text[at : tag.start()])
        if not (tag["end"] or tag["mark"]):
            depth += 1
        elif depth:
            depth -= 1
        else:
            thought, said = [*thought, *said], []
        at = tag.end()
    (thought if depth else said).append(text[at:])
    return "".join(said), "".join(thought)


def _embedded(text: str) -> Any:
    """The answer in a text that is more than JSON."""
    if not _FENCE_MARK.sub("", text).strip():
        raise ReplyFault("empty", "nothing but thinking or an empty fence in the reply")
    fenced = _FENCE.findall(text)
    candidates = [text.strip(), *fenced[-1:], *_last_object(text)]
    for candidate in candidates:
        found = _strict(candidate.strip())
        if isinstance(found, dict | list):
            return found
    for candidate in candidates:
        found = _strict(repaired(candidate.strip()))
        if isinstance(found, dict | list):
            return found
    if len(candidates) == 1:
        return text.strip()
    raise ReplyFault("not_json", "the object in the reply is not JSON")


def _strict(text: str) -> Any:
    """The value of a text that is JSON, raw line breaks in strings allowed; else None."""
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=lambda _: None, strict=False
        )
    except (ValueError, RecursionError):
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found and found[name] != value:
            before = found[name].values if isinstance(found[name], Twice) else (found[name],)
            value = Twice((*before, value))
        found[name] = value
    return found


def _last_object(text: str) -> list[str]:
    """The last balanced object or list of objects; none where there is not any.

    Raises:
        ReplyFault: the last one is cut off.
    """
    return [text[start:end] for start, end in _objects(text)][-1:]


def _objects(text: str) -> Iterator[tuple[int, int]]:
    """Where balanced objects and lists of objects stand; raises as `_last_object`."""
    at = 0
    while start := _STARTS.search(text, at):
        end = _end_of(text, start.start())
        if end is None:
            raise ReplyFault("cut_off", "the object in the reply is cut off")
        yield start.start(), end
        at = end


def _end_of(text: str, start: int) -> int | None:
    """Where the bracket that opens at a place is closed, brackets in strings not counted."""
    depth = 0
    for at, char in outside_strings(text, start):
        if char in "{[":
            depth += 1
            if depth > _DEEPEST:
                return None
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
    return None


# Control characters that JSON makes of a backslash and a letter, and that letter.
_EATEN = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
# Not `tan`: a tab before the word "an" is more likely.
_COMMAND_WORDS = """
    bar beta big bigcap bigcup binom bmod boldsymbol bot boxed breve bullet
    flat forall frac frown
    nabla natural nearrow neg neq newline nexists nmid not notin nsim nu
    rangle rceil rfloor rho right rightarrow rightharpoonup rm
    tanh tau text textbf textit therefore theta tilde times to top triangle
"""
_COMMANDS = frozenset(_COMMAND_WORDS.split())
_COMMAND = re.compile(r"([\b\f\n\r\t])([a-z]+)(?![a-z])")


def _restored(value: Any, depth: int = 0) -> Any:
    """A value whose texts have their LaTeX commands back.

    Raises:
        ReplyFault: `too_large`: it is nested deeper than any answer.
    """
    if isinstance(value, str):
        return _COMMAND.sub(_command, value)
    if depth > _DEEPEST and isinstance(value, dict | list | Twice):
        raise ReplyFault("too_large", f"nested more than {_DEEPEST} deep")
    if isinstance(value, dict):
        return {name: _restored(part, depth + 1) for name, part in value.items()}
    if isinstance(value, list):
        return [_restored(part, depth + 1) for part in value]
    if isinstance(value, Twice):
        return Twice(tuple(_restored(part, depth + 1) for part in value.values))
    return value


def _command(found: re.Match[str]) -> str:
    name = _EATEN[found[1]] + found[2]
    return f"\\{name}" if name in _COMMANDS else found[0]


def plain_word(text: str, *, keep: str) -> str:
    """A word as it is compared with a closed list: one width, no invisible characters, bare.

    Args:
        text: as a model wrote it.
        keep: marks that stay where they stand before or after the word.

    >>> plain_word(" «Yes». ", keep="!"), plain_word("!Yes", keep="!")
    ('Yes', '!Yes')
    """
    flat = unicodedata.normalize("NFKC", text)
    visible = "".join(char for char in flat if unicodedata.category(char) != "Cf")
    marks = {char for char in visible if _is_mark(char)} - {*keep}
    return visible.strip("".join(marks))


def _is_mark(char: str) -> bool:
    """Whether a character is white space or punctuation, of any script."""
    return char.isspace() or char in string.punctuation or unicodedata.category(char)[0] == "P"
