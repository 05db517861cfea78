"""`comprules completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from comprules.cli.errors import Failure

_EPILOG = """\b
To have it always:
  bash  comprules completion bash >> ~/.bashrc
  zsh   comprules completion zsh >> ~/.zshrc
  fish  comprules completion fish > ~/.config/fish/completions/comprules.fish
"""


@click.command("completion", epilog=_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a shell's completion script."""
    found = get_completion_class(shell)
    if found is None:
        raise Failure(f"the installed click has no completion for {shell}")
    click.echo(found(ctx.find_root().command, {}, "comprules", "_COMPRULES_COMPLETE").source())
