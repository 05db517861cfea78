"""A part of the accuracy report: counts that revisions are compared by, and lines that people read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from msgspec import Struct

from rules.store import Store, open_store
from rules.workers import map_with_workers

Task = TypeVar("Task")
Result = TypeVar("Result")


class Section(Struct, frozen=True):
    """A part of the report.

    Attributes:
        counts: Every count with its full name.
        lines: The figures in words and tables.
    """

    counts: dict[str, int]
    lines: list[str]


def map_tasks(
    store: Store, work: Callable[[Store, Task], Result], tasks: Iterable[Task], jobs: int | None = None
) -> list[Result]:
    """Return the results of some work, in the order of its tasks; each process opens the knowledge base by itself.

    Args:
        store: The knowledge base.
        work: A function of a module.
        tasks: Its tasks.
        jobs: Worker processes; None for one per core.
    """
    open_it = partial(open_store, store.path)
    with map_with_workers(open_it, work, list(tasks), jobs or os.cpu_count() or 1) as results:
        return list(results)


def share(part: int, whole: int) -> float | None:
    """Return a ratio; None if the whole is 0."""
    return part / whole if whole else None


def format_percent(value: float | None) -> str:
    """Return a share in percent, with one decimal; a dash for None."""
    return "–" if value is None else f"{100 * value:.1f}"


def align_columns(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield rows as lines: the first column to the left, the others to the right; numbers with their thousands."""
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *rest in cells:
        rest_aligned = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
        yield "  ".join([first.ljust(widths[0]), *rest_aligned]).rstrip()
