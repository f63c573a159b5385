"""`hubscope`: the verbs gathered, errors turned into exit codes."""

import importlib
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import click

from hubscope import __version__
from hubscope.errors import HubscopeError, InputError
from hubscope.files import unwritable
from hubscope.redaction import RedactingFormatter, redacted
from hubscope.settings import load_settings
from ui.output import safe

VERBS = {
    "demo": "system",
    "db": "system",
    "doctor": "system",
    "ingest": "build",
    "sources": "sources",
    "curate": "curate",
    "fuse": "fuse",
    "index": "index",
    "hubs": "explore",
    "concept": "explore",
    "claims": "explore",
    "cypher": "explore",
    "import": "importing",
    "agent": "agent",
    "score": "scoring",
    "runs": "runs",
    "calibrate": "calibrate",
    "compare": "compare",
    "report": "runs",
    "verify": "runs",
    "ablate": "diagnostics",
    "export": "transfer",
    "import-graph": "transfer",
    "export-run": "transfer",
    "ui": "system",
}


class Verbs(click.Group):
    """Finds each verb in its module when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Verbs in the order of use."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb."""
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"ui.commands.{VERBS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hubscope")
@click.option("--uri", help="Neo4j server, bolt:// or neo4j://. Default: NEO4J_URI, else local.")
@click.option("--username", help="Default: NEO4J_USERNAME, else neo4j.")
@click.option("--database", help="Default: NEO4J_DATABASE, else neo4j.")
@click.option(
    "--progress",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write how far long work is into a file, as JSON, about once a second.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(
    ctx: click.Context,
    uri: str | None,
    username: str | None,
    database: str | None,
    progress: Path | None,
    debug: bool,
) -> None:
    """Show which knowledge hubs a scientific agent is wrong about, how much, and why.

    The password of a server comes from NEO4J_PASSWORD, never from the command line.

    Example: hubscope demo
    """
    from graph.fields import FIELDS, own_folder

    ctx.obj = load_settings().using(neo4j_uri=uri, neo4j_username=username, neo4j_database=database)
    if ctx.obj.neo4j_uri is None and (username or database):
        raise InputError(
            "--username and --database go with --uri or NEO4J_URI: the local server has its own.",
            reason="bad_option",
        )
    FIELDS.add_folder(own_folder(ctx.obj.home))
    ctx.meta["debug"] = debug
    ctx.meta["progress"] = progress


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with the code that docs/cli.md promises."""
    # Long silent steps, as the first start of the server, say on stderr what they do.
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter("%(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("graph").setLevel(logging.INFO)
    # What the driver has to say of a lost connection reaches the user as one line of ours.
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(run(given))


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    debug = "--debug" in arguments
    try:
        _check_text(arguments)
        _check_said(arguments)
        # Not standalone, click returns the code of an Exit; a verb itself returns nothing.
        code = cli.main(args=list(arguments), prog_name="hubscope", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted: run the same command again to go on", err=True)
        return 130
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "hubscope"
        click.echo(f"hubscope: {safe(error.format_message())} See `{where} --help`.", err=True)
        return error.exit_code
    except click.ClickException as error:
        return _failed(error, error.exit_code, debug=debug)
    except HubscopeError as error:
        return _failed(error, error.exit_code, debug=debug)
    except OSError as error:
        code, text = _of_file(error)
        return _failed(error, code, debug=debug, text=text)
    except Exception as error:  # noqa: BLE001  # the last resort: one line, no traceback
        return _failed(error, 1, debug=debug, text=f"{type(error).__name__}: {error}")
    return code if isinstance(code, int) else 0


def _check_text(arguments: Sequence[str]) -> None:
    """Refuse what is no text: Python gives bytes that are not UTF-8 as lone surrogates."""
    for text in arguments:
        if not text.isascii() and text.encode("utf-8", "replace").decode("utf-8") != text:
            raise InputError(
                f"{text!r} on the command line is not UTF-8. Rename the file, if it is one.",
                reason="not_utf8",
            )


def _check_said(arguments: Sequence[str]) -> None:
    """Refuse what says nothing: an unset variable of a script must not pass for an option unset."""
    for before, text in pairwise(["hubscope", *arguments]):
        option, equals, value = text.partition("=")
        if equals and option.startswith("--"):
            before, text = option, value
        if not text.strip():
            raise InputError(
                f"{text!r} after {before} says nothing: leave it out, or say what is meant.",
                reason="empty_argument",
            )


def _failed(error: Exception, code: int, *, debug: bool, text: str = "") -> int:
    if debug:
        click.echo(redacted("".join(traceback.format_exception(error))), err=True, nl=False)
    click.echo(f"hubscope: {safe(redacted(text or str(error)))}", err=True)
    return code


def _of_file(error: OSError) -> tuple[int, str]:
    """Exit code and text of an error of the file system: bad input where it names a file."""
    if not error.filename:
        return 1, f"{type(error).__name__}: {error}"
    name = os.fsdecode(error.filename)
    return unwritable(Path(name), error).exit_code, f"{name}: {error.strerror}"


if __name__ == "__main__":
    main()
