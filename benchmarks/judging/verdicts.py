"""Judgements: a verdict with what it rests on, and the strict reading of a judge's reply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.vocabulary import Verdict
from hubscope.json_values import Json
from hubscope.llm.structured import ReplyFault, Twice, answer_of, plain_word


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's answer on one claim: a verdict or an error, never both.

    Attributes:
        verdict: None if and only if `error` says why there is none.
        error: one line; such a claim is counted and shown, and has no penalty.
        confidence: probability of the verdict, 0 to 1; None where no model was asked.
        quote: the evidence sentence that the verdict rests on; empty where none does.
        conflict: one passage supports the claim and another refutes it.
        probabilities: of each verdict, summing to 1; empty where no model was asked.
    """

    verdict: Verdict | None
    error: str | None = None
    confidence: float | None = None
    quote: str = ""
    conflict: bool = False
    probabilities: Mapping[Verdict, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.verdict is None) == (self.error is None):
            raise ValueError("a judgement has either a verdict or an error")


NO_EVIDENCE = Judgement(Verdict.UNVERIFIABLE)


# Marks that deny what follows are no punctuation around a word.
_DENYING = "!~-‐‑‒–—¬"
_MOST_SHOWN = 200
_WORDS = {str(verdict).casefold(): verdict for verdict in Verdict}


def parse_verdict(text: str) -> Verdict | None:
    """The verdict that a text is, in any case and with punctuation around it; else None.

    >>> parse_verdict(" **Refuted.** "), parse_verdict("supported and refuted")
    (<Verdict.REFUTED: 'REFUTED'>, None)
    >>> parse_verdict("!SUPPORTED") is None
    True
    """
    word = plain_word(text, keep=_DENYING).removesuffix("!")
    return _WORDS.get(word.casefold())


@dataclass(frozen=True, slots=True)
class VerdictReply:
    """What a judge's reply says: a verdict, or why it says none.

    Attributes:
        cited: what it names as its evidence, as it names it; numbers where they are numbers.
        raw: the reply as it came, cut; kept where there is an error.
    """

    verdict: Verdict | None
    reason: str = ""
    cited: tuple[int | str, ...] = ()
    error: str = ""
    raw: str = ""


def read_verdict(content: Json) -> VerdictReply:
    """Read one verdict out of a reply; strictly, never by a word inside a text.

    An object with the key `verdict`, or a text that is nothing but one of the three words. Two
    different verdicts, or a penalty that is another verdict's, are an error.

    Args:
        content: text, content blocks, an object, or None.
    """
    try:
        answer = answer_of(content)
    except ReplyFault as fault:
        return _unread(str(fault), content)
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if isinstance(answer, str):
        verdict = parse_verdict(answer)
        return VerdictReply(verdict) if verdict else _unread("no verdict in the reply", content)
    if not isinstance(answer, dict):
        return _unread("more than one verdict in the reply", content)
    verdict, why = _verdict_in(answer)
    if verdict is None:
        return _unread(why, content)
    reason = answer.get("reason")
    return VerdictReply(verdict, reason if isinstance(reason, str) else "", _cited_in(answer))


@dataclass(frozen=True, slots=True)
class BatchReply:
    """Verdicts on several claims by id.

    Attributes:
        errors: why a claim has no verdict.
        ignored: ids of claims that nobody asked about.
    """

    verdicts: Mapping[str, Verdict]
    errors: Mapping[str, str]
    ignored: tuple[str, ...] = ()


def read_verdicts(claims: Sequence[str], content: Json) -> BatchReply:
    """Read verdicts on several claims, by their ids: `{id: verdict}` or a list with `id`s.

    Without ids no verdict can be matched to its claim, so none counts, however many there are.
    """
    try:
        named = _by_id(answer_of(content))
    except ReplyFault as fault:
        return BatchReply({}, dict.fromkeys(claims, str(fault)))
    verdicts, errors = {}, {}
    for id in claims:
        part = named.get(id)
        verdict, why = _verdict_of(part) if id in named else (None, "no verdict on it in the reply")
        if verdict is None:
            errors[id] = why
        else:
            verdicts[id] = verdict
    return BatchReply(verdicts, errors, tuple(sorted(named.keys() - {*claims})))


def _by_id(answer: Any) -> dict[str, Any]:
    """Parts of an answer by the id of their claim."""
    if isinstance(answer, dict):
        wrapped = list(answer.values())
        if len(wrapped) == 1 and isinstance(wrapped[0], list):
            return _by_id(wrapped[0])
        return answer
    if not isinstance(answer, list):
        raise ReplyFault("not_json", "no object in the reply")
    named: dict[str, Any] = {}
    for part in answer:
        id = _id_of(part)
        if id is None:
            raise ReplyFault("no_ids", "verdicts without the ids of their claims")
        if id in named and _verdict_of(named[id]) != _verdict_of(part):
            part = Twice((named[id], part))
        named[id] = part
    return named


def _id_of(part: Any) -> str | None:
    """The id that a part of a list names its claim by; a number is one, too."""
    id = part.get("id") if isinstance(part, dict) else None
    return str(id) if isinstance(id, str | int) and not isinstance(id, bool) else None


def _verdict_of(part: Any) -> tuple[Verdict | None, str]:
    if isinstance(part, dict):
        return _verdict_in(part)
    if isinstance(part, Twice):
        return None, "two different verdicts"
    verdict = parse_verdict(part) if isinstance(part, str) else None
    return verdict, "" if verdict else f"{part!r:.60} is no verdict"


def _verdict_in(answer: Mapping[str, Any]) -> tuple[Verdict | None, str]:
    """The verdict of an object that contradicts itself nowhere, or why there is none."""
    if "verdict" not in answer:
        return None, "no verdict in the reply"
    verdict, why = _verdict_of(answer["verdict"])
    if verdict is None:
        return None, why
    others = {name: value for name, value in answer.items() if name not in ("verdict", "reason")}
    for name, value in others.items():
        inner = value.get("verdict") if isinstance(value, dict) else value
        if isinstance(inner, str) and parse_verdict(inner) not in (None, verdict):
            return None, f"verdict {verdict}, but {name} {value!r:.40}"
    penalty = others.get("penalty")
    if penalty is not None and (isinstance(penalty, bool) or penalty != verdict.penalty):
        return None, f"verdict {verdict}, but penalty {penalty!r:.40}"
    return verdict, ""


def _cited_in(answer: Mapping[str, Any]) -> tuple[int | str, ...]:
    """Citations as a list or a single one; numbers may be written as text, in brackets."""
    cited = answer.get("cited")
    parts = cited if isinstance(cited, list) else [] if cited is None else [cited]
    return tuple(_citation(part) for part in parts)


def _citation(part: Any) -> int | str:
    if isinstance(part, int) and not isinstance(part, bool):
        return part
    text = str(part).strip().strip("[]")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else str(part)


def _unread(why: str, content: Json) -> VerdictReply:
    raw = content if isinstance(content, str) else repr(content)
    return VerdictReply(None, error=why, raw=raw[:_MOST_SHOWN])
