"""Export as hubscope's own JSON Lines: the file that a run's folder holds."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.agents.formats.own import to_record
from benchmarks.agents.trajectory import Trajectory
from hubscope.files import replacing
from hubscope.keys import canonical_json


def write(path: Path, run: str, trajectories: Sequence[Trajectory]) -> None:
    """Write one trajectory a line.

    Raises:
        InputError: the file cannot be written.
    """
    with replacing(path) as file:
        for trajectory in trajectories:
            file.write(canonical_json(to_record(trajectory)) + "\n")
