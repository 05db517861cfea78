"""The reference of the command line: the help of each command."""

from __future__ import annotations

import re

import click

from comprules.cli.group import COMMANDS, cli

WIDTH = 80
"""Columns of the help text, so that it fits next to the contents of a page."""


def help_of(name: str) -> str:
    """Return the help of a command as `comprules NAME --help` prints it on a terminal of `WIDTH` columns."""
    command = cli.get_command(click.Context(cli), name)
    if command is None:
        raise KeyError(name)
    settings = {**command.context_settings, **cli.context_settings}
    parent = click.Context(cli, info_name="comprules", terminal_width=WIDTH, max_content_width=WIDTH, **settings)
    with click.Context(command, parent=parent, info_name=name) as context:
        printed = command.get_help(context)
    return re.sub(r" +$", "", click.unstyle(printed), flags=re.MULTILINE).strip() + "\n"


def commands_reference() -> str:
    """Return a section for each command, in the order in which `comprules --help` lists them."""
    return "\n".join(f"## {name}\n\n```text\n{help_of(name)}```\n" for name in COMMANDS)
