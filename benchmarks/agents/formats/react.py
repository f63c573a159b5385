"""ReAct text (Yao et al., 2023): Thought, Action, Observation; one file, several trajectories.

    17 Claim: Zinc inhibits ACE.
    Thought 1: I should search zinc.
    Action 1: Search[zinc]
    Observation 1: Zinc is a metal.
    Thought 2: Zinc inhibits ACE.
    Action 2: Finish[SUPPORTS]

The header is `Claim:` or `Question:`, with or without a number before it. `Action:` with
`Action Input:` and `Final Answer:`, as LangChain prints them, are read as well. What stands in an
observation is never the agent's: a marker counts there only if its number goes on with the count.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.agents.formats.fields import parted, score_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.trajectory import Call, Outcome, Problem, Step, Trajectory
from hubscope.keys import key_of
from hubscope.reading import numbered_lines

_HEADER = re.compile(r"(?:(\d+)\s+)?(?:Claim|Question):\s*(.*)")
_MARKER = re.compile(
    r"(Thought|Action Input|Action|Observation|Final Answer)(?:\s+(\d+))?\s*:[ \t]*(.*)"
)
_SUMMARY = re.compile(r"\{'steps':")
_FIELD = re.compile(r"'(em|reward|question_idx|answer)': ('[^']*'|\"[^\"]*\"|[-+.\w]+)")
# The reference loop prints this before a reply it could not split; the thought is printed again.
_UNPARSED = re.compile(r"ohh\.\.\.")
_RULE = re.compile(r"-{5,}\s*$")
_ACTION = re.compile(r"([A-Za-z][\w ]*?)\s*\[(.*)\]\s*$", re.DOTALL)
_REFUSED = "invalid action"


@dataclass(slots=True)
class _Turn:
    """A thought with its action and what came back."""

    number: int
    thought: str = ""
    action: str | None = None
    action_input: str | None = None
    observation: str | None = None


@dataclass(slots=True)
class _Draft:
    """A trajectory while its lines are read."""

    where: str
    number: str | None
    question: str
    turns: list[_Turn] = field(default_factory=list)
    final: str | None = None
    summary: dict[str, str] = field(default_factory=dict)
    part: str = "header"
    notes: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """Take the next line."""
        marker = _MARKER.match(line)
        if _SUMMARY.match(line):
            self.summary = {name: value.strip("'\"") for name, value in _FIELD.findall(line)}
            self.part = "end"
        elif self.part == "end":
            return
        elif _RULE.match(line):
            self.part = "end"
        elif _UNPARSED.match(line):
            self.notes.append("unparsed_reply")
            self.part = "unparsed"
        elif marker and self._counts(marker[1], marker[2]):
            self._open(marker[1], marker[2], marker[3])
        else:
            self._continue(line)

    def _counts(self, kind: str, number: str | None) -> bool:
        if self.part not in ("Observation", "unparsed"):
            return True
        starts = kind in ("Thought", "Final Answer") or (kind == "Action" and number is None)
        return starts and (number is None or int(number) == self._last_number() + 1)

    def _last_number(self) -> int:
        return self.turns[-1].number if self.turns else 0

    def _open(self, kind: str, number: str | None, text: str) -> None:
        if kind == "Thought" or not self.turns or (kind == "Action" and self._last_is_done()):
            self.turns.append(_Turn(int(number) if number else self._last_number() + 1))
        if kind == "Final Answer":
            self.final = ""
        self.part = kind
        self._put(text)

    def _last_is_done(self) -> bool:
        return self.turns[-1].action is not None

    def _continue(self, line: str) -> None:
        if self.part not in ("header", "unparsed"):
            self._put("\n" + line)

    def _put(self, text: str) -> None:
        turn = self.turns[-1]
        match self.part:
            case "Thought":
                turn.thought += text
            case "Action":
                turn.action = (turn.action or "") + text
            case "Action Input":
                turn.action_input = (turn.action_input or "") + text
            case "Observation":
                turn.observation = (turn.observation or "") + text
            case "Final Answer":
                self.final = (self.final or "") + text

    def finish(self) -> Trajectory | Problem:
        """The trajectory, or why there is none."""
        if not self.turns:
            return Problem(self.where, "empty_trajectory")
        steps = tuple(self._step(turn) for turn in self.turns)
        said, thought = parted(self.final or "")
        final = said.strip() or None
        if thought:
            steps = (*steps, Step("", reasoning=thought))
        number = self.summary.get("question_idx") or self.number
        score = score_of(self.summary.get("em", self.summary.get("reward")))
        return Trajectory(
            id=number or key_of(self.question, *(step.content for step in steps))[:16],
            item=number,
            question=self.question,
            steps=steps,
            final=final,
            choice=final if final and "\n" not in final and len(final) <= 40 else None,
            score=score,
            outcome=Outcome.NO_ANSWER if final is None else Outcome.ANSWERED,
            lint=tuple(sorted(self.notes)),
        )

    def _step(self, turn: _Turn) -> Step:
        call = self._call(turn)
        said, thought = parted(turn.thought.strip())
        return Step(said, () if call is None else (call,), thought)

    def _call(self, turn: _Turn) -> Call | None:
        if turn.action is None:
            return None
        observation = None if turn.observation is None else turn.observation.strip()
        if turn.action_input is not None:
            return Call(turn.action.strip(), turn.action_input.strip(), observation)
        split = _ACTION.match(turn.action.strip())
        if split is None:
            self.notes.append(f"bad_action:{turn.number}")
            return Call("", turn.action.strip(), observation)
        name, argument = split[1], split[2].strip()
        refused = (observation or "").casefold().startswith(_REFUSED)
        if name.casefold() == "finish" and not refused:
            self.final = argument
            return None
        if refused:
            self.notes.append(f"bad_action:{turn.number}")
        elif observation is None:
            self.notes.append(f"orphan_call:{turn.number}")
        return Call(name, argument, observation)


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield the trajectories of a file in file order."""
    draft: _Draft | None = None
    for number, line in numbered_lines(path):
        if line is None:
            yield Problem(f"{path}:{number}", "field_too_large")
            continue
        where = f"{path}:{number}"
        header = _HEADER.match(line)
        if header and (draft is None or draft.part in ("end", "header") or header[1]):
            if draft is not None:
                yield draft.finish()
            draft = _Draft(where, header[1], header[2].strip())
            continue
        if draft is None:
            if not _MARKER.match(line):
                continue
            draft = _Draft(where, None, "")
        draft.add(line)
    if draft is not None:
        yield draft.finish()


def _fits(head: Head) -> bool:
    lines = [_MARKER.match(line) for line in head.text.split("\n")]
    kinds = {marker[1] for marker in lines if marker}
    return head.record is None and {"Thought", "Action"} <= kinds


FORMAT = Format(_fits, read)
