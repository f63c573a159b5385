"""Outward search of `ingest --literature`: what it will take, its runs, what is said of them."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import BudgetError, HubscopeError, UnavailableError
from hubscope.settings import Settings
from ui import output
from ui.connection import spool_folder

if TYPE_CHECKING:
    from graph.store import GraphStore
    from ingest.expansion import Expanded
    from ingest.expansion_papers import Papers
    from ingest.expansion_search import Places
    from ingest.extraction import Extractor
    from ingest.ingested import Ingested
    from ingest.model_reading import ModelReader
    from ingest.pipeline import Plan


def literature_names(text: str | None) -> list[str]:
    """The services of `--literature`; none without it.

    Raises:
        InputError: no such service, or one twice.
    """
    from ingest.expansion_search import check_services
    from retrieval.library import connector_names

    if text is None:
        return []
    names = connector_names(text)
    check_services(names)
    return names


class Outward:
    """The outward searches of one command, and what became of them."""

    def __init__(self, settings: Settings, places: "Places") -> None:
        self.stopped: HubscopeError | None = None
        self._settings = settings
        self._places = places
        self._done: list[tuple[str, Expanded]] = []

    def forecast(
        self,
        plans: Sequence["Plan"],
        extractors: Sequence["Extractor"],
        models: Sequence["ModelReader | None"],
    ) -> dict[str, Any]:
        """What the searches will take, for `--json`; the models count what they will be asked."""
        from ingest.expansion_forecast import Forecast, forecast

        total = Forecast()
        for plan, extractor, model in zip(plans, extractors, models, strict=True):
            total = total.plus(forecast(plan, extractor, self._places.search(), model))
        return {
            "services": list(self._places.library.names),
            "seeds": total.seeds,
            "known": total.known,
            "searches": total.searches,
            "papers": total.papers,
        }

    def expand(
        self,
        store: "GraphStore",
        plan: "Plan",
        extractor: "Extractor",
        model: "ModelReader | None",
        progress: Any,
        found_papers: Callable[["Papers"], None],
    ) -> "Ingested | None":
        """Search outward from a benchmark that was ingested; what ends the command is kept."""
        from ingest.expansion import expand

        try:
            done = expand(
                store,
                plan,
                extractor,
                self._places.search(),
                spool_folder=spool_folder(self._settings),
                model=model,
                progress=progress,
                found_papers=found_papers,
            )
        except UnavailableError as error:
            self.stopped = error
            return None
        self._done.append((plan.source_name, done))
        if done.stopped is not None:
            self.stopped = _kept(done.stopped)
        return done.ingested

    def documents(self) -> list[dict[str, Any]]:
        """What became of each search, for `--json`."""
        return [
            {
                "source": name,
                "unchanged": done.ingested is not None and done.ingested.unchanged,
                "seeds": done.seeds,
                "known": done.known,
                "papers": done.papers,
                "failures": [
                    {"service": one.service, "reason": one.reason, "n": one.n}
                    for one in done.failures
                ],
            }
            for name, done in self._done
        ]

    def lines(self) -> Iterator[str]:
        """What became of each search, for people."""
        for name, done in self._done:
            if done.ingested is None:
                yield f"{name}: nothing to search for: no item names a concept"
            elif done.seeds:
                yield (
                    f"{name}: {done.seeds} seeds, {done.known} of them searched for before;"
                    f" {done.papers} papers read"
                )
            for one in done.failures:
                yield (
                    f"warning: {one.service} could not be asked {one.n} times ({one.reason}):"
                    f" {output.safe(one.message)} Run again to go on."
                )


def _kept(error: BudgetError) -> BudgetError:
    said = f"{error} What was found until now is in the graph, rules have read all of it."
    return BudgetError(said, reason=error.reason)


@contextlib.contextmanager
def opened_outward(settings: Settings, names: Sequence[str]) -> Iterator[Outward | None]:
    """The outward searches in these services; None without any."""
    if not names:
        yield None
        return
    from ingest.expansion_search import open_places

    with open_places(settings, names) as places:
        yield Outward(settings, places)


def forecast_text(found: dict[str, Any]) -> str:
    """What outward searches will take, for people."""
    return (
        f"outward: {found['seeds']} seeds ({found['known']} of them searched for before),"
        f" {found['searches']} searches in {', '.join(found['services'])},"
        f" about {found['papers']} papers"
    )


def literature_option(command: Any) -> Any:
    """Add `--literature`."""
    return click.option(
        "--literature",
        metavar="SERVICE,...",
        help="Search outward for what the items ask about: pubmed, biorxiv, crossref ...",
    )(command)
