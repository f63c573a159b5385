"""The "yes" or "no" with which a passage answers a question: it says nothing about a claim.

Reference answers begin with the answer to their item's question. Beside a claim the word stands in
for another sentence than the claim: "No, X inhibits Y" does not deny that X inhibits Y.
"""

import re
from collections.abc import Sequence

# "No difference was found" denies; a reply is parted by a mark or a line break. NO is a gas.
_REPLY = re.compile(r"\s*[\"'“‘(]*(?:[Yy]es|[Nn]o)\b(?:\s*[,.:;!]+|\s*\n)\s*")


def without_replies(sentences: Sequence[str]) -> list[str]:
    """The sentences without the word that only replies; all of them where no other word is left.

    >>> without_replies(["No, zinc lowers fever.", "Yes.", "No fever was seen."])
    ['zinc lowers fever.', 'No fever was seen.']
    >>> without_replies(["Yes."])
    ['Yes.']
    """
    said = [
        _REPLY.sub("", sentence, count=1) if _REPLY.match(sentence) else sentence
        for sentence in sentences
    ]
    return [sentence for sentence in said if sentence] or list(sentences)
