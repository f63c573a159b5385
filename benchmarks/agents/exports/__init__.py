"""Exports: a run's trajectories in the formats of others, read back as the run they were."""

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.agents.trajectory import Trajectory
from hubscope.registry import Registry

Write = Callable[[Path, str, Sequence[Trajectory]], None]

# Each writes a file of the run's name and trajectories; a name that ends in .gz is compressed.
EXPORTS: Registry[Write] = Registry(
    "export",
    {
        "own": "benchmarks.agents.exports.own:write",
        "atif": "benchmarks.agents.exports.atif:write",
        "inspect": "benchmarks.agents.exports.inspect_log:write",
    },
)
