"""The days on which files last changed, by the history of a git repository."""

import os
import re
import subprocess
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

_MOST_NAMES = 2_000_000
"""Maximum number of file names that are read from a history; the files of older commits have no known day."""
_LONGEST = 1 << 20
"""Number of bytes that are read at once."""
_COMMIT = re.compile(rb"\n?//(\d{4}-\d\d-\d\d)")
"""The day of a commit; no relative path begins with a slash."""
_COMMAND = (
    # A repository is not ours: nothing that its configuration names is run.
    *("git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"),
    *("log", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv", "--name-only", "--format=//%cs"),
)


def find_last_changes(root: Path, paths: Collection[str]) -> dict[str, date]:
    """Return the days of the last commits that changed some files.

    The history is read from its end, and only as far as needed.

    Args:
        root: The folder that the paths are relative to.
        paths: Paths of files, with slashes.

    Returns:
        The days of those files that git knows; none without git, and outside of a repository.
    """
    changed: dict[str, date] = {}
    if not paths:
        return changed
    wanted = {os.fsencode(path): path for path in paths}
    day: date | None = None
    for count, name in enumerate(_read_history(root)):
        commit = _COMMIT.fullmatch(name)
        if commit is not None:
            day = date.fromisoformat(commit[1].decode())
            continue
        path = wanted.pop(name.removeprefix(b"\n"), None)
        if path is not None and day is not None:
            changed[path] = day
        if not wanted or count >= _MOST_NAMES:
            break
    return changed


def _read_history(root: Path) -> Iterator[bytes]:
    """Yield the names that git prints: `//` with the day of a commit, then the files that it changed."""
    environment = os.environ | {"GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat"}
    try:
        process = subprocess.Popen(  # noqa: S603
            [*_COMMAND, "--", "."],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return
    with process:
        rest = b""
        output = process.stdout
        try:
            while output is not None and (read := os.read(output.fileno(), _LONGEST)):
                *names, rest = (rest + read).split(b"\0")
                yield from names
        finally:
            with suppress(OSError):
                process.kill()
