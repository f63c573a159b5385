"""PubMedQA by chain of thought (Lievin et al., 2023): one file, a run a prompt, InstructGPT."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.agents.formats import answers
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.trajectory import Problem, Trajectory

_OPTIONS = {"A": "yes", "B": "no", "C": "maybe"}
# The prompt ends the model's reasoning with these words; what follows them is its answer.
_ANSWER = re.compile(r"among A through C, the answer is\s*:?\s*(?P<answer>.*)\Z", re.DOTALL)
_LETTER = re.compile(r"\(?(?P<letter>[ABC])\b")


def _final(text: str) -> tuple[str | None, str | None]:
    found = _ANSWER.search(text)
    answer = found["answer"].strip() if found else ""
    letter = _LETTER.match(answer)
    return answer or None, _OPTIONS[letter["letter"]] if letter else None


_FIELDS = answers.Fields(id="id", text="completion", run="prompt", score="right", final=_final)


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record; the run is the prompt."""
    yield from answers.read(path, _FIELDS)


def _fits(head: Head) -> bool:
    return head.has("id", "prompt", "completion", "right")


FORMAT = Format(_fits, read)
