"""The configuration that `check` and `upgrade` use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.lint.config import Config, FoundConfig, find_config, named_config

if TYPE_CHECKING:
    from collections.abc import Sequence


def chosen_config(paths: Sequence[str], config: Path | None, no_config: bool) -> FoundConfig:
    """Return the configuration that `--config` names, none with `--no-config`, else the one that `paths` have.

    Raises:
        ConfigError: It cannot be read.
        UsageError: Both options were given.
    """
    if config is not None and no_config:
        raise click.UsageError("--config and --no-config exclude each other")
    if config is not None:
        return named_config(config)
    return FoundConfig(Config(), Path.cwd()) if no_config else find_config(paths)
