"""Who judges: never the model under test (SCHEMA, method 6.4)."""

import re

from hubscope.errors import InputError

DEFAULT_JUDGE = "openai:gpt-4o"
# Who judges where the default judge is under test.
SECOND_JUDGE = "openai:intern-s1-pro"
# `--judge default` asks for one of these two.
DEFAULT = "default"
# Between the models of a run that has several.
BETWEEN_MODELS = ", "

# A provider is a plain word before the first colon; what stands before a size or another tag is
# the model itself (`mistral:7b`).
_PROVIDER = re.compile(
    r"^[a-z][a-z_-]*:(?=.)(?!(?:\d+x)?\d+(?:\.\d+)?[bm]\b|(?:latest|free|beta|nitro|online)$)"
)
# Bedrock's maker, and the region whose servers answer: `us.anthropic.claude-...`.
_MAKER = re.compile(
    r"^(?:[a-z]{2,6}\.)?(?:ai21|amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral"
    r"|moonshot|nvidia|openai|qwen|writer)\.(?=[a-z])"
)
# A dated, tagged or otherwise served version of a model is the same model.
_VERSION = re.compile(
    r"""(?:
        [-@:](?:
            \d{4}-\d{2}-\d{2} | \d{8} | \d{4} | 00\d            # the day, or Google's number
            | latest | (?:preview|exp|experimental)(?:-\d{2}-(?:\d{4}|\d{2}))?
            | v\d+(?::\d+|(?=@))                                # Bedrock's and Vertex AI's
            | default
        )
        | :(?:free|beta|nitro|floor|exacto|extended|online|thinking)  # OpenRouter's ways to serve
    )+$""",
    re.VERBOSE,
)
# `claude-sonnet-4-5` is `claude-sonnet-4.5` elsewhere.
_POINT = re.compile(r"(?<=\d)-(?=\d)")


def choose_judge(model: str, judge: str | None) -> str:
    """The name of the judge of a run.

    Args:
        model: under test, as the run names it (several with BETWEEN_MODELS); "" = not known.
        judge: as the user names it, `PROVIDER:NAME`; None or `default` = the method's own rule.

    Raises:
        InputError: `self_judging`: the judge is the model under test, or one of them.

    >>> choose_judge("gpt-4o-2024-08-06", None)
    'openai:intern-s1-pro'
    """
    if judge is None or judge == DEFAULT:
        judge = SECOND_JUDGE if _under_test(model, DEFAULT_JUDGE) else DEFAULT_JUDGE
    refuse_itself(model, judge, "--judge")
    return judge


def refuse_itself(model: str, chosen: str, option: str) -> None:
    """Refuse the model under test for a step of its own judgement.

    Args:
        model: under test, as the run names it; "" = not known.
        chosen: for the step.
        option: that names it, for the message.

    Raises:
        InputError: `self_judging`: it is the model under test, or one of them.
    """
    if tested := _under_test(model, chosen):
        raise InputError(
            f"{chosen} is the model under test ({tested}), which never judges itself: choose"
            f" another {option}.",
            reason="self_judging",
        )


def _under_test(model: str, chosen: str) -> str:
    """The model of a run that a chosen one is, "" for none."""
    tested = model.split(BETWEEN_MODELS)
    return next((one for one in tested if same_model(one, chosen)), "")


def same_model(one: str, other: str) -> bool:
    """Whether two names mean the same model, whoever serves it and whatever its version.

    >>> same_model("openai:gpt-4o", "GPT-4o-2024-08-06"), same_model("gpt-4o", "gpt-4o-mini")
    (True, False)
    """
    first, second = (_POINT.sub(".", bare_name(name)) for name in (one, other))
    return bool(first) and first == second


def bare_name(model: str) -> str:
    """A model's name without provider, maker, version, case and marks of its wrappers.

    >>> bare_name("azure:Azure/gpt-4o@2024-08-06"), bare_name("record:f.jsonl:ollama:llama3.1:8b")
    ('gpt-4o', 'llama3.1:8b')
    """
    name = model.strip()
    if name.startswith("record:"):
        name = name.split(":", 2)[-1]
    name = _PROVIDER.sub("", name.casefold()).rsplit("/", 1)[-1]
    return _VERSION.sub("", _MAKER.sub("", name))
