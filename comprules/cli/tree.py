"""The tree that a command was given: its files, the configurations that decide for them, the notes about them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from comprules.cli.output import say
from comprules.cli.sources import say_ledger
from comprules.lint.config import FoundConfig, named_config
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, gather_notices
from comprules.lint.select import FoundFiles, find_files
from comprules.printable import printable
from graph.ledger import Ledger, open_ledger


def open_settings(paths: Sequence[str], asked: Mapping[str, Any]) -> tuple[Ledger, TreeSettings]:
    """Return the ledger, and the configurations of a run: that of `--config`, none with `--no-config`, or the nearest.

    What was typed on the command line goes before each of them.

    Raises:
        ConfigError: A configuration cannot be used, or what was typed is unknown.
        UsageError: Both options were given.
    """
    if asked["config"] is not None and asked.get("no_config"):
        raise click.UsageError("--config and --no-config exclude each other")
    only = None
    if asked["config"] is not None:
        only = named_config(asked["config"])
    if asked.get("no_config"):
        only = FoundConfig(root=Path.cwd())
    ledger = open_ledger()
    tree = TreeSettings(paths, ledger, asked, only)
    say_ledger(ledger)
    return ledger, tree


def open_tree(paths: Sequence[str], asked: Mapping[str, Any]) -> tuple[Ledger, TreeSettings, FoundFiles]:
    """Return the ledger, the configurations of a run, and the files that paths mean.

    Raises:
        ConfigError: A configuration cannot be used, or what was typed is unknown.
        PathError: A path does not exist or cannot be read.
        UsageError: Options exclude each other.
    """
    ledger, tree = open_settings(paths, asked)
    return ledger, tree, find_files(paths, tree)


def say_notices(notices: Iterable[Notice]) -> None:
    """Print what is to be said of files that were not read."""
    for notice in gather_notices(notices):
        say(f"note: {printable(notice.path)}: {printable(notice.message)}")
