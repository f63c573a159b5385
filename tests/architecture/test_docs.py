"""Documentation tells the truth: versions, links, and the README's commands on a real server."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from benchmarks.runs import delete_run
from graph.console import run_query
from graph.neo4j_store import Neo4jStore
from hubscope import __version__
from hubscope.settings import Settings
from ui.connection import open_store

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def test_the_version_stands_in_the_changelog() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert newest
    assert newest.group(1) == __version__


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing


def test_the_two_commands_are_targets_of_make() -> None:
    targets = re.findall(r"^make (\w+)", blocks("bash")[0], re.M)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert targets == ["demo", "test"]
    assert all(f"\n{target}:" in makefile for target in targets)


def test_every_dependency_is_in_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    names = [
        re.split(r"[<>=\[ ]", line)[0]
        for line in [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    ]
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert not [name for name in names if f"\n{name}==" not in f"\n{lock}"]
    assert "http" + "://" not in lock
    assert "http" + "s://" not in lock


@pytest.mark.neo4j
@pytest.mark.model
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_main_job_and_the_queries_of_the_readme_run(
    settings: Settings, store: Neo4jStore, tmp_path: Path
) -> None:
    (tmp_path / "benchmarks").symlink_to(ROOT / "benchmarks")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "HUBSCOPE_HOME": str(settings.home)}
    commands = [line for line in blocks("bash")[1].splitlines() if line]
    assert len(commands) > 10
    for command in commands[:-1]:
        done = subprocess.run(
            command.split(), cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert (tmp_path / "report.html").stat().st_size > 10_000
    queries = blocks("cypher")
    assert len(queries) == 5
    with open_store(settings) as opened:
        for query in queries:
            found = run_query(opened.connection.driver, query)
            assert found.rows, query
    for run in ("mine:careful", "mine:careless"):
        delete_run(settings.home, run)
    last = subprocess.run(commands[-1].split(), cwd=tmp_path, env=environment, capture_output=True)
    assert last.returncode == 0
    assert [one.name for one in store.sources()] == ["questions"]
