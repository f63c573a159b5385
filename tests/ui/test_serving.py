"""How the app is started: on this machine only, on the server its caller named."""

from pathlib import Path

from hubscope.settings import Secret, Settings, load_settings
from ui.serving import command, environment


def test_the_app_binds_to_this_machine_and_reports_nothing() -> None:
    options = command(8501)
    for wanted in (
        "--server.address=127.0.0.1",
        "--browser.gatherUsageStats=false",
        "--client.showErrorDetails=type",
        "--server.enableXsrfProtection=true",
    ):
        assert wanted in options


def test_the_app_finds_the_server_that_the_command_line_named(tmp_path: Path) -> None:
    settings = Settings(
        home=tmp_path,
        neo4j_uri="bolt://127.0.0.1:9",
        neo4j_username="reader",
        neo4j_password=Secret("s3cret"),
        neo4j_database="other",
    )
    found = load_settings(environment(settings))
    assert found.home == tmp_path
    assert (found.neo4j_uri, found.neo4j_username, found.neo4j_database) == (
        "bolt://127.0.0.1:9",
        "reader",
        "other",
    )
    assert found.neo4j_password.reveal() == "s3cret"
    assert "s3cret" not in " ".join(command(8501))
