"""Laboratories of end-to-end tests: a home, a provider that bills and kills, papers to be found."""

import contextlib
import json
import multiprocessing
import os
import re
import signal
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock
from typing import Any

from hubscope.errors import BudgetError
from hubscope.llm.chat import MOST_TOKENS
from hubscope.llm.opening import cache_file
from hubscope.llm.prices import load_prices
from tests.integration import verbs
from tests.retrieval.connectors.reaching import SERVICES
from tests.servers.behaviour import Asked, Behaviour, Fails
from tests.servers.chat import serving as serving_chat
from tests.servers.literature import Services
from tests.servers.literature import Site as WebSite
from tests.servers.loopback import serving as serving_papers
from tests.servers.papers import Paper
from tests.servers.scientist import takes_part

# Who is under test, and who judges it.
MODELS = {
    "openai": ("openai:gpt-4o-mini", "openai:gpt-4o"),
    "anthropic": ("anthropic:claude-haiku-4-5", "anthropic:claude-sonnet-4-5"),
}
CAP = 5.0
PATIENCE_S = 300.0
DRUGS = ("Velorin", "Tamorin", "Zelorin", "Quenorin", "Basorin", "Morelin")
TRUE = "Velorin", "Zelorin", "Basorin", "Morelin"
_ABOUT = (
    "It was given by mouth once a day for four weeks, and body temperature was measured each"
    " morning by a probe under the skin. Animals were kept in groups of five under the same light."
    " Food, water and weight did not differ between the groups at any time of the study."
    " Samples of blood were taken at the end, and cytokines were determined by an immunoassay."
    " The measurements were made by people who did not know which animal had been treated."
)


def _finding(drug: str) -> str:
    does = "lowers" if drug in TRUE else "does not lower"
    return f"In this controlled trial {drug} {does} fever in mice within two hours of one dose"


PAPERS = tuple(
    Paper(
        500 + n,
        f"A trial of {drug} against fever in mice",
        f"{_ABOUT} {_finding(drug)}. {_ABOUT[:200]}.",
    )
    for n, drug in enumerate(DRUGS)
)


class Page(Paper):
    """A paper that stands on the web, found by the name of its drug."""

    def fits(self, query: str) -> bool:
        return self.title.split()[3].lower() in query.lower()


# Two of the drugs.
PAGES = tuple(Page(one.number, one.title, one.abstract) for one in PAPERS[2:4])


def _items(path: Path) -> None:
    """Six items; what is known of two of them stands in the benchmark itself."""
    rows = [
        {
            "id": str(n),
            "question": f"Does {drug} lower fever in mice?",
            "answer": "yes" if n % 2 else "no",
            "context": f"{_finding(drug)}. {drug} inhibits cyclooxygenase." if n < 2 else "",
        }
        for n, drug in enumerate(DRUGS)
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")


@dataclass(frozen=True, slots=True)
class Bill:
    """What a provider has been paid for, all requests without their random words."""

    requests: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0

    def since(self, earlier: "Bill") -> "Bill":
        """What came after an earlier bill."""
        return Bill(
            self.requests[len(earlier.requests) :],
            self.input_tokens - earlier.input_tokens,
            self.output_tokens - earlier.output_tokens,
            self.cost - earlier.cost,
        )


@dataclass
class Provider:
    """Plays the scientist, bills for it, and kills the verb that asks where that is planned.

    One request is answered at a time, so that what was paid before a kill is known.

    Attributes:
        strike_at: answers that a verb is given before it is killed; None = all.
    """

    name: str
    home: Path
    bill: Bill = field(default_factory=Bill)
    strike_at: int | None = None
    _answered: int = 0
    _verb: BaseProcess | None = None
    _lock: Lock = field(default_factory=Lock)

    def watch(self, verb: BaseProcess, strike_at: int | None) -> None:
        """Begin a verb."""
        self._verb, self.strike_at, self._answered = verb, strike_at, 0
        verb.start()

    def __call__(self, asked: Asked) -> Behaviour:
        """Answer one request, or let the verb die of it."""
        with self._lock:
            if self.strike_at is not None and self._answered >= self.strike_at:
                self._strike()
                return Fails(503)
            says = takes_part(asked)
            self._answered += 1
            self._charge(asked, *(says.tokens or (0, 0)))
            return says

    def _charge(self, asked: Asked, read: int, said: int) -> None:
        text = json.dumps([asked.model, asked.system, asked.texts, asked.schema])
        price = load_prices().find(f"{self.name}:{asked.model}")
        assert price is not None
        self.bill = Bill(
            (*self.bill.requests, re.sub(r"==[0-9a-f]+==", "====", text)),
            self.bill.input_tokens + read,
            self.bill.output_tokens + said,
            self.bill.cost + price.cost(read, said),
        )

    def _strike(self) -> None:
        """Kill the verb, once it has kept what it paid for.

        By its id: who waits for a process must be one thread alone.
        """
        assert self._verb is not None
        assert self._verb.pid is not None
        end = time.monotonic() + PATIENCE_S
        while self._kept() < len(self.bill.requests) and time.monotonic() < end:
            time.sleep(0.01)
        with contextlib.suppress(ProcessLookupError):  # struck already
            os.kill(self._verb.pid, signal.SIGKILL)

    def _kept(self) -> int:
        with contextlib.closing(sqlite3.connect(cache_file(self.home))) as file:
            return int(file.execute("SELECT count(*) FROM replies").fetchone()[0])


@dataclass
class Laboratory:
    """A home with its provider and its literature, in which verbs are run."""

    home: Path
    variables: Mapping[str, str]
    provider: Provider
    model: str
    judge: str

    def run(self, verb: str, *more: str, code: int = 0, cap: float = CAP) -> tuple[Any, Bill]:
        """Run a verb to its end; what it printed, and what it paid."""
        before = self.provider.bill
        said = self._ended(verb, [*more, "--max-cost", str(cap)], None, code)
        paid = self.provider.bill.since(before)
        assert paid.cost <= cap
        return json.loads(said) if said else None, paid

    def strike(self, verb: str, answers: int, *more: str) -> None:
        """Run a verb that is killed when it has had so many answers."""
        self._ended(verb, [*more, "--max-cost", str(CAP)], answers, -signal.SIGKILL)

    def stop(self, verb: str, *more: str) -> None:
        """Run a verb under a cap that it must reach: room for a request, and a few small bills."""
        price = load_prices().find(self.model if verb == "agent" else self.judge)
        assert price is not None
        cap = 1.3 * price.cost(5000, MOST_TOKENS)
        _, paid = self.run(verb, *more, code=BudgetError.exit_code, cap=cap)
        assert paid.requests

    def _ended(self, verb: str, more: Sequence[str], strike_at: int | None, code: int) -> str:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([verbs.__name__])
        said = self.home.parent / f"{verb}.json"
        arguments = [verb, *self._given(verb), "--json", *more]
        process = context.Process(target=verbs.hold, args=(arguments, self.variables, said))
        self.provider.watch(process, strike_at)
        process.join(PATIENCE_S)
        assert process.exitcode == code, (arguments, said.read_text("utf-8"))
        return said.read_text("utf-8")

    def _given(self, verb: str) -> list[str]:
        items = str(self.home.parent / "items.jsonl")
        return {
            "ingest": [items, "--source", "items", "--format", "table", "--model", self.judge],
            "agent": ["items", "--model", self.model, "--run", "mine", "--parallel", "2"],
            "score": [
                *("mine", "--all", "--judge", self.judge, "--extractor", self.judge),
                *("--tiers", "gold,graph,web,literature"),
            ],
        }[verb]


@dataclass
class Site:
    """Where laboratories are: their servers stay, as addresses are part of what is kept."""

    folder: Path
    protocol: str
    variables: Mapping[str, str]
    provider: Provider | None = None

    def __call__(self, asked: Asked) -> Behaviour:
        """Let the laboratory's provider answer."""
        assert self.provider is not None
        return self.provider(asked)

    def laboratory(self, name: str) -> Laboratory:
        """A laboratory with nothing in it; the one before is left."""
        folder = self.folder / name
        folder.mkdir()
        _items(folder / "items.jsonl")
        home = folder / "home"
        self.provider = Provider(self.protocol, home)
        variables = {**self.variables, "HUBSCOPE_HOME": str(home)}
        return Laboratory(home, variables, self.provider, *MODELS[self.protocol])


@contextlib.contextmanager
def opened(folder: Path, protocol: str, endpoint: Mapping[str, str], cache: Path) -> Iterator[Site]:
    site = Site(folder, protocol, {})
    held = dict.fromkeys(SERVICES, PAPERS) | {"serper": PAGES}
    services = Services(
        papers=(*PAPERS, *PAGES),
        holds={name: papers.__contains__ for name, papers in held.items()},
    )
    with (
        serving_chat(protocol, site) as chat,
        serving_papers(services) as papers,
        serving_papers(WebSite(PAGES)) as pages,
    ):
        urls = {f"HUBSCOPE_{one.upper()}_URL": f"{papers.base}/{one}" for one in SERVICES}
        keys = {"NCBI_API_KEY": "canary", "SERPER_API_KEY": "canary", "OPENALEX_API_KEY": "canary"}
        kept = {"HUBSCOPE_CACHE": str(cache), verbs.SITE_PORT: str(pages.port)}
        site.variables = {**chat.variables, **endpoint, **urls, **keys, **kept}
        yield site
