"""Files and folders as callers of the Python API name them."""

import os
from collections.abc import Iterable
from typing import TypeAlias

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""A file or folder, or several."""


def list_paths(paths: Paths) -> list[str]:
    """Return the files and folders that are named, as strings."""
    if isinstance(paths, str | os.PathLike):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]
