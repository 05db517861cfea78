"""Open the tree that a user names: its files, the configurations that decide for them, notes about them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from comprules.cli.output import say
from comprules.cli.sources import say_ledger
from comprules.lint.config import FoundConfig, named_config
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, gather_notices
from comprules.lint.select import FoundFiles, find_files
from comprules.lint.settings import Overrides
from comprules.printable import printable
from graph.ledger import Ledger, open_ledger


def open_settings(
    paths: Sequence[str], typed: Overrides, *, config: Path | None, no_config: bool
) -> tuple[Ledger, TreeSettings]:
    """Return the ledger, and the configurations of a run.

    Args:
        paths: The paths of the run.
        typed: The options of the command line, which override each configuration.
        config: The file of `--config`, which decides for all paths; None for the nearest of each.
        no_config: Whether none is read.

    Raises:
        ConfigError: A configuration cannot be used, or an option names an unknown edition or code.
        UsageError: Both options were given.
    """
    only = None
    if config is not None:
        if no_config:
            raise click.UsageError("--config and --no-config cannot be combined")
        only = named_config(config)
    if no_config:
        only = FoundConfig(root=Path.cwd())
    ledger = open_ledger()
    tree = TreeSettings(paths, ledger, typed, only)
    say_ledger(ledger)
    return ledger, tree


def open_tree(
    paths: Sequence[str], typed: Overrides, *, config: Path | None, no_config: bool
) -> tuple[Ledger, TreeSettings, FoundFiles]:
    """Return the ledger, the configurations of a run, and the files that paths mean; arguments as in `open_settings`.

    Raises:
        ConfigError: A configuration cannot be used, or an option names an unknown edition or code.
        PathError: A path does not exist or cannot be read.
        UsageError: Options contradict each other.
    """
    ledger, tree = open_settings(paths, typed, config=config, no_config=no_config)
    return ledger, tree, find_files(paths, tree)


def say_notices(notices: Iterable[Notice]) -> None:
    """Print notices about files that were not read, those with the same reason as one."""
    for notice in gather_notices(notices):
        say(f"note: {printable(notice.path)}: {printable(notice.message)}")
