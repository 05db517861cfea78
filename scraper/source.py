"""A source document: its bytes decoded and split into lines, ready for a dialect."""

from __future__ import annotations

from msgspec import Struct

from rules.records import Condition, Diagnostic, Dropped
from scraper.decode import decode
from scraper.lines import Line, split_lines


class SourceDocument(Struct, frozen=True):
    """A document as dialects read it.

    Attributes:
        name: Its name in messages.
        text: The decoded text with its original line ends.
        encoding: The encoding it was decoded with; `pdf` or `docx` for such a file.
        condition: Its condition, judged by its characters; for PDF and Word files also by missing parts.
        lines: The non-blank lines.
        diagnostics: Diagnostics of decoding and of the file reader.
        dropped: Lines that the file reader left out of `lines` for a named reason, such as page headers.
            `scraper.parse` adds it to what the dialect drops.
        pages: Number of the first line of each page, for documents that have pages.
        wrapped: Whether paragraphs continue over several lines; None if that must be detected from the text.
    """

    name: str
    text: str
    encoding: str
    condition: Condition
    lines: tuple[Line, ...]
    diagnostics: tuple[Diagnostic, ...]
    dropped: tuple[Dropped, ...] = ()
    pages: tuple[int, ...] = ()
    wrapped: bool | None = None


def read_source(data: bytes, name: str) -> SourceDocument:
    """Decode a document and cut it into lines."""
    decoded = decode(data, name)
    lines = tuple(split_lines(decoded.text))
    return SourceDocument(name, decoded.text, decoded.encoding, decoded.condition, lines, decoded.diagnostics)
