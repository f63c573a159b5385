"""Final answers graded against a reference by a chat model (SCHEMA, method 5: essays)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hubscope.json_values import Json
from hubscope.keys import digest
from hubscope.llm.asking import FAILED, ask
from hubscope.llm.chat import ChatModel, Message, Request, Role
from hubscope.llm.opening import in_parallel
from hubscope.llm.prompts import load_prompt, nonce_for, quoted
from hubscope.llm.structured import ReplyFault, answer_of

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {"score": {"type": "number"}, "reason": {"type": "string"}},
    "required": ["score", "reason"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Essay:
    """A final answer in free text, and what it is graded against."""

    question: str
    answer: str
    reference: str


@dataclass(frozen=True, slots=True)
class AnswerGrade:
    """A grade of an answer.

    Attributes:
        score: in [0, 1]; None if and only if `error` says why there is none.
        outcome: `answered`, or `no_answer`, which scores 0 without a call.
        error: one line, "" without one; such an answer is counted and never scored.
    """

    score: float | None
    outcome: str = "answered"
    error: str = ""


class AnswerJudge:
    """Grades answers by asking a chat model."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.name = model.name

    @property
    def fingerprint(self) -> str:
        """Hash of the model's and of the prompts."""
        prompts = [load_prompt("benchmarks.judging", name).fingerprint for name in _PROMPTS]
        return digest(["answer judge", 1, self._model.fingerprint, prompts])

    def grade_many(self, essays: Sequence[Essay]) -> list[AnswerGrade]:
        """One grade for each, in order.

        Raises:
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
        """
        return list(
            in_parallel(lambda one: self.grade(one.question, one.answer, one.reference), essays)
        )

    def grade(self, question: str, answer: str | None, reference: str) -> AnswerGrade:
        """The grade of one answer.

        Raises:
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
        """
        # A judge that is shown an empty answer invents one.
        if not quoted(answer or "").strip():
            return AnswerGrade(0.0, "no_answer")
        again = load_prompt("benchmarks.judging", "grade_again")
        request = _request(quoted(question), quoted(answer or ""), quoted(reference))
        found = ask(self._model, request, read_score, lambda why: again.filled(problem=quoted(why)))
        if found.value is not None:
            return AnswerGrade(found.value)
        if found.fault == FAILED:
            return AnswerGrade(None, error=f"judge_failed: {found.error}")
        return AnswerGrade(None, error=f"parse_error: {found.error} (it said {found.raw!r})")


def read_score(content: Json) -> float:
    """The score of a reply, strictly.

    Raises:
        ReplyFault: it holds none, or one outside [0, 1].
    """
    answer: Any = answer_of(content)
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    score = answer.get("score") if isinstance(answer, dict) else None
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise ReplyFault("no_score", "no number as score")
    if not math.isfinite(score) or not 0 <= score <= 1:
        raise ReplyFault("bad_score", f"score {score} is not between 0 and 1")
    return float(score)


_PROMPTS = ("grade", "grade_again")


def _request(question: str, answer: str, reference: str) -> Request:
    nonce = nonce_for([question, answer, reference])
    fill = partial(load_prompt("benchmarks.judging", "grade").filled, mark=f"=={nonce}==")
    text = fill(question=question, answer=answer, reference=reference)
    labels = {"answer": answer, "reference": reference}
    return Request((Message(Role.USER, text),), nonce, labels=labels, schema=SCHEMA)
