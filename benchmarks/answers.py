"""Final answers against gold, by rule: an option's label or text, yes, no, maybe, a number, a word.

What no rule decides is None (not known), never wrong.
"""

import json
import re
from collections.abc import Mapping

from benchmarks.agents.trajectory import Trajectory
from graph.store import ItemRecord
from hubscope.keys import canonical_json

_WORDS = {
    "yes": "yes",
    "true": "yes",
    "supported": "yes",
    "supports": "yes",
    "support": "yes",
    "no": "no",
    "false": "no",
    "refuted": "no",
    "refutes": "no",
    "refute": "no",
    "contradict": "no",
    "contradicts": "no",
    "contradicted": "no",
    "maybe": "maybe",
    "not enough info": "maybe",
    "nei": "maybe",
}
_LEAD = re.compile(r"^(?:the )?(?:final |correct )?(?:answer|option|choice)(?: is)?[\s:]*", re.I)


def grade(trajectory: Trajectory, item: ItemRecord | None) -> float | None:
    """Score of a final answer in [0, 1].

    The source's own score wins. Otherwise the answer is compared with the item's gold: 1 or 0, or
    None where there is no item, no answer, or no rule that fits.
    """
    if trajectory.score is not None:
        return trajectory.score
    given = trajectory.choice if trajectory.choice is not None else trajectory.final
    if item is None:
        return None
    if given is None:
        return 0.0
    gold = json.loads(item.answer)
    options: dict[str, str] = dict(json.loads(item.options)) if item.options else {}
    wanted = gold if isinstance(gold, list) else [gold]
    found = _reduced(given, options)
    if found is None:
        return None
    return float(found in {_reduced(_text(answer), options) for answer in wanted})


def _text(answer: object) -> str:
    return answer if isinstance(answer, str) else canonical_json(answer)


def _reduced(answer: str, options: Mapping[str, str]) -> str | None:
    """An option's label, or yes/no/maybe, or the folded text; None for a text that is no answer."""
    text = _LEAD.sub("", _fold(answer))
    if options:
        return _option(text, options)
    word = _WORDS.get(text) or _WORDS.get(re.split(r"[\s,.;:]+", text, maxsplit=1)[0])
    if word:
        return word
    return text if 0 < len(text) <= 80 else None


def _option(text: str, options: Mapping[str, str]) -> str | None:
    labels = {_fold(label): label for label in options}
    texts = {_fold(option): label for label, option in options.items()}
    if text in labels:
        return labels[text]
    if text in texts:
        return texts[text]
    first = re.match(r"^\(?(\w+)\)?[\s.):,]", text + " ")
    return labels.get(first.group(1)) if first else None


def _fold(text: str) -> str:
    return " ".join(text.split()).strip(" .*\"'").casefold()
