"""`comprules lsp`, `mcp` and `completion`: what editors, assistants and shells are served with."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from comprules.cli.group import CommandFailure
from comprules.cli.shared import say, store_option
from comprules.facts import SITE_VARIABLE
from rules.errors import needing_extra
from rules.files import write_file


@click.command(
    "lsp",
    epilog="""\b
Example:
  comprules lsp --site https://example.org/rules

Needs the extra lsp; without it, the command says how to install it. It uses the Language Server Protocol on
standard input and output; docs/integrations.md explains how editors start it.
""",
)
@click.option("--site", metavar="URL", help=f"The site that numbers link to. [default: ${SITE_VARIABLE}]")
@store_option
def lsp_command(site: str | None, db: Path | None) -> None:
    """Serve an editor: findings, hover, quick fixes, completion, links.

    Findings are those of `check`, with the configuration that applies to each file. Texts come from the knowledge base
    where there is one.
    """
    with needing_extra("lsp"):
        from comprules.lsp.server import make_server, serve  # noqa: PLC0415 - slow to import

    serve(make_server(db, os.environ.get(SITE_VARIABLE, "") if site is None else site))


@click.command(
    "mcp",
    epilog="""\b
Example:
  comprules mcp --db build/comprules.sqlite

Needs the extra mcp; without it, the command says how to install it. It uses the Model Context Protocol on
standard input and output; docs/integrations.md explains how assistants start it.
""",
)
@click.option("--site", metavar="URL", help=f"The site that answers link to. [default: ${SITE_VARIABLE}]")
@store_option
def mcp_command(site: str | None, db: Path | None) -> None:
    """Serve an assistant: rules, old numbers, search, citations.

    Texts come from the knowledge base where there is one; without it the ledger answers with headings and histories.
    """
    with needing_extra("mcp"):
        from comprules.mcp import make_server  # noqa: PLC0415 - slow to import

    make_server(db, site).run("stdio")


_MARK = "# completion of comprules"
_FILES = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/comprules.fish",
}


@click.command(
    "completion",
    epilog="""\b
Examples:
  comprules completion bash --install    have it in every new shell
  comprules completion zsh               print it only
""",
)
@click.argument("shell", type=click.Choice(list(_FILES)))
@click.option("--install", is_flag=True, help="Write it to where the shell reads it; a second time changes nothing.")
@click.pass_context
def completion_command(ctx: click.Context, shell: str, install: bool) -> None:
    """Print a shell's completion script, or install it.

    For bash and zsh a line that asks this command for the script goes to the end of ~/.bashrc or ~/.zshrc; fish gets
    a file of its own.
    """
    completion_class = get_completion_class(shell)
    if completion_class is None:
        raise CommandFailure(f"the installed click has no completion for {shell}")
    script = completion_class(ctx.find_root().command, {}, "comprules", "_COMPRULES_COMPLETE").source()
    if not install:
        click.echo(script)
        return
    path = Path(_FILES[shell]).expanduser()
    had = path.read_text(encoding="utf-8") if path.exists() else ""
    wanted = script if shell == "fish" else _with_line(had, f'eval "$(comprules completion {shell})"  {_MARK}')
    if wanted == had:
        say(f"{path}: completion is there already")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, wanted.encode())
    say(f"{path}: completion is installed; open a new shell")


def _with_line(text: str, line: str) -> str:
    """Return a shell's start file with our line at its end; unchanged if the line is already there."""
    if any(existing.rstrip().endswith(_MARK) for existing in text.splitlines()):
        return text
    separator = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{separator}{line}\n"
