"""The demo on the store in memory, with the real encoder, index and judge."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.demo import PLANTED, Demo, run_demo
from benchmarks.hallucination.judged import read_judged
from benchmarks.hallucination.scored import read_manifest, rescore
from benchmarks.hallucination.scoring import Options, score
from benchmarks.report import write_report
from benchmarks.runs import RunFolder, create_run, delete_run, list_runs, open_run
from benchmarks.verify import verify
from benchmarks.workbench import equip
from graph.memory_store import MemoryStore
from graph.names import identity
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.settings import Settings

pytestmark = pytest.mark.model


def _silent(what: str, done: int, total: int | None = None) -> None:
    pass


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Demo, MemoryStore, Settings]:
    settings = Settings(home=tmp_path_factory.mktemp("demo"))
    store = MemoryStore()
    return run_demo(settings, store, _silent, spool_folder=settings.home), store, settings


@pytest.fixture
def careless(done: tuple[Demo, MemoryStore, Settings]) -> RunFolder:
    return open_run(done[2].home, "demo:careless")


@pytest.fixture
def copied(careless: RunFolder, tmp_path: Path) -> RunFolder:
    """A copy of the scored run, free to be broken."""
    path = tmp_path / "runs" / careless.path.name
    shutil.copytree(careless.path, path)
    return RunFolder(path)


def test_the_planted_hubs_fill_the_first_places(
    done: tuple[Demo, MemoryStore, Settings],
) -> None:
    worst = [identity(hub.name) for hub in done[0].scored[-1].hubs[: len(PLANTED)]]
    assert sorted(worst) == sorted(identity(name) for name in PLANTED)


def test_the_careless_agent_scores_worse_and_worse_still_on_hubs(
    done: tuple[Demo, MemoryStore, Settings],
) -> None:
    careful, careless = (one.scores for one in done[0].scored)
    for name in ("hr", "hs_macro", "hsw_macro", "hsw_micro"):
        assert (careful[name].high or 1) < (careless[name].low or 0), name
    assert (careless["hsw_micro"].value or 0) > (careless["hs_micro"].value or 0)
    assert careful["acc"].value == pytest.approx(19 / 20)  # wrong about warfarin once
    assert careless["acc"].value == pytest.approx(8 / 20)


def test_every_claim_is_judged_on_gold_evidence_and_none_fails(
    done: tuple[Demo, MemoryStore, Settings],
) -> None:
    for scored in done[0].scored:
        coverage = scored.coverage
        assert (coverage.errors, coverage.no_claims, coverage.without_item) == (0, 0, 0)
        assert coverage.by_evidence["gold"] == coverage.claims


def test_a_quote_comes_from_the_evidence_it_names(
    done: tuple[Demo, MemoryStore, Settings], careless: RunFolder
) -> None:
    refuted = [
        claim
        for judged in read_judged(careless.judged)
        for claim in judged.claims
        if claim.verdict is Verdict.REFUTED
    ]
    assert len(refuted) >= 15
    for claim in refuted:
        chunks = done[1].chunk_records(claim.chunks)
        assert any(claim.quote in chunk.text for chunk in chunks.values())


def test_the_graph_holds_a_copy_of_both_runs(done: tuple[Demo, MemoryStore, Settings]) -> None:
    _, store, _ = done
    assert store.run_names() == ["demo:careful", "demo:careless"]
    worst = store.failure_hubs("demo:careless", top=3)
    assert {identity(hub.name) for hub in worst} == {identity(name) for name in PLANTED}
    said = store.agent_claims(worst[0].concept)
    assert {one.run for one in said} == {"demo:careful", "demo:careless"}


def test_scoring_again_changes_nothing(
    done: tuple[Demo, MemoryStore, Settings], careless: RunFolder
) -> None:
    _, store, settings = done
    before = careless.judged.read_bytes()
    equipment = equip(settings, store, judge="embedded", tiers=("gold", "graph"))
    again = score(careless, equipment, Options(everything=True))
    assert again == done[0].scored[-1]
    assert careless.judged.read_bytes() == before


def test_a_killed_run_goes_on_where_it_was(
    done: tuple[Demo, MemoryStore, Settings], copied: RunFolder
) -> None:
    _, store, settings = done
    whole = copied.judged.read_bytes()
    lines = whole.splitlines(keepends=True)
    copied.judged.write_bytes(b"".join(lines[:7]) + lines[7][:25])  # a torn line, too
    (copied.path / "scores.json").unlink()
    equipment = equip(settings, store, judge="embedded", tiers=("gold", "graph"))
    score(copied, equipment, Options(everything=True))
    assert copied.judged.read_bytes() == whole


def test_other_conditions_start_the_journal_over(
    done: tuple[Demo, MemoryStore, Settings], copied: RunFolder
) -> None:
    _, store, settings = done
    other = replace(settings, relevance_floor=0.99)
    equipment = equip(other, store, judge="embedded", tiers=("gold",))
    scored = score(copied, equipment, Options(everything=True))
    assert read_manifest(copied).relevance_floor == 0.99
    assert scored.coverage.by_evidence.get("none", 0) > 0


def test_only_wrong_answers_are_judged_by_default(
    done: tuple[Demo, MemoryStore, Settings], copied: RunFolder
) -> None:
    _, store, settings = done
    equipment = equip(settings, store, judge="embedded", tiers=("gold", "graph"))
    scored = score(copied, equipment, Options())
    assert scored.coverage.in_scope == 12
    assert scored.coverage.left_out == {"the answer is right": 8}
    assert scored.scores["acc"].n == 20


def test_a_run_without_a_wrong_answer_says_how_to_score_it(
    done: tuple[Demo, MemoryStore, Settings], careless: RunFolder, tmp_path: Path
) -> None:
    _, store, settings = done
    right = {judged.id for judged in read_judged(careless.judged) if judged.score == 1}
    chosen = [one for one in careless.trajectories() if one.id in right]
    run = create_run(tmp_path, "right", chosen, [], format="own", items="", imported_from=[])
    before = {path.name for path in run.path.iterdir()}
    equipment = equip(settings, store, judge="embedded", tiers=("gold", "graph"))
    with pytest.raises(InputError, match="--all"):
        score(run, equipment, Options())
    assert {path.name for path in run.path.iterdir()} == before


def test_verify_finds_nothing_to_say_about_a_whole_run(careless: RunFolder) -> None:
    assert verify(careless) == []


def test_verify_finds_a_changed_verdict(copied: RunFolder) -> None:
    text = copied.judged.read_text("utf-8").replace('"REFUTED"', '"SUPPORTED"', 1)
    copied.judged.write_text(text, "utf-8")
    first, *others = [difference.what for difference in verify(copied)]
    assert first == "judged.jsonl"
    assert "scores.scores.scores.hs_micro.value" in others


def test_verify_finds_a_changed_number(copied: RunFolder) -> None:
    stored = copied.read("scores.json")
    stored["scores"]["scores"]["hs_micro"]["value"] += 0.001
    copied.write("scores.json", stored)
    assert [one.what for one in verify(copied)] == ["scores.scores.scores.hs_micro.value"]


def test_verify_finds_changed_inputs(copied: RunFolder) -> None:
    with copied.trajectories_file.open("a", encoding="utf-8") as file:
        file.write("\n")
    snapshot = copied.snapshot.read_text("utf-8")
    copied.snapshot.write_text(snapshot.replace('"Core"', '"Off"', 1), "utf-8")
    found = {difference.what for difference in verify(copied)}
    assert {"trajectories.jsonl", "snapshot.json"} <= found


def test_the_report_holds_nothing_from_elsewhere_and_no_script(
    done: tuple[Demo, MemoryStore, Settings], tmp_path: Path
) -> None:
    runs = list_runs(done[2].home)
    html, markdown = write_report(runs, tmp_path / "report.html")
    text = html.read_text("utf-8")
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert "demo:careless" in text
    assert "Insulin" in text
    assert "held-out pairs" in text
    assert "| failure hub |" in markdown.read_text("utf-8")


def test_text_of_agents_is_escaped_in_the_report(copied: RunFolder, tmp_path: Path) -> None:
    text = copied.judged.read_text("utf-8")
    hostile = text.replace("Insulin raises blood glucose", "<img src=x onerror=alert(1)> |x|")
    assert hostile != text
    copied.judged.write_text(hostile, "utf-8")
    html, _ = write_report([copied], tmp_path / "report.html")
    assert "<img" not in html.read_text("utf-8")


def test_importing_the_same_again_changes_nothing_and_other_trajectories_are_refused(
    done: tuple[Demo, MemoryStore, Settings], careless: RunFolder
) -> None:
    home = done[2].home
    trajectories = list(careless.trajectories())
    again = {"format": "own", "items": "", "imported_from": ["x"]}
    create_run(home, "demo:careless", trajectories, [], **again)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="holds other trajectories"):
        create_run(home, "demo:careless", trajectories[1:], [], **again)  # type: ignore[arg-type]
    assert careless.record().trajectories == 20


@pytest.mark.parametrize("name", ["a/b:c", "..", "ΔF508 run", "CON", "a.b"])
def test_any_name_makes_a_folder_of_its_own(name: str, careless: RunFolder, tmp_path: Path) -> None:
    trajectories = list(careless.trajectories())[:1]
    run = create_run(tmp_path, name, trajectories, [], format="own", items="", imported_from=[])
    assert run.path.parent == tmp_path / "runs"
    assert [one.name for one in list_runs(tmp_path)] == [name]
    delete_run(tmp_path, name)
    assert list_runs(tmp_path) == []


def test_scores_come_from_the_folder_alone(copied: RunFolder) -> None:
    assert rescore(copied).scores["hs_micro"].value is not None
