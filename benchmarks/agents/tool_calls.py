"""Tool calls of a trajectory, and which of them failed, as far as their observations tell."""

import re

from benchmarks.agents.trajectory import Call, Trajectory

# What clients and frameworks begin a failed observation with. Only the beginning counts: a page
# that was fetched may well speak of errors.
_FAILED = re.compile(
    r"""\s*(?:
        [\[{(<"'\s]*(?:tool\s+|http\s*)?(?:[a-z_.]*error|[a-z_.]*exception|failure|traceback)
            (?=["'>\])]*\s*(?:[:\[({-]|\d|occurred|while|$)|\])
        | (?:request\s+)?timed?[\s-]?out\b | timeout\b | connection\s+(?:refused|reset)\b
        | (?:http(?:/[\d.]+)?|status)(?:\s+code)?:?\s*[45]\d\d\b
        | [45]\d\d:?\s+(?:client|server|bad|not|too|internal|service|forbidden|gateway|unauth)
        | (?:the\s+)?(?:tool|search|request|fetch|call)\s+(?:has\s+)?failed\b
        | failed\s+to\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def calls_of(trajectory: Trajectory) -> list[Call]:
    """The calls of a trajectory that wait for an observation, in order.

    The last one is left out where nothing came back: handing in an answer is often a call, too.
    """
    calls = [call for step in trajectory.steps for call in step.calls]
    return calls[:-1] if calls and calls[-1].observation is None else calls


def has_failed(call: Call) -> bool:
    """Whether a call brought nothing: no or an empty observation, or an error.

    What the source says of an error holds; only where it says nothing is the observation looked at.

    >>> has_failed(Call("search", {}, "Error: 429 Too Many")), has_failed(Call("search", {}, ""))
    (True, True)
    >>> has_failed(Call("search", {}, "Error bars show ..."))
    False
    """
    if call.failed is not None:
        return call.failed
    return not (call.observation or "").strip() or bool(_FAILED.match(call.observation or ""))


def observed_before(trajectory: Trajectory) -> list[tuple[str, ...]]:
    """For each step what the tools had given before its claims were made; failures are left out.

    The final answer counts to the last step, and comes after its calls.
    """
    seen: list[str] = []
    before = []
    for step in trajectory.steps:
        before.append(tuple(seen))
        seen += [call.observation or "" for call in step.calls if not has_failed(call)]
    return [*before[:-1], tuple(seen)]
