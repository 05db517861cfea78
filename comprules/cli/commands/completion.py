"""`comprules completion`: print a shell's completion script, or install it."""

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from comprules.cli.failures import CommandFailure
from comprules.cli.output import say
from rules.files import write_file

_MARK = "# completion of comprules"
"""The end of the line that is added to a shell's start file, by which it is found again."""
_FILES = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/comprules.fish",
}


@click.command(
    "completion",
    epilog="""\b
Examples:
  comprules completion bash --install    enable completion in every new shell
  comprules completion zsh               only print the script
""",
)
@click.argument("shell", type=click.Choice(list(_FILES)))
@click.option(
    "--install", is_flag=True, help="Install the script where the shell reads it; a second run changes nothing."
)
@click.pass_context
def completion_command(ctx: click.Context, shell: str, install: bool) -> None:
    """Print a shell's completion script, or install it.

    For bash and zsh, a line that loads the script is added to the end of ~/.bashrc or ~/.zshrc; for fish, a
    separate file is written.
    """
    completion_class = get_completion_class(shell)
    if completion_class is None:
        raise CommandFailure(f"the installed click has no completion for {shell}")
    script = completion_class(ctx.find_root().command, {}, "comprules", "_COMPRULES_COMPLETE").source()
    if not install:
        click.echo(script)
        return
    _install(shell, script)


def _install(shell: str, script: str) -> None:
    """Install a completion script where a shell reads it, and report that.

    For bash and zsh, a line that runs comprules for the script is added to the shell's start file; fish has a folder
    for scripts.
    """
    path = Path(_FILES[shell]).expanduser()
    current = ""
    if path.exists():
        current = path.read_text(encoding="utf-8")
    wanted = script
    if shell != "fish":
        wanted = _with_line(current, f'eval "$(comprules completion {shell})"  {_MARK}')
    if wanted == current:
        say(f"{path}: completion is there already")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, wanted.encode())
    say(f"{path}: completion is installed; open a new shell")


def _with_line(text: str, line: str) -> str:
    """Return a shell's start file with our line at its end; unchanged if the line is already there."""
    if any(existing.rstrip().endswith(_MARK) for existing in text.splitlines()):
        return text
    separator = "\n"
    if not text or text.endswith("\n"):
        separator = ""
    return f"{text}{separator}{line}\n"
