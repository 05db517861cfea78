"""The address of a clone of a repository, as other machines can use it."""

import subprocess
from pathlib import Path

from rules.installed import Source, without_user

_ORIGIN = "origin"
"""The name that git gives to the repository from which a clone was made."""


def read_clone(folder: Path) -> Source | None:
    """Return the address from which others can clone the commit that is checked out in a folder.

    None if the folder is no clone, has changes, has a commit that `origin` lacks, or has an `origin` without
    `https://`. A commit that was pushed only to another remote cannot be fetched from the address of `origin`.
    """
    changed = _run_git(folder, "status", "--porcelain", "--untracked-files=no")
    branches_with_commit = _run_git(folder, "for-each-ref", "--contains", "HEAD", f"refs/remotes/{_ORIGIN}")
    commit = _run_git(folder, "rev-parse", "HEAD")
    address = _run_git(folder, "remote", "get-url", _ORIGIN)
    has_changes = changed != ""
    if has_changes or not branches_with_commit or not commit or not address:
        return None
    if address.startswith("https://"):
        return Source(without_user(address), "git", commit)
    return None


def _run_git(folder: Path, *arguments: str) -> str | None:
    """Return the output of git; None if it fails or is not installed."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    except (OSError, UnicodeDecodeError, subprocess.CalledProcessError):
        return None
