"""The `comprules` command: finds subcommands by name, suggests corrections, turns errors into exit codes."""

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from comprules.cli.failures import ENVIRONMENT, CommandFailure, NothingFound, failure_of, printable_lines
from rules.errors import NotFound
from rules.version import own_version

COMMANDS = {
    "fetch": "Download editions, or pages of web sites, into the archive.",
    "update": "Download all editions and build the knowledge base.",
    "doctor": "Check every copy in the archive for damage.",
    "ingest": "Read the archive into the knowledge base.",
    "site": "Write the site from the knowledge base.",
    "build": "Ingest, then write the site.",
    "archive": "Add your own copies of editions to an archive.",
    "parse": "Turn one document into records.",
    "identify": "Identify the work and the editions that a document is from.",
    "editions": "List the editions.",
    "show": "Show a rule, what it refers to and what cites it.",
    "trace": "Show the history of a rule through every number it had.",
    "map": "Show the number of each rule in another edition.",
    "diff": "Show what changed between two editions.",
    "digest": "Print the changes of an edition as Markdown.",
    "blame": "Show the edition in which each phrase of a rule first appeared.",
    "terms": "List renamed and retired terms, with evidence.",
    "refs": "List references from a rule or to a rule.",
    "audit": "List the faults of an edition, or of a rules document of your own.",
    "search": "Search the rules by words, questions, names or numbers.",
    "list": "List keywords, the contents of an edition, set codes, or pages of missing issues.",
    "init": "Find out which editions a tree cites, and declare them.",
    "check": "Check citations of the rules in files.",
    "explain": "Explain the code of a finding, or list the rules that had a number.",
    "upgrade": "Renumber citations in files from one edition to another.",
    "coverage": "Show which rules a tree cites in code, in tests and in documents.",
    "lsp": "Serve an editor with findings, rule texts, quick fixes and completion.",
    "mcp": "Serve an assistant with rules, old numbers, search and citations.",
    "ledger": "Build the ledger, a small file of facts about every edition.",
    "graph": "Export the graph of rules, references, versions and terms.",
    "export": "Write the knowledge base into DIR as data for other tools.",
    "survey": "Write the citations of many trees into one table, one row per number.",
    "completion": "Print a shell's completion script, or install it.",
}
"""Command name → its line in the help. Its module in `comprules.cli.commands` has that name, too."""
_EPILOG = """\b
Start here:
  comprules update                    download all editions and build the knowledge base
  comprules show 702.40a              a rule of the latest edition
  comprules show 702.37a --as-of M10  ... or of another edition
  comprules trace 702.40a             the history of a rule through every number it had
  comprules diff 2009-05-01 M10       what changed between two editions
  comprules search "copy of the spell"

Name an edition by its date (2009-07-11), a set code (M10), a file date (20090708), any other day (which means the
edition then in force), `latest` or `first`.

Exit code: 0 success; 1 not found, or `check`, `audit`, `doctor` or `ingest` found something wrong; 2 a usage,
configuration or environment error.
"""
_INTERRUPTED = 130
"""Exit code that shells report for a command ended by Ctrl+C."""
_LONGEST = 1024
"""Maximum length of an argument in characters; no number, query or path is longer."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands, in the order in which a user meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"comprules.cli.commands.{cmd_name}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse arguments that can be no name, number or path, before a command fails on them."""
        with _printable_messages():
            for arg in args:
                if len(arg) > _LONGEST:
                    raise click.UsageError(
                        f"an argument of {len(arg):,} characters is too long; it begins {arg[:20]!r}", ctx
                    )
                if not arg.isascii() and any("\ud800" <= character <= "\udfff" for character in arg):
                    raise click.UsageError(
                        f"an argument is not UTF-8: {arg.encode('utf-8', 'backslashreplace').decode()[:40]}", ctx
                    )
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or raise an error that says which command was probably meant."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            import difflib  # noqa: PLC0415 - only needed for errors

            matches = difflib.get_close_matches(name.lower(), COMMANDS, n=1)
            hint = "`comprules --help` lists them"
            if matches:
                hint = f"did you mean `{matches[0]}`?"
            raise click.UsageError(f"there is no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; known errors become one message and an exit code."""
        try:
            with _printable_messages():
                return super().invoke(ctx)
        except BrokenPipeError:
            # The reader closed the pipe (`comprules search x | head`). Nothing may be written at exit either.
            _silence_output()
            ctx.exit(0)
        except KeyboardInterrupt:
            click.echo("interrupted; existing files are unchanged", err=True)
            ctx.exit(_INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except NotFound as error:
            raise NothingFound(failure_of(error)) from error
        except Exception as error:
            if isinstance(error, OSError) and error.filename is None:
                # Standard output cannot be written (a full disk). The buffered rest must not fail again at exit.
                with contextlib.suppress(OSError, ValueError):
                    _silence_output()
            raise CommandFailure(failure_of(error)) from error

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the tool; errors before a command is known have a message and a status, too."""
        try:
            return super().main(*arguments, **options)
        except Exception as error:  # noqa: BLE001 - the last handler: exit code 1 would mean findings
            click.echo(f"Error: {failure_of(error)}", err=True)
            sys.exit(ENVIRONMENT)


@contextlib.contextmanager
def _printable_messages() -> Iterator[None]:
    """Make the message of an error printable, because it may quote an argument or the name of a file."""
    try:
        yield
    except click.ClickException as error:
        error.message = printable_lines(error.message)  # type: ignore[misc]  # click has no other way to change it
        raise


def _silence_output() -> None:
    """Discard whatever is still written to standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"comprules {own_version('(not installed: running from its source)')}")
        ctx.exit()


@click.group(cls=LazyGroup, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Every edition of the Magic: The Gathering Comprehensive Rules, as records."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
