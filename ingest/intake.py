"""Intake: what holds for the records of every format, whichever reader they come from.

Ids are text and unique, an id that is missing is made from the content, and an item can be scored:
it has a question, a gold answer, options that differ. Memory holds a digest for each id, never a
record.
"""

import unicodedata
from dataclasses import asdict, dataclass, field, replace

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.keys import digest
from ingest.answers import same_option
from ingest.items import BenchmarkItem, Paper, Record

FAULTS = (
    "missing_question",
    "missing_answer",
    "missing_options",
    "options_not_distinct",
    "answer_not_an_option",
    "duplicate_identical",
)


@dataclass(slots=True)
class Intake:
    """Passes on what can be used of one source, and remembers a digest of each record."""

    _items: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    _papers: set[bytes] = field(default_factory=set)

    def check(self, record: Record) -> Record:
        """The record, an item with its id; or a Skipped with one of `FAULTS`.

        Raises:
            InputError: another item of the same id differs (`duplicate_id`).
        """
        if isinstance(record, Paper):
            return self._check_paper(record)
        if isinstance(record, BenchmarkItem):
            reason = fault_of(record)
            return self._check_item(record) if reason is None else _skipped(record.where, reason)
        return record

    def _check_paper(self, paper: Paper) -> Record:
        content = _content(paper)
        if content in self._papers:
            return _skipped(paper.where, "duplicate_identical")
        self._papers.add(content)
        return paper

    def _check_item(self, item: BenchmarkItem) -> Record:
        content = _content(item)
        item = replace(item, id=item.id.strip() or id_from_content(item))
        if item.id not in self._items:
            self._items[item.id] = (item.where, content)
            return item
        where, before = self._items[item.id]
        if before != content:
            raise InputError(
                f"{where} and {item.where}: two different items have the id {item.id!r}. "
                "Give one another id, or ingest them as two sources.",
                reason="duplicate_id",
                where=f"{where} and {item.where}",
            )
        return _skipped(item.where, "duplicate_identical")


def id_from_content(item: BenchmarkItem) -> str:
    """An id made of the item's own words alone: no other release of hubscope gives another one."""
    papers = [
        [paper.title, paper.doi, paper.pmid, [(one.label, one.text) for one in paper.sections]]
        for paper in item.papers
    ]
    words = [item.question, item.answer, item.options, item.meta, papers]
    return f"content-{digest(words)[:16]}"


def fault_of(item: BenchmarkItem) -> str | None:
    """Why an item cannot be used (one of `FAULTS`), None if it can."""
    if _is_blank(item.question):
        return "missing_question"
    if _is_missing(item.answer):
        return "missing_answer"
    if not item.options:
        return "missing_options" if item.kind == "choice" else None
    texts = [same_option(text) for _, text in item.options]
    if len(set(texts)) < len(texts) or "" in texts or len(dict(item.options)) < len(texts):
        return "options_not_distinct"
    labels = dict(item.options)
    gold = item.answer if isinstance(item.answer, list) else [item.answer]
    known = all(isinstance(label, str) and label in labels for label in gold)
    return None if known else "answer_not_an_option"


def _is_missing(answer: object) -> bool:
    if isinstance(answer, dict):
        return not answer
    if isinstance(answer, list):
        return all(_is_missing(part) for part in answer)
    return answer is None or (isinstance(answer, str) and _is_blank(answer))


def _is_blank(text: str) -> bool:
    """Whether a reader sees nothing of a text: spaces, control and format characters."""
    return all(char.isspace() or unicodedata.category(char) in {"Cc", "Cf"} for char in text)


def _content(record: BenchmarkItem | Paper) -> bytes:
    """Digest of what a record says, wherever it stands."""
    plain = asdict(record)
    plain.pop("where")
    for paper in plain.get("papers", ()):
        paper.pop("where")
    return bytes.fromhex(digest(plain))[:16]


def _skipped(where: str, reason: str) -> Skipped:
    line = where.rpartition(":")[2].partition(",")[0]
    return Skipped(where, reason, int(line) if line.isdigit() else None)
