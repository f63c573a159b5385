"""Running the agent on a data set: what is not yet answered is asked, then the run is published.

A killed run goes on where it was, in the middle of a conversation, too. More items (`limit`) are a
longer run of the same. Under other conditions a run is never continued, and what was paid for is
never thrown away: another name is asked for.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Protocol

from benchmarks.agents.agent import Agent, Ended, Executor, Limits
from benchmarks.agents.checkpoints import checkpoints, conversations_in, remove_checkpoints
from benchmarks.agents.conversation import PROMPTS, prompt, question_of
from benchmarks.agents.dataset import Dataset
from benchmarks.agents.folder import AgentFolder, AgentManifest, Conversation
from benchmarks.agents.tool_calls import calls_of, has_failed
from benchmarks.agents.trajectory import Outcome, Tokens, Trajectory
from benchmarks.answers import grade
from benchmarks.manifest import code_digest
from benchmarks.runner import Tally, run_units
from benchmarks.statistics import Interval, wilson
from graph.store import ItemRecord
from hubscope import __version__
from hubscope.codec import to_json
from hubscope.errors import HubscopeError, UnavailableError
from hubscope.files import Journal
from hubscope.keys import digest
from hubscope.llm.chat import ChatModel

PARALLEL = 8
# Packages whose version decides how a conversation is held.
_PACKAGES = ("langchain", "langgraph", "langgraph-checkpoint-sqlite")
TEMPERATURE = 0.0


class Tools(Executor, Protocol):
    """An executor that says what it is, for the manifest."""

    @property
    def fingerprint(self) -> str:
        """Hash of where its tools look, and how."""
        ...

    @property
    def until(self) -> str:
        """The last day of publication that it shows, "" = any."""
        ...


@dataclass(frozen=True, slots=True)
class Options:
    """What the user chose.

    Attributes:
        limit: the first so many items; None = all.
        parallel: conversations at once.
        limits: of one conversation.
        cost: what the run has cost so far, in US dollars; None = not known.
        stopping: set from outside to stop between two steps.
    """

    limit: int | None = None
    parallel: int = PARALLEL
    limits: Limits = field(default_factory=Limits)
    cost: Callable[[], float | None] = lambda: None
    stopping: threading.Event = field(default_factory=threading.Event)
    progress: Callable[[str, int, int | None], None] | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its denominator and Wilson 95 % interval; None of nothing."""

    hits: int
    n: int

    @property
    def value(self) -> float | None:
        """The share."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """Where it may lie."""
        return wilson(self.hits, self.n)


@dataclass(frozen=True, slots=True)
class Summary:
    """An agent's run as it stands.

    Attributes:
        wanted: items that were to be answered.
        waiting: those that are not at their end.
        outcomes: how many trajectories ended how; every outcome is named.
        tool_failures: failed calls among all that waited for a result.
        accuracy: right answers among those that can be graded by rule; errors cannot.
        skipped: records of the data set that are no item.
    """

    run: str
    model: str
    wanted: int
    waiting: int
    trajectories: int
    outcomes: dict[str, int]
    tool_failures: Rate
    accuracy: Rate
    skipped: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Session:
    """What one call of `run_agent` came to: the run, and why it was stopped, None if it was not."""

    summary: Summary
    stopped: HubscopeError | None = None


def manifest_of(
    name: str, dataset: Dataset, model: ChatModel, tools: Tools, limits: Limits
) -> AgentManifest:
    """What a run of these depends on."""
    return AgentManifest(
        run=name,
        model=model.name,
        model_fingerprint=model.fingerprint,
        temperature=TEMPERATURE,
        dataset=dataset.name,
        dataset_sha256=dataset.sha256,
        source=dataset.source,
        items=len(dataset.items),
        prompts={one: prompt(one).fingerprint for one in PROMPTS},
        tools=tuple(spec.name for spec in tools.specs),
        tools_fingerprint=digest([to_json(tools.specs), tools.fingerprint]),
        until=tools.until,
        turns=limits.turns,
        seconds=limits.seconds,
        calls=limits.calls,
        hubscope=__version__,
        code=code_digest(),
        packages={one: version(one) for one in _PACKAGES},
    )


def run_agent(
    folder: AgentFolder, dataset: Dataset, model: ChatModel, tools: Tools, options: Options
) -> Session:
    """Answer the items that are not answered yet; an item that a service failed on is tried again.

    Returns:
        The run as it stands, published. `stopped` is a BudgetError where the cap was reached, a
        NoModelError or UnavailableError where no model answers.

    Raises:
        InputError: the run holds something else, or was made under other conditions.
        UnavailableError: another is at work on the run.
    """
    manifest = manifest_of(folder.name, dataset, model, tools, options.limits)
    folder.check(manifest)
    with folder.run.alone():
        folder.begin(manifest, dataset)
        folder.publish(options.cost())
        wanted = dataset.first(options.limit)
        try:
            tally = _answer_rest(folder, wanted, dataset.source == "", model, tools, options)
        finally:
            record = folder.publish(options.cost())
        summary = summary_of(folder, wanted=len(wanted), cost=record.cost)
        return Session(summary, tally.stopped)


def summary_of(
    folder: AgentFolder, *, wanted: int | None = None, cost: float | None = None
) -> Summary:
    """An agent's run as its folder has it.

    Raises:
        InputError: the folder is no agent's run, or broken.
    """
    manifest, items = folder.manifest(), folder.items()
    held = folder.conversations()
    found = [(held[item.id].trajectory, item) for item in items if item.id in held]
    scores = [grade(trajectory, item) for trajectory, item in found]
    known = [score for score in scores if score is not None]
    calls = [has_failed(call) for trajectory, _ in found for call in calls_of(trajectory)]
    counted = Counter(trajectory.outcome for trajectory, _ in found)
    n_wanted = manifest.items if wanted is None else wanted
    ended = {id for id, one in held.items() if not one.again}
    return Summary(
        run=folder.name,
        model=manifest.model,
        wanted=n_wanted,
        waiting=sum(item.id not in ended for item in items[:n_wanted]),
        trajectories=len(found),
        outcomes={str(one): counted[one] for one in Outcome},
        tool_failures=Rate(sum(calls), len(calls)),
        accuracy=Rate(sum(score >= 1 for score in known), len(known)),
        skipped=len(folder.run.problems()),
        cost=cost,
    )


def _answer_rest(
    folder: AgentFolder,
    wanted: Sequence[ItemRecord],
    graded: bool,
    model: ChatModel,
    tools: Tools,
    options: Options,
) -> Tally[ItemRecord]:
    """Hold the conversations that are not at their end."""
    held = folder.conversations()
    waiting = [item for item in wanted if item.id not in held or held[item.id].again]
    finished = len(wanted) - len(waiting)
    if not waiting:
        return Tally()
    with checkpoints(folder.checkpoints) as saver, Journal(folder.journal) as journal:
        agent = Agent(model, tools, saver, options.limits, options.stopping)
        # Kept, and killed before it was forgotten.
        for id in conversations_in(saver) & held.keys():
            if not held[id].again:
                saver.delete_thread(id)

        def keep(item: ItemRecord, ended: Ended, *, again: bool = False) -> None:
            made = trajectory_of(item, ended, model.name, graded=graded)
            journal.append(
                to_json(Conversation(item.id, made, again, ended.seconds, ended.sampled_at))
            )
            if not again:
                saver.delete_thread(item.id)

        def progress(done: int) -> None:
            if options.progress:
                options.progress("items", finished + done, len(wanted))

        progress(0)
        tally = run_units(
            waiting,
            lambda item: agent.answer(question_of(item)),
            keep,
            at_once=options.parallel,
            stopping=options.stopping,
            progress=progress,
        )
        for item, error in tally.failed:
            keep(item, agent.so_far(question_of(item), error), again=True)
        is_over = not conversations_in(saver)
    if is_over:
        remove_checkpoints(folder.checkpoints)
    if tally.failed and not tally.done and tally.stopped is None:
        first = tally.failed[0][1]
        tally.stopped = UnavailableError(f"no item was answered: {first}", reason=first.reason)
    return tally


def trajectory_of(item: ItemRecord, ended: Ended, model: str, *, graded: bool) -> Trajectory:
    """A conversation as a trajectory.

    Args:
        item: what was asked.
        ended: the conversation.
        model: as the user calls it.
        graded: compare the answer with gold now: the graph may never hold the items of a file.
    """
    answer = ended.answer
    made = Trajectory(
        id=item.id,
        steps=ended.steps,
        question=item.question,
        item=item.id,
        model=model,
        final=answer.text if answer else None,
        choice=answer.choice if answer else None,
        outcome=ended.outcome,
        meta={"ended": ended.note} if ended.note else {},
        tokens=Tokens(prompt=ended.input_tokens, completion=ended.output_tokens),
    )
    return replace(made, score=grade(made, item)) if graded else made
