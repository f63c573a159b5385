"""Every registered reader keeps the promises of a reader."""

import shutil
from pathlib import Path

import pytest

from ingest.readers import READERS
from tests.conformance.reader import check_reader

TESTS = Path(__file__).parent.parent.parent
SAMPLES = TESTS / "samples" / "readers"
GOLDEN = TESTS / "golden" / "readers"


@pytest.mark.parametrize("name", READERS.names())
def test_every_reader_conforms_and_yields_what_the_golden_file_says(
    name: str, tmp_path: Path
) -> None:
    shutil.copytree(SAMPLES / name, tmp_path / name)
    (sample,) = (tmp_path / name).glob("sample.*")
    work = tmp_path / "work"
    work.mkdir()
    check_reader(name, sample=sample, golden=GOLDEN / f"{name}.jsonl", folder=work)
