"""Find the files that git ignores, by every `.gitignore` and `.git/info/exclude`; the deepest match decides.

Git never ignores what it tracks. Git itself is not run: settings in a tree may make it run programs.

The user's own `core.excludesFile` is not read: two people who check one tree must get the same result.
"""

import contextlib
import os
import re
import struct
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from comprules.lint.patterns import Verdict, read_verdict
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


class _PatternList(Struct, frozen=True):
    """A file of patterns, and the folder that they apply to, relative to the repository: `src/`, or empty."""

    file: Path
    folder: str


def outer_patterns(root: Path | None, lead: str) -> OuterPatterns:
    """Return the patterns in the folders above a folder.

    For `src/game/` in a repository these are the patterns of `.git/info/exclude`, `.gitignore` and `src/.gitignore`.
    There are none if git ignores the folder itself, since the user named it on purpose.

    Args:
        root: The root of the repository; None if there is none.
        lead: The folder's path in it, with a slash at the end.
    """
    if root is None:
        return OuterPatterns()
    # For `src/game/`: `src/` and `src/game/`.
    folders = [lead[: slash.end()] for slash in re.finditer("/", lead)]
    # The last one is the folder itself, whose own list is read with its files.
    lists = [_PatternList(root / folder / GIT_IGNORE, folder) for folder in ("", *folders)[:-1]]
    unread: list[tuple[Path, OSError]] = []
    try:
        lists.insert(0, _PatternList(_git_folder(root) / "info" / "exclude", ""))
    except OSError as error:
        unread.append((root / ".git", error))
    verdicts: list[Verdict] = []
    is_ignored = False
    for patterns in lists:
        try:
            verdict = _read_list(patterns)
        except OSError as error:
            unread.append((patterns.file, error))
            continue
        if verdict is not None:
            verdicts.append(verdict)
            is_ignored |= _ignores_any(verdict, patterns.folder, folders)
    if is_ignored:
        verdicts = []
    return OuterPatterns(tuple(verdicts), tuple(unread))


def _read_list(patterns: _PatternList) -> Verdict | None:
    """Return the verdict of a list of patterns; None if it does not exist or has no pattern.

    Raises:
        OSError: The file cannot be read.
    """
    if os.path.isfile(patterns.file):  # noqa: PTH113 - never raises
        return read_verdict(patterns.file, patterns.folder)
    return None


def _ignores_any(verdict: Verdict, folder: str, folders: Sequence[str]) -> bool:
    """Return whether the patterns of a folder ignore one of several folders.

    Those that are not below that folder do not count.
    """
    return any(verdict(inner) for inner in folders if len(inner) > len(folder))


def tracked_below(root: Path | None, lead: str) -> frozenset[str]:
    """Return the files that git tracks in a folder and the folders that lead to them, with a slash at the end.

    The set is empty without a repository, and if its index cannot be read: then only `.gitignore` decides.

    Args:
        root: The root of the repository, to which all paths are relative.
        lead: The folder's path in it.
    """
    tracked: set[str] = set()
    if root is None:
        return frozenset()
    from comprules.lint.git_index import tracked_files  # noqa: PLC0415 - only needed if a pattern ignores something

    with contextlib.suppress(OSError, ValueError, struct.error):
        for raw in tracked_files(_git_folder(root, common=False) / "index"):
            path = os.fsdecode(raw)
            # The file, then each folder around it: src/game/stack.rs, src/game/, src/
            while path.startswith(lead) and path not in tracked:
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
