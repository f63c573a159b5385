"""Files that a browser hands over, kept so that a job that was stopped finds them again."""

import hashlib
from pathlib import Path
from typing import Protocol

from hubscope.files import write_atomically


class Upload(Protocol):
    """A file of a browser."""

    name: str

    def getvalue(self) -> bytes:
        """What is in it."""
        ...


def keep(home: Path, upload: Upload) -> Path:
    """Where a file of a browser lies from now on: HUBSCOPE_HOME/uploads/<hash>/<its name>.

    The same content under the same name is kept once.
    """
    data = upload.getvalue()
    path = home / "uploads" / hashlib.sha256(data).hexdigest()[:16] / _file_name(upload.name)
    if not path.exists():
        write_atomically(path, data)
    return path


def _file_name(name: str) -> str:
    r"""A browser's name of a file as one of this disk: no folders, nothing hidden or unprintable.

    >>> _file_name("../../runs.jsonl.gz"), _file_name("a\x00b.csv"), _file_name("..")
    ('runs.jsonl.gz', 'a_b.csv', 'upload')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(one if one.isprintable() else "_" for one in last).lstrip(".")
    return kept[-60:] or "upload"
