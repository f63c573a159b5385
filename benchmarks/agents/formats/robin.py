"""Robin (Ghareeb et al., 2025): reports of a multi-agent system on assays and treatments.

A folder's text files, packed as tar or one by one. A review and a hypothesis follow a query; the
reference list at the end is kept apart, since its titles are no claims of the agent's.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.trajectory import Outcome, Problem, Step, Trajectory
from hubscope.archives import is_archive, members
from hubscope.files import Skipped
from hubscope.reading import clean_text, text_chunks

_QUERY = re.compile(
    r"(?:Hypothesis: (?P<title>[^\n]*)\n\s*)?Query: (?P<query>.*?)\n[ \t]*\n(?=\S)", re.DOTALL
)
_TITLE = re.compile(r"(?:Proposal for|Hypothesis:) (?P<title>[^\n]+)\n")
_CANDIDATE = re.compile(r"(?:Assay|Therapeutic) Candidate \d+:\n")
_REFERENCES = re.compile(r"^References:?[ \t]*$", re.MULTILINE)
_MARKS = ("experimental_assay_", "therapeutic_candidate")


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a text; its id is the file's name, the kind of report is its folder's.

    Notes: `no_references` (texts that cite and list nothing). Problems: `empty_trajectory`,
    `not_utf8`, and those of archives' members.
    """
    if not is_archive(path):
        yield _parse("".join(text_chunks(path)), path.name, str(path))
        return
    for member in members(path, lambda name: name.endswith(".txt")):
        if isinstance(member, Skipped):
            yield Problem(member.where, member.reason)
            continue
        try:
            text = clean_text(member.content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            yield Problem(f"{path}:{member.name}", "not_utf8")
            continue
        yield _parse(text, member.name, f"{path}:{member.name}")


def _parse(text: str, name: str, where: str) -> Trajectory | Problem:
    if not text.strip():
        return Problem(where, "empty_trajectory")
    place = PurePosixPath(name.removesuffix(".gz"))
    asked = _QUERY.match(text)
    body = text[asked.end() :] if asked else text
    title = _TITLE.match(text)
    parts = list(_REFERENCES.finditer(body))
    said = body[: parts[-1].start()] if parts else body
    references = body[parts[-1].end() :].strip() if parts else ""
    cites = " pages " in said
    return Trajectory(
        id=place.stem,
        question=asked["query"].strip() if asked else "",
        steps=(Step(said.strip()),),
        final=said.strip(),
        outcome=Outcome.ANSWERED,
        lint=("no_references",) if cites and not references else (),
        meta={
            "kind": place.parent.name,
            "title": title["title"].strip() if title else "",
            "references": references,
        },
    )


def _fits(head: Head) -> bool:
    if head.names:
        folders = {PurePosixPath(name).parent.name for name in head.names if name.endswith(".txt")}
        return any(folder.startswith(_MARKS) for folder in folders)
    return head.record is None and any(
        found.match(head.text) for found in (_QUERY, _TITLE, _CANDIDATE)
    )


FORMAT = Format(_fits, read)
