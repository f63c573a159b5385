"""Tests reach no network, and neither the home nor the server of whoever runs them."""

import os
import socket
import tempfile
from pathlib import Path

import pytest

from hubscope.settings import load_settings


def test_a_unit_test_opens_no_connection(free_port: int) -> None:
    with socket.socket() as client, pytest.raises(PermissionError, match="no network"):
        client.connect(("127.0.0.1", free_port))


@pytest.mark.loopback
def test_a_loopback_test_reaches_this_machine_alone(free_port: int) -> None:
    with socket.socket() as client, pytest.raises(ConnectionRefusedError):
        client.connect(("127.0.0.1", free_port))
    with socket.socket() as client, pytest.raises(PermissionError, match="no network"):
        client.connect(("192.0.2.1", 80))  # an address that is kept for documentation


def test_the_home_is_thrown_away_and_no_server_is_named() -> None:
    settings = load_settings()
    assert settings.home.is_relative_to(Path(tempfile.gettempdir()).absolute())
    assert settings.neo4j_uri is None
    assert not [name for name in os.environ if name.startswith("NEO4J_")]
