"""What a model is told of the agent's tools, and whether what it asks of them can be done."""

from collections.abc import Mapping
from typing import Any

from hubscope.json_values import Json
from hubscope.llm.chat import ToolSpec

LITERATURE_SEARCH, LITERATURE_FETCH = "literature_search", "literature_fetch"
WEB_SEARCH, WEB_FETCH = "web_search", "web_fetch"

MOST_FOUND = 10
_FOUND = 5


class WrongArguments(Exception):
    """What is wrong with the arguments of a call, for the agent to mend."""


def _spec(name: str, description: str, **properties: dict[str, Json]) -> ToolSpec:
    required: list[Json] = [one for one, about in properties.items() if "default" not in about]
    parameters: dict[str, Json] = {
        "type": "object",
        "properties": {**properties},
        "required": required,
        "additionalProperties": False,
    }
    return ToolSpec(name, description, parameters)


_LIMIT: dict[str, Json] = {
    "type": "integer",
    "minimum": 1,
    "maximum": MOST_FOUND,
    "default": _FOUND,
    "description": "How many to show.",
}
_START: dict[str, Json] = {
    "type": "integer",
    "minimum": 0,
    "default": 0,
    "description": "Character to begin at, to read on in a long text.",
}
SPECS = {
    spec.name: spec
    for spec in (
        _spec(
            LITERATURE_SEARCH,
            "Search the scientific literature. Gives papers with their ids and the beginning of"
            " their abstracts, best first.",
            query={"type": "string", "description": "A few specific words."},
            limit=_LIMIT,
        ),
        _spec(
            LITERATURE_FETCH,
            "Read a paper that literature_search found: its abstract, or its text if it is open.",
            id={"type": "string", "description": "The id that literature_search gave."},
            start=_START,
        ),
        _spec(
            WEB_SEARCH,
            "Search the web. Gives pages with their addresses and a few lines of each, best first.",
            query={"type": "string", "description": "A few specific words."},
            limit=_LIMIT,
        ),
        _spec(
            WEB_FETCH,
            "Read a web page as text.",
            url={"type": "string", "description": "The whole address, with https://."},
            start=_START,
        ),
    )
}


def checked(arguments: Json, spec: ToolSpec) -> dict[str, Any]:
    """The arguments of a call, with defaults.

    Raises:
        WrongArguments: they are not what the tool takes.
    """
    if not isinstance(arguments, dict):
        raise WrongArguments("the arguments are no JSON object")
    properties: Any = spec.parameters["properties"]
    if unknown := sorted(arguments.keys() - properties.keys()):
        raise WrongArguments(f"no argument named {unknown[0]!r}: {', '.join(properties)}")
    return {name: _value(name, arguments, about) for name, about in properties.items()}


def _value(name: str, arguments: Mapping[str, Json], about: Mapping[str, Any]) -> str | int:
    value = arguments.get(name, about.get("default"))
    if about["type"] == "string":
        if not isinstance(value, str) or not value.strip():
            raise WrongArguments(f"`{name}` is missing or no text")
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    least, most = about["minimum"], about.get("maximum")
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise WrongArguments(f"`{name}` is no whole number of {least} or more")
    return value if most is None or value <= most else int(most)
