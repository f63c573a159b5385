"""Results as the graph copies them from run folders: rebuildable, and never counted in degree."""

from dataclasses import dataclass

from graph.vocabulary import Verdict


@dataclass(frozen=True, slots=True)
class AgentClaim:
    """What a trajectory says about a concept, with its verdict; `verdict` None = an error.

    Attributes:
        concept: key of the matched concept, None if none matched; `concept_name` survives it.
        chunks: keys of the chunks it was judged on.
    """

    key: str
    text: str
    step: int
    concept: str | None
    concept_name: str
    verdict: Verdict | None
    penalty: float | None
    weight: float
    degree: int | None
    tier: str | None
    confidence: float | None
    quote: str
    reason: str
    chunks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoredTrajectory:
    """A trajectory's result; a score is None where it has no scored claim."""

    key: str
    id: str
    item: str | None
    score: float | None
    hs: float | None
    hsw: float | None
    claims: tuple[AgentClaim, ...]


@dataclass(frozen=True, slots=True)
class FailureHub:
    """How a run fails at a concept: raw figures, the shrunken rate, its 90 % interval, the rank."""

    concept: str
    name: str
    type: str
    degree: int
    n: int
    penalty: float
    refuted: int
    unverifiable: int
    failure: float
    low: float
    high: float
    rank_score: float


@dataclass(frozen=True, slots=True)
class RunResult:
    """One run as the graph copies it.

    Attributes:
        digest: of the files that it was made of; "" = not known.
    """

    name: str
    model: str
    judge: str
    degree_snapshot: str
    trajectories: tuple[ScoredTrajectory, ...]
    failures: tuple[FailureHub, ...]
    digest: str = ""
