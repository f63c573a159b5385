"""MedRAG answer files (Xiong et al., 2024): one file, several runs, one answer a line.

`output` is what the model wrote: it should be JSON {step_by_step_thinking, answer_choice} and
sometimes is not. What the agent wrote is saved all the same, and the record is listed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.agents.formats.fields import id_of, parted, score_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Step, Trajectory
from hubscope.records import Json, JsonFault, JsonParser

_OPTIONS = {"A": "yes", "B": "no", "C": "maybe"}
_THINKING, _ANSWER = "step_by_step_thinking", "answer_choice"
_START = re.compile(r'\{\s*"step_by_step_thinking"\s*:')
# Broken in practice: quotes inside the text, a missing comma between the fields, a cut end.
_LOOSE = re.compile(
    r'"step_by_step_thinking"\s*:\s*"?(?P<text>.*?)"?\s*,?\s*'
    r'(?:"answer_choice"\s*:\s*"?(?P<answer>[^"}]*)"?\s*\}?\s*)?\Z',
    re.DOTALL,
)
_FENCE = re.compile(r"^\s*```(?:json)?\s*|\s*```\s*$")
_SERVICE_ERROR = re.compile(
    r"\s*(?:request timed out|error code: \d|rate limit|http\w*connectionpool|traceback \(|"
    r"(?:\w+\.)*\w*(?:error|exception)\b\s*:)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a model wrote, taken apart; `problem` says what was wrong with it."""

    text: str
    choice: str | None = None
    problem: str = ""
    thought: str = ""


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a line, after a `Problem` where its output had to be repaired.

    Problems: `broken_output`, `several_outputs` (all are kept, a step each), `service_error` (no
    word of the agent's: outcome `error`, no score), `unknown_shape`, `invalid_json`.
    """
    for record in json_records(path):
        if isinstance(record, Problem):
            yield record
        else:
            yield from _parse(record.value, record.where)


def _parse(record: Json, where: str) -> Iterator[Trajectory | Problem]:
    if not isinstance(record, dict) or "output" not in record:
        yield Problem(where, "unknown_shape")
        return
    id_ = id_of(record, "id")
    outputs = record["output"] if isinstance(record["output"], list) else [record["output"]]
    answers = [_answer(output) for output in outputs]
    if id_ is None or not answers:
        yield Problem(where, "missing_id" if id_ is None else "empty_trajectory")
        return
    if len(answers) > 1:
        yield Problem(where, "several_outputs")
    yield from (Problem(where, answer.problem) for answer in answers if answer.problem)
    yield _trajectory(record, id_, answers)


def _trajectory(record: dict[str, Json], id_: str, answers: list[_Answer]) -> Trajectory:
    run = text_of(record.get("run"))
    finals = [answer.choice for answer in answers if answer.choice]
    stated = id_of(record, "choice")
    choice = _OPTIONS.get((stated or "").upper()) if "choice" in record else _option(finals)
    failed = all(answer.problem == "service_error" for answer in answers)
    ended = Outcome.ANSWERED if choice else Outcome.NO_ANSWER
    return Trajectory(
        id=id_,
        item=id_,
        run=run,
        model=run.rpartition("/")[2],
        question=text_of(record.get("question")),
        steps=tuple(
            Step(answer.text, reasoning=answer.thought)
            for answer in answers
            if answer.text or answer.thought
        ),
        final=finals[-1] if finals else None,
        choice=choice,
        # What the service failed to deliver is not the agent's wrong answer.
        score=None if failed else score_of(record.get("right")),
        outcome=Outcome.ERROR if failed else ended,
    )


def _option(finals: list[str]) -> str | None:
    letter = re.match(r"\s*\(?([ABC])\b", finals[-1]) if finals else None
    return _OPTIONS[letter.group(1)] if letter else None


def _answer(output: Json) -> _Answer:
    # What stands between tags before an object is parted first: it may hold braces and quotes.
    thought = ""
    if isinstance(output, str) and not _is_object(output):
        output, thought = parted(output)
    answer = _written(output)
    said, thought = parted(answer.text, thought)
    return replace(answer, text=said, thought=thought)


def _is_object(text: str) -> bool:
    return _FENCE.sub("", text).startswith("{")


def _written(output: Json) -> _Answer:
    if isinstance(output, dict):
        return _from_object(output)
    if not isinstance(output, str) or not output.strip():
        return _Answer("", problem="broken_output")
    text = _FENCE.sub("", output)
    try:
        parsed = JsonParser().parse(text)
    except JsonFault:
        return _salvage(text)
    return _from_object(parsed) if isinstance(parsed, dict) else _salvage(text)


def _from_object(parsed: dict[str, Json], before: str = "", problem: str = "") -> _Answer:
    thinking = parsed.get(_THINKING)
    lines = thinking if isinstance(thinking, list) else [thinking]
    texts = [before, *(text_of(line) for line in lines)]
    choice = id_of(parsed, _ANSWER)
    if not isinstance(thinking, str):
        problem = problem or "broken_output"
    return _Answer("\n\n".join(filter(None, texts)), choice, problem)


def _salvage(text: str) -> _Answer:
    """The agent's words out of text that is not JSON: prose, then the object, whole or broken."""
    if _SERVICE_ERROR.match(text):
        return _Answer("", problem="service_error")
    start = _START.search(text)
    if start is None:
        return _Answer(text.strip(), problem="broken_output")
    before = text[: start.start()].strip()
    try:
        parsed, _, fault = JsonParser().parse_at(text, start.start())
    except JsonFault:
        parsed, fault = None, "invalid_json"
    if isinstance(parsed, dict) and fault is None:
        return _from_object(parsed, before, "broken_output")
    loose = _LOOSE.search(text, start.start())
    if loose is None:
        return _Answer(text.strip(), problem="broken_output")
    thinking, choice = _unescape(loose["text"]), (loose["answer"] or "").strip()
    return _Answer("\n\n".join(filter(None, (before, thinking))), choice or None, "broken_output")


def _unescape(text: str) -> str:
    return text.replace("\\n", "\n").replace('\\"', '"').replace("\\t", "\t").strip()


def _fits(head: Head) -> bool:
    if not head.has("id", "run", "output") or not isinstance(head.record, dict):
        return False
    return _THINKING in json.dumps(head.record["output"]) or "choice" in head.record


FORMAT = Format(_fits, read)
