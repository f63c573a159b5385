"""Papers of an outward search read: by rules and PubTator always, by a model within its cap."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from graph.vocabulary import Origin
from hubscope.errors import BudgetError
from hubscope.files import Skipped
from ingest.expansion_papers import Papers, extracted
from ingest.extraction import Extracted, Extractor
from ingest.model_reading import BATCH, ModelReader
from ingest.spool import Progress


class PaperReading:
    """Reads papers by rules, and by a model as far as its cap goes.

    Attributes:
        stopped: why the model did not read all papers; None if it did.
    """

    def __init__(self, extractor: Extractor, source: str, model: ModelReader | None) -> None:
        self.stopped: BudgetError | None = None
        self._extractor = extractor
        self._source = source
        self._model = model
        self._over_budget = 0

    def unread(self) -> dict[str, int]:
        """What the model could not read, by reason."""
        failed = Counter(self._model.failed if self._model else {})
        return dict(failed + Counter(over_budget=self._over_budget))

    def parts(
        self, papers: Papers, progress: Progress | None = None
    ) -> Iterator[Extracted | Skipped]:
        """What each paper gives; progress is told how many are read."""
        by_rules = self._by_rules(papers, progress)
        yield from by_rules if self._model is None else self._by_model(by_rules, self._model)

    def _by_rules(self, papers: Papers, progress: Progress | None) -> Iterator[Extracted | Skipped]:
        for done, paper in enumerate(papers, 1):
            if isinstance(paper, Skipped):
                yield paper
            else:
                yield extracted(self._extractor, paper, self._source)
            if progress:
                progress("reading papers", done, len(papers.records))

    def _by_model(
        self, parts: Iterator[Extracted | Skipped], model: ModelReader
    ) -> Iterator[Extracted | Skipped]:
        while batch := list(islice(parts, BATCH)):
            done = 0
            try:
                for part in model.extended(batch, Origin.EXTRINSIC) if not self.stopped else ():
                    done += 1
                    yield part
            except BudgetError as error:
                self.stopped = error
            for part in batch[done:]:
                yield part if isinstance(part, Skipped) else self._unread(part)

    def _unread(self, part: Extracted) -> Extracted:
        """A paper that the model did not read, said so."""
        self._over_budget += 1
        document = part.contribution.documents[0]
        where = document.title[:80] or document.key[:12]
        return Extracted(part.contribution, (*part.skipped, Skipped(where, "over_budget")))
