"""Errors that end a command, with a message and an exit code."""

import errno
import os
from collections.abc import Sized
from pathlib import Path

import click

from comprules.printable import printable
from rules.errors import ComprulesError

NOT_FOUND = click.ClickException.exit_code
"""1: something that was named does not exist, or something is wrong with what was checked."""
ENVIRONMENT = click.UsageError.exit_code
"""2: the command was called wrongly, or cannot do its work on this machine."""
TRACEBACK = "COMPRULES_TRACEBACK"
"""Environment variable; if it is set, an unexpected error prints its traceback."""
_LONGEST_WORDS = 300
"""Maximum number of characters shown of an unexpected error, which may quote a whole file."""
_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.EISDIR: "name a file, not a folder",
    errno.ENOSPC: "free some space; existing files are unchanged",
}


class CommandFailure(click.ClickException):
    """Error that ends the command with exit code 2 (usage or environment) and a message on standard error."""

    exit_code = ENVIRONMENT


class NothingFound(CommandFailure):
    """Error that ends the command with exit code 1 and a message on standard error: something named does not exist."""

    exit_code = NOT_FOUND


def exit_code_for(missing: Sized) -> int:
    """Return the exit code of a command: 1 if something that the user named is missing, or else 0."""
    if missing:
        return NOT_FOUND
    return 0


def failure_of(error: Exception) -> str:
    """Return the message for an error.

    Errors of comprules and of the system are explained in their own words. Any other error is a mistake in the program:
    the message asks the user to report it; with `$COMPRULES_TRACEBACK` it is the traceback.
    """
    if isinstance(error, ComprulesError):
        return printable_lines(str(error))
    if isinstance(error, OSError) and error.errno is not None:
        return _describe_system_error(error, error.errno)
    if isinstance(error, MemoryError):
        return "there is not enough memory; existing files are unchanged"
    if os.environ.get(TRACEBACK):
        import traceback  # noqa: PLC0415 - slow to import, and only needed for mistakes in the program

        return "".join(traceback.format_exception(error)).rstrip()
    return _describe_mistake(error)


def printable_lines(message: str) -> str:
    """Return a message of one or more lines without characters that could control the terminal."""
    return "\n".join(map(printable, message.split("\n")))


def _describe_system_error(error: OSError, number: int) -> str:
    """Return the message for an error of the system: `rules.txt: No such file or directory; check the path`.

    Args:
        error: The error; its file name may contain any characters.
        number: Its number, which says what the user can do.
    """
    location = ""
    if error.filename:
        location = f"{printable(str(error.filename))}: "
    words = error.strerror or os.strerror(number)
    return f"{location}{words}; {_REMEDIES.get(number, 'check the path and its permissions')}"


def _describe_mistake(error: Exception) -> str:
    """Return the message for an error that is a mistake in the program: its words, and the line that raised it."""
    import traceback  # noqa: PLC0415 - as above

    words = " ".join(str(error).split())
    if len(words) > _LONGEST_WORDS:
        words = f"{words[:_LONGEST_WORDS]}..."
    notes = "".join(f", {note}" for note in getattr(error, "__notes__", ()))
    location = ""
    frames = traceback.extract_tb(error.__traceback__)
    if frames:
        location = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}"
    return (
        f"comprules failed unexpectedly: {type(error).__name__}: {words}{location}{notes}; "
        f"{TRACEBACK}=1 shows where; please report it"
    )
