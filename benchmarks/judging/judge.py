"""What a judge is, and which ones there are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from benchmarks.judging.verdicts import Judgement
from hubscope.registry import Registry
from retrieval.embeddings import Embedder


@dataclass(frozen=True, slots=True)
class JudgeInput:
    """One agent claim with the evidence it is judged on.

    Attributes:
        passages: texts of one tier, best first; none means UNVERIFIABLE without asking a model.
        item_question: the question of the item that the trajectory answered, for judges that read
            it; it is no evidence.
        group: claims of one group may be asked about in one call (those of one step); "" = alone.
    """

    claim: str
    passages: tuple[str, ...]
    item_question: str = ""
    group: str = ""


class Instrument(Protocol):
    """What measures claims: named, identified, and with a card of its own measured quality."""

    @property
    def name(self) -> str:
        """As the user calls it: `embedded`, `hf:NAME`."""
        ...

    @property
    def fingerprint(self) -> str:
        """What makes its answers what they are, as 64 hex digits."""
        ...

    @property
    def card(self) -> dict[str, Any]:
        """What it was made of and its measured quality; {} where nothing is known."""
        ...


class Judge(Instrument, Protocol):
    """Gives every claim a verdict or an error; it never raises for one claim of a batch."""

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """One judgement for each input, in order."""
        ...


# A judge is made with the embedder that the run uses.
JUDGES: Registry[Callable[[Embedder], Judge]] = Registry(
    "judge",
    {
        "embedded": "benchmarks.judging.embedded:EmbeddedJudge",
        "cautious": "benchmarks.judging.cautious:CautiousJudge",
        "features": "benchmarks.judging.feature_judge:FeatureJudge",
        "trained": "benchmarks.judging.trained:TrainedJudge",
    },
)
