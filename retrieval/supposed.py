"""Evidence in a dry run: nothing is searched, so what a search would find is supposed.

Every search is taken to find as much as a judge may be shown. So an estimate is of what judging
costs at most, and near it where the searched places are rich.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from retrieval.evidence import FOUND, Evidence, Passage, TierAnswer, TierName
from retrieval.tiers import EvidenceFinder, Tier, TierRequest

_CHUNK = "supposed"
_FIRST = "The measured level was lower in the treated group than in controls (n = 24, p = 0.01)."
_MORE = (
    " Samples were taken from each animal after four weeks, and protein concentrations were"
    " determined by an immunoassay in duplicate."
)


@dataclass(frozen=True, slots=True)
class SupposingFinder(EvidenceFinder):
    """Asks the tiers that lie here; where the next one would be searched, it supposes.

    Attributes:
        searched: texts that searches were supposed for.
    """

    searched: set[str] = field(default_factory=set, compare=False)

    @property
    def web_searches(self) -> int:
        """How often the web would be searched at most: once a claim that nothing here decides."""
        return len(self.searched) if any(tier.name is TierName.WEB for tier in self.tiers) else 0

    def gather_many(self, requests: Sequence[TierRequest]) -> list[Evidence]:
        """Evidence of each claim, in order."""
        here, searched = parted(self.tiers)
        stored = EvidenceFinder(self.store, self.index, self.embedder, here, self.limits)
        found = stored.gather_many(requests)
        if searched is None:
            return found
        self.searched.update(
            " ".join(request.text.split())
            for request, one in zip(requests, found, strict=True)
            if one.tier is None
        )
        return [one if one.tier is not None else self._supposed(one, searched) for one in found]

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Texts of chunks, supposed ones among them."""
        known = EvidenceFinder.texts(self, [key for key in keys if key != _CHUNK])
        return {**known, _CHUNK: self._text()}

    def _supposed(self, found: Evidence, searched: TierName) -> Evidence:
        passages = (Passage(_CHUNK, self._text(), 1.0),)
        return replace(
            found,
            tier=searched,
            passages=passages,
            answers=(*found.answers, TierAnswer(searched, passages)),
        )

    def _text(self) -> str:
        room = self.limits.characters
        return (_FIRST + _MORE * (room // len(_MORE)))[:room]


def supposing(finder: EvidenceFinder) -> SupposingFinder:
    """The finder as a dry run uses it."""
    return SupposingFinder(finder.store, finder.index, finder.embedder, finder.tiers, finder.limits)


def parted(tiers: Sequence[Tier]) -> tuple[tuple[Tier, ...], TierName | None]:
    """The tiers before the first that is searched, and its name; None where none is."""
    for at, tier in enumerate(tiers):
        if tier.name in FOUND:
            return tuple(tiers[:at]), tier.name
    return tuple(tiers), None
