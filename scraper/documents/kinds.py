"""The kinds of document files, recognised by their bytes."""

import re
from typing import Literal

from scraper.documents.other_kinds import ZIP, is_other_archive

Kind = Literal["pdf", "docx", "odt", "rtf", "epub"]
KIND_NAMES: dict[Kind, str] = {
    "pdf": "PDF",
    "docx": "Word file",
    "odt": "OpenDocument text",
    "rtf": "RTF file",
    "epub": "e-book",
}
"""The kinds that are read, by their names in messages."""

_PDF = re.compile(rb"(?:^|[\r\n])\s*%PDF-\d")
_RTF = b"{\\rtf"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_EPUB = b"mimetypeapplication/epub+zip"
_CONTAINER = b"META-INF/container.xml"
_ODT = b"mimetypeapplication/vnd.oasis.opendocument.text"
_ODT_PARTS = (b"content.xml", b"META-INF/manifest.xml")
_FLAT_ODT = re.compile(rb"<office:document\s[^<>]{0,8000}?office:mimetype=.application/vnd\.oasis\.opendocument\.text")
_WORD, _WORD_TYPES = b"word/document.xml", b"[Content_Types].xml"
"""Parts of a Word file. A sheet has the second one, too; of a Word file that was cut only that one may be left."""
_HEAD_OF_FLAT_ODT = 10_000
"""Number of bytes at the beginning of a file in which the sign of flat OpenDocument text is looked for."""
_HEAD_OF_PDF = 1024
"""Number of bytes in which the signature of a PDF is looked for, since mail and web servers put lines before it."""
_HEAD_OF_ZIP = 200
"""Number of bytes of the first part of a zip archive, which names the kind of an e-book or an OpenDocument file."""


def readable_kind(data: bytes) -> Kind | None:
    """Return the kind of a PDF, an RTF file, flat OpenDocument text or a zip archive with a document; else None."""
    if data.startswith(ZIP):
        return _zipped_kind(data)
    if data.lstrip(_BYTE_ORDER_MARK + b" \t\r\n").startswith(_RTF):
        return "rtf"
    if _FLAT_ODT.search(data[:_HEAD_OF_FLAT_ODT]):
        return "odt"
    if _PDF.search(data.removeprefix(_BYTE_ORDER_MARK)[:_HEAD_OF_PDF]):
        return "pdf"
    return None


def _zipped_kind(data: bytes) -> Kind | None:
    """Return the kind of the document in a zip archive; None if it has none that is read."""
    head = data[:_HEAD_OF_ZIP]
    if _EPUB in head or _CONTAINER in data:
        return "epub"
    if _ODT in head:
        return "odt"
    if _WORD in data or (_WORD_TYPES in data and not is_other_archive(data)):
        return "docx"
    if all(part in data for part in _ODT_PARTS) and not is_other_archive(data):
        return "odt"
    return None
