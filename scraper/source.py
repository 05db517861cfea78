"""A source document: its bytes read as text and cut into lines, ready for a dialect."""

from __future__ import annotations

from dataclasses import dataclass

from rules.records import Condition, Diagnostic, Dropped
from scraper.decode import decode
from scraper.lines import Line, split_lines


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document as dialects see it.

    Attributes:
        name: Its name in messages.
        text: The decoded text, line ends as they were.
        encoding: How the bytes were read.
        condition: As far as its characters go.
        lines: The lines that are not blank.
        diagnostics: What decoding had to report.
        dropped: What its reader left out of `lines` for a named reason: running heads of pages, chrome of a web site.
            `scraper.parse` adds it to what the dialect drops.
        pages: Number of the first line of each page, for documents that have pages.
        wrapped: Whether paragraphs go over several lines; None where that has to be found out from the words.
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
