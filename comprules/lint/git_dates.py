"""The days on which files last changed, by the history of a git repository."""

import hashlib
import os
import re
import subprocess
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice
from pathlib import Path
from typing import NamedTuple

_MOST_NAMES = 2_000_000
"""Maximum number of names that are read from a history, which bounds the time for a huge repository; the files of older
commits have no known day."""
_LONGEST = 1 << 20
"""Number of bytes that are read at once: many names, so that few calls are needed."""
_COMMIT = re.compile(rb"\n?//(\d{4}-\d\d-\d\d)")
"""The day of a commit; no relative path begins with a slash."""
# A repository is not ours: nothing that its configuration names is run. `git diff` and `git status` would run filters.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
_HISTORY = (
    *_GIT,
    *("log", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv", "--name-only", "--format=//%cs"),
)
_LAST_COMMIT = (*_GIT, "ls-tree", "-r", "-z", "HEAD")
_SHA1_DIGITS = 40
"""Number of digits of an object's name in a repository that uses SHA-1; otherwise it uses SHA-256."""


class _Change(NamedTuple):
    """A file that a commit changed, by its path relative to the folder, and the day of the commit."""

    name: bytes
    day: date


def find_last_changes(root: Path, paths: Collection[str]) -> dict[str, date]:
    """Return the days of the last commits that changed some files.

    The history is read from its end, only as far as needed, and at most `_MOST_NAMES` changed files. A file that was
    changed after its last commit has no known day: an upgrade may have just renumbered its citations.

    Args:
        root: The folder that the paths are relative to.
        paths: Paths of files, with slashes.

    Returns:
        The days of those files whose last commit was found; none without git, and outside of a repository.
    """
    changed: dict[str, date] = {}
    if not paths:
        return changed
    committed = _list_committed(root)
    wanted = {os.fsencode(path): path for path in paths}
    for change in _list_changes(root):
        path = wanted.pop(change.name, None)  # the first change that is listed is the last one that was made
        if path is not None and _is_unchanged(root / path, committed.get(change.name)):
            changed[path] = change.day
        if not wanted:
            break
    return changed


def _list_changes(root: Path) -> Iterator[_Change]:
    """Yield the files that the commits of a history changed, the newest commit first, at most `_MOST_NAMES` of them."""
    day: date | None = None
    for name in islice(_read_names(root, (*_HISTORY, "--", ".")), _MOST_NAMES):
        commit = _COMMIT.fullmatch(name)
        if commit is not None:
            day = date.fromisoformat(commit[1].decode())
        elif day is not None:
            yield _Change(name.removeprefix(b"\n"), day)


def _list_committed(root: Path) -> dict[bytes, str]:
    """Return path → name of the object for the files of the last commit below a folder."""
    committed: dict[bytes, str] = {}
    for row in _read_names(root, _LAST_COMMIT):
        description, _, path = row.partition(b"\t")
        committed[path] = description.rpartition(b" ")[2].decode("ascii", "replace")
    return committed


def _is_unchanged(path: Path, name: str | None) -> bool:
    """Return whether a file has the content of the object that the last commit has for it.

    A file that git changes when it is checked out, such as its line ends, counts as changed.
    """
    if name is None:
        return False
    try:
        content = path.read_bytes()
    except OSError:
        return False
    algorithm = "sha1" if len(name) == _SHA1_DIGITS else "sha256"
    digest = hashlib.new(algorithm, b"blob %d\0" % len(content), usedforsecurity=False)
    digest.update(content)
    return digest.hexdigest() == name


def _read_names(root: Path, command: Sequence[str]) -> Iterator[bytes]:
    """Yield what a command of git prints, in the pieces that a NUL ends; nothing if git is missing.

    `git log` prints a piece for each commit, `//2024-11-08`, then one for each file that it changed. A line end may be
    before either.
    """
    process = _start(root, command)
    if process is None or process.stdout is None:
        return
    with process:
        rest = b""
        try:
            while read := os.read(process.stdout.fileno(), _LONGEST):
                *names, rest = (rest + read).split(b"\0")
                yield from names
        finally:  # also if the caller needs no more names
            with suppress(OSError):
                process.kill()


def _start(root: Path, command: Sequence[str]) -> subprocess.Popen[bytes] | None:
    """Start a command in a folder; return None if it cannot be started."""
    environment = os.environ | {"GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat"}
    try:
        return subprocess.Popen(  # noqa: S603
            [*command],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
