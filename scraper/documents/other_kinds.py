"""Kinds of binary files that are not read, each with the way to read its text all the same."""

import re

ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
"""The first bytes of zip archives: of those with parts, without parts, and of several files."""
_UNPACK = "unpack it and read the files in it"
_SAVE_SHEET = "save its sheet as CSV"
_SAVE_SLIDES = "save its text as plain text"
_CONVERT_BOOK = "convert it to EPUB, for example with calibre"
_SCAN = "a picture has no text; find a copy with text, or read it with a program for character recognition"

_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (
        rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "an old Word file (.doc)",
        "open it in a word processor and save it as .docx, or as text",
    ),
    (rb"\x1f\x8b\x08", "a compressed file (.gz)", _UNPACK),
    (rb"BZh\d1AY&SY", "a compressed file (.bz2)", _UNPACK),
    (rb"\xfd7zXZ\x00", "a compressed file (.xz)", _UNPACK),
    (rb"\x28\xb5\x2f\xfd", "a compressed file (.zst)", _UNPACK),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (rb"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (rb".{257}ustar", "a tar archive", _UNPACK),
    (rb"SQLite format 3\x00", "an SQLite database", "export its table as CSV or JSON"),
    (rb"PAR1", "a Parquet file", "export its table as CSV or JSON"),
    (rb".{60}(?:BOOKMOBI|TEXtREAd)", "a book for Kindle or Palm (.mobi, .azw, .prc)", _CONVERT_BOOK),
    (rb"ITSF\x03\x00", "a help file (.chm)", "unpack it and read the pages in it"),
    (rb"AT&TFORM", "a DjVu file", "save its text, for example with djvutxt"),
    (rb"%!PS-Adobe", "a PostScript file", "convert it to PDF, for example with ps2pdf"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\x00|MM\x00\*|RIFF.{4}WEBP", "a picture", _SCAN),
    (rb"bplist00", "a binary property list or web archive", "save it as plain text"),
)
"""The first bytes, the name and the remedy of each kind."""
_ZIPPED: tuple[tuple[bytes, str, str], ...] = (
    (rb"xl/workbook\.xml", "an Excel workbook (.xlsx)", _SAVE_SHEET),
    (rb"ppt/presentation\.xml", "a presentation (.pptx)", _SAVE_SLIDES),
    (rb"mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet", "an OpenDocument sheet (.ods)", _SAVE_SHEET),
    (
        rb"mimetypeapplication/vnd\.oasis\.opendocument\.(?!text)",
        "an OpenDocument drawing, presentation or the like",
        _SAVE_SLIDES,
    ),
    (rb"Index/Document\.iwa", "a Pages file (.pages)", "export it as Word or as plain text"),
)
"""A sign in the archive, the name and the remedy of each kind that is a zip archive."""
_COMPILED = [(re.compile(sign, re.DOTALL), name, remedy) for sign, name, remedy in _SIGNATURES]
_COMPILED_ZIPPED = [(re.compile(sign), name, remedy) for sign, name, remedy in _ZIPPED]


def is_other_archive(data: bytes) -> bool:
    """Return whether a zip archive has the sign of a kind that is not read."""
    return any(sign.search(data) for sign, _, _ in _COMPILED_ZIPPED)


def name_other_kind(data: bytes) -> str | None:
    """Return the kind of a file that is not read and the remedy, `a RAR archive; unpack it and read the files in it`.

    Args:
        data: The bytes of the file, which is no zip archive that is read.

    Returns:
        None for bytes that may be text.
    """
    if data.startswith(ZIP):
        for sign, name, remedy in _COMPILED_ZIPPED:
            if sign.search(data):
                return f"{name}; {remedy}"
        return f"a zip archive; {_UNPACK}"
    for sign, name, remedy in _COMPILED:
        if sign.match(data):
            return f"{name}; {remedy}"
    return None
