"""A verb of the command line in a process of its own, to be killed; nothing here is a test.

Imported once by the server of processes, so that every verb begins as a copy of it.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchmarks.manifest import code_digest
from retrieval import addresses
from tests.retrieval.connectors.reaching import SITE
from tests.servers.loopback import TrustingGuard
from ui.cli import run

SITE_PORT = "TEST_SITE_PORT"

# Before any verb begins, not in each of them.
for name in (
    "benchmarks.hallucination.scoring",
    "benchmarks.workbench",
    "ingest.pipeline",
    "langchain.chat_models",
    "langchain_anthropic",
    "langchain_openai",
    "langgraph.checkpoint.sqlite",
    "langgraph.graph",
    "langsmith.run_helpers",
    "neo4j",
    "sentence_transformers",
):
    importlib.import_module(name)
code_digest()


def hold(arguments: Sequence[str], variables: Mapping[str, str], said: Path) -> None:
    """Run a verb; what it prints goes to a file."""
    os.environ |= variables
    # No name is asked of the world: of the web sites that a search finds one is there.
    addresses.system_addresses = _loopback_only
    trusted = {SITE: int(variables[SITE_PORT])}
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr("retrieval.connectors.reach.PublicGuard", lambda: TrustingGuard(trusted))
    with said.open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        code = run(arguments)
    sys.exit(code)


def _loopback_only(host: str, port: int, timeout_s: float = 0.0) -> tuple[str, ...]:
    return (host,) if host == "127.0.0.1" else ()
