"""Cypher text as tokens: enough to tell clauses from names, strings and comments.

Nothing here trusts a look-alike: what the language has no use for outside strings, quoted names
and comments is refused, and so is every `backslash u`, which Cypher 5 decodes before it parses.
"""

import re
from enum import StrEnum
from typing import NamedTuple, NoReturn

from hubscope.errors import InputError

LONGEST = 10_000  # bytes of UTF-8


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    NAME = "quoted name"
    LITERAL = "literal"
    PARAMETER = "parameter"
    SIGN = "sign"
    END = "end"


class Token(NamedTuple):
    """A token; `text` is as written, but decoded for a quoted name and bare for a parameter."""

    kind: Kind
    text: str

    @property
    def keyword(self) -> str:
        """A word in capitals, as keywords are compared; "" for what is no word.

        Only ASCII letters fold, so that a look-alike (long s, Kelvin sign) stays what it is.
        """
        if self.kind is not Kind.WORD:
            return ""
        return self.text.upper() if self.text.isascii() else self.text

    def is_sign(self, *signs: str) -> bool:
        """Whether it is one of these signs."""
        return self.kind is Kind.SIGN and self.text in signs


END = Token(Kind.END, "")

_PIECES = re.compile(
    r"""
    (?P<space>   \s+ | //[^\r\n]* | /\*.*?\*/ )
  | (?P<string>  '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )
  | (?P<number>  0[xX][0-9a-fA-F_]+ | 0o[0-7_]+
               | (?:[0-9][0-9_]*(?:\.[0-9]+)? | \.[0-9]+)(?:[eE][+-]?[0-9]+)? )
  | (?P<name>    `(?:[^`]|``)*` )
  | (?P<param>   \$(?:`(?:[^`]|``)+`|\w+) )
  | (?P<word>    [^\W\d]\w* )
  | (?P<sign>    \.\. | :: | [-+*/%^=~<>()\[\]{},.:;|&!$] )
    """,
    re.VERBOSE | re.DOTALL,
)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def tokens(text: str) -> list[Token]:
    """The tokens of a query, without space and comments.

    Raises:
        InputError: too long, a control character, a unicode escape, a string, name or comment
            that does not end, or a character that Cypher has no use for.
    """
    if len(text) > LONGEST or len(text.encode("utf-8", "replace")) > LONGEST:
        refuse("too_long", f"a query has at most {LONGEST:,} bytes")
    if _FORBIDDEN.search(text):
        refuse("control_character", "the query holds a control character")
    if "\\u" in text or "\\U" in text:
        refuse("unicode_escape", "the query holds a unicode escape; write the character itself")
    found, position = [], 0
    while position < len(text):
        piece = _PIECES.match(text, position)
        unended = text.startswith("/*", position) and piece and piece.lastgroup != "space"
        if piece is None or unended:
            refuse("syntax", f"the query cannot be read from {text[position : position + 20]!r} on")
        position = piece.end()
        if piece.lastgroup != "space":
            found.append(_token(piece.lastgroup or "", piece.group()))
    return found


def _token(group: str, text: str) -> Token:
    if group in {"string", "number"}:
        return Token(Kind.LITERAL, text)
    if group == "name":
        return Token(Kind.NAME, text[1:-1].replace("``", "`"))
    if group == "param":
        return Token(Kind.PARAMETER, text[1:])
    return Token(Kind.WORD if group == "word" else Kind.SIGN, text)


def refuse(reason: str, what: str) -> NoReturn:
    """Refuse a query, with a stable word for why.

    Raises:
        InputError: always.
    """
    raise InputError(f"Query refused: {what}.", reason=reason)
