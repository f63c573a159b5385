"""Tokens of a request and of a text: the most there can be, and about how many there are."""

import re

from hubscope.keys import canonical_json
from hubscope.llm.chat import Request

# What a provider's own frame around a message, and around tools, takes at most.
_FRAME_TOKENS = 16
_TOOLS_TOKENS = 700
# What tokenisers make of a text, about: words are cut into pieces, digits go by threes, and marks
# that stand together are one token or two.
_PIECE = re.compile(r"[^\W\d_]+|\d{1,3}|(?:[^\w\s]|_)+")
_LETTERS_A_TOKEN = 5.0
_MARKS_A_TOKEN = 3


def most_tokens(request: Request) -> tuple[int, int]:
    """The most input and output tokens that a request can cost.

    No tokeniser makes more tokens than a text has bytes.
    """
    texts = [one.text for one in request.messages]
    texts += [canonical_json(call.arguments) for one in request.messages for call in one.calls]
    for tool in request.tools:
        texts += [tool.name, tool.description, canonical_json(tool.parameters)]
    if request.schema is not None:
        texts.append(canonical_json(request.schema))
    size = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
    has_tools = bool(request.tools) or request.schema is not None
    frames = _FRAME_TOKENS * (len(request.messages) + 1) + _TOOLS_TOKENS * has_tools
    return size + frames, request.max_tokens


def likely_tokens(text: str) -> int:
    """About how many tokens a text has, prose or JSON.

    >>> likely_tokens("Zinc inhibits angiotensin-converting enzyme.")
    10
    """
    return sum(map(_tokens_of, _PIECE.findall(text)))


def _tokens_of(piece: str) -> int:
    if piece.isalpha():
        return max(1, round(len(piece) / _LETTERS_A_TOKEN))
    return 1 if piece.isdigit() else -(-len(piece) // _MARKS_A_TOKEN)
