"""Settings: environment beats file, file beats default; what does not fit is refused."""

from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.settings import Secret, Settings, load_settings


def _load(home: Path, text: str = "", **environment: str) -> Settings:
    if text:
        (home / "settings.toml").write_text(text, "utf-8")
    return load_settings({"HUBSCOPE_HOME": str(home), **environment})


def test_defaults_need_neither_file_nor_environment(tmp_path: Path) -> None:
    settings = _load(tmp_path)
    assert settings == Settings(home=tmp_path)
    assert settings.neo4j_uri is None


def test_environment_beats_file_and_file_beats_default(tmp_path: Path) -> None:
    text = 'neo4j_username = "filed"\nrelevance_floor = 0.5\nneo4j_heap = "1G"\n'
    settings = _load(tmp_path, text, NEO4J_USERNAME="said", NEO4J_DATABASE="")
    assert (settings.neo4j_username, settings.neo4j_database) == ("said", "neo4j")
    assert (settings.relevance_floor, settings.neo4j_heap) == (0.5, "1g")


def test_the_command_line_beats_both(tmp_path: Path) -> None:
    settings = _load(tmp_path, NEO4J_URI="bolt://a").using(neo4j_uri="bolt://b", cache=None)
    assert settings.neo4j_uri == "bolt://b"
    assert settings.cache == Settings(home=tmp_path).cache


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"HUBSCOPE_RELEVANCE_FLOOR": "1.5"}, "relevance_floor"),
        ({"HUBSCOPE_RELEVANCE_FLOOR": "nan"}, "relevance_floor"),
        ({"HUBSCOPE_RELEVANCE_FLOOR": "high"}, "relevance_floor"),
        ({"HUBSCOPE_EVIDENCE_CHUNKS": "0"}, "evidence_chunks"),
        ({"HUBSCOPE_EVIDENCE_CHARACTERS": "1.5"}, "evidence_characters"),
        ({"HUBSCOPE_NEO4J_HEAP": "512"}, "512m or 2g"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(
    environment: dict[str, str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        _load(tmp_path, **environment)


def test_an_unknown_setting_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'neo4j_url'\. Known: neo4j_uri"):
        _load(tmp_path, 'neo4j_url = "bolt://a"\n')


def test_a_file_that_is_no_toml_is_refused_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"settings\.toml: not a TOML file"):
        _load(tmp_path, "neo4j_uri = \n")


def test_a_password_never_prints(tmp_path: Path) -> None:
    settings = _load(tmp_path, NEO4J_PASSWORD="hush-hush")
    assert settings.neo4j_password.reveal() == "hush-hush"
    assert "hush" not in f"{settings} {settings!r} {settings.neo4j_password}"
    assert repr(Secret("")) == "Secret(unset)"
