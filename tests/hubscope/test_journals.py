from dataclasses import dataclass
from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.journals import read_records


@dataclass(frozen=True, slots=True)
class Note:
    text: str
    n: int


def journal(folder: Path, text: str) -> Path:
    path = folder / "notes.jsonl"
    path.write_text(text, "utf-8")
    return path


def test_records_come_in_file_order_without_a_torn_last_line(tmp_path: Path) -> None:
    path = journal(tmp_path, '{"text":"b","n":1}\n{"text":"a","n":2}\n{"text":"c","n"')
    assert list(read_records(Note, path)) == [Note("b", 1), Note("a", 2)]


def test_a_line_of_another_kind_is_named(tmp_path: Path) -> None:
    path = journal(tmp_path, '{"text":"b","n":1}\n{"text":"a"}\n')
    with pytest.raises(InputError, match=r"notes\.jsonl:2: "):
        list(read_records(Note, path))
