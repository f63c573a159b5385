"""The in-memory store keeps the contract."""

import pytest

from graph.memory_store import MemoryStore
from tests.conformance.corrections import CorrectionsConformance
from tests.conformance.store import StoreConformance


class TestMemoryStore(StoreConformance):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()


class TestMemoryStoreCorrected(CorrectionsConformance):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()
