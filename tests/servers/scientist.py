"""A loopback model that takes every part: the agent, the extractor, the judge, the reader.

What it says depends on the prompt alone, so that equal requests have equal answers in any order.
"""

import json
import re

from tests.servers.behaviour import Asked, Says
from tests.servers.reader import passage_of, reads_triples, tokens

_MATERIAL = re.compile(r"^(==[0-9a-f]+==)\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_STATES = re.compile(r"\w+ (?:does not lower|lowers|raises) [\w ]+")


def takes_part(asked: Asked) -> Says:
    """Whatever the prompt asks for."""
    if asked.tools and "literature_search" in asked.tools:
        return _counted(asked, _researches(asked))
    if passage_of(asked.prompt):
        return reads_triples(asked)
    if asked.prompt.startswith("You list the factual claims"):
        return _counted(asked, Says(json.dumps({"claims": _claims(asked.prompt)})))
    return _counted(asked, Says(json.dumps({"verdicts": _verdicts(asked.prompt)})))


def _researches(asked: Asked) -> Says:
    """Searches, reads the first paper found, and believes what its title says."""
    question = asked.texts[0][1].splitlines()[0]
    results = [text for role, text in asked.texts if role in ("tool", "user")][1:]
    if not results:
        query = {"query": question.split()[1]}
        return Says("I look for studies of it first.", (("literature_search", query),))
    if len(results) == 1 and (found := re.search(r"^id: (.+)$", results[0], re.MULTILINE)):
        said = "I read the first of them now."
        return Says(said, (("literature_fetch", {"id": found[1]}),))
    stated = _STATES.findall(results[-1])
    said = ". ".join(dict.fromkeys(stated)) or "Nothing was found"
    answer = "yes" if stated and "lowers" in stated[0] else "no"
    return Says(f"I have read the study. {said}.\nAnswer: {answer}")


def _claims(prompt: str) -> list[dict[str, str]]:
    step = [found[2] for found in _MATERIAL.finditer(prompt)][-1]
    stated = [one for one in _SENTENCE.split(step) if _STATES.search(one)]
    return [{"claim": one.rstrip("."), "quote": one} for one in stated]


def _verdicts(prompt: str) -> list[dict[str, object]]:
    material = [found[2] for found in _MATERIAL.finditer(prompt)]
    return [
        {"id": f"c{number}", "conflict": False, **_verdict(claim, passages)}
        for number, (claim, passages) in enumerate(
            zip(material[::2], material[1::2], strict=True), 1
        )
    ]


def _verdict(claim: str, passages: str) -> dict[str, str]:
    """By the sentence that has the claim's words, or their denial."""
    for sentence in _SENTENCE.split(passages):
        if claim.lower() in sentence.lower():
            return {"verdict": "SUPPORTED", "quote": sentence}
        if claim.lower().replace(" lowers ", " does not lower ") in sentence.lower():
            return {"verdict": "REFUTED", "quote": sentence}
    return {"verdict": "UNVERIFIABLE", "quote": ""}


def _counted(asked: Asked, says: Says) -> Says:
    """The answer with the tokens that a provider would bill."""
    said = " ".join([asked.system, *(text for _, text in asked.texts)])
    told = asked.body.get("tools") or asked.schema
    read = tokens(said) + (tokens(json.dumps(told)) if told else 0)
    called = "".join(json.dumps(one) for one in says.calls)
    return Says(says.text, says.calls, tokens=(read, tokens(says.text + called)))
