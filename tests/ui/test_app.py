"""The app's pages without a browser and without a server: empty states, errors, runs on disk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.ui.ablated_run import ablated_run, with_directions
from tests.ui.scored_run import HOSTILE, ZINC, bare_run, scored_run

APP = Path(__file__).parents[2] / "ui" / "app.py"
PAGES = ("overview", "hubs", "concept", "trajectory", "sources", "console")
NEED_THE_GRAPH = ("overview", "hubs", "concept", "sources")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home without a server; Streamlit's caches are of the process, so they are emptied."""
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path))
    st.cache_resource.clear()
    yield tmp_path
    st.cache_resource.clear()


def opened(page: str, **parameters: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=30)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    if page != "overview":
        app.switch_page(f"views/{page}.py").run()
    return app


def texts(app: AppTest) -> str:
    """Everything a page says, however it is drawn."""
    kinds = ("markdown", "caption", "error", "warning", "info", "code", "title", "subheader")
    said = [str(element.value) for kind in kinds for element in _elements(app, kind)]
    drawn = [str(element.proto.body) for element in _elements(app, "html")]
    return "\n".join([*said, *drawn])


def _elements(app: AppTest, kind: str) -> list[Any]:
    return list(app.get(kind))


@pytest.mark.parametrize("page", PAGES)
def test_without_a_server_every_page_stands_and_the_remedy_is_named(home: Path, page: str) -> None:
    app = opened(page)
    assert not app.exception
    assert "no connection" in texts(app)
    if page in NEED_THE_GRAPH:
        assert "hubscope db start" in texts(app)
        assert len(app.error) == 1


def test_without_runs_the_trajectory_page_says_how_to_import_one(home: Path) -> None:
    assert "hubscope import FILE --run NAME" in texts(opened("trajectory"))


def test_broken_settings_are_one_clear_box(home: Path) -> None:
    (home / "settings.toml").write_text("neo4j_uri = ", "utf-8")
    app = opened("overview")
    assert not app.exception
    assert "not a TOML file" in app.error[0].value.replace("\\", "")


def test_a_run_of_bare_answers_is_not_the_one_that_is_shown_first(home: Path) -> None:
    bare = bare_run(home, "a-bare")
    full = scored_run(home)
    assert bare.values("hsw_micro") > full.values("hsw_micro")
    app = opened("hubs")
    assert app.sidebar.selectbox(key="run").value == "by-hand"
    assert list(app.dataframe[0].value["name"]) == ["Zinc ‡"]


def test_failure_hubs_need_no_server(home: Path) -> None:
    scored_run(home)
    app = opened("hubs")
    assert not app.exception
    assert not app.error
    shown = app.dataframe[0].value
    assert list(shown["name"]) == ["Zinc ‡"]
    assert list(shown["refuted"]) == [1]
    assert "‡ fewer than five claims: 1 of 1 concepts" in texts(app)


def test_hubs_are_filtered_by_name_and_type(home: Path) -> None:
    scored_run(home)
    assert len(opened("hubs", search="ZIN").dataframe[0].value) == 1
    for parameters in ({"search": "insulin"}, {"type": "Gene"}):
        app = opened("hubs", **parameters)
        app.query_params.update(parameters)
        app.run()
        assert not app.dataframe, parameters


def test_a_trajectory_shows_verdicts_and_foreign_text_escaped(home: Path) -> None:
    scored_run(home)
    app = opened("trajectory")
    assert not app.exception
    said = texts(app)
    assert "▲ refuted" in said
    assert "✕ not judged (error)" in said
    assert "gold: timeout" in said
    assert "<img" not in said
    assert HOSTILE.replace("<", "&lt;").replace(">", "&gt;") in said
    assert 'style="--m:#D55E00">Zinc inhibits ACE2<sup' in said


def test_previous_and_next_stay_within_the_filter(home: Path) -> None:
    scored_run(home)
    app = opened("trajectory")
    assert app.selectbox(key="trajectory").options == ["wrong", "right"]
    app.button(key="next").click().run()
    assert app.selectbox(key="trajectory").value == "right"
    assert app.button(key="next").disabled
    app.button_group(key="show").set_value("refuted claims").run()
    assert app.selectbox(key="trajectory").options == ["wrong"]
    assert app.button(key="previous").disabled
    assert app.button(key="next").disabled


def test_the_address_chooses_the_run(home: Path) -> None:
    for name in ("a", "b"):
        scored_run(home, name)
    app = opened("overview", run="b")
    assert app.selectbox(key="run").value == "b"
    assert app.query_params["run"] == "b"


def test_a_run_that_is_not_there_falls_back_to_one_that_is(home: Path) -> None:
    scored_run(home)
    app = opened("overview", run="gone")
    assert app.selectbox(key="run").value == "by-hand"


def test_an_unscored_run_is_told_how_to_be_scored(home: Path) -> None:
    run = scored_run(home)
    for name in ("scores.json", "judged.jsonl", "manifest.json"):
        (run.path / name).unlink()
    for page in ("hubs", "trajectory", "overview"):
        app = opened(page, by="Failure hubs")
        assert not app.exception
        assert page == "hubs" or "hubscope score by-hand --all" in texts(app)


def test_a_run_of_another_version_breaks_no_page(home: Path) -> None:
    run = scored_run(home)
    for name in ("scores.json", "manifest.json"):
        (run.path / name).write_text("{}", "utf-8")
    for page in PAGES:
        app = opened(page)
        assert not app.exception
        assert app.selectbox(key="run").value == "by-hand"
    assert "hubscope score by-hand scores it again" in literal_of(opened("overview"))


def test_a_broken_run_breaks_no_page_and_hides_no_other(home: Path) -> None:
    scored_run(home, "broken").write("run.json", {})
    scored_run(home, "whole")
    for page in PAGES:
        for run in ("broken", "whole"):
            app = opened(page, run=run)
            assert not app.exception
            assert app.selectbox(key="run").options == ["broken", "whole"]
    said = literal_of(opened("overview"))
    assert "hubscope runs delete broken" in said


def literal_of(app: AppTest) -> str:
    """What a page says, as it is read: without the escapes of Markdown."""
    return texts(app).replace("\\", "")


def test_a_writing_query_is_refused_without_a_server(home: Path) -> None:
    app = opened("console")
    app.text_area(key="q").set_value("MATCH (n) DETACH DELETE n")
    app.button[0].click().run()
    assert not app.exception
    assert app.error[0].value.startswith("Refused")


@pytest.mark.parametrize("given", ["{", "[1]"])
def test_parameters_that_are_no_object_are_refused(home: Path, given: str) -> None:
    app = opened("console")
    app.text_area(key="q").set_value("RETURN $x")
    app.text_input(key="params").set_value(given)
    app.button[0].click().run()
    assert app.error[0].value.startswith("Refused")
    assert ZINC.key not in texts(app)


def test_without_ablations_their_page_says_how_to_make_one(home: Path) -> None:
    assert "hubscope ablate DATASET" in texts(opened("ablation"))


def test_an_ablation_shows_rounds_figures_and_flips_with_text_as_text(home: Path) -> None:
    ablated_run(home)
    app = opened("ablation")
    assert not app.exception
    said = texts(app)
    assert "12 claims of sets" in said
    assert "IS, immediate sensitivity" in said
    assert "Flips (3)" in said
    assert "gone after round 0" in said
    assert "<img src=x" not in said
    [table] = app.dataframe
    assert list(table.value["accuracy"]) == [1.0, 0.0, 0.0, 0.0, 0.0]


def test_directions_are_shown_where_they_were_found_of_these_rounds(home: Path) -> None:
    folder = ablated_run(home)
    assert "Directions of representation" not in texts(opened("ablation"))
    with_directions(folder)
    app = opened("ablation")
    assert not app.exception
    said = texts(app)
    assert "Directions of representation" in said
    assert "State of the last token of the last layer; 12 claims" in said
    assert "are the same with evidence and without" in said


def test_an_ablation_that_has_not_ended_says_how_to_go_on(home: Path) -> None:
    folder = ablated_run(home)
    (folder.path / "scores.json").unlink()
    assert "--run by-rule" in texts(opened("ablation"))
    (folder.path / "manifest.json").write_text("{}", "utf-8")
    app = opened("ablation")
    assert not app.exception
    assert "hubscope runs delete by-rule" in app.error[0].value.replace("\\", "")
