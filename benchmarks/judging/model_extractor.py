"""Claims of a trajectory by a chat model (SCHEMA, method 6.1): one call a step, temperature 0.

The model sees the question and what the agent itself wrote in the step, never a tool's result, so
that no tool's text is credited to the agent. It is another call than the judge's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from benchmarks.agents.trajectory import Trajectory
from benchmarks.judging.claims import AgentClaimText, normalised
from benchmarks.judging.extractor import Extraction
from hubscope.json_values import Json
from hubscope.keys import digest
from hubscope.llm.asking import Answer, ask
from hubscope.llm.chat import ChatModel, Message, Request, Role
from hubscope.llm.opening import in_parallel
from hubscope.llm.prompts import load_prompt, nonce_for, quoted
from hubscope.llm.structured import ReplyFault, answer_of

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"claim": {"type": "string"}, "quote": {"type": "string"}},
                "required": ["claim", "quote"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["claims"],
    "additionalProperties": False,
}
_PROMPTS = ("extract", "extract_again")
# A step is cut there: agents paste whole papers into what they write.
MOST_CHARS = 12_000


@dataclass(frozen=True, slots=True)
class Said:
    """A claim as a model gives it: its text, and the words of the step that say it."""

    claim: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class _Text:
    """What an agent wrote in one step."""

    trajectory: int
    step: int
    question: str
    text: str


class ModelExtractor:
    """Extracts claims by asking a chat model."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.name = model.name

    @property
    def fingerprint(self) -> str:
        """Hash of the model's and of the prompts."""
        prompts = [load_prompt("benchmarks.judging", name).fingerprint for name in _PROMPTS]
        return digest(["model extractor", 1, self._model.fingerprint, prompts])

    def extract_many(
        self, trajectories: Sequence[Trajectory], *, include_reasoning: bool = False
    ) -> list[Extraction]:
        """One extraction for each trajectory, in order.

        Raises:
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
        """
        texts = list(
            chain.from_iterable(
                _texts(number, one, include_reasoning) for number, one in enumerate(trajectories)
            )
        )
        answers = list(in_parallel(self._asked, texts))
        found: list[list[tuple[_Text, Answer[list[Said]]]]] = [[] for _ in trajectories]
        for text, answer in zip(texts, answers, strict=True):
            found[text.trajectory].append((text, answer))
        return [_extraction(one) for one in found]

    def claims_of(self, text: str, question: str = "") -> list[str]:
        """The claims of one text.

        Raises:
            ReplyFault: the model failed, or its answer cannot be read.
        """
        answer = self._asked(_Text(0, 0, question, text))
        if answer.value is None:
            raise ReplyFault(answer.reason, answer.error)
        return [one.claim for one in answer.value]

    def _asked(self, text: _Text) -> Answer[list[Said]]:
        again = load_prompt("benchmarks.judging", "extract_again")
        return ask(
            self._model,
            request_for(text.text, text.question),
            read_claims,
            lambda why: again.filled(problem=quoted(why)),
        )


def request_for(step: str, question: str = "") -> Request:
    """The request for the claims of one step."""
    said, asked = quoted(step)[:MOST_CHARS], quoted(question)
    nonce = nonce_for([said, asked])
    fill = partial(load_prompt("benchmarks.judging", "extract").filled, mark=f"=={nonce}==")
    text = fill(step=said, question=asked or "(not known)")
    return Request((Message(Role.USER, text),), nonce, labels={"step": said}, schema=SCHEMA)


def read_claims(content: Json) -> list[Said]:
    """The claims of a reply, in its order; an empty list is an answer.

    Raises:
        ReplyFault: it holds no list of claims.
    """
    answer: Any = answer_of(content)
    claims = answer.get("claims") if isinstance(answer, dict) else answer
    if not isinstance(claims, list):
        raise ReplyFault("wrong_shape", "no list of claims in the reply")
    return [_said(one) for one in claims]


def _said(one: Any) -> Said:
    if isinstance(one, str):
        one = {"claim": one}
    claim = one.get("claim") if isinstance(one, dict) else None
    if not isinstance(claim, str) or not claim.strip():
        raise ReplyFault("wrong_shape", f"{one!r:.60} is no claim")
    quote = one.get("quote")
    return Said(" ".join(claim.split()), quote if isinstance(quote, str) else "")


def _texts(number: int, trajectory: Trajectory, include_reasoning: bool) -> Iterator[_Text]:
    """What the agent wrote, step by step; the final answer where it stands apart."""
    for step, one in enumerate(trajectory.steps):
        parts = [one.reasoning if include_reasoning else "", one.content]
        text = "\n".join(part for part in parts if part.strip())
        if any(char.isalpha() for char in text):
            yield _Text(number, step, trajectory.question, text)
    final = trajectory.final or ""
    stands_apart = not any(final.strip() in one.content for one in trajectory.steps)
    # A bare option or word claims nothing that could be checked by itself.
    if stands_apart and len(final.split()) > 2:
        yield _Text(number, max(len(trajectory.steps) - 1, 0), trajectory.question, final)


def _extraction(found: Sequence[tuple[_Text, Answer[list[Said]]]]) -> Extraction:
    claims: dict[str, AgentClaimText] = {}
    for text, answer in found:
        for said in answer.value or ():
            norm = normalised(said.claim)
            known = claims.get(norm)
            if known is not None:
                claims[norm] = replace(known, count=known.count + 1)
            elif norm:
                # A quote that the step does not hold was made up.
                sentence = said.quote if quoted(said.quote) in quoted(text.text) else ""
                claims[norm] = AgentClaimText(text.step, said.claim, norm, 1, sentence)
    failed = sum(answer.value is None for _, answer in found)
    return Extraction(tuple(claims.values()), failed=failed)
