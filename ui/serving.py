"""Serving the app: Streamlit in a process of its own, on 127.0.0.1 only."""

import os
import subprocess
import sys
from pathlib import Path

from hubscope.settings import Settings

# The app's own settings, passed as options so that they hold wherever it is started from.
OPTIONS = {
    "server.address": "127.0.0.1",
    "server.headless": "true",
    "server.enableXsrfProtection": "true",
    "server.enableCORS": "true",
    "browser.gatherUsageStats": "false",
    "client.showErrorDetails": "type",
    "client.toolbarMode": "viewer",
    "server.fileWatcherType": "none",
    # One of each, so that the browser's own choice of light or dark holds.
    "theme.light.primaryColor": "#0072B2",
    "theme.dark.primaryColor": "#56B4E9",
}


def command(port: int) -> list[str]:
    """The command line that serves the app."""
    app = Path(__file__).with_name("app.py")
    options = [f"--{name}={value}" for name, value in OPTIONS.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app), f"--server.port={port}", *options]


def environment(settings: Settings) -> dict[str, str]:
    """The environment in which the app finds the same home and server as its caller."""
    chosen = {
        "HUBSCOPE_HOME": str(settings.home),
        "NEO4J_URI": settings.neo4j_uri,
        "NEO4J_USERNAME": settings.neo4j_username,
        "NEO4J_PASSWORD": settings.neo4j_password.reveal(),
        "NEO4J_DATABASE": settings.neo4j_database,
    }
    return os.environ | {name: value for name, value in chosen.items() if value}


def serve(settings: Settings, port: int) -> int:
    """Serve until interrupted; the exit code of Streamlit."""
    from graph.server import endpoint

    endpoint(settings)  # a clear error here rather than on every page
    try:
        return subprocess.call(command(port), env=environment(settings))  # noqa: S603  # our own interpreter and file
    except KeyboardInterrupt:
        return 0
