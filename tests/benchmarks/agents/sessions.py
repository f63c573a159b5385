"""A session of the agent in a process of its own, to be killed; nothing here is a test.

Imported once by the server of processes, so that every session begins as a copy of it.
"""

import importlib
import os
import time
from pathlib import Path

from benchmarks.agents.dataset import Dataset
from benchmarks.agents.folder import agent_folder
from benchmarks.agents.running import Options, run_agent
from benchmarks.manifest import code_digest
from hubscope.llm.chat import ToolCall
from hubscope.llm.opening import Models
from tests.benchmarks.agents.agents import Shelf, item

# Before any session begins, not in each of them.
for name in (
    "langchain.chat_models",
    "langchain_openai",
    "langgraph.checkpoint.sqlite",
    "langgraph.graph",
    "langsmith.run_helpers",
):
    importlib.import_module(name)
code_digest()

ITEMS = "123456"
GIVEN = Dataset(
    "items.jsonl", tuple(item(id, question=f"Does zinc inhibit ACE{id}?") for id in ITEMS)
)
# Long enough that a kill can fall into a tool.
TOOL_S = 0.004


def _slow(call: ToolCall) -> str:
    time.sleep(TOOL_S)
    return f"Found {call.arguments}."


def hold(home: Path, variables: dict[str, str], parallel: int) -> None:
    """Answer what is not answered yet."""
    os.environ |= variables
    folder = agent_folder(home, "mine")
    with Models(home, max_cost=5, ledger=folder.ledger) as models:
        model = models.open("openai:gpt-4o-mini")
        options = Options(parallel=parallel, cost=lambda: models.spent.cost)
        run_agent(folder, GIVEN, model, Shelf(_slow), options)
