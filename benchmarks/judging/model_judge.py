"""A chat model as judge: one call for the claims of a step, each with its own passages.

What is read out of a reply is strict (verdicts.py). Claims whose verdict cannot be read are asked
about once more, with what was wrong; then they are errors, which are never scored. Where the claims
of a step are too much for the model, they are asked about in two halves.

The judge is never the model under test (judge_choice.py). Texts from outside stand between random
words; every claim has a place of its own, so that no passage is read for another claim.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from benchmarks.judging.encoding import sentences
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.verdicts import (
    NO_EVIDENCE,
    Judgement,
    read_verdict,
    read_verdicts,
)
from graph.vocabulary import Verdict
from hubscope.json_values import Json
from hubscope.keys import digest
from hubscope.llm.asking import FAILED, ask
from hubscope.llm.chat import ChatModel, Message, Request, Role
from hubscope.llm.opening import in_parallel
from hubscope.llm.prompts import load_prompt, nonce_for, quoted
from hubscope.llm.structured import ReplyFault, answer_of

# Claims in one call: with three passages each they fill some 20,000 characters.
MOST_CLAIMS = 12
_PROMPTS = ("judge", "judge_again")

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "verdict": {"type": "string", "enum": [str(one) for one in Verdict]},
                    "quote": {"type": "string"},
                    "conflict": {"type": "boolean"},
                },
                "required": ["id", "verdict", "quote", "conflict"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["verdicts"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class _Said:
    """What a reply says about one claim: a verdict, or why there is none."""

    verdict: Verdict | None
    quote: str = ""
    conflict: bool = False
    error: str = ""


class _Partly(ReplyFault):
    """A reply that settles some claims of a call and not others."""

    def __init__(self, reason: str, message: str, said: list[_Said]) -> None:
        super().__init__(reason, message)
        self.said = said


class ModelJudge:
    """Judges claims by asking a chat model."""

    def __init__(self, model: ChatModel, votes: int = 1) -> None:
        """A judge.

        Args:
            model: never the one under test.
            votes: how often each call is made; the verdict needs more than half of them.
        """
        if votes < 1:
            raise ValueError(f"{votes} votes decide nothing")
        self._model = model
        self._votes = votes
        self.name = model.name

    @property
    def fingerprint(self) -> str:
        """Hash of the model's, the prompts and the votes."""
        prompts = [load_prompt("benchmarks.judging", name).fingerprint for name in _PROMPTS]
        return digest(["model judge", 1, self._model.fingerprint, prompts, self._votes])

    @property
    def card(self) -> dict[str, Any]:
        """How it judges; nothing is known of its quality before `calibrate`."""
        return {"votes": self._votes}

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """One judgement for each input, in order; one call for each group of inputs.

        Raises:
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
        """
        shown = [at for at, pair in enumerate(pairs) if _has_evidence(pair)]
        groups = list(_grouped(shown, pairs))
        asked = [(group, vote) for group in groups for vote in range(self._votes)]
        ballots: dict[int, list[_Said]] = {at: [] for at in shown}
        given = ([pairs[at] for at in group] for group, _ in asked)
        jobs = zip(given, (vote for _, vote in asked), strict=True)
        for (group, _), said in zip(
            asked, in_parallel(lambda job: self._said(*job), jobs), strict=True
        ):
            for at, one in zip(group, said, strict=True):
                ballots[at].append(one)
        return [
            _decided(ballots[at], pair) if at in ballots else NO_EVIDENCE
            for at, pair in enumerate(pairs)
        ]

    def _said(self, group: Sequence[JudgeInput], vote: int) -> list[_Said]:
        """What the model says about the claims of one call."""
        problem = load_prompt("benchmarks.judging", "judge_again")
        answer = ask(
            self._model,
            request_for(group, vote, self._votes),
            partial(_read, n=len(group)),
            lambda why: problem.filled(problem=quoted(why)),
        )
        if answer.value is not None:
            return answer.value
        if answer.reason == "context_overflow" and len(group) > 1:
            half = len(group) // 2
            return [*self._said(group[:half], vote), *self._said(group[half:], vote)]
        if answer.fault == FAILED:
            return [_Said(None, error=f"judge_failed: {answer.error}")] * len(group)
        raw = f"(it said {answer.raw!r})"
        if isinstance(answer.cause, _Partly):
            said = answer.cause.said
            return [replace(one, error=one.error and f"{one.error} {raw}") for one in said]
        return [_Said(None, error=f"parse_error: {answer.error} {raw}")] * len(group)


def request_for(group: Sequence[JudgeInput], vote: int = 0, votes: int = 1) -> Request:
    """The request that asks about the claims of one step."""
    claims = [quoted(one.claim) for one in group]
    passages = [[quoted(text) for text in one.passages if text.strip()] for one in group]
    nonce = nonce_for([*claims, *chain.from_iterable(passages)])
    mark = f"=={nonce}=="
    material = "".join(
        f"Claim c{number}:\n{mark}\n{claim}\n{mark}\nPassages for claim c{number}:\n{mark}\n"
        + "\n".join(shown)
        + f"\n{mark}\n\n"
        for number, (claim, shown) in enumerate(zip(claims, passages, strict=True), 1)
    )
    text = load_prompt("benchmarks.judging", "judge").filled(mark=mark, material=material)
    return Request(
        (Message(Role.USER, text),),
        nonce=nonce,
        salt=f"vote {vote}" if votes > 1 else "",
        labels={"claim": " | ".join(claims)},
        schema=SCHEMA,
        # Votes at temperature 0 would all be the same vote.
        temperature=0.0 if votes == 1 else None,
    )


def _has_evidence(pair: JudgeInput) -> bool:
    """Whether a passage holds a letter or digit: white space and what is not seen say nothing."""
    return any(char.isalnum() for text in pair.passages for char in text)


def _grouped(shown: Sequence[int], pairs: Sequence[JudgeInput]) -> Iterator[list[int]]:
    """Places of the inputs that go into one call: those of one group, at most twelve."""
    groups: dict[str, list[int]] = {}
    for at in shown:
        # Without a group every claim is asked about alone.
        groups.setdefault(pairs[at].group or f"\0{at}", []).append(at)
    for group in groups.values():
        for start in range(0, len(group), MOST_CLAIMS):
            yield group[start : start + MOST_CLAIMS]


def _read(content: Json, n: int) -> list[_Said]:
    """What a reply says about claims c1 to cn.

    Raises:
        ReplyFault: a claim has no verdict; `_Partly` where others have.
    """
    ids = [f"c{number}" for number in range(1, n + 1)]
    if n == 1 and (alone := read_verdict(content)).verdict is not None:
        return [_Said(alone.verdict, *_details(_entry(content, "")))]
    batch = read_verdicts(ids, content)
    said = [
        _Said(batch.verdicts[id], *_details(_entry(content, id)))
        if id in batch.verdicts
        else _Said(None, error=f"parse_error: {batch.errors[id]}")
        for id in ids
    ]
    if batch.errors:
        id, why = next(iter(batch.errors.items()))
        message = why if n == 1 else f"{id}: {why}"
        if batch.verdicts:
            raise _Partly("no_verdict", message, said)
        raise ReplyFault("no_verdict", message)
    return said


def _entry(content: Json, id: str) -> Any:
    """The object that holds the verdict on a claim; {} where it is a bare word."""
    answer: Any = answer_of(content)
    if isinstance(answer, dict) and len(answer) == 1:
        wrapped = next(iter(answer.values()))
        answer = wrapped if isinstance(wrapped, list) else answer
    if isinstance(answer, list):
        entries = [one for one in answer if isinstance(one, dict)]
        named = [one for one in entries if one.get("id") == id]
        return next(iter(named or entries), {})
    if isinstance(answer, dict):
        return answer.get(id, answer)
    return {}


def _details(entry: Any) -> tuple[str, bool]:
    """Quote and conflict of an entry, where it has them."""
    if not isinstance(entry, dict):
        return "", False
    quote = entry.get("quote")
    return quote if isinstance(quote, str) else "", entry.get("conflict") is True


def _decided(ballot: Sequence[_Said], pair: JudgeInput) -> Judgement:
    """The judgement of the votes on one claim: more than half of all must agree."""
    counts = Counter(one.verdict for one in ballot if one.verdict is not None)
    verdict, n = counts.most_common(1)[0] if counts else (None, 0)
    if verdict is None:
        return Judgement(None, error=ballot[0].error)
    if 2 * n <= len(ballot):
        votes = ", ".join(f"{one}: {count}" for one, count in sorted(counts.items()))
        return Judgement(None, error=f"no_majority: {votes} of {len(ballot)} votes")
    voters = [one for one in ballot if one.verdict is verdict]
    quotes = (_sentence_of(one.quote, pair.passages) for one in voters)
    return Judgement(
        verdict,
        confidence=n / len(ballot) if len(ballot) > 1 else None,
        quote=next((text for text in quotes if text), ""),
        conflict=any(one.conflict for one in voters),
    )


def _sentence_of(quote: str, passages: Sequence[str]) -> str:
    """The sentence of the passages that holds a quote; "" where none does: it was made up."""
    wanted = quoted(quote).casefold().strip(".…\"' ")
    if not wanted:
        return ""
    for passage in passages:
        if wanted not in quoted(passage).casefold():
            continue
        said = sentences(passage)
        holding = (text for text in said if wanted in quoted(text).casefold())
        # A quote over two sentences begins in the first of them.
        first = (text for text in said if wanted.startswith(quoted(text).casefold().strip(". ")))
        return next(holding, next(first, ""))
    return ""
