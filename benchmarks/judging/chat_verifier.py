"""A chat model as verifier: numbered sentences between random words in, one closed answer out.

An answer that cannot be read is asked for once more, with what was wrong; then it is an error with
the reply in it. Without sentences in round 0 the claim is judged on what the model knows; in a
later round an empty list means that everything was taken away, and the model is still to judge by
the sentences alone.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.judging.verdicts import VerdictReply, read_verdict
from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput
from hubscope.errors import UnavailableError
from hubscope.keys import digest
from hubscope.llm.chat import ChatModel, Message, RejectedError, Reply, Request, Role
from hubscope.llm.doubles import ReplayModel
from hubscope.llm.prompts import Prompt, load_prompt, nonce_for, on_one_line
from hubscope.llm.structured import text_of
from hubscope.settings import Settings

NO_SENTENCES = "(no sentences)"
# A place that no list of sentences has: what a citation that is no number points at.
_NOWHERE = -1


class ChatVerifier:
    """Asks a chat model about each claim."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.name = model.name

    @property
    def fingerprint(self) -> str:
        """Hash of the model's and of the prompts."""
        prompts = [_prompt(name).fingerprint for name in ("verify", "know", "again")]
        return digest(["chat verifier", 1, self._model.fingerprint, prompts])

    @property
    def card(self) -> dict[str, Any]:
        """How it cites; nothing is known of its quality."""
        return {"cites": "the numbers of the sentences that the model names"}

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """One answer for each input; a model that fails on one is an error of that one."""
        return [self._verified(one) for one in inputs]

    def _verified(self, given: VerifierInput) -> VerifierAnswer:
        request = request_for(given)
        try:
            reply = self._model.reply(request)
            found = read_verdict(reply.content)
            if found.error:
                found = read_verdict(self._model.reply(again(request, reply, found)).content)
        except (RejectedError, UnavailableError) as error:
            return VerifierAnswer(None, error=f"judge_failed: {on_one_line(str(error))}")
        if found.verdict is None:
            raw = on_one_line(found.raw)
            return VerifierAnswer(None, error=f"parse_error: {found.error} (it said {raw!r})")
        places = tuple(one - 1 if isinstance(one, int) else _NOWHERE for one in found.cited)
        return VerifierAnswer(found.verdict, places)


def request_for(given: VerifierInput) -> Request:
    """The request that asks about one claim.

    Its key and labels hold the round; the random word is no part of the key.
    """
    claim = on_one_line(given.claim)
    sentences = [on_one_line(text) for text in given.sentences]
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
    )


def again(request: Request, reply: Reply, found: VerdictReply) -> Request:
    """The request that asks once more, with what was wrong with the reply."""
    text = _prompt("again").filled(problem=on_one_line(found.error))
    messages = (
        *request.messages,
        Message(Role.ASSISTANT, text_of(reply.content)),
        Message(Role.USER, text),
    )
    labels = {**request.labels, "attempt": "2"}
    return Request(messages, request.nonce, request.salt, labels)


def _prompt(name: str) -> Prompt:
    return load_prompt("benchmarks.judging", name)


def open_replay(path: str, settings: Settings) -> Verifier:
    """A recording of a chat model's replies (hubscope/llm/doubles.py).

    Raises:
        InputError: it cannot be read.
    """
    return ChatVerifier(ReplayModel(Path(path)))
