"""Wikipedia as claim benchmarks cite it: names of pages, marks of links and of the tokeniser."""

import re

_TOKENISED = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "-COLON-": ":",
}
_MARK = re.compile("|".join(_TOKENISED))
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")


def page_title(name: str) -> str:
    """The title of the document that a page is, however a benchmark spells the page's name.

    It says what kind of document it is, because a name of one word would name no paper.

    >>> page_title("Soul_Food_-LRB-film-RRB-"), page_title("Zinc")
    ('Wikipedia page Soul Food (film)', 'Wikipedia page Zinc')
    """
    return f"Wikipedia page {' '.join(plain(name).replace('_', ' ').split())}"


def plain(text: str) -> str:
    """Text without the marks of links and with the brackets that a tokeniser spelled out.

    >>> plain("[[Zinc|Zinc]] is a [[metal]] -LRB- Zn -RRB-")
    'Zinc is a metal ( Zn )'
    """
    return _MARK.sub(lambda found: _TOKENISED[found[0]], _LINK.sub(r"\1", text))
