"""The process that opens a file: `python -m scraper.documents.worker pdf < FILE`, messages to standard output.

The readers count what they do (pages, paragraphs, characters, bytes unpacked) and refuse a file that exceeds a limit.
A hostile file can still make a library use time or memory that nobody can count. So each file gets a separate process,
which the system stops at a limit that no edition comes near; a file whose process was stopped is refused as a whole, so
that a file which is read gives the same text on every machine.

Guarantees: on POSIX at most `seconds_for` the file of CPU time and `MEMORY` bytes. On Windows memory is limited only by
the libraries and by `pdf.py` and `word.py`, and the seconds are wall-clock time.
"""

import logging
import os
import sys
import threading
from collections.abc import Iterator

import msgspec

from rules.counts import format_count
from rules.installed import read_source, requirement
from scraper.documents.messages import REFUSED, Part, problem_part

SECONDS = 20
SECONDS_PER_MEGABYTE = 2
"""The last guard, in CPU time: so many seconds, and so many more for each megabyte of the file. The longest edition, a
PDF of 306 pages and 2.5 MB, takes 2 of its 25 seconds."""

MEMORY = 450_000_000
"""Limit of address space in bytes. An edition of 290 pages takes 150 million."""

CUT_OR_DAMAGED = "fetch it again, or open it in a program that can still read it and save or print it to a new file"


class _Repairs(logging.Handler):
    """Counts the warnings of a library about repairs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count, self.first = 0, ""

    def emit(self, record: logging.LogRecord) -> None:
        """Count the messages and keep the first; a broken file makes thousands."""
        self.count += 1
        self.first = self.first or record.getMessage()[:200]


def seconds_for(size: int) -> int:
    """Return the time limit for a file of so many bytes."""
    return SECONDS + SECONDS_PER_MEGABYTE * size // 1_000_000


def limit(seconds: int, memory: int) -> None:
    """Limit the seconds and the memory (bytes) of this process: the last guard, behind what the readers count.

    The seconds are CPU time; on Windows they are wall-clock time, and memory is not limited.
    """
    if sys.platform == "win32":
        timer = threading.Timer(seconds, os._exit, (1,))
        timer.daemon = True
        timer.start()
        return
    import resource  # noqa: PLC0415 - POSIX only

    for which, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        _, hard_limit = resource.getrlimit(which)
        soft_limit = most
        if hard_limit != resource.RLIM_INFINITY:
            # A lower existing limit stays, because a process may not raise it.
            soft_limit = min(most, hard_limit)
        resource.setrlimit(which, (soft_limit, hard_limit))


def read(kind: str, data: bytes) -> Iterator[Part]:
    """Yield all messages about a file."""
    repairs = _Repairs()
    logging.getLogger().handlers = [repairs]
    try:
        # Each import costs 0.1 s and memory that the other kind does not need.
        if kind == "pdf":
            from scraper.documents.pdf import read_pdf as reader  # noqa: PLC0415
        elif kind == "rtf":
            from scraper.documents.rtf import read_rtf as reader  # noqa: PLC0415
        elif kind == "odt":
            from scraper.documents.odt import read_odt as reader  # noqa: PLC0415
        elif kind == "epub":
            from scraper.documents.epub import read_epub as reader  # noqa: PLC0415
        else:
            from scraper.documents.word import read_word as reader  # noqa: PLC0415
    except ModuleNotFoundError:
        wanted = requirement(read_source(), "documents")
        yield problem_part(REFUSED, "PDF, Word, OpenDocument and RTF files need an extra", f'pip install "{wanted}"')
        return
    try:
        yield from reader(data)
    except (MemoryError, RecursionError):
        yield problem_part(REFUSED, "it takes more memory than any edition, or is nested too deep", CUT_OR_DAMAGED)
    except Exception as error:  # noqa: BLE001 - libraries raise any exception for hostile bytes; all mean the same
        yield problem_part(
            REFUSED, f"the file is cut or damaged ({type(error).__name__}: {error})"[:300], CUT_OR_DAMAGED
        )
    if repairs.count:
        places = format_count(repairs.count, "place")
        message = f"the file is damaged and was repaired in {places}, first: {repairs.first}"
        yield problem_part("file-repaired", message, "compare with another copy")


def main(kind: str) -> None:
    """Read standard input and write messages to standard output."""
    data = sys.stdin.buffer.read()
    limit(seconds_for(len(data)), MEMORY)
    for part in read(kind, data):
        sys.stdout.buffer.write(msgspec.json.encode(part) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
