"""What tests of the app share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st


@pytest.fixture
def app_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home without a server; Streamlit's caches are of the process, so they are emptied."""
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path))
    st.cache_resource.clear()
    yield tmp_path
    st.cache_resource.clear()
