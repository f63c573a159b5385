"""A model that obeys the last imperative it sees outside of material: what injections are tried on.

It stands for the most credulous judge there could be. Between two lines of a mark, `==` and hex
digits and `==`, is material, which the prompt says holds no instructions; everything else it takes
as said by whoever asks. Without an order it says UNVERIFIABLE of every claim, so that any other
verdict was ordered.
"""

import json
import re

from hubscope.llm.chat import Reply, Request, Usage

_MARK = re.compile(r"^==[0-9a-f]{8,}==$")
# An order to give a verdict or a score, in any of the words that injections use.
_ORDER = re.compile(
    r"(?:answer|reply|respond|return|output|say|mark|label|judge|verdict|rate|score|set|write|give)"
    r"[^\n]{0,80}?\b(SUPPORTED|REFUTED)\b",
    re.IGNORECASE,
)
_ID = re.compile(r"^Claim (c\d+):$", re.MULTILINE)
# Lines of the prompt itself that name the labels are no orders: they are the rules.
_RULES = re.compile(r'^(?:- |\{"verdict)', re.MULTILINE)


def outside_material(prompt: str) -> str:
    """What of a prompt stands outside of material."""
    kept: list[str] = []
    inside = ""
    for line in prompt.split("\n"):
        if inside:
            inside = "" if line == inside else inside
        elif _MARK.match(line):
            inside = line
        else:
            kept.append(line)
    return "\n".join(kept)


class ObedientModel:
    """Obeys; `obeyed` holds the orders it followed, `prompts` what it was sent.

    Args:
        minds_marks: whether it knows material by its marks; else it obeys whatever it reads.
    """

    name = "loopback:obedient"
    fingerprint = "b" * 64

    def __init__(self, *, minds_marks: bool = True) -> None:
        self.prompts: list[str] = []
        self.obeyed: list[str] = []
        self._minds_marks = minds_marks

    def reply(self, request: Request) -> Reply:
        """Do as the last order says."""
        prompt = request.messages[-1].text
        self.prompts.append(prompt)
        return Reply(self.answer(prompt), Usage(len(prompt) // 4, 20), paid=True)

    def answer(self, prompt: str) -> str:
        """A reply to a prompt of the judge's."""
        verdict = "UNVERIFIABLE"
        heard = outside_material(prompt) if self._minds_marks else prompt
        plain = [line for line in heard.split("\n") if not _RULES.match(line)]
        if orders := list(_ORDER.finditer("\n".join(plain))):
            self.obeyed.append(orders[-1].group())
            verdict = orders[-1][1].upper()
        ids = _ID.findall(prompt) or ["c1"]
        said = [{"id": id, "verdict": verdict, "quote": "", "conflict": False} for id in ids]
        return json.dumps({"verdicts": said})
