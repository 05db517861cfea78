"""Detection of file kinds by their first bytes."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["pdf", "docx"]

_PDF = re.compile(rb"(?:^|[\r\n])\s*%PDF-\d")
_PDF_WITHIN = 1024
"""Number of bytes in which the PDF signature may begin; mail and web servers put lines before it."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RTF = b"{\\rtf"


def kind_of(data: bytes) -> Kind | None:
    """Return whether these bytes are a PDF or a zip archive (the form of Word files); None for anything else."""
    if data.startswith(_ZIP):
        return "docx"
    return "pdf" if _PDF.search(data.removeprefix(b"\xef\xbb\xbf")[:_PDF_WITHIN]) else None


def other_kind(data: bytes) -> str | None:
    """Return the kind of a file that cannot be read and the remedy; None for bytes that may be text."""
    if data.startswith(_OLD_WORD):
        return "an old Word file (.doc); open it in a word processor and save it as .docx, or as text"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_RTF):
        return "an RTF file; open it in a word processor and save it as .docx, or as text"
    return None
