"""The process of a job: runs its command, and says with which code it ended."""

import os
import signal
import sys
from pathlib import Path

from hubscope.files import write_atomically
from ui.jobs.folder import INTERRUPTED, JobFolder

_STOPPING = (signal.SIGINT, signal.SIGTERM)


def main(folder: JobFolder) -> int:
    """Run the job of a folder; its exit code."""
    # A process that a shell began in the background is born deaf to interrupts.
    for one in _STOPPING:
        signal.signal(one, signal.default_int_handler)
    try:
        write_atomically(folder.path / "pid", str(os.getpid()))
        code = INTERRUPTED if folder.asked_to_stop else _run(folder)
    except KeyboardInterrupt:
        code = INTERRUPTED
    for one in _STOPPING:
        signal.signal(one, signal.SIG_IGN)
    folder.end(code)
    return code


def _run(folder: JobFolder) -> int:
    from ui import cli

    progress = f"--progress={folder.path / 'progress.json'}"
    try:
        cli.main([progress, *folder.job.arguments])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(JobFolder(Path(sys.argv[1]))))
