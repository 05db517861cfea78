"""Find the files that git ignores, by every `.gitignore` and `.git/info/exclude`; the deepest match decides.

Git never ignores what it tracks. Git itself is not run: settings in a tree may make it run programs.

The user's own `core.excludesFile` is not read: two people who check one tree must get the same result.
"""

import contextlib
import os
import re
import struct
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from comprules.lint.patterns import Verdict, last_verdict, read_verdict
from rules.files import read_regular

GIT_IGNORE = ".gitignore"
_LONGEST_NAME = 2**16
"""Maximum size in bytes of a file that has the name of a folder: the `.git` of a worktree, and `commondir`. No path is
longer."""


class OuterPatterns(Struct, frozen=True):
    """The patterns in the folders above a folder.

    Attributes:
        verdicts: The verdict of each list of patterns, the outermost first.
        unread: The lists that cannot be read, each with the error.
    """

    verdicts: tuple[Verdict, ...] = ()
    unread: tuple[tuple[Path, OSError], ...] = ()


def outer_patterns(root: Path | None, folder: str) -> OuterPatterns:
    """Return the patterns in the folders above a folder.

    For `src/game/` in a repository these are the patterns of `.git/info/exclude`, `.gitignore` and `src/.gitignore`.
    There are none if git ignores the folder itself, since the user named it on purpose.

    Args:
        root: The root of the repository; None if there is none.
        folder: The folder's path in it, with a slash at the end.
    """
    if root is None:
        return OuterPatterns()
    unread: list[tuple[Path, OSError]] = []
    verdicts = _read_exclude(root, unread)
    # For `src/game/`: `src/` and `src/game/`.
    folders = [folder[: slash.end()] for slash in re.finditer("/", folder)]
    # The list of the folder itself is read later, with its files.
    for outer, inner in pairwise(("", *folders)):
        verdicts += _read_list(root / outer / GIT_IGNORE, outer, unread)
        if last_verdict(verdicts, inner):
            return OuterPatterns(unread=tuple(unread))
    return OuterPatterns(verdicts, tuple(unread))


def _read_exclude(root: Path, unread: list[tuple[Path, OSError]]) -> tuple[Verdict, ...]:
    """Return the verdict of `.git/info/exclude`, as `_read_list` does."""
    try:
        file = _git_folder(root) / "info" / "exclude"
    except OSError as error:
        unread.append((root / ".git", error))
        return ()
    return _read_list(file, "", unread)


def _read_list(file: Path, folder: str, unread: list[tuple[Path, OSError]]) -> tuple[Verdict, ...]:
    """Return the verdict of a list of patterns; an empty tuple if the list does not exist or has no pattern.

    Args:
        file: The list.
        folder: The folder that its patterns apply to, relative to the repository: `src/`, or empty.
        unread: Gets the file, with the error, if it cannot be read.
    """
    if not os.path.isfile(file):  # noqa: PTH113 - never raises
        return ()
    try:
        verdict = read_verdict(file, folder)
    except OSError as error:
        unread.append((file, error))
        return ()
    if verdict is None:
        return ()
    return (verdict,)


def tracked_below(root: Path | None, folder: str) -> frozenset[str]:
    """Return the files that git tracks in a folder and the folders that lead to them, with a slash at the end.

    The set is empty without a repository, and if its index cannot be read: then only `.gitignore` decides.

    Args:
        root: The root of the repository, to which all paths are relative.
        folder: The folder's path in it, with a slash at the end.
    """
    tracked: set[str] = set()
    if root is None:
        return frozenset()
    from comprules.lint.git_index import tracked_files  # noqa: PLC0415 - only needed if a pattern ignores something

    with contextlib.suppress(OSError, ValueError, struct.error):
        for raw in tracked_files(_git_folder(root, common=False) / "index"):
            path = os.fsdecode(raw)
            # The file, then each folder around it: src/game/stack.rs, src/game/, src/
            while path.startswith(folder) and path not in tracked:
                tracked.add(path)
                path = path[: path.rfind("/", 0, -1) + 1]
    return frozenset(tracked)


def lead_of(folder: Path, root: Path | None) -> str:
    """Return the path of a folder below a root, `src/game/`; empty for the root, for elsewhere, and without a root."""
    if root is None or not folder.is_relative_to(root):
        return ""
    return "".join(f"{part}/" for part in folder.relative_to(root).parts)


def find_repository(folder: Path) -> Path | None:
    """Return the root of the repository that a folder is in; None if it is in none."""
    return next((parent for parent in (folder, *folder.parents) if os.path.lexists(parent / ".git")), None)


def _git_folder(root: Path, *, common: bool = True) -> Path:
    """Return the folder with the repository's own data; in a worktree `.git` is a file that names it.

    Args:
        root: The folder that has `.git`.
        common: Whether to return the folder that all worktrees share, which has `info/exclude`; the index is in that of
            the worktree.

    Raises:
        OSError: The file that names the folder cannot be read.
    """
    git = root / ".git"
    if not os.path.isfile(git):  # noqa: PTH113 - never raises
        return git
    git_folder = root / _read_name(git).removeprefix("gitdir:").strip()
    shared = git_folder / "commondir"
    if common and os.path.isfile(shared):  # noqa: PTH113
        return git_folder / _read_name(shared)
    return git_folder


def _read_name(file: Path) -> str:
    """Return the name of a folder that is written in a file of git's."""
    return read_regular(file, _LONGEST_NAME).decode("utf-8", "surrogateescape").strip()
