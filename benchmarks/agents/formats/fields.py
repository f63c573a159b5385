"""Fields of a record as the neutral form wants them: text, ids, scores, arguments."""

import json
import math
from collections.abc import Mapping

from hubscope.llm.structured import thinking_apart
from hubscope.records import Json, JsonParser

_TEXT_BLOCKS = frozenset({"text", "output_text", "input_text"})


def text_of(value: Json) -> str:
    """Text of a string or of a list of content blocks; anything else has none."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(_block_text(block) for block in value)
    return ""


def parted(content: str, reasoning: str = "") -> tuple[str, str]:
    r"""What an agent said and what it thought: what it wrote between thinking tags is no saying.

    >>> parted("<think>Is it?</think> It is.", "Hm.")
    ('It is.', 'Hm.\nIs it?')
    """
    said, thought = thinking_apart(content)
    if said == content:
        return content, reasoning
    return said.strip(), "\n".join(part for part in (reasoning, thought.strip()) if part)


def _block_text(block: Json) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, dict) and word_of(block, "type", "text") in _TEXT_BLOCKS:
        return text_of(block.get("text"))
    return ""


def word_of(record: Mapping[str, Json], field: str, default: str = "") -> str:
    """A field that should hold a word; one that holds anything else is "" and unlike any word."""
    value = record.get(field, default)
    return value if isinstance(value, str) else ""


def id_of(record: Mapping[str, Json], *fields: str) -> str | None:
    """The first of the fields that holds an id (text that is not empty, or a whole number)."""
    for field in fields:
        value = record.get(field)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None


def score_of(value: Json) -> float | None:
    """A score in [0, 1]; true and false are 1 and 0; anything else is None (not known)."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, int | float) and math.isfinite(value) and 0 <= value <= 1:
        return float(value)
    return None


def count_of(value: Json) -> int | None:
    """A count, a whole number from 0 on; anything else is None (not known)."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    return None


def list_of(value: Json) -> list[Json]:
    """A list; anything else is an empty one."""
    return value if isinstance(value, list) else []


def object_of(value: Json) -> dict[str, Json]:
    """An object; anything else is an empty one."""
    return value if isinstance(value, dict) else {}


def arguments_of(value: Json) -> tuple[dict[str, Json] | str, bool]:
    """Arguments of a call, and whether they are sound: an object, or JSON text of one.

    Text that is no JSON object is kept as it is; nothing is ever evaluated. No text at all means
    no arguments.
    """
    if value is None or value == "":
        return {}, True
    if isinstance(value, dict):
        return value, True
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False), False
    try:
        parsed = JsonParser().parse(value)
    except ValueError:
        return value, False
    return (parsed, True) if isinstance(parsed, dict) else (value, False)
