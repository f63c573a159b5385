"""Every set of trajectories in a folder of data, imported: what came of it, as a table.

python -m perf.trajectory_sets ../shared/data
"""

import sys
from collections import Counter
from pathlib import Path

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
COLUMNS = ("set", "format", "runs", "trajectories", "steps", "calls", "problems", "notes")


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
    ]


def told(kinds: tuple[LintKind, ...] | list[LintKind]) -> list[str]:
    """Kinds with their counts."""
    return [f"{one.kind} {one.count}" for one in kinds]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
