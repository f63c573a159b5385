"""What tests of the app share."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def _packages_are_scanned_once() -> Iterator[None]:
    """Streamlit reads the metadata of every installed package in every run of an AppTest."""
    scan = manifest_scanner.scan_component_manifests
    manifest_scanner.scan_component_manifests = cache(scan)
    yield
    manifest_scanner.scan_component_manifests = scan


@pytest.fixture
def app_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home without a server; Streamlit's caches are of the process, so they are emptied."""
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path))
    st.cache_resource.clear()
    yield tmp_path
    st.cache_resource.clear()
