"""A job: a command of hubscope that the app starts, and what can become of it."""

import shlex
from dataclasses import dataclass
from enum import StrEnum

from hubscope.errors import InputError
from hubscope.redaction import redacted


class State(StrEnum):
    """What became of a job's last attempt."""

    RUNNING = "running"
    STOPPING = "stopping"
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    CAPPED = "cap reached"
    UNAVAILABLE = "service missing"
    STOPPED = "stopped"
    KILLED = "killed"

    @property
    def is_alive(self) -> bool:
        """Whether a process is at work."""
        return self in (State.RUNNING, State.STOPPING)

    @property
    def is_resumable(self) -> bool:
        """Whether the same command again goes on; what was refused, once it is mended."""
        return not self.is_alive and self is not State.DONE


@dataclass(frozen=True, slots=True)
class Job:
    """A command of hubscope.

    Attributes:
        command: the verb and its arguments, without cap and `--dry-run`.
        title: what people know it by: the run's or the source's name.
        created: seconds of the epoch.
        pays: it asks a service that costs money: nothing is sent before it was rehearsed.
        cap: US dollars, None = none.
        rehearsal: the last attempt was a dry run.
    """

    command: tuple[str, ...]
    title: str
    created: float
    pays: bool = False
    cap: float | None = None
    rehearsal: bool = False

    @property
    def verb(self) -> str:
        """What of hubscope it is."""
        return self.command[0]

    @property
    def arguments(self) -> list[str]:
        """What the command line is given."""
        cap = [] if self.cap is None else [f"--max-cost={self.cap!r}"]
        dry = ["--dry-run"] if self.rehearsal else []
        return [self.verb, *cap, *dry, *self.command[1:]]

    @property
    def typed(self) -> str:
        """The same as people type it in a shell."""
        return redacted(shlex.join(["hubscope", *self.arguments]))


def check(job: Job) -> None:
    """Refuse what the command line would refuse at once.

    Raises:
        InputError: an option or a value that it does not take, or a key in the command.
    """
    import click

    from ui.cli import cli

    for text in job.command:
        if not text.isprintable():
            raise InputError(f"{text!r}: holds characters that no name has", reason="bad_text")
        if redacted(text) != text:
            raise InputError(
                "there is a key in what you typed: keys belong into environment variables, which"
                " the app hands on",
                reason="secret",
            )
    context = click.Context(cli, info_name="hubscope")
    command = cli.get_command(context, job.verb)
    if command is None:
        raise InputError(f"hubscope has no verb {job.verb!r}", reason="unknown_verb")
    try:
        command.make_context(job.verb, job.arguments[1:], parent=context).close()
    except click.UsageError as error:
        raise InputError(error.format_message(), reason="usage") from error
