"""Reading a PDF as the lines of its pages, with their positions.

History: the publisher's PDFs come from Word: a line is many pieces of text, each with its position; page footers are
before or after the body in the file; small raised letters (TM) have a separate base line. pypdf joins the pieces; this
module records where each line begins, its font size and its fonts. A download that broke off lacks the end of the file,
which is where a PDF has its directory; the pages come before it.

Guarantees: rows are in the order of the file, which is the reading order, also with two columns. A page that cannot be
read does not affect other pages. Of a file that was cut nothing is made up; a page is recognised by its own type entry.
Pages inside compressed object streams cannot be found this way.
"""

import io
import math
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pypdf
from pypdf.errors import DependencyError, FileNotDecryptedError

from scraper.documents.messages import LARGEST_TEXT, MOST_UNPACKED, PAGE_UNREADABLE, REFUSED, PageLine, Part, problem

PAGE_SECONDS = 1.0
"""CPU time limit for one page; a page of text takes 0.003. Only the page that exceeds it is lost."""

_NO_CHARACTER = re.compile("[\\0\ud800-\udfff]")
"""Characters that result from a wrong character table and cannot be part of a text."""

_LIGATURES = {0xFB00 + n: letters for n, letters in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))}
"""Ligature characters and the letters that they stand for."""


class _PageTooSlow(BaseException):
    """A page exceeded its time limit. Not a subclass of `Exception`, because the library catches those."""


class _Rows:
    """Collects the pieces of a page as pypdf finds them."""

    def __init__(self) -> None:
        self._done: list[PageLine] = []
        self._text: list[str] = []
        self._fonts: dict[str, None] = {}
        self._place = (0.0, 0.0, 0.0)  # of the line under construction: x, y, size

    def visit(self, text: str, outer: Sequence[float], inner: Sequence[float], font: Any, size: float) -> None:
        """Place one piece of text; a newline in the piece ends the line.

        The matrices are those of PDF: six numbers.
        """
        for i, piece in enumerate(text.replace("\r", "").split("\n")):
            if i:
                self._end()
            if piece.strip():
                self._put(outer, inner, size)
                self._fonts[str((font or {}).get("/BaseFont", ""))] = None
            if piece:
                self._text.append(piece)

    def _put(self, outer: Sequence[float], inner: Sequence[float], size: float) -> None:
        a, b, c, d, e, f = (float(number) for number in outer)
        x, y = inner[4] * a + inner[5] * c + e, inner[4] * b + inner[5] * d + f
        scale = math.sqrt(abs((a * d - b * c) * (inner[0] * inner[3] - inner[1] * inner[2])))
        if not all(map(math.isfinite, (x, y, scale, size))):
            x = y = scale = size = 0.0
        points = round(size * scale, 2)
        # A raised TM or a footnote mark is smaller than the rest of its line.
        if not self._fonts or points > self._place[2]:
            self._place = (self._place[0] if self._fonts else round(x, 1), round(y, 1), points)

    def _end(self) -> None:
        if self._fonts:
            text = _NO_CHARACTER.sub("\ufffd", "".join(self._text)).translate(_LIGATURES)
            self._done.append(PageLine(text, *self._place, tuple(self._fonts)))
        self._text.clear()
        self._fonts.clear()

    def rows(self) -> tuple[PageLine, ...]:
        """Return the lines of the page that are not blank."""
        self._end()
        return tuple(self._done)


def read_pdf(data: bytes) -> Iterator[Part]:
    """Read a PDF page by page.

    Raises:
        Exception: Any exception that pypdf raises for invalid bytes; `scraper.documents.worker` turns it into a
        message.
    """
    pypdf.overwrite_configuration(
        maximum_declared_stream_length=MOST_UNPACKED,
        array_based_stream_maximum_output_length=MOST_UNPACKED,
        zlib_maximum_output_length=MOST_UNPACKED,
        lzw_maximum_output_length=MOST_UNPACKED,
        run_length_maximum_output_length=MOST_UNPACKED,
        brotli_maximum_output_length=MOST_UNPACKED,
    )
    reader, cut = _open_pdf(data)
    if reader is None:
        yield problem(REFUSED, "it is encrypted", "open it with its password and print it to a new PDF")
        return
    count = len(reader.pages)
    if cut:
        message = f"the end of the file, with the list of its pages, is missing; {count:,} pages were found without it"
        yield problem("file-cut", message, "fetch it again")
    letters = read = 0
    for number, page in enumerate(reader.pages, 1):
        if letters > LARGEST_TEXT:
            yield problem(
                "pages-left-out", f"page {number:,} and all after it were not read: more than any edition has"
            )
            return
        rows, why = _read_page(page)
        letters += sum(len(row.text) for row in rows)
        yield Part(page=rows, count=count)
        if why is None:
            read += 1
        else:
            yield problem(PAGE_UNREADABLE, f"page {number:,} was not, or not all, read: {why}")
    if cut and not letters:
        yield problem(REFUSED, "it is cut, and of what is left no text can be read", "fetch it again")
    elif read and not letters:
        yield problem(
            REFUSED, f"there is no text on its {read:,} pages, only pictures", "have a program for scans read it (OCR)"
        )


def _open_pdf(data: bytes) -> tuple[pypdf.PdfReader | None, bool]:
    """Return the file opened, or None if that needs a password; and whether its end is missing."""
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        opened = not reader.is_encrypted
        # The empty password opens many files, which are locked against changes only.
        with suppress(DependencyError, FileNotDecryptedError, NotImplementedError):
            opened = opened or bool(reader.decrypt(""))
        if not opened:
            return None, False
        len(reader.pages)
    except Exception:
        salvaged, count = _with_table(data)
        if not count:
            raise
        return pypdf.PdfReader(io.BytesIO(salvaged)), True
    return reader, False


_OBJECT = re.compile(rb"(?:^|[\r\n\s])(\d{1,7}) 0 obj\b")
_END = re.compile(rb"endobj|stream")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_HEAD = 4000
"""Number of bytes at the start of an object in which the type entry of a page is looked for."""


def _with_table(data: bytes) -> tuple[bytes, int]:
    """Return a PDF that lost its end, with a new list of its pages and a new table of its objects.

    Returns:
        The file, and the number of pages found; 0 if nothing can be recovered.
    """
    places: dict[int, int] = {}
    pages: dict[int, None] = {}
    for match in _OBJECT.finditer(data):
        # An edited file has several versions of an object; the last one counts.
        number = int(match[1])
        places[number] = match.start(1)
        end = _END.search(data, match.end(), match.end() + _HEAD)
        if end and _PAGE.search(data, match.end(), end.start()):
            pages.pop(number, None)
            pages[number] = None
    root = max(places, default=0) + 1
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    new = {root: b"<</Type/Catalog/Pages %d 0 R>>" % (root + 1)}
    new[root + 1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids)
    out = bytearray(data + b"\n")
    for number, body in new.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n \n" % row for row in sorted(places.items()))
    out += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (root + 2, root, table)
    return bytes(out), len(pages)


def _read_page(page: pypdf.PageObject) -> tuple[tuple[PageLine, ...], str | None]:
    """Return the lines of a page, and why some are missing (None if none are)."""
    rows, why = _Rows(), None
    try:
        with _time_limit(PAGE_SECONDS):
            page.extract_text(visitor_text=rows.visit)
    except _PageTooSlow:
        why = "it takes too long"
    except (MemoryError, RecursionError):
        why = "it takes too much memory, or is nested too deep"
    except Exception as error:  # noqa: BLE001 - pypdf raises any exception for broken pages; others may be fine
        why = f"{type(error).__name__}: {error}"[:200]
    return rows.rows(), why


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_PageTooSlow` after this much computing, on systems that allow it."""
    if sys.platform == "win32":
        yield
        return

    def stop(_signal: int, _frame: object) -> None:
        raise _PageTooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
