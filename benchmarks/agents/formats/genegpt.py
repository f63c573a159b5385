"""GeneGPT (Jin et al., 2024): runs of a language model over NCBI's web services, told as text.

In the text a call is `[URL]->[b'answer']`; every entry of the log repeats the text so far. Long
answers were cut by the authors, so the last of them may lack its end.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats.conversation import Conversation
from benchmarks.agents.formats.fields import id_of, list_of, score_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Trajectory
from hubscope.records import Json, Row
from ingest.intake import id_from_content
from ingest.readers import geneturing

_CALL = re.compile(
    r"\[(?P<url>https?://[^\]\s]*)\](?:->\[(?P<answer>b?['\"].*?['\"])\](?=\n|\Z))?", re.DOTALL
)
_CUT = re.compile(r"\[(?P<url>https?://[^\]\s]*)\]->\[(?P<answer>b?['\"].*)\Z", re.DOTALL)
_SERVICE = re.compile(r"https?://[^?]*?/(?P<name>[\w.]+?)(?:\.f?cgi)?/?(?:\?|\Z)")
_ANSWER = re.compile(r"Answer:[ \t]*(?P<text>.*)\Z", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x(?P<byte>[0-9a-fA-F]{2})|(?P<mark>[\\'\"abfnrtv0]))")
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "0": ""}
# What the authors' loop wrote in the place of an answer when it stopped.
_LIMITS = frozenset({"lengthError", "numError"})
_USED = frozenset({"id", "run", "question", "answer", "score", "log"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a run and question.

    Notes: `cut_observation` (the text ends within an answer), `orphan_call:N`, `unequal_answer`
    (the record's answer is not what the text ends with). Problems: `missing_question`,
    `empty_trajectory`, `unknown_shape`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record to a trajectory; its item is the one that the reader `geneturing` makes of it."""
    if not isinstance(record, dict) or not isinstance(log := record.get("log"), list):
        return Problem(where, "unknown_shape")
    question = text_of(record.get("question"))
    if not question:
        return Problem(where, "missing_question")
    entries = [[text_of(part) for part in list_of(entry)] for entry in log]
    if not any(entries):
        return Problem(where, "empty_trajectory")
    talk = Conversation(question=question)
    _tell(talk, "".join(entries[-1]).partition("\n")[2])
    stated = text_of(record.get("answer"))
    final = _final(talk, stated)
    ended = Outcome.OVER_BUDGET if stated in _LIMITS else Outcome.NO_ANSWER
    item = id_of(record, "id") or _item(record, where)
    return replace(
        talk.trajectory(item, item),
        run=id_of(record, "run") or "",
        final=final,
        outcome=ended if final is None else Outcome.ANSWERED,
        score=score_of(record.get("score")),
        meta={name: value for name, value in record.items() if name not in _USED},
    )


def _item(record: dict[str, Json], where: str) -> str:
    return id_from_content(geneturing.item_of(Row(record, where, 0)))


def _tell(talk: Conversation, text: str) -> None:
    """Calls and words in the order of the text."""
    at = 0
    while found := _CALL.search(text, at):
        _say(talk, text[at : found.start()])
        answer = found["answer"]
        cut = None if answer else _CUT.match(text, found.start())
        label = str(len(talk.turns) + 1)
        called = talk.call(label, _service(found["url"]), {"url": found["url"]})
        talk.say("", calls=[called])
        if answer or cut:
            talk.answer(label, _decoded(answer or (cut["answer"] if cut else "")))
        if cut:
            talk.note("cut_observation")
        at = cut.end() if cut else found.end()
    _say(talk, text[at:])


def _say(talk: Conversation, text: str) -> None:
    if text.strip():
        talk.say(text.strip())


def _service(url: str) -> str:
    found = _SERVICE.match(url)
    return found["name"] if found else "web"


def _decoded(literal: str) -> str:
    r"""The text of a bytes literal as Python prints it, never evaluated.

    >>> _decoded("b'na\\xc3\\xafve\\n'")
    'naïve\n'
    """
    body = literal.removeprefix("b")[1:]
    body = body[:-1] if body.endswith(literal.removeprefix("b")[:1]) else body
    raw = _ESCAPE.sub(_unescaped, body)
    # Bytes that were written as escapes stand in the text as characters of the same number.
    return raw.encode("latin-1", "replace").decode("utf-8", "replace")


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found["byte"], 16)) if found["byte"] else _MARKS.get(found["mark"], "")


def _final(talk: Conversation, stated: str) -> str | None:
    """The answer without its label; what ends in a call or in service text is none."""
    last = talk.turns[-1] if talk.turns else None
    if last is None or last.calls:
        return None
    found = _ANSWER.search(last.content)
    if found is None:
        return None
    if stated and stated.strip() != last.content.rpartition("\n")[2].strip():
        talk.note("unequal_answer")
    return found["text"].strip() or None


def _fits(head: Head) -> bool:
    return head.has("question", "answer", "log")


FORMAT = Format(_fits, read)
