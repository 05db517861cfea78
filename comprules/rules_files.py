"""The bytes of the files of a rules document, and of standard input."""

import sys
from collections.abc import Sequence
from pathlib import Path

from comprules.rules_document import STDIN_NAME
from rules.errors import ComprulesError
from scraper.parse import LARGEST

_STDIN = "-"


def read_contents(paths: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return path and bytes of each file; `-` is standard input.

    Raises:
        ComprulesError: Some cannot be read, or one is named twice; the message has a line for each.
    """
    contents: list[tuple[str, bytes]] = []
    problems = [f"{path}: it is named twice" for path in dict.fromkeys(paths) if paths.count(path) > 1]
    for path in dict.fromkeys(paths):
        try:
            contents.append(_read_content(path))
        except OSError as error:
            hint = "; check the path"
            if Path(path).is_dir():
                hint = "; name the files in it"
            problems.append(f"{path}: {error.strerror}{hint}")
    if problems:
        raise ComprulesError("\n".join(problems))
    return contents


def _read_content(path: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a file; of one that is too large to be read, only the first bytes."""
    if path == _STDIN:
        return STDIN_NAME, sys.stdin.buffer.read(LARGEST + 1)
    with Path(path).open("rb") as stream:
        return path, stream.read(LARGEST + 1)
