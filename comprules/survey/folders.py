"""Trees in folders."""

import os
from collections.abc import Iterator
from pathlib import Path

from comprules.lint.notices import Notice
from comprules.lint.read import DEFAULT_LARGEST, MEGABYTE, read_file
from comprules.lint.select import Selection, find_files
from comprules.printable import printable


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the files of a folder, as `check` finds them, without its configuration.

    Files that are too large or cannot be read are left out.

    Raises:
        PathError: The folder cannot be read.
    """
    for file in find_files([str(folder)], Selection(folder)).files:
        data = read_file(file, DEFAULT_LARGEST * MEGABYTE)
        if not isinstance(data, Notice):
            yield printable(os.path.relpath(file.path, folder).replace(os.sep, "/")), data


def weigh_folder(folder: Path) -> int:
    """Return a rough measure of a folder's content: the size of git's index, which lists its files; 0 without git."""
    try:
        return (folder / ".git" / "index").stat().st_size
    except OSError:
        return 0
