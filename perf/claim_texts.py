"""Texts that agents wrote in real trajectories: what the rules for claims are measured on.

Only what the agent itself wrote: no question, no prompt, no tool output, no reference list. A unit
is a sentence of one line, list mark and emphasis cut; it is named by source, record and number.
"""

import gzip
import json
import re
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.agents.importing import import_trajectories
from perf.extraction_sources import DATA, hash_of
from retrieval.sentences import split

_MARKUP = re.compile(r"\*\*|__|`|^#{1,6}\s+", re.MULTILINE)
_LIST_MARK = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.)]|\(?[a-h][.)])\s+", re.IGNORECASE)
_REFERENCES = re.compile(r"^(?:References?|Bibliography):?\s*$", re.MULTILINE)
_FIRST_HEADING = re.compile(r"^(?:Assay Overview|Overview of Therapeutic Candidate):", re.MULTILINE)
_FEWEST_LETTERS = 12
# The prompt that asks for the bare answer.
_DIRECT = "--"


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence as an agent wrote it.

    Attributes:
        text: all of the step that it stands in.
        question: what was asked, where the record says so.
    """

    source: str
    record: str
    number: int
    sentence: str
    text: str
    question: str

    @property
    def hash(self) -> str:
        """What a sheet keeps of the sentence."""
        return hash_of(self.sentence)


@cache
def units(source: str) -> tuple[Unit, ...]:
    """Every sentence of a source, in order."""
    found = []
    for record, text, question in _TEXTS[source]():
        found += [
            Unit(source, record, number, sentence, text, question)
            for number, sentence in enumerate(sentences_of(text))
        ]
    return tuple(found)


def sentences_of(text: str) -> Iterator[str]:
    """Sentences line by line that hold some words."""
    for line in _MARKUP.sub("", text).splitlines():
        bare = _LIST_MARK.sub("", line)
        for start, end in split(bare):
            if sum(char.isalpha() for char in bare[start:end]) >= _FEWEST_LETTERS:
                yield bare[start:end]


def _steps(path: str) -> Iterator[tuple[str, str, str]]:
    """Steps of a file that one of the importer's formats reads."""
    for run, trajectories in import_trajectories([DATA / path]).runs.items():
        for trajectory in trajectories:
            for at, step in enumerate(trajectory.steps):
                yield f"{run}/{trajectory.id}/{at}", step.content, trajectory.question


def _records(path: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _columns(path: str, name: tuple[str, ...], column: str) -> Iterator[tuple[str, str, str]]:
    for record in _records(path):
        yield "/".join(str(record[part]) for part in name), record[column], ""


def _pubmedqa_prompts() -> Iterator[tuple[str, str, str]]:
    """Named by place: a prompt is text of the data."""
    for at, record in enumerate(_records("pubmedqa_cot_runs/instructgpt_cot.jsonl.gz")):
        if record["prompt"] != _DIRECT:
            yield f"{record['id']}/{at}", record["completion"], ""


def _gene_turing() -> Iterator[tuple[str, str, str]]:
    for at, record in enumerate(_records("genegpt_runs/geneturing_runs.jsonl.gz")):
        yield f"{record['run']}/{at}", "\n".join(said for _, said in record["log"]), ""


def _robin() -> Iterator[tuple[str, str, str]]:
    with tarfile.open(DATA / "robin_reports/celiac_disease.tar.gz") as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            file = archive.extractfile(member)
            if file is None or "summary" in member.name:
                continue
            text = _REFERENCES.split(file.read().decode("utf-8"))[0]
            heading = _FIRST_HEADING.search(text)
            # A literature review begins with its query, a paragraph of its own.
            own = text[heading.start() :] if heading else text.partition("\n\n")[2]
            yield Path(member.name).stem, own, ""


def _who_and_when() -> Iterator[tuple[str, str, str]]:
    for path in sorted((DATA / "who_and_when/Algorithm-Generated").glob("*.json")):
        history = json.loads(path.read_text("utf-8"))["history"]
        # The first message hands the task over; the terminal is a tool.
        for at, message in enumerate(history[1:], 1):
            if message["name"] != "Computer_terminal":
                yield f"{path.stem}/{at}", message["content"], ""


_TEXTS: dict[str, Callable[[], Iterator[tuple[str, str, str]]]] = {
    "medrag_bioasq": lambda: _steps("mirage_medrag_runs/bioasq_outputs.jsonl.gz"),
    "medrag_pubmedqa": lambda: _steps("mirage_medrag_runs/pubmedqa_outputs.jsonl.gz"),
    "pubmedqa_cot": _pubmedqa_prompts,
    "fever_react": lambda: _steps("fever_react/react_fever_500_trajectories.txt"),
    "gene_turing": _gene_turing,
    "gene_sets": lambda: _columns(
        "gene_set_analyses/analyses.jsonl.gz", ("go", "model", "set"), "analysis"
    ),
    "robin": _robin,
    "who_and_when": _who_and_when,
    "litqa3": lambda: _columns(
        "labbench2_answers/litqa3_answers.jsonl.gz", ("id", "model"), "llm_answer"
    ),
    "usmle": lambda: _columns(
        "usmle_gpt4_errors/gpt4_wrong_answers.jsonl.gz", ("serial_num",), "gpt4_response"
    ),
}
SOURCES = tuple(_TEXTS)
