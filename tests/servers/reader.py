"""A loopback model that reads passages for triples, and counts tokens by a rule of its own."""

import json
import math
import re

from tests.servers.behaviour import Asked, Says

_WORD = re.compile(r"\w+|[^\w\s]+")
_PASSAGE = re.compile(r"^Passage:\n(==[0-9a-f]+==)\n(.*)\n\1$", re.MULTILINE)
_STATES = re.compile(r"([A-Za-z][\w-]*) (inhibits|activates|causes) ([A-Za-z][\w-]*)")


def tokens(text: str) -> int:
    """About what a tokeniser of English makes of a text: long words are several tokens."""
    return sum(math.ceil(len(word) / 7) for word in _WORD.findall(text))


def passage_of(prompt: str) -> str:
    """The passage in a prompt for triples."""
    found = _PASSAGE.search(prompt)
    return found[2] if found else ""


def reads_triples(asked: Asked) -> Says:
    """Says what the passage states, and pads with one relation that it does not for each other."""
    passage = passage_of(asked.prompt)
    sentences = re.split(r"(?<=[.?!]) ", passage)
    triples = [
        triple(found[1], found[2], found[3], sentence)
        for sentence in sentences
        if (found := _STATES.search(sentence))
    ]
    others = [one for one in sentences if not _STATES.search(one)][: max(0, len(sentences) // 2)]
    triples += [triple("nothing here", "causes", "nothing there", one) for one in others][:6]
    text = json.dumps({"triples": triples[:6]})
    said = " ".join([asked.system, *(text for _, text in asked.texts)])
    schema = json.dumps(asked.schema) if asked.schema else ""
    return Says(text, tokens=(tokens(said) + tokens(schema), tokens(text)))


def triple(head: str, relation: str, tail: str, evidence: str) -> dict[str, object]:
    """A triple as a model gives it."""
    return {
        "head": {"name": head, "type": "MolecularEntity"},
        "relation": relation,
        "tail": {"name": tail, "type": "Disease" if relation == "causes" else "Protein"},
        "evidence": evidence,
        "negated": False,
        "confidence": 0.9,
    }
