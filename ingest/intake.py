"""Intake: what holds for the records of every format, whichever reader they come from.

Ids are text and unique, an id that is missing is made from the content, an item can be scored (it
has a question, a gold answer, options that differ), and a file without one usable record fails.
Memory holds a digest for each id, never a record.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.keys import digest
from ingest.answers import same_option
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers import READERS, Columns, empty_file, guess

AUTO = "auto"
_TRIPLE = {"head", "relation", "tail"}


def reader_of(path: Path, reader: str = AUTO, columns: Columns | None = None) -> str:
    """Name of the reader for a file: the one chosen, else by the columns named, else by content.

    Raises:
        InputError: no such reader, it takes no columns, or no reader knows the file.
    """
    if reader == AUTO and columns:
        return "triples" if _TRIPLE & columns.keys() else "table"
    name = guess(path) if reader == AUTO else reader
    if columns and not READERS.load(name).mappable:
        able = [other for other in READERS.names() if READERS.load(other).mappable]
        raise InputError(f"format {name} has fixed columns; --map goes with {' or '.join(able)}.")
    return name


def read_source(
    paths: Sequence[Path], reader: str = AUTO, columns: Columns | None = None
) -> Iterator[Record]:
    """The records of one source, its files in the order given: items with ids, and what to skip.

    Yields:
        Items with unique ids, papers, and a Skipped with its reason for every record left out:
        `missing_question`, `missing_answer`, `answer_not_an_option`, `options_not_distinct`,
        `duplicate_identical`, and the reasons of the readers.

    Raises:
        InputError: a file is missing, unreadable or of no known format, has no record
            (`empty_file`) or no usable one (`no_valid_items`, after its skipped records), or two
            different items have one id (`duplicate_id`).
    """
    seen = _Seen()
    for path in paths:
        chosen = READERS.load(reader_of(path, reader, columns))
        yielded, skipped = 0, Counter[str]()
        for record in chosen.read(path, columns or {}):
            checked = seen.check(record)
            if isinstance(checked, Skipped):
                skipped[checked.reason] += 1
            else:
                yielded += 1
            yield checked
        # A file that repeats an earlier one holds nothing new, which is no mistake.
        if not yielded and not skipped["duplicate_identical"]:
            raise _nothing_usable(path, skipped) if skipped else empty_file(path)


@dataclass(slots=True)
class _Seen:
    """Digests of what was read, by id for items."""

    items: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    papers: set[bytes] = field(default_factory=set)

    def check(self, record: Record) -> Record:
        if isinstance(record, Paper):
            return self._check_paper(record)
        if isinstance(record, BenchmarkItem):
            reason = fault_of(record)
            return self._check_item(record) if reason is None else _skipped(record.where, reason)
        return record

    def _check_paper(self, paper: Paper) -> Record:
        content = _content(paper)
        if content in self.papers:
            return _skipped(paper.where, "duplicate_identical")
        self.papers.add(content)
        return paper

    def _check_item(self, item: BenchmarkItem) -> Record:
        content = _content(item)
        item = replace(item, id=item.id.strip() or f"content-{content.hex()[:16]}")
        where, before = self.items.setdefault(item.id, (item.where, content))
        if before != content:
            raise InputError(
                f"{where} and {item.where}: two different items have the id {item.id!r}. "
                "Give one another id, or ingest them as two sources.",
                reason="duplicate_id",
                where=f"{where} and {item.where}",
            )
        if where != item.where:
            return _skipped(item.where, "duplicate_identical")
        return item


def fault_of(item: BenchmarkItem) -> str | None:
    """Why an item cannot be used, None if it can."""
    if not item.question.strip():
        return "missing_question"
    if _is_missing(item.answer):
        return "missing_answer"
    if not item.options:
        return None
    texts = [same_option(text) for _, text in item.options]
    if len(set(texts)) < len(texts) or "" in texts or len(dict(item.options)) < len(texts):
        return "options_not_distinct"
    labels = dict(item.options)
    gold = item.answer if isinstance(item.answer, list) else [item.answer]
    known = all(isinstance(label, str) and label in labels for label in gold)
    return None if known else "answer_not_an_option"


def _is_missing(answer: object) -> bool:
    if isinstance(answer, list):
        return all(_is_missing(part) for part in answer)
    return answer is None or (isinstance(answer, str) and not answer.strip())


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


def _nothing_usable(path: Path, skipped: Counter[str]) -> InputError:
    reasons = ", ".join(f"{n} {reason}" for reason, n in skipped.most_common(3))
    return InputError(
        f"{path}: none of its {skipped.total()} records can be used ({reasons}). "
        "Other names for its fields? --map field=column. Another format? --format.",
        reason="no_valid_items",
        where=str(path),
    )
