"""Forms of jobs as commands."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.llm.prices import load_prices
from ui.jobs.forms import AgentForm, IngestForm, items_given, paths_given, pays, score_job
from ui.jobs.job import check

PRICES = load_prices()


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("openai:gpt-4o-mini", True),
        ("record:replies.jsonl:openai:gpt-4o-mini", True),
        ("openai:unheard-of", True),
        ("", True),
        ("replay:replies.jsonl", False),
        ("ollama:llama3.1", False),
        (" replay:replies.jsonl ", False),
    ],
)
def test_a_model_costs_money_unless_it_is_known_not_to(model: str, expected: bool) -> None:
    assert pays(PRICES, model) is expected


def test_an_agent_that_costs_money_begins_with_its_estimate(tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    file.touch()
    form = AgentForm(f" {file} ", " openai:gpt-4o-mini ", "mini", limit=5, cap=2.0, parallel=4)
    job = form.job(PRICES)
    assert (job.pays, job.rehearsal, job.cap, job.title) == (True, True, 2.0, "mini")
    assert job.arguments == [
        "agent",
        "--max-cost=2.0",
        "--dry-run",
        "--model=openai:gpt-4o-mini",
        "--run=mini",
        "--limit=5",
        "--parallel=4",
        str(file),
    ]


def test_an_agent_on_a_replay_starts_at_once_and_has_no_cap() -> None:
    job = AgentForm("bioasq", "replay:r.jsonl", "mini", cap=2.0).job(PRICES)
    assert (job.pays, job.rehearsal, job.cap) == (False, False, None)
    assert job.arguments[-1] == "bioasq"


def test_an_agent_that_pays_for_searches_costs_money_whatever_its_model() -> None:
    form = AgentForm("bioasq", "replay:r.jsonl", "mini", cap=2.0, pays_searches=True)
    job = form.job(PRICES)
    assert (job.pays, job.rehearsal, job.cap) == (True, True, 2.0)
    assert replace(form, web=False).costs(PRICES) is False


def test_every_option_of_the_forms_is_one_of_the_command() -> None:
    check(
        AgentForm(
            "-source",
            "openai:gpt-4o-mini",
            "-run",
            limit=1,
            cap=0.5,
            parallel=1,
            literature=("pubmed", "crossref"),
            web=False,
            until=date(2026, 1, 31),
            format="table",
            mapping="question=q",
        ).job(PRICES)
    )
    check(
        IngestForm(
            (Path("/a"), Path("/b")),
            source="-s",
            format="table",
            vocabulary="life_science",
            limit=1,
            lexicon="l.tsv",
            mapping="question=q",
            model="openai:gpt-4o-mini",
            literature=("pubmed", "biorxiv"),
            cap=0.5,
        ).job(PRICES)
    )
    check(score_job("-run"))


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (AgentForm("", "openai:m", "r"), "Items"),
        (AgentForm("a", " ", "r"), "Model"),
        (AgentForm("a", "openai:m", ""), "Name of the run"),
        (AgentForm("a", "openai:m", "r", literature=()), "Literature"),
        (IngestForm(()), "Files"),
    ],
)
def test_what_is_missing_is_named(form: AgentForm | IngestForm, said: str) -> None:
    with pytest.raises(InputError, match=said):
        form.job(PRICES)


def test_an_ingest_by_rules_alone_costs_nothing() -> None:
    job = IngestForm((Path("/data/a.jsonl"), Path("/data/b.jsonl")), cap=3.0).job(PRICES)
    assert (job.pays, job.rehearsal, job.cap) == (False, False, None)
    assert job.title == "a.jsonl, b.jsonl"
    assert job.arguments == ["ingest", "/data/a.jsonl", "/data/b.jsonl"]


def test_paths_are_seen_from_where_the_app_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/ann")
    given = paths_given(" a b.jsonl \n\n~/c.jsonl\n$HOME/*.jsonl\n")
    assert given == [
        tmp_path / "a b.jsonl",
        Path("/home/ann/c.jsonl"),
        tmp_path / "$HOME/*.jsonl",  # nothing is expanded but the home
    ]


def test_a_tilde_before_no_user_is_a_part_of_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths_given("~no-such-user/c.jsonl") == [tmp_path / "~no-such-user/c.jsonl"]
    assert items_given("~no-such-user") == "~no-such-user"


def test_items_are_a_file_where_there_is_one_and_else_a_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert items_given("bioasq") == "bioasq"
    assert items_given("data/none.jsonl") == str(tmp_path / "data/none.jsonl")
    (tmp_path / "bioasq").touch()
    assert items_given("bioasq") == str(tmp_path / "bioasq")
