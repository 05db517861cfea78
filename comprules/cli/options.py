"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def _to_path(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    return None if value is None else Path(value)


def archive_option(function: F) -> F:
    """Add `--archive DIR`, passed as `archive: Path | None`."""
    return click.option(
        "--archive",
        metavar="DIR",
        type=click.Path(),
        callback=_to_path,
        help="The archive of editions. [default: $COMPRULES_ARCHIVE, else what `fetch` downloaded, else the sample]",
    )(function)


def store_option(function: F) -> F:
    """Add `--db FILE`, passed as `db: Path | None`."""
    return click.option(
        "--db",
        metavar="FILE",
        type=click.Path(),
        callback=_to_path,
        help="The knowledge base. [default: $COMPRULES_DB, else a checkout's build/, else your data folder]",
    )(function)


def json_option(function: F) -> F:
    """Add `--json`, passed as `as_json: bool`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON to standard output.")(function)


def edition_option(function: F) -> F:
    """Add `--as-of E`, passed as `as_of: str`."""
    return click.option(
        "--as-of",
        metavar="EDITION",
        default="latest",
        show_default=True,
        help="The edition: a date, a set code, a file date, `latest` or `first`.",
    )(function)


def jobs_option(function: F) -> F:
    """Add `--jobs N`, passed as `jobs: int | None`."""
    return click.option(
        "--jobs", metavar="N", type=click.IntRange(min=1), help="Worker processes. [default: one for each core]"
    )(function)


def between_options(function: F) -> F:
    """Add `--from E` and `--to E`, passed as `first: str` and `last: str`."""
    older = click.option("--from", "first", metavar="EDITION", required=True, help="The edition compared from.")
    newer = click.option(
        "--to", "last", metavar="EDITION", default="latest", show_default=True, help="The edition compared to."
    )
    return older(newer(function))


def split_classes(only: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds and classes that `--only` names, with commas or repeated.

    Raises:
        UsageError: There is no such kind or class.
    """
    from graph.compare.differences import KINDS  # noqa: PLC0415 - slow to import
    from rules.links import CLASSES  # noqa: PLC0415

    wanted = tuple(word for typed in only for word in typed.split(",") if word)
    known = [*CLASSES, *KINDS]
    unknown = [word for word in wanted if word not in known]
    if unknown:
        raise click.UsageError(f"--only: {unknown[0]!r} is no class or kind; there are {', '.join(known)}")
    return wanted
