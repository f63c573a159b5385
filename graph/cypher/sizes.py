"""Expressions that fill a server's heap unseen.

A transaction's memory limit does not count what one expression builds, so the two forms known to
do harm are refused: a long range as a list, and a reduce that adds its accumulator to itself. This
stops accidents, not an adversary: the time-out and the server's heap are the last guard.
"""

from graph.cypher.lexer import END, Kind, Token

LONGEST_RANGE = 100_000

_BOUNDARIES = frozenset({"CASE", "WHEN", "THEN", "ELSE", "END", "AND", "OR"})


def is_long_range(arguments: list[Token]) -> bool:
    """Whether a bound of `range(...)` is a number over 100,000."""
    numbers = [_number(token.text) for token in arguments if token.kind is Kind.LITERAL]
    return any(number > LONGEST_RANGE for number in numbers)


def _number(text: str) -> float:
    try:
        return float(int(text, 0)) if text[1:2] in {"x", "X", "o"} else float(text)
    except ValueError:
        return 0.0


def doubles(arguments: list[Token]) -> bool:
    """Whether `reduce(s = 'x', i IN list | s + s)` adds its accumulator to itself."""
    if len(arguments) < 4 or not any(token.is_sign("|") for token in arguments):
        return False
    accumulator = arguments[0].text
    numeric = arguments[2].text[:1].isdigit() and arguments[3].is_sign(",")
    bar = next(i for i, token in enumerate(arguments) if token.is_sign("|"))
    body = arguments[bar + 1 :]
    if numeric and not any(token.text.lower().startswith("tostring") for token in body):
        return False
    uses, grows = 0, False
    for token in [*body, END]:
        if token.kind is Kind.END or token.keyword in _BOUNDARIES or token.is_sign("=", "<", ">"):
            if uses > 1 and grows:
                return True
            uses, grows = 0, False
        uses += token.kind in {Kind.WORD, Kind.NAME} and token.text == accumulator
        grows = grows or token.is_sign("+") or token.keyword == "REPLACE"
    return False
