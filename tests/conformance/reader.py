"""What every reader promises, checked on its own sample: run it on a reader of your own, too."""

import gzip
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers import guess, read_source

_KINDS = {BenchmarkItem: "item", Paper: "paper", Skipped: "skipped"}


def check_reader(name: str, *, sample: Path, golden: Path, folder: Path) -> None:
    """Raise AssertionError where a reader breaks its promises.

    Args:
        name: registered name of the reader.
        sample: a small file of its format; files it needs stand beside it.
        golden: JSON Lines of what the sample yields; rewritten with HUBSCOPE_GOLDEN=rewrite.
        folder: an empty folder to work in.
    """
    records = list(read_source([sample], name))
    check_recognised_by_content(name, sample, folder)
    check_repeatable(name, sample, records)
    check_ids(records)
    check_places(sample, records)
    check_same_when_packed(name, sample, records)
    check_refusals(name, folder)
    check_golden(sample, records, golden)


def check_recognised_by_content(name: str, sample: Path, folder: Path) -> None:
    nameless = folder / "nameless"
    nameless.write_bytes(sample.read_bytes())
    assert guess(sample) == name
    assert guess(nameless) == name


def check_repeatable(name: str, sample: Path, records: Sequence[Record]) -> None:
    assert list(read_source([sample], name)) == records


def check_ids(records: Sequence[Record]) -> None:
    ids = [record.id for record in records if isinstance(record, BenchmarkItem)]
    assert all(ids)
    assert len(set(ids)) == len(ids)


def check_places(sample: Path, records: Sequence[Record]) -> None:
    n_lines = len(sample.read_bytes().splitlines())
    for record in records:
        file, _, place = record.where.rpartition(":")
        line = int(place.partition(",")[0])
        assert (file, 1 <= line <= n_lines) == (str(sample), True)
        assert not isinstance(record, Skipped) or record.line == line
        if isinstance(record, BenchmarkItem):
            assert all(paper.where for paper in record.papers)


def check_same_when_packed(name: str, sample: Path, records: Sequence[Record]) -> None:
    if sample.suffix == ".parquet":
        return  # packed by itself
    packed = sample.with_name(f"{sample.name}.gz")  # a format may say its file's name
    packed.write_bytes(gzip.compress(sample.read_bytes()))
    try:
        found = list(read_source([packed], name))
    finally:
        packed.unlink()
    assert _lines(found, packed.name) == _lines(records, sample.name)


def check_refusals(name: str, folder: Path) -> None:
    inputs = {
        "empty_file": b"",
        "not_utf8": b'{"id": "M\xe9"}\n',
        "truncated_gzip": b"\x1f\x8b\x08",
    }
    for reason, content in inputs.items():
        path = folder / reason
        path.write_bytes(content)
        with pytest.raises(InputError) as caught:
            list(read_source([path], name))
        assert (caught.value.reason, str(path) in str(caught.value)) == (reason, True)
    with pytest.raises(InputError) as caught:
        list(read_source([folder / "missing"], name))
    assert caught.value.reason == "file_not_found"


def check_golden(sample: Path, records: Sequence[Record], golden: Path) -> None:
    lines = _lines(records, sample.name)
    if os.environ.get("HUBSCOPE_GOLDEN") == "rewrite":
        golden.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    assert list(map(_sparse, lines)) == list(map(_sparse, golden.read_text("utf-8").splitlines()))


def _lines(records: Sequence[Record], name: str) -> list[str]:
    """Records as JSON, their places without the folder and the file's own name."""
    return [
        json.dumps({_KINDS[type(record)]: _relative(to_json(record), name)}, ensure_ascii=False)
        for record in records
    ]


def _sparse(line: str) -> Any:
    """A line without its empty fields: a field that records gain later leaves it as it is."""
    return json.loads(line, object_hook=_without_empty)


def _without_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}


def _relative(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_relative(part, name) for part in value]
    if isinstance(value, dict):
        return {
            key: _place(part, name) if key == "where" else _relative(part, name)
            for key, part in value.items()
        }
    return value


def _place(where: str, name: str) -> str:
    file, _, place = where.rpartition(":")
    return f"{Path(file).name.replace(name, '')}:{place}"
