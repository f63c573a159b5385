"""Models by their names: providers behind all the layers, recordings, replays."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from hubscope.errors import InputError
from hubscope.llm.budget import Budget, Spent
from hubscope.llm.cache import CachedModel, ReplyCache
from hubscope.llm.chat import ChatModel
from hubscope.llm.doubles import RecordingModel, ReplayModel
from hubscope.llm.estimate import Estimate, EstimatingModel, Guess
from hubscope.llm.layers import (
    BudgetedModel,
    Counts,
    LimitedModel,
    Meter,
    MeteredModel,
    Patience,
    RetryingModel,
)
from hubscope.llm.limiter import MOST_AT_ONCE, limiter_for
from hubscope.llm.prices import Prices, load_prices
from hubscope.llm.providers import DEADLINE_S, named_provider, open_provider
from hubscope.registry import Registry

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Means:
    """What models are opened with; shared by all models of a run.

    Attributes:
        cache: None = every request is sent.
        rates: folder where processes share what a provider takes; None = each is on its own.
    """

    budget: Budget
    meter: Meter
    cache: ReplyCache | None = None
    patience: Patience = field(default_factory=Patience)
    deadline_s: float = DEADLINE_S
    rates: Path | None = None


Opener = Callable[[str, Means], ChatModel]

# Kinds of models that are no provider's: what stands before the first colon of a name.
MODELS: Registry[Opener] = Registry(
    "model",
    {
        "replay": "hubscope.llm.opening:open_replay",
        "record": "hubscope.llm.opening:open_recording",
    },
)


def open_model(spec: str, means: Means) -> ChatModel:
    """The model of a name: `PROVIDER:NAME`, `replay:FILE`, `record:FILE:PROVIDER:NAME`.

    Raises:
        InputError: no such name, an unreadable recording, or a cap without a price.
        NoModelError: the provider's package or key is not there.
    """
    kind, _, rest = spec.partition(":")
    if kind in MODELS.names():
        return MODELS.load(kind)(rest, means)
    model = open_provider(spec, means.deadline_s)
    paid = BudgetedModel(model, means.budget)
    limiter = limiter_for(model.place, means.rates)
    limited = LimitedModel(paid, limiter, means.patience.total_s)
    retrying = RetryingModel(limited, means.patience, means.meter)
    cached = CachedModel(retrying, means.cache) if means.cache else retrying
    return MeteredModel(cached, means.meter)


def open_replay(path: str, means: Means) -> ChatModel:
    """A recording, which costs nothing."""
    if not path:
        raise InputError("no recording: write it as replay:FILE.", reason="bad_model_name")
    return MeteredModel(ReplayModel(Path(path)), means.meter)


def open_recording(rest: str, means: Means) -> ChatModel:
    """A model whose replies are written down."""
    path, spec = _recorded(rest)
    return RecordingModel(open_model(spec, means), path)


def _recorded(rest: str) -> tuple[Path, str]:
    """File and model of what follows `record:`."""
    path, _, spec = rest.partition(":")
    if not path or not spec:
        raise InputError(
            f"no recording {rest!r}: write it as record:FILE:PROVIDER:NAME.",
            reason="bad_model_name",
        )
    return Path(path), spec


class Models:
    """The models of one run: one cap, one meter, one cache; to be closed in the end."""

    def __init__(
        self,
        home: Path,
        *,
        max_cost: float | None = None,
        ledger: Path | None = None,
        patience: Patience | None = None,
        dry_run: bool = False,
    ) -> None:
        """Ready to open models.

        Args:
            home: the folder of hubscope: its cache of replies, and its `prices.toml` if it has one.
            max_cost: the cap in US dollars; None = none.
            ledger: file in which costs are counted over kills; None = this session alone.
            patience: with providers that fail.
            dry_run: count what would be asked; nothing is sent and no key is needed.

        Raises:
            InputError: the cap, the ledger or the user's prices are not fit.
            UnavailableError: another command spends from the ledger.
        """
        self.prices: Prices = load_prices(home / "prices.toml")
        self.budget = Budget(max_cost, prices=self.prices, ledger=ledger)
        self._ledger = ledger
        self.meter = Meter()
        self._home = home
        self._patience = patience or Patience()
        self.dry_run = dry_run
        self._cache: ReplyCache | None = None
        self._estimating: list[EstimatingModel] = []

    def open(self, spec: str, guess: Guess | None = None) -> ChatModel:
        """A model of this run; see `open_model`.

        Args:
            spec: its name.
            guess: what it might answer, for a dry run.

        Raises:
            InputError: no such name, in a dry run, too; see `open_model`.
        """
        if self._cache is None:
            self._cache = ReplyCache(cache_file(self._home))
        kind, _, rest = spec.partition(":")
        if self.dry_run and guess is not None and kind != "replay":
            if kind == "record":
                return self.open(_recorded(rest)[1], guess)
            return self._estimated(named_provider(spec), guess, self._cache)
        means = Means(
            self.budget, self.meter, self._cache, self._patience, rates=rates_folder(self._home)
        )
        return open_model(spec, means)

    @property
    def estimate(self) -> Estimate:
        """What the models of a dry run would have been asked."""
        total = Estimate()
        for model in self._estimating:
            total = total.plus(model.estimate)
        return total

    def _estimated(self, named: ChatModel, guess: Guess, cache: ReplyCache) -> ChatModel:
        kept = CachedModel(named, cache).kept
        price = self.budget.price_of(named.name)
        model = EstimatingModel(named.name, named.fingerprint, guess, price=price, kept=kept)
        self._estimating.append(model)
        return model

    @property
    def spent(self) -> Spent:
        """What the run has cost so far."""
        return self.budget.spent

    @property
    def counts(self) -> Counts:
        """What its models were asked so far."""
        return self.meter.counts

    def finish(self) -> None:
        """The run is done: its cap is, too. The ledger is set aside, the next run has its own."""
        # Set aside while it is still held: no other command may go on with it in between.
        if self._ledger is not None and self._ledger.exists():
            self._ledger.replace(self._ledger.with_suffix(".done.jsonl"))
        self.budget.close()

    def close(self) -> None:
        """Close the cache and the ledger."""
        self.budget.close()
        if self._cache is not None:
            self._cache.close()
            self._cache = None

    def __enter__(self) -> "Models":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def rates_folder(home: Path) -> Path:
    """Where all processes of a home share the rates of providers."""
    return home / "cache" / "rates" / "providers"


def cache_file(home: Path) -> Path:
    """Where the replies of all runs are kept."""
    return home / "cache" / "replies.sqlite"


def in_parallel(
    ask: Callable[[T], R], given: Iterable[T], at_once: int = MOST_AT_ONCE
) -> Generator[R, None, None]:
    """What `ask` makes of each, in order, as many at once as a provider may take.

    The first error ends it: what was not begun is not asked, what is in flight is waited for.
    """
    with ThreadPoolExecutor(at_once) as threads:
        waiting: list[Future[R]] = []
        try:
            for one in given:
                waiting.append(threads.submit(ask, one))
                while len(waiting) >= 2 * at_once:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()
        finally:
            threads.shutdown(wait=True, cancel_futures=True)
