"""What the commands of the linter share: the configuration, the format, and the notes about what was left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from comprules.cli.output import say
from comprules.lint.config import Config, FoundConfig, find_config, named_config
from comprules.lint.files import Notice, gather_notices
from comprules.printable import printable


def chosen_config(paths: Sequence[str], asked: Mapping[str, Any]) -> FoundConfig:
    """Return the configuration that `--config` names, none with `--no-config`, else the one that `paths` have.

    Raises:
        ConfigError: It cannot be read.
        UsageError: Both options were given.
    """
    if asked["config"] is not None and asked["no_config"]:
        raise click.UsageError("--config and --no-config exclude each other")
    if asked["config"] is not None:
        return named_config(asked["config"])
    return FoundConfig(Config(), Path.cwd()) if asked["no_config"] else find_config(paths)


def choose_style(asked: Mapping[str, Any], usual: str) -> str:
    """Return the format that `--format` or `--json` names, else the usual one."""
    if asked["as_json"] and asked["style"] not in {None, "json"}:
        raise click.UsageError("--json and --format exclude each other")
    return "json" if asked["as_json"] else asked["style"] or usual


def say_notices(notices: Iterable[Notice]) -> None:
    """Print what is to be said of files that were not read."""
    for notice in gather_notices(notices):
        say(f"note: {printable(notice.path)}: {printable(notice.message)}")
