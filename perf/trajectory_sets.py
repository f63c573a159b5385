"""Every set of trajectories in a folder of data, imported: what came of it, as a table.

The last column counts the trajectories that come back as they were, written as ATIF and as an
Inspect log, one file a run; a step with nothing in it is none.

python -m perf.trajectory_sets ../shared/data
"""

import operator
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.exports import EXPORTS
from benchmarks.agents.formats import FORMATS, leftovers
from benchmarks.agents.importing import Imported, import_trajectories
from benchmarks.agents.lint import LintKind, lint_report, problem_report
from hubscope.errors import InputError

# Folder to the files in it that hold trajectories; beside them stand sources, items and licences.
SETS = {
    "autogen_sessions": "*.json",
    "bixbench_zeroshot": "*.csv.gz",
    "fever_react": "react_*.txt",
    "gene_set_analyses": "analyses.jsonl.gz",
    "genegpt_runs": "*_runs.jsonl.gz",
    "inspect_logs": "[!LS]*",
    "labbench2_answers": "*_answers.jsonl.gz",
    "mirage_bench": "*/*/*.json",
    "mirage_medrag_runs": "*_outputs.jsonl.gz",
    "otel_spans": "*.json",
    "pubmedqa_cot_runs": "*_cot.jsonl.gz",
    "robin_reports": "*.tar.gz",
    "swe_agent": "*.traj",
    "tau_bench": "*.json",
    "who_and_when": "*/*.json",
}
OTHERS = ("atif", "inspect")
COLUMNS = ("set", "format", "runs", "trajectories", "steps", "calls", "problems", "notes", "back")


def main(data: Path) -> None:
    """Print the table, a row a set."""
    print("| " + " | ".join(COLUMNS) + " |")
    print("|" + "---|" * len(COLUMNS))
    for name, pattern in SETS.items():
        paths = sorted((data / name).glob(pattern))
        refused = Counter(reason for path in paths if (reason := refusal(path)))
        usable = [path for path in paths if not refusal(path)]
        if usable:
            print("| " + " | ".join(row(name, import_trajectories(usable), refused)) + " |")


def refusal(path: Path) -> str:
    """Why a file cannot be read at all, "" if it can."""
    try:
        import_trajectories([path])
    except InputError as error:
        return error.reason or "refused"
    return ""


def row(name: str, found: Imported, refused: Counter[str]) -> list[str]:
    """A set's row."""
    trajectories = [each for run in found.runs.values() for each in run]
    calls = sum(len(step.calls) for each in trajectories for step in each.steps)
    problems = [*problem_report(found.problems)]
    files = [f"{reason} {n} (file)" for reason, n in refused.items()]
    counts = (len(found.runs), found.n_trajectories, found.n_steps, calls)
    return [
        f"`{name}`",
        f"`{found.format}`",
        *(f"{count:,}" for count in counts),
        ", ".join([*told(problems), *files]) or "none",
        ", ".join(told(lint_report(found.runs))) or "none",
        ", ".join(f"{name} {came_back(name, found):,}" for name in OTHERS),
    ]


def came_back(name: str, found: Imported) -> int:
    """How many trajectories are as they were, out in another format and back."""
    n = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.json"
        for run in found.runs.values():
            EXPORTS.load(name)(path, "mine", run)
            whole = (replace(one, steps=leftovers.whole_steps(one)) for one in run)
            n += sum(map(operator.eq, FORMATS.load(name).read(path), whole))
    return n


def told(kinds: tuple[LintKind, ...] | list[LintKind]) -> list[str]:
    """Kinds with their counts."""
    return [f"{one.kind} {one.count}" for one in kinds]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
