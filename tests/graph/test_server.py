"""The local server against the real thing: start, stop, kill, ports, passwords."""

import pytest

from graph import server as local_server
from graph.server import Endpoint
from hubscope.settings import Settings

pytestmark = pytest.mark.neo4j


def test_a_started_server_says_what_it_is(settings: Settings, server: Endpoint) -> None:
    status = local_server.status(settings)
    assert status.running
    assert status.uri == server.uri
    assert (status.version, status.edition) == ("2026.09.0", "community")
