"""Reading a PDF as the lines of its pages, with their positions.

History: the publisher's PDFs come from Word, by way of Word itself, Acrobat or macOS: a line is many pieces of text,
in some files a piece for each letter; page footers are before or after the body in the file; small raised letters (TM)
have a separate base line. PDFium joins the pieces to lines; this module records where each line begins, its font size
and its fonts.

Guarantees: rows are in the order of the file, which is the reading order, also with two columns. A page that cannot be
read does not affect other pages. What limits the reading is counted (pages, characters, bytes unpacked), so that the
same file always gives the same rows. A file that exceeds a limit is refused, never read in part; only a page with too
many characters is left out, like any page that cannot be read.
"""

import ctypes
import math
import re
import struct
from collections.abc import Iterator, Sequence
from itertools import count, pairwise, repeat
from typing import Any

import pypdfium2
from pypdfium2 import raw

from rules.counts import format_count
from rules.errors import ComprulesError
from rules.sampling import spread
from scraper.documents.limits import LARGEST_TEXT, MOST_PAGES
from scraper.documents.messages import PAGE_UNREADABLE, REFUSED, PageLine, Part, problem_part
from scraper.documents.pdf_file import StreamSurvey, is_encrypted, lost_its_end, survey_streams, with_new_table
from scraper.documents.pdfium_calls import find_font, find_text_object, read_font_size, read_matrix

_LARGEST_PAGE = 200_000
"""Maximum number of characters of a page; a page of an edition has 5,000."""

MOST_WORDS = 32
"""Maximum number of words of a line whose font is looked at; a line of an edition has 15, one of narrow print, which
PDFium joins from several, a hundred."""

_FETCH_AGAIN = "fetch it again"

_NO_CHARACTER = re.compile("[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\ud800-\udfff\uffff]")
"""Characters that result from a wrong character table and cannot be part of a text."""

_BROKEN_WORD = "\ufffe"
"""PDFium's sign for a hyphen at the end of a line, in place of the hyphen and of the line break."""

_LIGATURES = {0xFB00 + n: letters for n, letters in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))}
"""Ligature characters and the letters that they stand for."""

_LINE_BREAK = re.compile(rf"\r\n|\r|\n|(?<={_BROKEN_WORD})(?=\S)")
_WORD = re.compile(r"\S+")
_NAME_SIZE = 256
_MATRIX = struct.Struct("4f8x")
"""The part of a matrix that turns and scales: its a, b, c and d."""
_FontSize = tuple[int, float, tuple[float, float, float, float]]
"""The arguments of `_measure_font_size`."""


def _measure_font_size(has_matrix: int, size: float, matrix: tuple[float, float, float, float]) -> float:
    """Return the size of letters in points, as they are on the page.

    Args:
        has_matrix: 0 if the letters have no matrix, else another number.
        size: Their font size before the matrix turns and scales it.
        matrix: The a, b, c and d of their matrix.

    Returns:
        The size; 0.0 if it is unknown. `(1, 6.0, (2.0, 0.0, 0.0, 2.0))` gives 12.0.
    """
    a, b, c, d = matrix
    points = size * math.sqrt(abs(a * d - b * c))
    if has_matrix and math.isfinite(points):
        return round(points, 2)
    return 0.0


def read_pdf(data: bytes) -> Iterator[Part]:
    """Read a PDF page by page.

    Raises:
        Exception: Any exception that the library raises for invalid bytes; `scraper.documents.worker` turns it into a
        message.
    """
    # The streams of an encrypted file cannot be unpacked without its key.
    survey = StreamSurvey() if is_encrypted(data) else survey_streams(data)
    if survey.too_large:
        yield problem_part(REFUSED, "unpacked it is larger than any edition", "is it the text of an edition?")
        return
    document, pages_found = _open(data)
    if document is None:
        yield problem_part(REFUSED, "it is encrypted", "open it with its password and print it to a new PDF")
        return
    page_count = len(document)
    if page_count > MOST_PAGES:
        message = f"it has {page_count:,} pages, more than any edition ({MOST_PAGES:,} at most)"
        yield problem_part(REFUSED, message, "is it the text of an edition?")
        return
    is_cut = pages_found > 0 or lost_its_end(data)
    if is_cut:
        yield _report_cut(pages_found)
    if survey.broken:
        message = f"{survey.broken:,} of {survey.count:,} compressed parts of the file are damaged; text may be missing"
        yield problem_part("file-damaged", message, _FETCH_AGAIN)
    yield from _read_pages(document, page_count, is_cut=is_cut)


def _report_cut(pages_found: int) -> Part:
    """Return the message about a file without its end.

    Args:
        pages_found: The number of pages that were found without the list of pages; 0 if the file still has that list.
    """
    if not pages_found:
        return problem_part("file-cut", "the end of the file is missing", _FETCH_AGAIN)
    message = (
        "the end of the file, with the list of its pages, is missing; "
        f"{format_count(pages_found, 'page was', 'pages were')} found without it"
    )
    return problem_part("file-cut", message, _FETCH_AGAIN)


def _open(data: bytes) -> tuple[pypdfium2.PdfDocument | None, int]:
    """Open a file, with a new list of its pages if its own is missing.

    Returns:
        The document, None if that needs a password; and the number of pages found without their list, 0 if that was
        not necessary.
    """
    try:
        document = pypdfium2.PdfDocument(data)
        if len(document):
            return document, 0
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            return None, 0
        salvaged, pages_found = with_new_table(data)
        if not pages_found:
            raise
        return pypdfium2.PdfDocument(salvaged), pages_found
    # PDFium opened the file, but found no pages in its list.
    salvaged, pages_found = with_new_table(data)
    if pages_found:
        return pypdfium2.PdfDocument(salvaged), pages_found
    return document, 0


def _read_pages(document: pypdfium2.PdfDocument, page_count: int, *, is_cut: bool) -> Iterator[Part]:
    """Yield the pages of a document, and messages about those that could not be read."""
    letters = 0
    unreadable = 0
    empty: list[int] = []
    for number in range(1, page_count + 1):
        try:
            rows = _read_page(document, number - 1)
        except _PageError as error:
            unreadable += 1
            yield Part(page=(), count=page_count)
            yield problem_part(PAGE_UNREADABLE, f"page {number:,} was not read: {error}", _FETCH_AGAIN)
            continue
        if not rows:
            empty.append(number)
        letters += sum(len(row.text) for row in rows)
        if letters > LARGEST_TEXT:
            message = f"it has more text than any edition on its first {format_count(number, 'page')}"
            yield problem_part(REFUSED, message, "is it the text of an edition?")
            return
        yield Part(page=rows, count=page_count)
    if letters and empty:
        pages = format_count(len(empty), "page")
        message = f"no text is on {pages}, the first is page {empty[0]:,}; such pages are blank or damaged"
        yield problem_part("empty-page", message, "compare with another copy")
    if letters:
        return
    if is_cut:
        yield problem_part(REFUSED, "the file is cut, and the rest has no readable text", _FETCH_AGAIN)
    elif unreadable < page_count:
        pages = format_count(page_count - unreadable, "page")
        message = f"there is no text on the {pages}, only pictures"
        yield problem_part(REFUSED, message, "convert it with a program for text recognition (OCR)")


class _PageError(ComprulesError):
    """A page cannot be read; the message says why."""


def _read_page(document: pypdfium2.PdfDocument, index: int) -> tuple[PageLine, ...]:
    """Return the lines of a page that are not blank.

    Raises:
        _PageError: The page cannot be loaded, or has far too much text.
    """
    page = raw.FPDF_LoadPage(document.raw, index)
    if not page:
        raise _PageError("it is missing or damaged")
    try:
        text_page = raw.FPDFText_LoadPage(page)
        if not text_page:
            raise _PageError("its text is damaged")
        try:
            return _TextPage(text_page).read_rows()
        finally:
            raw.FPDFText_ClosePage(text_page)
    finally:
        raw.FPDF_ClosePage(page)


class _TextPage:
    """The text of one page, as PDFium extracts it: characters with a position, a font and a matrix each."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._address = ctypes.cast(handle, ctypes.c_void_p).value
        self._count = int(raw.FPDFText_CountChars(handle))
        self._fonts: dict[int | None, str] = {}

    def read_rows(self) -> tuple[PageLine, ...]:
        """Return the lines that are not blank.

        Raises:
            _PageError: There is far too much text.
        """
        if self._count > _LARGEST_PAGE:
            raise _PageError(f"it has {self._count:,} characters, {_LARGEST_PAGE:,} at most")
        text = self._read_text()
        breaks = list(_LINE_BREAK.finditer(text))
        starts = [0, *(line_break.end() for line_break in breaks)]
        ends = [*(line_break.start() for line_break in breaks), len(text)]
        rows: list[PageLine] = []
        for start, end in zip(starts, ends, strict=True):
            line = text[start:end]
            if line.strip():
                rows.append(self._read_row(line, start))
        return tuple(rows)

    def _read_text(self) -> str:
        """Return the text of the page, with as many characters as PDFium counts."""
        if self._count <= 0:
            return ""
        # UTF-16: a character takes two units at most; PDFium adds a NUL at the end, and counts that too.
        buffer = (ctypes.c_ushort * (2 * (self._count + 1)))()
        units_with_nul = raw.FPDFText_GetText(self._handle, 0, self._count, buffer)
        text = bytes(buffer)[: 2 * max(0, units_with_nul - 1)].decode("utf-16-le", "replace")
        if len(text) == self._count:
            return text
        # Some characters take two units, others none: only one by one is it certain which is which.
        codes = (int(raw.FPDFText_GetUnicode(self._handle, index)) for index in range(self._count))
        return "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)

    def _read_row(self, line: str, first: int) -> PageLine:
        """Return a line of the page with its place, its size and its fonts; `first` is its first character."""
        words = [first + word.start() for word in _WORD.finditer(line)]
        pieces = self._list_pieces(spread(words, MOST_WORDS))
        if not pieces:
            return PageLine(clean_text(line), 0.0, 0.0, 0.0, ())
        indexes = [index for index, _ in pieces]
        # A raised TM or a footnote mark is smaller than the rest of its line.
        largest, size = self._find_largest(indexes)
        x = self._find_origin(indexes[0])[0]
        y = self._find_origin(largest)[1]
        fonts = dict.fromkeys(find_font(text_object) for _, text_object in pieces)
        return PageLine(clean_text(line), x, y, size, tuple(dict.fromkeys(map(self._name_font, fonts))))

    def _list_pieces(self, indexes: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pieces of text in which words begin, each by the first of these words and the piece's address.

        Args:
            indexes: The first characters of the words. If those at 0 and 4 are in one piece and that at 9 in another,
                the result is `[(0, address), (9, other_address)]`.
        """
        text_objects = map(find_text_object, repeat(self._address), indexes)
        placed = [pair for pair in zip(indexes, text_objects, strict=True) if pair[1] is not None]
        pieces = placed[:1]
        pieces += [piece for before, piece in pairwise(placed) if piece[1] != before[1]]
        return pieces

    def _find_largest(self, indexes: Sequence[int]) -> tuple[int, float]:
        """Return the first of the largest characters, and its size in points with the scale of the page."""
        sizes = self._read_font_sizes(indexes)
        # Nearly all pieces of a line have the same size and matrix, so that each is measured only once.
        points_of_size = {size: _measure_font_size(*size) for size in dict.fromkeys(sizes)}
        largest = max(points_of_size, key=points_of_size.__getitem__)
        return indexes[sizes.index(largest)], points_of_size[largest]

    def _read_font_sizes(self, indexes: Sequence[int]) -> list[_FontSize]:
        """Return, for each character, whether it has a matrix, its font size, and that matrix."""
        matrices = (raw.FS_MATRIX * len(indexes))()
        # PDFium writes the matrix of each character into this array, one after the other.
        addresses = count(ctypes.addressof(matrices), ctypes.sizeof(raw.FS_MATRIX))
        have_matrix = list(map(read_matrix, repeat(self._address), indexes, addresses))
        sizes = map(read_font_size, repeat(self._address), indexes)
        return list(zip(have_matrix, sizes, _MATRIX.iter_unpack(matrices), strict=True))

    def _find_origin(self, index: int) -> tuple[float, float]:
        """Return the place of a character on its base line, in points from the left and from the bottom."""
        x, y = ctypes.c_double(), ctypes.c_double()
        found = raw.FPDFText_GetCharOrigin(self._handle, index, x, y)
        is_placed = found and math.isfinite(x.value) and math.isfinite(y.value)
        if is_placed:
            return (round(x.value, 1), round(y.value, 1))
        return (0.0, 0.0)

    def _name_font(self, font: int | None) -> str:
        """Return the name of a font, given by its address; None is the null pointer."""
        name = self._fonts.get(font)
        if name is None:
            buffer = ctypes.create_string_buffer(_NAME_SIZE)
            raw.FPDFFont_GetBaseFontName(ctypes.cast(font or 0, raw.FPDF_FONT), buffer, _NAME_SIZE)
            name = self._fonts[font] = buffer.value.decode("latin-1")
        return name


def clean_text(line: str) -> str:
    """Return a line as text: hyphens as printed, ligatures as letters, U+FFFD for what is no character."""
    return _NO_CHARACTER.sub("\ufffd", line.replace(_BROKEN_WORD, "-")).translate(_LIGATURES)
