"""LitQA3 answers (LAB-Bench 2): several models' answers to questions on recent papers, graded."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import answers
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.trajectory import Problem, Trajectory

_FIELDS = answers.Fields(
    id="id", text="llm_answer", question="question", run="model", score="score"
)


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record; the run is the model with its tools, as the file names it."""
    for found in answers.read(path, _FIELDS):
        if isinstance(found, Trajectory):
            yield replace(found, model=found.run.partition("@")[0])
        else:
            yield found


def _fits(head: Head) -> bool:
    return head.has("id", "question", "llm_answer", "score")


FORMAT = Format(_fits, read)
