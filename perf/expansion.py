"""Outward search: what a second benchmark asks that shares half its seeds; forecasts to the truth.

    python -m perf.expansion

Services and model are on loopback; the literature is made up, as much of it as services usually
give (tests.servers.topics). Requests are counted where they arrive.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from hubscope.llm.opening import Models
from ingest.pipeline import load_extractor
from perf.report import row
from tests.hubscope.llm.asking import quick_models
from tests.ingest.outward import Desk, reader
from tests.retrieval.connectors.reaching import reach_for, settings_for
from tests.servers.chat import ChatServer, providing
from tests.servers.loopback import serving
from tests.servers.reader import reads_triples
from tests.servers.topics import topic_services

FIRST = ("asthma", "obesity", "stroke", "malaria", "insulin", "zinc", "tuberculosis", "psoriasis")
SECOND = (*FIRST[4:], "aspirin", "anemia", "leukemia", "epilepsy")
SERVICES = 2
MODEL = "openai:m1"


@contextmanager
def _desk() -> Iterator[Desk]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        services = topic_services(sorted({*FIRST, *SECOND}))
        reach = reach_for(settings_for(folder, stack.enter_context(serving(services))))
        desk = Desk(folder, load_extractor(), reach, services)
        stack.callback(reach.close)
        stack.callback(desk.cache.close)
        yield desk


def _expanded(
    desk: Desk, model: ChatServer, name: str, topics: tuple[str, ...], new: int
) -> tuple[int, bool]:
    """Search outward from a benchmark and print what it took.

    How often the model answered, and whether every figure is within its limit.
    """
    asked, answered = len(desk.asked), model.answered
    with Models(desk.home, dry_run=True) as rehearsed:
        desk.forecast(name, topics, reader(rehearsed, desk.extractor, MODEL))
        expected = rehearsed.estimate
    with quick_models(desk.home) as models:
        desk.run(name, topics, model=reader(models, desk.extractor, MODEL))
        spent = models.spent
    searches = [path for path in desk.asked[asked:] if "esearch" in path or "crossref" in path]
    calls = model.answered - answered
    tokens = expected.input_tokens + expected.output_tokens
    real = spent.input_tokens + spent.output_tokens
    held = [
        row(f"{name}: searches a new seed and service", len(searches) / new / SERVICES, 1, ""),
        row(f"{name}: calls forecast, off by", abs(expected.calls / calls - 1), 0.2, ""),
        row(f"{name}: tokens forecast, off by", abs(tokens / real - 1), 0.2, ""),
    ]
    return calls, all(held)


def main() -> None:
    """Print the ratios against their limits."""
    with pytest.MonkeyPatch.context() as patch, _desk() as desk, _desk() as other:
        with providing("openai", reads_triples, patch) as model:
            _, first = _expanded(desk, model, "first", FIRST, len(FIRST))
            calls, second = _expanded(desk, model, "second", SECOND, len(SECOND) // 2)
            alone, half = _expanded(other, model, "new half alone", SECOND[4:], len(SECOND) // 2)
        held = [
            first,
            second,
            half,
            row("calls of the second to those of its new half alone", calls / alone, 1, ""),
            row("requests to distinct ones", len(desk.asked) / len({*desk.asked}), 1, ""),
        ]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
