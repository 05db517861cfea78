"""Rewrites files completely or not at all: all are checked before the first is written; a journal survives a kill.

A file keeps its mode and, if the system allows it, its owner. File names do not change; a hard link to another name is
broken, as by most editors.
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from comprules.lint.journal import JOURNAL, Entry, Journal, entries_of
from rules.errors import ComprulesError
from rules.files import stage_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


class RewriteError(ComprulesError):
    """Error: files cannot be written; the message has a line for each, and says that nothing was written."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A file with its new content.

    Attributes:
        path: The file, for messages.
        place: Its real path, symbolic links resolved.
        old: Its bytes when it was read; None if it does not exist yet.
        new: Its new bytes.
    """

    path: str
    place: Path
    old: bytes | None
    new: bytes


def write_all(
    rewrites: Sequence[Rewrite], home: Path, base: str, target: str, staying: Sequence[tuple[Path, str]] = ()
) -> None:
    """Write files, or none of them.

    Args:
        rewrites: The files, the one that records the edition last.
        home: The folder for the journal, where the next run finds it.
        base: The edition upgraded from.
        target: The edition upgraded to.
        staying: Citing files that need no change, with the SHA-256 of their content, for the notes of later runs.

    Raises:
        RewriteError: A file may not be written, or has changed since it was read.
        OSError: The system failed before anything was written.
    """
    problems = [problem for rewrite in rewrites if (problem := _find_problem(rewrite))]
    if problems:
        raise RewriteError("\n".join((*problems, "Nothing was written")))
    if not rewrites:
        return
    if not os.access(home, os.W_OK):
        home = rewrites[0].place.parent
    entries = entries_of([(rewrite.place, rewrite.old, rewrite.new) for rewrite in rewrites])
    stay = (Entry(place, digest, digest) for place, digest in staying)
    journal = Journal(home / JOURNAL, base, target, (*stay, *entries))
    staged: list[Path] = []
    try:
        for changed in rewrites:
            staged.append(stage_file(changed.place, changed.new))  # noqa: PERF401 - staged files are removed
        with _defer_interrupt():
            journal.write()
            staged.clear()
            try:
                journal.complete_upgrade()
            except OSError as error:
                raise RewriteError(
                    f"{error.filename}: {error.strerror}; some files are written. Run the same command again, which "
                    "finishes what it began"
                ) from error
    finally:
        for temporary in staged:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def _defer_interrupt() -> Iterator[None]:
    """Ignore SIGINT and SIGTERM in the context: an interrupted run would leave half of the tree for another edition."""
    if threading.current_thread() is not threading.main_thread():  # signals can be handled only there
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _find_problem(rewrite: Rewrite) -> str | None:
    try:
        if rewrite.old is None:
            if rewrite.place.exists():
                return f"{rewrite.path}: it has come into being meanwhile; run again"
        elif rewrite.place.read_bytes() != rewrite.old:
            return f"{rewrite.path}: it changed while it was being worked on; run again"
        elif not rewrite.place.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            return f"{rewrite.path}: it is read-only; make it writable, or leave it out with `exclude`"
        elif not os.access(rewrite.place, os.W_OK):
            return f"{rewrite.path}: no permission to write it; check permissions"
        if not os.access(rewrite.place.parent, os.W_OK):
            return f"{rewrite.path}: no permission to write into its folder; check permissions"
    except OSError as error:
        return f"{rewrite.path}: {error.strerror}; check the path and its permissions"
    return None
