"""A chat model as verifier: numbered sentences between random words in, one closed answer out.

An answer that cannot be read is asked for once more, with what was wrong; then it is an error with
the reply in it. Without sentences in round 0 the claim is judged on what the model knows; in a
later round an empty list means that everything was taken away, and the model is still to judge by
the sentences alone.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.judging.verdicts import VerdictReply, read_verdict
from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict
from hubscope.json_values import Json
from hubscope.keys import canonical_json, digest
from hubscope.llm.asking import FAILED, ask
from hubscope.llm.chat import ChatModel, Message, Reply, Request, Role
from hubscope.llm.doubles import ReplayModel
from hubscope.llm.opening import Models, in_parallel
from hubscope.llm.prompts import Prompt, load_prompt, nonce_for, quoted
from hubscope.llm.structured import ReplyFault
from hubscope.settings import Settings

NO_SENTENCES = "(no sentences)"
# A place that no list of sentences has: what a citation that is no number points at.
_NOWHERE = -1
_PROMPTS = ("verify", "know", "again")

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": [str(one) for one in Verdict]},
        "cited": {"type": "array", "items": {"type": "integer"}},
        "reason": {"type": "string"},
    },
    "required": ["verdict", "cited", "reason"],
    "additionalProperties": False,
}


class ChatVerifier:
    """Asks a chat model about each claim."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.name = model.name

    @property
    def fingerprint(self) -> str:
        """Hash of the model's and of the prompts."""
        prompts = [_prompt(name).fingerprint for name in _PROMPTS]
        return digest(["chat verifier", 2, self._model.fingerprint, prompts])

    @property
    def card(self) -> dict[str, Any]:
        """How it cites; nothing is known of its quality."""
        return {"cites": "the numbers of the sentences that the model names"}

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """One answer for each input; a model that fails on one is an error of that one.

        Raises:
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
        """
        return list(in_parallel(self._verified, inputs))

    def _verified(self, given: VerifierInput) -> VerifierAnswer:
        answer = ask(
            self._model,
            request_for(given),
            _read,
            lambda why: _prompt("again").filled(problem=quoted(why)),
        )
        found = answer.value
        if found is not None:
            places = tuple(one - 1 if isinstance(one, int) else _NOWHERE for one in found.cited)
            return VerifierAnswer(found.verdict, places)
        if answer.fault == FAILED:
            return VerifierAnswer(None, error=f"judge_failed: {answer.error}")
        return VerifierAnswer(None, error=f"parse_error: {answer.error} (it said {answer.raw!r})")


def request_for(given: VerifierInput) -> Request:
    """The request that asks about one claim.

    Its key and labels hold the round; the random word is no part of the key.
    """
    claim = quoted(given.claim)
    sentences = [quoted(text) for text in given.sentences]
    nonce = nonce_for([claim, *sentences])
    on_knowledge = not sentences and given.round == 0
    listed = "\n".join(f"[{number}] {text}" for number, text in enumerate(sentences, 1))
    names = {"mark": f"=={nonce}==", "claim": claim}
    if not on_knowledge:
        names["sentences"] = listed or NO_SENTENCES
    text = _prompt("know" if on_knowledge else "verify").filled(**names)
    number = "knowledge" if on_knowledge else str(given.round)
    return Request(
        (Message(Role.USER, text),),
        nonce=nonce,
        salt=f"round {number}",
        labels={"claim": claim, "round": number},
        schema=SCHEMA,
    )


def _read(content: Json) -> VerdictReply:
    found = read_verdict(content)
    if found.verdict is None:
        raise ReplyFault("no_verdict", found.error)
    return found


def _prompt(name: str) -> Prompt:
    return load_prompt("benchmarks.judging", name)


def open_replay(path: str, settings: Settings) -> Verifier:
    """A recording of a chat model's replies (hubscope/llm/doubles.py).

    Raises:
        InputError: it cannot be read.
    """
    return ChatVerifier(ReplayModel(Path(path)))


def open_chat_verifier(spec: str, models: Models) -> Verifier:
    """A chat model by its name.

    Raises:
        InputError: no such model, or a cap without a price.
        NoModelError: its package or key is not there.
    """
    return ChatVerifier(models.open(spec, _guessed))


_FIRST = re.compile(r"^\[1\] ", re.MULTILINE)


def _guessed(request: Request) -> Reply:
    """A plausible reply: the first of the sentences decides the claim, none leaves it open."""
    decided = _FIRST.search(request.messages[0].text)
    return Reply(
        canonical_json(
            {
                "verdict": "SUPPORTED" if decided else "UNVERIFIABLE",
                "cited": [1] if decided else [],
                "reason": "what the sentences say of it, or that they say nothing, in ten words",
            }
        )
    )
