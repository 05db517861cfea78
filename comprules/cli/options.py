"""The options that several commands have."""

from collections.abc import Iterable
from pathlib import Path

import click

from rules.links import CLASSES

archive_option = click.option(
    "--archive",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The archive of editions. [default: $COMPRULES_ARCHIVE, else what `fetch` downloaded, else the sample]",
)
"""Passed as `archive: Path | None`."""
store_option = click.option(
    "--db",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The knowledge base. [default: $COMPRULES_DB, else the one that `comprules update` writes]",
)
"""Passed as `db: Path | None`."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON to standard output.")
edition_option = click.option(
    "--as-of",
    metavar="EDITION",
    default="latest",
    show_default=True,
    help="The edition: a date, a set code, a file date, `latest` or `first`.",
)
jobs_option = click.option(
    "--jobs", metavar="N", type=click.IntRange(min=1), help="Worker processes. [default: one for each core]"
)
config_option = click.option(
    "--config", metavar="FILE", type=click.Path(path_type=Path), help="The configuration file."
)
no_config_option = click.option("--no-config", is_flag=True, help="Read no configuration.")
size_option = click.option(
    "--max-size", metavar="MB", type=click.IntRange(min=1), help="Skip larger files. [default: 64]"
)

cache_option = click.option(
    "--no-cache", is_flag=True, help="Search every file again, and don't store the results. See also $COMPRULES_CACHE."
)
"""Passed as `no_cache: bool`."""


def split_classes(only: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds and classes that `--only` names: `("added,deleted", "wording")` → three of them.

    Raises:
        UsageError: There is no such kind or class.
    """
    from graph.answers.change_counts import KINDS  # noqa: PLC0415 - slow to import

    wanted = tuple(word for typed in only for word in typed.split(",") if word)
    choices = [*CLASSES, *KINDS]
    unknown = [word for word in wanted if word not in choices]
    if unknown:
        raise click.UsageError(f"--only: {unknown[0]!r} is not a class or kind; there are {', '.join(choices)}")
    return wanted
