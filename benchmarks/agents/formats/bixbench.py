"""BixBench, zero shot (Mitchener et al., 2025): answers on data that the model was not given."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import answers
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.trajectory import Problem, Trajectory

_SUFFIXES = re.compile(r"(?:-grader-\w+)?(?:\.\w+)*\Z")
_COLUMNS = "uuid,question,predicted,target"
_FIELDS = answers.Fields(id="uuid", text="predicted", question="question", score="correct")


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a row; the run is the file, which is named after the model."""
    model = _SUFFIXES.sub("", path.name)
    for found in answers.read(path, _FIELDS):
        yield replace(found, run=model, model=model) if isinstance(found, Trajectory) else found


def _fits(head: Head) -> bool:
    return head.text.startswith(_COLUMNS) or head.has(*_COLUMNS.split(","))


FORMAT = Format(_fits, read)
