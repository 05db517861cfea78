"""A source document: its bytes decoded and split into lines, ready for a dialect."""

from __future__ import annotations

from msgspec import Struct

from rules.errors import ComprulesError
from rules.records import Condition, Diagnostic, Dropped
from scraper.lines import Line


class UnknownDialect(ComprulesError):
    """A document has no readable text, no dialect claims it, or the requested one does not exist; with a remedy."""


class SourceDocument(Struct, frozen=True):
    """A document as dialects read it.

    Attributes:
        name: Its name in messages.
        text: The text with its original line ends; without byte order mark and, if reported, without control
            characters, invisible characters and padding.
        encoding: `ascii`, `utf-8`, `utf-8-sig`, `utf-16-le`, `utf-16-be`, an eight-bit codec, or
            `utf-8 of mac-roman read as cp1252` if an earlier wrong decoding was undone; `pdf` or `docx` for such a
            file.
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
