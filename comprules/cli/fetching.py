"""Options and progress of `fetch` and `update`: on a terminal a bar over all bytes, elsewhere one line per file."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.output import say
from comprules.lint.printable import safe_lines
from comprules.places import ARCHIVE_VARIABLE
from scraper.archive import default_archive_dir
from scraper.fetch_report import Silent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from scraper.fetch_report import FetchProgress


source_option = click.option("--from", "source", metavar="URL|DIR", help="Another archive to take editions from.")
target_option = click.option(
    "--archive",
    "target",
    metavar="DIR",
    envvar=ARCHIVE_VARIABLE,
    default=default_archive_dir,
    type=click.Path(path_type=Path),
    help="The archive to put editions into. [default: $COMPRULES_ARCHIVE, else your data folder]",
)


class _Lines(Silent):
    """Progress for logs: one line per file."""

    def finished(self, file: str) -> None:
        """Print that a file is fetched."""
        say(f"{file}: fetched and verified")

    def abandoned(self, file: str) -> None:
        """Print that no source had a file."""
        say(f"{file}: no source had it")

    def note(self, message: str) -> None:
        """Print a message."""
        say(message)


class _Bar:
    """Progress for terminals: one bar over all bytes."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None)
        self._received: dict[str, int] = {}
        self._files = 0
        self._done = 0

    def planned(self, files: int, size: int) -> None:
        """Note the number of files, and set the size of the bar."""
        self._files = files
        self._bar.update(self._task, total=size or None)

    def started(self, file: str, size: int) -> None:  # noqa: ARG002
        """Show the file that is downloaded."""
        self._bar.update(self._task, description=f"{self._done + 1}/{self._files} {file}")

    def advanced(self, file: str, received: int) -> None:
        """Show the bytes received so far."""
        self._received[file] = received
        self._bar.update(self._task, completed=sum(self._received.values()))

    def finished(self, file: str) -> None:  # noqa: ARG002
        """Count a file as done."""
        self._done += 1

    def abandoned(self, file: str) -> None:
        """Count a file as done, and print that no source had the file."""
        self._done += 1
        self.note(f"{file}: no source had it")

    def note(self, message: str) -> None:
        """Print a message above the bar."""
        self._bar.console.print(safe_lines(message), markup=False, highlight=False)


@contextmanager
def fetch_progress() -> Iterator[FetchProgress]:
    """Yield the progress to give to `scraper.fetch.fetch`: a bar on a terminal, else lines."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar)
