"""Who judges: never the model under test (SCHEMA, method 6.4)."""

import re

from hubscope.errors import InputError

DEFAULT_JUDGE = "openai:gpt-4o"
# Who judges where the default judge is under test.
SECOND_JUDGE = "openai:intern-s1-pro"
# `--judge default` asks for one of these two.
DEFAULT = "default"

# A dated or tagged version of a model is the same model.
_VERSION = re.compile(
    r"(?:[-@:](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest|preview|v\d+(?::\d+)?))+$", re.IGNORECASE
)


def choose_judge(model: str, judge: str | None) -> str:
    """The name of the judge of a run.

    Args:
        model: under test, as the run names it; "" = not known.
        judge: as the user names it, `PROVIDER:NAME`; None or `default` = the method's own rule.

    Raises:
        InputError: `self_judging`: the judge is the model under test.

    >>> choose_judge("gpt-4o-2024-08-06", None)
    'openai:intern-s1-pro'
    """
    if judge is None or judge == DEFAULT:
        return SECOND_JUDGE if same_model(model, DEFAULT_JUDGE) else DEFAULT_JUDGE
    if same_model(model, judge):
        raise InputError(
            f"{judge} is the model under test ({model}), which never judges itself: choose another"
            " --judge.",
            reason="self_judging",
        )
    return judge


def same_model(one: str, other: str) -> bool:
    """Whether two names mean the same model, whoever serves it and whatever its version.

    >>> same_model("openai:gpt-4o", "GPT-4o-2024-08-06"), same_model("gpt-4o", "gpt-4o-mini")
    (True, False)
    """
    first, second = bare_name(one), bare_name(other)
    return bool(first) and first == second


def bare_name(model: str) -> str:
    """A model's name without provider, version, case and marks of its wrappers.

    >>> bare_name("azure:Azure/gpt-4o@2024-08-06"), bare_name("record:f.jsonl:ollama:llama3.1:8b")
    ('gpt-4o', 'llama3.1:8b')
    """
    name = model.strip()
    if name.startswith("record:"):
        name = name.split(":", 2)[-1]
    # What stands before the first colon is a provider where it is a plain word.
    name = re.sub(r"^[A-Za-z_]+:(?=.)", "", name).rsplit("/", 1)[-1]
    return _VERSION.sub("", name.casefold())
