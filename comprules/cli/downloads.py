"""The options and the progress of commands that download editions."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.output import say
from comprules.facts import ARCHIVE_VARIABLE
from comprules.printable import safe_lines
from scraper.archive import default_archive_dir

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

source_option = click.option("--from", "source", metavar="URL|DIR", help="Another archive to take editions from.")
archive_option = click.option(
    "--archive",
    "archive",
    metavar="DIR",
    envvar=ARCHIVE_VARIABLE,
    default=default_archive_dir,
    type=click.Path(path_type=Path),
    help="The archive to put editions into. [default: $COMPRULES_ARCHIVE, else your data folder]",
)
_MESSAGES = {"finished": "{}: fetched and verified", "abandoned": "{}: no source had it", "note": "{}"}


def command_for_archive(command: str, archive: Path) -> str:
    """Return a command for the user to run, with `--archive DIR` unless the archive is the usual one."""
    if archive == default_archive_dir():
        return command
    return f"{command} --archive {shlex.quote(str(archive))}"


def _print_line(stage: str, text: str, _number: int) -> None:
    if stage in _MESSAGES:
        say(_MESSAGES[stage].format(text))


@contextmanager
def fetch_progress() -> Iterator[Callable[[str, str, int], None]]:
    """Yield the function with which `scraper.fetch.fetch` reports its progress.

    On a terminal it draws a bar over all bytes; elsewhere it prints a line for each file. Its arguments are a stage
    (such as `finished`), the name of a file or a message, and a number: of all files, of all bytes, or of the bytes
    received of the file so far.
    """
    if not sys.stderr.isatty():
        yield _print_line
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415

    shown = TextColumn("{task.fields[at]}/{task.fields[files]} {task.description}", markup=False)
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), shown)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, at=0, files=0)
        received: dict[str, int] = {}
        yield partial(_show_stage, bar, task, received=received)


def _show_stage(
    bar: "Progress", task: "TaskID", stage: str, text: str, number: int, *, received: dict[str, int]
) -> None:
    """Show a stage of a download on a bar.

    Args:
        bar: The bar.
        task: Its only task.
        stage: As for the function in `fetch_progress`.
        text: As there.
        number: As there.
        received: The bytes received of each file so far; changed by this function.
    """
    match stage:
        case "files":
            bar.update(task, files=number)
        case "bytes":
            bar.update(task, total=number or None)
        case "started" | "advanced":
            received[text] = number
            bar.update(task, completed=sum(received.values()), at=len(received), description=text)
        case "abandoned" | "note":
            bar.console.print(safe_lines(_MESSAGES[stage].format(text)), markup=False, highlight=False)
