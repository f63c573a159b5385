"""Options and gold answers in the shapes that benchmarks write them, and what gold says."""

import re
import string
from collections.abc import Mapping

from graph.vocabulary import Polarity
from hubscope.json_values import Json, JsonFault, JsonParser

Options = tuple[tuple[str, str], ...]

_ASSERTED = frozenset(
    {
        "yes",
        "true",
        "support",
        "supports",
        "supported",
        "entailment",
        "entails",
        "entailed",
        "definitely correct",
    }
)
_DENIED = frozenset(
    {
        "no",
        "false",
        "refute",
        "refutes",
        "refuted",
        "contradict",
        "contradicts",
        "contradicted",
        "contradiction",
        "definitely incorrect",
    }
)
_OPEN = frozenset(
    {
        "maybe",
        "nei",
        "not enough info",
        "notenoughinfo",
        "neutral",
        "unverifiable",
        "undecided",
    }
)
_BOOLEAN = frozenset({"yes", "true", "no", "false", "maybe"})
_LABEL_NAMES = ("label", "letter", "key", "id")
_TEXT_NAMES = ("text", "content", "value", "option")
_OPTION_COLUMN = re.compile(r"(?:option|choice|opt)[ _.-]?([0-9]{1,2}|[a-z])", re.IGNORECASE)


def as_text(value: Json) -> str:
    """A value as text: a string stripped, a number or boolean as JSON has it, "" for all else.

    >>> as_text(7), as_text(True), as_text(None), as_text("  a "), as_text(["a"])
    ('7', 'true', '', 'a', '')
    """
    if isinstance(value, str):
        return value.strip()
    if value is None or isinstance(value, list | dict):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def passages(value: Json) -> tuple[str, ...]:
    """Every text in a value, however it is nested, in order; blank ones left out.

    >>> passages(["a", {"title": "t", "sentences": ["b", " "]}, None])
    ('a', 't', 'b')
    """
    if isinstance(value, dict):
        return passages(list(value.values()))
    if isinstance(value, list):
        return tuple(text for part in value for text in passages(part))
    text = as_text(value)
    return (text,) if text else ()


def options_of(value: Json) -> Options:
    """Label and text of every option.

    A dictionary has its own labels; a list is lettered A, B, C; a list of records and the pair of
    lists `{"label": [...], "text": [...]}` name theirs; a cell may hold any of these as JSON.

    >>> options_of(["zinc", "iron"])
    (('A', 'zinc'), ('B', 'iron'))
    >>> options_of([{"letter": "C", "content": "zinc"}])
    (('C', 'zinc'),)
    """
    if isinstance(value, str):
        return options_of(_from_json(value))
    if isinstance(value, dict):
        labels, texts = _first(value, _LABEL_NAMES), _first(value, _TEXT_NAMES)
        if isinstance(labels, list) and isinstance(texts, list):
            pairs = zip(labels, texts, strict=False)
            return tuple((as_text(label), as_text(text)) for label, text in pairs)
        return tuple((label.strip(), as_text(text)) for label, text in value.items())
    if isinstance(value, list):
        return tuple(_lettered(number, option) for number, option in enumerate(value))
    return ()


def option_columns(fields: Mapping[str, Json]) -> dict[str, str]:
    """Fields that hold one option each, to their labels: `option 1`, `option_a`, or A, B, C, D.

    >>> option_columns({"question": "x?", "option 1": "a", "option 2": "b"})
    {'option 1': 'option 1', 'option 2': 'option 2'}
    """
    named = {name: name for name in fields if _OPTION_COLUMN.fullmatch(name)}
    if len(named) > 1:
        return named
    letters = [name for name in string.ascii_uppercase if name in fields]
    return {name: name for name in letters} if letters[:2] == ["A", "B"] else {}


def gold_of(answer: Json, options: Options) -> Json:
    """The gold answer; with options the label it means, by label, by text, then by place from 0.

    What names no option comes back as it is, so that the caller can refuse it.

    >>> gold_of(["b"], (("A", "zinc"), ("B", "iron")))
    'B'
    >>> gold_of("Iron", (("A", "zinc"), ("B", "iron"))), gold_of(0, (("A", "zinc"),))
    ('B', 'A')
    >>> gold_of(False, ())
    False
    """
    if not options:
        return answer
    if isinstance(answer, list):
        labels = [gold_of(part, options) for part in answer]
        return labels[0] if len(labels) == 1 else labels
    wanted = as_text(answer).casefold()
    bare = wanted.strip("(). ")
    by_label = {name: label for label, _ in options for name in _names_of(label)}
    if found := by_label.get(wanted) or by_label.get(bare):
        return found
    same = [label for label, text in options if same_option(text) == same_option(wanted)]
    if len(same) == 1:
        return same[0]
    if wanted.isascii() and wanted.isdigit():
        place = int(wanted)
        return options[place][0] if place < len(options) else answer
    return answer


def same_option(text: str) -> str:
    """What two options have in common when they say the same: case and spaces do not count."""
    return " ".join(text.split()).casefold()


def decision_of(answer: Json, options: Options = ()) -> Polarity | None:
    """What a yes/no answer or a claim's label says of the statement; None = undecided or neither.

    >>> decision_of("SUPPORTS"), decision_of(False), decision_of("maybe")
    (<Polarity.POSITIVE: 'positive'>, <Polarity.NEGATIVE: 'negative'>, None)
    """
    word = _word(answer, options)
    if word in _ASSERTED:
        return Polarity.POSITIVE
    return Polarity.NEGATIVE if word in _DENIED else None


def label_of_pair(word: Json) -> Json:
    """Label of a pair where every claim is supported or refuted: not entailed means refuted.

    In other sets of pairs it may mean that nothing is known, and this is not to be used on them.

    >>> label_of_pair("not_entailment"), label_of_pair("entailment")
    ('REFUTES', 'entailment')
    """
    return "REFUTES" if as_text(word) == "not_entailment" else word


def yes_no_maybe(text: str) -> str | None:
    """`yes`, `no` or `maybe` where a text is a word for one of them, else None.

    >>> yes_no_maybe("SUPPORTS"), yes_no_maybe("NOT_ENOUGH_INFO"), yes_no_maybe("zinc")
    ('yes', 'maybe', None)
    """
    word = _word(text, ())
    named = (("yes", _ASSERTED), ("no", _DENIED), ("maybe", _OPEN))
    return next((name for name, words in named if word in words), None)


def kind_of_item(answer: Json, options: Options) -> str:
    """`choice`, `claim`, `boolean` or `open`.

    >>> kind_of_item("yes", ()), kind_of_item("SUPPORTS", ()), kind_of_item("zinc", ())
    ('boolean', 'claim', 'open')
    """
    word = _word(answer, ())
    if options:
        return "choice"
    if word in (_ASSERTED | _DENIED | _OPEN) - _BOOLEAN:
        return "claim"
    return "boolean" if word in _BOOLEAN else "open"


def _names_of(label: str) -> set[str]:
    """What an answer may call an option: "option 2" also goes by "2"."""
    folded = label.casefold()
    numbered = _OPTION_COLUMN.fullmatch(folded)
    return {folded, numbered[1]} if numbered else {folded}


def _word(answer: Json, options: Options) -> str:
    if isinstance(answer, list | dict):
        return ""
    text = as_text(answer)
    return " ".join(dict(options).get(text, text).casefold().replace("_", " ").split())


def _from_json(text: str) -> Json:
    if not text.strip().startswith(("[", "{")):
        return None
    try:
        return JsonParser().parse(text)
    except JsonFault:
        return None


def _first(record: Mapping[str, Json], names: tuple[str, ...]) -> Json:
    return next((record[name] for name in names if name in record), None)


def _lettered(number: int, option: Json) -> tuple[str, str]:
    letter = string.ascii_uppercase[number] if number < 26 else str(number + 1)
    if isinstance(option, dict):
        label = _first(option, _LABEL_NAMES)
        return as_text(label) or letter, as_text(_first(option, _TEXT_NAMES))
    return letter, as_text(option)
