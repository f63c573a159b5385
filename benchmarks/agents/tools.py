"""The agent's four tools: search and fetch, in the literature and on the web.

They run what they are told and decide nothing. What they find is data: hidden characters and
secrets taken out, capped, under a heading of ours, so that no page can look like an error. What
goes wrong is told to the agent, counted, and never raised.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, zip_longest
from typing import Any

from benchmarks.agents.agent import Observation
from benchmarks.agents.tool_specs import (
    LITERATURE_FETCH,
    LITERATURE_SEARCH,
    SPECS,
    WEB_FETCH,
    WEB_SEARCH,
    WrongArguments,
    checked,
)
from benchmarks.agents.tool_text import (
    MOST_OF_ONE,
    MOST_SHOWN,
    error,
    is_error,
    listed,
    opened,
)
from hubscope.errors import HubscopeError
from hubscope.keys import digest
from hubscope.llm.budget import OUT_OF_MONEY, Budget
from hubscope.llm.chat import ToolCall, ToolSpec
from hubscope.redaction import Redactor, environment_secrets
from hubscope.settings import Settings
from retrieval.connectors import open_connectors
from retrieval.connectors.connector import Connector, Failed, Found, Record
from retrieval.connectors.reach import Reach
from retrieval.decoding import without_unseen
from retrieval.ranking import distinct


@dataclass(frozen=True, slots=True)
class _Tool:
    """A tool: what the model is told of it, and what it does with checked arguments."""

    spec: ToolSpec
    run: Callable[[Mapping[str, Any]], str]


@dataclass(slots=True)
class Toolbox:
    """The tools over some connectors; several threads may use them at once.

    Attributes:
        literature: where papers are searched, in order.
        web: where pages are searched and fetched; None = no tools for it.
        searches_web: False where there is no key for a search engine: its tool is left out.
        until_day: nothing published after it is searched.
    """

    literature: Sequence[Connector]
    web: Connector | None = None
    searches_web: bool = True
    until_day: date | None = None
    _tools: dict[str, _Tool] = field(init=False)
    _redactor: Redactor = field(init=False)

    def __post_init__(self) -> None:
        self._redactor = Redactor(environment_secrets())
        tools = [
            _Tool(SPECS[LITERATURE_SEARCH], self._literature_search),
            _Tool(SPECS[LITERATURE_FETCH], self._literature_fetch),
        ]
        if self.web is not None and self.searches_web:
            tools.append(_Tool(SPECS[WEB_SEARCH], self._web_search))
        if self.web is not None:
            tools.append(_Tool(SPECS[WEB_FETCH], self._web_fetch))
        self._tools = {tool.spec.name: tool for tool in tools}

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is told of the tools."""
        return tuple(tool.spec for tool in self._tools.values())

    @property
    def fingerprint(self) -> str:
        """Hash of where the tools look, and how much they show."""
        names = [one.name for one in self.literature]
        web = self.web.name if self.web else None
        return digest(["toolbox", 1, names, web, self.until, MOST_SHOWN, MOST_OF_ONE])

    @property
    def until(self) -> str:
        """The last day of publication that is searched, "" = any."""
        return self.until_day.isoformat() if self.until_day else ""

    def run(self, call: ToolCall) -> Observation:
        """What a call gives, to be shown to the agent as data.

        Raises:
            BudgetError, UnkeptError: a search cannot be paid for.
        """
        said = self._said(call)
        text = self._redactor.clean(without_unseen(said))
        return Observation(text, failed=is_error(said))

    def _said(self, call: ToolCall) -> str:
        tool = self._tools.get(call.name)
        try:
            if tool is None:
                raise WrongArguments(f"no tool named {call.name!r}: {', '.join(self._tools)}")
            return tool.run(checked(call.arguments, tool.spec))
        except WrongArguments as wrong:
            return error("arguments", str(wrong))
        except OUT_OF_MONEY:  # it ends the run: no agent could do better
            raise
        except HubscopeError as fault:  # a connector fails by value; what it rests on may not
            return error(fault.reason or "failed", str(fault))

    def _literature_search(self, given: Mapping[str, Any]) -> str:
        limit = given["limit"]
        answers = [
            connector.search(given["query"], limit, until=self.until_day)
            for connector in self.literature
        ]
        found = [one.records for one in answers if isinstance(one, Found)]
        failed = [one for one in answers if isinstance(one, Failed)]
        if not found:
            return error(failed[0].reason, "; ".join(one.message for one in failed))
        notes = [f"{one.source} could not be searched: {one.message}" for one in failed]
        return listed("papers", given["query"], distinct(_in_turn(found))[:limit], notes, _paper_id)

    def _literature_fetch(self, given: Mapping[str, Any]) -> str:
        source, _, id = given["id"].partition(":")
        for connector in self.literature:
            if connector.name == source.strip().lower():
                return opened(connector.fetch(id.strip()), given["start"])
        raise WrongArguments("`id` is one that literature_search gave, such as pubmed:12345678")

    def _web_search(self, given: Mapping[str, Any]) -> str:
        assert self.web is not None
        found = self.web.search(given["query"], given["limit"], until=self.until_day)
        if isinstance(found, Failed):
            return error(found.reason, found.message)
        return listed("pages", given["query"], found.records, (), lambda one: one.url or one.id)

    def _web_fetch(self, given: Mapping[str, Any]) -> str:
        assert self.web is not None
        return opened(self.web.fetch(given["url"].strip()), given["start"])


def _in_turn(found: Sequence[Sequence[Record]]) -> list[Record]:
    """The best of every service, then the second best, and so on."""
    return [one for one in chain.from_iterable(zip_longest(*found)) if one is not None]


def _paper_id(record: Record) -> str:
    return f"{record.source}:{record.id}"


@contextmanager
def open_toolbox(
    settings: Settings,
    literature: Sequence[str],
    *,
    web: bool = True,
    until: date | None = None,
    budget: Budget | None = None,
) -> Iterator[Toolbox]:
    """The tools over the connectors of some names, and over the web if it is wanted.

    Args:
        settings: of the user.
        literature: names of connectors.
        web: whether there are tools for it.
        until: nothing published after this day is searched.
        budget: of the run, for what searches cost; None = nobody counts it.

    Raises:
        InputError: an unknown connector, none at all, or one twice.
        UnavailableError: a key that one of them needs is not set.
    """
    reach = Reach.of(settings, budget)
    try:
        papers = open_connectors(reach, literature)
        (pages,) = open_connectors(reach, ["web"]) if web else [None]
        has_key = bool(settings.serper_api_key.reveal())
        yield Toolbox(papers, pages, searches_web=has_key, until_day=until)
    finally:
        reach.close()
