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


def test_keys_of_services_come_from_the_environment_and_never_print(tmp_path: Path) -> None:
    settings = _load(tmp_path, NCBI_API_KEY=" abc-123 ", SERPER_API_KEY="def-456")
    assert settings.ncbi_api_key.reveal() == "abc-123"
    assert settings.openalex_api_key == Secret("")
    assert "abc-123" not in repr(settings)
    assert "def-456" not in repr(settings)


def test_services_can_be_pointed_elsewhere_and_switched_off(tmp_path: Path) -> None:
    text = 'offline = true\npapers = "~/papers"\n'
    settings = _load(tmp_path, text, HUBSCOPE_NCBI_URL="http://127.0.0.1:8080/ncbi/")
    assert settings.ncbi_url == "http://127.0.0.1:8080/ncbi"
    assert settings.offline
    assert settings.papers == Path.home() / "papers"
    assert not _load(tmp_path, HUBSCOPE_OFFLINE="0").offline


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"HUBSCOPE_CROSSREF_URL": "https://key@example.org"}, "crossref_url"),
        ({"HUBSCOPE_CROSSREF_URL": "https://example.org/?key=1"}, "crossref_url"),
        ({"HUBSCOPE_CROSSREF_URL": "ftp://example.org"}, "crossref_url"),
        ({"HUBSCOPE_OFFLINE": "perhaps"}, "offline"),
        ({"HUBSCOPE_EMAIL": "nobody"}, "contact_email"),
        ({"SERPER_API_KEY": "ключ"}, "serper_api_key"),
    ],
)
def test_an_odd_setting_of_a_service_is_refused_by_name(
    environment: dict[str, str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said) as refused:
        _load(tmp_path, **environment)
    assert "ключ" not in str(refused.value)
