"""Which verifiers there are, and how one is opened by its name."""

from collections.abc import Callable

from benchmarks.judging.verifier import Verifier
from hubscope.errors import InputError
from hubscope.llm.opening import Models
from hubscope.registry import Registry
from hubscope.settings import Settings

# A verifier is made of what follows the colon of its name ("" without one) and the settings.
VERIFIERS: Registry[Callable[[str, Settings], Verifier]] = Registry(
    "verifier",
    {
        "embedded": "benchmarks.judging.own_verifiers:open_embedded",
        "cautious": "benchmarks.judging.own_verifiers:open_cautious",
        "features": "benchmarks.judging.own_verifiers:open_features",
        "trained": "benchmarks.judging.own_verifiers:open_trained",
        "adapter": "benchmarks.judging.own_verifiers:open_adapter",
        "hf": "benchmarks.judging.sequence_verifier:open_sequence_verifier",
        "replay": "benchmarks.judging.chat_verifier:open_replay",
    },
)
# Names that say nothing without what follows the colon, and what that is.
TAKES = {"adapter": "FOLDER", "hf": "NAME or FOLDER", "replay": "FILE"}


def asks_model(name: str) -> bool:
    """Whether a name means a chat model of a provider: whatever has a colon and is none of ours."""
    kind, colon, _ = name.partition(":")
    return bool(colon) and kind not in VERIFIERS.names()


def open_verifier(name: str, settings: Settings, models: Models | None = None) -> Verifier:
    """The verifier of a name: `embedded`, `hf:NAME`, or a chat model as `PROVIDER:NAME`.

    Args:
        name: one of VERIFIERS, with a colon and what it takes, or that of a chat model.
        settings: of the home.
        models: of the run; without them there are no chat models but recorded ones.

    Raises:
        InputError: no such verifier, its name lacks what it takes, or a cap without a price.
        NoModelError: the chat model's package or key is not there.
        UnavailableError: its model is not there.
    """
    if models is not None and asks_model(name):
        from benchmarks.judging.chat_verifier import open_chat_verifier

        return open_chat_verifier(name, models)
    kind, colon, argument = name.partition(":")
    make = VERIFIERS.load(kind)
    wants = TAKES.get(kind)
    if bool(argument) != bool(wants) or (colon and not argument):
        usage = f"{kind}:{wants}" if wants else kind
        raise InputError(f"no judge {name!r}: write it as {usage}.", reason="bad_judge_name")
    return make(argument, settings)
