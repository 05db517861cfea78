"""Options and progress of `fetch` and `update`: on a terminal a bar over all bytes, elsewhere one line per file."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.output import say
from comprules.places import ARCHIVE_VARIABLE
from comprules.printable import safe_lines
from scraper.archive import default_archive_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from scraper.fetch_report import FetchEvent, FetchProgress


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


_SAID = {"finished": "{}: fetched and verified", "abandoned": "{}: no source had it", "note": "{}"}


class _Bar:
    """Progress for terminals: one bar over all bytes."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None)
        self._received: dict[str, int] = {}
        self._files = 0
        self._done = 0

    def show(self, event: FetchEvent) -> None:
        """Show an event of a fetch."""
        match event.kind:
            case "planned":
                self._files = event.files
                self._bar.update(self._task, total=event.size or None)
            case "started":
                self._bar.update(self._task, description=f"{self._done + 1}/{self._files} {event.text}")
            case "advanced":
                self._received[event.text] = event.size
                self._bar.update(self._task, completed=sum(self._received.values()))
            case "finished":
                self._done += 1
            case "abandoned" | "note":
                self._done += event.kind == "abandoned"
                said = safe_lines(_SAID[event.kind].format(event.text))
                self._bar.console.print(said, markup=False, highlight=False)


def _print_line(event: FetchEvent) -> None:
    """Print the end of each file, for logs."""
    if event.kind in _SAID:
        say(_SAID[event.kind].format(event.text))


@contextmanager
def fetch_progress() -> Iterator[FetchProgress]:
    """Yield the progress to give to `scraper.fetch.fetch`: a bar on a terminal, else lines."""
    if not sys.stderr.isatty():
        yield _print_line
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar).show
