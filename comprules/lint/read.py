"""A file to read, and its bytes."""

import os

import msgspec

from comprules.lint.decode import HEAD, is_binary
from comprules.lint.notices import Notice, report_skipped
from rules.errors import ComprulesError

MEGABYTE = 1_000_000
DEFAULT_LARGEST = 64
"""Megabytes. Larger files are dumps and models, which no person wrote."""


class PathError(ComprulesError):
    """Error: paths on the command line cannot be checked; the message has a line for each such path."""


class File(msgspec.Struct, frozen=True):
    """A file to read.

    Attributes:
        path: Its path, as messages show it.
        size: Its size in bytes when it was found.
        named: Whether the user named it, and did not just name a folder around it.
    """

    path: str
    size: int
    named: bool = False


def read_file(file: File, largest: int) -> bytes | Notice:
    """Return the bytes of a file, or a notice why it is skipped.

    Of a large binary file only the beginning is returned, which shows that it is binary.

    Args:
        file: The file.
        largest: Maximum size in bytes.

    Raises:
        PathError: The file was named and cannot be read.
    """
    try:
        data = _read_file(file.path, file.size, largest)
    except OSError as error:
        if file.named:
            remedy = "check its permissions"
            if isinstance(error, IsADirectoryError):
                remedy = "it was a file when the run began; run the command again"
            raise PathError(f"{file.path}: {error.strerror}; {remedy}") from error
        return report_skipped(file.path, "unread", str(error.strerror))
    if len(data) > largest:
        return report_size(file.path, len(data), largest)
    return data


def report_size(path: str, size: int, largest: int) -> Notice:
    """Return the notice about a file with more bytes than are read."""
    reason = f"it has more than {largest / MEGABYTE:g} MB"
    return report_skipped(path, "size", reason, f" ({size / MEGABYTE:,.0f}); read it with --max-size")


def _read_file(path: str, size: int, largest: int) -> bytes:
    """Return the bytes of a file, or the beginning of a large binary one.

    Args:
        path: The file.
        size: Its size when it was found, at most `largest`.
        largest: Maximum size. Of a file that has grown beyond it, one byte more is read, which shows that it has.
    """
    # O_NONBLOCK: if a pipe has replaced the file since it was listed, do not wait for its writer.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        opened = os.fdopen(handle, "rb")
    except OSError:  # a folder has replaced it
        os.close(handle)
        raise
    with opened as file:
        head = b""
        if size > MEGABYTE:
            head = file.read(HEAD)
        if is_binary(head):
            return head
        data: bytes = head + (file.read(size + 1 - len(head)) or b"")
        if len(data) > size:  # it has grown since it was listed
            data += file.read(max(largest + 1 - len(data), 0))
        return data
