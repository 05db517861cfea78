"""A progress bar on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int, str], None]]:
    """Yield the function to call on each step, which moves a progress bar on standard error.

    Nothing is shown if standard error is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total, _activity: None
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import and rarely needed
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total, activity: bar.update(task, completed=done, total=total, description=activity)
