"""What the judging step writes and the scoring step reads: one record a trajectory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from graph.vocabulary import HubTier, Verdict
from hubscope.errors import InputError
from hubscope.journals import read_records


@dataclass(frozen=True, slots=True)
class Anchor:
    """A concept that a claim is about, as the run's degree snapshot has it."""

    key: str
    name: str
    type: str
    degree: int
    tier: HubTier
    match: str = "exact"
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """An agent's claim with its concepts, the evidence that was used, and the verdict.

    Attributes:
        count: how often the trajectory says it.
        anchors: concepts it names, highest degree first, ties by key; empty = unanchored.
        evidence_tier: the tier that answered, None = no evidence.
        tier_errors: `tier: reason` of every tier that failed.
        tiers_without: `tier: why` of every tier that was asked before and had no evidence.
        verdict: None = an error, which `error` names; it is never scored.
        quote: the sentence of the evidence that decided.
        conflict: supporting and refuting evidence in one tier.
        bucket: without anchors, what it is about; claims of a trajectory about one thing share it.
            "" with anchors, or where it names nothing.
        note: what was odd about its wording (`unresolved_pronoun`), "" for nothing.
        hedge: the modal ("may") that the agent hedged it with and that was cut, "" for none.
    """

    text: str
    step: int
    count: int = 1
    anchors: tuple[Anchor, ...] = ()
    evidence_tier: str | None = None
    tier_errors: tuple[str, ...] = ()
    tiers_without: tuple[str, ...] = ()
    chunks: tuple[str, ...] = ()
    verdict: Verdict | None = None
    error: str = ""
    confidence: float | None = None
    quote: str = ""
    conflict: bool = False
    bucket: str = ""
    note: str = ""
    hedge: str = ""


@dataclass(frozen=True, slots=True)
class JudgedTrajectory:
    """A trajectory after judging.

    Attributes:
        score: of the final answer in [0, 1], None = not known.
        in_scope: whether its claims were judged; `scope_reason` says why not.
        kind: task type of its item, "" without one.
        anchoring: `strong`, `weak`, `unanchored`, "" without an item.
        item_tier: highest hub tier among the item's stem and answer concepts.
        too_long: sentences that no claim was taken from, for their length.
        unnamed: statements that gave no claim, for a pronoun that nothing names.
        unread: steps whose claims a model was asked for and did not give.
        ungraded: why a model that was asked gave the answer no score, "" where none was or it did.
        answer: the final answer, its beginning where it is long; "" for none.
        tool_calls, tool_failures: calls, and those among them that failed or were not answered.
    """

    id: str
    claims: tuple[JudgedClaim, ...] = ()
    item: str | None = None
    score: float | None = None
    in_scope: bool = True
    scope_reason: str = ""
    kind: str = ""
    anchoring: str = ""
    item_tier: HubTier = HubTier.OFF
    outcome: str = "answered"
    too_long: int = 0
    unnamed: int = 0
    answer: str = ""
    tool_calls: int = 0
    tool_failures: int = 0
    unread: int = 0
    ungraded: str = ""


def read_judged(path: Path) -> Iterator[JudgedTrajectory]:
    """Yield the judged trajectories of a journal, in file order.

    Raises:
        InputError: a line is no judged trajectory, or there is no journal.
    """
    try:
        yield from read_records(JudgedTrajectory, path)
    except (InputError, FileNotFoundError) as error:
        why = error if isinstance(error, InputError) else f"{path}: not there"
        remedy = f"run `hubscope score {unquote(path.parent.name)}` again"
        raise InputError(f"{why}: {remedy}", reason="broken_journal", where=str(path)) from error


def by_id(judged: Iterable[JudgedTrajectory]) -> list[JudgedTrajectory]:
    """Sorted by id, so that no number depends on the order of the journal."""
    return sorted(judged, key=lambda one: one.id)
