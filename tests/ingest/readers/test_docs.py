"""The reader that docs/extending.md writes works as it stands."""

import re
from pathlib import Path

from ingest.items import BenchmarkItem
from ingest.readers.reader import Reader, Sample

PAGE = Path(__file__).parents[3] / "docs" / "extending.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_reader_of_the_page_reads_the_record_of_the_page(tmp_path: Path) -> None:
    module: dict[str, object] = {}
    exec(compile(block("python"), str(PAGE), "exec"), module)
    reader = module["READER"]
    assert isinstance(reader, Reader)
    path = tmp_path / "asked.jsonl"
    path.write_text(block("json"))
    (item,) = reader.read(path, {})
    assert isinstance(item, BenchmarkItem)
    assert reader.recognises(Sample(path))
    assert (item.id, item.kind, item.meta) == ("7", "boolean", {})
    assert item.papers[0].sections[0].text == "Iron is a metal."
