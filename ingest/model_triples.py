"""Triples out of a model's reply: each is checked against the chunk it was read from.

Kept is what the closed lists know, what a quote of the chunk carries, in the direction that the
sentence states it, with a confidence above 0.5; at most six a chunk. The patterns that read
sentences by rules (support.py) are the check of direction and negation: where they read another
direction, a question or a plan, the triple goes; where they cannot read the sentence, it stays, as
that is what a model is for. Everything that goes is counted under a stable word.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.names import identity
from graph.vocabulary import ConceptType, Polarity, RelationType, Vocabulary
from hubscope.errors import InputError
from hubscope.json_values import Json
from hubscope.llm.structured import ReplyFault, answer_of, objects_of
from ingest.support import (
    DIRECTION,
    NEGATED,
    NOT_ASSERTED,
    as_written,
    relation_alias,
    triple_supported,
)
from retrieval.sentences import split

MOST_TRIPLES = 6
LEAST_CONFIDENCE = 0.5  # exclusive
# What the parser of replies calls a fault, and what it is called of a chunk.
_FAULTS = {"empty": "empty_reply", "cut_off": "truncated", "not_json": "invalid_json"}
_LONGEST_NAME = 200
_PRINTED_OBJECT = re.compile(r"^\s*[\[{].*['\"].*[\]}]\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ModelTriple:
    """A triple that a model read in a chunk, in the closed lists' words.

    Attributes:
        quote: the chunk's own text that carries it.
        wording: the relation as the model named it.
    """

    head: str
    head_type: ConceptType
    relation: RelationType
    tail: str
    tail_type: ConceptType
    quote: str
    confidence: float
    polarity: Polarity = Polarity.POSITIVE
    wording: str = ""


@dataclass(frozen=True, slots=True)
class ChunkTriples:
    """What a reply gives for a chunk: the triples that are kept, and counts of the others."""

    triples: tuple[ModelTriple, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)


class _Unfit(Exception):
    """A triple that is not kept; its text is the stable word for why."""


def read_triples(content: Json, chunk: str, vocabulary: Vocabulary) -> ChunkTriples:
    """The triples of a reply that a chunk carries.

    Args:
        content: of the reply.
        chunk: the text that the model was shown.
        vocabulary: the closed lists.

    Raises:
        ReplyFault: the reply is no list of triples: `empty_reply`, `truncated`, `invalid_json`,
            `schema_echo`, `wrong_shape`, `too_large`.
    """
    skipped: Counter[str] = Counter()
    found: dict[tuple[str, ...], ModelTriple] = {}
    for item in _items(content):
        try:
            triple = _triple(item, chunk, vocabulary)
        except _Unfit as unfit:
            skipped[str(unfit)] += 1
            continue
        key = _identity(triple)
        if key in found:
            skipped["duplicate"] += 1
        else:
            found[key] = triple
    # The surest six, ties by position; then in the order of the reply.
    by_confidence = sorted(found.values(), key=lambda one: -one.confidence)
    kept = by_confidence[:MOST_TRIPLES]
    if len(found) > MOST_TRIPLES:
        skipped["over_limit"] = len(found) - MOST_TRIPLES
    return ChunkTriples(tuple(one for one in found.values() if one in kept), dict(skipped))


def _items(content: Json) -> list[Any]:
    """The list of triples in a reply, whatever it is wrapped in."""
    try:
        answer = answer_of(content)
    except ReplyFault as fault:
        raise ReplyFault(_FAULTS.get(fault.reason, fault.reason), str(fault)) from fault
    if isinstance(answer, str):
        reason = "wrong_shape" if _is_scalar(answer) else "invalid_json"
        raise ReplyFault(reason, "a text in place of triples")
    if isinstance(answer, list) and len(answer) == 1 and _holds_triples(answer[0]):
        answer = answer[0]
    if isinstance(answer, list):
        if answer and not any(isinstance(one, dict) for one in answer):
            raise ReplyFault("wrong_shape", "a list of words in place of triples")
        return answer
    if isinstance(answer, dict) and _is_schema(answer):
        raise ReplyFault("schema_echo", "the schema of an answer in place of the answer")
    if _is_triple(answer):  # one triple, or one a line
        return [one for one in objects_of(content) if one is None or _is_triple(one)] or [answer]
    triples = answer.get("triples") if isinstance(answer, dict) else None
    if _is_triple(triples):
        return [triples]
    if isinstance(triples, dict) and _is_schema(triples):
        raise ReplyFault("schema_echo", "the schema of an answer in place of the answer")
    if not isinstance(triples, list):
        raise ReplyFault("wrong_shape", "no list of triples in the reply")
    return triples


def _is_scalar(text: str) -> bool:
    """Whether a text is JSON and yet neither an object nor a list: 42, true, "none"."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _holds_triples(value: Any) -> bool:
    return isinstance(value, dict) and "triples" in value


def _is_triple(value: Any) -> bool:
    return isinstance(value, dict) and {"head", "relation", "tail"} <= value.keys()


def _is_schema(answer: Mapping[str, Any]) -> bool:
    named = {"$schema", "properties", "items", "$defs", "additionalProperties"} & answer.keys()
    return bool(named) and not isinstance(answer.get("triples"), list)


def _triple(item: Any, chunk: str, vocabulary: Vocabulary) -> ModelTriple:
    """One triple, checked.

    Raises:
        _Unfit: it is not kept.
    """
    if not isinstance(item, dict):
        raise _Unfit("not_an_object")
    if any(item.get(name) is None for name in ("head", "relation", "tail", "evidence")):
        raise _Unfit("missing_field")
    head, head_word = _end(item["head"])
    tail, tail_word = _end(item["tail"])
    word = item["relation"]
    try:
        head_type, tail_type = vocabulary.type(head_word), vocabulary.type(tail_word)
        first, known, second = relation_alias(
            head, word if isinstance(word, str) else "", tail, vocabulary
        )
    except InputError as error:
        raise _Unfit(error.reason) from error
    if first != head:
        head_type, tail_type = tail_type, head_type
    confidence = _confidence(item.get("confidence"))
    quote = _quote(item["evidence"], chunk)
    if identity(first) == identity(second):
        raise _Unfit("self_loop")
    first, second = _named(first, chunk), _named(second, chunk)
    negated = item.get("negated") is True
    polarity = _polarity(quote, chunk, (first, known, second), vocabulary, negated=negated)
    return ModelTriple(
        first,
        head_type,
        RelationType(known),
        second,
        tail_type,
        quote,
        confidence,
        polarity,
        str(word),
    )


def _end(end: Any) -> tuple[str, str]:
    """Name and type word of one end, as the model writes them."""
    if not isinstance(end, dict):
        raise _Unfit("bad_name")
    name, type_word = end.get("name"), end.get("type")
    if name is None or type_word is None:
        raise _Unfit("missing_field")
    if not isinstance(name, str) or not identity(name) or len(name) > _LONGEST_NAME:
        raise _Unfit("bad_name")
    if _PRINTED_OBJECT.match(name):
        raise _Unfit("bad_name")  # an object printed as text is no name
    if not isinstance(type_word, str):
        raise _Unfit("unknown_type")
    return " ".join(name.split()), type_word


def _named(name: str, chunk: str) -> str:
    """A name as the chunk writes it.

    Raises:
        _Unfit: the chunk does not name it.
    """
    written = as_written(chunk, name)
    if written is None:
        raise _Unfit("name_not_in_chunk")
    return written


def _confidence(value: Any) -> float:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise _Unfit("bad_confidence") from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Unfit("bad_confidence")
    # The range first: an integer of 400 digits is no float.
    if not 0 <= value <= 1:
        raise _Unfit("bad_confidence")
    if value <= LEAST_CONFIDENCE:
        raise _Unfit("low_confidence")
    return float(value)


def _quote(evidence: Any, chunk: str) -> str:
    """The chunk's own text that a quote is, white space aside."""
    words = evidence.split() if isinstance(evidence, str) else []
    if not words:
        raise _Unfit("missing_field")
    found = re.search(r"\s+".join(map(re.escape, words)), chunk)
    if found is None:
        raise _Unfit("quote_not_in_chunk")
    return found.group()


def _polarity(
    quote: str,
    chunk: str,
    triple: tuple[str, str, str],
    vocabulary: Vocabulary,
    *,
    negated: bool,
) -> Polarity:
    """Whether the sentence of a quote asserts a triple or denies it.

    Raises:
        _Unfit: `direction`, `not_asserted`, or `negated`: it is denied, and
            the model did not say so, or the other way round.
    """
    _, reason = triple_supported(_sentences_of(quote, chunk), *triple, vocabulary)
    if reason in (DIRECTION, NOT_ASSERTED):
        raise _Unfit(reason)
    if (reason == NEGATED) != negated and (reason == NEGATED or reason == "supported"):
        raise _Unfit(NEGATED)
    return Polarity.NEGATIVE if negated else Polarity.POSITIVE


def _sentences_of(quote: str, chunk: str) -> str:
    """The sentences of a chunk that a quote touches, whole."""
    start = chunk.index(quote)
    end = start + len(quote)
    touched = [(a, b) for a, b in split(chunk) if a < end and start < b]
    return chunk[touched[0][0] : touched[-1][1]] if touched else quote


def _identity(triple: ModelTriple) -> tuple[str, ...]:
    return (
        triple.head_type,
        identity(triple.head),
        triple.relation,
        triple.tail_type,
        identity(triple.tail),
        triple.polarity,
    )


def known_words(vocabulary: Vocabulary) -> tuple[Sequence[str], Sequence[str]]:
    """Types and relations as a prompt lists them."""
    return list(vocabulary.bands), list(vocabulary.relations)
