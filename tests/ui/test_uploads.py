"""Files of a browser on this disk."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ui import uploads


@dataclass
class Sent:
    """What a browser sent."""

    name: str
    data: bytes = b"x"

    def getvalue(self) -> bytes:
        return self.data


def test_an_upload_keeps_its_name_and_equal_content_is_kept_once(tmp_path: Path) -> None:
    first = uploads.keep(tmp_path, Sent("runs.jsonl.gz", b"1"))
    assert first.name == "runs.jsonl.gz"
    assert first.read_bytes() == b"1"
    assert uploads.keep(tmp_path, Sent("runs.jsonl.gz", b"1")) == first
    other = uploads.keep(tmp_path, Sent("runs.jsonl.gz", b"2"))
    assert other != first
    assert (first.read_bytes(), other.read_bytes()) == (b"1", b"2")


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "/etc/passwd", "..", "", "a\0b", "C:\\x\\y", "é" * 300, ".ssh"]
)
def test_no_name_of_a_browser_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    path = uploads.keep(tmp_path, Sent(name))
    assert path.resolve().is_relative_to(tmp_path / "uploads")
    assert path.read_bytes() == b"x"
