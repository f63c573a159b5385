"""The conversation with an agent: what it is asked, and what it is shown of its own steps.

A conversation is kept as its steps alone, in plain dictionaries (what a checkpoint may hold); the
messages are made of them anew for every turn. What tools gave stands between random words that no
text of theirs can hold.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from benchmarks.answers import choice_of
from graph.store import ItemRecord
from hubscope.json_values import Json
from hubscope.llm.chat import Message, Role, ToolCall
from hubscope.llm.prompts import Prompt, load_prompt

PROMPTS = ("system", "question", "again")
# What stands for a reply without a word in it: providers take no empty message.
_NOTHING = "(nothing)"
_ANSWER = re.compile(
    r"^[\s>*_#-]*(?:the\s+)?(?:final\s+)?answer(?:\s+is)?[\s*_]*[:：][\s*_]*(?P<text>\S.*?)[\s*_]*$",
    re.IGNORECASE | re.MULTILINE,
)
_FORMS = {
    "boolean": "The last line of your answer is one of `Answer: yes`, `Answer: no` and"
    " `Answer: maybe`; maybe is for a question that the evidence leaves undecided.",
    "claim": "Decide whether this claim is true. The last line of your answer is one of"
    " `Answer: SUPPORTED`, `Answer: REFUTED` and `Answer: UNVERIFIABLE`.",
    "open": "The last line of your answer is `Answer: ` and the answer alone: a name, a number or"
    " a short phrase.",
}


class CallState(TypedDict):
    """A call of a step; `observation` is None until the tool was run."""

    id: str
    name: str
    arguments: Json
    observation: str | None
    failed: bool


class StepState(TypedDict):
    """One turn: what the agent wrote and called, and the temperature that its model took."""

    content: str
    calls: list[CallState]
    sampled_at: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Question:
    """An item as an agent sees it: without its gold answer.

    Attributes:
        options: label and text, in order; empty for open and yes/no questions.
        kind: `choice`, `boolean`, `claim`, `open`.
    """

    id: str
    text: str
    options: tuple[tuple[str, str], ...] = ()
    kind: str = "open"

    @property
    def form(self) -> str:
        """What an answer has to look like, in words for the agent."""
        if self.options:
            labels = ", ".join(f"`Answer: {label}`" for label, _ in self.options)
            return f"The last line of your answer is one of {labels}: the label of one option."
        return _FORMS.get(self.kind, _FORMS["open"])

    @property
    def shown(self) -> str:
        """The question, with its options below."""
        lines = [f"{label}. {text}" for label, text in self.options]
        return "\n".join([self.text, *([""] if lines else []), *lines])


def question_of(item: ItemRecord) -> Question:
    """The question that an item asks."""
    options = json.loads(item.options) if item.options else {}
    return Question(item.id, item.question, tuple(options.items()), item.kind or "open")


@dataclass(frozen=True, slots=True)
class Answer:
    """A final answer: as written, and the option's label or word that it is, None for neither."""

    text: str
    choice: str | None


def answer_in(content: str, question: Question) -> Answer | None:
    """The final answer in what an agent wrote; None where it gives none that can be read.

    A closed question wants one of its answers, on the last line that begins with `Answer:` or as
    the whole text. An open one takes any text.
    """
    marked = [found["text"] for found in _ANSWER.finditer(content)]
    text = marked[-1] if marked else content.strip()
    choice = choice_of(text, dict(question.options), question.kind)
    is_open = not question.options and question.kind not in ("boolean", "claim")
    return Answer(text, choice) if choice is not None or (is_open and text) else None


def prompt(name: str) -> Prompt:
    """One of PROMPTS."""
    return load_prompt("benchmarks.agents", name)


def messages_of(
    question: Question, steps: Sequence[StepState], *, nonce: str, turns: int
) -> tuple[Message, ...]:
    """What the agent is shown in its next turn.

    Args:
        question: what it is to answer.
        steps: its turns so far; every call of theirs has its observation.
        nonce: the random word of this conversation.
        turns: how many it may have.
    """
    mark = f"=={nonce}=="
    asked = prompt("question").filled(question=question.shown, form=question.form, mark=mark)
    messages = [
        Message(Role.SYSTEM, prompt("system").filled(turns=str(turns))),
        Message(Role.USER, asked),
    ]
    for step in steps:
        calls = tuple(ToolCall(one["id"], one["name"], one["arguments"]) for one in step["calls"])
        text = step["content"] or ("" if calls else _NOTHING)
        messages.append(Message(Role.ASSISTANT, text, calls))
        messages += [_result(one, nonce, mark) for one in step["calls"]]
        if not calls:
            messages.append(Message(Role.USER, prompt("again").filled(form=question.form)))
    return tuple(messages)


def _result(call: CallState, nonce: str, mark: str) -> Message:
    # A page may have been told the word, by an address that the agent was talked into fetching.
    # The filler is no hex digit: no two halves around it make the word again.
    text = (call["observation"] or "").replace(nonce, "_")
    return Message(Role.TOOL, f"{mark}\n{text}\n{mark}", call_id=call["id"])
