"""Final answers against gold, by rule: an option's label or text, yes, no, maybe, a number, a word.

What no rule decides is None (not known), never wrong: another wording of an open answer may be
right, and long text is not searched for one.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping

from benchmarks.agents.trajectory import Outcome, Trajectory
from graph.store import ItemRecord
from ingest.answers import as_text, yes_no_maybe

_LEAD = re.compile(r"^(?:the )?(?:final |correct )?(?:answer|option|choice)(?: is)?[\s:]*", re.I)
# "B.", "B)", "(B) ...", "B: ...": a letter is a label only alone or with a mark after it.
_LABEL = re.compile(r"^[(\[]?(?P<label>\w+)(?P<mark>[)\].:])(?P<rest>.*)$", re.DOTALL)
_FIRST = re.compile(r"^\w+(?=[.,;:!])")


def grade(trajectory: Trajectory, item: ItemRecord | None) -> float | None:
    """Score of a final answer in [0, 1].

    The source's own score wins. Otherwise the answer is compared with the item's gold: 1 or 0. An
    agent that gave no answer is wrong; a run that an error ended says nothing about its agent.

    Returns:
        None where there is no item, an error in the place of an answer, or no rule that fits.
    """
    if trajectory.score is not None:
        return trajectory.score
    if item is None:
        return None
    given = trajectory.choice if trajectory.choice is not None else trajectory.final
    if given is None or not given.strip():
        return None if trajectory.outcome is Outcome.ERROR else 0.0
    wanted = list(gold_texts(json.loads(item.answer)))
    text = _LEAD.sub("", _bare(given))
    options: dict[str, str] = dict(json.loads(item.options)) if item.options else {}
    if options:
        found = _label(text, options)
        return None if found is None else float(found in {_label(one, options) for one in wanted})
    return _compared(text, wanted)


def choice_of(final: str, options: Mapping[str, str], kind: str) -> str | None:
    """The choice that a final answer is: an option's label, or yes, no, maybe of a closed question.

    >>> choice_of("Answer: B.", {"A": "zinc", "B": "iron"}, "choice"), choice_of("zinc", {}, "open")
    ('B', None)
    >>> choice_of("SUPPORTED", {}, "claim"), choice_of("perhaps both", {}, "boolean")
    ('yes', None)
    """
    text = _LEAD.sub("", _bare(final))
    if options:
        return _label(text, options)
    return _word(text) if kind in ("boolean", "claim") else None


def gold_texts(gold: object) -> Iterator[str]:
    """Every text of a gold answer; lists of synonyms in a list are one flat list."""
    if isinstance(gold, list):
        for one in gold:
            yield from gold_texts(one)
    elif isinstance(gold, bool | int | float | str):
        yield as_text(gold)


def _compared(text: str, wanted: list[str]) -> float | None:
    """1 for the text of one gold answer; 0 only where both sides are words or numbers that differ.

    >>> _compared("zinc", ["zinc"]), _compared("zinc sulphate", ["zinc"])
    (1.0, None)
    >>> _compared("no", ["yes"]), _compared("7", ["8"]), _compared("7.0", ["7"])
    (0.0, 0.0, 1.0)
    """
    if _fold(text) in map(_fold, wanted):
        return 1.0
    for reduced in (_word, _number):
        found, gold = reduced(text), {reduced(one) for one in wanted} - {None}
        if found is not None and gold:
            return float(found in gold)
    return None


def _label(text: str, options: Mapping[str, str]) -> str | None:
    """The label of the option that a text is, by its label, its text, or a word that means it."""
    labels = {_fold(label): label for label in options}
    named = {_fold(option): label for label, option in options.items()} | labels
    named |= {_fold(f"{label} {option}"): label for label, option in options.items()}
    if (folded := _fold(text)) in named:
        return named[folded]
    marked = _LABEL.match(text)
    if (
        marked
        and (label := labels.get(_fold(marked["label"])))
        and _is_label(marked, options[label])
    ):
        return label
    words = {_word(option): label for label, option in options.items()}
    word = _word(text)
    return words.get(word) if word else None


def _is_label(marked: re.Match[str], option: str) -> bool:
    """Whether a marked letter is a label: in "E. coli is ..." it is half of a name."""
    rest = marked["rest"].strip()
    if marked["mark"] != "." or not rest[:1].islower():
        return True
    return _fold(rest).startswith(_fold(option))


def _word(text: str) -> str | None:
    """Yes, no or maybe, where a text is such a word or begins with one and a mark."""
    first = _FIRST.match(text)
    return yes_no_maybe(_bare(text)) or (yes_no_maybe(first.group()) if first else None)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .*\"'")


def _fold(text: str) -> str:
    return _bare(text).casefold()
