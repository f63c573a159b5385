"""Guessing: every format is known by its content, and by one reader alone."""

from pathlib import Path

import pytest

from hubscope.errors import InputError
from ingest.readers import READERS
from ingest.readers.reader import Sample

SAMPLES = Path(__file__).parents[2] / "samples" / "readers"
DATA = Path(__file__).parents[4] / "shared" / "data"

# The generic table takes what no other wants, so it stands outside.
OWN = [name for name in READERS.names() if name != "table"]


def claimed_by(path: Path) -> list[str]:
    sample = Sample(path)
    return [name for name in OWN if READERS.load(name).recognises(sample)]


@pytest.mark.parametrize("name", READERS.names())
def test_a_sample_is_claimed_by_its_own_reader_alone(name: str) -> None:
    (path,) = (SAMPLES / name).glob("sample.*")
    assert claimed_by(path) == [name] * (name != "table")


@pytest.mark.parametrize("name", OWN)
def test_each_line_of_a_sample_of_lines_is_enough(name: str, tmp_path: Path) -> None:
    (path,) = (SAMPLES / name).glob("sample.*")
    if path.suffix != ".jsonl":
        pytest.skip("records of this sample are no lines")
    for number, line in enumerate(path.read_text("utf-8").splitlines()):
        alone = tmp_path / f"{number}.jsonl"
        alone.write_text(line, "utf-8")
        assert claimed_by(alone) in ([name], []), line  # a broken record may be nobody's


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="no ../shared/data beside the repository")
def test_no_real_file_is_claimed_by_two_readers() -> None:
    for path in sorted(DATA.rglob("*")):
        if path.is_file():
            try:
                claimed = claimed_by(path)
            except InputError:
                continue
            assert len(claimed) < 2, path.relative_to(DATA)
